"""What `appagent` does where the extras `pocket` and `dask` are not installed."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pocketphone import extra

from .house import AppAgent

ROOT = Path(__file__).parents[2]
HINT = "pip install 'appagent[pocket]'\n"
TREE = (
    "<hierarchy><node class='android.widget.Button' text='Save' clickable='true' "
    "bounds='[0,0][200,100]' /></hierarchy>"
)


@pytest.fixture
def core(bare: AppAgent, tmp_path: Path) -> AppAgent:
    """The command, with the packages of the extras hidden from each Python that it starts."""
    packages = sorted([*extra.PACKAGES, "distributed"])
    hidden = f"import sys\nsys.modules.update(dict.fromkeys({packages}))\n"
    (tmp_path / "sitecustomize.py").write_text(hidden)
    bare.env |= {"APPAGENT_TEST_COLD": "1", "PYTHONPATH": str(tmp_path), "COLUMNS": "200"}
    return bare


@pytest.mark.parametrize(
    "words",
    [
        ["view", "--device", "pocket"],
        ["run", "--task", "Set an alarm", "--device", "pocket", "--model", "offline"],
        ["phone", "--port", "0"],
        ["bench", "--model", "offline"],
    ],
    ids=lambda words: words[0],
)
def test_a_command_that_needs_the_extra_says_so(words: list[str], core: AppAgent) -> None:
    ran = core(*words)
    assert (ran.code, ran.out) == (2, "")
    assert "python-bidi" in ran.said
    assert ran.said.endswith(HINT)


@pytest.mark.parametrize(
    "words",
    [
        ["bench", "--model", "x", "--engine", "dask"],
        ["run", "--batch", "tasks.txt", "--pockets", "2", "--engine", "dask"],
        ["explore", "--app", "clock", "--engine", "dask://127.0.0.1:8786"],
        ["worker", "--scheduler", "127.0.0.1:8786", "--pockets", "2"],
    ],
    ids=lambda words: words[0],
)
def test_what_needs_dask_says_that_first(words: list[str], core: AppAgent) -> None:
    ran = core(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.said.endswith("needs `pip install 'appagent[dask]'`\n")


def test_the_phone_alone_says_so(core: AppAgent) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "pocketphone", "--json"],
        env={**core.env, "PYTHONPATH": f"{core.env['PYTHONPATH']}:{ROOT / 'emulator'}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr.endswith(HINT)
    assert ended.stderr.count("\n") == 1
    assert json.loads(ended.stdout) == {"error": ended.stderr.strip(), "exit_code": 2}


def test_the_rest_works_without_the_extra(core: AppAgent, tmp_path: Path) -> None:
    (tmp_path / "screen.xml").write_text(TREE)
    for words in (["--help"], ["bench", "--help"], ["view", "--xml", "screen.xml", "--json"]):
        ran = core(*words)
        assert ran.code == 0, ran.said
    assert "Save" in ran.out
    assert core("doctor", "--json").document["findings"]
    ran = core("run", "--task", "Set an alarm", "--model", "offline", "--device", "nowhere:1")
    assert ran.code == 2
    assert "nowhere:1" in ran.said


def test_every_package_of_the_extra_is_looked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {line.partition(">=")[0] for line in project["optional-dependencies"]["pocket"]}
    assert set(extra.PACKAGES.values()) == names
