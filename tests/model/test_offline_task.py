"""A task taken apart: the values in it, the words around them, what is wanted off."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.model.offline.task import VALUES, WORDS, Task, read_task
from appagent.model.offline.words import (
    Sense,
    alike,
    best,
    has,
    names,
    same_value,
    senses,
    words,
)


def slots(task: str, package: str = "") -> list[tuple[str, str]]:
    return [(slot.kind, slot.text) for slot in read_task(task, package).slots]


@pytest.mark.parametrize(
    ("task", "found"),
    [
        ('Write "Bread, milk" down', [("quoted", "Bread, milk")]),
        ("Write 'Bread' down, don't send it", [("quoted", "Bread")]),
        ("Note “Tea” twice", [("quoted", "Tea")]),
        ("Heat from 7:25 am", [("time", "7:25 am")]),
        ("Heat from 19.05 to 21:30", [("time", "19.05"), ("time", "21:30")]),
        ("Heat at 7pm", [("time", "7pm")]),
        ("Invite ada@example.org", [("address", "ada@example.org")]),
        ("Ring +44 20 7946 0958 back", [("digits", "+44 20 7946 0958")]),
        ("Ring 555-0199", [("digits", "555-0199")]),
        ("Order 3 boxes of 2.5 kg", [("number", "3"), ("number", "2.5")]),
        ("Find Blue Kettle and Oak Table", [("proper", "Blue Kettle"), ("proper", "Oak Table")]),
        ("Find the Museum of Modern Lamps", [("proper", "Museum of Modern Lamps")]),
        ("Heat on Monday, Friday", [("proper", "Monday"), ("proper", "Friday")]),
        ("Turn it on. Then stop", []),
    ],
)
def test_values_are_found(task: str, found: list[tuple[str, str]]) -> None:
    assert slots(task) == found


def test_the_apps_own_name_is_no_value() -> None:
    assert slots("Find Blue Kettle in Parcels", "org.example.parcels") == [
        ("proper", "Blue Kettle")
    ]


def test_a_time_knows_its_parts() -> None:
    (slot,) = read_task("Heat from 7:05 p.m. on").slots
    assert (slot.hour, slot.minute, slot.half) == (7, "05", "pm")


def off(task: Task) -> list[str]:
    return [w.text for w in task.content if w.off]


@pytest.mark.parametrize(
    ("task", "unwanted"),
    [
        ("Heat the attic without humidity control", ["humidity", "control"]),
        ("Turn off the humidity", ["humidity"]),
        ("Turn humidity off", ["humidity"]),
        ("Heat the attic, no humidity", ["humidity"]),
        ("Turn on the humidity", []),
        ("Turn off humidity, turn on frost", ["humidity"]),
    ],
)
def test_what_is_wanted_off(task: str, unwanted: list[str]) -> None:
    assert [word for word in off(read_task(task)) if word != "turn"] == unwanted


def test_the_first_word_of_a_clause_leads() -> None:
    task = read_task("Open the attic, heat it and then dry it")
    assert [w.text for w in task.words if w.lead] == ["open", "heat", "dry"]


def test_plain_words_behind_a_word() -> None:
    task = read_task("Give it the title to grey paint and pin it")
    at = [w.text for w in task.words].index("title")
    assert task.after(at) == "grey paint"


@pytest.mark.parametrize("question", ["What is the humidity", "is it warm in the attic?"])
def test_a_question_is_one(question: str) -> None:
    assert read_task(question).question


@given(st.text(max_size=80))
def test_any_task_can_be_read_and_its_values_stand_in_it(text: str) -> None:
    task = read_task(text)
    for slot in task.slots:
        assert 0 <= slot.start < slot.end <= len(text)
        assert slot.text in text
    starts = [word.start for word in task.words]
    assert starts == sorted(starts)


@pytest.mark.parametrize(
    ("one", "other"),
    [("heating", "heat"), ("schedules", "schedule"), ("humidity", "humidities"), ("notes", "note")],
)
def test_forms_of_a_word_are_alike(one: str, other: str) -> None:
    assert alike(one, other) == alike(other, one) >= 0.75


@pytest.mark.parametrize(("one", "other"), [("attic", "artic"), ("on", "one"), ("note", "now")])
def test_other_words_are_not(one: str, other: str) -> None:
    assert not best(one, [other])


def test_three_letters_may_stand_for_a_word() -> None:
    assert names("mon", "monday")
    assert not names("add", "address")


def test_a_generic_word_is_known_in_its_forms_only() -> None:
    assert has("Saves the note", Sense.COMMIT)
    assert not has("Sync over mobile data", Sense.MORE)
    assert Sense.COMMIT in senses("ok")


@pytest.mark.parametrize(
    ("held", "wanted", "same"),
    [
        ("07", "7", True),
        ("(555) 01-99", "555 0199", True),
        ("Grey ", "grey", True),
        ("", "7", False),
        ("2.5", "25", False),
        ("-5", "5", False),
    ],
)
def test_a_field_holds_a_value(held: str, wanted: str, same: bool) -> None:
    assert same_value(held, wanted) is same


def test_words_are_folded() -> None:
    assert words("Don’t HEAT, the Straße!") == ["don't", "heat", "the", "strasse"]


def test_a_task_of_ten_kilobytes_is_read_as_far_as_a_task_goes() -> None:
    task = read_task(r"alarm \g<1> " * 900)
    assert (len(task.slots), len(task.words)) == (VALUES, WORDS)
