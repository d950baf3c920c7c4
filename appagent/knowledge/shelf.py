"""The documents of elements that are alike, to be found among thousands by key and by title."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from appagent.knowledge.element import ElementDoc


class Entry(NamedTuple):
    """A document in the store."""

    file: str  # its name, which a person may have changed
    doc: ElementDoc


class Shelf:
    """The documents whose keys differ at most by an ordinal, in the order they were put there."""

    def __init__(self) -> None:
        self._entries: dict[int, Entry] = {}
        self._places: dict[str, int] = {}  # by file
        self._with_key: defaultdict[str, set[int]] = defaultdict(set)
        self._with_title: defaultdict[str, set[int]] = defaultdict(set)
        self._next = count()

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def put(self, entry: Entry) -> None:
        """Add an entry, behind all others; the one of the same file goes."""
        if (old := self._places.get(entry.file)) is not None:
            before = self._entries.pop(old).doc
            self._with_key[before.key].remove(old)
            self._with_title[before.title].remove(old)
        place = self._places[entry.file] = next(self._next)
        self._entries[place] = entry
        self._with_key[entry.doc.key].add(place)
        self._with_title[entry.doc.title].add(place)

    def akin(self, wanted: ElementDoc) -> list[Entry]:
        """The entries that may be the document of the `wanted` element: those of its key, in a list
        only those of its title; outside of lists also those of its title under another ordinal."""
        places = self._with_key.get(wanted.key, set())
        titled = self._with_title.get(wanted.title, set())
        if wanted.shared:
            places = places & titled
        elif wanted.title:
            places = places | titled
        return [self._entries[place] for place in sorted(places)]
