from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from appagent.geometry import Rect, Size
from appagent.screen.describe import mark_line, phrase
from appagent.screen.lines import parse_mark_line
from appagent.screen.marks import find_marks
from appagent.screen.nameless import place_in, tell_nameless
from appagent.screen.values import App, Element, Image, Screen

from .test_icons import BLACK, WHITE, cross, glass, paint

TAP, SWIPE = frozenset({"tap"}), frozenset({"swipe"})


def screen(*elements: Element, **pictures: tuple[int, int, Image]) -> Screen:
    image = np.full((2400, 1080, 3), WHITE, np.uint8)
    for left, top, picture in pictures.values():
        height, width = picture.shape[:2]
        image[top : top + height, left : left + width] = picture
    return tell_nameless(Screen(image, App("app", "page"), elements, datetime.now(UTC)))


def button(left: int, top: int, name: str = "", role: str = "button") -> Element:
    return Element(f"b{left}.{top}", Rect(left, top, left + 144, top + 144), role, name, uses=TAP)


def told(seen: Screen) -> list[str]:
    return [phrase(e) for e in seen.elements]


CROSS = paint(cross, 144, BLACK, WHITE)
GLASS = paint(glass, 144, BLACK, WHITE)


def test_a_nameless_control_is_called_by_its_icon() -> None:
    seen = screen(button(900, 0), button(0, 0, "Save"), one=(900, 0, GLASS), two=(0, 0, CROSS))
    assert told(seen) == ["button (search icon)", 'button "Save"']


def test_the_icon_in_a_row_is_told_beside_the_row() -> None:
    seen = screen(button(900, 0, "Ann: icon"), button(900, 300, "Bo: icon"), one=(900, 0, CROSS))
    assert told(seen) == ['button "Ann" (close icon)', 'button "Bo: icon"']


def test_twins_are_told_apart_by_their_places() -> None:
    places = ((0, 0), (900, 0), (900, 1000), (0, 2200), (200, 2200))
    seen = screen(*(button(*at) for at in places))
    assert told(seen) == [
        "button (top left)",
        "button (top right)",
        "button (right)",
        "button (bottom left, 1 of 2)",
        "button (bottom left, 2 of 2)",
    ]
    two = screen(button(0, 0), button(900, 0), one=(0, 0, CROSS), two=(900, 0, CROSS))
    assert told(two) == ["button (close icon, top left)", "button (close icon, top right)"]


def test_a_list_has_a_place_only_beside_another() -> None:
    one = Element("l", Rect(0, 0, 1080, 900), "list", "", uses=SWIPE)
    other = replace(one, key="m", bounds=Rect(0, 1500, 1080, 2400))
    assert told(screen(one)) == ["list"]
    assert told(screen(one, other)) == ["list (top)", "list (bottom)"]


def test_the_form_reads_back() -> None:
    seen = screen(button(900, 0, "Ann: icon"), button(0, 0), one=(900, 0, CROSS))
    lines = [mark_line(mark) for mark in find_marks(seen)]
    assert lines == ['1 button "Ann" (close icon)', "2 button (top left)"]
    read = [parse_mark_line(line) for line in lines]
    assert [(r.name, r.unwritten) for r in read if r] == [("Ann", "close icon"), ("", "top left")]


def test_a_forbidden_picture_tells_nothing() -> None:
    seen = screen(button(900, 0), one=(900, 0, GLASS))
    hidden = replace(seen, picture="secure", elements=(button(900, 0),))
    assert told(tell_nameless(hidden)) == ["button (top right)"]


@pytest.mark.parametrize(
    ("bounds", "place"),
    [
        (Rect(0, 0, 10, 10), "top left"),
        (Rect(500, 0, 580, 10), "top"),
        (Rect(0, 0, 1080, 2400), "middle"),
        (Rect(1000, 2300, 1080, 2400), "bottom right"),
        (Rect(2000, 2300, 2080, 4400), "bottom right"),
    ],
)
def test_a_place_is_one_of_nine(bounds: Rect, place: str) -> None:
    assert place_in(bounds, Size(1080, 2400)) == place
