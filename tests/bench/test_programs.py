"""The tasks as programs: the data can be read, and each task has an entry that is whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from appagent.actions.program import MOST, read
from appagent.actions.verbs import Exit
from appagent.bench.draw import draw_values, fill_text
from appagent.bench.stage import Stage, open_stage
from appagent.bench.suite import Task
from appagent.device.server import AdbServer
from pocketphone.phone import Phone
from tests.bench.player import PROGRAMS, TASKS_OF, play

SEEDS = [int(seed) for seed in os.environ.get("APPAGENT_TEST_SEEDS", "1").split(",")]
BY_ID = {name: task for name, (_, task) in TASKS_OF.items()}
PLAYED = ("clock-4", "chat-4", "video-4", "long-chat-2", "long-clock-1", "long-maps-1")
"""Tasks whose programs are played in each test run; `scripts/programs` plays them all."""

every_task = pytest.mark.parametrize("task", BY_ID.values(), ids=BY_ID.keys())


def proof(replies: list[str]) -> str:
    """What the exit at the end says that shows; "" for nothing."""
    end = read(replies[-1]).actions[-1]
    assert isinstance(end, Exit), replies[-1]
    return end.if_shows


def test_every_task_has_an_entry() -> None:
    assert PROGRAMS.keys() == BY_ID.keys()


@every_task
@pytest.mark.parametrize("seed", SEEDS)
def test_a_program_reads_back_what_it_writes(task: Task, seed: int) -> None:
    entry = PROGRAMS[task.id]
    values = draw_values(task, f"{seed}/{task.id}", Phone(seed=seed).truth)
    assert entry.keys() - {"reads"} == {"replies", "near"}
    for replies in (entry["replies"], *entry["near"]):
        for n, text in enumerate(replies, 1):
            program = read(fill_text(text, values))
            assert read(str(program)) == program
            assert 1 <= len(program.actions) <= MOST
            assert isinstance(program.actions[-1], Exit) == (n == len(replies))


@every_task
def test_an_ending_that_looks_nearly_right_ends_by_the_same_proof(task: Task) -> None:
    entry = PROGRAMS[task.id]
    assert entry["near"]
    for near in entry["near"]:
        assert proof(near)
        assert proof(near) == proof(entry["replies"]) or not proof(entry["replies"])


def test_most_tasks_take_one_reply() -> None:
    long = [len(PROGRAMS[name]["replies"]) for name in BY_ID if name.startswith("long-")]
    of_the_paper = [
        len(PROGRAMS[name]["replies"])
        for name in BY_ID
        if not name.startswith(("long-", "photos-", "settings-"))
    ]
    assert (len(of_the_paper), len(long)) == (45, 10)
    assert sum(of_the_paper) / 45 <= 1.3
    assert sum(long) / 10 <= 2


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("ANDROID_ADB_SERVER_PORT", raising=False)
        server = AdbServer.on_free_port()
        server.start()
        with open_stage(server, SEEDS[0]) as opened:
            yield opened
        server.stop()


@pytest.mark.parametrize("name", PLAYED)
def test_a_program_does_its_task_in_as_many_calls(name: str, stage: Stage, tmp_path: Path) -> None:
    entry = PROGRAMS[name]
    played = play(stage, name, SEEDS[0], entry["replies"], tmp_path)
    assert (played.ending, played.met, played.calls) == ("done", True, len(entry["replies"])), (
        played
    )
    for near in entry["near"]:
        other = play(stage, name, SEEDS[0], near, tmp_path)
        assert other.met or other.ending != "done", other
