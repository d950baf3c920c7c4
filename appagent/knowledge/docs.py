"""Find element documents: what a tap, a swipe or a text does to one element of one screen.

Rows of a list share a key. A document is about the row that it is `called`, or, without `called`,
about all rows; a row's own document comes first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from appagent.actions.gestures import under
from appagent.danger import Danger
from appagent.knowledge.docfile import document_files, package_folder, read_document
from appagent.knowledge.element import (
    ElementDoc,
    Note,
    Source,
    empty_document,
    merge_layers,
    screen_likeness,
)
from appagent.screen.keys import SAME_SCREEN, fingerprint, title_language, without_ordinal
from appagent.screen.nameless import is_nameless
from appagent.screen.nodes import short_id
from appagent.screen.values import Element, Screen, Use, View

_SHARED_BUTTON = "#android:button"  # of each dialog

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


class Documents:
    """The documents in a folder and in the layers below it, the lowest layer last."""

    def __init__(self, folder: Path, layers: Sequence[Path] = ()) -> None:
        self.folder = folder
        self.folders = (*reversed(layers), folder)  # the lowest first
        self._cache: dict[str, dict[str, Shelf]] = {}
        self._lock = RLock()  # phones that explore together have one store, each on its thread

    def find(self, package: str, element: Element, screen: frozenset[str]) -> ElementDoc | None:
        """The notes for an element on a screen, by fingerprint; None without any.

        The element's own notes come before those for all rows, for every kind of row, for every
        screen, and for every element with its id. Without any of these, a row gets the notes of the
        only row that was tried, each with that row's name.
        """
        wanted = empty_document(element, screen)
        kinds = {wanted.row: wanted, "": wanted.model_copy(update={"row": ""})}
        similar = [self.similar(package, each) for each in kinds.values()]
        docs = [entry.doc for entries in similar if (entry := matching(entries, wanted))]
        docs += [
            doc
            for _, doc in self.beside(package, wanted)
            if doc.key == wanted.key and doc.row in kinds and not doc.screen
            if doc.may_tell_of(wanted)
        ]
        docs += self._of_id(package, wanted, element.resource_id)
        docs = docs or [doc for entries in similar if (doc := _only_row(entries, wanted))]
        return reduce(ElementDoc.fill_from, docs) if docs else None

    def note(
        self,
        package: str,
        element: Element | None,
        use: Use | None,
        screen: frozenset[str],
        sources: Sequence[Source],
    ) -> Note | None:
        """What the first of these sources that knows says of one use of an element; None for
        nothing."""
        if use is None or element is None or not sources:
            return None
        doc = self.find(package, element, screen)
        return doc.note(use, sources) if doc else None

    def dangers(
        self, package: str, element: Element | None, use: Use | None, screen: frozenset[str]
    ) -> tuple[Danger, ...]:
        """The dangers of one use of an element that the notes on it tell, whoever wrote them;
        without a note on that use of the element itself, also those of the rows of its list."""
        if use is None or element is None:
            return ()
        wanted = empty_document(element, screen)
        similar = self.similar(package, wanted)
        doc = self.find(package, element, screen)
        itself = own(similar, wanted)
        noted = itself is not None and use in itself.doc.uses
        peers = [] if noted else [entry.doc for entry in with_key(similar, wanted)]
        told = (known.dangers(use) for known in (*([doc] if doc else []), *peers))
        return tuple(dict.fromkeys(chain.from_iterable(told)))

    def mark_notes(
        self,
        view: View,
        screen: frozenset[str],
        sources: Sequence[Source],
        *,
        obvious: bool = True,
    ) -> dict[int, dict[str, str]]:
        """What these sources say of each mark of a view, by its label and the heading of each use.

        What is obvious is left out where `obvious` is false, but for what has no name or does harm.
        Of the grid's cells on one element only the first has its notes.
        """
        notes: dict[int, dict[str, str]] = {}
        done: set[str] = set()
        for mark in view.marks if sources else ():
            element = mark.element or under(mark.bounds.center, view)
            if element is None or (mark.element is None and element.key in done):
                continue
            done.add(element.key)
            doc = self.find(view.screen.app.package, element, screen)
            found = [(use, doc.note(use, sources)) for use in doc.uses] if doc else []
            every = obvious or is_nameless(element)
            if texts := {
                note.heading(use): note.text
                for use, note in found
                if note and (every or note.danger or not note.obvious)
            }:
                notes[mark.label] = texts
        return notes

    def recall_names(self, screen: Screen, sources: Sequence[Source]) -> Screen:
        """The screen; what has no name on it with the one that these sources learned."""
        if not sources or not any(map(is_nameless, screen.elements)):
            return screen
        page = fingerprint(screen.elements, screen.language)
        package = screen.app.package

        def named(element: Element) -> Element:
            doc = self.find(package, element, page) if is_nameless(element) else None
            notes = filter(None, (doc.note(use, sources) for use in doc.uses)) if doc else ()
            name = next((note.named for note in notes if note.named), "")
            return replace(element, learned=name) if name else element

        return replace(screen, elements=tuple(map(named, screen.elements)))

    def similar(self, package: str, wanted: ElementDoc) -> list[Entry]:
        """The documents whose key differs at most by an ordinal, on similar screens, best first."""
        return _similar(self.beside(package, wanted), wanted)

    def own(self, package: str, wanted: ElementDoc) -> Entry | None:
        """The element's own document; None without one. It is not looked for among all rows."""
        return own(_similar(self.beside(package, wanted).akin(wanted), wanted), wanted)

    def _of_id(self, package: str, wanted: ElementDoc, resource_id: str) -> list[ElementDoc]:
        """What holds for every element with its id, wherever it is: written for no screen, and for
        the id alone."""
        key = f"#{short_id(resource_id, package)}"
        if not resource_id or key == wanted.key:
            return []
        found = self.entries(package).get(key) or ()
        return [doc for _, doc in found if doc.key == key and not (doc.screen or doc.row)]

    def beside(self, package: str, wanted: ElementDoc) -> Shelf:
        """The documents whose key differs at most by an ordinal, on any screen."""
        return self.entries(package).get(without_ordinal(wanted.key)) or Shelf()

    def entries(self, package: str) -> dict[str, Shelf]:
        """Every document of a package, by its key without the ordinal; read once.

        Raises: `StoreError` with file and line.
        """
        with self._lock:
            if package not in self._cache:
                by_key: dict[str, Shelf] = {}
                for name, paths in sorted(self.files(package).items()):
                    doc = merge_layers(list(map(read_document, paths)))
                    by_key.setdefault(without_ordinal(doc.key), Shelf()).put(Entry(name, doc))
                self._cache[package] = by_key
            return self._cache[package]

    def files(self, package: str) -> dict[str, list[Path]]:
        """The files of each document, by their common name, the highest layer first."""
        files: dict[str, list[Path]] = {}
        for folder in reversed(self.folders):
            for path in document_files(folder / package_folder(package) / "elements"):
                files.setdefault(path.name, []).append(path)
        return files

    def forget(self, package: str) -> None:
        """Read the package's files again next time: one may have changed."""
        self._cache.pop(package, None)


def _similar(entries: Iterable[Entry], wanted: ElementDoc) -> list[Entry]:
    """Those of the documents that are of similar screens, best first."""
    scores: dict[tuple[str, ...], float] = {}  # the rows of a list share a screen
    similar = list[tuple[float, Entry]]()
    for entry in entries:
        screen = (entry.doc.row, entry.doc.role, *entry.doc.screen)
        if screen not in scores:
            scores[screen] = screen_likeness(entry.doc, wanted)
        if scores[screen] >= SAME_SCREEN and not _is_of_another_dialog(entry.doc, wanted):
            similar.append((scores[screen], entry))
    similar.sort(key=lambda pair: -pair[0])
    return [entry for _, entry in similar]


def _is_of_another_dialog(doc: ElementDoc, wanted: ElementDoc) -> bool:
    """Whether a button has the id of one of each dialog, and is called otherwise than the one that
    is documented, where only that can tell: the document was written for no title."""
    if _SHARED_BUTTON not in doc.key or title_language(doc.screen) is not None:
        return False
    language = title_language(wanted.screen)
    written_in = {note.language for notes in doc.uses.values() for note in notes.values()}
    return language in written_in and bool(doc.title) and doc.title != wanted.title


def with_key(similar: Sequence[Entry], wanted: ElementDoc) -> list[Entry]:
    """The documents with just this key: in a list, those of all its rows."""
    return [entry for entry in similar if entry.doc.key == wanted.key]


def own(similar: Sequence[Entry], wanted: ElementDoc) -> Entry | None:
    """The element's own document, which an observation refines; None without one."""
    peers = with_key(similar, wanted)
    if found := next((entry for entry in peers if entry.doc.title == wanted.title), None):
        return found
    if wanted.shared or not peers:
        return None
    if not wanted.title:
        return peers[0]
    # Of several buttons without an id the name tells which: their ordinals move.
    moved = (entry for entry in similar if entry.doc.title == wanted.title)
    return next(moved, None) or all_rows(peers, wanted)


def all_rows(similar: Sequence[Entry], wanted: ElementDoc) -> Entry | None:
    """The document without a name for this key: it is about all rows of the list."""
    return next((entry for entry in with_key(similar, wanted) if not entry.doc.called), None)


def matching(similar: Sequence[Entry], wanted: ElementDoc) -> Entry | None:
    """The element's own document, else that for all rows; outside lists also the key's only one,
    whatever its name: in another language it has another.

    That for all rows is not believed once too many rows were found to do something else: one list
    may hold rows of two kinds, albums under playlists.
    """
    peers = with_key(similar, wanted)
    found = own(similar, wanted) or all_rows(peers, wanted)
    if found and wanted.shared and wanted.title and not found.doc.called:
        exceptions = sum(bool(entry.doc.called) for entry in peers)
        return found if found.doc.outweighs(exceptions) else None
    alone = len(peers) == 1 and not wanted.shared
    return found or (peers[0] if alone else None)


def _only_row(similar: Sequence[Entry], wanted: ElementDoc) -> ElementDoc | None:
    """The notes of the only row that was tried, each with that row's name."""
    match with_key(similar, wanted):
        case [Entry(doc=doc)] if doc.called and doc.shared:
            return doc.as_learned_elsewhere()
        case _:
            return None
