"""Where a finger goes down and where it goes up, in px."""

from __future__ import annotations

from appagent.actions.verbs import Direction, Distance
from appagent.geometry import Point, Rect, Size
from appagent.screen.values import Element, Screen

SHARE: dict[Distance, float] = {"short": 0.25, "medium": 0.5, "long": 0.8}  # of what is swiped
EDGE_PX = 4  # gesture navigation takes touches at the very edge for itself


def way(over: Rect, direction: Direction, dist: Distance, frame: Size) -> tuple[Point, Point]:
    """The ends of a swipe over a share of the length of `over`; both are on the screen."""
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
    return start, screen.clamp(Point(start.x + 2 * dx, start.y + 2 * dy))


def swiped(element: Element | None, screen: Screen) -> Rect:
    """What a finger swipes of an element, or without one of the screen: its middle four fifths, for
    the system's bars own the two ends, and never the keyboard, where it would type."""
    frame = screen.size
    middle = Rect(0, frame.height // 10, frame.width, frame.height * 9 // 10)
    return screen.visible_part(element.bounds if element else middle)
