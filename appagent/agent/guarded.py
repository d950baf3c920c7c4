"""What is refused on a screen, so that it can be told before anyone tries it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from appagent.actions.gestures import Move
from appagent.actions.verbs import Tap
from appagent.agent.observe import Observation
from appagent.danger import Harm


def dangers_of_taps(
    seen: Observation, dangers_of: Callable[[Move], Iterable[Harm]]
) -> Mapping[int, Harm]:
    """The numbers whose touch could do harm, each with the first class."""
    found: dict[int, Harm] = {}
    for mark in seen.view.marks:
        if mark.element is None or "tap" not in mark.element.uses:
            continue
        for danger in dangers_of(Move(Tap(element=mark.label), mark=mark, element=mark.element)):
            found.setdefault(mark.label, danger)
    return found
