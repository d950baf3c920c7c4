"""Whether a move is allowed, by all votes on it, and what a person is asked of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move, TouchAt
from appagent.danger import Danger, Permission
from appagent.geometry import Point
from appagent.guard.target import Target
from appagent.guard.verdict import Allow, Ask, verdict
from appagent.screen.values import Element
from tests.guard.test_effects import FIELD, FULL, HEAD, button, row, tap
from tests.screen.trees import screen

DELETE, SEND = button("Delete"), button("Send")
GYM = Target(row="Gym, 6:30")
NOTE = "a note"


def allowing(*classes: Danger, names: tuple[str, ...] = ()) -> Callable[[Danger], Permission]:
    return lambda danger: Permission(danger=danger, asks=danger in classes, names=names)


@pytest.mark.parametrize(
    ("dangers", "allowed", "asked"),
    [
        ((), (), None),
        (("delete",), ("delete",), None),
        (("delete", "send"), ("delete", "send"), None),
        (("delete", "send"), ("send",), "delete"),
        (("delete", "send"), ("delete",), "send"),
    ],
)
def test_every_class_must_be_allowed(
    dangers: tuple[Danger, ...], allowed: tuple[Danger, ...], asked: Danger | None
) -> None:
    found = verdict(
        tap(HEAD), screen((HEAD,)), dict.fromkeys(dangers, ""), allowing(*allowed), GYM, ""
    )
    assert (found.danger if isinstance(found, Ask) else None) == asked


@pytest.mark.parametrize(
    ("target", "names", "why"),
    [
        (GYM, ("Tea", "Bread"), 'the task names "Tea" and "Bread", and this is "Gym, 6:30"'),
        (Target(), ("Tea",), 'the task names "Tea", and nothing here says so'),
    ],
)
def test_a_person_is_told_what_would_be_touched_instead(
    target: Target, names: tuple[str, ...], why: str
) -> None:
    permission = allowing("delete", names=names)
    found = verdict(tap(DELETE), screen((DELETE,)), {"delete": NOTE}, permission, target, "")
    assert found == Ask("delete", why, target.words, "", NOTE)
    none = verdict(tap(DELETE), screen((DELETE,)), {"delete": ""}, allowing(), target, "")
    assert none == Ask("delete", "the task does not ask for it", target.words, "")


def test_an_app_that_a_task_shares_by_is_touched_before_the_person() -> None:
    permission = allowing("send", names=("Ada",))

    def on(target: Target) -> Allow | Ask:
        move = tap(row("Chat", 1))
        return verdict(
            move, screen((HEAD,)), {"send": ""}, permission, target, "Send Ada it by Chat"
        )

    assert isinstance(on(Target(row="Chat", on_sheet=True)), Allow)
    assert isinstance(on(Target(row="Mail", on_sheet=True)), Ask)
    assert isinstance(on(Target(row="Chat")), Ask)


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
    found = verdict(move, shown, {danger: ""}, allowing(), GYM, "")
    assert isinstance(found, Ask)
    assert found.text == told


def test_a_slider_that_is_set_writes_nothing() -> None:
    """To change an entry is to write: its fields may be overwritten, and no slider deletes it."""
    change = Permission(danger="delete", asks=False, changes=True)
    move = Move(parse('text(1, "100%")'), element=button("Slide to delete", role="slider"))
    for gesture, allowed in ((None, Allow), (TouchAt(Point(9, 9), screen().size), Ask)):
        done = replace(move, gesture=gesture)
        found = verdict(done, screen((FIELD,)), {"delete": ""}, lambda _: change, GYM, "")
        assert isinstance(found, allowed)
    texts = verdict(done, screen((FULL,)), {"send": ""}, allowing(), GYM, "")
    assert isinstance(texts, Ask)
    assert texts.text == "On my way"  # and not "100%"


def test_a_person_is_told_what_it_costs() -> None:
    said = ("Pizza 9,50 €", "Soup 4,00 €", "2 things", "Delivery 1,90 €", "Total: 15,40 €")
    texts = [replace(HEAD, key=f"#{n}", name=text, uses=frozenset()) for n, text in enumerate(said)]
    order = button("Place order")
    found = verdict(tap(order), screen((*texts, order)), {"pay": ""}, allowing(), GYM, "")
    assert isinstance(found, Ask)
    assert found.text == "Soup 4,00 €; Delivery 1,90 €; Total: 15,40 €"


@pytest.mark.parametrize(
    ("names", "to", "asked"),
    [
        (("Ada",), ("Ada", "Una Bauer"), True),
        (("Ada", "Una"), ("Ada", "Una Bauer"), False),
        (("Ada", "Una Bauer"), ("Ada", "Una Bauer"), False),
        (("Ada", "Una Bauer"), ("Una Bauer",), False),
        (("Ada",), ("Ada",), False),
        (("Ada",), ("Una Bauer",), True),
    ],
)
def test_nobody_gets_a_copy_whom_the_task_does_not_name(
    names: tuple[str, ...], to: tuple[str, ...], asked: bool
) -> None:
    def permission(danger: Danger) -> Permission:
        return Permission(danger=danger, asks=True, names=names)

    shown = screen((HEAD, SEND))
    found = verdict(tap(SEND), shown, {"send": ""}, permission, Target(to=to), "Mail them")
    assert isinstance(found, Ask) is asked
