"""Rehearse a suite: its solutions must reach their goals, and its wrong endings must not.

On phones in this process, without any model. What does not fit is refused by its place in the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import shorten
from typing import Any

from appagent.actions.gestures import resolve
from appagent.bench.draw import (
    State,
    TaskInstance,
    draw_values,
    fill_steps,
    fill_text,
    fill_value,
    instantiate,
)
from appagent.bench.judge import Judge
from appagent.bench.plan import LEARNING
from appagent.bench.solve import (
    StepImpossible,
    act,
    bind,
    replay,
    set_up_without_faults,
    view_of,
)
from appagent.bench.suite import Demo, Place, Suite, SuiteFault, Task, suite_error
from appagent.errors import AppAgentError
from pocketphone.phone import Phone

SHOWN = 600  # characters of a state


def rehearse(path: Path, suite: Suite, seeds: Sequence[int]) -> None:
    """Check that the suite of a file can be done with each seed. Raises: `SuiteError`."""
    try:
        check(suite, seeds)
    except SuiteFault as err:
        raise suite_error(path, err.place, str(err)) from err


def check(suite: Suite, seeds: Sequence[int]) -> None:
    """See that under each seed every task can begin, is not done yet, is done by its solution, by
    way of all its milestones, and by none of its wrong endings; and that each demonstration can be
    shown.

    Raises: `SuiteFault`.
    """
    for seed in seeds:
        phone = Phone(seed=seed)
        for number, task in enumerate(suite.tasks):
            _check_task(phone, suite.app, task, seed, ("tasks", number))
        phone = Phone(seed=LEARNING + seed)
        for number, shown in enumerate(suite.demos):
            _check_demo(phone, suite.app, shown, seed, ("demos", number))


def _check_task(phone: Phone, app: str, task: Task, seed: int, place: Place) -> None:
    about = f"{task.id}, seed {seed}"
    phone.reset()
    with _at(place, about):
        begins = instantiate(task, app, seed, phone.state())
    with _at((*place, "setup"), f"{about}: setup"):
        start = set_up_without_faults(phone, app, begins.setup)
        view_of(phone)
    with _at((*place, "goal"), f"seed {seed}"):
        done = Judge(begins, start).goal_met(start)
    if done:
        raise SuiteFault(f"{about}: its goal is met before the first step", (*place, "goal"))
    phone.reset()
    with _at((*place, "solution"), f"seed {seed}"):
        verdict = replay(phone, begins, begins.solution)
    if verdict.problem:
        raise SuiteFault(f"seed {seed}: {verdict.problem}", place)
    if not verdict.success:
        instead = _instead(begins, start, phone.state())
        raise SuiteFault(f"{about}: its solution does not reach its goal; {instead}", place)
    for number, milestone in enumerate(begins.milestones):
        if number + 1 not in verdict.held:
            problem = f"{about}: its solution never comes to the milestone {milestone}"
            raise SuiteFault(problem, (*place, "milestones", number))
    for number, wrong in enumerate(begins.wrong):
        phone.reset()
        where = (*place, "wrong", number)
        with _at(where, f"seed {seed}, wrong ending {number + 1}"):
            reached = replay(phone, begins, wrong).success
        if reached:
            instead = _instead(begins, start, phone.state())
            problem = f"{about}: its wrong ending {number + 1} reaches its goal; {instead}"
            raise SuiteFault(problem, where)


def _check_demo(phone: Phone, app: str, shown: Demo, seed: int, place: Place) -> None:
    about = f"the demonstration {shown.task!r}, seed {seed}"
    phone.reset()
    with _at(place, about):
        values = draw_values(shown, f"{LEARNING + seed}/{shown.task}", phone.state())
        script = fill_steps(shown.solution, values)
        fill_text(shown.task, values)
    with _at((*place, "setup"), f"{about}: setup"):
        set_up_without_faults(phone, app, fill_value(shown.setup, values))
    for number, step in enumerate(script, 1):
        with _at((*place, "solution", number - 1), f"{about}, step {number}"):
            view = view_of(phone)
            act(phone, resolve(bind(step, view), view))


@contextmanager
def _at(place: Place, about: str) -> Iterator[None]:
    """Turn the errors of the block into a `SuiteFault` at `place`."""
    try:
        yield
    except StepImpossible as err:
        raise SuiteFault(f"{about}: {err}", (*place, err.number - 1)) from err
    except AppAgentError as err:
        raise SuiteFault(f"{about}: {err}", place) from err
    except (LookupError, ValueError, TypeError, AttributeError) as err:  # an app's, of odd data
        cause = " ".join(map(str, err.args))
        raise SuiteFault(f"{about}: {cause} ({type(err).__name__})", place) from err


def _instead(task: TaskInstance, start: State, end: State) -> str:
    """A clause that tells the state at the end: the page, and what changed in the app."""
    before, after = start["apps"][task.app], end["apps"][task.app]
    changed = {
        name: _news(before.get(name), value)
        for name, value in after.items()
        if value != before.get(name)
    }
    end_state = json.dumps({"screen": end["screen"], "changed": changed}, ensure_ascii=False)
    return f"the state was instead: {shorten(end_state, SHOWN, placeholder=' ...')}"


def _news(before: Any, after: Any) -> Any:
    """The value after a change; for a list that grew only the new items."""
    if isinstance(before, list) and isinstance(after, list):
        return [each for each in after if each not in before] or after
    return after
