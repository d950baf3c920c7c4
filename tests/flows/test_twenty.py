"""Twenty flows for the pocket phone's apps, written by hand by somebody who had read docs/flows.md
alone; each has a copy with one slip, which says at which line it has to fail."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from appagent.errors import FlowFailed
from appagent.flows import FlowFiles, Player
from pocketphone.phone import Phone
from scripts.pocket_flows import PocketStage, play_on

FLOWS = sorted((Path(__file__).parent / "twenty").glob("*.yaml"))
SAYS = re.compile(r"# fails at line (\d+)(?: of (\S+))?")


def play(path: Path) -> str:
    """The command that a flow fails at, "" where it is played to its end."""
    files = FlowFiles()
    file = files.check(path)
    assert file.problems == ()
    stage = PocketStage(Phone(), wait_s=1)
    try:
        play_on(stage, Player(stage, files, {}), file)
    except FlowFailed as err:
        return err.command
    return ""


def test_there_are_twenty() -> None:
    assert len(FLOWS) == 20


@pytest.mark.parametrize("path", FLOWS, ids=lambda path: str(path.stem))
def test_a_flow_is_played_and_its_broken_copy_fails_at_its_line(path: Path) -> None:
    assert play(path) == ""
    broken = path.parent / "broken" / path.name
    said = SAYS.match(broken.read_text("utf-8"))
    assert said
    file = broken.parent / (said[2] or path.name)
    failed, line, *_ = play(broken).split(":")
    assert Path(failed).samefile(file)
    assert line == said[1]


def test_the_examples_of_the_docs_play_as_they_stand(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/flows.md").read_text("utf-8")
    examples = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 2
    for n, example in enumerate(examples):
        (path := tmp_path / f"{n}.yaml").write_text(example)
        assert play(path) == ""
