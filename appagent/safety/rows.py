"""The same element before and after an action, and the row of a list that it stands in."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

from appagent.actions.gestures import Move
from appagent.safety.labels import danger_of
from appagent.safety.names import parted, phone_number
from appagent.safety.page import text_of
from appagent.screen.keys import is_whole_row, row_of
from appagent.screen.search import row_mates
from appagent.screen.values import Element, Screen

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
    mates = {name for e in _inside(row, element, screen) for name in (e.name, _title(e))}
    for name in sorted(mates - {""}, key=len, reverse=True):
        said = said.replace(name, " ")
    return element.key, " ".join(_PIECES.split(said)).strip().casefold()


def is_tap(move: Move) -> bool:
    """Whether a move taps: what knows no holding is touched when the finger goes up, too."""
    held = move.element is not None and "long_press" not in move.element.uses
    return move.use == "tap" or (move.use == "long_press" and held)


def id_text(element: Element) -> str:
    """The words of its id: "end call" of "com.example:id/end_call"."""
    return element.resource_id.rpartition("/")[2].replace("_", " ")


def same(element: Element, before: Screen, after: Screen) -> Element | None:
    """The element after the action, even if its name changed; in a list, the one in its row."""
    found = [e for e in after.elements if e.key == element.key]
    if row := row_of(element.key):
        whose, title_of = row_title(row, element, before.elements), _row_namer(row, after.elements)
        found = [e for e in found if title_of(e) == whose]
    found = [e for e in found if e.name == element.name] or found
    x, y = element.bounds.center
    return min(
        found,
        key=lambda e: abs(e.bounds.center.x - x) + abs(e.bounds.center.y - y),
        default=None,
    )


def row_title(row: str, element: Element, elements: Sequence[Element]) -> str:
    """The title of an element's row, by the nearest text; without numbers, which change."""
    return _row_namer(row, elements)(element)


def _row_namer(row: str, elements: Sequence[Element]) -> Callable[[Element], str]:
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
    return _PIECES.sub(" ", _title(element))


def _title(element: Element) -> str:
    return element.name.partition(", ")[0]


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


def rows_of(screen: Screen) -> tuple[str, ...]:
    """What the rows of all lists say."""
    return tuple(text_of(e) for e in screen.elements if is_whole_row(e) and e.name)


def row_text(element: Element, screen: Screen) -> str:
    """All that the row says that an element is, or is in; "" outside of lists, and for a row that
    says only what it does, as in a menu."""
    row = row_of(element.key)
    if not row:
        return ""
    mates = row_mates(element, screen)
    texts = dict.fromkeys(text for e in mates for text in (e.name, e.value) if text)
    own = {element.name, element.text, element.description}
    told = [text for text in texts if text not in own or phone_number(text) or not danger_of(text)]
    first = next((e.first for e in mates if e.first and e.name in told[:1]), "")
    return parted(", ".join(told), first)


def beside_of(element: Element, screen: Screen) -> tuple[str, ...]:
    """The names of the controls on the line of one that stands in a list and in no row of its own:
    the channel beside "Subscribe"."""
    row, (_, top, _, bottom) = row_of(element.key), element.bounds
    inside = [e for e in screen.elements if row_of(e.key) == row and e is not element]
    if any(e.key == row and e.bounds.contains(element.bounds.center) for e in inside):
        return ()
    line = (e for e in inside if "tap" in e.uses and top <= e.bounds.center.y < bottom)
    return tuple(e.name for e in line if e.name)
