"""A judge for scripted pages: what a control does, by the first word of its label."""

from __future__ import annotations

import re

from appagent.actions.replies import DeedReading
from appagent.exchange import Prompt

_LINE = re.compile(r"^(\d+) (.+)$", re.MULTILINE)
_LABEL = re.compile(r'"(\w+)')
_SENDS = ('enter in text field "Message"', 'enter in text field "Reply"')
_DOES = {
    "delete": "delete", "remove": "delete", "clear": "delete", "discard": "delete",
    "send": "send", "order": "pay", "place": "pay", "buy": "pay", "pay": "pay",
    "subscribe": "account", "follow": "account", "block": "account",
    "call": "call", "post": "post", "like": "post",
    "allow": "permission", "airplane": "device",
}  # fmt: skip


def by_label(prompt: Prompt) -> DeedReading:
    """What each line of a question does; what is not in the list opens something."""
    lines = prompt.text.partition("<controls>")[2]
    return DeedReading(deeds=tuple(f"{n} {_does(line)}" for n, line in _LINE.findall(lines)))


def _does(line: str) -> str:
    if line in _SENDS:
        return "send"
    if "with a phone number" in line:
        return "call"
    label = _LABEL.search(line)
    return _DOES.get(label[1].lower(), "opens") if label else "opens"
