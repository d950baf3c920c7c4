"""One element's document: what is known of it by use and source, and which element it is about."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from appagent.screen.keys import ROW, likeness, row_kind
from appagent.screen.values import SHAPE, Element, Use

Source = Literal["auto", "demo", "manual"]
PRECEDENCE: tuple[Source, ...] = ("manual", "demo", "auto")


class Note(BaseModel):
    """What is known of one use, from one source."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str = Field(min_length=1)
    confirmed: int = 1
    contradicted: int = 0
    updated: date | None = None
    app_version: str = ""
    language: str = ""


class ElementDoc(BaseModel):
    """Everything known of one element, on one screen."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    row: str = ""  # the kind of row in a list of several; "" holds for them all
    role: str = ""
    called: str = ""  # its name when it was learned, for people; empty for rows of a list
    screen: tuple[str, ...] = ()  # the screen's fingerprint; see screen/keys.py
    uses: dict[Use, dict[Source, Note]]

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
    """A document that knows nothing yet; of a shape it is for all that stands on its surface."""
    shared = element.role == SHAPE or ROW in element.key.split("/")
    return ElementDoc(
        key=element.key,
        row=row_kind(element),
        role=element.role,
        called="" if shared else element.name[:60],
        screen=tuple(sorted(screen)),
        uses={},
    )
