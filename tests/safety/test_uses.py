"""One permission is for one deed to one target with one text."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from appagent.danger import Danger
from appagent.geometry import Rect
from appagent.safety.target import Target
from appagent.safety.uses import Uses, has_gone
from appagent.screen.values import App, Screen
from appagent.trail import Permission
from tests.screen.trees import element

ISAK, ADA = Target(way=("Isak, Hi, 6:30",)), Target(way=("Ada",))
HELLO = ("hello",)


def asks(danger: Danger = "send", **more: object) -> Permission:
    return Permission(danger=danger, asks=True, **more)  # type: ignore[arg-type]


def test_the_same_deed_to_the_same_target_is_done_once() -> None:
    uses, to_both = Uses(), asks(names=("Isak", "Ada"))
    assert uses.objection(to_both, ISAK, HELLO) == ""
    uses.note(to_both, ISAK, HELLO)
    assert uses.objection(to_both, ISAK, HELLO) == 'this was done already to "Isak"'
    assert uses.objection(to_both, ADA, HELLO) == ""
    assert uses.objection(asks("call", names=("Isak",)), ISAK, ()) == ""


@pytest.mark.parametrize(("count", "more"), [(None, False), (2, True)])
def test_a_count_of_the_task_is_how_often(count: int | None, more: bool) -> None:
    uses, told = Uses(), asks(names=("Isak",), texts=HELLO, count=count)
    uses.note(told, ISAK, HELLO)
    assert (uses.objection(told, ISAK, HELLO) == "") is more
    uses.note(told, ISAK, HELLO)
    assert uses.objection(told, ISAK, HELLO) != ""


def test_each_text_of_the_task_goes_once() -> None:
    uses, told = Uses(), asks(names=("Isak",), texts=("one", "two"))
    uses.note(told, ISAK, ("One.",))
    assert uses.objection(told, ISAK, ("one",)) == 'this was said already to "Isak"'
    assert uses.objection(told, ISAK, ("two",)) == ""
    assert Uses().objection(told, ISAK, ("One,\ntwo!",)) == ""


def test_a_text_that_the_task_does_not_say_is_asked_about() -> None:
    told = asks(names=("Isak",), texts=HELLO)
    assert Uses().objection(told, ISAK, ("My PIN is 4711",)) == (
        'the task does not say "My PIN is 4711"'
    )
    assert Uses().objection(told, ISAK, ("hello, my PIN is 4711",)) != ""
    assert Uses().objection(asks(names=("Isak",)), ISAK, ("I am late",)) == ""


def test_where_nothing_is_named_only_a_count_limits_what_goes() -> None:
    uses, one, every = Uses(), asks("delete", count=1), asks("delete")
    for target in (ISAK, ISAK):
        assert uses.objection(every, target, ()) == ""
        uses.note(every, target, ())
    assert uses.objection(one, ADA, ()) != ""
    many = Target(asked=("Delete 3 chats?",))
    assert Uses().objection(one, many, ()) == "the task asks for 1, and this is 3 things"
    assert Uses().objection(every, many, ()) == ""


def test_a_text_has_gone_where_no_field_holds_it_and_nothing_is_asked() -> None:
    def shows(*elements: object) -> Screen:
        image = np.zeros((800, 360, 3), np.uint8)
        at = datetime(2026, 3, 2, tzinfo=UTC)
        return Screen(image, App("com.example", ".Main"), tuple(elements), at)  # type: ignore[arg-type]

    field = element(key="#field", name="Message", value="hello", uses=frozenset({"text"}))
    question = element(
        key="#title", name="Send?", role="text", uses=frozenset(), bounds=Rect(0, 0, 9, 9)
    )
    assert not has_gone(HELLO, shows(field))
    assert has_gone(HELLO, shows())
    assert not has_gone(HELLO, shows(question))
    assert not has_gone((), shows())


@pytest.mark.parametrize(
    ("wanted", "going", "allowed"),
    [("👍", "💩", False), ("5", "-5", False), ("👍", "👍", True), ("Hi  Bo", "hi bo", True)],
)
def test_the_signs_of_a_text_count(wanted: str, going: str, allowed: bool) -> None:
    told = asks(names=("Isak",), texts=(wanted,))
    assert (Uses().objection(told, ISAK, (going,)) == "") is allowed
