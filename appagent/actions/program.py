"""A program: what one reply asks for, one action after the other.

It is a value. A model writes it, a person edits its text, a file keeps it; no phone and no model is
needed to read or to write one:

    tap(name="Add alarm")
    text("5", name="Hour")
    tap(name="Save")
    exit("done", if_shows="5:50 PM, Thu, Sun")

A target is a number of the screen that the program was written for, or a name to be found later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from appagent.actions import dsl
from appagent.actions.gestures import opener, resolve
from appagent.actions.verbs import PLACES, AnyVerb, Each, Exit, Tap, form
from appagent.errors import ActionImpossible, ReplyInvalid, TargetUntold
from appagent.screen.describe import phrase, quote
from appagent.screen.values import View

MOST = 12
"""Actions of a program that a model writes in one reply, by default, without `exit` and those of
`each`."""


@dataclass(frozen=True, slots=True)
class Program:
    """Actions in the order in which they are done, up to the first surprise."""

    actions: tuple[AnyVerb, ...]

    def __str__(self) -> str:
        """The text form, an action a line; `read` is its inverse."""
        return "\n".join(map(form, self.actions))

    @property
    def all_actions(self) -> tuple[AnyVerb, ...]:
        """Its actions, and those that it does for each row."""
        inside = [a for each in self.actions if isinstance(each, Each) for a in each.do]
        return (*self.actions, *inside)

    @property
    def needs_numbers(self) -> bool:
        """Whether it holds only for the screen that it was written for."""
        return any(
            isinstance(action, PLACES) or getattr(action, "element", None) is not None
            for action in self.all_actions
        )


def outline(actions: Sequence[AnyVerb], view: View) -> tuple[str, ...]:
    """Each action in a few words, `tap "Save"`, without what it types: that may be a secret. `view`
    is the screen that their numbers are of."""
    return tuple(map(partial(_outlined, view=view), actions))


def _outlined(action: AnyVerb, view: View) -> str:
    label = getattr(action, "element", None)
    mark = view.mark(label) if label is not None else None
    element = mark.element if mark else None
    told = [getattr(action, part, "") for part in ("name", "app")]
    name = next(filter(None, (element.name if element else "", *told)), "")
    target = quote(name, len(name)) if name else phrase(element) if element else ""
    return f"{action.verb} {target or getattr(action, 'direction', '')}".rstrip()


def read(text: str) -> Program:
    """The program of a text, as `str(program)` writes it; empty lines and lines that begin with #
    do not count.

    Raises: `ReplyInvalid` with the line and what was wrong.
    """
    actions = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            actions.append(dsl.parse(line))
        except ReplyInvalid as err:
            raise ReplyInvalid(f"line {number}: {err}", text) from err
    return check(Program(tuple(actions)), text)


def check(program: Program, raw: str = "", *, most: int | None = None) -> Program:
    """The program, if its actions stand where they may, and are not more than `most`.

    Raises: `ReplyInvalid`.
    """
    found = sum(not isinstance(action, Exit) for action in program.actions)
    if most is not None and found > most:
        raise ReplyInvalid(f"a reply holds at most {most} actions, and this one {found}", raw)
    *before, _ = program.actions or (None,)
    if not program.actions:
        raise ReplyInvalid("a program needs one action at least", raw)
    if any(isinstance(action, Exit) for action in before):
        raise ReplyInvalid("exit ends a program: nothing can stand behind it", raw)
    return program


def from_here(actions: Sequence[AnyVerb], view: View, skipped: list[str]) -> tuple[AnyVerb, ...]:
    """The actions of a reply without those that may be left out and have no target on the screen
    that is shown, which `skipped` tells then, and with the touch that the first one needs."""
    first, *rest = actions
    if rest and first.optional:
        try:
            resolve(first, view)
        except TargetUntold:
            raise
        except ActionImpossible as err:
            if isinstance(rest[0], Exit):  # nothing was done that it could be the end of
                raise
            skipped.append(f"left out {_outlined(first, view)}: {err}")
            return from_here(rest, view, skipped)
    mark = opener(first, view)
    return (*([Tap(element=mark.label, commits=first.commits)] if mark else []), first, *rest)
