"""What an exploration has judged, so that the same effect of the same thing is not judged again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from appagent.actions.replies import Reflection
from appagent.actions.way import Way
from appagent.agent.turn import Turn
from appagent.screen.keys import is_whole_row, row_of, same_page
from appagent.screen.values import Element, Use


class _Judged(NamedTuple):
    """A touch that led to another page of the app, and what was said of it."""

    element: Element
    use: Use
    start: frozenset[str]  # the page that it was on
    end: frozenset[str]
    back: bool  # whether it led back to where the way had come from
    said: Reflection


@dataclass
class Known:
    """The touches of an exploration that were judged."""

    _judged: list[_Judged] = field(default_factory=list)

    def add(self, turn: Turn, way: Way, judged: Reflection) -> None:
        """Remember what a turn did; `way` is the one that led to its start."""
        if judged.decision != "INEFFECTIVE" and (seen := _look(turn, way, judged)):
            self._judged.append(seen)

    def judgement(self, turn: Turn, way: Way) -> Reflection | None:
        """What is known of a turn; None if it has to be judged.

        It is known where the same thing, or another row of its list, led to a page like that one
        before. What leads back, as "Cancel", is known on any page; a note is lent on its own page
        only, for there it may tell more.
        """
        now = _look(turn, way, Reflection(decision="CONTINUE"))
        found = [old for old in self._judged if now and _does_the_same(old, now)]
        if not found or now is None:
            return None
        said = (old.said for old in found if same_page(old.start, now.start))
        told = next(said, Reflection(decision="CONTINUE"))
        return Reflection(
            decision="CONTINUE",
            thought="as before",
            documentation=told.documentation,
            obvious=told.obvious,
        )


def _look(turn: Turn, way: Way, judged: Reflection) -> _Judged | None:
    """What is compared of a turn; None if it only changed its page, or left the app."""
    move, before, after, change = turn.effect
    if move.element is None or move.use is None or turn.side_effects or turn.undone:
        return None
    if change.app_changed or not change.screen_changed:
        return None
    back = any(same_page(stop.page, after.page) for stop in way.stops[:-1])
    return _Judged(move.element, move.use, before.page, after.page, back, judged)


def _does_the_same(old: _Judged, now: _Judged) -> bool:
    one, other = old.element, now.element
    if old.use != now.use or old.back != now.back or one.role != other.role:
        return False
    if one.name == other.name and now.back and not row_of(other.key):
        return True
    same_thing = one.key == other.key and (one.name == other.name or is_whole_row(other))
    return same_thing and same_page(old.start, now.start) and same_page(old.end, now.end)
