"""What the commands give to an engine, and what they do where it goes away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from appagent.batch import LEARNED, TRAILS
from appagent.cli import batch
from appagent.cli.spread import Spreading
from appagent.errors import SchedulerGone
from appagent.knowledge.map import Page
from appagent.knowledge.mapfile import maps_of
from appagent.knowledge.store import DocStore
from appagent.spread import Work


@dataclass
class Gone:
    """An engine whose scheduler goes away once it has the work."""

    given: Callable[[Work, Path], object]

    @contextmanager
    def open(self, work: Work, into: Path, *_: Any) -> Iterator[Gone]:
        self.given(work, into)
        yield self

    def give(self, item: str) -> None: ...

    def take(self) -> Any:
        raise SchedulerGone("the scheduler is gone")


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    file = tmp_path / "tasks.txt"
    file.write_text("Sing\n")
    return file


def run_batch(tasks: Path, **flags: Any) -> int:
    """The exit code of a batch on a pocket phone."""
    asked = batch.BatchOptions(tasks, "none", Spreading(), 1, None, None, None)
    return batch.run_batch({"runs": tasks.parent / "runs", **flags}, asked)


def test_a_store_that_cannot_be_written_does_not_undo_the_end_of_a_batch(
    tasks: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (store := tasks.parent / "store").write_text("no folder")

    def leave(_: Work, into: Path) -> None:
        """What a worker sent back before its scheduler went away."""
        (into / TRAILS / "001-1/a-run").mkdir(parents=True)
        page = Page(name="Alarms", looks=(" #alarms",))
        learned = maps_of(DocStore(into / LEARNED / "001-1"))
        learned.change("com.example.clock", lambda known: known.put(page))

    monkeypatch.setattr(batch, "open_engine", lambda *_, **__: nullcontext(Gone(leave)))
    assert run_batch(tasks, model="offline", store=store) == SchedulerGone.exit_code
    (learned,) = tasks.parent.glob(f"runs/*/{LEARNED}/001-1")
    told = capsys.readouterr().err
    assert f"what was learned in {learned} is left there: cannot write docs to {store}" in told
    assert "the scheduler is gone" in told
    assert "1 task: 0 done, 0 not done, 1 left" in told
    assert (tasks.parent / "runs/a-run").is_dir(), "the trail is moved"
