"""Run a plan: first its lessons, then its trials, wherever phones are."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from appagent.bench import lesson, trial
from appagent.bench.album import Album
from appagent.bench.plan import (
    Book,
    Lesson,
    LessonResult,
    Plan,
    Trial,
    TrialResult,
    lessons,
    trials,
)
from appagent.bench.suite import Suite
from appagent.bench.trial import Bench
from appagent.config import Config, with_own_addresses
from appagent.errors import SetupError
from appagent.knowledge.store import DocStore
from appagent.ports import Model
from appagent.spread import POCKET, Ended, Engine, Follower, Lost, Need, Place, spread

log = logging.getLogger(__name__)
_MANUAL = "manual-"


@dataclass(frozen=True)
class Runner:
    """The lessons and trials of a plan, as a work that can be spread: an item is the name of one.
    Each has a pocket phone of its own."""

    plan: Plan
    suites: Sequence[Suite]
    config: Config
    model: Callable[[Config], Model]  # a new one each time, with its own count of tokens
    needs: Need = POCKET
    _album: Album = field(default_factory=Album, repr=False)

    def do(self, item: str, place: Place) -> TrialResult | LessonResult | Lost:
        """The result of one; where it is stopped, `KeyboardInterrupt` or a result that broke.
        Another machine that lacks a key is unfit for all."""
        due, config = self.items[item], with_own_addresses(self.config)
        if not place.here:
            try:
                self.model(config)
            except SetupError as err:
                return Lost(f"{place.name}: {err}", unfit=True)
        bench = Bench(
            place.write, config, place.server, lambda: self.model(config), self.plan.faults,
            place.stopped, self._album, place.turn,
        )  # fmt: skip
        if isinstance(due, Trial):
            return trial.run_trial(bench, due, trial_store(place, due, self.suites))
        return lesson.teach(bench, due)

    @cached_property
    def items(self) -> Mapping[str, Trial | Lesson]:
        due: list[Trial | Lesson] = [*lessons(self.plan, self.suites)]
        due += trials(self.plan, self.suites)
        return {each.name: each for each in due}


def carry_out(
    runner: Runner,
    engine: Engine,
    folder: Path,
    *,
    manual: DocStore,
    follower: Follower,
    done: Callable[[TrialResult | LessonResult], None],
    retries: int = 2,
) -> None:
    """Run the lessons and trials of the plan that have no result yet, and write their results.

    Every trial comes to a line: one in which the agent itself broke down is a failed one. A stop
    (Ctrl-C) ends the trials under way. They, and those that broke off by no doing of the agent's,
    are done anew when the plan is taken up again.
    """
    book = Book(folder)
    known = {line.key for line in book.lines() if not line.broke}
    every = list(trials(runner.plan, runner.suites))
    trials_due = [each.name for each in every if each.key not in known]
    # What a trial with an outcome has read is not learned again.
    known |= {each.lesson for each in every if each.key in known}
    lessons_due = [each for each in lessons(runner.plan, runner.suites) if each.key not in known]

    def note(ended: Ended) -> None:
        line = _line(runner.items[ended.item], ended)
        book.write(line)
        done(line)

    stores = folder / lesson.STORES

    def clear(item: str) -> None:
        """Take away what is left of a lesson by a stop, or by a phone that was lost."""
        due = runner.items[item]
        if isinstance(due, Lesson):
            shutil.rmtree(lesson.folder_in(stores, due), ignore_errors=True)

    names = [each.name for each in lessons_due]
    for name in names:
        clear(name)
    for ended in spread(engine, runner, names, follower, into=folder, retries=retries, clear=clear):
        note(ended)
    layers = manual.folders[::-1] if _reads(runner.plan, "manual") else ()
    read = {f"{_MANUAL}{n:02}": layer for n, layer in enumerate(layers)}
    if _reads(runner.plan, "auto", "demo"):
        read[lesson.STORES] = stores
    for ended in spread(
        engine, runner, trials_due, follower, into=folder, read=read, retries=retries
    ):
        note(ended)


def _reads(plan: Plan, *sources: str) -> bool:
    return any(each.docs in sources for each in plan.conditions)


def _line(due: Trial | Lesson, ended: Ended) -> TrialResult | LessonResult:
    """The line of one that ended; where it broke down, or was lost once too often, that of a
    failure."""
    error, result = "", ended.result
    if ended.crash is not None:
        log.error("%s broke down", ended.item, exc_info=ended.crash)
        error = f"{type(ended.crash).__name__}: {ended.crash}"
    elif isinstance(result, Lost):
        error, result = result.why, result.result
    if isinstance(result, TrialResult | LessonResult):
        return result
    if isinstance(due, Trial):
        return trial.blank_result(due).model_copy(update={"error": error, "broke": True})
    return LessonResult(docs=due.docs, app=due.suite.app, seed=due.seed, error=error, broke=True)


def trial_store(place: Place, due: Trial, suites: Sequence[Suite]) -> DocStore:
    """The docs and maps that a trial reads: those of every app, because a task may need several.
    Where lessons of two apps saw one page of a third, the maps of both tell it. What a trial itself
    is told of controls lies above them, and no other trial reads it."""
    own = place.write / lesson.STORES / "asked" / "-".join(map(str, due.key))
    shutil.rmtree(own, ignore_errors=True)  # left by a stop
    docs = due.condition.docs
    if docs == "manual":
        layers = sorted(name for name in place.read if name.startswith(_MANUAL))
        return DocStore(own, [place.read[name] for name in layers])
    if docs == "none":
        return DocStore(own)
    others = [each for each in suites if each.app != due.suite.app]
    below = [
        lesson.folder_in(place.read[lesson.STORES], Lesson(docs, suite, due.seed))
        for suite in (due.suite, *others)
    ]
    return DocStore(own, below)
