"""What a reply that cannot be read may have meant to type: only guesses, to keep them secret."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress

from appagent.actions import dsl

_CALL = re.compile(r"\b([A-Za-z_]+)\(([^\n]*)")
_TOLD = re.compile(
    r"(?<!\\)\\*+([\"'`])((?:.*?[^\\])??)\\*+\1|(?<!\\)\\*+[\"'`]([^\"'`]+)$|([^\s,\"'`()]+)"
)
_FIELD = re.compile(r'"(?:text|content|value)"\s*:\s*"((?:[^"\\]|\\.)*)')


def may_type(reply: str) -> set[str]:
    """The texts in calls that type, or that are no verb of ours, and the text of a JSON action;
    also of one that was cut off."""
    found: set[str] = set()
    for call in _CALL.finditer(reply):
        if not dsl.takes_name(call[1]):
            inside = call[2].partition(")" if call[2].count(")") == 1 else "\n")[0]
            found |= {next(filter(None, told.groups()[1:]), "") for told in _TOLD.finditer(inside)}
    for told in (reply, reply.replace('\\"', '"')):  # a JSON object inside of a string
        for field in _FIELD.finditer(told):
            found.update(_unescaped(field[1]))
    return found - {""}


def _unescaped(told: str) -> Iterator[str]:
    yield told
    with suppress(ValueError):
        yield json.loads(f'"{told}"', strict=False)
