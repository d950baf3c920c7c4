"""What permissions were used for: each is for one deed to one target with one text."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

from appagent.danger import CARRYING, WORDED, Danger, Permission
from appagent.guard.target import Target
from appagent.screen.keys import same_page
from appagent.screen.names import titled

_ENDS = " .,;:!?"
_PLAIN = str.maketrans("‘’ʼ“”„–—−", "'''\"\"\"---")  # as keyboards have them
_ONCE: tuple[Danger, ...] = (*CARRYING, "delete")  # the others come to the same, done twice


@dataclass
class Uses:
    """How often each deed was done to each target, the texts that went there, and the touches that
    may have done it, for not every deed can be seen."""

    deeds: Counter[Danger] = field(default_factory=Counter)
    done: Counter[tuple[Danger, str]] = field(default_factory=Counter)
    said: set[tuple[Danger, str, str]] = field(default_factory=set)
    touches: list[tuple[Danger, str, str, frozenset[str]]] = field(default_factory=list)

    def objection(self, allowed: Permission, target: Target) -> str:
        """Why the permission does not reach for another deed; "" if it does."""
        at_once = len(allowed.names) if allowed.count is None else allowed.count
        if at_once and (more := target.exceeds(at_once, allowed.names)):
            return f"the task asks for {at_once}, and {more}"
        danger, going = allowed.danger, target.going
        whom = tuple(_whom(allowed, target))
        texts = _texts(allowed, whom) if danger in WORDED else ()
        other = next((text for text in going if texts and not _said_in(text, texts)), "")
        if other:
            return f'the task does not say "{other}"'
        each, in_all = _most(allowed)
        # What is sent bears the names of who gets it, of what it is, and of what led there: as long
        # as one of them is free it is another deed.
        most = max(each, len(allowed.names)) if target.on_sheet else each
        used = [who for who in whom if self._times(danger, who, target) >= most]
        if whom and (len(used) == len(whom) or self.deeds[danger] >= in_all):
            return f"this was done already{_to(whom[0])}"
        said = [who for who in whom if texts and any(going) and each <= len(texts)
                and not self._has_new(danger, who, going, texts)]  # fmt: skip
        return f"this was said already{_to(said[0])}" if said and len(said) == len(whom) else ""

    def _has_new(
        self, danger: Danger, who: str, going: Sequence[str], texts: Sequence[str]
    ) -> bool:
        """Whether something goes that was not said to somebody yet."""
        told = (each for text in going for each in texts if _says(text, each))
        return any((danger, who, _same(each)) not in self.said for each in told)

    def _times(self, danger: Danger, who: str, target: Target) -> int:
        """How often a deed was seen to be done, or the same control on the same page was touched
        for it."""
        alike = (
            what == danger and whom == who and control == target.control
            and same_page(page, target.shown_on)
            for what, whom, control, page in self.touches
        )  # fmt: skip
        return max(self.done[danger, who], sum(alike))

    def note(self, allowed: Permission, target: Target, *, done: bool = True) -> None:
        """Remember a deed that was done; or a touch that may have been one, for it led on and to
        no question."""
        danger = allowed.danger
        self.deeds[danger] += done
        for who in _whom(allowed, target):
            if danger in _ONCE:
                self.touches.append((danger, who, target.control, target.shown_on))
            if done:
                self.done[danger, who] += 1
                told = (_same(t) for text in target.going for t in allowed.texts if _says(text, t))
                self.said |= {(danger, who, text) for text in told}


def _most(allowed: Permission) -> tuple[float, float]:
    """How often a deed may be done to each, and in all. A count that is more than the names leaves
    the rest to any of them."""
    if allowed.count == 0:
        return inf, inf
    names, count, worded = len(allowed.names), allowed.count, allowed.danger in WORDED
    texts = max(1, len(allowed.texts) if worded else 1)
    if not names:
        return count or (texts if allowed.danger in CARRYING else inf), count or inf
    if count is None:
        return texts, names * texts
    return count - names + 1 if count >= names else count, max(count, names)


def _texts(allowed: Permission, whom: Collection[str]) -> Sequence[str]:
    """What may be said to some: where a task tells as many texts as names, each is for one."""
    names, texts = allowed.names, allowed.texts
    if 1 < len(names) == len(texts) and allowed.count in (None, len(names)):
        return [text for who, text in zip(names, texts, strict=True) if who in whom] or texts
    return texts


def _to(who: str) -> str:
    return f' to "{who}"' if who else ""


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
    plain = unicodedata.normalize("NFKC", text).translate(_PLAIN)
    same = " ".join(plain.casefold().split())
    return same.strip(_ENDS) or same


def _says(text: str, wanted: str) -> bool:
    return _same(wanted) in _same(text)


def _said_in(text: str, texts: Sequence[str]) -> bool:
    """Whether a text says these, some or all of them, and nothing else."""
    left = _same(text)
    for each in sorted(map(_same, texts), key=len, reverse=True):
        left = left.replace(each, " ", 1)
    return not left.strip(_ENDS)
