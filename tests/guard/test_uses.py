"""One permission is for one deed to one target with one text."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from appagent.actions.gestures import Move
from appagent.actions.verbs import Tap
from appagent.danger import Danger, Permission
from appagent.guard.made import Made
from appagent.guard.target import Target
from appagent.guard.uses import Uses
from appagent.screen.change import difference
from appagent.screen.values import App, Screen
from tests.screen.trees import element

HELLO = ("hello",)
NOTHING = Target(way=("Isak, Hi, 6:30",))
ISAK, ADA = replace(NOTHING, going=HELLO), Target(way=("Ada",), going=HELLO)


def isak(*texts: str) -> Target:
    return replace(ISAK, going=texts)


def asks(danger: Danger = "send", **more: object) -> Permission:
    return Permission(danger=danger, asks=True, **more)  # type: ignore[arg-type]


def test_the_same_deed_to_the_same_target_is_done_once() -> None:
    uses, to_both = Uses(), asks(names=("Isak", "Ada"))
    assert uses.objection(to_both, ISAK) == ""
    uses.note(to_both, ISAK)
    assert uses.objection(to_both, ISAK) == 'this was done already to "Isak"'
    assert uses.objection(to_both, ADA) == ""
    assert uses.objection(asks("call", names=("Isak",)), NOTHING) == ""


@pytest.mark.parametrize(("count", "more"), [(None, False), (2, True)])
def test_a_count_of_the_task_is_how_often(count: int | None, more: bool) -> None:
    uses, told = Uses(), asks(names=("Isak",), texts=HELLO, count=count)
    uses.note(told, ISAK)
    assert (uses.objection(told, ISAK) == "") is more
    uses.note(told, ISAK)
    assert uses.objection(told, ISAK) != ""


def test_each_text_of_the_task_goes_once() -> None:
    uses, told = Uses(), asks(names=("Isak",), texts=("one", "two"))
    uses.note(told, isak("One."))
    assert uses.objection(told, isak("one")) == 'this was said already to "Isak"'
    assert uses.objection(told, isak("two")) == ""
    assert Uses().objection(told, isak("One,\ntwo!")) == ""


def test_a_text_that_the_task_does_not_say_is_asked_about() -> None:
    told = asks(names=("Isak",), texts=HELLO)
    assert Uses().objection(told, isak("My PIN is 4711")) == (
        'the task does not say "My PIN is 4711"'
    )
    assert Uses().objection(told, isak("hello, my PIN is 4711")) != ""
    assert Uses().objection(asks(names=("Isak",)), isak("I am late")) == ""


def test_where_nothing_is_named_only_a_count_limits_what_goes() -> None:
    uses, one, every = Uses(), asks("delete", count=1), asks("delete")
    for target in (ISAK, ISAK):
        assert uses.objection(every, target) == ""
        uses.note(every, target)
    assert uses.objection(one, ADA) != ""
    many = Target(asked=("Delete 3 chats?",))
    assert Uses().objection(one, many) == "the task asks for 1, and this is 3 things"
    assert Uses().objection(every, many) == ""


def test_a_text_has_gone_where_no_field_holds_it_or_it_stands_on_the_page() -> None:
    def shows(*elements: object) -> Screen:
        image = np.zeros((800, 360, 3), np.uint8)
        at = datetime(2026, 3, 2, tzinfo=UTC)
        return Screen(image, App("com.example", ".Main"), tuple(elements), at)  # type: ignore[arg-type]

    field = element(key="#field", name="Message", value="hello", uses=frozenset({"text"}))
    bubble = element(key="#bubble", name="hello, 10:31", role="text", uses=frozenset())

    def gone(before: Screen, after: Screen) -> bool:
        return Made(Move(Tap(element=1)), before, after, difference(before, after)).has_gone

    assert not gone(shows(field), shows(field))
    assert gone(shows(field), shows())
    assert gone(shows(field), shows(field, bubble))
    assert not gone(shows(field, bubble), shows(field, bubble))
    assert not gone(shows(), shows())


@pytest.mark.parametrize(
    ("wanted", "going", "allowed"),
    [("👍", "💩", False), ("5", "-5", False), ("👍", "👍", True), ("Hi  Bo", "hi bo", True)],
)
def test_the_signs_of_a_text_count(wanted: str, going: str, allowed: bool) -> None:
    told = asks(names=("Isak",), texts=(wanted,))
    assert (Uses().objection(told, isak(going)) == "") is allowed


def test_a_count_is_for_all_that_are_named_together() -> None:
    uses, both = Uses(), asks(names=("Isak", "Ada"), count=2)
    uses.note(both, ISAK)
    assert uses.objection(both, ISAK) == 'this was done already to "Isak"'
    assert uses.objection(both, ADA) == ""
    three = asks("delete", names=("Isak", "Ada"), count=3)
    for _ in range(2):
        assert uses.objection(three, ISAK) == ""
        uses.note(three, ISAK)
    assert uses.objection(three, ISAK) != ""


def test_where_nothing_is_named_another_row_of_the_page_is_no_other_target() -> None:
    chat = Target(way=("Isak, Hi, 6:30",), page=("Isak",), going=HELLO)
    uses, told = Uses(), asks(texts=HELLO)
    uses.note(told, chat)
    touched = replace(chat, way=("hello, 6:31", *chat.way))
    assert uses.objection(told, touched) == 'this was done already to "Isak"'
    assert uses.objection(told, replace(chat, page=("Ada",))) == ""
    assert uses.objection(asks(texts=HELLO, count=1), replace(chat, page=("Ada",))) != ""


def test_a_touch_that_may_have_been_the_deed_is_not_made_again() -> None:
    cart = Target(page=("Cart",), control="#order Place order", shown_on=frozenset({"cart"}))
    other = replace(cart, control="#pay Pay")
    uses, one, two = Uses(), asks("pay", count=1), asks("pay", count=2)
    uses.note(one, cart, done=False)
    assert uses.objection(one, cart) == 'this was done already to "Cart"'
    assert uses.objection(one, other) == ""
    assert uses.objection(one, replace(cart, shown_on=frozenset({"summary"}))) == ""
    assert uses.objection(two, cart) == ""
    follow = asks("account")
    uses.note(follow, cart, done=False)
    assert uses.objection(follow, cart) == ""


def test_what_stood_in_the_field_goes_too() -> None:
    told = asks(names=("Isak",), texts=HELLO)
    assert Uses().objection(told, isak("My PIN is 4711 hello")) != ""


def test_a_photo_is_handed_to_one_app_of_a_share_sheet() -> None:
    sheet = Target(row="Chat", way=("Beach",), on_sheet=True, shown_on=frozenset({"sheet"}))
    uses, once = Uses(), asks(count=1)
    uses.note(once, sheet, done=False)
    assert uses.objection(once, replace(sheet, row="Mail")) == 'this was done already to "Beach"'
    assert uses.objection(once, replace(sheet, row="Mail", way=("Salad",))) == ""


def test_all_there_are_has_no_limit() -> None:
    uses, every = Uses(), asks("delete", names=("Isak",), count=0)
    for _ in range(3):
        assert uses.objection(every, NOTHING) == ""
        uses.note(every, NOTHING)
    assert uses.objection(every, Target(asked=("Delete 40 chats?",))) == ""
