"""The figures of a benchmark: of each condition, in each app and in all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np

from appagent.bench.plan import (
    Condition,
    Key,
    LessonResult,
    Plan,
    Trial,
    TrialResult,
    WorkResult,
    select_tasks,
    trials,
)
from appagent.bench.suite import Suite

RESAMPLES = 10_000
REWARD = (
    "reward: all steps of the shortest solution if the goal is met, else the share of them that "
    "the furthest milestone stands for"
)


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of one condition, in one app or in all; None for one that cannot be had."""

    condition: str
    app: str  # "" for all that are not reported apart
    apart: bool
    tasks: int
    trials: int  # those that were not run count as failures
    missing: int
    success: float | None = None  # share of the trials; None: the model cannot try it (n/a)
    low: float | None = None  # the 95 % interval
    high: float | None = None
    reward: float | None = None  # mean, of `fewest`
    fewest: float | None = None  # mean steps of the solutions
    steps: float | None = None  # mean, of the trials that succeeded
    overclaimed: int = 0  # trials that said done and were not
    calls: float | None = None  # mean per trial, as are the tokens
    tokens: float | None = None
    cost: float | None = None  # in all
    seconds: float | None = None  # mean per trial


@dataclass(frozen=True, slots=True)
class TruthQueries:
    """How many commands the phones got, and how many of them looked at the state that only the
    judge may know, by the phones' own logs."""

    asked: int
    commands: int

    @classmethod
    def of(cls, *lines: WorkResult) -> TruthQueries:
        return cls(sum(line.truth for line in lines), sum(line.commands for line in lines))

    def __str__(self) -> str:
        looks = f"{self.asked} of {self.commands:,} commands"
        return f"{looks} looked at the state that only the judge may see"


def rows(plan: Plan, suites: Sequence[Suite], results: Sequence[TrialResult]) -> list[Row]:
    """The figures of each condition, in all and then app by app."""
    found = {result.key: result for result in results}
    due = list(trials(plan, suites))
    apps = {suite.app for suite, _ in select_tasks(suites, plan.tasks)}
    out: list[Row] = []
    for condition in plan.conditions:
        of = [trial for trial in due if trial.condition == condition]
        out.append(_row(condition, "", [t for t in of if not t.suite.apart] or of, found))
        out += [
            _row(condition, suite.app, [t for t in of if t.suite is suite], found)
            for suite in suites
            if suite.app in apps
        ]
    return out


def _row(
    condition: Condition, app: str, due: Sequence[Trial], found: Mapping[Key, TrialResult]
) -> Row:
    apart = bool(due) and due[0].suite.apart
    names = {trial.task.id for trial in due}
    run = [found[trial.key] for trial in due if trial.key in found]
    row = Row(condition.name, app, apart, len(names), len(due), len(due) - len(run))
    if not due:
        return row
    keys = {name: [trial.key for trial in due if trial.task.id == name] for name in sorted(names)}
    done = {result.key for result in run if result.success}
    by_task = [fmean(key in done for key in of) for of in keys.values()]
    low, high = interval(by_task)
    won = [result for result in run if result.success]
    return replace(
        row,
        success=fmean(by_task),
        low=low,
        high=high,
        reward=sum(result.reward for result in run) / len(due),
        fewest=fmean(trial.task.fewest for trial in due),
        steps=fmean(result.steps for result in won) if won else None,
        overclaimed=sum(result.ending == "done" and not result.success for result in run),
        calls=_mean([result.calls for result in run]),
        tokens=_mean([result.tokens for result in run]),
        cost=_sum([result.cost for result in run if result.calls]),
        seconds=_mean([result.seconds for result in run]),
    )


def interval(by_task: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean, by a bootstrap over the tasks with a fixed seed."""
    shares = np.asarray(by_task)
    picks = np.random.default_rng(0).integers(0, len(shares), (RESAMPLES, len(shares)))
    low, high = np.percentile(shares[picks].mean(axis=1), (2.5, 97.5))
    return float(low), float(high)


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None


def _mean(values: Sequence[float | None]) -> float | None:
    total = _sum(values)
    return None if total is None else total / len(values)


def warnings(results: Sequence[TrialResult], learned: Sequence[LessonResult]) -> Iterator[str]:
    """A sentence for everything that casts doubt on the figures."""
    for lesson in learned:
        if lesson.error:
            yield f"{lesson.name} stopped early: {lesson.error}"
        elif not lesson.written:
            yield f"{lesson.name} wrote no docs, so its trials had none to read"
    for condition in dict.fromkeys(result.condition for result in results):
        of = [result for result in results if result.condition == condition]
        if errors := [result.error for result in of if result.error and not result.success]:
            yield (
                f"{len(errors)} of {len(of)} trials of {condition} ended with an error and count "
                f"as failed; the first: {errors[0]}"
            )
    for result in results:
        where = f"{result.task}, seed {result.seed}, {result.condition}"
        if result.too_short:
            yield (
                f"{where}: done in {result.steps} steps, while its solution takes "
                f"{result.fewest}: is there a shorter solution, or is the goal too easy to meet?"
            )
