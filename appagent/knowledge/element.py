"""One element's document: which element it describes, and a note for each use and source."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache, reduce
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from appagent.danger import Danger
from appagent.screen.keys import likeness, row_kind, row_of, stable_role
from appagent.screen.values import SHAPE, Element, Use
from appagent.screen.words import ABBREVIATED

Source = Literal["auto", "demo", "manual"]
PRECEDENCE: tuple[Source, ...] = ("manual", "demo", "auto")

NAME_LIMIT = 60  # characters of a name that are stored
LEARNED_LIMIT = 40  # characters of a name that the screen does not tell
NOTE_LIMIT = 4096  # characters of a note: each prompt repeats those of its screen
_SAID_BEFORE: dict[str, Danger] = {"Starts a call.": "call", "Removes its row.": "delete"}
"""The first sentence of an older note that told a danger, before notes had a field for it."""


class Note(BaseModel):
    """What one source says about one use."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str = Field(min_length=1, max_length=4 * NOTE_LIMIT)  # hiding may lengthen it
    obvious: bool = False  # it says no more than a look at the element tells: no run reads it
    danger: Danger | None = None  # what it was seen to do, or what a person says that it does
    named: str = Field("", max_length=4 * LEARNED_LIMIT)  # of a nameless element: what it is called
    confirmed: int = Field(1, ge=0, lt=1 << 31)
    contradicted: int = Field(0, ge=0, lt=1 << 31)
    updated: date | None = None
    app_version: str = ""
    language: str = ""
    imported: bool = False  # a stranger's pack says so, and nobody here has seen it
    learned_on: str = Field("", exclude=True)  # the name of another row, if it was learned there

    @model_validator(mode="before")
    @classmethod
    def _read_danger_from_older_text(cls, values: Any) -> Any:
        if isinstance(values, dict) and "danger" not in values:
            text = str(values.get("text"))
            said = next((says for says in _SAID_BEFORE if text.startswith(says)), "")
            return values | {"danger": _SAID_BEFORE[said]} if said else values
        return values

    def heading(self, use: Use) -> str:
        """What stands before the note in a prompt: `tap`, `tap (delete) (learned on "Wi-Fi")`."""
        learned_on = f"learned on {json.dumps(self.learned_on, ensure_ascii=False)}"
        about = [self.danger or "", learned_on if self.learned_on else ""]
        return " ".join([use, *(f"({part})" for part in about if part)])


class ElementDoc(BaseModel):
    """The notes on one element of one screen, on one row of a list, or on all its rows."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    row: str = ""  # the kind of row in a list of several kinds; "": every kind
    role: str = ""
    called: str = ""  # the element's name when it was learned; "": all rows of the list
    screen: tuple[str, ...] = ()  # the screen's fingerprint, see screen/keys.py; (): every screen
    uses: dict[Use, dict[Source, Note]]

    @model_validator(mode="before")
    @classmethod
    def _accept_rows(cls, values: Any) -> Any:
        """Older files list digests of the rows that do the same: read as a note for all rows."""
        if not isinstance(values, dict):
            return values
        return {name: value for name, value in values.items() if name != "rows"}

    @property
    def shared(self) -> bool:
        """Whether other elements have the same key: rows and their parts, shapes on a surface."""
        return self.role == SHAPE or bool(row_of(self.key))

    @property
    def title(self) -> str:
        """The name without what changes: "Cart" for "Cart, 2 items"."""
        return _title(self.called)

    def may_tell_of(self, other: ElementDoc) -> bool:
        """Whether what it says of rows of every kind can be about this one: what rows of networks
        do is not about the switch above them, which has their key."""
        roles = {stable_role(each.role) for each in (self, other)}
        return bool(self.row) or not (self.role and row_of(self.key)) or len(roles) == 1

    def note(self, use: Use, sources: Iterable[Source] = PRECEDENCE) -> Note | None:
        """The note on `use` by the first of these sources in the order manual, demo, auto."""
        notes, wanted = self.uses.get(use, {}), set(sources)
        return next((notes[s] for s in PRECEDENCE if s in notes and s in wanted), None)

    def dangers(self, use: Use) -> tuple[Danger, ...]:
        """The dangers of `use` that its sources tell, a person's first."""
        notes = self.uses.get(use, {})
        told = (notes[source].danger for source in PRECEDENCE if source in notes)
        return tuple(dict.fromkeys(danger for danger in told if danger))

    def outweighs(self, exceptions: int) -> bool:
        """Whether what it says of all rows is believed although so many rows do something else: a
        person wrote it, or more observations confirm a note of it."""
        notes = [item for sources in self.uses.values() for item in sources.items()]
        return any(who == "manual" or note.confirmed > exceptions for who, note in notes)

    def as_imported(self) -> ElementDoc:
        """This document as a stranger's pack brings it."""
        return self._with_notes({"imported": True})

    def fill_from(self, other: ElementDoc) -> ElementDoc:
        """This document plus the other's notes where it has none, and their dangers."""
        uses = {
            use: _fill_notes(self.uses.get(use, {}), other.uses.get(use, {}))
            for use in {**other.uses, **self.uses}
        }
        return self.model_copy(update={"uses": uses})

    def without_notes_of(self, other: ElementDoc) -> ElementDoc:
        """This document with only the notes that the other lacks."""
        uses = {
            use: {who: note for who, note in notes.items() if who not in other.uses.get(use, {})}
            for use, notes in self.uses.items()
        }
        return self.model_copy(
            update={"uses": {use: notes for use, notes in uses.items() if notes}}
        )

    def as_learned_elsewhere(self) -> ElementDoc:
        """This document for another row: each note says which row it was learned on."""
        return self._with_notes({"learned_on": self.called})

    def _with_notes(self, told: dict[str, Any]) -> ElementDoc:
        uses = {
            use: {who: note.model_copy(update=told) for who, note in notes.items()}
            for use, notes in self.uses.items()
        }
        return self.model_copy(update={"uses": uses})


def _fill_notes(ours: dict[Source, Note], others: dict[Source, Note]) -> dict[Source, Note]:
    """Our notes plus the others'. A danger that another tells of the same is not lost."""
    told = {
        who: note if note.danger else note.model_copy(update={"danger": others[who].danger})
        for who, note in ours.items()
        if who in others
    }
    return {**others, **ours, **told}


def empty_document(element: Element, screen: frozenset[str]) -> ElementDoc:
    """A document for this element without any note."""
    doc = ElementDoc(
        key=element.key,
        row=row_kind(element),
        role=element.role,
        called=element.name[:NAME_LIMIT],
        screen=_sorted(screen),
        uses={},
    )
    title = _title(element.name)[:NAME_LIMIT]
    return doc.model_copy(update={"called": title}) if doc.shared else doc


@lru_cache(8)  # all elements of a page share it
def _sorted(screen: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(screen))


def merge_layers(docs: Sequence[ElementDoc]) -> ElementDoc:
    """What the files of one name say together, the highest layer first: a note of an upper layer
    stands for the one below. A file for another key is another document and is left out."""
    return reduce(ElementDoc.fill_from, (doc for doc in docs if doc.key == docs[0].key))


def screen_likeness(one: ElementDoc, other: ElementDoc) -> float:
    """How alike the screens of two documents are, 0-1; 0 for rows of different kinds."""
    if one.row != other.row or not one.may_tell_of(other):
        return 0.0
    return likeness(frozenset(one.screen), frozenset(other.screen))


@lru_cache(10_000)
def _title(name: str) -> str:
    """A row's name without its state or count: "Wi-Fi, Off" is "Wi-Fi", "Inbox 10" is "Inbox"."""
    first = next((part for part in name.split(", ") if len(part) > ABBREVIATED), name)
    plain = " ".join(re.sub(r"\d+", " ", first).split())
    return plain if re.search(r"[^\W_]", plain) else first
