"""The rows of a list: what each is called, and what stands in it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from appagent.geometry import Rect, bounding_box
from appagent.screen.keys import is_whole_row, row_of
from appagent.screen.values import Element, Screen


class Row(NamedTuple):
    """One row of a list: what it is called, all that it says, and what stands in it."""

    title: str
    text: str
    elements: tuple[Element, ...]
    bounds: Rect


RowControl = tuple[str, str]  # a control of a row: its key, and its own words

_PIECES = re.compile(r"[\W\d_]+")
_NEAR = 12  # titles above and below that are compared: several stand side by side in a grid


def row_control(element: Element | None, screen: Screen) -> RowControl | None:
    """The identity of a control repeated in every row of a list; None for anything else.

    Its own words are those that nothing else in its row has: "icon" of "Orchid: icon".
    """
    row = row_of(element.key) if element else ""
    if not element or not row or element.key == row or "text" in element.uses:
        return None
    said = element.name
    mates = {name for e in _inside(row, element, screen) for name in (e.name, e.title)}
    for name in sorted(mates - {""}, key=len, reverse=True):
        said = said.replace(name, " ")
    return element.key, " ".join(_PIECES.split(said)).strip().casefold()


def row_title(row: str, element: Element, elements: Sequence[Element]) -> str:
    """The title of an element's row, by the nearest text; without numbers, which change."""
    return row_namer(row, elements)(element)


def row_namer(row: str, elements: Sequence[Element]) -> Callable[[Element], str]:
    """What tells the title of the row that an element is in. Rows are looked up by their height, so
    that a long list takes no longer than its length."""
    titles = [e for e in _titles(row, elements) if any(map(str.isalpha, e.name))]
    titles.sort(key=lambda e: e.bounds.center.y)
    heights = [e.bounds.center.y for e in titles]

    def title_of(element: Element) -> str:
        if element.key == row:
            return plain_title(element)
        at = bisect_left(heights, element.bounds.center.y)
        near = titles[max(0, at - _NEAR) : at + _NEAR]
        nearest = min(near, key=lambda e: _gap(element, e), default=None)
        return plain_title(nearest) if nearest else ""

    return title_of


def _gap(element: Element, other: Element) -> int:
    """How far the middle of an element is from another, in px across plus px down."""
    x, y = element.bounds.center
    left, top, right, bottom = other.bounds
    return max(left - x, x - right, 0) + max(top - y, y - bottom, 0)


def row_titles(row: str, elements: Sequence[Element]) -> list[tuple[str, Element]]:
    """The title of each row of a list, in order, with the element that says it."""
    return [(plain_title(e), e) for e in _titles(row, elements)]


def plain_title(element: Element) -> str:
    """An element's title without numbers, which change."""
    return _PIECES.sub(" ", element.title)


def _titles(row: str, elements: Sequence[Element]) -> list[Element]:
    """What names the rows: the rows themselves, or the texts in them if rows are no controls."""
    texts = (e for e in elements if e.key.startswith(f"{row}/") and e.role == "text")
    return [e for e in elements if e.key == row and e.name] or list(texts)


def _inside(row: str, element: Element, screen: Screen) -> list[Element]:
    """The elements that name the row an element is in."""
    x, y = element.bounds.center
    return [
        e
        for e in _titles(row, screen.elements)
        if e.bounds.top <= y < e.bounds.bottom and e is not element
        and (e.bounds.left <= x < e.bounds.right or e.key != row)
    ]  # fmt: skip


def row_mates(element: Element, screen: Screen) -> list[Element]:
    """The elements of the same row, itself included: those inside its bounds, or, where the row is
    no element, those up to where its keys begin again."""
    row = row_of(element.key)
    inside = [e for e in screen.elements if e.key == row or e.key.startswith(f"{row}/")]
    whole = [e for e in inside if e.key == row and e.bounds.contains(element.bounds.center)]
    if whole:
        bounds = min(whole, key=lambda e: e.bounds.area).bounds
        return [e for e in inside if bounds.contains(e.bounds.center)]
    group: list[Element] = []
    for each in inside:
        if any(each.key == other.key for other in group):
            if element in group:
                return group
            group = []
        group.append(each)
    return group if element in group else [element]


def _groups(elements: Sequence[Element]) -> list[tuple[Element, ...]]:
    """The elements of each row, in tree order: those inside a row that is one itself, or those up
    to where the keys of its list begin again. Rows are looked up by their height, so that a long
    list takes no longer than its length."""
    wholes = sorted((e for e in elements if is_whole_row(e)), key=lambda e: e.bounds.top)
    tops = [e.bounds.top for e in wholes]
    groups: dict[int, list[Element]] = {}
    open_rows: dict[str, tuple[int, set[str]]] = {}  # of rows that are none: the first, and keys
    for e in elements:
        if not (row := row_of(e.key)):
            continue
        at = bisect_right(tops, e.bounds.center.y)
        around = [w for w in wholes[max(0, at - _NEAR) : at]
                  if w.key == row and w.bounds.contains(e.bounds.center)]  # fmt: skip
        whole = e if is_whole_row(e) else min(around, key=lambda w: w.bounds.area, default=None)
        first, keys = open_rows.get(row, (0, set()))
        if whole is None and (not first or e.key in keys):
            first, keys = id(e), set()
        open_rows[row] = first, keys | {e.key}
        groups.setdefault(id(whole) if whole else first, []).append(e)
    return [tuple(group) for group in groups.values()]


def rows_in(box: Rect, screen: Screen) -> list[Row]:
    """The rows of the lists in a box, in tree order; what can only be read, as a heading between
    them, is none."""
    found: list[Row] = []
    for inside in _groups([e for e in screen.elements if box.contains(e.bounds.center)]):
        element = inside[0]
        if not any(e.uses for e in inside):
            continue
        whole = next((e for e in inside if is_whole_row(e)), None)
        first = whole or next((e for e in inside if e.name), element)
        texts = dict.fromkeys(text for e in inside for text in (e.name, e.value) if text)
        bounds = whole.bounds if whole else bounding_box([e.bounds for e in inside])
        found.append(Row(first.title, ", ".join(texts), inside, bounds))
    return found


def is_cut(row: Row, rows: Sequence[Row], box: Rect) -> Literal["", "above", "below"]:
    """Where the edge of its list cuts a row: it ends there and others are taller; "" if none."""
    if not any(other.bounds.height > row.bounds.height for other in rows):
        return ""
    if row.bounds.top <= box.top:
        return "above"
    return "below" if row.bounds.bottom >= box.bottom else ""
