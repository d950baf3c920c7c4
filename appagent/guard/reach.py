"""What a finger reaches: the controls under it, and what it takes along as it moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from appagent.actions.gestures import Drag, Move, TouchAt
from appagent.actions.verbs import DragAt, LongPress, SwipeArea, Tap
from appagent.geometry import Point, Rect
from appagent.screen.keys import is_whole_row, row_of
from appagent.screen.pages import page_kind
from appagent.screen.system import is_home
from appagent.screen.values import SHAPE, SURFACE, Element, Screen

NEAR_SHARE = 0.02  # of the screen's width: a finger that misses a control by so much may hit it
_WIDE = 0.7  # of the screen: a narrower thing is a tile, not a row that is swiped away
_PAGE_SHARE = 0.5  # of what turns pages: what is larger is its page
_CARD_SHARE = 0.3  # of the height of the screen: what is higher is a card
_MOVERS = ("list", "scroll area", "pages")


def is_harmless(element: Element, screen: Screen) -> bool:
    """Whether touching it can do nothing for good: it is written in or moved, it is an icon of a
    home screen, or it takes no touch (View.onTouchEvent swallows those of what is disabled)."""
    if is_home(screen.app.package) and not row_of(element.key) and page_kind(screen) == "page":
        return True
    if not (element.enabled or element.web):  # a web page hears of it
        return True
    if not element.uses & {"tap", "long_press"}:
        return element.role != "slider" or not element.uses
    if element.role == SHAPE:
        return not (element.name or element.icon or element.learned)
    return "text" in element.uses or element.role == SURFACE


def under_finger(move: Move, screen: Screen) -> Iterator[Element]:
    """What a finger may touch: the element of the move; of a point, and in the middle of a list,
    also what it may have missed, and a text there that the tree does not call a control."""
    if move.element:
        yield move.element
    point, by_number = touched_at(move), isinstance(move.action, Tap | LongPress)
    passes = move.element is not None and (_only_moves(move.element) or not move.element.enabled)
    if point is None or (by_number and not passes):
        return
    whole = move.element is not None and not (passes or move.element.role in (SURFACE, *_MOVERS))
    near_px = 0 if whole else round(NEAR_SHARE * screen.size.width)
    for element in (*screen.elements, *screen.shapes):
        here = element.bounds.inset(-near_px).contains(point) and element is not move.element
        if here and (not whole or not element.uses):
            yield element


def touched_at(move: Move) -> Point | None:
    """Where a finger comes down; None for none."""
    match move.gesture:
        case TouchAt(point=point) | Drag(start=point):
            return point
        case _:
            return None


def _only_moves(element: Element) -> bool:
    """Whether a finger does nothing to it but move it."""
    return bool(element.uses) and element.uses <= {"swipe"} and element.role != SHAPE


def stays(move: Move, screen: Screen) -> bool:
    """Whether a finger comes up where it came down."""
    if not isinstance(move.gesture, Drag):
        return False
    (x1, y1), (x2, y2) = move.gesture.start, move.gesture.end
    return max(abs(x2 - x1), abs(y2 - y1)) <= 2 * NEAR_SHARE * screen.size.width


# --- a finger that moves --------------------------------------------------------------------------


def swipes_away(move: Move, screen: Screen) -> bool:
    """Whether a finger moves a row aside, which may delete it (ItemTouchHelper, SwipeToDismiss):
    one of a vertical list, below nothing that itself moves sideways."""
    if not (isinstance(move.gesture, Drag) and _goes_aside(move.gesture)):
        return False
    here = _at(move.gesture.start, screen)
    row = _smallest(filter(is_whole_row, here))
    if row is None or row.bounds.width < _WIDE * screen.size.width or _moves(row):
        return False
    return not any(_sideways(e, screen) for e in here if _moves(e))


def taken_along(move: Move, screen: Screen) -> Element | None:
    """What else a finger moves, and nothing tells what that does: a slider, a card, another row.
    None where it turns pages, moves a strip of things or scrolls."""
    if not isinstance(move.gesture, Drag) or swipes_away(move, screen):
        return None
    here, aside = _at(move.gesture.start, screen), _goes_aside(move.gesture)
    sliders = [e for e in here if e.role == "slider" and (e is move.element or aside == _lies(e))]
    mover = _smallest(e for e in here if _moves(e))
    if mover and not sliders and (not aside or _is_strip(mover, move.gesture.start, screen)):
        return None
    things = [e for e in here if not (is_harmless(e, screen) or (mover and _is_page(e, mover)))]
    if not things and isinstance(move.action, SwipeArea | DragAt):  # the web calls some just texts
        things = [e for e in here if e.role == "text" and e.name]
    if not aside:  # a row goes up and down with its list, and where that ends not at all
        things = [e for e in things if not _stands_in_list(e, screen)]
    return _smallest(sliders or [*filter(is_whole_row, things)] or things)


def _goes_aside(drag: Drag) -> bool:
    (x1, y1), (x2, y2) = drag.start, drag.end
    return abs(x2 - x1) > abs(y2 - y1)


def _at(point: Point, screen: Screen) -> list[Element]:
    return [e for e in (*screen.elements, *screen.shapes) if e.bounds.contains(point)]


def _smallest(elements: Iterable[Element]) -> Element | None:
    return min(elements, key=lambda e: e.bounds.area, default=None)


def _moves(element: Element) -> bool:
    return "swipe" in element.uses


def _is_page(element: Element, mover: Element) -> bool:
    """Whether it fills what turns pages, and is turned with them."""
    return mover.role == "pages" and element.bounds.area > _PAGE_SHARE * mover.bounds.area


def _stands_in_list(element: Element, screen: Screen) -> bool:
    """Whether it is in one of several rows below one another, and those are no cards."""
    row = row_of(element.key)
    rows = [e.bounds for e in screen.elements if row and e.key == row]
    low = all(box.height < _CARD_SHARE * screen.size.height for box in rows)
    apart = not any(one.overlaps(other) for one, other in combinations(rows, 2))
    return len(rows) > 1 and low and apart


def _lies(slider: Element) -> bool:
    return slider.bounds.width >= slider.bounds.height


def _is_strip(mover: Element, finger: Point, screen: Screen) -> bool:
    """Whether all things that it shows stand side by side, and the finger among them."""
    inside = [*_parts(mover, screen)]
    if not any(box.top <= finger.y < box.bottom for box in inside):
        return False
    pairs = combinations(sorted(inside, key=lambda box: box.left), 2)
    return len(inside) > 1 and all(_beside(one, other) for one, other in pairs)


def _sideways(mover: Element, screen: Screen) -> bool:
    """Whether it turns pages, is a slider, or shows things side by side."""
    if mover.role in ("pages", "slider"):
        return True
    inside = [*_parts(mover, screen)]
    return any(_beside(one, other) for one in inside for other in inside)


def _parts(mover: Element, screen: Screen) -> Iterator[Rect]:
    own = f"{mover.key}/row"
    for element in screen.elements:
        child = element is not mover and "tap" in element.uses
        below = mover.role == "scroll area" and mover.key and element.key.startswith(mover.key)
        if element.key == own or (child and below):
            yield element.bounds


def _beside(one: Rect, other: Rect) -> bool:
    return one.right <= other.left and one.top < other.bottom and other.top < one.bottom
