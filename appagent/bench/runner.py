"""Run a plan: first its lessons, then its trials, several at a time."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TypeVar

from appagent.bench import lesson, trial
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
from appagent.knowledge.store import DocStore

log = logging.getLogger(__name__)
Item = TypeVar("Item", Lesson, Trial)
Line = TypeVar("Line", TrialResult, LessonResult)


def carry_out(
    bench: Bench,
    plan: Plan,
    suites: Sequence[Suite],
    *,
    manual: DocStore,
    jobs: int,
    done: Callable[[TrialResult | LessonResult], None],
) -> None:
    """Run the lessons and trials of the plan that have no result yet, and write their results.

    Every trial comes to a line: one in which the agent itself broke down is a failed one. A stop
    (Ctrl-C) ends the trials under way. They, and those that broke off by no doing of the agent's,
    are done anew when the plan is taken up again.
    """
    book = Book(bench.folder)
    known = {line.key for line in book.lines() if not line.broke}
    trials_due = [each for each in trials(plan, suites) if each.key not in known]
    # What a trial with an outcome has read is not learned again.
    known |= {each.lesson for each in trials(plan, suites) if each.key in known}
    lessons_due = [each for each in lessons(plan, suites) if each.key not in known]

    def teach(due: Lesson) -> LessonResult:
        shutil.rmtree(lesson.lesson_store(bench, due).folder, ignore_errors=True)  # left by a stop
        return lesson.teach(bench, due)

    def attempt(due: Trial) -> TrialResult:
        return trial.run_trial(bench, due, _store(bench, due, suites, manual))

    def write(lines: Iterable[TrialResult | LessonResult]) -> None:
        for line in lines:
            if not bench.stopped.is_set():
                book.write(line)
                done(line)

    with ThreadPoolExecutor(jobs, "bench") as pool:
        try:
            write(_each(pool, teach, lessons_due, _lesson_crash))
            write(_each(pool, attempt, trials_due, _trial_crash))
        except KeyboardInterrupt:
            log.warning("stopping what is under way")
            raise
        finally:  # where it breaks off, the pool would work off all that waits in it
            bench.stopped.set()
            pool.shutdown(cancel_futures=True)


def _each(
    pool: ThreadPoolExecutor,
    work: Callable[[Item], Line],
    items: Iterable[Item],
    broken: Callable[[Item, BaseException], Line],
) -> Iterator[Line]:
    """The result of the work for each item, in the order of completion."""
    under_way = {pool.submit(work, item): item for item in items}
    for future in as_completed(under_way):
        crash = future.exception()
        if crash is not None:
            log.error("%s broke down", under_way[future].key, exc_info=crash)
        yield future.result() if crash is None else broken(under_way[future], crash)


def _trial_crash(due: Trial, crash: BaseException) -> TrialResult:
    error = f"{type(crash).__name__}: {crash}"
    return trial.blank_result(due).model_copy(update={"error": error, "broke": True})


def _lesson_crash(due: Lesson, crash: BaseException) -> LessonResult:
    error = f"{type(crash).__name__}: {crash}"
    return LessonResult(docs=due.docs, app=due.suite.app, seed=due.seed, error=error, broke=True)


def _store(bench: Bench, due: Trial, suites: Sequence[Suite], manual: DocStore) -> DocStore:
    """The docs and maps that a trial reads: those of every app, because a task may need several.
    Where lessons of two apps saw one page of a third, the maps of both tell it. What a trial itself
    is told of controls lies above them, and no other trial reads it."""
    own = bench.folder / lesson.STORES / "asked" / "-".join(map(str, due.key))
    shutil.rmtree(own, ignore_errors=True)  # left by a stop
    docs = due.condition.docs
    if docs == "manual":
        return DocStore(own, manual.folders[::-1])
    if docs == "none":
        return DocStore(own)
    others = [each for each in suites if each.app != due.suite.app]
    below = [
        lesson.lesson_store(bench, Lesson(docs, suite, due.seed)).folder
        for suite in (due.suite, *others)
    ]
    return DocStore(own, below)
