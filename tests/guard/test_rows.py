"""The same element before and after, and the row that it stands in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move
from appagent.geometry import Rect
from appagent.guard.effects import id_text, is_tap
from appagent.screen.match import same
from appagent.screen.rows import row_control, row_title, row_titles
from appagent.screen.values import Element
from tests.guard.test_effects import ANN, BOB, HEAD, button, row, text
from tests.screen.trees import element, screen


def star(number: int, name: str = "", **fields: object) -> Element:
    box = Rect(900, 410 + 100 * number, 1000, 490 + 100 * number)
    return element(key="#list/row/#star", name=name, bounds=box, **fields)


def part(name: str, number: int, left: int = 0) -> Element:
    box = Rect(left, 410 + 100 * number, left + 200, 490 + 100 * number)
    return element(key="#list/row/#text", role="text", name=name, bounds=box, uses=frozenset())


def test_a_control_of_every_row_is_known_by_its_own_words() -> None:
    of_ann = star(0, "Ann: Star 2")
    page = screen((HEAD, ANN, of_ann, BOB, star(1, "Bob: Star 4")))
    assert row_control(of_ann, page) == ("#list/row/#star", "star")
    assert row_control(page.elements[4], page) == row_control(of_ann, page)
    long = row("Ann, yesterday", 0)
    named = star(0, "Star Ann")
    assert row_control(named, screen((long, named))) == ("#list/row/#star", "star")


def test_only_the_words_of_its_own_row_are_not_its_own() -> None:
    of_ann = star(0, "Ann: Star")
    below = screen((ANN, of_ann, row("Star", 1)))
    assert row_control(of_ann, below) == ("#list/row/#star", "star")
    half = [replace(e, bounds=box) for e, box in (
        (ANN, Rect(540, 400, 1080, 500)), (row("Star", 0), Rect(0, 400, 540, 500)))
    ]  # fmt: skip
    assert row_control(of_ann, screen((*half, of_ann))) == ("#list/row/#star", "star")
    parts = (part("Ann", 0), part("", 0), part("Ann Lee", 0))
    named = star(0, "Ann Lee: Star")
    assert row_control(named, screen((*parts, named))) == ("#list/row/#star", "star")


def test_the_words_of_an_id_are_those_behind_its_last_slash() -> None:
    assert id_text(button("", resource_id="com.example:id/end_call")) == "end call"
    assert id_text(button("", resource_id="end_call")) == "end call"


def test_only_a_control_in_a_row_is_repeated_in_rows() -> None:
    page = screen((HEAD, ANN))
    assert row_control(None, page) is None
    assert row_control(HEAD, page) is None
    assert row_control(ANN, page) is None
    assert row_control(star(0, uses=frozenset({"tap", "text"})), page) is None


def test_holding_what_knows_no_holding_is_a_tap() -> None:
    knows = button("Ann", uses=frozenset({"tap", "long_press"}))
    assert is_tap(Move(parse("tap(1)"), element=knows))
    assert is_tap(Move(parse("long_press(1)"), element=HEAD))
    assert not is_tap(Move(parse("long_press(1)"), element=knows))
    assert not is_tap(Move(parse("long_press_at(500, 500)")))
    assert not is_tap(Move(parse('swipe(1, "up")'), element=HEAD))


def test_an_element_is_found_again_by_its_key_then_its_name_then_its_place() -> None:
    before = screen((HEAD,))
    renamed = replace(HEAD, name="Other")
    assert same(HEAD, before, screen((renamed,))) is renamed
    far = replace(HEAD, bounds=Rect(0, 2000, 900, 2080))
    assert same(HEAD, before, screen((renamed, far))) is far
    near = replace(HEAD, bounds=Rect(0, 320, 900, 400))
    assert same(HEAD, before, screen((far, near))) is near
    right = replace(HEAD, bounds=Rect(500, 300, 1400, 380))
    assert same(HEAD, before, screen((right, near))) is near
    assert same(HEAD, before, screen((button("Menu", "#else"),))) is None
    middle = replace(HEAD, bounds=Rect(500, 1000, 600, 1100))
    for first, second in (
        (Rect(0, 1000, 100, 1100), Rect(700, 1000, 800, 1100)),
        (Rect(500, 100, 600, 200), Rect(500, 1300, 600, 1400)),
    ):
        found = tuple(replace(HEAD, bounds=box) for box in (first, second))
        assert same(middle, screen((middle,)), screen(found)) is found[1]


def test_a_control_is_found_again_in_its_own_row() -> None:
    mine, other = star(1), star(0)
    before = screen((ANN, other, BOB, mine))
    scrolled = screen((row("Bob", 0), star(0), row("Cid", 1), star(1)))
    assert same(mine, before, scrolled) is scrolled.elements[1]
    assert same(other, before, scrolled) is None  # Ann is gone


def test_a_row_is_called_by_the_nearest_text_that_has_letters() -> None:
    texts = [part("Ann", 0), part("10:30", 1), part("Bob", 2), part("12:30", 2, 700)]
    assert row_title("#list/row", star(0), texts) == "Ann"
    assert row_title("#list/row", star(2), texts) == "Bob"
    assert row_title("#list/row", star(1), []) == ""
    grid = [part("Left", 0, 0), part("Right", 0, 800)]
    assert row_title("#list/row", star(0), grid) == "Right"


@pytest.mark.parametrize(
    ("own", "other"),
    [
        (Rect(180, 400, 300, 480), Rect(800, 400, 900, 480)),  # right of it
        (Rect(100, 370, 150, 390), Rect(100, 700, 150, 780)),  # above it
        (Rect(180, 400, 300, 480), Rect(0, 300, 1080, 380)),  # beside it, and a wide one above
        (Rect(100, 500, 150, 540), Rect(200, 300, 300, 900)),  # below it, and a high one beside
    ],
)
def test_the_nearest_text_is_that_with_the_nearest_edge(own: Rect, other: Rect) -> None:
    control = star(0)
    control = replace(control, bounds=Rect(100, 400, 160, 480))
    far, near = (replace(part(name, 0), bounds=at) for name, at in (("Far", other), ("Own", own)))
    assert row_title("#list/row", control, [far, near]) == "Own"


def test_a_title_has_no_numbers_and_ends_at_a_comma() -> None:
    listed = row("Ann 2, yesterday", 0)
    assert row_title("#list/row", listed, [listed]) == "Ann "
    assert [title for title, _ in row_titles("#list/row", [HEAD, listed, BOB])] == ["Ann ", "Bob"]


def test_rows_are_called_by_themselves_or_by_the_texts_in_them() -> None:
    nameless = row("", 0)
    inside = part("Ann", 0)
    assert row_titles("#list/row", [nameless, inside]) == [("Ann", inside)]
    assert row_titles("#list/row", [ANN, inside]) == [("Ann", ANN)]
    assert row_titles("#list/row", [text("Ann"), star(0, "Star")]) == []


def test_of_a_long_list_each_row_keeps_its_own_title() -> None:
    names = [f"{chr(65 + n // 26)}{chr(97 + n % 26)}" for n in range(60)]
    rows = [row(name, n) for n, name in enumerate(names)]
    found = [row_title("#list/row", star(n), rows) for n in range(60)]
    assert found == names
