"""What permissions were used for: each is for one deed to one target with one text."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

from appagent.danger import Danger
from appagent.safety.names import titled
from appagent.safety.page import asked
from appagent.safety.target import Target
from appagent.screen.keys import same_page
from appagent.screen.values import Screen
from appagent.trail import Permission

_ENDS = " .,;:!?"
WORDED: tuple[Danger, ...] = ("send", "post")
CARRYING: tuple[Danger, ...] = (*WORDED, "pay", "call")
"""The classes with which a text goes: a message, an amount, a number."""
_ONCE: tuple[Danger, ...] = (*CARRYING, "delete")  # the others come to the same, done twice


@dataclass
class Uses:
    """How often each deed was done to each target, the texts that went there, and the touches that
    may have done it, for not every deed can be seen."""

    done: Counter[tuple[Danger, str]] = field(default_factory=Counter)
    said: set[tuple[Danger, str, str]] = field(default_factory=set)
    made: list[tuple[Danger, str, str, frozenset[str]]] = field(default_factory=list)

    def objection(self, allowed: Permission, target: Target) -> str:
        """Why the permission does not reach for another deed; "" if it does."""
        at_once = allowed.count or len(allowed.names)
        if at_once and (more := target.exceeds(at_once, allowed.names)):
            return f"the task asks for {at_once}, and {more}"
        danger, going = allowed.danger, target.going
        texts = allowed.texts if danger in WORDED else ()
        other = next((text for text in going if texts and not _said_in(text, texts)), "")
        if other:
            return f'the task does not say "{other}"'
        each, in_all = _most(allowed)
        done = sum(times for (what, _), times in self.done.items() if what == danger)
        for who in _whom(allowed, target):
            to = f' to "{who}"' if who else ""
            if self._times(danger, who, target) >= each or done >= in_all:
                return f"this was done already{to}"
            new = [t for text in going for t in texts if _says(text, t)
                   and (danger, who, _same(t)) not in self.said]  # fmt: skip
            if texts and any(going) and not new and each <= len(texts):
                return f"this was said already{to}"
        return ""

    def _times(self, danger: Danger, who: str, target: Target) -> int:
        """How often a deed was seen to be done, or the same control on the same page was touched
        for it."""
        touches = (
            what == danger and whom == who and control == target.control
            and same_page(page, target.shown_on)
            for what, whom, control, page in self.made
        )  # fmt: skip
        return max(self.done[danger, who], sum(touches))

    def note(self, allowed: Permission, target: Target, *, done: bool = True) -> None:
        """Remember a deed that was done; or a touch that may have been one, for it led on and to
        no question."""
        danger = allowed.danger
        for who in _whom(allowed, target):
            if danger in _ONCE:
                self.made.append((danger, who, target.control, target.shown_on))
            if done:
                self.done[danger, who] += 1
                told = (_same(t) for text in target.going for t in allowed.texts if _says(text, t))
                self.said |= {(danger, who, text) for text in told}


def _most(allowed: Permission) -> tuple[float, float]:
    """How often a deed may be done to each, and in all. A count that is more than the names leaves
    the rest to any of them."""
    names, worded = len(allowed.names), allowed.danger in WORDED
    texts = max(1, len(allowed.texts) if worded else 1)
    if names:
        in_all = max(allowed.count or names * texts, names)
        return in_all - names + 1 if allowed.count else texts, in_all
    once = texts if allowed.danger in CARRYING else inf
    return allowed.count or once, allowed.count or inf


def has_gone(going: Sequence[str], after: Screen) -> bool:
    """Whether no field holds the texts any more that were to go, or their page was left, and not
    for a question."""
    if asked(after):
        return False
    held = {e.value.strip() for e in after.elements if "text" in e.uses}
    return any(text.strip() not in held for text in going if text.strip())


def _whom(allowed: Permission, target: Target) -> Iterator[str]:
    """The names of the task that a target bears; what tells it from others where the task has
    none."""
    if not allowed.names:
        yield target.thing
        return
    near = (
        target.row,
        *target.beside,
        *target.chosen,
        *target.to,
        *target.asked,
        *target.way,
        *target.page,
    )
    yield from (name for name in allowed.names if any(titled(text, name) for text in near))


def _same(text: str) -> str:
    """A text as two are compared: its signs count, its capitals, kinds of blanks and the marks at
    the ends of its sentences do not."""
    same = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return same.strip(_ENDS) or same


def _says(text: str, wanted: str) -> bool:
    return _same(wanted) in _same(text)


def _said_in(text: str, texts: Sequence[str]) -> bool:
    """Whether a text says these, some or all of them, and nothing else."""
    left = _same(text)
    for each in sorted(map(_same, texts), key=len, reverse=True):
        left = left.replace(each, " ", 1)
    return not left.strip(_ENDS)
