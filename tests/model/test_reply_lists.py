"""Replies that hold a list of actions."""

from __future__ import annotations

import pytest

from appagent.actions.decision import Decision, decision_type
from appagent.actions.verbs import ON_MARKS, Back, Tap
from appagent.errors import ReplyInvalid
from appagent.model.reply import parse

BACK = '{"kind": "back"}'


@pytest.mark.parametrize(
    "raw",
    [
        f'{{"actions": [{BACK}, {{"kind": "tap", "element": 5}}]}}',
        f'{{"action": [{BACK}, {{"kind": "tap", "element": 5}}]}}',
        '{"actions": ["back()", "tap(5)"]}',
        '{"actions": "back()\\ntap(5)"}',
        f"[{BACK}, {{'kind': 'tap', 'element': 5}}]".replace("'", '"'),
        f'{{"name": "decide", "arguments": {{"actions": [{BACK}, "tap(5)"]}}}}',
        f'```json\n{{"actions": [{BACK}, {{"kind": "tap", "element": 5}}]}}\n```',
        "Action: back()\ntap(5)\nThen it is there.\nSummary: on it",
        "Actions:\n1. back()\n2. tap(5)",
        "- `back()`\n- `tap(5)`",
    ],
)
def test_a_list_of_actions_in_many_forms(raw: str) -> None:
    assert parse(raw, decision_type(ON_MARKS, several=True)).actions == (Back(), Tap(element=5))


@pytest.mark.parametrize("raw", ['{"actions": []}', '{"actions": [null]}', '{"actions": ["soon"]}'])
def test_a_list_without_an_action_is_sent_back(raw: str) -> None:
    with pytest.raises(ReplyInvalid):
        parse(raw, decision_type(ON_MARKS, several=True))


def test_what_an_action_commits_is_said_by_it_or_by_the_reply() -> None:
    said = f'{{"kind": "tap", "element": 5, "commits": "Send!"}}, {BACK}'
    raw = f'{{"actions": [{said}], "commits": "pay"}}'
    read = parse(raw, Decision)
    assert [action.commits for action in read.actions] == ["send", "none"]
    assert read.commits == "pay"
