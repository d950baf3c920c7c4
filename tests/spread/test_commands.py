"""What the commands give to an engine, and what they do where it goes away."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from appagent.batch import LEARNED, TRAILS
from appagent.bench.plan import Condition, Plan, save_plan
from appagent.bench.suite import default_suites
from appagent.cli import batch, bench
from appagent.cli.spread import Spreading
from appagent.errors import EngineGone
from appagent.knowledge.map import Page
from appagent.knowledge.mapfile import maps_of
from appagent.knowledge.store import DocStore
from appagent.report import plain
from appagent.spread import Work
from tests.bench.test_bench_plan import asked

SECRETS = ("pass-w0rd", "query-k3y", "detect0r-key", "sk-0f-mine")


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
        raise EngineGone("the scheduler is gone")


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    file = tmp_path / "tasks.txt"
    file.write_text("Sing\n")
    return file


def run_batch(tasks: Path, **flags: Any) -> int:
    """The exit code of a batch on a pocket phone."""
    options = batch.BatchOptions(tasks, "none", Spreading(), 1, None, None, None)
    return batch.run_batch({"runs": tasks.parent / "runs", **flags}, options)


def run_bench(folder: Path) -> int:
    """The exit code of a benchmark of one task, which was begun with the address of `secretive`."""
    clock = next(path for path in default_suites() if path.stem == "clock")
    plan = Plan(model="seer-4", conditions=(Condition(see="list"),), seeds=(1,), steps=1,
                learning_steps=1, suites=(clock,), tasks=("clock-1",),
                settings={"base_url": "https://host/v1"})  # fmt: skip
    save_plan(plan, folder)
    return bench.run_bench(asked(resume=folder))


@pytest.fixture
def secretive(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Settings that hold secrets; gives the works as they are sent."""
    monkeypatch.setenv("OPENAI_API_KEY", SECRETS[3])
    monkeypatch.setenv("OPENAI_BASE_URL", f"https://me:{SECRETS[0]}@host/v1?key={SECRETS[1]}")
    monkeypatch.setattr(plain, "_hidden", [])  # what no later test needs to keep
    sent: list[bytes] = []
    engine = Gone(lambda work, _: sent.append(pickle.dumps(work)))
    for command in (batch, bench):
        monkeypatch.setattr(command, "open_engine", lambda *_, **__: nullcontext(engine))
    return sent


def test_no_batch_holds_a_secret(tasks: Path, secretive: list[bytes]) -> None:
    detector = f"https://you:{SECRETS[2]}@host/parse"
    assert run_batch(tasks, model="seer-4", detector=detector) == EngineGone.exit_code
    (work,) = secretive
    assert b"https://host/v1" in work
    assert b"https://host/parse" in work
    assert [secret for secret in SECRETS if secret.encode() in work] == []


def test_no_benchmark_holds_a_secret(tmp_path: Path, secretive: list[bytes]) -> None:
    assert run_bench(tmp_path) == EngineGone.exit_code
    (work,) = secretive
    assert b"https://host/v1" in work
    assert [secret for secret in SECRETS if secret.encode() in work] == []


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
    assert run_batch(tasks, model="offline", store=store) == EngineGone.exit_code
    (learned,) = tasks.parent.glob(f"runs/*/{LEARNED}/001-1")
    told = capsys.readouterr().err
    assert f"what was learned in {learned} is left there: cannot write docs to {store}" in told
    assert "the scheduler is gone" in told
    assert "1 task: 0 done, 0 not done, 1 left" in told
    assert (tasks.parent / "runs/a-run").is_dir(), "the trail is moved"
