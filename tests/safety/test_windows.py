"""What a chain of small windows was opened by, and what is done in the last of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move, TouchAt
from appagent.geometry import Point, Rect, Size
from appagent.safety.scene import Scene
from appagent.safety.touch import risk
from appagent.safety.way import Way
from appagent.screen.keys import fingerprint
from appagent.screen.values import Element, Screen
from tests.safety.test_effects import button, text
from tests.screen.trees import element, screen

HIGH = 2400
LIST = "#android:content/#select_dialog_listview/row"
COMPOSE = screen((button("Navigate up", top=100), button("Body", key="#body", top=HIGH - 100)))
SCHEDULE, PICK = text("Schedule send", 700), button("Pick date and time", top=900)
ASKS = screen((SCHEDULE, PICK, button("Monday", top=1000)))


def choices(title: str, *names: str) -> Screen:
    """A list of choices, as high as the screen."""
    rows = (
        element(key=LIST, name=name, role="checkbox", checked=False, uses=frozenset({"tap"}),
                bounds=Rect(0, 300 + 130 * n, 1080, 430 + 130 * n))
        for n, name in enumerate(names)
    )  # fmt: skip
    return screen((text(title, 100), *rows))


DAYS = choices("Tuesday", *(f"Day {n}" for n in range(14)))
TIMES = choices("3 March", *(f"{n}:00" for n in range(14)))


def tap(touched: Element) -> Move:
    return Move(parse("tap(1)"), element=touched)


def danger(touched: Element, where: Screen, way: Way) -> str | None:
    return risk(tap(touched), Scene(where, opener=way.opener(fingerprint(where.elements))))


def gone(*stops: tuple[Screen, Element, Screen]) -> Way:
    way = Way()
    for before, touched, now in stops:
        way = way.after(tap(touched), before, now)
    return way


def test_what_leads_to_a_finer_choice_of_when_is_free_and_the_others_are_not() -> None:
    way = gone((COMPOSE, button("Schedule send"), ASKS))
    assert danger(PICK, ASKS, way) is None
    assert danger(ASKS.elements[2], ASKS, way) == "send"


@pytest.mark.parametrize("label", ["Pick date & time", "选择日期和时间", "اختيار التاريخ والوقت"])
def test_a_finer_choice_has_a_name_of_its_own(label: str) -> None:
    pick = replace(PICK, name=label, text=label)
    assert risk(tap(pick), Scene(screen((SCHEDULE, pick)), opener="Schedule send")) is None
    asks = text("Delete these?", 700)
    assert risk(tap(replace(pick, name="Pick")), Scene(screen((asks, pick)))) == "delete"


def test_a_chain_of_small_windows_was_opened_by_what_opened_the_first() -> None:
    way = gone((COMPOSE, button("Schedule send"), ASKS), (ASKS, PICK, DAYS))
    assert way.opener(fingerprint(DAYS.elements)) == "Schedule send"
    assert danger(DAYS.elements[1], DAYS, way) == "send"
    further = way.after(tap(DAYS.elements[1]), DAYS, TIMES)
    assert danger(TIMES.elements[3], TIMES, further) == "send"


def test_the_chain_is_followed_at_points_too() -> None:
    at = TouchAt(Point(500, 940), Size(1080, HIGH))
    pick = Move(parse("tap_at(160, 300)"), element=PICK, gesture=at)
    way = gone((COMPOSE, button("Schedule send"), ASKS)).after(pick, ASKS, DAYS)
    assert danger(DAYS.elements[1], DAYS, way) == "send"


def test_a_page_breaks_the_chain_and_so_does_a_label_that_tells() -> None:
    far = screen((text("Settings", 100), button("Far", key="#far", top=HIGH - 100)))
    way = gone((COMPOSE, button("Schedule send"), ASKS), (ASKS, PICK, far))
    assert way.opener(fingerprint(far.elements)) == PICK.name
    share = button("Share", top=900)
    menu = screen((text("More", 700), share))
    way = gone((COMPOSE, button("Discard"), menu), (menu, share, DAYS))
    assert way.opener(fingerprint(DAYS.elements)) == "Share"


def test_a_window_with_a_field_breaks_the_chain() -> None:
    """What a reply is written in has a menu of its own."""
    field = element(key="#body", role="text field", name="Reply", bounds=Rect(0, 900, 900, 990),
                    uses=frozenset({"tap", "text"}))  # fmt: skip
    attach, photo = button("Attach", top=700), button("Photo", top=800)
    writing, menu = screen((attach, field)), screen((photo, button("File", top=900)))
    way = gone((COMPOSE, button("Reply"), writing), (writing, attach, menu))
    assert danger(photo, menu, way) is None


def picker(*values: str) -> Screen:
    """Android's picker in its keyboard mode."""
    fields = (
        element(key=f"#field_{n}", role="text field", name="", value=value,
                bounds=Rect(200 * n, 800, 200 * n + 150, 900), uses=frozenset({"tap", "text"}))
        for n, value in enumerate(values)
    )  # fmt: skip
    return screen((text("Select time", 700), *fields, button("OK", top=1000)))


@pytest.mark.parametrize("values", [(), ("7", "30"), ("3/14/2026",)])
def test_a_picker_with_fields_for_numbers_is_still_one_of_the_chain(values: tuple[str]) -> None:
    shown = picker(*values)
    way = gone((COMPOSE, button("Schedule send"), ASKS), (ASKS, PICK, shown))
    ok = shown.elements[-1]
    assert danger(ok, shown, way) == "send"
    mode = button("Switch to clock", top=1100)
    both = screen((*shown.elements, mode))
    way = way.after(tap(mode), both, DAYS)
    assert danger(DAYS.elements[1], DAYS, way) == "send"


@pytest.mark.parametrize("typed", ["enter()", 'text(1, "30\\n")'])
def test_enter_in_a_picker_does_what_its_button_does(typed: str) -> None:
    shown = picker("7", "30")
    move = Move(parse(typed), element=shown.elements[2])
    assert risk(move, Scene(shown, opener="Schedule send")) == "send"
    assert risk(move, Scene(shown, opener="Add alarm")) is None


def test_a_window_with_a_field_for_words_decides_nothing_by_what_opened_it() -> None:
    for value in ("", "Ada", "7 pm"):
        shown = picker("7", value)
        assert (
            danger(shown.elements[-1], shown, gone((COMPOSE, button("Schedule send"), shown)))
            is None
        )


def test_choices_that_nothing_harmful_opened_are_free() -> None:
    way = gone((COMPOSE, button("Repeat"), DAYS))
    assert danger(DAYS.elements[1], DAYS, way) is None
