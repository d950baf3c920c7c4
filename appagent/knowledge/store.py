"""Write element documents, and list them.

A file is replaced whole and under a lock: two writers lose nothing, and a reader never sees half
of one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from appagent.danger import Danger
from appagent.errors import StoreError
from appagent.files import atomic_write, make_private
from appagent.knowledge.docfile import (
    check_inside,
    document_files,
    file_name,
    listing,
    locked,
    not_writable,
    package_folder,
    parse_document,
    read_bytes,
    read_document,
    yaml_of,
)
from appagent.knowledge.docs import (
    Documents,
    Entry,
    Shelf,
    all_rows,
    matching,
    own,
    with_key,
)
from appagent.knowledge.element import (
    LEARNED_LIMIT,
    NOTE_LIMIT,
    ElementDoc,
    Note,
    Source,
    empty_document,
)
from appagent.screen.keys import without_ordinal
from appagent.screen.values import Element, Use


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a note comes from: who learned it, and on which version of the app."""

    source: Source
    app_version: str = ""
    language: str = ""
    updated: date | None = None


class Merged(NamedTuple):
    """What became of a document of another store."""

    wrote: bool  # whether any of its notes was new
    differing: list[tuple[Use, Source]]  # here they say something else, and stay


class DocStore(Documents):
    """Documents that can be written too; the layers below stay as they are."""

    def __init__(self, folder: Path, layers: Sequence[Path] = ()) -> None:
        super().__init__(folder, layers)
        self._written: set[str] = set()  # packages

    def prepare(self) -> None:
        """Make the folder, before anything is learned that would be lost.

        Raises: `SetupError` where it cannot be written.
        """
        try:
            with suppress(FileExistsError):
                make_private(self.folder)
            TemporaryFile(dir=self.folder).close()
        except OSError as err:
            raise not_writable(self.folder, err) from err

    def packages(self) -> list[str]:
        """The packages with at least one document, sorted. Raises: `StoreError` where a folder
        cannot be looked through."""
        packages = [package for folder in self.folders for package in listing(folder)]
        return sorted({each.name for each in packages if document_files(each / "elements")})

    def docs(self, package: str) -> list[ElementDoc]:
        """Every document of a package, in the order of their files.

        Raises: `StoreError` with file and line.
        """
        return [entry.doc for entries in self.entries(package).values() for entry in entries]

    def problems(self) -> Iterator[StoreError]:
        """The error of every file that cannot be read."""
        for folder in self.folders:
            for package in listing(folder):
                try:
                    paths = document_files(package / "elements")
                except StoreError as err:
                    yield err
                    continue
                for path in paths:
                    try:
                        read_document(path)
                    except StoreError as err:
                        yield err

    def candidates(
        self, package: str, element: Element, screen: frozenset[str], use: Use, source: Source
    ) -> list[ElementDoc]:
        """What may hold for an element without a document of its own: this source's notes on all
        rows of its list, else on single other rows."""
        wanted = empty_document(element, screen)
        similar = self.similar(package, wanted)
        if own(similar, wanted):
            return []
        general = all_rows(similar, wanted)
        peers = [general] if general else with_key(similar, wanted)
        return [entry.doc for entry in peers if source in entry.doc.uses.get(use, {})]

    def record(
        self,
        package: str,
        element: Element,
        screen: frozenset[str],
        use: Use,
        text: str,
        origin: Provenance,
        like: ElementDoc | None = None,
        danger: Danger | None = None,
        *,
        obvious: bool = False,
    ) -> Path:
        """Write what `use` does, refining the same source's note; returns the file.

        With `like`, a candidate that does the same, the text holds for all rows and goes there. A
        danger that was told before stays, and so does a name that was learned.
        Raises: `StoreError` for a damaged file, which is left as it is, `SetupError` where the
        folder cannot be written.
        """
        with self._write_access(package) as folder:
            wanted = empty_document(element, screen)
            entry = self.own(package, wanted)
            if like and not entry:
                entry = self._generalize(package, like)
            file, doc = entry or (self._free_name(package, wanted), wanted)
            note = Note(
                text=text.strip()[:NOTE_LIMIT],
                obvious=obvious,
                danger=danger,
                named=element.learned[:LEARNED_LIMIT],
            )
            _add(folder / file, _observe(doc, use, note, origin))
        return folder / file

    def contradict(
        self,
        package: str,
        element: Element,
        screen: frozenset[str],
        use: Use,
        origin: Provenance,
    ) -> None:
        """Count that `use` did not do what the element's document says."""
        wanted = empty_document(element, screen)
        if not self._entry_with_note(package, wanted, use, origin):
            return
        with self._write_access(package) as folder:
            if entry := self._entry_with_note(package, wanted, use, origin):
                _add(folder / entry.file, _observe(entry.doc, use, None, origin))

    def merge(self, package: str, doc: ElementDoc) -> Merged:
        """`merge_all` for one document."""
        return self.merge_all(package, [doc])[0]

    def merge_all(self, package: str, docs: Sequence[ElementDoc]) -> list[Merged]:
        """Write those of the documents' notes that are new here; what became of each document.

        Raises: as `record` does.
        """
        with self._write_access(package) as folder:
            return [self._merge(package, folder, doc) for doc in docs]

    def _merge(self, package: str, folder: Path, doc: ElementDoc) -> Merged:
        entry = self.own(package, doc)
        old = entry.doc if entry else doc.model_copy(update={"uses": {}})
        new = old.model_copy(update={"uses": doc.without_notes_of(old).uses})
        whole = old.fill_from(new)
        if wrote := not entry or bool(new.uses):
            file = entry.file if entry else self._free_name(package, doc)
            _add(folder / file, new)
            # All others are as they were: reading them anew for each would take hours.
            self._put(package, Entry(file, whole))
        differing = [
            (use, source)
            for use, notes in doc.uses.items()
            for source, note in notes.items()
            if (kept := whole.uses[use][source]).text != note.text or kept.danger != note.danger
        ]
        return Merged(wrote, differing)

    def _put(self, package: str, new: Entry) -> None:
        """Hold an entry that was just written, in the place of what its file held before."""
        self.entries(package).setdefault(without_ordinal(new.doc.key), Shelf()).put(new)

    def rewrite(self, change: Callable[[str], str], change_title: Callable[[str], str]) -> None:
        """Put the texts of all documents of the packages that were written here through `change`,
        and their titles through `change_title`. Raises: as `record` does."""
        for package in sorted(self._written):
            with self._write_access(package) as folder:
                for path in document_files(folder):
                    old = read_document(path)
                    new = _rewrite_document(old, change, change_title)
                    if new == old:
                        continue
                    write_document(path, new)
                    self.forget(package)
                    if file_name(new) != file_name(old):  # it may be made of what was changed
                        path.rename(folder / self._free_name(package, new))

    def _generalize(self, package: str, like: ElementDoc) -> Entry | None:
        """The document `like`, from now on for all rows; None if others are for all rows."""
        entry = self.own(package, like)
        general = all_rows(self.similar(package, like), like)
        if entry is None or (general and general != entry):
            return None
        return Entry(entry.file, entry.doc.model_copy(update={"called": ""}))

    def _entry_with_note(
        self, package: str, wanted: ElementDoc, use: Use, origin: Provenance
    ) -> Entry | None:
        entry = matching(self.similar(package, wanted), wanted)
        return entry if entry and origin.source in entry.doc.uses.get(use, {}) else None

    @contextmanager
    def _write_access(self, package: str) -> Iterator[Path]:
        """The folder of a package's documents, locked; read anew before and after."""
        folder = self.folder / package_folder(package) / "elements"
        self._written.add(package)
        with self._lock, _lock(folder):
            self.forget(package)
            try:
                yield folder
            finally:
                self.forget(package)

    def _free_name(self, package: str, doc: ElementDoc) -> str:
        """A file name for the document that no other one has."""
        folders = [folder / package / "elements" for folder in self.folders]
        stem = file_name(doc).removesuffix(".yaml")
        names = (f"{stem}{f'-{n}' if n > 1 else ''}.yaml" for n in count(1))
        return next(
            name for name in names if not any(os.path.lexists(each / name) for each in folders)
        )


def rewrite_document(path: Path, before: bytes | None, after: bytes) -> None:
    """Replace a document by the text that a person wrote; `before` is None for a new file.

    Raises: `StoreError` if it is no document, or if the file no longer holds `before`;
    `SetupError` if it cannot be written. The file is then unchanged.
    """
    parse_document(after, "your text")
    with _lock(path.parent):
        if (read_bytes(path) if os.path.lexists(path) else None) != before:
            raise StoreError(f"{path}: another program has changed it meanwhile")
        _replace(path, after)


def remove_document(path: Path) -> None:
    """Remove the file of a document. Raises: `SetupError`, `StoreError`."""
    with _lock(path.parent):
        path.unlink(missing_ok=True)


def write_document(path: Path, doc: ElementDoc) -> None:
    """Write the document in one step: a reader sees the old file or the new one."""
    _replace(path, yaml_of(doc))


def _observe(
    doc: ElementDoc,
    use: Use,
    new: Note | None,
    origin: Provenance,
) -> ElementDoc:
    """The document with only the note that an observation makes; None: a contradiction."""
    old = doc.uses.get(use, {}).get(origin.source)
    if new is None:
        assert old is not None
        note = old.model_copy(update={"contradicted": old.contradicted + 1})
    else:
        told = {
            "danger": new.danger or (old.danger if old else None),
            "named": new.named or (old.named if old else ""),
            "confirmed": old.confirmed + 1 if old else 1,
            "contradicted": old.contradicted if old else 0,
            "updated": origin.updated,
            "app_version": origin.app_version,
            "language": origin.language,
        }
        note = new.model_copy(update=told)
    return doc.model_copy(update={"uses": {use: {origin.source: note}}})


def _rewrite_document(
    doc: ElementDoc, change: Callable[[str], str], change_title: Callable[[str], str]
) -> ElementDoc:
    """The document with its notes and its title changed."""
    uses = {
        use: {
            who: n.model_copy(update={"text": change(n.text), "named": change(n.named)})
            for who, n in notes.items()
        }
        for use, notes in doc.uses.items()
    }
    return doc.model_copy(
        update={"called": change_title(doc.called), "row": change(doc.row), "uses": uses}
    )


def _add(path: Path, doc: ElementDoc) -> None:
    """Write the document's notes over those in its file; no note of the layers below is copied."""
    write_document(path, doc.fill_from(read_document(path)) if os.path.lexists(path) else doc)


def _replace(path: Path, content: bytes) -> None:
    check_inside(path)
    with atomic_write(path) as draft:
        draft.write_bytes(content)


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """A folder of documents, made where it is missing, for this writer alone."""
    check_inside(folder / "any.yaml")
    with locked(folder.parent):
        try:
            folder.mkdir(exist_ok=True)
        except OSError as err:
            raise not_writable(folder, err) from err
        yield
