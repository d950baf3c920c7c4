"""The screen changes while the model thinks: what was meant is touched, or nothing is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from appagent.actions.gestures import KeyPress, TouchAt
from appagent.agent.run import run
from appagent.outcome import Outcome
from tests.agent.conftest import Scene, Stage, learned
from tests.agent.scripted import APP, END, Page, Phone, Somebody, Widget, judges, says


def rows(*names: str, **more: Any) -> Page:
    return Page(tuple(Widget(name, row=True, opens="chat") for name in names), **more)


def chats() -> dict[str, Page]:
    return {
        "main": rows("Noor", "Isak", "Ada"),
        "moved": rows("Eve", "Noor", "Isak", "Ada"),
        "gone": rows("Noor", "Ada"),
        "chat": Page((Widget("Hello", "TextView"),)),
        "dialog": Page(
            (Widget("Photos?", "TextView"), Widget("While using the app", opens="chat")),
            activity=".Grant",
        ),
        "call": Page(
            (Widget("Decline"), Widget("Answer", opens="chat")), "com.example.dialer"
        ),
    }  # fmt: skip


def put(stage: Stage, change: Callable[[Phone], None], line: Any, *rest: Any, **more: Any) -> Scene:
    """A session whose phone changes while the model thinks of its first line."""

    def answer(prompt: Any) -> Any:
        change(scene.phone)
        return line(prompt)

    scene = stage(answer, *rest, **more)
    return scene


def shows(page: str) -> Callable[[Phone], None]:
    return lambda phone: phone.shown.append(page)


def stays(page: str) -> Callable[[Phone], None]:
    """The page takes the place of the one that is shown."""

    def change(phone: Phone) -> None:
        phone.shown[-1] = page

    return change


def ran(scene: Scene) -> Outcome:
    return run(scene.session, "Open the chat with Isak", APP, ())


@pytest.mark.parametrize(("page", "why"), [
    ("dialog", "another page is shown"),
    ("call", "another page is shown"),
    ("gone", 'item "Isak" is gone'),
])  # fmt: skip
def test_what_is_no_longer_there_is_not_touched(stage: Stage, page: str, why: str) -> None:
    scene = put(stage, stays(page), says("tap({Isak})"), END, pages=chats())
    ran(scene)
    assert scene.phone.done == []
    told = "nothing was touched, for the screen changed while this was decided: "
    assert scene.steps()[0].error == told + why
    assert told + why in scene.model.texts("run")[1]


def test_what_moved_is_touched_where_it_is_now(stage: Stage) -> None:
    scene = put(stage, stays("moved"), says("tap({Isak})"), END, pages=chats())
    ran(scene)
    touch = scene.phone.done[0]
    assert isinstance(touch, TouchAt)
    assert touch.point.y > 50 + 2 * 70
    step = scene.steps()[0]
    assert {"seen", "again"} <= step.images.keys()
    assert step.outcome.startswith("it had moved, and was touched where it is now")


def test_a_change_elsewhere_costs_no_look(stage: Stage) -> None:
    pages = {
        "main": Page((Widget("10:00", "TextView"), Widget("Go", opens="there"))),
        "later": Page((Widget("10:01", "TextView"), Widget("Go", opens="there"))),
        "there": Page((Widget("Here", "TextView"),)),
    }
    scene = put(stage, stays("later"), says("tap({Go})"), END, pages=pages)
    ran(scene)
    assert scene.phone.shown[-1] == "there"
    assert "again" not in scene.steps()[0].images


def test_a_switch_that_somebody_turned_is_not_turned_back(stage: Stage) -> None:
    pages = {"main": Page((Widget("Vibrate", "Switch"),))}

    def turn(phone: Phone) -> None:
        phone.page.widgets[0].on = True

    scene = put(stage, turn, says("tap({Vibrate})"), END, pages=pages)
    ran(scene)
    assert scene.phone.page.widgets[0].on
    assert 'switch "Vibrate" is on now' in scene.steps()[0].error


def test_a_name_that_counts_is_the_same(stage: Stage) -> None:
    pages = {
        "main": Page((Widget("Cart, 2 items", opens="there", ref="cart"),)),
        "later": Page((Widget("Cart, 3 items", opens="there", ref="cart"),)),
        "there": Page((Widget("Here", "TextView"),)),
    }
    scene = put(stage, stays("later"), says("tap({Cart, 2 items})"), END, pages=pages)
    ran(scene)
    assert scene.phone.shown[-1] == "there"


def test_text_and_keys_stay_in_their_window(stage: Stage) -> None:
    pages = {
        "main": Page((Widget("Search", "EditText"),)),
        "dialog": Page((Widget("Amount", "EditText"),), activity=".Pay"),
    }
    for action in ('text({Search}, "Milk")', "back()"):
        scene = put(stage, shows("dialog"), says(action), END, pages=pages)
        ran(scene)
        assert scene.phone.done == []
        assert pages["dialog"].widgets[0].value == ""


def test_a_screen_that_never_rests_is_not_touched(stage: Stage) -> None:
    """Each look finds the row in another place."""
    scene = put(stage, stays("moved"), says("tap({Isak})"), END, pages=chats())
    phone = scene.phone
    looked = phone.capture

    def capture(**how: Any) -> Any:
        taken = looked(**how)
        if phone.shown[-1] in ("main", "moved"):
            phone.shown[-1] = "main" if phone.shown[-1] == "moved" else "moved"
        return taken

    phone.capture = capture  # type: ignore[method-assign]
    ran(scene)
    assert phone.done == []
    assert scene.steps()[0].error.endswith("and goes on changing")


def test_an_exploration_looks_again_too(stage: Stage) -> None:
    scene = put(
        stage, stays("dialog"), says("tap({Isak})"), END, judges("BACK"), pages=chats()
    )  # fmt: skip
    learned(scene)
    assert [g for g in scene.phone.done if not isinstance(g, KeyPress)] == []


def test_what_has_come_is_permitted_anew(stage: Stage) -> None:
    """The row is still there, and a touch of it now deletes."""
    pages = {
        "main": Page((Widget("Go on", opens="there", ref="ok"),)),
        "later": Page(
            (Widget("Delete all messages?", "TextView"), Widget("Go on", opens="there", ref="ok"))
        ),
        "there": Page((Widget("Here", "TextView"),)),
    }
    scene = put(stage, stays("later"), says("tap({Go on})"), END, pages=pages)
    ran(scene)
    assert scene.phone.done == []


def test_a_yes_holds_for_the_same_question_on_the_screen_that_has_come(stage: Stage) -> None:
    """The clock ticks while a person reads the question: they are asked once."""
    title, button = Widget("Chat", "TextView"), Widget("Send", opens="sent")
    pages = {
        "main": Page((title, Widget("10:00", "TextView", ref="now"), button)),
        "later": Page((title, Widget("10:01", "TextView", ref="now"), button)),
        "sent": Page((Widget("Message sent", "TextView"),)),
    }
    person = Slow(yes=True)
    scene = stage(says("tap({Send})"), END, pages=pages, person=person)
    person.meanwhile = lambda: scene.phone.shown.append("later")
    ran(scene)
    assert len(person.asked) == 1
    assert scene.phone.shown[-1] == "sent"
    assert "again" in scene.steps()[0].images  # all of the screen was compared


def test_a_yes_is_for_what_was_asked(stage: Stage) -> None:
    """While a person reads, another message comes up in the page: they are asked anew."""
    pages = {
        "main": Page((Widget("Text", "EditText", value="Hi"), Widget("Send", opens="sent"))),
        "later": Page((Widget("Text", "EditText", value="My PIN"), Widget("Send", opens="sent"))),
        "sent": Page((Widget("Message sent", "TextView"),)),
    }
    person = Slow(yes=True)
    scene = stage(says("tap({Send})"), END, pages=pages, person=person)
    person.meanwhile = lambda: scene.phone.shown.append("later")
    ran(scene)
    assert ['"Hi"' in person.asked[0], '"My PIN"' in person.asked[1]] == [True, True]


@dataclass
class Slow(Somebody):
    """A person in whose time the phone changes, once."""

    meanwhile: Callable[[], None] = lambda: None

    def confirm(self, question: str) -> bool:
        self.meanwhile()
        self.meanwhile = lambda: None
        return super().confirm(question)
