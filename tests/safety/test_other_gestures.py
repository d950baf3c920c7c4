"""What holding, swiping, typing and touching beside a thing could do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Drag, Move, TouchAt
from appagent.geometry import Point, Rect
from appagent.safety.scene import Scene
from appagent.safety.touch import risk
from appagent.screen.values import App, Element
from tests.safety.test_effects import FIELD, button, row, text
from tests.screen.trees import element, screen

BANK = App("com.example.bank", ".Main")
BOTH = frozenset({"tap", "long_press"})
SEND = button("Send", top=1000)
HEAD = text("Chat", 100)


def done(action: str, of: Element | None, *on: Element, exploring: bool = False) -> str | None:
    return risk(Move(parse(action), element=of), Scene(screen(on), exploring))


def held(of: Element, *on: Element) -> str | None:
    return done("long_press(1)", of, of, *on)


# --- holding --------------------------------------------------------------------------------------


def test_a_voice_message_is_spoken_while_it_is_held() -> None:
    assert held(button("Voice message", uses=BOTH)) == "send"
    assert held(button("", description="Hold to record", uses=BOTH)) == "send"
    assert held(button("Press to call", uses=BOTH)) == "call"
    assert held(button("Music", uses=BOTH)) is None


def test_a_key_of_a_dial_pad_calls_when_it_is_held() -> None:
    key, call = button("2, ABC", uses=BOTH), button("Call")
    assert held(key, call) == "call"
    assert held(button("1", uses=BOTH), call) == "call"
    assert held(button("12", uses=BOTH), call) is None
    assert held(key, button("Equals")) is None
    assert held(key, text("Call")) is None  # it cannot be touched
    assert held(key, button("Pay")) is None
    assert held(row("2", 1, uses=BOTH), call) is None


def test_in_a_bank_only_what_shows_something_is_held() -> None:
    def there(of: Element | None) -> str | None:
        return risk(Move(parse("long_press(1)"), element=of), Scene(screen((SEND,), app=BANK)))

    assert there(button("Overview", uses=BOTH)) == "pay"
    assert there(button("Copy", uses=BOTH)) is None
    assert there(None) == "pay"


# --- swiping --------------------------------------------------------------------------------------


def test_a_drag_goes_sideways_by_its_longer_side() -> None:
    ann = row("Ann", 1)
    page = screen((HEAD, ann))

    def dragged(x: int, y: int) -> str | None:
        way = Drag(Point(500, 550), Point(500 + x, 550 + y), page.size, 300)
        return risk(Move(parse("drag_at(500, 229, 900, 229)"), gesture=way), Scene(page))

    assert dragged(300, 0) == "delete"
    assert dragged(-300, 299) == "delete"
    assert dragged(300, 300) is None
    assert dragged(0, 300) is None


def test_a_slide_is_called_so_and_goes_any_way() -> None:
    up = 'swipe(1, "up")'
    assert done(up, button("Slide to pay")) == "pay"
    assert done(up, button("Swipe up to call")) == "call"
    assert done(up, button("Pay")) is None
    assert done(up, None) is None
    assert done('swipe(1, "down")', button("Pay")) is None
    assert done('swipe(1, "left")', button("Pay")) == "pay"
    assert done('scroll_to(1, "Rye")', button("Slide to pay")) == "pay"
    assert done('scroll_to(1, "Rye")', button("Pay")) is None
    assert done('wait_for("Pay")', button("Pay")) is None


def test_what_is_written_in_a_field_does_nothing_when_it_is_swiped() -> None:
    assert done('swipe(1, "left")', replace(FIELD, name="Slide to pay")) is None


# --- the enter key --------------------------------------------------------------------------------


def test_the_enter_key_is_for_the_field_that_has_the_focus() -> None:
    search = element(key="#q", name="Search", uses=FIELD.uses, focused=True)
    assert done("enter()", None, search, SEND) is None
    assert done("enter()", None, replace(search, focused=False), SEND) == "send"
    assert done("enter()", None, button("Search", focused=True), SEND) == "send"
    assert done("enter()", FIELD, FIELD, SEND) == "send"


def test_exploring_the_enter_key_sends_a_message_before_its_button_comes_up() -> None:
    assert done("enter()", FIELD, FIELD) is None
    assert done("enter()", FIELD, FIELD, exploring=True) == "send"
    note = replace(FIELD, name="Note")
    assert done("enter()", note, note, exploring=True) is None


def test_the_enter_key_does_what_sends_or_pays_and_never_deletes() -> None:
    note = replace(FIELD, name="Note")
    for name, danger in (("Pay", "pay"), ("Publish", "post"), ("Sign in", "account")):
        assert done("enter()", note, note, button("Delete"), button(name)) == danger
    assert done("enter()", note, HEAD, note, button("Call"), text("Send")) is None


def test_a_typed_line_end_presses_enter_on_the_text_as_it_is_then() -> None:
    note = replace(FIELD, name="Note", focused=True)
    reply = button("Reply")  # sends what stands in a field
    assert done('text("Hi\\n")', None, note, reply) == "send"
    assert done('text(1, "Hi\\n")', note, note, reply) == "send"
    assert done('text(1, "Hi\\r")', note, note, reply) == "send"
    assert done('text(1, "Hi")', note, note, reply) is None
    assert done('text("Hi\\n")', None, button("Note"), SEND) == "send"
    in_row = row("Reply", 3)  # sends only what is written
    assert done("enter()", note, note, in_row) is None
    assert done('text(1, "Hi\\n")', note, note, in_row) == "send"


# --- touches --------------------------------------------------------------------------------------


def touched(of: Element, *on: Element, app: App | None = None) -> str | None:
    shown = screen((of, *on), app=app) if app else screen((of, *on))
    return risk(Move(parse("tap(1)"), element=of), Scene(shown, exploring=True))


def test_exploring_calls_nobody_whose_number_it_sees() -> None:
    assert touched(button("Ines, (305) 555-0121")) == "call"
    assert done("tap(1)", button("Ines, (305) 555-0121")) is None


@pytest.mark.parametrize("package", ["com.example.hotels", "com.example.voip", "a.contacts"])
def test_a_row_with_a_number_may_call_in_any_app(package: str) -> None:
    """Its name does not tell that an app calls nobody."""
    assert touched(row("Ines, (305) 555-0121", 0), HEAD, app=App(package, ".Main")) == "call"


def test_a_launcher_opens_the_person_of_a_row() -> None:
    app = App("com.example.launcher", ".Main")
    assert touched(row("Ines, (305) 555-0121", 0), HEAD, app=app) is None
    assert touched(row("(305) 555-0121, Ines", 0), HEAD, app=app) == "call"
    assert touched(row("Ines, (305) 555-0121", 0, key="#calls/row"), HEAD, app=app) == "call"
    assert touched(button("Ines, (305) 555-0121"), HEAD, app=app) == "call"


@pytest.mark.parametrize("package", ["com.example.dialer", "com.android.phone", "a.incallui"])
def test_exploring_touches_no_wordless_icon_in_a_list_of_calls(package: str) -> None:
    calls = App(package, ".Main")
    icon = element(key="#list/row/#icon", name="icon", resource_id="a:id/icon")
    assert touched(icon, HEAD, app=calls) == "call"
    assert touched(icon, HEAD) is None
    assert touched(replace(icon, key="#call_list/row/#icon"), HEAD) == "call"
    assert touched(replace(icon, name="Info"), HEAD, app=calls) is None
    assert touched(replace(icon, key="#icon"), HEAD, app=calls) is None
    assert touched(replace(icon, key="#list/row"), HEAD, app=calls) is None


@pytest.mark.parametrize(
    ("of", "free"),
    [
        (button("Copy"), True),
        (button("Search"), True),
        (button("Keep"), True),
        (button("Cancel"), True),
        (button("Accounts", role="tab"), True),
        (replace(FIELD, name="Amount"), True),
        (button("Transfer"), False),
    ],
)
def test_in_a_bank_only_what_shows_something_is_touched(of: Element, free: bool) -> None:
    there = screen((HEAD, of), app=BANK)
    assert (risk(Move(parse("tap(1)"), element=of), Scene(there)) is None) is free
    assert risk(Move(parse("tap_at(500, 900)")), Scene(there)) == "pay"


@pytest.mark.parametrize(
    ("name", "danger"),
    [
        ("Like", "post"),
        ("Follow", "account"),
        ("Pay", "pay"),
        ("Follow Ada", None),
        ("Send receipts", None),
    ],
)
def test_what_has_a_state_does_only_what_counts_at_once(name: str, danger: str | None) -> None:
    assert done("tap(1)", button(name, checked=False)) == danger


def test_a_switch_is_touched_by_the_way_it_goes() -> None:
    assert done("tap(1)", button("Airplane mode", checked=False)) == "device"
    assert done("tap(1)", button("Airplane mode", checked=True)) is None


def test_a_wordless_like_is_known_by_its_id() -> None:
    like = button("icon", resource_id="a:id/like", checked=False)
    assert done("tap(1)", like, like) == "post"
    assert done("tap(1)", replace(like, description="Sound"), like) is None


def test_an_icon_says_its_own_word_and_not_that_of_its_row() -> None:
    like = row("Call Ada: like", 1, key="#list/row/#like", resource_id="a:id/like")
    assert done("tap(1)", like, HEAD, like) == "post"
    other = row("Delete: overview", 1, key="#list/row/#overview", resource_id="a:id/overview")
    assert done("tap(1)", other, HEAD, other) is None
    said = button("Delete: all")
    assert done("tap(1)", said, HEAD, said) == "delete"


def test_a_point_touches_what_a_finger_may_have_hit_instead() -> None:
    send = element(name="Send", bounds=Rect(500, 1000, 600, 1100))
    page = screen((HEAD, send))

    def at(x: int, of: Element | None = None) -> str | None:
        gesture = TouchAt(Point(x, 1050), page.size)
        return risk(Move(parse("tap_at(500, 437)"), element=of, gesture=gesture), Scene(page))

    assert at(550) == "send"
    assert at(479) == "send"  # a fiftieth of the width beside it: 22 px
    assert at(470) is None
    assert at(479, button("Overview")) is None  # that was hit


def test_a_wordless_button_in_the_line_of_a_text_sends_it() -> None:
    field = replace(FIELD, value="Hi", name="Note", bounds=Rect(0, 900, 900, 1000))
    icon = element(key="#go", name="", bounds=Rect(920, 900, 1000, 1000))
    assert done("tap(1)", icon, field, icon) == "send"
    assert done("tap(1)", icon, replace(field, value=""), icon) is None
    assert done("tap(1)", replace(icon, name="Sound"), field, icon) is None
    assert done("tap(1)", replace(icon, description="Sound"), field, icon) is None
    above = replace(icon, bounds=Rect(920, 700, 1000, 800))
    assert done("tap(1)", above, field, above) is None


@pytest.mark.parametrize("sign", "☰⚙✕✓★✉✏➕❯☎")
def test_a_sign_on_a_button_is_no_reaction(sign: str) -> None:
    assert done("tap(1)", button(sign), HEAD) is None
    assert done("tap(1)", button(f"{sign}\ufe0f"), HEAD) is None


@pytest.mark.parametrize(
    "emoji", ["❤", "❤\ufe0f", "⭐", "😂", "👨\u200d👩\u200d👧", "🤷\u200d♀\ufe0f"]
)
def test_an_emoji_is_one_alone_or_joined(emoji: str) -> None:
    assert done("tap(1)", button(emoji), HEAD) == "post"


def test_an_emoji_is_a_reaction_where_nothing_is_written() -> None:
    thumb = button("👍")
    assert done("tap(1)", thumb, HEAD, thumb) == "post"
    assert done("tap(1)", thumb, FIELD, thumb) is None
    assert done("tap(1)", button("👍 Nice"), HEAD) is None
