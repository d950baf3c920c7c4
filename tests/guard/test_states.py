"""What an action turned, counted, moved or overwrote, by the screens before and after it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move, TouchAt
from appagent.geometry import Point, Size
from appagent.screen.values import Element
from tests.guard.test_effects import ANN, BOB, FIELD, HEAD, button, deeds, row, star, tap, text
from tests.screen.trees import screen


def test_a_switch_that_is_on_now_was_switched() -> None:
    off = button("Vibrate", checked=False, role="switch")
    assert deeds(tap(off), screen((off,)), screen((replace(off, checked=True),))) == ["switched"]
    held = Move(parse("long_press(1)"), element=off)  # as good as a tap on what knows no holding
    assert deeds(held, screen((off,)), screen((replace(off, checked=True),))) == ["switched"]
    knows = replace(off, uses=frozenset({"tap", "long_press"}))
    held = Move(parse("long_press(1)"), element=knows)
    assert deeds(held, screen((knows,)), screen((replace(knows, checked=True),))) == []
    tab = replace(off, role="tab", checked=None)
    assert deeds(tap(tab), screen((tab,)), screen((replace(tab, selected=True),))) == []
    assert deeds(tap(off), screen((off, HEAD)), screen((HEAD,))) == []


def test_a_row_that_was_picked_for_what_came_up_did_nothing_yet() -> None:
    picked, following = replace(ANN, selected=True), button("Next")
    none, one = screen((HEAD, ANN, BOB)), screen((HEAD, following, picked, BOB))
    assert deeds(tap(ANN), none, one) == deeds(tap(picked), one, none) == []
    assert deeds(tap(ANN), none, screen((HEAD, picked, BOB))) == ["switched"]


def test_a_button_called_by_its_other_name_was_switched() -> None:
    join = button("Mark", key="#mark")
    before = screen((join, HEAD))
    assert deeds(tap(join), before, screen((replace(join, name="Marked"), HEAD))) == ["switched"]
    assert deeds(tap(join), before, screen((replace(join, name="Other"), HEAD))) == []
    elsewhere = screen((replace(join, name="Marked"), text("a"), text("b"), text("c")))
    assert deeds(tap(join), before, elsewhere) == []


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (ANN, replace(ANN, name="Ann, hello")),
        (FIELD, replace(FIELD, name="Message to Ann")),
        (button("", key="#sign"), button("Vibrate", key="#sign")),
        (button("Vibrate", key="#sign"), button("", key="#sign")),
        (button("Page 1", key="#page"), button("Page 12", key="#page")),
    ],
)
def test_a_longer_name_is_not_always_the_other_one(was: Element, now: Element) -> None:
    assert deeds(tap(was), screen((HEAD, was)), screen((HEAD, now))) == []


@pytest.mark.parametrize(
    ("was", "now", "deed"),
    [
        ("Follow", "Following", "switched"),
        ("Following", "Follow", "switched"),
        ("Follow, 12", "Following, 13", "counted one more (post)"),
        ("Like, 12", "Liked, 13", "counted one more (post)"),
    ],
)
def test_either_name_tells_what_was_switched(was: str, now: str, deed: str) -> None:
    follow = button(was, key="#follow", selected=False)
    after = replace(follow, name=now, selected=was.startswith(("Follow,", "Like")))
    assert deeds(tap(follow), screen((HEAD, follow)), screen((HEAD, after))) == [deed]


def test_a_count_that_went_up_beside_it_is_a_reaction() -> None:
    heart = button("", key="#post/heart", checked=False)
    count = replace(text("12"), key="#post/count")
    before, on = screen((heart, count)), replace(heart, checked=True)

    def then(shown: str, control: Element = on) -> list[str]:
        return deeds(tap(heart), before, screen((control, replace(count, name=shown))))

    assert then("13") == ["counted one more (post)"]
    assert then("11") == ["counted one more (post)"]
    assert then("14") == ["switched"]
    assert then("13", heart) == []
    assert then("1 3") == ["switched"]


def test_a_like_that_counts_in_its_own_name_is_a_reaction() -> None:
    thumb = button("Thumb, 1,299", key="#thumb")
    up = replace(thumb, name="Thumb, 1,300")
    assert deeds(tap(thumb), screen((thumb,)), screen((up,))) == ["counted one more (post)"]
    stepper = button("3", key="#amount")
    after = screen((replace(stepper, name="4"),))
    assert deeds(tap(stepper), screen((stepper,)), after) == []


def part(name: str, number: int, **fields: object) -> Element:
    """A text in a row of a list."""
    key = "#list/row/text"
    return replace(row(name, number), key=key, role="text", uses=frozenset(), **fields)


def test_only_a_count_in_its_own_row_is_its_own() -> None:
    heart = star("", 0, checked=False)
    mine, other = part("6", 0), part("7", 1)
    before = screen((ANN, heart, mine, BOB, other))
    on = replace(heart, checked=True)
    theirs = screen((ANN, on, mine, BOB, replace(other, name="8")))
    assert deeds(tap(heart), before, theirs) == ["switched"]
    own = screen((ANN, on, replace(mine, name="7"), BOB, other))
    assert deeds(tap(heart), before, own) == ["counted one more (post)"]


@pytest.mark.parametrize(("key", "top"), [("#post/count", 900), ("#other/count", 300)])
def test_a_count_far_off_or_of_another_part_is_not_its_own(key: str, top: int) -> None:
    heart = button("", key="#post/heart", checked=False)
    count = replace(text("12", top), key=key)
    after = screen((replace(heart, checked=True), replace(count, name="13")))
    assert deeds(tap(heart), screen((heart, count)), after) == ["switched"]


def test_the_first_like_begins_a_count_that_was_not_shown_and_the_last_ends_it() -> None:
    heart = button("", key="#post/heart", checked=True)
    count = replace(text("1 like"), key="#post/count")
    off = screen((replace(heart, checked=False), replace(count, name="No likes")))
    assert deeds(tap(heart), screen((heart, count)), off) == ["counted one more (post)"]
    more = screen((replace(heart, checked=False), replace(count, name="2, 3")))
    two = replace(count, name="2 likes")
    assert deeds(tap(heart), screen((heart, two)), more) == ["switched"]


def test_in_a_list_it_is_looked_for_in_its_own_row() -> None:
    loud, quiet = (star("Volume", n, role="slider", value=f"{n}0%") for n in (0, 1))
    before = screen((ANN, loud, BOB, quiet))
    moved = replace(quiet, value="30%")
    drag = Move(parse('swipe(1, "right")'), element=quiet)
    assert deeds(drag, before, screen((ANN, loud, BOB, moved))) == ["moved a slider"]
    assert deeds(drag, before, screen((ANN, replace(loud, value="30%"), BOB, quiet))) == []
    kilos, reps = (star("Kilos", n, value=f"{n}0", uses=FIELD.uses) for n in (0, 1))
    typed = screen((ANN, kilos, BOB, replace(reps, value="45")))
    move = Move(parse('text(1, "45")'), element=reps)
    assert deeds(move, screen((ANN, kilos, BOB, reps)), typed) == ["overwrote a text"]


def test_a_slider_that_stands_elsewhere_was_moved() -> None:
    loud = button("Volume", role="slider", value="40%")
    drag = Move(parse('swipe(1, "left")'), element=loud)
    before = screen((HEAD, loud))
    assert deeds(drag, before, screen((HEAD, replace(loud, value="10%")))) == ["moved a slider"]
    assert deeds(drag, before, screen((HEAD,))) == []
    value = Move(parse('text(1, "10%")'), element=loud, gesture=TouchAt(Point(9, 9), Size(99, 99)))
    after = screen((HEAD, replace(loud, value="10%")))
    assert deeds(value, before, after) == ["moved a slider"]  # and it overwrote no text
    mute = replace(loud, value="")
    assert deeds(replace(drag, element=mute), screen((HEAD, mute)), after) == []


# --- texts that were replaced ---------------------------------------------------------------------


def test_a_text_in_the_place_of_another_overwrote_it() -> None:
    title = replace(FIELD, name="Title", value="Rye bread")
    move = Move(parse('text(1, "test")'), element=title)
    after = screen((replace(title, value="test"),))
    assert deeds(move, screen((title,)), after) == ["overwrote a text"]
    assert deeds(tap(title), screen((title,)), after) == []
    hint = replace(title, value="Title")
    moved = Move(parse('text(1, "test")'), element=hint)
    assert deeds(moved, screen((hint,)), after) == []
    empty = Move(parse('text(1, "test")'), element=replace(title, value=""))
    assert deeds(empty, screen((replace(title, value=""),)), after) == []
    assert deeds(move, screen((title,)), screen((HEAD,))) == []
    assert deeds(move, screen((title,)), screen((HEAD, title))) == []
    secret = replace(title, secret=True)
    hidden = screen((replace(secret, value="••••"),))
    assert deeds(replace(move, element=secret), screen((secret,)), hidden) == []
    blind = Move(parse('text("test")'))
    assert deeds(blind, screen((title,)), after) == []
