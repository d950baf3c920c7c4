"""What an action turned out to do, by the screens before and after it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move
from appagent.geometry import Rect
from appagent.guard.effects import SideEffect, asks, danger_of_all, side_effects
from appagent.screen.change import difference
from appagent.screen.values import App, Element, Screen
from tests.screen.trees import element, screen

HEIGHT = 2400
TAPPED = frozenset({"tap"})


def tap(of: Element | None) -> Move:
    return Move(parse("tap(1)"), element=of)


def text(name: str, top: int = 500, **fields: object) -> Element:
    box = Rect(0, top, 900, top + 80)
    return element(key=f"#{name}", role="text", name=name, bounds=box, uses=frozenset(), **fields)


def button(name: str, key: str = "", top: int = 300, **fields: object) -> Element:
    return element(key=key or f"#{name}", name=name, bounds=Rect(0, top, 900, top + 80), **fields)


def row(name: str, number: int, key: str = "#list/row", **fields: object) -> Element:
    box = Rect(0, 400 + 100 * number, 1080, 500 + 100 * number)
    return element(key=key, role="item", name=name, bounds=box, **fields)


def found(
    move: Move, before: Screen, after: Screen, earlier: tuple[Element, ...] = ()
) -> tuple[SideEffect, ...]:
    return side_effects(move, difference(before, after), before, after, earlier)


def deeds(*args: object) -> list[str]:
    return [str(effect) for effect in found(*args)]  # type: ignore[arg-type]


ANN, BOB, CID = row("Ann", 0), row("Bob", 1), row("Cid", 2)
HEAD = button("Menu", resource_id="com.example:id/menu")  # pages with ids need no title


def test_nothing_that_changed_is_no_effect() -> None:
    seen = screen((HEAD, ANN))
    assert found(tap(HEAD), seen, seen) == ()


# --- calls and permissions ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["End call", "Auflegen", "挂断", "Hang up"])
def test_a_button_to_hang_up_that_appears_is_a_call(name: str) -> None:
    before, after = screen((HEAD, ANN)), screen((button(name), text("Calling…")))
    assert deeds(tap(ANN), before, after) == ["started a call (call)"]
    assert deeds(tap(HEAD), after, before) == []


@pytest.mark.parametrize(
    "quiet",
    [
        button("Power key: end call", checked=True),
        row("I had to hang up", 1),
        text("End call"),
        button("Desligar"),
    ],
)
def test_words_about_ending_calls_are_none(quiet: Element) -> None:
    assert deeds(tap(HEAD), screen((HEAD,)), screen((HEAD, quiet))) == []


def test_an_id_tells_of_a_call_where_no_word_does() -> None:
    icon = button("", key="#end", resource_id="com.example:id/end_call")
    hidden = replace(icon, name="red circle")
    assert deeds(tap(HEAD), screen((HEAD,)), screen((HEAD, hidden))) == ["started a call (call)"]


def test_a_permission_is_granted_by_its_id_in_any_language() -> None:
    system = App("com.google.android.permissioncontroller", ".Grant")
    allow = button("Zulassen", resource_id=f"{system.package}:id/permission_allow_one_time_button")
    deny = button("Ablehnen", resource_id=f"{system.package}:id/permission_deny_button")
    asked, after = screen((allow, deny), app=system), screen((HEAD,))
    assert deeds(tap(allow), asked, after) == ["granted a permission (permission)"]
    assert deeds(tap(deny), asked, after) == []
    assert deeds(tap(None), asked, after) == []
    assert deeds(tap(allow), asked, screen((deny,), app=system)) == []


def test_to_take_an_app_away_grants_nothing() -> None:
    system = App("com.google.android.packageinstaller", ".UninstallerActivity")
    yes = button("OK", resource_id="android:id/button1")
    assert deeds(tap(yes), screen((yes,), app=system), screen((HEAD,))) == []


# --- what is said at the bottom -------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    ["Message not sent", "Couldn't send", "Nothing was deleted", "Copied", "Marked as read",
     "未发送成功,失败", "Konnte nicht gesendet werden",
     "Sent " + "from a place that is far away, where nobody has ever been before, they say " * 2],
)  # fmt: skip
def test_other_lines_say_nothing(said: str) -> None:
    line = text(said, 2200, resource_id="com.example:id/snackbar_text")
    assert deeds(tap(HEAD), screen((HEAD,)), screen((HEAD, line))) == []


# --- texts that were sent -------------------------------------------------------------------------

FIELD = element(
    key="#message", role="text field", name="Message", value="", uses=frozenset({"tap", "text"})
)
FULL = replace(FIELD, value="On my way")


@pytest.mark.parametrize("action", ["tap(1)", "enter()"])
def test_a_text_that_left_its_field_and_stands_on_the_page_was_sent(action: str) -> None:
    bubble = text("On my way, 9:30 AM")
    move = Move(parse(action), element=HEAD)
    before = screen((HEAD, FULL))
    assert deeds(move, before, screen((HEAD, FIELD, bubble))) == ["sent the text (send)"]
    assert deeds(move, before, screen((HEAD, FULL, bubble))) == []
    assert deeds(move, before, screen((HEAD, FIELD, text("On my ways")))) == []
    assert deeds(move, before, screen((text("On my way"), button("Other")))) == []
    there = screen((HEAD, FULL, bubble))
    assert deeds(move, there, screen((HEAD, FIELD, bubble))) == []


def test_a_text_typed_with_a_line_end_may_be_sent_at_once() -> None:
    move = Move(parse('text(1, "Hello\\n")'), element=FIELD)
    after = screen((HEAD, FIELD, text("Hello")))
    assert deeds(move, screen((HEAD, FIELD)), after) == ["sent the text (send)"]
    other = Move(parse('text(1, "Hello\\n")'), element=HEAD)
    assert deeds(other, screen((HEAD, FIELD)), after) == []


def test_a_text_that_went_to_another_field_was_not_sent() -> None:
    chosen = replace(FIELD, key="#to", name="On my way")
    after = screen((HEAD, FIELD, chosen))
    assert deeds(tap(HEAD), screen((HEAD, FULL)), after) == []


def test_a_short_answer_is_followed() -> None:
    after = screen((HEAD, FIELD, text("OK, 9:30 AM")))
    sent = deeds(tap(HEAD), screen((HEAD, replace(FIELD, value="OK"))), after)
    assert sent == ["sent the text (send)"]


def test_a_single_letter_and_a_secret_are_not_followed() -> None:
    for held in (replace(FIELD, value="a"), replace(FULL, secret=True)):
        after = screen((HEAD, replace(held, value=""), text(f"{held.value} b")))
        assert deeds(tap(HEAD), screen((HEAD, held)), after) == []


# --- rows -----------------------------------------------------------------------------------------


def star(name: str, number: int, **fields: object) -> Element:
    box = Rect(900, 410 + 100 * number, 1000, 490 + 100 * number)
    return element(key="#list/row/button", name=name, bounds=box, **fields)


def test_a_sign_that_took_its_own_row_away_removed_it() -> None:
    bin_ = star("", 0)
    before = screen((HEAD, ANN, bin_, BOB, CID))
    after = screen((HEAD, row("Bob", 0), star("", 0), row("Cid", 1)))
    assert deeds(tap(bin_), before, after) == ["removed its row (delete)"]
    swiped = Move(parse('swipe(1, "left")'), element=ANN)
    assert deeds(swiped, before, after) == ["removed its row (delete)"]
    assert deeds(tap(ANN), before, after) == []
    assert deeds(tap(HEAD), before, after) == []
    follow = star("Follow", 0)
    before = screen((HEAD, ANN, follow, BOB, CID))
    told = found(tap(follow), before, after)
    assert told[0].what == "removed its row"


def test_a_list_that_is_another_now_lost_no_row() -> None:
    bin_ = star("", 0)
    before = screen((HEAD, ANN, bin_, BOB))
    assert deeds(tap(bin_), before, screen((HEAD, row("Dan", 0), row("Eve", 1)))) == []
    search = replace(FIELD, value="a")
    typed = screen((HEAD, search, ANN, bin_, BOB))
    assert deeds(tap(bin_), typed, screen((HEAD, replace(search, value="b"), BOB))) == []
    closed = screen((HEAD, BOB, replace(search, key="#other")))
    assert deeds(tap(bin_), typed, closed) == ["removed its row (delete)"]


def test_a_chip_that_filters_the_list_it_stands_in_removed_nothing() -> None:
    def chip(checked: bool) -> Element:
        inside = {"bounds": Rect(0, 410, 100, 490), "role": "toggle"}
        return element(key="#list/row/row", name="Albums", checked=checked, **inside)

    before, after = screen((HEAD, chip(False), ANN, BOB, CID)), screen((HEAD, chip(True), BOB))
    assert deeds(tap(chip(False)), before, after) == []


def test_the_last_row_is_gone_if_its_page_stayed() -> None:
    bin_ = star("", 0)
    tools = tuple(button(name) for name in ("Menu", "Search", "Write", "More"))
    before = screen((*tools, ANN, bin_))
    assert deeds(tap(bin_), before, screen(tools)) == ["removed its row (delete)"]
    assert deeds(tap(bin_), before, screen((text("Elsewhere"),))) == []


def dialog(question: str, *buttons: str) -> Screen:
    return screen((text(question), *(button(name) for name in buttons)))


def test_a_dialog_that_took_a_row_off_the_page_below_removed_it() -> None:
    earlier = (HEAD, ANN, BOB, CID)
    yes = button("OK")
    after = screen((HEAD, row("Ann", 0), row("Cid", 1)))
    asked = dialog("Are you sure?", "OK", "Cancel")
    assert deeds(tap(yes), asked, after, earlier) == ["removed a row (delete)"]
    assert deeds(tap(yes), asked, after) == []
    assert deeds(tap(yes), asked, screen(earlier), earlier) == []
    emptied = screen((HEAD, text("No contacts")))
    assert deeds(tap(yes), asked, emptied, earlier) == ["removed a row (delete)"]


def test_a_sheet_that_asks_nothing_filters() -> None:
    earlier = (HEAD, ANN, BOB, CID)
    after = screen((HEAD, row("Ann", 0), row("Cid", 1)))
    assert deeds(tap(None), dialog("Filters", "Apply"), after, earlier) == []
    many = dialog("Which ones?", *"ABCDEF")
    assert deeds(tap(None), many, after, earlier) == []


@pytest.mark.parametrize(
    ("shown", "is_one"),
    [
        ((text("Delete?"), *map(button, "ABCDE")), True),
        ((text("Delete?"), *map(button, "ABCDEF")), False),
        ((text("Delete it"), button("OK")), False),
        ((button("Help?"), button("OK")), False),
        ((replace(text("Coming?"), key="#list/row/text"), button("OK")), False),
        ((row("Coming?", 1), button("OK")), False),
    ],
)
def test_a_dialog_asks_above_few_buttons(shown: tuple[Element, ...], is_one: bool) -> None:
    assert asks(screen(shown)) is is_one


def test_a_page_that_stayed_was_under_no_dialog() -> None:
    asked = text("Anything else?")
    page = (HEAD, ANN, BOB, CID, asked)
    after = screen((HEAD, row("Ann", 0), row("Cid", 1), asked))
    assert deeds(tap(None), screen(page), after, page) == []


def test_of_two_lists_one_may_have_been_scrolled() -> None:
    moved = row("Zoe", 3, key="#side/row")
    asked = dialog("Delete Bob?", "OK")
    earlier = (HEAD, row("Zoe", 5, key="#days/row"), ANN, BOB, CID, moved)
    after = screen((HEAD, row("Zoe", 6, key="#days/row"), ANN, row("Cid", 1), moved))
    assert deeds(tap(None), asked, after, earlier) == ["removed a row (delete)"]


def test_a_list_that_was_scrolled_or_sorted_lost_nothing() -> None:
    earlier = (HEAD, ANN, BOB, CID)
    asked = dialog("Sort?", "By name", "By date")
    scrolled = tuple(replace(e, bounds=Rect(0, 370, 1080, 470)) for e in (ANN, CID))
    assert deeds(tap(None), asked, screen((HEAD, *scrolled)), earlier) == []
    assert deeds(tap(None), asked, screen((HEAD, row("Cid", 0), row("Ann", 1))), earlier) == []


def test_an_editor_that_left_a_row_behind_added_it() -> None:
    editor = screen((FULL, button("Save"), button("Cancel")))
    earlier = (HEAD, ANN, BOB)
    after = screen((HEAD, ANN, BOB, row("Dan", 2)))
    assert deeds(tap(button("Save")), editor, after, earlier) == ["added a row"]
    two = screen((HEAD, ANN, BOB, row("Dan", 2), row("Eve", 3)))
    assert deeds(tap(button("Save")), editor, two, earlier) == []


def test_a_control_that_changed_the_chosen_rows() -> None:
    mute = button("Mute", top=100)
    chosen = row("Ann, hello, 2", 0, selected=True)
    before = screen((mute, chosen, BOB))

    def of(now: Element, move: Move) -> list[str]:
        return deeds(move, before, screen((HEAD, now, BOB)))

    muted = row("Ann, Muted, hello, 2", 0)
    assert of(muted, tap(mute)) == ["changed a chosen row"]
    assert of(row("Ann, hello, 3", 0), tap(mute)) == []
    assert of(replace(muted, selected=True), tap(mute)) == []
    assert of(muted, tap(None)) == []
    assert of(muted, tap(BOB)) == []
    blocks = button("Block", top=100)
    cut = screen((HEAD, muted, BOB))
    assert deeds(tap(blocks), screen((blocks, chosen, BOB)), cut)[0] == ("changed a chosen row")
    assert of(muted, tap(FIELD)) == []
    apart = screen((mute, replace(chosen, selected=False), BOB))
    assert deeds(tap(mute), apart, screen((HEAD, muted, BOB))) == []


def test_the_first_danger_is_that_of_all() -> None:
    effects = (SideEffect("switched"), SideEffect("removed a row", "delete"))
    assert danger_of_all(effects) == "delete"
    assert danger_of_all(effects[:1]) is None
    assert danger_of_all(()) is None
