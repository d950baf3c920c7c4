"""Whether a field holds what was typed into it."""

from __future__ import annotations

import pytest

from appagent.actions.readback import mistyped
from appagent.actions.verbs import Text
from appagent.screen.values import Element
from tests.screen.trees import element, screen

FIELD = frozenset({"text"})


def field(value: str, **more: object) -> Element:
    return element(key="note", uses=FIELD, value=value, **more)


@pytest.mark.parametrize(
    ("held", "told"),
    [
        (["(555) 0199"], False),
        (["555"], True),
        (["555", "Anna"], False),  # rows of a list: either may be the one
        ([], False),
    ],
)
def test_what_a_field_holds_is_told_where_it_is_another_text(held: list[str], told: bool) -> None:
    said = mistyped(field(""), Text(text="5550199"), screen(tuple(map(field, held))))
    assert bool(said) is told
    assert ('holds "555"' in said) is told


@pytest.mark.parametrize(
    ("held", "told"), [("milk\ntea", False), ("milk tea", False), ("milk", True), ("", False)]
)
def test_lines_are_read_back_unless_the_enter_key_sent_them(held: str, told: bool) -> None:
    said = mistyped(field(""), Text(text="milk\ntea"), screen((field(held),)))
    assert bool(said) is told


@pytest.mark.parametrize(
    ("text", "held", "told"),
    [
        ("👍", "👍 ", False),
        ("👍", "", True),
        ("שלום", "שלום", False),
        ("", "", False),
        ("", "x", True),
    ],
)
def test_what_has_no_letters_is_read_back_too(text: str, held: str, told: bool) -> None:
    said = mistyped(field(""), Text(text=text), screen((field(held),)))
    assert bool(said) is told


def test_what_a_secret_field_holds_is_not_told() -> None:
    secret = field("", secret=True)
    assert not mistyped(secret, Text(text="5550199"), screen((field("555", secret=True),)))
