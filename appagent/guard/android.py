"""What Android itself tells of a touch, in no words: the facts of android.yaml, and a row that is
swiped away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

from appagent.actions.gestures import Drag, Move
from appagent.actions.verbs import DragAt, Each, Read, ScrollTo, Swipe, SwipeArea
from appagent.geometry import Point, Rect
from appagent.screen.keys import is_whole_row, row_of
from appagent.screen.values import Element, Screen

_WIDE = 0.7  # of the screen: a narrower thing is a tile, not a row that is swiped away


class Fact(BaseModel):
    """What a control of one of Android's windows does."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    package: str
    activity: str = ""
    id: str = ""
    row: bool = False
    does: str
    since: int
    source: str

    def fits(self, element: Element, screen: Screen) -> bool:
        package, activity = screen.app
        return bool(
            re.search(self.package, package)
            and re.search(self.activity, activity)
            and re.search(self.id, element.resource_id)
            and (not self.row or row_of(element.key))
        )


@cache
def facts() -> tuple[Fact, ...]:
    found = yaml.safe_load(Path(__file__).with_name("android.yaml").read_text("utf-8"))
    return tuple(map(Fact.model_validate, found))


def does(element: Element, screen: Screen) -> str:
    """What touching a control does, in the words of an answer; "" where Android does not tell."""
    return next((fact.does for fact in facts() if fact.fits(element, screen)), "")


# --- rows that are swiped away --------------------------------------------------------------------


def swipes_away(move: Move, screen: Screen) -> bool:
    """Whether a finger moves a row aside, which may delete it (ItemTouchHelper, SwipeToDismiss)."""
    start = move.gesture.start if isinstance(move.gesture, Drag) else None
    return goes_aside(move) and _row(start, move.element, screen) is not None


def goes_aside(move: Move) -> bool:
    """Whether a finger goes to the left or to the right."""
    if not isinstance(move.action, Swipe | ScrollTo | Each | Read | SwipeArea | DragAt):
        return False
    if isinstance(move.action, Read) and move.gesture is None:
        return False
    if isinstance(move.gesture, Drag):
        start, end = move.gesture.start, move.gesture.end
        return abs(end.x - start.x) > abs(end.y - start.y)
    told = isinstance(move.action, Swipe | ScrollTo) and move.action.direction
    return told not in ("up", "down")


def _row(start: Point | None, element: Element | None, screen: Screen) -> Element | None:
    """The row that a finger would move aside: one of a vertical list, below nothing that itself
    moves sideways."""
    if start is None:
        start = element.bounds.center if element else None
    here = [e for e in screen.elements if start and e.bounds.contains(start)]
    row = min(filter(is_whole_row, here), key=lambda e: e.bounds.area, default=None)
    if row is None:
        return element if element and is_whole_row(element) and not _moves(element) else None
    if row.bounds.width < _WIDE * screen.size.width or _moves(row):
        return None
    return None if any(_sideways(e, screen) for e in here if _moves(e)) else row


def _moves(element: Element) -> bool:
    return "swipe" in element.uses


def _sideways(mover: Element, screen: Screen) -> bool:
    """Whether it turns pages, is a slider, or shows things side by side."""
    if mover.role in ("pages", "slider"):
        return True
    inside = [e.bounds for e in _parts(mover, screen)]
    return any(_beside(one, other) for one in inside for other in inside)


def _parts(mover: Element, screen: Screen) -> Iterator[Element]:
    own = f"{mover.key}/row"
    for element in screen.elements:
        child = element is not mover and "tap" in element.uses
        below = mover.role == "scroll area" and mover.key and element.key.startswith(mover.key)
        if element.key == own or (child and below):
            yield element


def _beside(one: Rect, other: Rect) -> bool:
    return one.right <= other.left and one.top < other.bottom and other.top < one.bottom
