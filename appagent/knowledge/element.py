"""One element's document: what is known of it by use and source, and which element it is about."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from appagent.screen.keys import likeness, row_kind, row_of
from appagent.screen.values import SHAPE, Element, Use
from appagent.screen.words import ABBREVIATED

Source = Literal["auto", "demo", "manual"]
PRECEDENCE: tuple[Source, ...] = ("manual", "demo", "auto")

NAME_LIMIT = 60  # characters of a name that is kept
MEMBERS = 50  # rows that a document remembers


class Note(BaseModel):
    """What is known of one use, from one source."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str = Field(min_length=1)
    confirmed: int = 1
    contradicted: int = 0
    updated: date | None = None
    app_version: str = ""
    language: str = ""
    of: str = Field("", exclude=True)  # the row it was learned on, where that is another one

    def about(self, use: Use) -> str:
        """How a prompt heads it: `tap`, `tap (learned on "Wi-Fi")`."""
        return f"{use} (learned on {json.dumps(self.of, ensure_ascii=False)})" if self.of else use


class ElementDoc(BaseModel):
    """Everything known of one element, on one screen."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    row: str = ""  # the kind of row in a list of several; "" holds for them all
    role: str = ""
    called: str = ""  # its name when it was learned; "" for several rows of a list, or all
    rows: tuple[str, ...] = ()  # digests of their names, where several were found to do the same
    screen: tuple[str, ...] = ()  # the screen's fingerprint; see screen/keys.py
    uses: dict[Use, dict[Source, Note]]

    @property
    def shared(self) -> bool:
        """Whether others have its key too: rows of a list and their parts, shapes on a surface."""
        return self.role == SHAPE or bool(row_of(self.key))

    @property
    def members(self) -> frozenset[str]:
        """What it was learned on, as digests of names without numbers: "Cart, 2 items" is "Cart, 3
        items" too; none where it holds for all rows."""
        return frozenset([*self.rows, *([_digest(_head(self.called))] if self.called else [])])

    def joined(self, other: ElementDoc) -> ElementDoc:
        """This document, of the other's rows too; none of their texts stays."""
        if not self.members:
            return self
        rows = [*self.rows, *sorted({*self.members, *other.members} - {*self.rows})]
        return self.model_copy(update={"called": "", "rows": tuple(rows[-MEMBERS:])})

    def note(self, use: Use, sources: Iterable[Source] = PRECEDENCE) -> Note | None:
        """The note on `use` of the source that comes first: manual, demo, auto."""
        known = self.uses.get(use, {})
        wanted = set(sources)
        return next((known[s] for s in PRECEDENCE if s in known and s in wanted), None)

    def beside(self, other: ElementDoc) -> ElementDoc:
        """This document, with those of the other's notes for which it has none of its own."""
        uses = {
            use: {**other.uses.get(use, {}), **self.uses.get(use, {})}
            for use in {**other.uses, **self.uses}
        }
        return self.model_copy(update={"uses": uses})

    def beyond(self, other: ElementDoc) -> ElementDoc:
        """This document, with only those of its notes for which the other has none."""
        uses = {
            use: {who: note for who, note in notes.items() if who not in other.uses.get(use, {})}
            for use, notes in self.uses.items()
        }
        return self.model_copy(update={"uses": {use: new for use, new in uses.items() if new}})


def alike(one: ElementDoc, other: ElementDoc) -> float:
    """How alike the screens of two documents are, 0-1; 0 for other kinds of rows."""
    screens = likeness(frozenset(one.screen), frozenset(other.screen))
    return screens if one.row == other.row else 0.0


def blank(element: Element, screen: frozenset[str]) -> ElementDoc:
    """A document that knows nothing yet."""
    doc = ElementDoc(
        key=element.key,
        row=row_kind(element),
        role=element.role,
        called=element.name[:NAME_LIMIT],
        screen=tuple(sorted(screen)),
        uses={},
    )
    head = _head(element.name)[:NAME_LIMIT]
    return doc.model_copy(update={"called": head}) if doc.shared else doc


def _head(name: str) -> str:
    """What a row is called, without what it tells just now: "Wi-Fi, Off", "Inbox 10"."""
    head = next((part for part in name.split(", ") if len(part) > ABBREVIATED), name)
    plain = " ".join(re.sub(r"\d+", " ", head).split())
    return plain if re.search(r"[^\W_]", plain) else head


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:8]
