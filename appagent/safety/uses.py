"""What permissions were used for: each is for one deed to one target with one text."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from appagent.danger import Danger
from appagent.safety.names import titled
from appagent.safety.page import asked
from appagent.safety.target import Target
from appagent.screen.values import Screen
from appagent.trail import Permission

_ENDS = " .,;:!?"
WORDED: tuple[Danger, ...] = ("send", "post")


@dataclass
class Uses:
    """How often each deed was done to each target, and the texts that went there."""

    done: Counter[tuple[Danger, str]] = field(default_factory=Counter)
    said: set[tuple[Danger, str, str]] = field(default_factory=set)

    def objection(self, allowed: Permission, target: Target, going: Sequence[str]) -> str:
        """Why the permission does not reach for another deed; "" if it does."""
        most = _most_at_once(allowed)
        if most and (more := target.exceeds(most, allowed.names)):
            return f"the task asks for {most}, and {more}"
        danger = allowed.danger
        texts = allowed.texts if danger in WORDED else ()
        other = next((text for text in going if texts and not _said_in(text, texts)), "")
        if other:
            return f'the task does not say "{other}"'
        for who in _whom(allowed, target):
            if self._is_used_up(allowed, who):
                return f'this was done already to "{who}"'
            new = [t for text in going for t in texts if _says(text, t)
                   and (danger, who, _same(t)) not in self.said]  # fmt: skip
            once = (allowed.count or 0) <= len(texts)  # each of them
            if texts and any(going) and not new and once:
                return f'this was said already to "{who}"'
        return ""

    def _is_used_up(self, allowed: Permission, who: str) -> bool:
        danger = allowed.danger
        if allowed.names or danger in WORDED:
            most = allowed.count or max(1, len(allowed.texts) if danger in WORDED else 1)
            return self.done[danger, who] >= most
        total = sum(times for (what, _), times in self.done.items() if what == danger)
        return allowed.count is not None and total >= allowed.count

    def note(self, allowed: Permission, target: Target, going: Sequence[str]) -> None:
        """Remember a deed that was done."""
        for who in _whom(allowed, target):
            self.done[allowed.danger, who] += 1
            told = (_same(t) for text in going for t in allowed.texts if _says(text, t))
            self.said |= {(allowed.danger, who, text) for text in told}


def has_gone(going: Sequence[str], after: Screen) -> bool:
    """Whether no field holds the texts any more that were to go, or their page was left, and not
    for a question."""
    if asked(after):
        return False
    held = {e.value.strip() for e in after.elements if "text" in e.uses}
    return any(text.strip() not in held for text in going if text.strip())


def _most_at_once(allowed: Permission) -> int | None:
    """How many things a task is about; None where it does not tell."""
    return allowed.count or len(allowed.names) or None


def _whom(allowed: Permission, target: Target) -> Iterator[str]:
    """The names of the task that a target bears; what it says itself where the task has none."""
    if not allowed.names:
        yield target.words
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
