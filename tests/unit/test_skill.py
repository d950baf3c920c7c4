"""What the pages for other agents say of the command line is so."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer
from typer.main import get_command

from appagent.actions.program import read
from appagent.cli.app import app

DOCS = Path(__file__).parents[2] / "docs"
SKILL = DOCS / "skill/SKILL.md"
PAGES = (SKILL, DOCS / "mcp.md")
COMMANDS = get_command(app).commands  # type: ignore[attr-defined]
MOST_BYTES = 4500  # 1,500 tokens at the least that a token of English has


def commands(page: Path) -> list[list[str]]:
    """The words of each command on a page, behind `appagent`."""
    said = re.findall(r"(?:^|`|; |-- )appagent ((?!\[)[a-z][^`;#\n]*)", page.read_text(), re.M)
    said += re.findall(r"^    appagent ([^;#\n]*)", page.read_text(), re.M)
    return [shlex.split(each) for each in said]


def test_the_skill_is_short() -> None:
    assert len(SKILL.read_bytes()) <= MOST_BYTES
    head = SKILL.read_text().split("---")[1]
    assert re.search(r"^name: appagent$", head, re.M)
    assert re.search(r"^description: .{40,}", head, re.M)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_and_option_is_there(page: Path) -> None:
    found = commands(page)
    assert len(found) >= 4
    for words in found:
        command, rest = COMMANDS[words[0]], words[1:]
        if isinstance(command, typer.core.TyperGroup):
            command, rest = command.commands[rest[0]], rest[1:]
        options = {option for each in command.params for option in each.opts}
        for word in rest:
            assert not word.startswith("--") or word in options, words


def test_every_action_of_the_skill_can_be_read() -> None:
    text = SKILL.read_text()
    table = re.findall(r"^\| (`.*?) \|", text, re.M)
    actions = [each for row in table for each in re.findall(r"`([^`]+)`", row)]
    actions += [a for a in re.findall(r"`(text\([^`]*\))`", text) if a not in actions]
    assert len(actions) >= 14
    for action in actions:
        assert read(action).actions
