"""Passwords stay out of everything that is written down, however they are spelled there."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.actions.verbs import Text, form
from appagent.outcome import Outcome
from appagent.safety.secrets import COMMON, Secrets
from appagent.safety.spelling import reach
from appagent.screen.describe import HIDDEN
from appagent.trail import Problem, Step

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
        **dict.fromkeys(texts, said),  # type: ignore[arg-type]
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
