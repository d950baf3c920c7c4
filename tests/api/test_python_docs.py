"""The examples of docs/python.md: each runs alone, and prints what stands below it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

import appagent
from appagent.actions.program import read
from appagent.actions.verbs import WITH_MAP
from tests.e2e.house import Server

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/python.md"
BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(page: Path = PAGE) -> list[tuple[str, str]]:
    """Each script of a page, with what it prints: the text that stands below it."""
    found: list[tuple[str, str]] = []
    for kind, words in BLOCK.findall(page.read_text("utf-8")):
        found.append((words, "") if kind == "python" else (found.pop()[0], words))
    return found


def fits(said: str, told: str) -> bool:
    """Whether lines were printed as they are told, where "..." stands for any that are left out."""
    pattern = "\n".join(
        "*" if line == "..." else line.replace("[", "[[]").replace("?", "[?]")
        for line in told.strip().splitlines()
    )
    return fnmatchcase(said.strip(), pattern)


EXAMPLES = examples()


@pytest.mark.parametrize(("script", "told"), EXAMPLES, ids=range(1, len(EXAMPLES) + 1))
def test_an_example_prints_what_stands_below_it(
    tmp_path: Path, server: Server, script: str, told: str
) -> None:
    assert told, "an example shows what it prints"
    paths = os.pathsep.join((str(ROOT), str(ROOT / "emulator")))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=tmp_path,
        env=os.environ | server.env | {
            "PYTHONPATH": paths, "APPAGENT_POCKET_PORT": "1",
            "APPAGENT_STORE": "store", "APPAGENT_RUNS": "runs",
        },
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert fits(done.stdout, told), f"printed:\n{done.stdout}"


def test_each_line_of_the_language_can_be_read() -> None:
    """The table of the verbs has programs, of all verbs that a script needs."""
    rows = re.findall(r"^\| (`\w+\(.*?`) \| ", PAGE.read_text("utf-8"), re.MULTILINE)
    lines = [line for row in rows for line in re.findall(r"`([a-z_]+\(.*?)`", row)]
    verbs = {action.verb for line in lines for action in read(line).actions}
    assert verbs == {kind.verb for kind in WITH_MAP} - {"zoom"}


def test_the_page_tells_all_that_is_promised() -> None:
    page = PAGE.read_text("utf-8")
    assert not [name for name in appagent.__all__ if name not in page]
