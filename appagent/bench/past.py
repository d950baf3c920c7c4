"""The tasks of a benchmark that was run: by now their files may be gone, or hold other ones."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from itertools import zip_longest
from pathlib import Path

from appagent.bench.plan import Plan, TrialResult, digest
from appagent.bench.suite import Suite, load_suite
from appagent.errors import SuiteError


def recall(plan: Plan, results: Sequence[TrialResult]) -> tuple[Plan, list[Suite], list[str]]:
    """The plan with its tasks by their names, their suites, and a sentence about each file that is
    not what it was: of such a file there are the tasks that came to a result."""
    suites, doubts = list[Suite](), list[str]()
    for path, known in zip_longest(plan.suites, plan.digests):
        if why := _fault(path, known):
            doubts.append(
                f"{path} {why} since the benchmark: its tasks are told by the results, and those "
                "that came to none are left out"
            )
        else:
            suites.append(load_suite(path))
    loaded = {suite.app for suite in suites}
    tasks = [
        task.id
        for suite in suites
        for task in suite.tasks
        if not plan.tasks or any(fnmatchcase(task.id, pattern) for pattern in plan.tasks)
    ]
    for app in dict.fromkeys(each.app for each in results if each.app not in loaded):
        of = {each.task: each for each in results if each.app == app}
        suites.append(_suite(list(of.values())))
        tasks += of
    return plan.model_copy(update={"tasks": tuple(tasks)}), suites, doubts


def _fault(path: Path, known: str | None) -> str:
    """What became of a file; "" where it is as it was."""
    if not path.is_file():
        return "is gone"
    try:
        load_suite(path)
    except SuiteError:
        return "has changed"
    return "has changed" if known and digest(path) != known else ""


def _suite(results: Sequence[TrialResult]) -> Suite:
    """A suite of one app, as far as the results tell of it."""
    told = [
        {
            "id": each.task,
            "instruction": each.instruction,
            "goal": "`false`",
            "milestones": ["`false`"] * each.milestones,
            "solution": ["back"] * each.fewest or ["exit"],
            "wrong": [["exit"]],
        }
        for each in results
    ]
    return Suite.model_validate({"app": results[0].app, "apart": results[0].apart, "tasks": told})
