"""A task, taken apart: the values that want a place, and the words that point the way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Literal

from appagent.model.offline.words import Sense, best, content, senses, words

SlotKind = Literal["quoted", "address", "time", "code", "digits", "number", "proper"]
HEAD, NEGATION_REACH, PARTICLE_REACH = 2, 3, 2  # words
VALUES, WORDS = 24, 300  # that are looked at: what holds more is no task for rules
PARTICLES = ("on", "off")  # may stand behind what they switch

_QUOTED = r"\"(?P<q1>[^\"]+)\"|“(?P<q2>[^”]+)”|(?<!\w)'(?P<q3>[^']+)'(?!\w)|«(?P<q4>[^»]+)»"
_PATTERNS: tuple[tuple[SlotKind, str], ...] = (  # in this order: the first to fit takes the text
    ("quoted", _QUOTED),
    ("address", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    ("time", r"\b(?P<h>[01]?\d|2[0-4])[:.](?P<m>[0-5]\d)(?:\s*(?P<half>[ap]\.?m\b\.?))?"),
    ("time", r"\b(?P<h>1[0-2]|0?[1-9])\s*(?P<half>[ap]\.?m\b\.?)"),
    ("code", r"\b(?=[\w-]*\d)[^\W_]*[a-z](?:[\w-]*[^\W_])?"),
    ("digits", r"\+?\d(?:[\s()-]{0,2}\d){5,14}\b"),
    ("number", r"(?<![\w.,])-?\d+(?:[.,]\d+)?\b"),
)
_CAPITAL = re.compile(r"[^\W\d_a-z][\w'’&-]*(?:\s+(?:(?:of|de|the|&)\s+)*[^\W\d_a-z][\w'’&-]*)*")
_BEFORE = re.compile(r"\bfrom (?:[a-z-]+ ){1,3}(?=to\b)")  # what a thing is now, in a change
_STOP = re.compile(r"[,;:.!?]+(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Slot:
    """A value of the task that belongs somewhere on the screen."""

    kind: SlotKind
    text: str
    start: int  # characters into the task
    end: int
    hour: int = 0  # of a time, as it is written
    minute: str = ""
    half: str = ""  # "am", "pm", or "" where the task says neither

    @property
    def free(self) -> bool:
        """Whether any text field could take it."""
        return self.kind in ("quoted", "proper")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of the task, in its place."""

    text: str
    start: int
    clause: int
    lead: bool  # the first of its clause: most often the verb, which no screen shows
    off: bool  # the task wants it off or absent
    slot: int | None  # the slot that it is part of


@dataclass(frozen=True, slots=True)
class Task:
    text: str
    slots: tuple[Slot, ...]
    words: tuple[Word, ...]

    @property
    def content(self) -> tuple[Word, ...]:
        """The words outside the values that say something."""
        return tuple(w for w in self.words if w.slot is None and content(w.text))

    @property
    def question(self) -> bool:
        first = self.words[0].text if self.words else ""
        return self.text.rstrip().endswith("?") or Sense.ASK in senses(first)

    @property
    def changes(self) -> bool:
        """Whether it is about a thing that is there: to be changed, switched or done away with.
        What the later clauses change is what the first one made."""
        verbs = [word for word in self.words if word.lead][:1]
        behind = {one.text for verb, one in pairwise(self.words) if verb in verbs}
        return bool(behind & set(PARTICLES)) or any(
            senses(word.text) & {Sense.EDIT, Sense.RISK} for word in verbs
        )

    @property
    def puts(self) -> Slot | None:
        """What is there already and is to be put somewhere: "Add Grace to the team"."""
        first = next((w for w in self.words[1:2] if w.slot is not None), None)
        if first is None or Sense.ADD not in senses(self.words[0].text):
            return None
        slot = self.slots[first.slot or 0]
        placed = any(w.text == "to" and w.clause == 0 and w.slot is None for w in self.words)
        return slot if slot.kind == "proper" and placed else None

    def asks_for(self, *wanted: Sense) -> bool:
        """Whether the task itself says a word of that sense."""
        return any(senses(w.text) & set(wanted) for w in self.words if w.slot is None)

    def grown(self, slot: Slot, known: Sequence[str]) -> str:
        """The text of a name with the plain words that go straight on behind it; none of those
        that are `known` for something else, or that tell what the next value is."""
        end = slot.end
        behind = [word for word in self.words if word.start >= slot.end]
        for n, word in enumerate(behind):
            labels = n + 1 < len(behind) and behind[n + 1].slot is not None
            plain = word.slot is None and content(word.text) and not best(word.text, known)
            if labels or not plain or self.text[end : word.start].strip():
                break
            end = word.start + len(word.text)
        return self.text[slot.start : end]

    def after(self, index: int) -> str:
        """The plain text behind word `index`: up to a stop, a value or a word of grammar."""
        taken: list[Word] = []
        for word in self.words[index + 1 :]:
            if word.clause != self.words[index].clause or word.slot is not None:
                break
            if not content(word.text):
                if taken or Sense.ASK in senses(
                    word.text
                ):  # "that ..." is no text, it tells of one
                    break
                continue
            taken.append(word)
        return self.text[taken[0].start : taken[-1].start + len(taken[-1].text)] if taken else ""


def read_task(text: str, package: str = "") -> Task:
    """`text` taken apart; a name in it that only names the app in front is no value."""
    own = words(re.sub(r"[._]", " ", package))
    slots = sorted(_values(text), key=lambda slot: slot.start)
    proper = [
        slot
        for slot in _proper(text, slots)
        if not all(best(word, own) for word in words(slot.text))
    ]
    slots = sorted([*slots, *proper], key=lambda slot: slot.start)[:VALUES]
    return Task(text, tuple(slots), tuple(_words(text, slots)))


def _values(text: str) -> Iterator[Slot]:
    free = text
    for kind, pattern in _PATTERNS:
        for found in re.finditer(pattern, free, re.IGNORECASE):
            slot = Slot(kind, found[0].strip(), found.start(), found.end())
            groups = {name: value for name, value in found.groupdict().items() if value}
            if kind == "quoted":
                slot = replace(slot, text=next(iter(groups.values())).strip())
            elif kind == "time":
                half = groups.get("half", "").casefold().replace(".", "")
                slot = replace(slot, hour=int(groups["h"]), minute=groups.get("m", "00"), half=half)
            yield slot
        free = re.sub(pattern, lambda m: " " * len(m[0]), free, flags=re.IGNORECASE)


def _proper(text: str, taken: list[Slot]) -> Iterator[Slot]:
    """Runs of capitalised words; the first word of a sentence is capitalised for its place."""
    free = text
    for slot in taken:
        free = free[: slot.start] + "," * (slot.end - slot.start) + free[slot.end :]
    for found in _CAPITAL.finditer(free):
        run, start = found[0], found.start()
        before = free[:start].rstrip()
        if not before or before[-1] in ".!?":
            rest = re.match(r"\S+\s+", run)
            if rest is None:
                continue
            run, start = run[rest.end() :], start + rest.end()
            run = re.sub(r"^(?:(?:of|de|the|&)\s+)+", lambda m: "\0" * len(m[0]), run)
            start += run.count("\0")
            run = run.lstrip("\0")
        if run and not all(senses(word) for word in words(run)):
            name = re.sub(r"['’]s?$", "", run)  # "Grace's" is Grace
            yield Slot("proper", name, start, start + len(run))


def _words(text: str, slots: list[Slot]) -> Iterator[Word]:
    clause, lead = 0, True
    text = _BEFORE.sub(lambda match: " " * len(match[0]), text)
    found = list(islice(re.finditer(r"\w+(?:['’]\w+)?", text), WORDS))
    folded = [match[0].casefold().replace("’", "'") for match in found]
    clauses: list[int] = []
    leads: list[bool] = []
    for n, match in enumerate(found):
        gap = text[found[n - 1].end() : match.start()] if n else ""
        if _STOP.search(gap) or Sense.JOIN in senses(folded[n]):
            clause, lead = clause + 1, True
        clauses.append(clause)
        leads.append(lead and Sense.JOIN not in senses(folded[n]))
        lead = lead and Sense.JOIN in senses(folded[n])
    for n, match in enumerate(found):
        alone = clauses.count(clauses[n]) == 1 and n > 0  # ", on foot" has a verb no more than it
        slot = next((i for i, s in enumerate(slots) if s.start <= match.start() < s.end), None)
        same = [i for i in range(len(found)) if clauses[i] == clauses[n]]
        yield Word(
            folded[n], match.start(), clauses[n], leads[n] and slot is None and not alone,
            _off(n, [(i, folded[i]) for i in same]), slot,
        )  # fmt: skip


def _off(at: int, clause: list[tuple[int, str]]) -> bool:
    """Whether a word that says no governs word `at`: at the head of its clause, shortly before it,
    or `turn it off`."""
    if any(Sense.OFF in senses(word) and i < at for i, word in clause[:HEAD]):
        return True
    said = [
        (i, Sense.OFF in senses(word))
        for i, word in clause
        if senses(word) & {Sense.OFF, Sense.ON}
        and (0 < at - i <= NEGATION_REACH or (0 < i - at <= PARTICLE_REACH and word in PARTICLES))
    ]
    # What stands before a word governs it sooner than what stands behind.
    nearest = min(said, key=lambda item: (item[0] > at, abs(item[0] - at)), default=None)
    return nearest is not None and nearest[1]
