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
