"""How far a slider is to be moved: what the task says of it, and what the last try came to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

from appagent.actions.verbs import Direction, Distance
from appagent.model.offline.request import Control, Request
from appagent.model.offline.task import Task
from appagent.model.offline.words import Sense, best, content, senses

_NUMBER = r"-?\d+(?:\.\d+)?"
_RANGES = re.compile(rf"\b([a-z]+) ({_NUMBER})(?: and ({_NUMBER}))?", re.IGNORECASE)
_CHANGED = re.compile(rf": \"?({_NUMBER})\"? -> \"?({_NUMBER})")


@dataclass(frozen=True, slots=True)
class Range:
    """What the value may be, both ends left out."""

    low: float
    high: float

    def holds(self, value: float) -> bool:
        return self.low < value < self.high


def wanted(task: Task, slider: Control) -> Range | None:
    """What the task says of that slider, behind its name; None where it says nothing."""
    named = content(slider.name)
    starts = [w.start for w in task.words if w.slot is None and best(w.text, named)]
    if not starts or not named:
        return None
    for found in _RANGES.finditer(task.text, min(starts)):
        said, one = senses(found[1].casefold()), float(found[2])
        if found[3]:
            return Range(*sorted((one, float(found[3]))))
        if said & {Sense.OVER, Sense.UNDER}:
            return Range(one, inf) if Sense.OVER in said else Range(-inf, one)
    return None


def due(request: Request, task: Task, slider: Control) -> tuple[Direction, Distance] | None:
    """The swipe that comes nearest: a slider takes the value of the place where the finger lifts,
    so a longer one goes further and a shorter one less far, from the middle each time."""
    goal, value = wanted(task, slider), _value(slider)
    if goal is None or value is None or goal.holds(value):
        return None
    tries = [d for d in request.past if d.verb == "swipe" and d.title == slider.title and d.worked]
    if not tries:
        direction: Direction = "right" if value <= goal.low else "left"
        return direction, "long" if inf in (goal.high, -goal.low) else "medium"
    if len(tries) > 1 or not (moved := _CHANGED.search(tries[0].outcome)):
        return None
    far = abs(value) > max(abs(end) for end in (goal.low, goal.high) if abs(end) != inf)
    return ("right" if float(moved[2]) > float(moved[1]) else "left"), "short" if far else "long"


def _value(slider: Control) -> float | None:
    found = re.fullmatch(_NUMBER, (slider.value or "").strip())
    return float(found[0]) if found else None
