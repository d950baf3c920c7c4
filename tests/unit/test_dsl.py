"""The text form of actions: its inverse, the paper's spellings, and whatever else a model says."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from appagent.actions.decision import Decision, decision_type
from appagent.actions.dsl import parse
from appagent.actions.verbs import (
    ON_GRID,
    ON_POINTS,
    VERBS,
    AnyVerb,
    Back,
    ClearApp,
    DragAt,
    Each,
    Enter,
    Exit,
    Go,
    Home,
    LongPress,
    LongPressArea,
    LongPressAt,
    OpenApp,
    OpenLink,
    Permit,
    PhoneKey,
    Press,
    Read,
    ScrollTo,
    ShowGrid,
    StartApp,
    StopApp,
    Subarea,
    Swipe,
    SwipeArea,
    Tap,
    TapArea,
    TapAt,
    Text,
    Wait,
    WaitFor,
    Zoom,
    form,
)
from appagent.errors import ReplyInvalid
from appagent.model.reply import parse as read_reply
from appagent.promptfiles import verb_list

labels = st.integers(-5, 10**12)
cells = st.integers(1, 10**6)
pixels = st.integers(0, 10**6)
# Every character that a string may hold; half a surrogate pair is no text and is refused.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40) | st.sampled_from(
    [
        '"',
        "\\",
        "'\"'",
        "a\nb\r\nc",
        "\0",
        "\u2028\u2029\x85",
        ")",
        '", name="x',
        "5",
        "None",
        "`x`",
    ]
)
directions = st.sampled_from(["up", "down", "left", "right"])
distances = st.sampled_from(["short", "medium", "long"])
parts = st.sampled_from(get_args(Subarea))
maybe = st.none() | labels
sought = texts.filter(str.strip)
ACTIONS: dict[type[AnyVerb], st.SearchStrategy[AnyVerb]] = {
    Tap: st.builds(Tap, element=labels, name=texts),
    LongPress: st.builds(LongPress, element=labels, name=texts),
    Swipe: st.builds(Swipe, element=maybe, direction=directions, dist=distances, name=texts),
    ScrollTo: st.builds(ScrollTo, element=maybe, text=sought, direction=directions, name=texts),
    Text: st.builds(Text, element=maybe, text=texts, name=texts),
    Back: st.just(Back()),
    Home: st.just(Home()),
    Enter: st.just(Enter()),
    Wait: st.builds(Wait, seconds=st.floats(0, 30, exclude_min=True)),
    WaitFor: st.builds(WaitFor, text=sought, gone=st.booleans()),
    OpenApp: st.builds(OpenApp, app=texts.filter(bool)),
    ShowGrid: st.just(ShowGrid()),
    Go: st.builds(Go, page=sought),
    Zoom: st.just(Zoom()),
    Read: st.builds(Read, element=maybe, all=st.booleans(), name=texts),
    Each: st.builds(
        Each,
        element=maybe,
        where=texts,
        name=texts,
        do=st.lists(
            st.one_of(
                st.builds(Tap, element=labels, name=texts, optional=st.booleans()),
                st.builds(Text, name=texts, text=texts, commits=st.sampled_from(["none", "send"])),
                st.just(Back()),
            ),
            min_size=1,
            max_size=3,
        ),
    ),
    Exit: st.builds(Exit, status=st.sampled_from(["done", "failed"]), answer=texts, if_shows=texts),
    TapArea: st.builds(TapArea, area=cells, subarea=parts),
    LongPressArea: st.builds(LongPressArea, area=cells, subarea=parts),
    SwipeArea: st.builds(SwipeArea, area=cells, subarea=parts, end_area=cells, end_subarea=parts),
    TapAt: st.builds(TapAt, x=pixels, y=pixels),
    LongPressAt: st.builds(LongPressAt, x=pixels, y=pixels),
    DragAt: st.builds(DragAt, x=pixels, y=pixels, end_x=pixels, end_y=pixels),
    Press: st.builds(Press, key=st.sampled_from(get_args(PhoneKey)), times=st.integers(1, 1000)),
    StartApp: st.builds(StartApp, app=texts.filter(bool), stay=st.booleans(), arguments=texts),
    StopApp: st.builds(StopApp, app=texts.filter(bool), back=st.booleans()),
    ClearApp: st.builds(ClearApp, app=texts.filter(bool)),
    Permit: st.builds(Permit, app=texts.filter(bool), permissions=sought, granted=st.booleans()),
    OpenLink: st.builds(OpenLink, link=texts.filter(bool)),
}


def test_every_verb_is_tried() -> None:
    assert set(ACTIONS) == set(VERBS)


@pytest.mark.parametrize("kind", VERBS, ids=lambda kind: str(kind.__name__))
def test_examples_parse_to_their_kind(kind: type[AnyVerb]) -> None:
    assert type(parse(kind.example)) is kind
    assert parse(form(parse(kind.example))) == parse(kind.example)


@given(st.one_of(*ACTIONS.values()))
def test_form_and_parse_are_inverse(action: AnyVerb) -> None:
    written = form(action)
    assert parse(written) == action
    assert form(parse(written)) == written
    assert len(written.splitlines()) == 1, "a trail and a history hold it on one line"


HALF, PAIR, WHOLE = r"\ud83d", r"\ud83d\ude00", "\U0001f600"


@pytest.mark.parametrize("said", [PAIR, json.loads(f'"{HALF}"') + r"\ude00", WHOLE, r"\U0001f600"])
@pytest.mark.parametrize("call", ['tap(1, name="{}")', 'text("{}")', 'exit("done", "{}")'])
def test_a_pair_of_halves_is_one_character(call: str, said: str) -> None:
    action = parse(call.format(said))
    assert action == parse(call.format(WHOLE))
    assert type(action).model_validate_json(action.model_dump_json()) == action


@pytest.mark.parametrize("said", [HALF, json.loads(f'"{HALF}"'), r"\ude00\ud83d", HALF + "x"])
@pytest.mark.parametrize("call", ['tap(1, name="{}")', 'text("{}")', 'open_app("{}")', "text({})"])
def test_half_a_character_is_refused(call: str, said: str) -> None:
    with pytest.raises(ReplyInvalid, match=r"half a character|cannot read"):
        parse(call.format(said))


def test_an_action_as_json_holds_whole_characters() -> None:
    assert Text.model_validate({"text": json.loads(f'"{PAIR}"')}).text == WHOLE
    with pytest.raises(ValidationError, match="text\n  holds half a character"):
        Text.model_validate({"text": json.loads(f'"{HALF}"')})


@given(st.text(st.characters()) | st.from_regex(r"(?s)(tap|text|swipe|wait)\(.{0,30}\)"))
def test_any_text_is_an_action_or_refused(said: str) -> None:
    try:
        action = parse(said)
    except ReplyInvalid as err:
        refusal = err
    else:
        assert parse(form(action)) == action
        assert action.model_dump_json()
        return
    assert refusal.raw == said
    assert str(refusal)


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ('tap("5")', Tap(element=5)),
        ("tap(element=5)", Tap(element=5)),
        ("Tap(3)", Tap(element=3)),
        ("  `tap(3)`\n", Tap(element=3)),
        ("```tap(3)```", Tap(element=3)),
        ("tap(3).", Tap(element=3)),
        ("tap( 3 );", Tap(element=3)),
        ("tap(3, name=Save)", Tap(element=3, name="Save")),
        ("tap(3, name=None)", Tap(element=3)),
        ("click(3)", Tap(element=3)),
        ("long_press(5)", LongPress(element=5)),
        ("longPress(5)", LongPress(element=5)),
        ('text("hello (world) x")', Text(text="hello (world) x")),
        ('text("FINISH the report")', Text(text="FINISH the report")),
        ("text('It''s')", Text(text="Its")),
        ('text(4, "two\nlines")', Text(element=4, text="two\nlines")),
        (r'text(4, "C:\dir")', Text(element=4, text=r"C:\dir")),
        ("text(4, 12)", Text(element=4, text="12")),
        ('text("5")', Text(text="5")),
        ("text(12)", Text(text="12")),
        ('text("a", element=2)', Text(element=2, text="a")),
        ('text(4, "a\rb\0c")', Text(element=4, text="a\rb\0c")),
        ('text(4, "a", None)', Text(element=4, text="a")),
        ('text(4, "a", name=7)', Text(element=4, text="a", name="7")),
        ('text(text="a", element=2)', Text(element=2, text="a")),
        ('swipe(21, "up", "medium")', Swipe(element=21, direction="up")),
        ('swipe(21, "up")', Swipe(element=21, direction="up")),
        ('swipe("UP", "Long")', Swipe(direction="up", dist="long")),
        ("swipe(None, up)", Swipe(direction="up")),
        ("swipe(up)", Swipe(direction="up")),
        ("swipe('row', direction='left')", Swipe(name="row", direction="left")),
        ("swipe('row', 'left')", Swipe(name="row", direction="left")),
        ("swipe(null, Up)", Swipe(direction="up")),
        ("swipe(NONE, up)", Swipe(direction="up")),
        ('swipe("21", up)', Swipe(element=21, direction="up")),
        ('swipe("up", element=21)', Swipe(element=21, direction="up")),
        ("swipe(direction=up, dist=Short)", Swipe(direction="up", dist="short")),
        ('scroll_to("Lv")', ScrollTo(text="Lv")),
        ('scroll_to(4, "Lv", "Down")', ScrollTo(element=4, text="Lv", direction="down")),
        ('scroll_to("Lv", "down")', ScrollTo(text="Lv", direction="down")),
        ('scroll_to("12")', ScrollTo(text="12")),
        ('scroll_to(None, "Lv")', ScrollTo(text="Lv")),
        ('scroll_to(text="Lv", element=4)', ScrollTo(element=4, text="Lv")),
        ('wait_for("Done")', WaitFor(text="Done")),
        ('wait_for("Done", True)', WaitFor(text="Done", gone=True)),
        ('wait_for("Done", gone=true)', WaitFor(text="Done", gone=True)),
        ('open_app("OFF")', OpenApp(app="OFF")),
        ('exit("Done", "It is ON")', Exit(status="done", answer="It is ON")),
        ("FINISH", Exit(status="done")),
        ("finish.", Exit(status="done")),
        ('exit("done")', Exit(status="done")),
        ('tap(5, "center")', TapArea(area=5, subarea="center")),
        ("tap(5, top-left)", TapArea(area=5, subarea="top-left")),
        ('tap(5, subarea="Center")', TapArea(area=5, subarea="center")),
        ("long_press(area=5, subarea=top)", LongPressArea(area=5, subarea="top")),
        (
            'swipe(21, "center", 25, "right")',
            SwipeArea(area=21, subarea="center", end_area=25, end_subarea="right"),
        ),
    ],
)
def test_spellings(said: str, action: AnyVerb) -> None:
    assert parse(said) == action


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("", "no action in ''"),
        ("I will tap the button", "the action is one of tap, "),
        ("pinch(3)", "no verb 'pinch'"),
        (
            "tap()",
            'tap: needs the number of an element, or its name; write it like `tap(5, name="Save")`',
        ),
        ("tap(5.5)", "tap: element:"),
        ("tap(1, 2, 3)", "tap takes at most 2 values, found 3"),
        ("swipe(up, direction=left)", "swipe is given 'direction' twice"),
        ("tap(3, colour=4)", "tap has no parameter 'colour'"),
        ('each(do=[exit("done")])', "each: exit has no place in it"),
        ('swipe(3, "sideways")', "swipe: direction:"),
        ("wait(99)", "wait: seconds:"),
        ('wait_for(" ")', "wait_for: text: String should match"),
        ("scroll_to(4)", "scroll_to: text: Field required"),
        ("text(4, None)", "text: text: Field required"),
        ("tap((1, 2))", "cannot read 'tap((1, 2))': write it like `tap(5, name="),
        ('swipe(3, "up", "miles")', "swipe: dist: "),
        ("f" + "o" * 58 + " is", "no action in 'f" + "o" * 58 + "…'"),
        ("f" + "o" * 57 + " i", "no action in 'f" + "o" * 57 + " i'"),
        ("tap(__import__('os'))", "cannot read"),
        ("tap(*[1])", "cannot read"),
        ("tap(**{})", "cannot read"),
        ("tap(1", "no action in"),
        ("tap(1))", "cannot read"),
        ('text(4, "\ud800a\udfff")', "text: text: holds half a character: write the whole one"),
        (f"tap({'-' * 20_000}1)", "cannot read"),
        (f"tap({'a-' * 20_000}a)", "cannot read"),
        (f"tap({'(' * 20_000}1)", "cannot read"),
    ],
)
def test_refusals_name_what_was_wrong(said: str, told: str) -> None:
    with pytest.raises(ReplyInvalid) as refused:
        parse(said)
    assert told in str(refused.value)
    assert len(str(refused.value)) < 300
    assert refused.value.raw == said


def test_null_stands_for_a_word_that_was_left_out() -> None:
    """As models fill in a schema in which every property is required."""
    said = {"observation": None, "plan": None, "summary": None,
            "action": {"kind": "text", "element": None, "text": "hi", "name": None}}  # fmt: skip
    decision = Decision.model_validate(said)
    assert decision.action == parse('text("hi")')
    assert (decision.plan, decision.summary) == ("", "")


NOTHING = dict.fromkeys(name for kind in VERBS for name in kind.model_fields)
OTHERS = dict.fromkeys(NOTHING, "done")


@pytest.mark.parametrize("kind", VERBS, ids=lambda kind: str(kind.__name__))
@pytest.mark.parametrize("rest", [{}, NOTHING, OTHERS], ids=["left out", "null", "of others"])
def test_an_action_is_read_by_the_fields_of_its_verb_alone(
    kind: type[AnyVerb], rest: dict[str, str | None]
) -> None:
    """The schema is one object with the fields of all verbs: a decoder that is held to it writes
    them all."""
    action = parse(kind.example)
    own = dict.fromkeys(kind.model_fields)
    said = {**rest, **(own if rest else {}), **action.model_dump(exclude_unset=True)}
    decision = Decision.model_validate({"action": {**said, "kind": action.kind}})
    assert decision.action == action


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (
            {"kind": "tap", "element": None, "name": ""},
            "action.tap: needs the number of an element, or its name",
        ),
        ({"kind": "text", "text": None}, "action.text.text: Field required"),
        ({"kind": "swipe", "text": "up"}, "action.swipe.direction: Field required"),
        ({"element": 5, "name": "Save"}, "action: Unable to extract tag"),
    ],
)
def test_a_field_that_the_verb_needs_is_asked_for(action: dict[str, Any], told: str) -> None:
    with pytest.raises(ReplyInvalid) as refused:
        read_reply(json.dumps({"action": action}), Decision)
    assert told in str(refused.value)


def test_where_nothing_bears_a_number_text_goes_to_the_field_in_focus() -> None:
    for kinds in (ON_POINTS, ON_GRID):
        reply = decision_type(kinds)
        said = reply.model_validate({"action": {"kind": "text", "element": 4, "text": "Hi"}})
        assert said.action == Text(text="Hi")
        assert "text(text): " in verb_list(kinds)
