"""Look for a text on a screen, and for what a finger moves to show more of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from appagent.geometry import Rect
from appagent.screen.keys import is_whole_row
from appagent.screen.values import Element, Screen

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


def scroller(screen: Screen, named: Element | None = None) -> Element | None:
    """What is moved to see more of a list: the one that is named, or that holds what is named; else
    the largest. None where the tree knows nothing that moves."""
    if named and "swipe" in named.uses:
        return named
    movers = [e for e in screen.elements if "swipe" in e.uses and e.role != "slider"]
    if around := [e for e in movers if named and e.bounds.contains(named.bounds.center)]:
        return min(around, key=lambda e: e.bounds.area)
    return max(movers, key=lambda e: screen.visible_part(e.bounds).area, default=None)


def inside(box: Rect, screen: Screen) -> list[Element]:
    """What is shown of the elements in a box, but for what takes all of it."""
    elements = (*screen.elements, *screen.shapes)
    return [e for e in elements if box.contains(e.bounds) and e.bounds != box]


def ends(elements: Sequence[Element]) -> tuple[Element, ...]:
    """The first and the last element that a person would name; the rows, where there are any."""
    named = [e for e in elements if e.name]
    rows = [e for e in named if is_whole_row(e)] or named
    return (rows[0], rows[-1]) if rows else ()
