"""Requests that are the same but for their values."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from appagent.flows.forms import Form, Place, Slot, Time, shared

ALARM = Form.of(
    "Set an alarm at 4:25 am every Tuesday",
    [Place("4", name="Hour"), Place("25", name="Minute"), Place("Tuesday", touched=True)],
)


def values(form: Form, request: str) -> dict[str, str] | None:
    """What a request makes of the names that have a place."""
    read = form.values(request)
    return read and {name: read[name] for slot in form.slots for name in slot.names}


def test_what_was_typed_or_touched_is_a_value() -> None:
    assert str(ALARM) == "Set an alarm at {HOUR/MINUTE} every {VALUE}"
    assert list(map(ALARM.templated, ("4", "25", "Tuesday", "Save", "425"))) == [
        "${HOUR}", "${MINUTE}", "${VALUE}", "Save", "425",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ("Set an alarm at 5:20 am every Monday", ("5", "20", "Monday")),
        ("set an alarm  at 8 AM every sunday.", ("8", "00", "sunday")),
        ("Set an alarm at 8:05 a.m. every first Sunday", ("8", "05", "first Sunday")),
        ("Set an alarm at 5:20 pm every Monday", None),  # nobody touched PM
        ("Set an alarm at 17:20 every Monday", None),
        ("Set an alarm at 25:20 am every Monday", None),
        ("Set an alarm at noon every Monday", None),
        ("Set an alarm at 5:20 am every Monday and turn off its vibration", None),
        ("Set an alarm at 5:20 am", None),
        ("Please set an alarm at 5:20 am every Monday", None),
        ("Set an alarm at 5:20 am every ", None),
    ],
)
def test_another_request_of_the_form(request_: str, said: tuple[str, ...] | None) -> None:
    told = values(ALARM, request_)
    assert (told and tuple(told.values())) == said


def test_the_half_of_the_day_has_a_place_where_it_was_touched() -> None:
    places = [Place("4"), Place("25"), Place("PM", touched=True)]
    form = Form.of("Wake me at 4:25 pm", places)
    read = values(form, "Wake me at 8:05 am")
    assert read == {"HOUR": "8", "HALF": "AM", "MINUTE": "05"}
    assert Form.of("Wake me at 4:25 pm", places[:1]).values("Wake me at 4:30 pm") is None


@pytest.mark.parametrize(
    ("first", "typed", "then", "now"),
    [
        ("16:25", "16:25", "8:05", "08:05"), ("4:25 pm", "16:25", "8:05 am", "08:05"),
        ("16:25", "16", "18:25", "18"), ("16:25", "16", "18:30", None),
        ("6:25", "06:25", "9:25", "09:25"), ("6:25", "6", "19:25", None),
        ("6:25", "6", "0:25", None),
    ],
)  # fmt: skip
def test_times_of_24_hours(first: str, typed: str, then: str, now: str | None) -> None:
    form = Form.of(f"Wake me at {first}", [Place(typed)])
    read = values(form, f"Wake me at {then}")
    assert (read and list(read.values())) == (now and [now])


def test_what_is_only_typed_is_no_longer_unless_it_is_quoted() -> None:
    bare = Form.of("Add an alarm called Gym", [Place("Gym")])
    assert bare.values("Add an alarm called Yoga") == {"VALUE": "Yoga"}
    assert bare.values("Add an alarm called Yoga daily") is None
    for opens, closes in ('""', "“”", "«»"):
        quoted = Form.of(f"Add an alarm called {opens}Gym{closes}", [Place("Gym")])
        said = f"Add an alarm called {opens}Yoga and tea{closes}"
        assert quoted.values(said) == {"VALUE": "Yoga and tea"}
        assert quoted.values(f"{said} daily") is None


def test_what_can_be_read_in_two_ways_is_not_read() -> None:
    form = Form.of(
        "Send Ann and Ben a photo", [Place("Ann", touched=True), Place("Ben", touched=True)]
    )
    assert form.values("Send Cleo and Dan a photo") == {"VALUE": "Cleo", "VALUE_2": "Dan"}
    assert form.values("Send Cleo and Dan and Eve a photo") is None


def test_a_value_stands_wherever_it_was_said() -> None:
    form = Form.of('Rename "Ann" to "Eve"', [Place("Ann", name="Search"), Place("Eve")])
    assert str(form) == 'Rename "{SEARCH}" to "{VALUE}"'
    assert form.templated("Draft to Ann") == "Draft to ${SEARCH}"
    assert form.templated("Anna") == "Anna"
    numbers = Form.of("Set it to 55 %", [Place("55", name="Brightness (0-100)")])
    assert numbers.values("Set it to 7.5 %") == {"BRIGHTNESS": "7.5"}
    assert numbers.values("Set it to half %") is None


def test_without_a_value_the_same_words_are_the_same_request() -> None:
    form = Form.of("Show the bin", [])
    assert form.values("show  the bin.") == {}
    assert form.values("Empty the bin") is None


@given(st.text(max_size=30), st.lists(st.text(min_size=1, max_size=6), max_size=3))
def test_a_request_is_of_its_own_form(request_: str, typed: list[str]) -> None:
    form = Form.of(request_, [Place(text, touched=True) for text in typed])
    told = form.values(request_)
    assert told is None or {*told} == {s.name for s in form.slots if s.kind != "time"} | {
        name for slot in form.slots for name in slot.spells.values()
    }


@pytest.mark.parametrize("said", ["7", "7.5", "13 pm", "0 am", "24:00", "12:60", "7 km", "a.m."])
def test_what_is_no_time(said: str) -> None:
    assert Time.of(said) is None


def test_what_is_shown_is_told_with_the_values_in_it() -> None:
    form = Form.of(
        "Set an alarm at 6:45 am every Tuesday",
        [Place("6"), Place("45"), Place("Tuesday", touched=True)],
    )
    assert form.told("6:45, AM, Tue") == "${TIME_12}, AM, ${VALUE.slice(0, 3)}"
    assert form.told("06:45, on Tuesday") == "${TIME}, on ${VALUE}"
    assert form.told("6:44, T") == "6:44, T"
    read = form.values("Set an alarm at 10:05 am every Wednesday")
    assert read is not None
    assert (read["TIME_12"], read["TIME"]) == ("10:05", "10:05")


@pytest.mark.parametrize(
    ("text", "request_", "runs"),
    [
        ("How is the new flat?", "Mail ann@x.org to ask how the new flat is", ["the new flat"]),
        ("The garden party", "Mail Ann about the recent garden party", ["garden party"]),
        ("How is the old flat?", "Ask Ann how the new flat is", []),  # "old" is not said
        ("the", "Tell the time", []),
    ],
)
def test_words_that_a_text_shares_with_the_request(
    text: str, request_: str, runs: list[str]
) -> None:
    assert shared(text, request_) == runs


def test_a_value_in_a_value_is_a_part_of_that() -> None:
    places = [Place("power bank"), Place("Luma power bank", touched=True)]
    form = Form.of("Search for a power bank and add the Luma power bank", places)
    assert list(map(form.templated, ("power bank", "Luma power bank"))) == [
        "${VALUE}", "${VALUE_2}",
    ]  # fmt: skip
    told = form.values("Search for a wall clock and add the Nimbo wall clock")
    assert told == {"VALUE": "wall clock", "VALUE_2": "Nimbo wall clock"}


def test_a_value_that_stands_in_another_alone_is_the_value() -> None:
    places = [Place("Home", touched=True), Place("Directions to Home", touched=True)]
    form = Form.of("Get directions to Home for walking", places)
    assert form.templated("Directions to Home") == "Directions to ${VALUE}"
    assert form.values("Get directions to Book club for walking") == {"VALUE": "Book club"}


def test_what_is_said_twice_is_one_value() -> None:
    form = Form.of("Copy Ann to Ann", [Place("Ann")])
    assert form.values("Copy Ben to Ben") == {"VALUE": "Ben"}
    assert form.values("Copy Ben to Cleo") is None


@pytest.mark.parametrize(
    "request_",
    [
        'Write a note called "Milk" and delete the one called "Eggs"',
        'Write a note called "Milk“ and delete the one called „Eggs"',
        'Write a note called "two\nlines"',
        'Write a note called "Milk  and bread"',
        f'Write a note called "{"long " * 1000}"',
    ],
)
def test_what_may_be_more_than_one_text_is_no_value(request_: str) -> None:
    form = Form.of('Write a note called "Eggs"', [Place("Eggs")])
    assert form.values('Write a note called "Milk and bread, it\'s mine"')
    assert form.values(request_) is None


@pytest.mark.parametrize("mark", [".", "!"])
def test_the_mark_of_a_sentence_is_of_no_text(mark: str) -> None:
    form = Form.of("Write a note called Stop it", [Place("Stop it")])
    assert form.values("Write a note called Go on")
    assert form.values(f"Write a note called Go on{mark}") is None
    said = f"Write a note called Stop it{mark}"
    assert not Form.of(said, [Place(f"Stop it{mark}")]).slots
    assert Form.of("Choose Ann", [Place("Ann", touched=True)]).values(f"Choose Ben{mark}")


def test_a_form_that_can_be_read_in_endless_ways_ends() -> None:
    slots = (Slot(f"V{n}", "text", "a", touched=True) for n in range(12))
    many = Form(tuple(each for slot in slots for each in (slot, " ")))
    began = time.monotonic()
    assert many.values("a " * 200 + "b") is None
    assert Form(("a",) * 5000).values("a" * 5000) is None
    assert time.monotonic() - began < 5


def test_what_is_quoted_stands_in_quotes() -> None:
    with pytest.raises(ValueError, match="'a' does not stand in quotes"):
        Form((Slot("V", "text", "a", quoted=True), " the "))


@pytest.mark.parametrize(
    ("slot", "told"),
    [
        ({"kind": "time", "said": "soon"}, "'soon' is no time of day"),
        ({"kind": "time", "said": "7:10", "placed": ["HOUR_24"]}, "'HOUR_24' is no part of '7:10'"),
        ({"kind": "time", "said": "7:10", "spells": {"HALF": "H"}}, "'HALF' is no part of '7:10'"),
        ({"kind": "text", "said": "Gym", "placed": ["HOUR"]}, "'HOUR' is no part of 'Gym'"),
    ],
)
def test_a_value_that_stands_in_no_request_is_told(slot: dict[str, object], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        TypeAdapter(Form).validate_python({"parts": ["Do ", {"name": "V", **slot}]})
