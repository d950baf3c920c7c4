"""The inverse of `describe`: what a line says of an element."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import cast, get_args

from appagent.screen.values import Use
from appagent.screen.wording import MARKED, YOURS

_STRING = r'"(?:[^"\\\x00-\x1f]|\\.)*"'
_LINE = re.compile(
    rf"(?P<label>[1-9][0-9]*|-) (?P<role>[a-z]+(?: [a-z]+)*)(?: (?P<name>{_STRING}))?"
    rf"(?: \((?P<unwritten>(?:[^()\"]|{_STRING})+)\))?(?: = (?P<value>{_STRING}))?"
    rf"(?: \[(?P<states>[a-z:, ]+)\])?(?: \{{(?P<uses>[a-z_, ]+)\}})?"
)
_STATES = frozenset(
    {"on", "off", "selected", "focused", "disabled", "filled", "secret", "covered", YOURS, MARKED}
)
_GUARDED = "guarded: "


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """What one line says."""

    label: int | None  # None: a text that has no number
    role: str
    name: str
    unwritten: str = ""  # what its picture or its place tells: "search icon", "top right"
    value: str | None = None
    checked: bool | None = None
    selected: bool = False
    focused: bool = False
    enabled: bool = True
    filled: bool = False  # a secret field, with something in it
    secret: bool = False
    covered: bool = False  # by the keyboard: in the tree, and not to be seen or touched
    guarded: str = ""  # the class of harm for which touching it is refused
    uses: frozenset[Use] = frozenset()  # beside those that its role implies


def parse_mark_line(text: str) -> ParsedLine | None:
    """What a line says, None for a line of another form; the inverse of `mark_line`."""
    found = _LINE.fullmatch(text)
    if found is None:
        return None
    states = set(found["states"].split(", ")) if found["states"] else set()
    guards = {state for state in states if state.startswith(_GUARDED)}
    uses = set(found["uses"].split(", ")) if found["uses"] else set()
    if not states - guards <= _STATES or len(guards) > 1 or not uses <= set(get_args(Use)):
        return None
    try:
        name = json.loads(found["name"]) if found["name"] else ""
        value = json.loads(found["value"]) if found["value"] else None
    except json.JSONDecodeError:
        return None
    return ParsedLine(
        label=None if found["label"] == "-" else int(found["label"]),
        role=found["role"],
        name=name,
        unwritten=found["unwritten"] or "",
        value=value,
        checked=True if "on" in states else False if "off" in states else None,
        selected=not states.isdisjoint({"selected", MARKED}),
        focused="focused" in states,
        enabled="disabled" not in states,
        filled="filled" in states,
        secret="secret" in states,
        covered="covered" in states,
        guarded="".join(guards).removeprefix(_GUARDED),
        uses=cast("frozenset[Use]", frozenset(uses)),
    )
