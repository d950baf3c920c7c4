"""What the hand does, in px with the frame they were measured on, and where it lands on a mark.

A frame is a size and, where the phone tells it, a rotation in quarter turns: a screen that was
turned over has the size that it had.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal

from appagent.actions.verbs import Direction, Distance
from appagent.geometry import Point, Rect, Size
from appagent.screen.values import Mark, View

LONG_PRESS_MS = 1000
SWIPE_MS = 500  # slow enough that a list is dragged, not flung
SHARE: dict[Distance, float] = {"short": 0.25, "medium": 0.5, "long": 0.8}  # of what is swiped
EDGE_PX = 4  # gesture navigation takes touches on the very edge for itself

Key = Literal["back", "home", "enter"]


@dataclass(frozen=True, slots=True)
class TouchAt:
    point: Point
    frame: Size
    duration_ms: int = 0  # 0: a tap
    rotation: int | None = None


@dataclass(frozen=True, slots=True)
class Drag:
    start: Point
    end: Point
    frame: Size
    duration_ms: int
    rotation: int | None = None


@dataclass(frozen=True, slots=True)
class InputText:
    """Type `text` into the field in focus; with `field`, touch that point and clear it first."""

    text: str
    frame: Size
    field: Point | None = None
    held: int = 0  # characters the field holds now, to be cleared
    rotation: int | None = None


@dataclass(frozen=True, slots=True)
class KeyPress:
    key: Key


Gesture = TouchAt | Drag | InputText | KeyPress


def touch_point(mark: Mark, view: View) -> Point:
    """The point nearest to the middle of `mark` that no smaller mark inside it takes."""
    inside = [
        other.element.bounds if other.element else other.bounds
        for other in view.marks
        if other is not mark and mark.bounds.contains(other.bounds) and other.bounds != mark.bounds
    ]
    center = mark.bounds.center
    if not any(rect.contains(center) for rect in inside):
        return center
    left, top, right, bottom = mark.bounds
    xs = [left + (right - left) * step // 12 for step in range(1, 12)]
    ys = [top + (bottom - top) * step // 12 for step in range(1, 12)]
    free = [
        point
        for point in (Point(x, y) for x, y in product(xs, ys))
        if not any(rect.contains(point) for rect in inside)
    ]
    return min(free, key=lambda p: (p.x - center.x) ** 2 + (p.y - center.y) ** 2, default=center)


def drag(over: Rect, direction: Direction, dist: Distance, frame: Size) -> Drag:
    """A finger drawn over `over`, by a share of it, within the screen."""
    screen = frame.rect.inset(EDGE_PX)
    x, y = over.center
    sideways = direction in ("left", "right")
    extent, least = (
        (over.width, frame.width // 10) if sideways else (over.height, frame.height // 20)
    )
    half = max(int(extent * SHARE[dist]), least) // 2
    sign = 1 if direction in ("right", "down") else -1
    dx, dy = (sign * half, 0) if sideways else (0, sign * half)
    # The finger goes down on the element, however small, and leaves it where it must.
    start = screen.clamp(over.clamp(Point(x - dx, y - dy)))
    end = screen.clamp(Point(start.x + 2 * dx, start.y + 2 * dy))
    return Drag(start, end, frame, SWIPE_MS)
