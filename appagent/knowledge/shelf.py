"""The documents of elements that are alike, to be found among thousands by key and by title."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from appagent.knowledge.element import ElementDoc

_Part = tuple[str | None, str | None]  # all of a key, of a title, or of both


class Entry(NamedTuple):
    """A document in the store."""

    file: str  # its name, which a person may have changed
    doc: ElementDoc


class Shelf:
    """The documents whose keys differ at most by an ordinal, in the order they were put there."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}  # by file
        self._parts = defaultdict[_Part, dict[str, Entry]](dict)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def put(self, entry: Entry) -> None:
        """Add an entry, behind all others; the one of the same file goes."""
        if old := self._entries.pop(entry.file, None):
            for part in _parts_of(old.doc):
                del self._parts[part][entry.file]
        self._entries[entry.file] = entry
        for part in _parts_of(entry.doc):
            self._parts[part][entry.file] = entry

    def akin(self, wanted: ElementDoc) -> list[Entry]:
        """The entries that may be the document of the `wanted` element: those of its key, in a list
        only those of its title; outside of lists also those of its title under another ordinal."""
        by_key, by_title, by_both = (self._parts.get(part, {}) for part in _parts_of(wanted))
        if wanted.shared:
            return [*by_both.values()]
        return [*(by_key | by_title if wanted.title else by_key).values()]


def _parts_of(doc: ElementDoc) -> tuple[_Part, _Part, _Part]:
    """The parts of a shelf that a document belongs to."""
    return (doc.key, None), (None, doc.title), (doc.key, doc.title)
