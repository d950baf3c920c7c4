"""Labels as real apps show them: which are refused, and which are let through."""

from __future__ import annotations

import importlib

import pytest

from appagent.safety import labels as rules
from tests.safety.shown import Told, labels, show

FILES = ["labels.yaml", "labels_2.yaml"]


@pytest.mark.parametrize("name", FILES)
def test_dangerous_labels_are_known(name: str) -> None:
    told = [one for one in labels(name) if one.danger]
    missed = [one for one in told if not show(one.line).danger()]
    assert len(missed) <= 0.02 * len(told), missed


def test_harmless_labels_are_free() -> None:
    """Songs that are called like deeds are among those that are not."""
    told = [one for name in FILES for one in labels(name) if not one.danger]
    refused = [one for one in told if show(one.line).danger()]
    assert len(refused) <= 0.01 * len(told), refused


@pytest.mark.parametrize(
    ("label", "danger"),
    [
        ("Follow Us, Instagram", "account"),
        ("Like Us, Facebook", "post"),
        ("Call Me, Ada", "call"),
        ("Buy It, One Tap", "pay"),
        ("Uninstall apps never used", "permission"),
        ("Delete chats not starred", "delete"),
        ("Remove photos not backed up", "delete"),
        ("Permanently delete all of your data from this account", "delete"),
        ("Your parcel waits for you at the door, please delete nothing", None),
        ("Re: Delete all chats", None),
    ],
)
def test_a_row_that_begins_with_a_deed_does_it(label: str, danger: str | None) -> None:
    assert show(f"row | {label}").danger() == danger


@pytest.mark.parametrize("name", FILES)
def test_the_class_is_told(name: str) -> None:
    told = [(one, show(one.line).danger()) for one in labels(name) if one.danger]
    other = [(one, found) for one, found in told if found and found != one.danger]
    assert len(other) <= 0.02 * len(told), other


def test_every_label_of_the_list_but_these_is_told() -> None:
    importlib.reload(rules)  # its tables are made here, and what is wrong in them is noticed here
    beyond = {  # the rules: two senses of one word, a word that is a name, two rows in one
        "Apagar",
        "Verwijderen van apps toestaan",
        "Annemi ara",
        "row | Delete old messages, After 30 days, Never",
    }
    told = [(one, show(one.line).danger()) for one in labels("labels.yaml")]
    wrong = [(one, found) for one, found in told if found != one.danger]
    assert [(one, found) for one, found in wrong if one.line not in beyond] == []


def test_there_are_labels_enough() -> None:
    told: list[Told] = list(labels("labels.yaml"))
    languages = {one.language for one in told}
    assert len(languages) >= 12
    assert sum(bool(one.danger) for one in told) >= 300
    assert sum(not one.danger for one in told) >= 300
