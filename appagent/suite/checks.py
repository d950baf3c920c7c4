"""What must be true after a test: of the screen, and of what a command of the phone prints."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from appagent.api import Control, Look, Phone
from appagent.errors import ActionImpossible, CommandFailed
from appagent.screen.describe import quote
from appagent.suggest import did_you_mean, near
from appagent.texts import first_few, shorten

WITHIN_S = 5.0
"""How long a check is waited for, where it does not say: an app may still be loading."""
MOST_S = 600.0
PAUSE_S = 1  # between two looks
_SHOWN = 10  # lines of the screen that a message tells
_NOT_RUN = (126, 127)  # a shell's exit codes for what is no command
_CHARACTERS = 300  # of what a command printed
_LABEL = re.compile(r"^(?:-|\d+) ")


class Moment:
    """The phone at one moment, looked at once, and only where a check wants it."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    @cached_property
    def look(self) -> Look:
        return self.phone.look()


class Check(Protocol):
    """Something that must be true. `str(check)` says it as the suite does."""

    @property
    def within_s(self) -> float:
        """How long it is waited for, s."""

    def fault(self, now: Moment) -> str:
        """Why it is not true now; "" where it is. Raises: `DeviceError`."""


@dataclass(frozen=True)
class Shows:
    """Something in sight is called so, or has it as its value; a part is enough."""

    text: str
    within_s: float = WITHIN_S

    def fault(self, now: Moment) -> str:
        if now.look.shows(self.text):
            return ""
        names = [name for c in now.look.controls for name in (c.name, c.value) if name]
        meant = did_you_mean(map(quote, near(self.text, names)))
        return f"nothing in sight says {quote(self.text)}{meant}; {_seen(now.look)}"

    def __str__(self) -> str:
        return f"shows: {self.text}"


@dataclass(frozen=True)
class Gone:
    """Nothing in sight says it."""

    text: str
    within_s: float = WITHIN_S

    def fault(self, now: Moment) -> str:
        if not now.look.lines:
            return "nothing can be read on the screen, so nobody knows"
        if not now.look.shows(self.text):
            return ""
        return f"{quote(self.text)} is still in sight; {_seen(now.look)}"

    def __str__(self) -> str:
        return f"gone: {self.text}"


@dataclass(frozen=True)
class State:
    """There is an element of this name, or resource id, and it is so; None: that does not count."""

    name: str
    role: str = ""
    checked: bool | None = None
    enabled: bool | None = None
    selected: bool | None = None
    value: str | None = None
    within_s: float = WITHIN_S

    def fault(self, now: Moment) -> str:
        try:
            found = now.look.find(self.name, self.role)
        except ActionImpossible as err:
            return f"{err}; {_seen(now.look)}"
        called = f"{found.role} {quote(found.name or self.name)}"
        wrong = [*self._states(found), *self._value(found)]
        return f"{called} {' and '.join(wrong)}" if wrong else ""

    def _states(self, found: Control) -> Iterator[str]:
        for word in ("checked", "enabled", "selected"):
            wanted, state = getattr(self, word), getattr(found, word)
            if wanted is None or wanted == state:
                continue
            known = "is nothing that can be on or off" if state is None else ""
            yield known or f"is {'' if state else 'not '}{word}"

    def _value(self, found: Control) -> Iterator[str]:
        """A text has its own words for a value."""
        held = found.name if found.role == "text" else found.value
        if self.value is None or " ".join(held.split()) == " ".join(self.value.split()):
            return
        if found.secret:
            yield "hides its value"
        else:
            yield f"has the value {quote(held)}, not {quote(self.value)}"

    def __str__(self) -> str:
        told = [f"element: {self.name}", f"role: {self.role}" if self.role else ""]
        for word in ("checked", "enabled", "selected", "value"):
            if (wanted := getattr(self, word)) is not None:
                told.append(f"{word}: {str(wanted).lower() if wanted in (True, False) else wanted}")
        return ", ".join(filter(None, told))


@dataclass(frozen=True)
class Probe:
    """A shell command of the phone prints this: the whole of it, but for blanks around it, or
    something in it that a pattern finds."""

    command: str
    prints: str | None = None
    matches: str | None = None
    within_s: float = WITHIN_S

    def fault(self, now: Moment) -> str:
        code = 0
        try:
            printed = now.phone.shell(self.command).strip()
        except CommandFailed as err:  # as grep does that finds nothing
            printed, code = err.output.strip(), err.code
        if code in _NOT_RUN:
            return f"`{self.command}` cannot be run on the phone, exit code {code}: {printed}"
        if self.prints is not None and printed == self.prints.strip():
            return ""
        if self.matches is not None and re.search(self.matches, printed, re.MULTILINE):
            return ""
        ended = f", and failed with exit code {code}" if code else ""
        said = quote(shorten(" ".join(printed.split()), _CHARACTERS)) if printed else "nothing"
        if self.prints is not None:
            return f"`{self.command}` printed {said}{ended}, not {quote(self.prints)}"
        return f"`{self.command}` printed {said}{ended}, in which nothing matches {self.matches}"

    def __str__(self) -> str:
        how = "prints" if self.prints is not None else "matches"
        return f"adb: {self.command}, {how}: {getattr(self, how)}"


@dataclass(frozen=True)
class Fault:
    """A check that did not come true, and why."""

    check: Check = field(compare=False)
    why: str

    def __str__(self) -> str:
        return f"`{self.check}`: {self.why}"


def faults(checks: Sequence[Check], phone: Phone) -> list[Fault]:
    """Those that do not come true, each within its time from now on, all looked for at once.

    Raises: `DeviceError`.
    """
    start_s, waited_s = time.monotonic(), 0
    left, wrong = list(checks), dict[int, Fault]()
    while True:
        now = Moment(phone)
        spent_s = max(waited_s, time.monotonic() - start_s)
        wrong |= {id(each): Fault(each, each.fault(now)) for each in left}
        left = [each for each in left if wrong[id(each)].why and each.within_s > spent_s]
        if not left:
            return [wrong[id(each)] for each in checks if wrong[id(each)].why]
        phone.shell(f"sleep {PAUSE_S}")  # its own time, which a simulated one may only count
        waited_s += PAUSE_S


def _seen(look: Look) -> str:
    """What is on the screen, in short."""
    lines = [shorten(_LABEL.sub("", line), 80) for line in look.lines]
    told = ", ".join(first_few(lines, _SHOWN)) or "nothing that is called anything"
    return f"the screen of {look.app} has {told}"
