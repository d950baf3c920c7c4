"""README and docs/: every link leads somewhere, every file and every option is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

from appagent.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "docs_store/README.md", *sorted(ROOT.glob("docs/*.md"))]
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_the_files_that_are_named_exist() -> None:
    text = (ROOT / "docs/how-it-works.md").read_text("utf-8")
    for name in re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?|\w+\.py)", text):
        places = [ROOT / name, ROOT / "appagent" / name]
        assert any(place.exists() for place in places), name


@each_page
def test_commands_have_the_options_that_are_shown(page: Path) -> None:
    for line in re.findall(r"^    (?:\w+=\S+ )*(appagent .+)$", page.read_text("utf-8"), re.M):
        command, words = get_command(app), shlex.split(line, comments=True)[1:]
        # `appagent runs` lists them, and has commands of its own.
        while words and (commands := getattr(command, "commands", None)):
            command = commands[words.pop(0)]
        known = {name for option in command.params for name in option.opts}
        assert {word for word in words if word.startswith("-")} <= known, line
