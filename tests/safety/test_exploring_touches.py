"""What an exploration must not touch, found by a model that preferred what sounded worst."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move, TouchAt
from appagent.geometry import Point, Rect
from appagent.safety.scene import Scene
from appagent.safety.touch import risk
from appagent.screen.values import Element, Screen
from tests.safety.test_effects import FIELD, button, row, text
from tests.screen.trees import element, screen


def touched(of: Element, on: Screen, action: str = "tap(1)") -> str | None:
    return risk(Move(parse(action), element=of), Scene(on, exploring=True))


@pytest.mark.parametrize("title", ["Share", "Share with", "Forward to", "Teilen", "分享"])
def test_a_row_under_share_sends_it_to_somebody(title: str) -> None:
    target, copy = row("Chat", 15), row("Copy", 14)
    sheet = screen((text(title, 1500), copy, target))
    assert touched(target, sheet) == "send"
    assert touched(copy, sheet) is None


def test_a_page_called_share_is_no_sheet() -> None:
    chat = row("Chat", 1)
    assert touched(chat, screen((text("Share", 120), chat))) is None
    assert touched(chat, screen((text("Settings", 1500), chat))) is None


def test_a_field_that_asks_whom_to_send_to_stands_for_a_title() -> None:
    to = element(key="#to", role="text field", name="Send to", uses=FIELD.uses)
    ann = row("Ann, Which flavour is the cake?, Yesterday", 1)
    assert touched(ann, screen((to, ann))) == "send"
    find = element(key="#to", role="text field", name="Search", uses=FIELD.uses)
    assert touched(ann, screen((find, ann))) is None


def test_a_reset_is_one_where_it_is_asked() -> None:
    reset, cancel = button("Reset"), button("Cancel", top=500)
    asked = screen((text("Reset Wi-Fi and Bluetooth?", 100), cancel, reset))
    assert touched(reset, asked) == "device"
    assert touched(cancel, asked) is None
    filters = screen((text("Filters"), reset, button("Apply")))
    assert touched(reset, filters) is None


def test_what_is_moved_elsewhere_is_put_away() -> None:
    move = button("Move to wishlist")
    page = screen((move, text("Cart")))
    assert touched(move, page) == "delete"
    assert risk(Move(parse("tap(1)"), element=move), Scene(page)) is None


def test_holding_what_knows_no_holding_touches_it() -> None:
    send = button("Send")
    page = screen((send,))
    assert touched(send, page, "long_press(1)") == "send"
    held = button("Send", uses=frozenset({"tap", "long_press"}))
    assert touched(held, screen((held,)), "long_press(1)") is None


def test_an_entry_of_a_menu_puts_away_and_a_folder_does_not() -> None:
    folder = row("Archive", 1)
    entry = replace(folder, bounds=Rect(500, 300, 1060, 400))
    assert touched(entry, screen((entry,))) == "delete"
    assert touched(folder, screen((folder,))) is None


def test_a_touch_on_a_list_touches_what_lies_there() -> None:
    rows = (row("Help", 0), row("Sign out", 1))
    box = Rect(0, 400, 1080, 600)
    moves = element(key="#list", role="list", name="", bounds=box, uses=frozenset({"swipe"}))
    page = screen((moves, *rows))
    there = Move(parse("tap(1)"), element=moves, gesture=TouchAt(Point(500, 560), page.size))
    assert risk(there, Scene(page)) == "account"
    beside = replace(there, gesture=TouchAt(Point(500, 420), page.size))
    assert risk(beside, Scene(page)) is None
    named = replace(beside, element=rows[0], gesture=TouchAt(Point(500, 560), page.size))
    assert risk(named, Scene(page)) is None


def test_a_list_is_what_lies_in_it_and_a_control_what_it_says() -> None:
    box = Rect(0, 400, 1080, 600)
    there = TouchAt(Point(500, 560), screen().size)
    delete = replace(text("Delete", 520), bounds=Rect(400, 520, 600, 590))

    def at(of: Element, action: str = "tap(1)", touch: TouchAt = there) -> str | None:
        return risk(Move(parse(action), element=of, gesture=touch), Scene(screen((of, delete))))

    moves = element(key="#list", role="scroll area", name="", bounds=box, uses={"swipe"})
    row_below = replace(row("Help", 0), bounds=box)
    assert at(moves) == "delete"
    assert at(row_below) is None
    assert at(row_below, "tap_at(463, 233)") == "delete"
    beside = there._replace(point=Point(390, 560))
    assert at(row_below, "tap_at(361, 233)", beside) is None


def test_of_a_forbidden_picture_without_a_tree_nothing_is_touched() -> None:
    page = replace(screen(), picture="secure")
    move = Move(parse("tap_at(500, 500)"), gesture=TouchAt(Point(540, 1200), page.size))

    def found(on: Screen, *, exploring: bool = True) -> str | None:
        return risk(move, Scene(on, exploring=exploring))

    assert found(page) == "pay"
    assert found(page, exploring=False) is None
    assert found(screen()) is None
    assert found(replace(screen((button("Top"),)), picture="secure")) is None


@pytest.mark.parametrize(
    ("icon", "danger"), [("Uninstall", "permission"), ("Clock", None), ("", None)]
)
def test_the_icon_of_an_app_is_touched_by_its_label(icon: str, danger: str | None) -> None:
    assert risk(Move(parse('open_app("Clock")'), icon=icon), Scene(screen())) == danger


def test_the_place_of_what_was_deleted_is_emptied_by_a_button_and_shown_by_a_row() -> None:
    assert touched(button("Trash"), screen((button("Trash"),))) == "delete"
    assert touched(row("Trash", 1), screen((row("Trash", 1),))) is None


def test_what_is_dragged_or_gone_to_is_not_touched() -> None:
    for role in ("slider", "tab"):
        pay = button("Pay", role=role)
        assert touched(pay, screen((pay,))) is None


def test_only_a_row_of_a_sheet_is_somebody() -> None:
    title, cancel, chat = text("Share", 1500), row("Cancel", 14), button("Chat", top=1900)
    sheet = screen((title, row("Ann", 15), cancel, chat))
    assert touched(cancel, sheet) is None
    assert touched(chat, sheet) is None


def test_an_answer_that_opens_a_field_sends_what_stands_in_one() -> None:
    reply = button("Reply")
    assert touched(reply, screen((reply, FIELD))) == "send"
    assert touched(row("Reply", 1), screen((row("Reply", 1), FIELD))) is None
    assert touched(reply, screen((reply,))) is None
