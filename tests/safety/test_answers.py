"""What leaves all as it is, by what is asked."""

from __future__ import annotations

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move
from appagent.safety.labels import is_refusal
from appagent.safety.scene import Scene
from appagent.safety.touch import risk
from appagent.screen.values import App
from tests.safety.test_effects import button, text
from tests.screen.trees import screen


def answered(label: str, asks: str, opener: str = "") -> str | None:
    """The danger of a button in a small window that asks something, or was opened by something."""
    yes = button(label, top=1000)
    page = screen((text(asks, 900), yes, button("Cancel", top=1100)))
    return risk(Move(parse("tap(1)"), element=yes), Scene(page, opener=opener))


@pytest.mark.parametrize("label", ["Save", "Change", "Edit", "Save changes", "Speichern", "保存"])
def test_what_saves_keeps_only_what_would_be_deleted(label: str) -> None:
    assert answered(label, "Discard draft?") is None
    for title in ("Change password", "Reset password", "Set PIN"):
        assert answered(label, title) == "account"
        assert answered(label, "New one", opener=title) == "account"
    assert answered(label, "Tomorrow, 9:00", opener="Schedule send") == "send"
    assert answered(label, "Alarm name") is None


@pytest.mark.parametrize("label", ["Cancel", "Not now", "Details", "Copy"])
def test_what_refuses_does_so_whatever_is_asked(label: str) -> None:
    assert answered(label, "Change password") is None
    assert answered(label, "Delete chat?") is None
    assert answered(label, "Tomorrow, 9:00", opener="Schedule send") is None


@pytest.mark.parametrize("label", ["Save", "Change", "Edit"])
def test_in_a_store_what_saves_may_pay(label: str) -> None:
    touched = button(label)
    store = screen((touched,), app=App("com.android.vending", ".Main"))
    assert risk(Move(parse("tap(1)"), element=touched), Scene(store)) == "pay"


@pytest.mark.parametrize("label", ["View", "Show"])
def test_in_a_store_a_look_is_free(label: str) -> None:
    touched = button(label)
    store = screen((touched,), app=App("com.android.vending", ".Main"))
    assert risk(Move(parse("tap(1)"), element=touched), Scene(store)) is None


@pytest.mark.parametrize("label", ["No, delete", "Nein, löschen", "No, eliminar", "不，删除"])
def test_a_no_before_a_deed_refuses_nothing(label: str) -> None:
    assert answered(label, "Delete chat?") == "delete"
    assert not is_refusal(label)


@pytest.mark.parametrize(
    "label", ["No, don't delete", "No, thanks", "Nein, nicht löschen", "No eliminar", "No, keep it"]
)
def test_a_no_before_another_no_does(label: str) -> None:
    assert answered(label, "Delete chat?") is None
