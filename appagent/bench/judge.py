"""How far a run came, by the task's milestones and its goal in the phone's own state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError

from appagent.bench.draw import State, TaskInstance
from appagent.errors import SuiteError


@dataclass(frozen=True, slots=True)
class Score:
    """How far a run came: to the goal, or to which milestone."""

    success: bool
    reached: int  # the last milestone that was true at some time, from 1
    milestones: int
    fewest: int  # steps
    problem: str = ""  # why the goal, or a milestone, says neither yes nor no
    held: frozenset[int] = frozenset()  # the milestones that were true at some time

    @property
    def reward(self) -> float:
        """How many of the fewest steps the run came: all of them with the goal, else the share
        that the last milestone reached stands for."""
        share = 1.0 if self.success else self.reached / (self.milestones + 1)
        return self.fewest * share


class Judge:
    """Follows a run through the states of its phone."""

    def __init__(self, drawn: TaskInstance, start: State) -> None:
        self._drawn = drawn
        self._start = facts(start, drawn.app)
        self._held: set[int] = set()
        self._problem = ""

    def see(self, state: State) -> None:
        """Note the milestones that this state reaches."""
        now = self._data(state, "")
        for number, milestone in enumerate(self._drawn.milestones, 1):
            value = None if number in self._held else _evaluate(milestone, now)
            if value is True:
                self._held.add(number)
            elif value not in (False, None) and not self._problem:
                self._problem = self._neither(f"milestone {number}", milestone, value)

    def goal_met(self, state: State, answer: str = "") -> bool:
        """Whether the goal is reached. Raises: `SuiteError` if it is not true or false."""
        goal = self._drawn.goal
        try:
            value = jmespath.search(goal, self._data(state, answer))
        except JMESPathError as err:
            raise SuiteError(f"{self._drawn.task.id}: goal: {' '.join(str(err).split())}") from err
        if not isinstance(value, bool):
            raise SuiteError(self._neither("goal", goal, value))
        return value

    def _neither(self, what: str, expression: str, value: object) -> str:
        return f"{self._drawn.task.id}: {what}: {expression} is {value!r}, not true or false"

    def verdict(self, state: State, answer: str) -> Score:
        """The score of a run that ends in `state` with `answer`."""
        self.see(state)
        task, success, problem = self._drawn.task, False, self._problem
        try:
            success = self.goal_met(state, answer)
        except SuiteError as err:
            problem = str(err)
        held = frozenset(self._held)
        reached = max(held, default=0)
        return Score(success, reached, len(task.milestones), task.fewest, problem, held)

    def _data(self, state: State, answer: str) -> dict[str, Any]:
        extra = {"answer": answer, "answer_lower": answer.lower(), "start": self._start}
        return facts(state, self._drawn.app) | extra


def facts(state: State, app: str) -> dict[str, Any]:
    """The state as expressions see it, with the task's app as `app`."""
    return {**state, "app": state["apps"][app]}


def _evaluate(milestone: str, data: dict[str, Any]) -> object:
    """The value of the milestone; None if it cannot be evaluated, as on some pages."""
    try:
        return jmespath.search(milestone, data)
    except JMESPathError:
        return None
