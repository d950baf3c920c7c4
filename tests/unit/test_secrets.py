"""Passwords stay out of everything that is written down, however they are spelled there."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.actions.verbs import Text, form
from appagent.agent.ask import may_type
from appagent.geometry import Rect
from appagent.outcome import Outcome
from appagent.record import Record
from appagent.screen.describe import HIDDEN
from appagent.screen.values import App, Element, Screen
from appagent.secrets import COMMON, OURS, Secrets, any_of, find_secrets, is_named
from appagent.secrets.spelling import reach
from appagent.trail import Permission, Problem, Step, Touched

NOW = datetime(2026, 3, 2, tzinfo=UTC)
PASSWORD = 'pass"wörd\\1'
passwords = st.text(st.characters(exclude_categories=["Cs"]), min_size=4, max_size=20).filter(
    lambda text: reach(text, COMMON) != "fields"
)


def secrets(*values: str) -> Secrets:
    found = Secrets()
    for value in values:
        found.add(value)
    return found


def test_without_a_secret_nothing_is_hidden() -> None:
    assert Secrets().hide("a text") == "a text"


@given(passwords)
def test_no_spelling_of_a_password_is_left(password: str) -> None:
    hidden = secrets(password)
    action = form(Text(text=password))
    for spelling in (
        password,
        repr(password)[1:-1],
        json.dumps(password)[1:-1],
        json.dumps(password, ensure_ascii=False)[1:-1],
        json.dumps(action)[len('"text(\\"') : -len('\\")"')],  # a text form inside JSON
        json.dumps(json.dumps(password)[1:-1])[1:-1],
    ):
        assert hidden.hide(f"<<{spelling}>>") == f"<<{HIDDEN}>>"


@pytest.mark.parametrize("order", [("1234", "12345", "123456"), ("123456", "12345", "1234")])
def test_of_two_passwords_the_longer_one_is_hidden_first(order: tuple[str, ...]) -> None:
    hidden = secrets(*order)
    assert hidden.hide("1234 12345 123456") == " ".join([HIDDEN] * 3)


def test_a_step_and_an_outcome_are_written_without_a_password() -> None:
    texts = (
        "observation", "thought", "plan", "summary", "action", "words", "gesture", "outcome",
        "reflection", "doc", "error",
    )  # fmt: skip
    said = f"I type {PASSWORD} now"
    step = Step(
        n=1,
        at=NOW,
        app="com.example.bank",
        change=("share: 3%", said),
        problems=(Problem(reply=said, problem=f"{said}: no"),),
        **dict.fromkeys(texts, said),
    )
    hidden = secrets(PASSWORD)
    clean = hidden.hide_in_step(step)
    assert {getattr(clean, name) for name in texts} == {f"I type {HIDDEN} now"}
    assert clean.change == ("share: 3%", f"I type {HIDDEN} now")
    assert clean.problems == (
        Problem(reply=f"I type {HIDDEN} now", problem=f"I type {HIDDEN} now: no"),
    )
    assert (clean.n, clean.at, clean.app) == (1, NOW, "com.example.bank")

    outcome = Outcome(ending="done", started=NOW, answer=said, error=said, task=said, app="bank")
    found = hidden.hide_in_outcome(outcome)
    assert (found.answer, found.error, found.task) == (f"I type {HIDDEN} now",) * 3
    assert (found.ending, found.app) == ("done", "bank")


def choices(record: type[Record]) -> Iterator[str]:
    """The fields of a record, and of the records in it, that hold one of a few words of ours."""
    for name, field in record.model_fields.items():
        told = str(field.annotation)
        yield from [name] * ("Literal" in told)
        for inner in (Problem, Permission, Touched):
            if inner.__name__ in told:
                yield from choices(inner)


@pytest.mark.parametrize("record", [Step, Outcome])
def test_a_secret_that_is_a_word_of_ours_breaks_no_record(record: type[Record]) -> None:
    assert set(choices(record)) <= OURS


@pytest.mark.parametrize("word", ["a", "1", "on", "the", "The", "•", "Password", "的", "ok"])
def test_a_common_word_is_hidden_only_where_it_was_typed(word: str) -> None:
    text = f"Tap {word} on the list: {word}, a switch is on 1 of 11; {word}word o{word}."
    typed = form(Text(element=3, text=word))
    hidden = secrets(word)
    assert hidden.hide(text) == text
    for spelled in (
        typed,
        json.dumps({"text": word}, ensure_ascii=False),
        f'text field "PIN" <- "{word}"',
    ):
        assert hidden.hide(spelled) == spelled.replace(f'"{word}"', f'"{HIDDEN}"')
    assert HIDDEN in hidden.hide(json.dumps({"action": typed}))
    assert hidden.hide(f"InputText(text={word!r})") == f"InputText(text='{HIDDEN}')"


def test_a_short_secret_is_hidden_where_it_stands_alone() -> None:
    hidden = secrets("739", "blue", "7394")
    assert hidden.hide("CVV 739, 7390, 7394; blue, blueish\nblue") == (
        f"CVV {HIDDEN}, 7390, {HIDDEN}; {HIDDEN}, blueish\n{HIDDEN}"
    )
    assert hidden.hide(r'"a\nblue"') == rf'"a\n{HIDDEN}"', "an escape is no letter"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Join Blue Door with password maple-otter-42", {"maple-otter-42"}),
        ("PIN is 4711.", {"4711"}),
        ("use hunter2 as the password, then go", {"hunter2"}),
        ("输入密码 amber12 连接", {"amber12"}),
        ("Das Kennwort lautet „Geheim 77“", {"Geheim 77"}),
        ("Change the password of the Wi-Fi", set()),
        ('tap text field "Password"; text field "User 1"', set()),
        ("Enter the password (8 characters)", set()),
        ("Opens the page for a new PIN, at https://a.b/c1", set()),
    ],
)
def test_what_stands_beside_a_word_for_a_secret_is_taken_for_one(
    text: str, found: set[str]
) -> None:
    assert find_secrets(text) == found


def test_a_password_typed_in_pieces_is_known_as_a_whole() -> None:
    hidden, field = Secrets(), Element("pw", Rect(0, 0, 9, 9), "text field", "Password")
    hidden.note_typing(field, "maple-", appended=False)
    hidden.note_typing(field, "otter", appended=True)
    assert hidden.hide("MAPLE-OTTER, otter and maple-") == ", ".join(
        [HIDDEN, f"{HIDDEN} and {HIDDEN}"]
    )
    hidden.note_typing(field, "birch-fern", appended=False)
    assert hidden.hide("otterbirch-fern") == HIDDEN, "both may be parts, told one by one"
    assert hidden.hide("maple-otterbirch-fern") == HIDDEN
    unseen = Secrets()
    unseen.note_typing(field, "maple-", appended=True)
    assert unseen.hide("maple-") == HIDDEN


@pytest.mark.parametrize("typed", ["typed", "meant"])
def test_a_password_typed_half_by_half_is_known_as_a_whole(typed: str) -> None:
    """Each replaced the one before; and digits that run on are not known by a part of them."""
    hidden, field = Secrets(), Element("pw", Rect(0, 0, 9, 9), "text field", "PIN")
    for half in ("4711", "4711", "0815"):
        if typed == "typed":
            hidden.note_typing(field, half, appended=False)
        else:
            hidden.expect_typing(half, field.key)
    assert hidden.hide("the PIN 47110815, 4711 and 0815; 47114711.") == (
        f"the PIN {HIDDEN}, {HIDDEN} and {HIDDEN}; 47114711."
    )


@pytest.mark.parametrize(
    ("secret", "said", "told"),
    [
        ("maple-Otter-42", "maple-, then Otter-42!", "•••, then •••!"),
        ("maple-Otter-42", 'text(1, "maple"), text("-Otter-42")', 'text(1, "•••"), text("•••")'),
        ("maple-Otter-42", "m and then aple-otter-42", "m and then aple-otter-42"),
        ("maple-Otter-42", "m and then aple-Otter-42", "••• and then •••"),
        ("maple-Otter-42", "a maple stands here", "a maple stands here"),
        ("maple-Otter-42", "an otter, 42", "an otter, 42"),
        ("4711", "first 47, then 11", "first •••, then •••"),
        ("4711", "4 and 711", "••• and •••"),
        ("4711", "47 of 9, 11 left; 147, 11", "47 of 9, 11 left; 147, 11"),
        ("471108", "471 here, and at the end of it all there is one more: 108", None),
        ("theand", "the one and the other", "the one and the other"),
    ],
)
def test_a_password_told_in_two_halves_is_hidden(secret: str, said: str, told: str | None) -> None:
    expected = told or said.replace("471", HIDDEN).replace("108", HIDDEN)
    assert secrets(secret).hide(said) == expected


def test_one_half_in_each_of_two_texts_of_a_step() -> None:
    step = Step(n=1, at=NOW, thought="it begins with maple-", plan="Otter-42 ends it")
    told = secrets("maple-Otter-42").hide_in_step(step)
    assert (told.thought, told.plan) == (f"it begins with {HIDDEN}", f"{HIDDEN} ends it")
    alone = step.model_copy(update={"plan": "go on"})
    assert secrets("maple-Otter-42").hide_in_step(alone) == alone


@given(passwords.filter(lambda text: len(text) >= 8), st.data())
def test_no_two_halves_are_left(password: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(3, len(password) - 3))
    halves = password[:at], password[at:]
    told = secrets(password).hide(f"1 <{halves[0]}> 2 <{halves[1]}>")
    if all(reach(half, COMMON) != "fields" for half in halves):
        assert not any(half in told for half in halves)


def test_what_was_called_a_secret_is_known_as_one_when_it_is_typed() -> None:
    hidden = Secrets()
    hidden.expect("Join Blue Door, its password is mapleotter")
    assert hidden.hide("mapleotter") == "mapleotter", "it may be any word"
    assert (hidden.is_called("mapleotter"), hidden.is_called("Blue")) == (True, False)


def test_what_was_to_be_typed_is_told_to_the_model_alone() -> None:
    hidden = Secrets()
    hidden.expect_typing("maple-1")
    told = hidden.hide("maple-1"), hidden.hide_meant("maple-1"), hidden.hide_typed("maple-1")
    assert told == (HIDDEN, HIDDEN, "maple-1")
    outcome = Outcome(ending="failed", started=NOW, answer="maple-1 was of no use")
    assert hidden.hide_in_outcome(outcome).answer == f"{HIDDEN} was of no use"


@pytest.mark.parametrize(
    ("reply", "typed"),
    [
        ('type(99, "ma ple"', {"99", "ma ple"}),
        ("fill(4, 'ma, ple')", {"4", "ma, ple"}),
        ("text(99, maple)", {"99", "maple"}),
        ('text(99, "maple', {"99", "maple"}),
        ('tap(4, name="Cancel") (or so)', set()),
        ('{"kind": "text", "text": "ma \\"ple', {'ma \\"ple', 'ma "ple', "ma "}),
        ('{"arguments": "{\\"text\\": \\"maple\\"}', {"maple"}),
        ('{"action": "type(\\"maple\\")"', {"maple"}),
        ('{"thought": "maple", "element": 4', set()),
    ],
)
def test_what_a_reply_may_have_meant_to_type(reply: str, typed: set[str]) -> None:
    assert may_type(reply) == typed


def test_a_reply_full_of_backslashes_is_read_at_once() -> None:
    began = time.monotonic()
    may_type('text(4, "' + "\\" * 32_000)
    assert time.monotonic() - began < 1


def test_what_was_written_before_is_written_anew() -> None:
    hidden, page = Secrets(), ["hunter2"]
    hidden.when_known(lambda: page.__setitem__(0, hidden.hide(page[0])))
    hidden.expect("no word for it: hunter2")
    assert page == ["hunter2"]
    hidden.add("hunter2")
    assert page == [HIDDEN]


def test_a_model_is_told_what_is_only_taken_for_a_secret() -> None:
    hidden = Secrets()
    hidden.expect("the PIN is 4711")
    assert (hidden.hide("4711"), hidden.hide_typed("4711")) == (HIDDEN, "4711")
    hidden.add("4711")
    assert hidden.hide_typed("4711") == HIDDEN


@pytest.mark.parametrize(
    ("name", "ref", "named"),
    [
        ("Password", "", True), ("Wi-Fi password", "", True), ("", "a.b:id/newPasswordField", True),
        ("输入密码", "", True), ("PIN", "", True), ("Ваш пароль", "", True),
        ("Shipping", "a.b:id/shipping_address", False), ("Spinner", "", False),
    ],
)  # fmt: skip
def test_a_field_that_takes_a_secret_is_known_by_its_name(name: str, ref: str, named: bool) -> None:
    field = Element("k", Rect(0, 0, 9, 9), "text field", name, resource_id=ref)
    assert is_named(field) == named


def test_a_field_that_shows_a_secret_is_taken_for_a_secret_one() -> None:
    """It may be any: what was typed in a wrong place is not typed again to restore it."""
    field = Element("note", Rect(0, 0, 9, 9), "text field", "Note", value="it is hunter2",
                    text="it is hunter2", uses=frozenset({"tap", "text"}))  # fmt: skip
    image = np.zeros((20, 20, 3), np.uint8)
    screen = Screen(image, App("com.example", ".Main"), (field,), NOW)
    hidden = secrets("hunter2")
    (told,) = hidden.guard(screen).elements
    assert (told.secret, told.value, told.text) == (True, "", "")
    assert hidden.guard(screen).image[:9, :9].min() > 0
    assert not hidden.guard(screen).image[9:].any()
    assert secrets("other").guard(screen) is screen


def test_a_toast_that_says_a_secret_is_not_read_out() -> None:
    image, app = np.zeros((20, 20, 3), np.uint8), App("com.example", ".Main")
    toast = Screen(image, app, (), NOW, toast="5f", notice="hunter2! copied")
    assert secrets("hunter2!").guard(toast).notice == f"{HIDDEN} copied"


def test_what_is_typed_in_a_document_is_hidden_as_a_whole_text_too() -> None:
    state = {"typed": "hello", "hello world": ["hunter2!", 7, None, ("1", "hello")], "on": "1"}
    assert secrets("hello", "1", "hunter2").hide_in(state) == {
        "typed": HIDDEN, "hello world": [f"{HIDDEN}!", 7, None, ["1", HIDDEN]], "on": "1",
    }  # fmt: skip


def test_of_places_in_one_another_the_innermost_shows_it() -> None:
    row, text, other = Rect(0, 0, 90, 30), Rect(5, 5, 50, 25), Rect(0, 40, 90, 60)
    hidden = secrets("hunter2")
    elements = [
        Element("row", row, "row", "it is hunter2"),
        Element("text", text, "text", "", text="hunter2"),
        Element("slider", other, "slider", "", value="HUNTER2"),
        Element("image", Rect(0, 70, 9, 79), "image", "", description="no secret"),
        Element("same", text, "text", "hunter2"),
    ]
    assert set(hidden.showing(elements)) == {text, other}
    assert hidden.showing(elements[3:4]) == []


def test_our_own_words_in_a_record_stay() -> None:
    """Also a step deep inside: an element's role."""
    box = (0, 0, 1, 1)
    target = Touched(label=1, key="row", role="button", name="button", bounds=box)
    step = Step(n=1, at=NOW, app="button", kind="button", thought="a button", target=target)
    told = secrets("button1", "buttons", "press-button").hide_in_step(step)
    assert told == step
    hidden = Secrets()
    hidden.expect("the password is send-1")
    hidden.add("tap-all")
    step = Step(n=1, at=NOW, commits="send", kind="tap-all", summary="tap-all, send-1")
    told = hidden.hide_in_step(step)
    assert (told.commits, told.kind, told.summary) == ("send", "tap-all", f"{HIDDEN}, {HIDDEN}")


def test_an_answer_tells_a_password_that_was_asked_for() -> None:
    hidden = Secrets()
    hidden.expect("I see that the hotspot's password is birch-fern-12")
    outcome = Outcome(ending="done", started=NOW, answer="birch-fern-12", task="birch-fern-12?")
    told = hidden.hide_in_outcome(outcome)
    assert (told.answer, told.task) == ("birch-fern-12", f"{HIDDEN}?")


def test_a_title_without_its_digits_is_still_one_of_a_secret() -> None:
    hidden = secrets("hunter2", "x1y", "maple")
    assert hidden.hide_in_title("Note hunter") == f"Note {HIDDEN}"
    assert hidden.hide_in_title("Note maple, x y hunter2") == f"Note {HIDDEN}, x y {HIDDEN}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("PIN: 471", {"471"}), ("PIN: 47", set()), ("PIN: (4711).", {"4711"}),
        ("password https://a.b/c1", set()), ("password 'hello'", set()),
        ("pin is x**1**", {"x**1"}),
    ],
)  # fmt: skip
def test_what_is_no_secret_though_it_stands_beside_the_word(text: str, found: set[str]) -> None:
    assert find_secrets(text) == found


def test_every_text_of_a_screen_is_told_without_a_secret() -> None:
    box = Rect(0, 0, 9, 9)
    said = ("N hunter2", "T hunter2", "D hunter2")
    label = Element("k", box, "text", *said, value="V hunter2")
    plain = Element("p", Rect(10, 10, 19, 19), "text", "plain")
    picture = np.zeros((20, 20, 3), np.uint8)
    screen = Screen(picture, App("com.example", ".Main"), (label, plain), NOW, shapes=(label,))
    told = secrets("hunter2").guard(screen)
    for found in (told.elements[0], told.shapes[0]):
        assert (found.name, found.text, found.description, found.value) == tuple(
            f"{letter} {HIDDEN}" for letter in "NTDV"
        )
    assert told.elements[1] is plain
    assert not told.image[10:].any()


def test_a_field_that_was_secret_once_stays_so() -> None:
    """Its switch shows it: then only its key tells what it is. What it held before it was seen is
    unknown, so that pieces are known each for itself."""
    box = Rect(0, 0, 9, 9)
    field = Element("pw", box, "text field", "Entry hunter2", uses=frozenset({"text"}), secret=True)
    shown = Element("pw", box, "text field", "Entry hunter2", value="x", uses=frozenset({"text"}))
    other = Element("no", box, "text field", "Note", value="x", uses=frozenset({"text"}))
    picture = np.zeros((20, 20, 3), np.uint8)
    hidden = Secrets()

    def guarded(*elements: Element) -> tuple[Element, ...]:
        return hidden.guard(Screen(picture, App("a.b", ".C"), elements, NOW)).elements

    assert guarded(shown) == (shown,)
    assert guarded(field) == (field,)
    found, same = guarded(shown, other)
    assert (found.secret, found.value, found.name, same) == (True, "", "Entry hunter2", other)
    hidden.note_typing(field, "hunt", appended=True)
    hidden.note_typing(field, "er2", appended=True)
    assert guarded(shown)[0].name == f"Entry {HIDDEN}"


def test_of_two_secrets_the_longer_one_is_hidden_first_in_whatever_order() -> None:
    assert secrets("zebra-1", "a zebra-1 b").hide("a zebra-1 b, zebra-1") == f"{HIDDEN}, {HIDDEN}"
    assert secrets("a", "on").hide('text(1, "on") text(1, "a")') == 'text(1, "•••") text(1, "•••")'


def test_a_word_stands_alone_where_its_script_has_blanks() -> None:
    known = re.compile(any_of(["pin", "pin code", "密码", "⺀"]))
    for text, found in {
        "my pin.": "pin", "pin code 1": "pin code", "输入密码好": "密码", "1pin_": "pin",
        "spin": "", "pins": "", "é⺀é": "⺀",
    }.items():  # fmt: skip
        match = known.search(text)
        assert (match[0] if match else "") == found, text


def test_what_is_written_anew_is_written_once_for_each_new_secret() -> None:
    hidden, times = Secrets(), [0]
    hidden.when_known(lambda: times.__setitem__(0, times[0] + 1))
    counts = []
    for secret in ("", "hunter2", "hunter2", "maple-1"):
        hidden.add(secret)
        counts.append(times[0])
    hidden.expect("the PIN is 4711")
    hidden.add("4711")  # what was taken for a secret is one: the model is told it no more
    assert counts == [0, 1, 1, 2]
    assert times[0] == 4
    hidden.expect("the PIN is 4711")
    assert times[0] == 4
    assert Secrets(["hunter2"]).hide("hunter2") == HIDDEN
