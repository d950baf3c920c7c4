"""What counts as shown: texts, states, errors; what is read of a page."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from appagent.geometry import Rect
from appagent.screen.reading import joined, readable
from appagent.screen.shown import Shows, fits, is_red, new_error, ways
from appagent.screen.values import Element, Image, Use
from tests.screen.trees import alarm_list, blank, element, elements, screen

FIELD: frozenset[Use] = frozenset({"tap", "text"})
PAGE = (
    element(name="Gym, 6:30, AM, Mon", role="item"),
    element(name="Gym", role="switch", checked=False),
    element(name="Work", role="switch", checked=True, row="This week: silent film"),
    element(name="Message", role="text field", value="See you", uses=FIELD),
    element(name="Total", role="slider", value="40"),
    element(name="राम", role="item"),
    element(name="(555) 555-0136, 09:30", role="item"),
    element(name="❤", role="text", uses=frozenset()),
)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("(555) 555-0136", "(555) 555-0136, 09:30"),  # the leading part of a row
        ("6:30 AM, Mon", "Gym, 6:30, AM, Mon"),  # commas do not count
        ("gym", "Gym"),  # best what says nothing else
        ("Gym: off", "Gym"),
        ('"Gym" : [off]', "Gym"),
        ("Gym: on", None),
        ("on", "Work"),
        ("This week: silent film: Work: on", "Work"),  # behind its row
        ("Work: off", None),
        ("See you", None),  # it is not sent yet
        ("Message", "Message"),
        ("40", "Total"),
        ("Total: 40", "Total"),
        ("Total: 40 s", "Total"),
        ("Total: 40%", None),
        ("Total: 4", None),
        ("Message: 40", None),
        ("6:3", None),  # no part of a number
        ("Gy", None),  # nor of a word
        ("रा", None),
        ("❤", "❤"),
        ("❥", None),
    ],
)
def test_a_text_or_a_state_shows(said: str, found: str | None) -> None:
    shown = Shows.of(said).by(PAGE)
    assert (shown.name if shown else None) == found


def test_one_of_several_ways_is_enough() -> None:
    assert ways("Sent | Scheduled |") == [("Sent",), ("Scheduled",)]
    assert ways("a|b") == [("a|b",)]
    assert ways("Gym: off | Gym: gone") == [("Gym: off",), ("Gym: gone",)]
    assert ways("Saved | Alarm: on") == [("Saved",), ("Alarm: on",)]
    assert ways("5:50 PM | 17:50") == [("5:50 PM",), ("17:50",)]


def test_all_of_what_is_said_of_several_things_is_to_show() -> None:
    both = ("Crossfade: 6 s", "Autoplay: off")
    assert ways(" & ".join(both)) == [both]
    assert ways(" | ".join(both)) == [both]
    assert ways("A & B | C") == [("A", "B"), ("C",)]
    assert ways("A: on & B: on | A: off") == [("A: on", "B: on"), ("A: off",)]


@pytest.mark.parametrize(
    ("where", "all_of_it"),
    [("", True), ("AM", True), ("AM, off", True), ("AM, on", False), ("PM", False)],
)
def test_a_row_has_all_of_a_condition(where: str, all_of_it: bool) -> None:
    assert fits(PAGE[:2], where) is all_of_it


def written(ink: tuple[int, int, int], paper: tuple[int, int, int]) -> Image:
    image = blank(color=paper)
    cv2.putText(image, "Choose a colour", (40, 260), cv2.FONT_HERSHEY_SIMPLEX, 2, ink, 4)
    return image.astype(np.uint8, copy=False)


LINE = Rect(0, 200, 1080, 300)


@pytest.mark.parametrize(
    ("ink", "paper", "red"),
    [
        ((0xB3, 0x26, 0x1E), (255, 255, 255), True),  # Material 3, light
        ((0xB0, 0x00, 0x20), (255, 255, 255), True),  # Material 2
        ((0xF2, 0xB8, 0xB5), (0x14, 0x12, 0x18), True),  # Material 3, dark
        ((0xCF, 0x66, 0x79), (0x12, 0x12, 0x12), True),
        ((0x1C, 0x1B, 0x1F), (255, 255, 255), False),
        ((0x67, 0x50, 0xA4), (255, 255, 255), False),  # its own violet
        ((255, 255, 255), (0xB3, 0x26, 0x1E), False),  # white on a red button
        ((120, 120, 120), (255, 255, 255), False),
    ],
)
def test_red_ink_is_told(ink: tuple[int, int, int], paper: tuple[int, int, int], red: bool) -> None:
    assert is_red(written(ink, paper), LINE) is red
    assert not is_red(blank(), LINE)


def text(name: str, **more: object) -> Element:
    return element(name=name, role="text", uses=frozenset(), bounds=LINE, **more)


def test_an_error_is_a_text_that_came_up_in_red() -> None:
    red, black = written((176, 0, 32), (255, 255, 255)), blank()
    before, wrong = screen((text("Colour"),)), text("Choose a colour first")
    assert new_error(before, screen((text("Colour"), wrong), red)) == wrong
    assert new_error(before, screen((text("Colour"), wrong), black)) is None
    assert new_error(screen((wrong,)), screen((wrong,), red)) is None, "it was there"
    told = text("Too short", resource_id="com.example:id/textinput_error")
    assert new_error(before, screen((told,), black)) == told
    price = text("9.99", key="#list/row/text")
    assert new_error(before, screen((price,), red)) is None, "of a row"


def test_a_row_is_read_as_one_line() -> None:
    shown = screen(elements(alarm_list(("6:30", True), ("7:45", False))))
    assert readable(shown.size.rect, shown) == ["6:30, on", "7:45, off"]


def test_what_a_scroll_brought_is_joined_where_it_goes_on() -> None:
    assert joined(["a", "b", "b"], ["b", "b", "c"]) == ["a", "b", "b", "c"]
    assert joined(["a", "b"], ["x", "b", "c"]) == ["a", "b", "x", "c"]
    assert joined(["a"], []) == ["a"]
