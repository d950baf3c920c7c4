"""Where a finger goes down and where it goes up, in px."""

from __future__ import annotations

from appagent.actions.verbs import Direction, Distance
from appagent.errors import ActionImpossible
from appagent.geometry import Point, Rect, Size
from appagent.screen.describe import phrase, quote
from appagent.screen.sliders import amount
from appagent.screen.values import Element, Scale, Screen

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


def slid(scale: Scale, direction: Direction, dist: Distance) -> tuple[Point, Point] | None:
    """The ends of a swipe that takes a knob along a share of its track, and not past its end; None
    where no knob is seen, and for a swipe across the track."""
    sideways = direction in ("left", "right")
    if scale.knob is None or sideways != (scale.start.y == scale.end.y):
        return None
    low, high = sorted((scale.start, scale.end))
    px = round(SHARE[dist] * (high.x - low.x + high.y - low.y))
    px = px if direction in ("right", "down") else -px
    x, y = scale.knob
    end = Point(x + px, y) if sideways else Point(x, y + px)
    return scale.knob, Rect(low.x, low.y, high.x + 1, high.y + 1).clamp(end)


def place_of(text: str, element: Element, scale: Scale) -> Point:
    """Where a slider takes the value that a text is: a number of its range or, in percent, of its
    length.

    Raises: `ActionImpossible` for what is no number, and for one out of a range that is known.
    """
    asked = amount(text)
    if asked is None:
        raise ActionImpossible(
            f"{phrase(element)} takes a number, or a share of its length as "
            f'"40%", and not {quote(text)}'
        )
    value, in_percent = asked
    low, high = (0.0, 100.0) if in_percent else (scale.low, scale.high)
    if (scale.sure or in_percent) and not low <= value <= high:
        raise ActionImpossible(f"{phrase(element)} goes from {low:g} to {high:g}, not to {value:g}")
    if high <= low:
        raise ActionImpossible(f"{phrase(element)} has no range that is known: swipe it")
    share = (value - low) / (high - low)
    return scale.place(min(max(share, 0.0), 1.0))
