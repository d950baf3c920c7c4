"""A reply acts once: what is read of it are the actions that were written, and no others."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.actions.decision import Decision, decision_type
from appagent.actions.verbs import (
    ON_MARKS,
    AnyVerb,
    Back,
    Exit,
    LongPress,
    Read,
    Swipe,
    Tap,
    Text,
    form,
)
from appagent.errors import ReplyInvalid
from appagent.model.reply import parse

LIST = decision_type(ON_MARKS, several=True)


def actions(raw: str) -> tuple[AnyVerb, ...]:
    read: Decision = parse(raw, LIST)
    return read.actions


@pytest.mark.parametrize(
    "raw",
    [
        "```\ntap(7)\n```",
        "```python\ntap(7)\n```",
        "```python\ntap(7)```",
        "\n```\n\ntap(7)\n\n```\n",
        "tap 7",
        "Tap 7.",
        "`tap 7`",
        "1. tap 7",
        "Action: tap 7\nSummary: s",
        '{"action": "tap 7"}',
        '{"action": "```\\ntap(7)\\n```"}',
        '{"actions": ["```tap(7)```"]}',
        "The row opens the chat.\n\ntap(7)",
        "The row opens the chat (7 of 9):\n```\ntap(7)\n```\nThen it is open.",
        "I use `tap(7)`, which opens it:\n\ntap(7)",
        "I use `tap(7)`, yes, `tap(7)`.",
        "The `Save` button: `tap(7)`",
        "tap(7)\n```\ntap(7)\n```",
        "**tap(7)**",
        "- **tap(7)**",
        "Action:\n```python\ntap(7)\n```\nSummary: s",
    ],
)
def test_one_action_is_read_once(raw: str) -> None:
    assert actions(raw) == (Tap(element=7),)


@pytest.mark.parametrize(
    ("raw", "meant"),
    [
        ("long_press 3", LongPress(element=3)),
        ("swipe 7 up", Swipe(element=7, direction="up")),
        ('text 4 "Hello, you"', Text(element=4, text="Hello, you")),
        ("finish", Exit(status="done")),
    ],
)
def test_an_action_needs_no_parentheses(raw: str, meant: AnyVerb) -> None:
    assert actions(raw) == (meant,)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ('tap("Add")\npress_button("Save")\ntap("Cancel")', "no verb 'press_button'"),
        ('tap("Add")\ntap("Save", nam="x")', "tap has no parameter 'nam'"),
        ('tap("Add")\nThen it is kept.\ntap("Save")', "several places"),
    ],
)
def test_nothing_is_done_of_a_list_that_cannot_be_read(raw: str, why: str) -> None:
    with pytest.raises(ReplyInvalid, match=why):
        actions(raw)


def test_what_is_typed_may_look_like_a_remark() -> None:
    raw = 'tap(5)\ntext("no # remark")\nread("all")'
    assert actions(raw) == (Tap(element=5), Text(text="no # remark"), Read(all=True))


@pytest.mark.parametrize(
    "raw",
    [
        "Open 2",
        "Wait 2 more seconds",
        "Back 2",
        "Tap 7 and then 8",
        "swipe 7",
        "see 5",
        "Tap the 7",
    ],
)
def test_a_sentence_is_no_action(raw: str) -> None:
    with pytest.raises(ReplyInvalid):
        actions(raw)


@pytest.mark.parametrize(
    "typed",
    [
        "one\ntap(5)\ntwo",
        "one\n```\ntap(5)\n```",
        "one\nAction: tap(5)\ntwo",
        '{"action": "tap(5)"}',
        '{"kind": "tap", "element": 5}',
        "`tap(5)`",
        "see Action: tap(5)",
    ],
)
@pytest.mark.parametrize("around", ["{}", "```\n{}\n```", "Thought: t\nAction: {}\nSummary: s"])
def test_what_is_typed_is_not_done(typed: str, around: str) -> None:
    bare = "text(3, '{}')".replace("{}", typed)  # with bare line breaks
    meant = (Text(element=3, text=typed),)
    if "\nAction: tap" in typed and "Thought" in around:  # labels in labels: it is asked again
        with pytest.raises(ReplyInvalid):
            actions(around.replace("{}", bare))
    else:
        assert actions(around.replace("{}", bare)) == meant


@pytest.mark.parametrize(
    "raw",
    [
        'text(3, "never closed\ntap(5)',
        'text(3, "never `tap(5)` closed',
        "Not this one:\ntap(3)\nbut that one:\ntap(5)",
        "`tap(3)` or `tap(5)`",
        "I go on.\nfly(3)\ntap(5)",
    ],
)
def test_what_is_meant_is_not_guessed(raw: str) -> None:
    with pytest.raises(ReplyInvalid):
        actions(raw)


def test_a_call_of_many_lines_is_read_in_little_time() -> None:
    lines = "\n".join(["and (this)"] * 4000)
    assert actions(f'text(3, "{lines}")') == (Text(element=3, text=lines),)
    with pytest.raises(ReplyInvalid):
        actions(f'text(3, "{lines}')


NUMBERS = st.integers(1, 30)
TYPED = st.lists(st.sampled_from([*"ab\n`*\"'{}()[]:, 5", "tap(5)"]), max_size=12).map("".join)
VERB = st.one_of(
    st.builds(Tap, element=NUMBERS),
    st.builds(LongPress, element=NUMBERS),
    st.builds(Text, element=NUMBERS, text=TYPED),
    st.just(Back()),
)
PROSE = st.sampled_from(["", "I go on.", "Tap the row, then `Save`:", "It is (as told) done"])
FENCE = st.sampled_from(["", "```", "```python", "```json", "```text"])
BULLET = st.sampled_from(["{}", "- {}", "`{}`", "**{}**", "- `{}`", "{};"])


def as_calls(written: Sequence[AnyVerb], bullet: str) -> str:
    return "\n".join(bullet.replace("{}", form(action)) for action in written)


def as_json(written: Sequence[AnyVerb], name: str) -> str:
    told = [action.model_dump() for action in written]
    return json.dumps({name: told if name == "actions" else told[0]})


@st.composite
def replies(draw: st.DrawFn) -> tuple[str, list[AnyVerb]]:
    """A reply, and the actions that are written in it, as often as they are."""
    parts: list[str] = []
    written: list[AnyVerb] = []
    for block in draw(st.lists(st.lists(VERB, min_size=1, max_size=3), min_size=1, max_size=2)):
        name = draw(st.sampled_from(["", "action", "actions"]))
        told = as_json(block, name) if name else as_calls(block, draw(BULLET))
        written += block[:1] if name == "action" else block
        fence = draw(FENCE)
        label = draw(st.sampled_from(["", "Action: ", "Action:\n"])) if not name else ""
        told = f"{fence}\n{told}\n```" if fence else told
        parts += [draw(PROSE), f"{label}{told}", draw(PROSE)]
    return "\n".join(filter(None, parts)), written


@given(replies(), st.sampled_from(["", '"', "'", "`", "\n", ")", "```", "\n```\n"]), st.data())
def test_no_reading_yields_more_than_was_written(
    reply: tuple[str, list[AnyVerb]], noise: str, data: st.DataObject
) -> None:
    """Whatever stands around the actions, and wherever a quote or a fence is lost in between."""
    raw, written = reply
    at = data.draw(st.integers(0, len(raw)))
    try:
        read = actions(raw[:at] + noise + raw[at:])
    except ReplyInvalid:
        return
    assert len(read) <= len(written)
    if not noise:
        starts = [n for n in range(len(written)) if tuple(written[n : n + len(read)]) == read]
        assert starts, "what was read was written, one below the other"


@given(st.lists(VERB, min_size=1, max_size=4), FENCE, BULLET, PROSE, PROSE)
def test_a_list_is_read_whole_in_one_place(
    written: list[AnyVerb], fence: str, bullet: str, before: str, after: str
) -> None:
    told = as_calls(written, bullet)
    told = f"{fence}\n{told}\n```" if fence else told
    assert actions("\n".join(filter(None, [before, told, after]))) == tuple(written)
