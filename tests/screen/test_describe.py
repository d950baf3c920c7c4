from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.danger import DANGERS
from appagent.geometry import Rect
from appagent.screen.describe import (
    IMPLIED,
    LINE_LIMIT,
    LOOSE_LIMIT,
    TEXT_LIMIT,
    mark_line,
    phrase,
    view_lines,
)
from appagent.screen.grid import grid
from appagent.screen.lines import parse_mark_line
from appagent.screen.marks import mark
from appagent.screen.values import Element, Mark

from .trees import element, elements, node, screen


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, '3 button "Save"'),
        ({"role": "switch", "name": "Vibrate", "checked": True}, '3 switch "Vibrate" [on]'),
        ({"role": "radio", "name": "", "checked": False}, "3 radio [off]"),
        ({"enabled": False, "selected": True}, '3 button "Save" [selected, disabled]'),
        ({"uses": frozenset({"tap", "long_press"})}, '3 button "Save" {long_press}'),
        ({"role": "list", "name": "", "uses": frozenset({"swipe"})}, "3 list"),
        ({"role": "list", "uses": frozenset({"tap", "swipe"})}, '3 list "Save" {tap}'),
        (
            {"role": "slider", "name": "Volume", "value": "70.0", "uses": {"tap", "swipe"}},
            '3 slider "Volume" = "70.0" {swipe}',
        ),
        (
            {"role": "text field", "name": "Hour", "value": "6", "uses": {"tap", "text"}},
            '3 text field "Hour" = "6"',
        ),
        (
            {"role": "text field", "name": "PIN", "focused": True, "secret": True},
            '3 text field "PIN" = "" [focused, secret]',
        ),
        (
            {"role": "text field", "name": "PIN", "filled": True, "secret": True},
            '3 text field "PIN" [filled, secret]',
        ),
        ({"says": "Save, 2 changes"}, '3 button "Save, 2 changes"'),
        ({"row": "Ann"}, '3 button "Ann: Save"'),
        ({"name": 'Say "hi"\n\u2028\u202e\x85'}, r'3 button "Say \"hi\"\n\u2028\u202e\u0085"'),
        ({"name": "Wörter 日本"}, '3 button "Wörter 日本"'),
    ],
)
def test_a_mark_is_one_line(fields: dict[str, object], told: str) -> None:
    assert mark_line(Mark(3, Rect(0, 0, 9, 9), element(**fields))) == told


def test_long_texts_are_cut() -> None:
    long = element(name="x" * 500)
    assert mark_line(Mark(1, long.bounds, long)) == f'1 button "{"x" * (LINE_LIMIT - 1)}…"'
    assert phrase(long) == f'button "{"x" * (TEXT_LIMIT - 1)}…"'


def test_texts_that_name_no_mark_stand_between_the_marks() -> None:
    view = mark(
        screen(
            elements(
                node("TextView", (0, 0, 500, 90), text="Alarms"),
                node("Button", (0, 100, 500, 190), text="Add", flags="clickable"),
                node("TextView", (0, 200, 500, 290), text="No alarms"),
            )
        )
    )
    assert view_lines(view) == ['- text "Alarms"', '1 button "Add"', '- text "No alarms"']


def test_covered_elements_have_a_line_without_a_number() -> None:
    save = element(bounds=Rect(0, 1600, 500, 1700), enabled=False)
    hint = element(role="text", name="Hint", bounds=Rect(0, 1900, 9, 1950), uses=frozenset())
    field = element(role="text field", name="Title", uses=frozenset({"tap", "text"}))
    covered = screen((field, save, hint), keyboard=Rect(0, 1500, 1080, 2400))
    told = view_lines(mark(covered))
    assert told == [
        '1 text field "Title" = ""',
        '- button "Save" [disabled, covered]',
        '- text "Hint" [covered]',
    ]
    read = parse_mark_line(told[1])
    assert read is not None
    assert (read.label, read.name, read.enabled, read.covered) == (None, "Save", False, True)
    assert told[1:] == view_lines(grid(covered))[2:]


def test_many_loose_texts_are_counted() -> None:
    texts = [node("TextView", (0, 9 * i, 99, 9 * i + 9), text=f"t{i}") for i in range(50)]
    told = view_lines(mark(screen(elements(*texts))))
    assert len(told) == LOOSE_LIMIT + 1
    assert told[-1] == "- … 10 more"
    assert parse_mark_line(told[-1]) is None


def test_the_grid_has_one_line() -> None:
    assert view_lines(grid(screen())) == ['- grid "18 rows of 8 cells"']


_texts = st.text(max_size=400)
_elements = st.builds(
    Element,
    key=st.just("#x"),
    bounds=st.just(Rect(0, 0, 9, 9)),
    role=st.sampled_from(["button", "switch", "text field", "list", "web page", "slider"]),
    name=_texts,
    value=_texts,
    enabled=st.booleans(),
    checked=st.sampled_from([None, True, False]),
    selected=st.booleans(),
    focused=st.booleans(),
    uses=st.frozensets(st.sampled_from(["tap", "long_press", "swipe", "text"]), min_size=1),
    filled=st.booleans(),
    secret=st.booleans(),
)


def _cut(text: str) -> str:
    return text if len(text) <= LINE_LIMIT else text[: LINE_LIMIT - 1] + "…"


@given(st.integers(1, 999), _elements, st.sampled_from(["", *DANGERS]))
def test_a_line_is_read_back_whole(label: int, one: Element, guarded: str) -> None:
    told = mark_line(Mark(label, one.bounds, one), guarded)
    assert len(told.splitlines()) == 1
    read = parse_mark_line(told)
    assert read is not None
    assert (read.label, read.role, read.name) == (label, one.role, _cut(one.name))
    field = one.role == "text field"
    assert read.value == (_cut(one.value) if one.value or (field and not one.filled) else None)
    assert read.guarded == guarded
    assert (read.enabled, read.checked) == (one.enabled, one.checked)
    assert (read.selected, read.focused) == (one.selected, one.focused)
    assert (read.filled, read.secret) == (one.filled, one.secret)
    assert read.uses == one.uses - IMPLIED.get(one.role, {"tap"})


@given(st.text(max_size=80))
def test_any_text_parses_to_none_or_an_element(text: str) -> None:
    read = parse_mark_line(text)
    assert read is None or read.role in text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        '3 button "Save',
        '0 button "Save"',
        '3 Button "Save"',
        '3 button "Save" [maybe]',
        '3 button "Save" [guarded]',
        '3 button "Save" [guarded: send, guarded: pay]',
        '3 button "Save" {fly}',
        '3 button "Save" trailing',
        '3 button "Sa\nve"',
        r'3 button "\q"',
    ],
)
def test_lines_of_another_form_are_none(text: str) -> None:
    assert parse_mark_line(text) is None
