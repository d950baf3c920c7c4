"""What stands in for a name that nothing on the screen tells: an icon's picture, or a place."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

from appagent.geometry import Rect, Size
from appagent.screen.icons import icon_of
from appagent.screen.keys import row_of
from appagent.screen.naming import UNTOLD
from appagent.screen.values import SHAPE, Element, Screen

_PICTURES = frozenset({"button", "image"})
_MOVED = frozenset({"swipe"})  # a list without a name is mostly the only one


def tell_nameless(screen: Screen) -> Screen:
    """The screen; what has no name on it with its icon or, to tell it from the others, its place.

    An icon is told where a control is a picture only, and its place where there are several such.
    """
    icons = {id(e): icon_of(e.bounds, screen) for e in screen.elements if _is_picture(e)}
    told = [replace(e, icon=icon) if (icon := icons.get(id(e))) else e for e in screen.elements]
    same: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, element in enumerate(told):
        if element.uses and not element.called:
            same[element.role, element.icon].append(number)
    for numbers in same.values():
        if len(numbers) > 1 or not (told[numbers[0]].icon or told[numbers[0]].uses <= _MOVED):
            _tell_places(told, numbers, screen.size)
    return replace(screen, elements=tuple(told))


def _is_picture(element: Element) -> bool:
    """Whether nothing but a picture tells what a control does."""
    bare = not element.name or element.name.endswith(UNTOLD)
    return bare and element.role in _PICTURES and "tap" in element.uses


def is_nameless(element: Element) -> bool:
    """Whether no word of the screen names a control that is no part of a row: parts of rows share
    what is learned of them."""
    own = element.uses and not element.called and element.role != SHAPE
    return bool(own) and not row_of(element.key)


def _tell_places(elements: list[Element], numbers: list[int], size: Size) -> None:
    """Give these elements their places; those of one place are counted."""
    places = {n: place_in(elements[n].bounds, size) for n in numbers}
    total, so_far = Counter(places.values()), Counter[str]()
    for n, place in places.items():
        so_far[place] += 1
        count = f", {so_far[place]} of {total[place]}" if total[place] > 1 else ""
        elements[n] = replace(elements[n], place=place + count)


def place_in(bounds: Rect, size: Size) -> str:
    """The part of the screen that the middle of a thing is in: "top right", "left", "middle"."""
    x, y = bounds.center
    across = ("left", "", "right")[min(2, 3 * x // size.width)]
    down = ("top", "", "bottom")[min(2, 3 * y // size.height)]
    return " ".join(filter(None, (down, across))) or "middle"
