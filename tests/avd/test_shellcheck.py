"""Every shell script of the house, read by shellcheck."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import ROOT

SHELLCHECK = Path(sys.executable).with_name("shellcheck")
# A function whose word may be left out; one that a trap or a variable calls.
TAKEN = "SC2119,SC2329"
FOLDERS = (".ci", "scripts", "emulator/avd", "tests/avd")


def scripts() -> list[Path]:
    files = (file for folder in FOLDERS for file in sorted((ROOT / folder).glob("*")))
    return [file for file in files if file.is_file() and shell(file)]


def shell(file: Path) -> bool:
    with file.open("rb") as opened:
        first = opened.readline()
    return file.suffix == ".sh" or (first.startswith(b"#!") and first.endswith(b"sh\n"))


@pytest.mark.skipif(not SHELLCHECK.exists(), reason="no shellcheck for this machine")
def test_shellcheck_finds_nothing() -> None:
    files = scripts()
    assert {"run", "try", "common.sh", "avd", "stub"} <= {file.name for file in files}
    words = ["--external-sources", "--source-path=SCRIPTDIR", f"--exclude={TAKEN}"]
    done = subprocess.run([SHELLCHECK, *words, *files], capture_output=True, text=True, check=False)
    assert not done.stdout + done.stderr
