"""Replies as the families of pointing models give them, word for word in form."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.actions.coords import KINDS, PROFILES, SmartResize, decision
from appagent.actions.gestures import resolve
from appagent.actions.verbs import (
    AnyVerb,
    Back,
    DragAt,
    Enter,
    Exit,
    Home,
    LongPressAt,
    OpenApp,
    Swipe,
    TapAt,
    Text,
    Wait,
)
from appagent.config import Coords
from appagent.errors import ReplyInvalid
from appagent.geometry import Point, Rect, Size
from appagent.screen.marks import bare
from tests.screen.trees import blank, element, screen

SENT = Size(720, 1600)


def action(profile: str, reply: str) -> AnyVerb:
    return decision(reply, profile, SENT, KINDS).action


def tool(arguments: str) -> str:
    call = f'{{"name": "mobile_use", "arguments": {arguments}}}'
    return f"<tool_call>\n{call}\n</tool_call>"


UI_TARS = [
    ("click(start_box='(364,798)')", TapAt(x=360, y=800)),
    ("click(start_box='<|box_start|>(364,798)<|box_end|>')", TapAt(x=360, y=800)),
    ("click(point='<point>364 798</point>')", TapAt(x=360, y=800)),
    ("click(start_box='(354,788,374,808)')", TapAt(x=360, y=800)),
    ("long_press(start_box='(364,798)')", LongPressAt(x=360, y=800)),
    ("type(content='Ada (work)\\n')", Text(text="Ada (work)\n")),
    ("scroll(direction='down')", Swipe(direction="up")),
    (
        "scroll(start_box='(364,798)', direction='down')",
        DragAt(x=360, y=800, end_x=360, end_y=320),
    ),
    (
        "drag(start_box='(364,798)', end_box='(0,798)')",
        DragAt(x=360, y=800, end_x=0, end_y=800),
    ),
    ("open_app(app_name='Clock')", OpenApp(app="Clock")),
    ("press_home()", Home()),
    ("press_back()", Back()),
    ("wait()", Wait(seconds=2)),
    ("finished(content='It is 7:25')", Exit(status="done", answer="It is 7:25")),
]
TOOL = [
    ('{"action": "click", "coordinate": [500, 250]}', TapAt(x=360, y=400)),
    ('{"action": "long_press", "coordinate": [500, 250], "time": 2}', LongPressAt(x=360, y=400)),
    (
        '{"action": "swipe", "coordinate": [500, 750], "coordinate2": [500, 250]}',
        DragAt(x=360, y=1200, end_x=360, end_y=400),
    ),
    ('{"action": "type", "text": "7:25"}', Text(text="7:25")),
    ('{"action": "system_button", "button": "Back"}', Back()),
    ('{"action": "system_button", "button": "Enter"}', Enter()),
    ('{"action": "key", "text": "BACK"}', Back()),
    ('{"action": "open", "text": "Clock"}', OpenApp(app="Clock")),
    ('{"action": "wait", "time": 5}', Wait(seconds=5)),
    ('{"action": "answer", "text": "7:25"}', Exit(status="done", answer="7:25")),
    ('{"action": "terminate", "status": "success"}', Exit(status="done")),
    ('{"action": "terminate", "status": "failure"}', Exit(status="failed")),
    ('{"action": "interact", "text": "Log in"}', Exit(status="failed", answer="Log in")),
]
AUTOGLM = [
    ('do(action="Tap", element=[500,250])', TapAt(x=360, y=400)),
    ('do(action="Tap", element=[500,250], message="pays")', TapAt(x=360, y=400)),
    ('do(action="Long Press", element=[500,250])', LongPressAt(x=360, y=400)),
    (
        'do(action="Swipe", start=[500,750], end=[500,250])',
        DragAt(x=360, y=1200, end_x=360, end_y=400),
    ),
    ('do(action="Type", text="two\nlines")', Text(text="two\nlines")),
    ('do(action="Launch", app="Clock")', OpenApp(app="Clock")),
    ('do(action="Back")', Back()),
    ('do(action="Wait", duration="4 seconds")', Wait(seconds=4)),
    ('do(action="Take_over", message="Captcha")', Exit(status="failed", answer="Captcha")),
    ('finish(message="Done.")', Exit(status="done", answer="Done.")),
]


@pytest.mark.parametrize(("said", "meant"), UI_TARS)
def test_ui_tars_points_in_px_of_the_picture_as_it_resizes_it(said: str, meant: AnyVerb) -> None:
    reply = f"Thought: The field\nis at the top.\nAction: {said}"
    found = decision(reply, "ui-tars", SENT, KINDS)
    assert found.action == meant
    assert found.thought == "The field is at the top."


@pytest.mark.parametrize("profile", ["qwen3-vl", "gui-owl", "0-1000"])
@pytest.mark.parametrize(("said", "meant"), TOOL)
def test_tool_calls_point_in_thousandths(profile: str, said: str, meant: AnyVerb) -> None:
    assert action(profile, f"Action: Tap the field.\n{tool(said)}") == meant


@pytest.mark.parametrize(("said", "meant"), AUTOGLM)
@pytest.mark.parametrize("form", ["<think>Why.</think>\n<answer>{}</answer>", "Why.\n{}"])
def test_autoglm_calls_do(form: str, said: str, meant: AnyVerb) -> None:
    found = decision(form.format(said), "autoglm", SENT, KINDS)
    assert (found.thought, found.action) == ("Why.", meant)


@pytest.mark.parametrize(
    ("profile", "reply", "meant"),
    [
        ("ui-tars-1000", "Action: click(start_box='(500,250)')", TapAt(x=360, y=400)),
        ("qwen2.5-vl", tool('{"action": "click", "coordinate": [364, 399]}'), TapAt(x=360, y=400)),
        ("qwen2.5-vl", '```json\n[{"bbox_2d": [354, 389, 374, 409]}]\n```', TapAt(x=360, y=400)),
        ("gemini", '[{"box_2d": [200, 400, 300, 600], "label": "Save"}]', TapAt(x=360, y=400)),
        ("gemini", '{"action": "click", "point": [250, 500]}', TapAt(x=360, y=400)),
        (
            "gemini",
            '{"action": "swipe", "point": [750, 500], "point2": [250, 500]}',
            DragAt(x=360, y=1200, end_x=360, end_y=400),
        ),
        ("mai-ui", '<answer>{"coordinate": [999, 999]}</answer>', TapAt(x=719, y=1599)),
        (
            "mai-ui",
            tool('{"action": "swipe", "direction": "up", "coordinate": [500, 500]}'),
            DragAt(x=360, y=800, end_x=360, end_y=320),
        ),
        ("mai-ui", tool('{"action": "terminate", "status": "fail"}'), Exit(status="failed")),
        ("px", '{"action": "click", "coordinate": [360, 400]}', TapAt(x=360, y=400)),
        (
            "qwen3-vl",
            tool('"{\\"action\\": \\"click\\", \\"coordinate\\": [500, 250]}"'),
            TapAt(x=360, y=400),
        ),
        ("autoglm", 'Not back(). Should I\nwait() first?\ndo(action="Back")\n(as said)', Back()),
        (
            "autoglm",
            'do(action="Type", text="do(action=\'Back\')")',
            Text(text="do(action='Back')"),
        ),
        ("0-1", '{"action": "click", "coordinate": [0.5, 0.25]}', TapAt(x=360, y=400)),
    ],
)
def test_the_profile_tells_what_the_numbers_are(profile: str, reply: str, meant: AnyVerb) -> None:
    assert action(profile, reply) == meant


@pytest.mark.parametrize(
    ("profile", "reply", "told"),
    [
        ("ui-tars", "I would click it.", "no action in the reply: expected an action like click("),
        ("ui-tars", tool('{"action": "click", "coordinate": [1, 2]}'), "no action in the reply"),
        ("autoglm", "do(action=open('x'))", "cannot read do(...)"),
        ("autoglm", 'do(action="Note", message="x")', "there is no action 'Note'"),
        ("qwen3-vl", "do(action='Tap', element=[1,2])", "no action in the reply: expected"),
        ("qwen3-vl", tool('{"action": "click"}'), "'click' names no point"),
        (
            "qwen3-vl",
            '{"action": "click", "coordinate": [1, 2, 3]}',
            "is no point: expected two numbers",
        ),
        ("qwen3-vl", '{"action": "click", "coordinate": [500, 1600]}', "numbers run to 1000"),
        ("0-1", '{"action": "click", "coordinate": [500, 300]}', "numbers run to 1 and 1"),
        ("px", '{"action": "swipe", "direction": "away"}', "Input should be 'up'"),
        ("px", '{"action": "open", "text": ""}', "at least 1 character"),
        ("px", '{"action": "key", "text": "wait"}', "there is no action 'key'"),
        ("px", '<think>{"action": "wait"}</think>', "no action in the reply"),
    ],
)
def test_a_reply_of_no_known_form_is_told_what_was_expected(
    profile: str, reply: str, told: str
) -> None:
    with pytest.raises(ReplyInvalid) as refused:
        action(profile, reply)
    assert told in str(refused.value)
    assert refused.value.raw == reply


DRAFT = '{"action": "click", "coordinate": [1, 1]}'
CLICK = '{"action": "click", "coordinate": [500, 250]}'


@pytest.mark.parametrize(
    ("profile", "reply"),
    [
        ("qwen3-vl", f"<think>So {DRAFT}?</think>\n{tool(CLICK)}"),
        ("qwen3-vl", f"So {DRAFT}?</think> or {DRAFT}?</think>{CLICK}"),
        ("qwen3-vl", f"So {DRAFT}?\n{tool(CLICK)}"),
        ("mai-ui", f"<thinking>So {DRAFT}?</thinking>\n{tool(CLICK)}"),
        ("autoglm", '<think>So do(action="Back")?</think>do(action="Tap", element=[500, 250])'),
    ],
)
def test_a_draft_in_a_thought_is_not_carried_out(profile: str, reply: str) -> None:
    found = decision(reply, profile, SENT, KINDS)
    assert found.action == TapAt(x=360, y=400)
    assert found.thought.startswith("So ")


@pytest.mark.parametrize(
    ("profile", "reply"),
    [("qwen3-vl", f"<think>So {DRAFT}, or"), ("autoglm", '<think>So do(action="Back"), or')],
)
def test_a_thought_that_never_ends_holds_no_action(profile: str, reply: str) -> None:
    with pytest.raises(ReplyInvalid, match="never left its <think> part"):
        action(profile, reply)
    unclosed = f"{reply}\n<answer>do(action='Tap', element=[500, 250])</answer>\n{tool(CLICK)}"
    assert action(profile, unclosed) == TapAt(x=360, y=400)


def test_what_is_not_offered_is_refused() -> None:
    with pytest.raises(ReplyInvalid, match="open_app cannot be used here"):
        decision("Action: open_app(app_name='Shop')", "ui-tars", SENT, (TapAt, Back))


@given(st.sampled_from(sorted(PROFILES)), st.text() | st.from_regex(r"do\(.{0,30}\)|\{.{0,30}\}"))
def test_any_text_is_a_decision_or_told(profile: str, reply: str) -> None:
    with suppress(ReplyInvalid):
        decision(reply, profile, SENT, KINDS)


@pytest.mark.parametrize(
    ("size", "resized"),
    [(Size(720, 1600), (728, 1596)), (Size(1080, 2400), (1092, 2408)), (Size(50, 50), (280, 280)),
     (Size(6000, 6000), (3584, 3584))],
)  # fmt: skip
def test_a_picture_is_resized_as_the_model_does_it(size: Size, resized: tuple[int, int]) -> None:
    assert SmartResize(28, 100 * 28**2, 16384 * 28**2).apply(size) == resized


@pytest.mark.parametrize(
    ("start", "direction", "end"),
    [
        ((300, 800), "down", (300, 500)),
        ((300, 200), "up", (300, 500)),
        ((300, 800), "left", (600, 800)),
        ((700, 800), "right", (400, 800)),
        ((990, 990), "up", (990, 999)),
        ((10, 10), "down", (10, 0)),
        ((990, 990), "left", (999, 990)),
        ((10, 990), "right", (0, 990)),
    ],
)
def test_a_scroll_moves_the_finger_the_other_way_and_stays_in_the_picture(
    start: tuple[int, int], direction: str, end: tuple[int, int]
) -> None:
    reply = json.dumps({"action": "scroll", "coordinate": start, "direction": direction})
    drag = decision(reply, "px", Size(1000, 1000), KINDS).action
    assert drag == DragAt(x=start[0], y=start[1], end_x=end[0], end_y=end[1])


@pytest.mark.parametrize("name", ["system_button", "press", "key"])
@pytest.mark.parametrize("field", ["button", "key", "text"])
@pytest.mark.parametrize(("key", "meant"), [("Back", Back()), ("home", Home()), ("ENTER", Enter())])
def test_a_key_has_many_spellings(name: str, field: str, key: str, meant: AnyVerb) -> None:
    assert action("px", json.dumps({"action": name, field: key})) == meant
    assert action("px", json.dumps({"action": f"press_{key}"})) == meant
    assert action("px", json.dumps({"ACTION": f"Navigate {key}"})) == meant


@pytest.mark.parametrize(
    ("word", "seconds"),
    [({"time": 5}, 5), ({"duration": "3 seconds"}, 3), ({"time": 99}, 30), ({"time": "long"}, 2),
     ({}, 2)],
)  # fmt: skip
def test_a_wait_lasts_what_is_said_and_no_longer_than_it_may(
    word: dict[str, object], seconds: float
) -> None:
    assert action("px", json.dumps({"action": "wait", **word})) == Wait(seconds=seconds)


@pytest.mark.parametrize(
    ("reply", "meant"),
    [
        ({"action": "call_user"}, Exit(status="failed", answer="the model asks for a person")),
        ({"action": "call_user", "text": "a code"}, Exit(status="failed", answer="a code")),
        (
            {"action": "terminate", "status": "failure", "text": "no"},
            Exit(status="failed", answer="no"),
        ),
        ({"action": "terminate", "status": "impossible"}, Exit(status="failed")),
        (
            {"action": "terminate", "status": "success", "text": "10:30"},
            Exit(status="done", answer="10:30"),
        ),
        ({"action": "answer", "text": "10:30"}, Exit(status="done", answer="10:30")),
    ],
)
def test_an_end_says_how_it_ended(reply: dict[str, str], meant: AnyVerb) -> None:
    assert action("px", json.dumps(reply)) == meant


def test_each_profile_can_be_set() -> None:
    assert set(get_args(Coords)) == {"", *PROFILES}


def test_a_point_belongs_to_the_smallest_mark_that_holds_it() -> None:
    row = element(key="#row", bounds=Rect(0, 200, 1080, 400), name="Alarm")
    switch = element(key="#on", bounds=Rect(880, 240, 1040, 360), name="On")
    view = bare(screen((row, switch), blank(Size(1080, 2400))), width_px=720)
    assert (view.image.shape[1], len(view.marks)) == (720, 2)
    move = resolve(action("px", '{"action": "click", "coordinate": [640, 200]}'), view)
    assert move.element is switch
    assert move.gesture is not None
    assert "Point(x=960, y=300)" in repr(move.gesture)
    beside = resolve(TapAt(x=100, y=210), view)
    assert beside.element is row
    nowhere = resolve(TapAt(x=100, y=1500), view)
    assert (nowhere.mark, nowhere.element) == (None, None)
    assert repr(Point(150, 2250)) in repr(nowhere.gesture)


@pytest.mark.parametrize(
    ("said", "commits"),
    [
        ("Thought: send it now. Commits: send", "send"),
        ("Thought: Commits: pay would be wrong; commits: **post**", "post"),
        ("Thought: This sends nothing.", "none"),
        ("Thought: Commits: none", "none"),
    ],
)
def test_a_thought_says_what_the_action_commits(said: str, commits: str) -> None:
    reply = f"{said}\nAction: click(start_box='(5,5)')"
    assert decision(reply, "ui-tars-1000", Size(1000, 1000), KINDS).commits == commits
