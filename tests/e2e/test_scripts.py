"""What the scripts share: the Python they take, the virtual environment they make."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .house import ROOT, AppAgent

BASH = shutil.which("bash")
pytestmark = pytest.mark.skipif(BASH is None, reason="no bash on this machine")
PYTHON = getattr(sys, "_base_executable", sys.executable)
REAL = f'exec {PYTHON} "$@"'


def common(folder: Path, call: str, pythons: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """A function of `common.sh`, where `pythons` are all the Pythons that there are."""
    tools = folder / "tools"
    tools.mkdir()
    (tools / "dirname").symlink_to(shutil.which("dirname") or "")
    for name, body in pythons.items():
        (tools / name).write_text(f"#!{BASH}\n{body}\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    return subprocess.run(
        [str(BASH), "-c", f'set -euo pipefail; . "$0"; {call}', str(ROOT / "scripts/common.sh")],
        env={"PATH": str(tools), "VENV": str(folder / "venv")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("there", "taken"),
    [
        (("python3.14", "python3.12", "python3"), "python3.12"),
        (("python3.14", "python3"), "python3.14"),
        (("python",), "python"),
    ],
)
def test_the_python_that_every_library_knows(
    tmp_path: Path, there: tuple[str, ...], taken: str
) -> None:
    done = common(tmp_path, "find_python", dict.fromkeys(there, "exit 0"))
    assert (done.returncode, done.stdout) == (0, f"{taken}\n")


def test_a_half_made_environment_is_made_anew(tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", venv], check=True)
    (venv / "rest").touch()
    done = common(tmp_path, "make_venv", {"python3.13": REAL})
    assert done.returncode == 0, done.stderr
    assert not (venv / "rest").exists()
    subprocess.run([venv / "bin" / "python", "-m", "pip", "--version"], check=True)


def test_a_python_that_makes_none_says_what_to_install(tmp_path: Path) -> None:
    fails = '[ "$2" != venv ]'
    done = common(tmp_path, "make_venv", {"python3.13": fails})
    assert done.returncode == 2
    assert "python3-venv" in done.stderr


def test_a_folder_that_is_no_environment_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "venv").mkdir()
    (tmp_path / "venv" / "letters").touch()
    done = common(tmp_path, "make_venv", {"python3.13": REAL})
    assert done.returncode == 2
    assert (tmp_path / "venv" / "letters").exists()


@pytest.mark.parametrize(
    "name",
    ["bench", "check", "corpus-report", "full", "gallery", "keys-report", "report-pages", "try"],
)
def test_help_does_nothing_else(tmp_path: Path, name: str) -> None:
    done = subprocess.run(
        [str(BASH), str(ROOT / "scripts" / name), "--help"],
        env=os.environ | {"VENV": str(tmp_path / "venv")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.split()) > 10
    assert not (tmp_path / "venv").exists()


@pytest.mark.skipif(
    not (Path(sys.prefix) / ".appagent-dev").exists(), reason="not run by scripts/check"
)
def test_a_try_ends_with_commands_that_go_on(bare: AppAgent) -> None:
    env = {"VENV": sys.prefix, "TMPDIR": str(bare.folder), "APPAGENT_EXPLORE_STEPS": "2"}
    done = subprocess.run(
        [str(BASH), str(ROOT / "scripts/try")],
        cwd=Path(sys.prefix).parent,
        env=os.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = done.stderr.rpartition("== to go on\n")[2]
    commands = [shlex.split(line, comments=True) for line in told.splitlines()]
    assert {program for program, *_ in commands} == {f"{Path(sys.prefix).name}/bin/appagent"}
    assert [first for _, first, *_ in commands] == ["run", "docs", "doctor", "--help"]
    for _, *words in commands:
        ran = bare(*words)
        assert (ran.code == 0) is (words != ["doctor"]), ran.said  # there is nothing to check here
        assert "usage" not in ran.err.lower()
