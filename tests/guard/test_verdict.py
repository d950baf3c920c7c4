"""Whether a move is allowed, by all votes on it, and what a person is asked of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move, TouchAt
from appagent.danger import Answer, Danger, Harm
from appagent.geometry import Point
from appagent.guard.target import Target
from appagent.guard.verdict import Allow, Ask, Deed, verdict
from appagent.screen.values import Element
from appagent.trail import Permission
from tests.guard.test_effects import FIELD, FULL, HEAD, button, tap
from tests.screen.trees import screen

DELETE, SEND = button("Delete"), button("Send")
GYM = Target(row="Gym, 6:30")
NOTE = "a note"


def answering(
    answer: Answer, why: str = "", asked: list[Sequence[Danger]] | None = None
) -> Callable[[Sequence[Danger]], Permission]:
    def permission(classes: Sequence[Danger]) -> Permission:
        (asked if asked is not None else []).append(classes)
        return Permission(classes=tuple(classes), answered=answer, why=why)

    return permission


@pytest.mark.parametrize(
    ("dangers", "answer", "asks", "found"),
    [
        ([], "no", [], None),
        (["send"], "yes", [["send"]], None),
        (["delete", "send"], "yes", [["send", "delete"]], None),
        (["delete", "send"], "no", [["send", "delete"]], "send"),
        (["unknown"], "yes", [], "unknown"),
        (["unknown", "pay"], "yes", [["pay"]], "unknown"),
        (["unknown", "pay"], "unsure", [["pay"]], "pay"),
    ],
)
def test_one_question_is_for_all_that_is_known_and_what_is_not_is_asked_of_a_person(
    dangers: Sequence[Harm], answer: Answer, asks: list[Sequence[Danger]], found: Harm | None
) -> None:
    asked: list[Sequence[Danger]] = []
    permission = answering(answer, asked=asked)
    said = verdict(tap(HEAD), screen((HEAD,)), dict.fromkeys(dangers, ""), permission, GYM)
    assert asked == asks
    assert said == Allow(guarded=True) if found is None else isinstance(said, Ask)
    assert not isinstance(said, Ask) or said.danger == found


@pytest.mark.parametrize(
    ("answer", "why", "told"),
    [
        ("no", "it is Gym", "that is not what the task asks for: it is Gym"),
        ("no", "", "that is not what the task asks for"),
        ("unsure", "two fit", "the task may not mean it: two fit"),
    ],
)
def test_a_person_is_told_why_and_what_would_be_touched(
    answer: Answer, why: str, told: str
) -> None:
    dangers: dict[Harm, str] = {"delete": NOTE, "account": Deed("follow Ada")}
    found = verdict(tap(DELETE), screen((DELETE,)), dangers, answering(answer, why), GYM)
    assert found == Ask("delete", told, "Gym, 6:30", "", NOTE, ("could follow Ada",))


FULL_TO = replace(FULL, key="#to", name="To", value="Ada")


@pytest.mark.parametrize(
    ("action", "of", "danger", "told"),
    [
        ("tap(1)", SEND, "send", "Ada; On my way"),
        ("tap(1)", SEND, "post", "Ada; On my way"),
        ("tap(1)", SEND, "delete", ""),
        ("enter()", None, "send", "Ada; On my way"),
        ('text(3, " Hello\\n")', FIELD, "send", "Hello"),
        ('text("Hello\\n")', None, "send", "Hello"),
        ('text(4, "hunter2\\n")', replace(FIELD, secret=True), "send", "Ada; On my way"),
    ],
)
def test_a_person_is_told_the_text_that_would_go(
    action: str, of: Element | None, danger: Danger, told: str
) -> None:
    secret = replace(FIELD, key="#pin", name="PIN", value="1234", secret=True)
    shown = screen((replace(HEAD, value="on"), FULL_TO, FULL, FIELD, secret, SEND))
    move = Move(parse(action), element=of)
    found = verdict(move, shown, {danger: ""}, answering("no"), GYM)
    assert isinstance(found, Ask)
    assert found.text == told


def test_a_slider_that_is_set_writes_nothing() -> None:
    move = Move(parse('text(1, "100%")'), element=button("Slide to send", role="slider"),
                gesture=TouchAt(Point(9, 9), screen().size))  # fmt: skip
    found = verdict(move, screen((FULL,)), {"send": ""}, answering("no"), GYM)
    assert isinstance(found, Ask)
    assert found.text == "On my way"  # and not "100%"


def test_a_person_is_told_what_it_costs() -> None:
    costs = replace(GYM, prices=("Delivery 1,90 €", "Total: 15,40 €"))
    for danger, told in (("pay", "Delivery 1,90 €; Total: 15,40 €"), ("send", "")):
        dangers: dict[Harm, str] = {danger: ""}  # type: ignore[dict-item]
        found = verdict(tap(SEND), screen((SEND,)), dangers, answering("no"), costs)
        assert isinstance(found, Ask)
        assert found.text == told
