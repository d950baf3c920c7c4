from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event, Timer
from typing import Any

import pytest

from appagent.actions.decision import Decision
from appagent.bench import trial
from appagent.bench.lesson import STORES, lesson_store
from appagent.bench.plan import (
    Book,
    Condition,
    Key,
    Lesson,
    LessonResult,
    Plan,
    Trial,
    TrialResult,
)
from appagent.bench.runner import Runner, carry_out, trial_store
from appagent.bench.suite import Suite
from appagent.bench.trial import Bench
from appagent.config import Config
from appagent.device.server import AdbServer
from appagent.errors import ModelUnavailable, ReplyInvalid, SetupError
from appagent.exchange import Prompt, Usage
from appagent.knowledge.answers import files_of
from appagent.knowledge.map import Page
from appagent.knowledge.mapfile import maps_of
from appagent.knowledge.store import DocStore
from appagent.model.offline import OfflineModel
from appagent.model.stoppable import StoppableModel
from appagent.spread import LocalEngine, Phones, Place, Shelf

TASK = {"instruction": "Go", "goal": "`true`", "solution": ["back"], "wrong": [["exit"]]}
SUITE = Suite.model_validate(
    {"app": "com.pocketphone.clock", "tasks": [{"id": f"go-{n}", **TASK} for n in range(4)]}
)
PLAN = Plan(
    model="offline", conditions=(Condition(),), seeds=(1,), steps=1, learning_steps=1, suites=()
)


class Unreachable:
    """An adb server that finds no phone."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def connect(self, address: str) -> str:
        self.asked.append(address)
        return f"failed to connect to {address}"


def offline(_: Config) -> OfflineModel:
    return OfflineModel()


class Quiet:
    """Nobody watches."""

    def began(self, item: str, where: str) -> None: ...

    def ended(self, item: str) -> None: ...

    def say(self, text: str) -> None: ...


Done = Callable[[TrialResult | LessonResult], None]


def measure(folder: Path, server: Any, plan: Plan, done: Done, jobs: int = 1, **more: Any) -> None:
    runner = Runner(plan, [SUITE], Config(), offline)
    engine = LocalEngine(Shelf(Phones(pockets=jobs), server=server), jobs)
    manual = DocStore(folder / "docs")
    carry_out(runner, engine, folder, manual=manual, follower=Quiet(), done=done, **more)


def test_a_trial_whose_phone_does_not_answer_has_failed(tmp_path: Path) -> None:
    server, told = Unreachable(), list[str]()
    measure(tmp_path, server, PLAN, lambda line: told.append(line.error), jobs=2, retries=0)
    assert len(Book(tmp_path).results()) == len(told) == len(server.asked) == 4
    assert all("does not answer adb: failed to connect" in error for error in told)
    outcome = Book(tmp_path).results()[2].model_copy(update={"ending": "stuck", "broke": False})
    Book(tmp_path).write(outcome)
    done: list[Key] = []
    measure(tmp_path, server, PLAN, lambda line: done.append(line.key))
    assert sorted([*done, outcome.key]) == [("dsl-none", f"go-{n}", 1) for n in range(4)]
    assert len(Book(tmp_path).results()) == 4, "what was done again counts once"
    assert len(server.asked) == 4 + 3 * 3, "what lost its phone is done twice more"


def test_what_trials_have_read_is_not_learned_again(tmp_path: Path) -> None:
    plan = PLAN.model_copy(update={"conditions": (Condition(docs="auto"),), "seeds": (1, 2)})
    book = Book(tmp_path)
    for seed in (1, 2):
        book.write(LessonResult(docs="auto", app=SUITE.app, seed=seed, broke=True))
    for seed, broke in ((1, False), (2, True)):
        tried = TrialResult(
            condition="dsl-auto", app=SUITE.app, task="go-0", seed=seed, broke=broke
        )
        book.write(tried)
    done: list[Key] = []
    measure(tmp_path, Unreachable(), plan, lambda line: done.append(line.key), retries=0)
    assert done[0] == ("auto", SUITE.app, 2)
    assert len(done) == 1 + 3 + 4


def test_a_trial_reads_the_maps_of_all_lessons(tmp_path: Path) -> None:
    ours, other = Bench(tmp_path, Config(), AdbServer(), OfflineModel), "com.pocketphone.maps"
    suites = [SUITE, SUITE.model_copy(update={"app": other})]
    for suite, name in zip(suites, ("Alarms", "Places"), strict=True):
        learned = lesson_store(ours, Lesson("auto", suite, 1))
        page = Page(name=name, looks=(f" #{name}",))
        maps_of(learned).change(SUITE.app, lambda known, page=page: known.put(page))
    due = Trial(Condition(docs="auto"), suites[0], SUITE.tasks[0], 1)
    place = Place("pocket", "pocket 1", AdbServer(), tmp_path, {STORES: tmp_path / STORES})
    told = maps_of(trial_store(place, due, suites)).read(SUITE.app)
    assert [page.name for page in told.pages] == ["Alarms", "Places"]
    without = trial_store(place, replace(due, condition=Condition()), suites)
    assert not maps_of(without).read(SUITE.app).pages


def test_what_a_trial_is_told_no_other_one_reads(tmp_path: Path) -> None:
    manual = DocStore(tmp_path / "docs")
    place = Place("pocket", "pocket 1", AdbServer(), tmp_path, {"manual-00": manual.folder})
    said = {"page": {"button": "delete"}}
    for docs in ("none", "manual"):
        due = Trial(Condition(docs=docs), SUITE, SUITE.tasks[0], 1)
        files_of(trial_store(place, due, [SUITE])).add(SUITE.app, "1", said)
        for other in (due, replace(due, task=SUITE.tasks[1])):
            store = trial_store(place, other, [SUITE])
            assert not files_of(store).read(SUITE.app, "1").asked
    assert not manual.folder.exists()


def test_a_trial_reaches_the_model_with_the_password_of_its_own_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings that it was sent have none."""
    monkeypatch.setenv("OPENAI_BASE_URL", "https://me:s3cret-123@host/v1")
    monkeypatch.setattr(trial, "run_trial", lambda bench, *_: bench.model())
    runner = Runner(PLAN, [SUITE], Config(base_url="https://host/v1"), lambda config: config)
    place = Place("pocket", "pocket 1 of w1", AdbServer(), tmp_path, {}, here=False)
    config = runner.do(next(iter(runner.items)), place)
    assert config.base_url == "https://me:s3cret-123@host/v1"


class Silent:
    """A model whose endpoint says nothing."""

    name, host, spent = "silent", "", Usage()

    def ask(self, *_: Any) -> Any:
        Event().wait()


def test_a_stop_does_not_wait_for_the_endpoint() -> None:
    stopped = Event()
    model = StoppableModel(Silent(), stopped)
    Timer(0.01, stopped.set).start()
    with pytest.raises(KeyboardInterrupt):
        model.ask(Prompt("", "", "run"), [], Decision)
    assert not model.lost


class Quick(Silent):
    """A model that answers at once."""

    def __init__(self) -> None:
        self.asked = 0

    def ask(self, *_: Any) -> Any:
        self.asked += 1
        return "an answer"


def test_a_stop_counts_for_a_model_that_answers_at_once() -> None:
    stopped, inner = Event(), Quick()
    model = StoppableModel(inner, stopped, lambda: 0.01)
    assert model.ask(Prompt("", "", "run"), [], Decision) == "an answer"
    stopped.set()
    with pytest.raises(KeyboardInterrupt):
        model.ask(Prompt("", "", "run"), [], Decision)
    assert inner.asked == 1, "nothing is asked, and paid for, that nobody waits for"


def test_a_call_that_is_lost_is_no_doing_of_the_agents() -> None:
    class Down(Silent):
        def ask(self, *_: Any) -> Any:
            raise ModelUnavailable("down")

    class Babbling(Silent):
        def ask(self, *_: Any) -> Any:
            raise ReplyInvalid("no JSON", "well")

    class Wrong(Silent):
        def ask(self, *_: Any) -> Any:
            raise RuntimeError("a bug")

    for inner, lost in ((Down(), True), (Babbling(), False), (Wrong(), False)):
        model = StoppableModel(inner, Event())
        with pytest.raises((ModelUnavailable, ReplyInvalid, RuntimeError)):
            model.ask(Prompt("", "", "run"), [], Decision)
        assert model.lost is lost


def test_what_cannot_be_told_ends_what_waits(tmp_path: Path) -> None:
    server = Unreachable()

    def full(_: object) -> None:
        raise SetupError("the disk is full")

    with pytest.raises(SetupError):
        measure(tmp_path, server, PLAN, full, retries=0)
    assert len(server.asked) < 4
