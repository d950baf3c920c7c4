"""Which element is meant by a name alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import resolve
from appagent.errors import ActionImpossible
from appagent.geometry import Rect
from appagent.screen.grid import grid
from appagent.screen.values import Element, Mark, Use, View
from tests.screen.trees import element, screen

FIELD: frozenset[Use] = frozenset({"tap", "text"})


def page(*elements: Element) -> View:
    """A view with a mark for each element."""
    seen = screen(elements)
    marks = tuple(Mark(n, e.bounds, e) for n, e in enumerate(elements, 1))
    return View(seen, marks, seen.image)


HERE = page(
    element(name="Send feedback"),  # 1
    element(name="Send", resource_id="com.example:id/send"),  # 2
    element(name="Gym, 6:30, weekdays", role="item"),  # 3
    element(name="$", role="chip"),  # 4
    element(name="$$", role="chip"),  # 5
    element(name="Message", role="text field", value="Latvia", uses=FIELD),  # 6
    element(name="Follow Ada Lin"),  # 7
    element(name="Follow Bo Lin"),  # 8
    element(name="", resource_id="com.example:id/closeSheet"),  # 9
    element(name="Volume", role="slider", uses=frozenset({"swipe"})),  # 10
)


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ('tap(name="Send")', 2),  # the whole name, though it begins another
        ('tap(name=" send ")', 2),
        ('tap(name="Send button")', 2),  # with its role
        ('tap(name="Gym")', 3),  # a part
        ('tap(name="6:30")', 3),
        ('tap(name="gym weekdays")', 3),  # among its words
        ('tap(name="$$")', 5),  # signs count as they are
        ('tap(name="Ada Lin")', 7),
        ('tap(name="close sheet")', 9),  # by its id
        ('long_press(name="Gym")', 3),
        ('text(text="Hi", name="Message")', 6),
        ('tap("Feedback")', 1),
    ],
)
def test_a_name_that_fits_one_is_as_good_as_its_number(said: str, label: int) -> None:
    move = resolve(parse(said), HERE)
    assert move.mark is not None
    assert move.mark.label == label
    assert getattr(move.action, "element", None) == label, "the trail says the number"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            'tap(name="Follow")',
            "2 elements are called 'Follow': 7 button \"Follow Ada Lin\", 8 but",
        ),
        ('tap(name="Apply")', "nothing to touch here is called 'Apply'"),
        ('tap(name="Follow Ada Lim")', "near is 7 button"),
        ('tap(name="Latvia")', "nothing to touch here is called 'Latvia'"),  # typed: no name
        ('tap(name="Volume")', "nothing to touch here is called 'Volume'"),  # it takes no tap
        ('tap(name="$$$")', "nothing to touch here is called"),
        ('tap(name="Apply")', "scroll_to looks further down"),
        ('text(text="Hi", name="Send")', "no field here is called 'Send'; near is"),
    ],
)
def test_none_or_several_are_told(said: str, told: str) -> None:
    with pytest.raises(ActionImpossible) as refused:
        resolve(parse(said), HERE)
    assert told in str(refused.value)


def test_there_are_no_names_on_the_grid() -> None:
    with pytest.raises(ActionImpossible, match="has no place on the grid"):
        resolve(parse('tap(name="Send")'), grid(HERE.screen))


def test_a_text_without_a_name_goes_to_the_cursor() -> None:
    focused = replace(HERE.marks[5].element or element(), focused=True)
    assert resolve(parse('text("Hi")'), page(focused)).element is focused


def test_a_row_is_meant_and_not_what_is_in_it() -> None:
    row = element(name="Draft to Ada Lin, Lease", role="item", bounds=Rect(0, 200, 1080, 400))
    star = element(name="Draft to Ada Lin: star", role="switch", bounds=Rect(900, 250, 1000, 350))
    move = resolve(parse('tap(name="Ada Lin")'), page(row, star))
    assert move.element == row
