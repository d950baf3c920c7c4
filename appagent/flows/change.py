"""Change the commands of a flow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any, TypeVar

from appagent.flows.language import (
    AssertVisible,
    Command,
    Commands,
    Condition,
    OnElement,
    Part,
    Repeat,
    Retry,
    RunFlow,
    ScrollUntilVisible,
)

P = TypeVar("P", bound=Part)

_WITH_VALUES = frozenset({"text"})  # fields of commands and selectors


def templated(part: P, change: Callable[[str], str]) -> P:
    """A part of a flow with what it types, and the texts that it looks for, changed."""

    def changed(name: str, value: Any) -> Any:
        match value:
            case str() if name in _WITH_VALUES:
                return change(value)
            case Part():
                return templated(value, change)
            case tuple() if value and isinstance(value[0], Part):
                return tuple(templated(each, change) for each in value)
            case _:
                return value

    return replace(part, **{f.name: changed(f.name, getattr(part, f.name)) for f in fields(part)})


def exchanged(commands: Commands, first: Command, count: int, new: Sequence[Command]) -> Commands:
    """Commands with `new` ones in the place of so many from `first` on, wherever it stands; before
    it where `count` is 0."""
    at = next((n for n, each in enumerate(commands) if each is first), None)
    if at is not None:
        return (*commands[:at], *new, *commands[at + count :])
    return tuple(
        replace(each, commands=exchanged(each.commands, first, count, new))
        if isinstance(each, RunFlow | Repeat | Retry)
        else each
        for each in commands
    )


def set_before(commands: Commands, check: Command) -> RunFlow | None:
    """The touch that sets a switch, where this is the check that it is set, as a recorder writes
    them; else None. It is passed over, and the check fails, where no such switch is shown."""
    before = next((before for before, each in pairwise(commands) if each is check), None)
    if not (isinstance(check, AssertVisible) and isinstance(before, RunFlow) and before.when):
        return None
    unset = replace(check.target, checked=not check.target.checked)
    return before if before.when.visible == unset else None


def only_if_shown(commands: Commands) -> Commands:
    """Commands that are done only where what the first of them touches is there: a dialog that
    comes now and then."""
    first = commands[0] if commands else None
    if not isinstance(first, OnElement):
        return commands
    return (RunFlow(when=Condition(visible=first.target), commands=commands),)


def seeking(command: Command, direction: str) -> ScrollUntilVisible | None:
    """What scrolls to what a command names, in this direction; None for one that names nothing."""
    if isinstance(command, ScrollUntilVisible):
        return replace(command, direction=direction)
    if isinstance(command, OnElement):
        return ScrollUntilVisible(element=command.target, direction=direction)
    return None
