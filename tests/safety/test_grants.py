"""What an app asks to use: which of it a task cannot do without."""

from __future__ import annotations

import pytest

from appagent.safety.grants import is_needed
from tests.safety.test_effects import button, text
from tests.screen.trees import screen


def needed(task: str, question: str, *buttons: str) -> bool:
    return is_needed(task, screen((text(question), *map(button, buttons))))


@pytest.mark.parametrize(
    ("task", "question"),
    [
        ("Post my newest photo", "Allow Chat to access photos on this device?"),
        ("Send Ada a picture of the cake", "Allow Chat to access photos on this device?"),
        ("Schick Ada ein Foto", "Darf Chat auf Bilder zugreifen?"),
        ("Find cafés near me", "Allow Maps to access this device's location?"),
        ("把照片发给Ada", "允许访问照片吗？"),
        ("Record a note", "Allow Notes to use the microphone?"),
    ],
)
def test_a_task_that_names_it_needs_it(task: str, question: str) -> None:
    assert needed(task, question)


@pytest.mark.parametrize(
    ("task", "question"),
    [
        ("Post my newest photo", "Allow Chat to access your contacts?"),
        ("Call Ada", "Allow Chat to access photos on this device?"),
        ("Write about telephotography", "Allow Chat to access photos on this device?"),
        ("Post a note without my photo", "Allow Chat to access photos on this device?"),
        ("Don't use my photos", "Allow Chat to access photos on this device?"),
        ("Post my newest photo", ""),
    ],
)
def test_another_task_does_not(task: str, question: str) -> None:
    assert not needed(task, question)


def test_what_a_button_offers_is_not_asked() -> None:
    assert not needed("Post my newest photo", "Allow Chat to access contacts?", "Photos instead")
