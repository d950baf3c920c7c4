"""The way that led to a page: what was touched and typed on it, and what is left behind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move
from appagent.actions.way import Stop, Way
from appagent.geometry import Rect
from appagent.guard.target import Target, target
from appagent.screen.keys import fingerprint
from appagent.screen.values import Element, Screen
from tests.guard.test_target import (
    DELETE,
    EDIT,
    GYM,
    LIST,
    MEDICINE,
    MENU,
    button,
    delete_in,
    row,
    screen,
    tap,
    title,
    walked,
)
from tests.screen.trees import element

REPEAT, REMOVE = EDIT.elements[1], MENU.elements[1]
UP = button("Navigate up", "#up")
DAYS = screen(title("Days", "#days"), button("Monday", "#monday"), button("Sunday", "#sunday"))
ELSEWHERE = screen(button("Phone", "#phone"), button("Mail", "#mail"))


def texts(way: Way) -> list[str]:
    return list(filter(None, way.texts()))


def pages(way: Way) -> list[frozenset[str]]:
    return [stop.page for stop in way.stops]


def prints(*shown: Screen) -> list[frozenset[str]]:
    return [fingerprint(screen.elements) for screen in shown]


def test_each_touch_that_leads_on_is_a_stop() -> None:
    way = walked((GYM, EDIT), (REPEAT, MENU), (REMOVE, DAYS))
    assert texts(way) == ["Remove it", "Repeat", GYM.name]
    assert pages(way) == prints(LIST, EDIT, MENU, DAYS)


@pytest.mark.parametrize(
    ("action", "now", "shown"),
    [
        ("back()", MENU, (LIST, EDIT, MENU)),
        ("back()", EDIT, (LIST, EDIT)),
        ("back()", LIST, (LIST,)),
        ("back()", ELSEWHERE, (LIST, EDIT, MENU)),  # a page of which nothing is known
        ("back()", DAYS, (LIST, EDIT, MENU, DAYS)),
        ("home()", ELSEWHERE, (ELSEWHERE,)),
        ('open_app("Mail")', ELSEWHERE, (ELSEWHERE,)),
        ("enter()", ELSEWHERE, (LIST, EDIT, MENU, DAYS, ELSEWHERE)),
        ("wait()", DAYS, (LIST, EDIT, MENU, DAYS)),
        (UP, MENU, (LIST, EDIT, MENU)),
        (UP, EDIT, (LIST, EDIT)),
        (UP, LIST, (LIST,)),
        (UP, ELSEWHERE, (LIST, EDIT, MENU, DAYS, ELSEWHERE)),
    ],
)
def test_what_is_left_is_no_stop_any_more(
    action: str | Element, now: Screen, shown: tuple[Screen, ...]
) -> None:
    way = walked((GYM, EDIT), (REPEAT, MENU), (REMOVE, DAYS), (action, now))
    assert pages(way) == prints(*shown)


def test_back_from_the_first_page_begins_anew() -> None:
    assert Way().after(Move(parse("back()")), LIST, DAYS).stops == (Stop(*prints(DAYS)),)
    assert Way().after(Move(parse("back()")), LIST, LIST).stops == (Stop(*prints(LIST)),)
    assert Way().opener(*prints(LIST)) == ""


def test_the_pages_before_stay_where_one_is_replaced() -> None:
    way = walked((GYM, EDIT), (REPEAT, MENU))
    moved = way.after(Move(parse("back()")), MENU, MENU)  # another thing on the same kind of page
    assert pages(moved) == prints(LIST, EDIT, MENU)
    assert texts(moved) == [GYM.name]


def test_what_stays_on_its_page_adds_no_stop() -> None:
    way = walked((GYM, EDIT), (REPEAT, MENU))
    assert way.after(tap(REMOVE), MENU, MENU) == way
    assert way.after(Move(parse("wait()")), MENU, MENU) == way
    monday = row("Monday", 3)
    days = screen(*DAYS.elements, monday)
    chosen = walked((GYM, EDIT), (REPEAT, days), (monday, days))
    assert texts(chosen) == ["Monday", "Repeat", GYM.name]
    assert pages(chosen) == prints(LIST, EDIT, days)


def test_a_row_that_shows_another_thing_leads_on() -> None:
    one, other = (
        screen(title(name), *DAYS.elements[1:], row("See also", 3)) for name in ("Gym", "Medicine")
    )
    way = walked((GYM, one), (one.elements[-1], other))
    assert texts(way) == ["See also"]
    assert pages(way) == prints(LIST, other)


def test_all_rows_that_are_touched_on_a_page_count() -> None:
    other = replace(MEDICINE, key="#other/row")
    both = screen(GYM, MEDICINE, other)
    way = Way().after(tap(GYM), both, both)
    assert texts(way.after(tap(other), both, both)) == [MEDICINE.name, GYM.name]


def test_a_control_of_a_row_leads_on_by_its_row_and_opens_by_its_label() -> None:
    listed = screen(title("Alarms"), GYM, replace(delete_in(1), name="Change"), MEDICINE)
    way = walked((listed.elements[2], EDIT), start=listed)
    assert texts(way) == [f"{GYM.name}, Change"]
    assert way.opener(*prints(EDIT)) == "Change"
    silent = walked(("enter()", EDIT))
    assert silent.opener(*prints(EDIT)) == ""
    assert texts(silent) == []


# --- what a page tells ----------------------------------------------------------------------------


def test_a_row_is_told_by_itself_and_by_what_led_to_its_list() -> None:
    chat = screen(title("Chats"), row("Hello", 1), row("Bye", 2))
    hello = tap(chat.elements[1])
    found = target(hello, chat, Way((Stop(*prints(LIST)), Stop(*prints(chat), led="Isak"))))
    assert (found.row, found.way) == ("Hello", ("Isak",))
    assert target(Move(parse("enter()")), chat, Way()) == Target(control="enter", page=("Chats",))


@pytest.mark.parametrize(
    ("shown", "called"),
    [
        ((button("Add", "#add"), title("Alarms")), "Alarms"),
        ((title(""), title("Alarms")), "Alarms"),
        ((title("Alarms"), element(key="#tab", name="World", role="tab", selected=True)), "World"),
        ((title("Alarms"), element(key="#tab", name="World", role="tab")), "Alarms"),
        ((title("Alarms"), element(key="#chip", name="All", selected=True)), "Alarms"),
        ((title("Gym", "#list/row/text"), title("Alarms")), "Alarms"),
        ((button("Add", "#add"),), ""),
        ((), ""),
    ],
)
def test_a_page_is_called_by_its_tab_or_its_title(shown: tuple[Element, ...], called: str) -> None:
    assert target(Move(parse("enter()")), screen(*shown), Way()).words == called


def test_of_several_questions_the_longest_tells_most() -> None:
    whole = "Delete “Medicine” for good?"
    asked = screen(title("Sure?"), title(whole, "#message"), DELETE)
    assert target(tap(DELETE), asked, Way()).asked == (whole,)


def test_a_control_is_in_the_smallest_row_around_it() -> None:
    card = row("Today", 0)
    card = replace(card, bounds=Rect(0, 0, 360, 1000))
    listed = screen(card, GYM, MEDICINE, delete_in(1), delete_in(2))
    found = [target(tap(delete_in(n)), listed, Way()).row for n in (1, 2)]
    assert found == [f"{GYM.name}, Delete", f"{MEDICINE.name}, Delete"]
