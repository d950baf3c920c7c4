"""Element documents: what a tap, a swipe, a text does to one element of one screen.

    docs_store/com.example.clock/elements/fab-3f2a91c0.yaml

    key: fab
    role: button
    called: Add alarm
    screen: [button fab decor, list alarms decor, ...]
    uses:
      tap:
        auto:
          text: Opens a page with fields for a new alarm.
          confirmed: 2
          contradicted: 0
          updated: 2026-03-02
          app_version: 1.4.0
          language: en-US

A row of a list is `called` by its name until another one was found to do the same; then `rows` has
a digest of each. For people to read and edit; one without a `screen` holds on every screen of its
app, beside those that name theirs. A file is replaced whole and under a lock, so two writers lose
nothing and a reader never sees half of one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import reduce
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile

import yaml
from filelock import FileLock, Timeout
from pydantic import ValidationError

from appagent.errors import SetupError, StoreError
from appagent.files import atomic_write
from appagent.knowledge import lookup
from appagent.knowledge.element import PRECEDENCE as PRECEDENCE
from appagent.knowledge.element import ElementDoc as ElementDoc
from appagent.knowledge.element import Note as Note
from appagent.knowledge.element import Source as Source
from appagent.knowledge.element import blank
from appagent.screen.keys import without_ordinal
from appagent.screen.values import Element, Use

LOCK_S = 10
# libyaml reads 200 documents in 30 ms, not 230, and writes U+0085 so that it can be read again.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a writer knows beside the text."""

    source: Source
    app_version: str = ""
    language: str = ""
    updated: date | None = None


class DocStore:
    """The documents: one folder that is written, and read-only layers below it."""

    def __init__(self, folder: Path, layers: Sequence[Path] = ()) -> None:
        self.folder = folder
        self._layers = (*reversed(layers), folder)
        self._read: dict[str, dict[str, list[tuple[str, ElementDoc]]]] = {}

    def prepare(self) -> None:
        """Make the folder that is written, before anything is learned that would be lost.

        Raises: `SetupError` where it cannot be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=self.folder).close()
        except OSError as err:
            raise _unwritable(self.folder, err) from err

    def packages(self) -> list[str]:
        """The packages with at least one document, sorted."""
        return sorted(
            {
                path.parent.parent.name
                for layer in self._layers
                for path in layer.glob("*/elements/*.yaml")
            }
        )

    def docs(self, package: str) -> list[ElementDoc]:
        """Every document of a package, in the order of their files.

        Raises: `StoreError` with file and line.
        """
        return [doc for docs in self._package(package).values() for _, doc in docs]

    def find(self, package: str, element: Element, screen: frozenset[str]) -> ElementDoc | None:
        """What is known of this element on this screen: what holds for it there, and beside it what
        holds for every kind of row or on every screen; else what the only other row does that was
        tried, each note with that row's name. See lookup.py."""
        sought = blank(element, screen)
        kinds = {sought.row: sought, "": sought.model_copy(update={"row": ""})}
        fits = [self._fits(package, each) for each in kinds.values()]
        known = [found[1] for each in fits if (found := lookup.holding(each, sought))]
        known += [
            doc
            for _, doc in self._beside(package, sought)
            if doc.key == sought.key and doc.row in kinds and not doc.screen
        ]
        known = known or [doc for each in fits if (doc := lookup.lone(each, sought))]
        return reduce(ElementDoc.beside, known) if known else None

    def others(
        self, package: str, element: Element, screen: frozenset[str], use: Use, source: Source
    ) -> list[ElementDoc]:
        """The documents that tell what `use` does to other rows, where this one has none of its
        own: those that hold for most rows first."""
        sought = blank(element, screen)
        fits = self._fits(package, sought)
        if lookup.own(fits, sought):
            return []
        docs = [doc for _, doc in lookup.peers(fits, sought) if source in doc.uses.get(use, {})]
        return sorted(docs, key=lambda doc: (bool(doc.members), -len(doc.members)))

    def _fits(self, package: str, sought: ElementDoc) -> list[lookup.Filed]:
        return lookup.fitting(self._beside(package, sought), sought)

    def _own(self, package: str, sought: ElementDoc) -> lookup.Filed | None:
        return lookup.own(self._fits(package, sought), sought)

    def _beside(self, package: str, sought: ElementDoc) -> list[tuple[str, ElementDoc]]:
        """The documents of all whose keys differ from this one's by an ordinal at most."""
        return self._package(package).get(without_ordinal(sought.key), [])

    def record(
        self,
        package: str,
        element: Element,
        screen: frozenset[str],
        use: Use,
        text: str,
        learned: Provenance,
        like: ElementDoc | None = None,
    ) -> Path:
        """Write what `use` does, refining what the same source knew; gives the file.

        A row without a document of its own gets one, or joins the rows of `like`, which were found
        to do the same: then the text holds for them all.
        Raises: `StoreError` for a damaged file, which is left as it is, `SetupError` where the
        folder cannot be written.
        """
        with self._writing(package) as folder:
            sought = blank(element, screen)
            found = self._own(package, sought)
            if like and not found and (found := self._own(package, like)):
                found = found[0], found[1].joined(sought)
            name, doc = found or (self._free_name(package, sought), sought)
            _add(folder / name, _observed(doc, use, text.strip(), learned))
        return folder / name

    def contradict(
        self,
        package: str,
        element: Element,
        screen: frozenset[str],
        use: Use,
        learned: Provenance,
    ) -> None:
        """Count that `use` did not do what the document says that holds for the element."""
        sought = blank(element, screen)
        if not self._contradicted(package, sought, use, learned):
            return
        with self._writing(package) as folder:
            if found := self._contradicted(package, sought, use, learned):
                name, doc = found
                _add(folder / name, _observed(doc, use, None, learned))

    def _contradicted(
        self, package: str, sought: ElementDoc, use: Use, learned: Provenance
    ) -> lookup.Filed | None:
        found = lookup.holding(self._fits(package, sought), sought)
        return found if found and learned.source in found[1].uses.get(use, {}) else None

    def merge(self, package: str, doc: ElementDoc) -> tuple[bool, list[tuple[Use, Source]]]:
        """Write those of the document's notes that are new here; gives whether any was, and those
        for which the store has another text and keeps it.

        Raises: as `record` does.
        """
        with self._writing(package) as folder:
            found = self._own(package, doc)
            known = found[1] if found else doc.model_copy(update={"uses": {}})
            new = known.model_copy(update={"uses": doc.beyond(known).uses})
            if wrote := not found or bool(new.uses):
                _add(folder / (found[0] if found else self._free_name(package, doc)), new)
            whole = known.beside(new)
        return wrote, [
            (use, source)
            for use, notes in doc.uses.items()
            for source, note in notes.items()
            if whole.uses[use][source].text != note.text
        ]

    @contextmanager
    def _writing(self, package: str) -> Iterator[Path]:
        """The folder of a package's documents, for this writer alone."""
        folder = self.folder / _safe(package) / "elements"
        with _alone_in(folder):
            self._read.pop(package, None)  # another writer may have been here
            try:
                yield folder
            finally:
                self._read.pop(package, None)

    def _free_name(self, package: str, doc: ElementDoc) -> str:
        """A name for the document's file that no other has, whatever a person made of that one."""
        taken = {name for docs in self._package(package).values() for name, _ in docs}
        stem = file_name(doc).removesuffix(".yaml")
        names = (f"{stem}{f'-{n}' if n > 1 else ''}.yaml" for n in count(1))
        return next(name for name in names if name not in taken)

    def _package(self, package: str) -> dict[str, list[tuple[str, ElementDoc]]]:
        if package not in self._read:
            files: dict[str, ElementDoc] = {}
            for layer in self._layers:  # a note of an upper layer stands for the one below
                for path in sorted((layer / _safe(package) / "elements").glob("*.yaml")):
                    doc, below = read_document(path), files.get(path.name)
                    if below and below.key == doc.key:
                        doc = doc.beside(below)
                    files[path.name] = doc
            by_key: dict[str, list[tuple[str, ElementDoc]]] = {}
            for name, doc in sorted(files.items()):
                by_key.setdefault(without_ordinal(doc.key), []).append((name, doc))
            self._read[package] = by_key
        return self._read[package]

    def problems(self) -> Iterator[StoreError]:
        """Every file of the store that cannot be read, as the error it would raise."""
        for layer in self._layers:
            for path in sorted(layer.glob("*/elements/*.yaml")):
                try:
                    read_document(path)
                except StoreError as err:
                    yield err


def read_document(path: Path) -> ElementDoc:
    """The document in a file. Raises: `StoreError` with file, line and what was expected."""
    try:
        content = path.read_bytes()
    except OSError as err:
        raise StoreError(f"{path}: cannot be read: {err}") from err
    return parse_document(content, str(path))


def parse_document(
    content: bytes, where: str, loader: type[yaml.SafeLoader] = _Loader
) -> ElementDoc:
    """The document in the content of a file that is called `where`. Raises: as `read` does."""
    try:
        value = yaml.load(content.decode(), loader)
    except yaml.MarkedYAMLError as err:
        line = err.problem_mark.line + 1 if err.problem_mark else 1
        raise StoreError(f"{where}, line {line}: {err.problem}; mend it or remove it") from err
    # ValueError: bytes that are no UTF-8, a 30th of February, a number of 5000 digits
    except (yaml.YAMLError, ValueError, RecursionError) as err:
        raise StoreError(f"{where}: cannot be read: {err}; mend it or remove it") from err
    try:
        return ElementDoc.model_validate(value)
    except ValidationError as err:
        first = err.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the document"
        raise StoreError(f"{where}: {place}: {first['msg']}; mend it or remove it") from err


def rewrite_document(path: Path, before: bytes, after: bytes) -> None:
    """Put a person's text in the place of a document, as it is.

    Raises: `StoreError` where it is no document, or the file no longer holds `before`;
    `SetupError` where it cannot be written. The file is then as it was.
    """
    parse_document(after, str(path))
    with _alone_in(path.parent):
        if path.read_bytes() != before:
            raise StoreError(f"{path}: another writer changed it meanwhile")
        _put(path, after)


def write_document(path: Path, doc: ElementDoc) -> None:
    """Write the document in one step: a reader sees the old file or the new one."""
    _put(path, yaml_of(doc))


def _add(path: Path, doc: ElementDoc) -> None:
    """Write the document's notes over those of its file, and no note of the layers below."""
    write_document(path, doc.beside(read_document(path)) if path.exists() else doc)


def _put(path: Path, text: bytes) -> None:
    with atomic_write(path) as draft:
        draft.write_bytes(text)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """A folder of documents, made where it is missing, for this writer alone."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder.parent / ".lock", timeout=LOCK_S):
            yield
    except Timeout as err:
        raise StoreError(f"{folder.parent}: another writer has held its lock {LOCK_S} s") from err
    except OSError as err:
        raise _unwritable(folder, err) from err


def yaml_of(doc: ElementDoc) -> bytes:
    """The document as its file holds it; the inverse of `parse`."""
    text = yaml.dump(
        doc.model_dump(mode="json", exclude_defaults=True),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=96,
    )
    return str(text).encode()


def file_name(doc: ElementDoc) -> str:
    """A name that people can read and every file system takes."""
    who = [doc.row, *([doc.called, *doc.rows] if doc.shared else [])]
    told = [doc.key, *sorted(doc.screen), *filter(None, who)]
    digest = hashlib.sha256("\0".join(told).encode()).hexdigest()[:8]
    readable = re.sub(r"[^\w]+", "-", doc.row or doc.key.rsplit("/", 1)[-1]).strip("-")[:40]
    return f"{readable or 'element'}-{digest}.yaml"


def _observed(doc: ElementDoc, use: Use, text: str | None, learned: Provenance) -> ElementDoc:
    """The one note that an observation makes of the document's; without a text a contradiction."""
    old = doc.uses.get(use, {}).get(learned.source)
    if text is None:
        assert old is not None
        note = old.model_copy(update={"contradicted": old.contradicted + 1})
    else:
        note = Note(
            text=text,
            confirmed=old.confirmed + 1 if old else 1,
            contradicted=old.contradicted if old else 0,
            updated=learned.updated,
            app_version=learned.app_version,
            language=learned.language,
        )
    return doc.model_copy(update={"uses": {use: {learned.source: note}}})


def _unwritable(folder: Path, err: OSError) -> SetupError:
    return SetupError(
        f"cannot write docs to {folder}: {err.strerror}; name another folder with --store"
    )


def _safe(package: str) -> str:
    """The folder of a package: never a path out of the store."""
    if not re.fullmatch(r"[A-Za-z][\w]*(\.[\w]+)*", package):
        raise SetupError(f"{package!r} is no package name")
    return package
