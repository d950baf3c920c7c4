"""Look for a text on a screen, what stands beside it, and what a finger moves to show more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from appagent.geometry import Point, Rect
from appagent.screen.change import match
from appagent.screen.describe import phrase, quote, states
from appagent.screen.keys import is_whole_row, row_of
from appagent.screen.rows import row_mates
from appagent.screen.values import Element, Screen
from appagent.texts import shorten

ROW_LIMIT, PART_LIMIT = 200, 100
"""Characters that are told of a row and of each text in it, so that a long one hides no other."""

# A part begins where a word does, in scripts with blanks, and cuts no number in two.
_BEGINS, _ENDS = r"(?!(?<=[^\W\u2e80-\U0010ffff])\w)", r"(?!(?<=\d)\d)"


def saying(elements: Sequence[Element], text: str) -> Element | None:
    """The first element whose name or value is the text, in any case; else the first of which it is
    a part."""
    sought = _fold(text)
    part = re.compile(f"{_BEGINS}{re.escape(sought)}{_ENDS}")
    said = [(e, _fold(each)) for e in elements for each in (e.name, e.value)]
    whole = (e for e, words in said if words == sought)
    return next(whole, None) or next((e for e, words in said if part.search(words)), None)


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())


def told_with_row(found: Element, screen: Screen) -> str:
    """What was found, with all that its row says, or its line where a text stands in no list:
    `text "Friday" in row "Friday, 9 am - 5 pm, Closed"`; of a row what it holds beside its name."""
    name = phrase(found, ROW_LIMIT)
    told = [found.called] if is_whole_row(found) else []
    for mate in row_mates(found, screen) if row_of(found.key) else _line(found, screen):
        for text in (mate.says or mate.name, mate.value, *states(mate)):
            if text and f", {text}, " not in f", {', '.join(told)}, ":
                told.append(shorten(text, PART_LIMIT))
    if is_whole_row(found):
        return f"{name} with {quote(', '.join(told[1:]), ROW_LIMIT)}" if told[1:] else name
    return f"{name} in row {quote(', '.join(told), ROW_LIMIT)}" if len(told) > 1 else name


def _line(text: Element, screen: Screen) -> list[Element]:
    """What stands on one line with a text outside of lists, itself included, from the left; nothing
    for a control, which says itself what it is."""
    middle, (_, top, _, bottom) = text.bounds.center.y, text.bounds
    level = (
        e for e in screen.elements
        if top <= e.bounds.center.y < bottom and e.bounds.top <= middle < e.bounds.bottom
        and not row_of(e.key)
    )  # fmt: skip
    return sorted(level, key=lambda e: e.bounds.left) if text.role == "text" else []


def scroller(screen: Screen, named: Element | None = None) -> Element | None:
    """What is moved to see more of a list: the one that is named, or that holds what is named; else
    the largest that is no strip of chips. None where the tree knows nothing that moves. A slider
    moves only itself."""
    if named and _moves(named):
        return named
    movers = [e for e in screen.elements if _moves(e)]
    if around := [e for e in movers if named and e.bounds.contains(named.bounds.center)]:
        return min(around, key=lambda e: e.bounds.area)
    lists = [e for e in movers if 2 * e.bounds.height > e.bounds.width or _axis(e, screen) != 0]
    return max(lists, key=lambda e: screen.visible_part(e.bounds).area, default=None)


def _moves(element: Element) -> bool:
    return "swipe" in element.uses and element.role != "slider"


def inside(box: Rect, screen: Screen) -> list[Element]:
    """What is shown of the elements in a box, but for what takes all of it."""
    elements = (*screen.elements, *screen.shapes)
    return [e for e in elements if box.contains(e.bounds) and e.bounds != box]


def ends(elements: Sequence[Element]) -> tuple[Element, ...]:
    """The first and the last element that a person would name; the rows, where there are any."""
    named = [e for e in elements if e.name]
    rows = [e for e in named if is_whole_row(e)] or named
    return (rows[0], rows[-1]) if rows else ()


def reached_end(before: Screen, after: Screen, start: Point, end: Point) -> str:
    """Which end a finger ran into that swiped from `start` to `end`: "end of the list"; "" for
    none. There what moves under it has gone less than half as far as the finger. Nothing is told
    where that cannot be known: nothing stayed, or it moves along another axis."""
    axis = 0 if abs(end.x - start.x) > abs(end.y - start.y) else 1
    over = _moved_at(before, start, axis)
    if over is None:
        return ""
    pairs, _, _ = match(inside(over.bounds, before), inside(over.bounds, after))
    gone = Counter(now.bounds[axis] - was.bounds[axis] for was, now in pairs if was.name)
    if not gone or 2 * abs(gone.most_common(1)[0][0]) >= abs(end[axis] - start[axis]):
        return ""
    kind = "list" if over.role == "list" else "page"
    return f"{'end' if end[axis] < start[axis] else 'start'} of the {kind}"


def _moved_at(screen: Screen, point: Point, axis: int) -> Element | None:
    """What a finger moves that goes down there, along x (0) or y (1)."""
    movers = [e for e in screen.elements if "swipe" in e.uses and e.role != "slider"]
    around = [e for e in movers if e.bounds.contains(point) and _axis(e, screen) == axis]
    return min(around, key=lambda e: e.bounds.area, default=None)


def _axis(mover: Element, screen: Screen) -> int | None:
    """The axis along which its parts follow each other, for no tree tells which way it moves; None
    where they do not, or where a strip of cards has more than a line in each."""
    named = [e for e in inside(mover.bounds, screen) if e.name]
    boxes = [e.bounds for e in [e for e in named if is_whole_row(e)] or named]
    if not boxes:
        return None
    if max(box.top for box in boxes) >= min(box.bottom for box in boxes):
        return 1 if 2 * mover.bounds.height > mover.bounds.width else None
    return 0 if max(box.left for box in boxes) >= min(box.right for box in boxes) else None
