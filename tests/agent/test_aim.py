"""The screen changes while the model thinks: what was meant is touched, or nothing is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from appagent.actions.gestures import Drag, KeyPress, Move, TouchAt, resolve
from appagent.actions.verbs import DragAt, Enter
from appagent.agent.aim import area
from appagent.agent.observe import present
from appagent.agent.run import run
from appagent.agent.turn import Turn
from appagent.config import Config
from appagent.geometry import Point, Rect, Size
from appagent.outcome import Outcome
from tests.agent.conftest import Scene, Stage, learned
from tests.agent.scripted import APP, END, Page, Phone, Somebody, Widget, judges, says
from tests.screen.trees import element, screen


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


def repaint(phone: Phone, top: int, bottom: int) -> None:
    """The picture alone is another one, in these rows of px."""
    drawn = phone.screenshot

    def screenshot() -> Any:
        image = drawn()
        image[top:bottom] = 20
        return image

    phone.screenshot = screenshot  # type: ignore[method-assign]


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


def clock(time: str, *others: Widget) -> Page:
    return Page((Widget("Chat", "TextView"), Widget(time, "TextView", ref="now"), *others))


def test_a_change_elsewhere_costs_a_row_no_look(stage: Stage) -> None:
    """A button may be the answer to what changed: all of the screen is looked at again for it."""
    for go, looks in ((Widget("Go", row=True, opens="there"), 0), (Widget("Go", opens="there"), 1)):
        pages = {
            "main": clock("10:00", go),
            "later": clock("10:01", go),
            "there": Page((Widget("Here", "TextView"),)),
        }
        scene = put(stage, stays("later"), says("tap({Go})"), END, pages=pages)
        ran(scene)
        assert scene.phone.shown[-1] == "there"
        assert ("again" in scene.steps()[0].images) == looks


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


def asked_slowly(stage: Stage, shown: Page, then: Page, change: Any = None) -> tuple[Scene, Slow]:
    """A run that asks a person about "Send"; meanwhile the page changes."""
    person = Slow(yes=True)
    pages = {"main": shown, "later": then, "sent": Page((Widget("Message sent", "TextView"),))}
    scene = stage(says("tap({Send})"), END, pages=pages, person=person)
    person.meanwhile = lambda: (change or stays("later"))(scene.phone)
    ran(scene)
    return scene, person


def test_a_yes_holds_where_the_picture_alone_has_changed(stage: Stage) -> None:
    """An advert turns while a person reads the question: they are asked once."""
    page = clock("10:00", Widget("Send", opens="sent"))
    scene, person = asked_slowly(stage, page, page, lambda phone: repaint(phone, 600, 700))
    assert len(person.asked) == 1
    assert scene.phone.shown[-1] == "sent"
    assert "again" in scene.steps()[0].images


def test_a_yes_is_for_what_the_screen_told(stage: Stage) -> None:
    """The question names no amount: where it is another one, it is asked anew."""
    send = Widget("Send", opens="sent")
    _, person = asked_slowly(stage, clock("5 EUR", send), clock("500 EUR", send))
    assert len(person.asked) == 2


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


def test_one_black_picture_is_not_like_the_other(stage: Stage) -> None:
    """A window that forbids pictures of itself, as a bank's: its tree is read again."""
    pages = chats() | {"main": rows("Noor", "Isak"), "later": rows("Isak", "Noor")}
    pages["isak"] = Page((Widget("Isak", "TextView"),))
    scene = put(stage, stays("later"), says("tap({Isak})"), END, pages=pages)
    phone, looked = scene.phone, scene.phone.capture
    black = np.zeros((800, 360, 3), np.uint8)
    phone.screenshot = lambda: black  # type: ignore[method-assign]
    phone.capture = lambda **how: replace(looked(**how), secure=True)  # type: ignore[method-assign]
    ran(scene)
    touch = scene.phone.done[0]
    assert isinstance(touch, TouchAt)
    assert touch.point.y < 50 + 70


def test_an_answer_is_to_the_question_that_was_seen(stage: Stage) -> None:
    """The same window, the button in the same place: what stands above it is another question."""
    ok = Widget("OK", opens="there")
    pages = {
        "main": Page((Widget("New: dark theme", "TextView", ref="message"), ok)),
        "later": Page((Widget("Delete all messages?", "TextView", ref="message"), ok)),
        "there": Page((Widget("Here", "TextView"),)),
    }
    for explores in (False, True):
        scene = put(stage, stays("later"), says("tap({OK})"), END, END, pages=pages)
        learned(scene) if explores else ran(scene)
        assert [g for g in scene.phone.done if isinstance(g, TouchAt)] == []


def test_a_text_goes_to_the_field_that_had_the_focus(stage: Stage) -> None:
    fields = (Widget("Search", "EditText"), Widget("Public comment", "EditText"))
    scene = put(
        stage, lambda phone: setattr(phone, "focus", "Public comment"), says('text("secret plan")'),
        END, pages={"main": Page(fields)}, phone={"focus": "Search"},
    )  # fmt: skip
    ran(scene)
    assert [widget.value for widget in fields] == ["", ""]
    assert 'text field "Public comment" is there now' in scene.steps()[0].error


def test_the_enter_key_goes_to_what_had_the_focus(stage: Stage) -> None:
    def change(phone: Phone) -> None:
        phone.focus = "Public comment"
        repaint(phone, 50, 110)

    fields = (Widget("Search", "EditText"), Widget("Public comment", "EditText"))
    scene = put(
        stage, change, says("enter()"), END, pages={"main": Page(fields)}, phone={"focus": "Search"}
    )
    ran(scene)
    assert scene.phone.done == []
    assert 'text field "Public comment" is there now' in scene.steps()[0].error


def test_for_the_enter_key_what_has_the_focus_has_to_stand() -> None:
    """A web page has it too, says the tree, where a field in it has; a button is pressed, which may
    be the answer to what stands above it."""
    row = Rect(0, 300, 1080, 400)
    writes = frozenset({"tap", "text"})
    field = element(bounds=row, role="text field", uses=writes, focused=True)
    page = element(bounds=Rect(0, 0, 1080, 2400), role="scroll area", focused=True)
    button = element(bounds=row, focused=True)
    for elements, place in (
        ((page, field), row),
        ((button,), Rect(0, 0, 1080, 2400)),
        ((replace(field, focused=False),), Rect(0, 0, 0, 0)),
    ):
        seen = present(screen(elements), Config())
        move = resolve(Enter(), seen.view)
        assert area(Turn(1, datetime(2026, 3, 2, tzinfo=UTC), seen, move=move)) == place


def test_a_point_is_found_again_in_a_picture_of_the_same_size(stage: Stage) -> None:
    """A model that points counts in px of the picture that it got, which is smaller than the
    screen."""
    for config, tap, end in (
        ({"coords": "ui-tars-1000"}, "Action: click(start_box='(500,201)')", "finished()"),
        ({"see": "raw"}, says("tap_at(120, 107)"), END),
    ):
        scene = stage(tap, end, pages=chats(), image_width_px=240, **config)
        ask = scene.model.ask

        def answer(*args: Any, ask: Any = ask, phone: Phone = scene.phone, **more: Any) -> Any:
            repaint(phone, 120, 180)
            return ask(*args, **more)

        scene.model.ask = answer  # type: ignore[method-assign]
        ran(scene)
        assert "again" in scene.steps()[0].images
        touch = scene.phone.done[0]
        assert isinstance(touch, TouchAt)
        assert touch.point == Point(180, 160)


def test_a_finger_at_a_point_looks_at_the_point(stage: Stage) -> None:
    scene = stage(END, pages=chats())
    move = Move(
        DragAt(x=10, y=20, end_x=10, end_y=200),
        gesture=Drag(Point(100, 300), Point(100, 600), Size(360, 800), 500),
    )
    turn = Turn(1, datetime(2026, 3, 2, tzinfo=UTC), scene.session.eyes.observe(), move=move)
    place = area(turn)
    assert place is not None
    assert place.contains(Point(100, 300))
