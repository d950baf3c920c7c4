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

For people to read and edit; one without a `screen` holds on every screen of its app, beside those
that name theirs. A file is replaced whole and under a lock, so two writers lose nothing and a
reader never sees half of one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import reduce
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import Literal

import yaml
from filelock import FileLock, Timeout
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from appagent.errors import SetupError, StoreError
from appagent.files import replaced
from appagent.screen.keys import SAME_SCREEN, likeness
from appagent.screen.values import SHAPE, Element, Use

Source = Literal["auto", "demo", "manual"]
PRECEDENCE: tuple[Source, ...] = ("manual", "demo", "auto")
LOCK_S = 10
# libyaml reads 200 documents in 30 ms, not 230, and writes U+0085 so that it can be read again.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


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


@dataclass(frozen=True, slots=True)
class Learned:
    """What a writer knows beside the text."""

    source: Source
    app_version: str = ""
    language: str = ""
    updated: date | None = None


class DocStore:
    """The documents: one folder that is written, and read-only layers below it."""

    def __init__(self, written: Path, below: Sequence[Path] = ()) -> None:
        self.written = written
        self._layers = (*reversed(below), written)
        self._read: dict[str, dict[str, list[tuple[str, ElementDoc]]]] = {}

    def prepare(self) -> None:
        """Make the folder that is written, before anything is learned that would be lost.

        Raises: `SetupError` where it cannot be written.
        """
        try:
            self.written.mkdir(parents=True, exist_ok=True)
            TemporaryFile(dir=self.written).close()
        except OSError as err:
            raise _unwritable(self.written, err) from err

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
        """What is known of this element on this screen: the document of the same key whose screen
        is alike, and beside it those that name no screen."""
        here = self._find(package, element.key, screen)
        named = self._package(package).get(element.key, [])
        known = [here[1]] if here else []
        known += [doc for _, doc in named if not doc.screen and doc not in known]
        return reduce(ElementDoc.beside, known) if known else None

    def _find(
        self, package: str, key: str, screen: frozenset[str]
    ) -> tuple[str, ElementDoc] | None:
        """The document and the name of its file, which a person may have changed."""
        named = self._package(package).get(key, [])
        alike = [(likeness(frozenset(pair[1].screen), screen), pair) for pair in named]
        best, pair = max(alike, key=lambda scored: scored[0], default=(0.0, None))
        return pair if best >= SAME_SCREEN else None

    def record(
        self,
        package: str,
        element: Element,
        screen: frozenset[str],
        use: Use,
        text: str,
        learned: Learned,
    ) -> Path:
        """Write what `use` does, refining what the same source knew; gives the file.

        Raises: `StoreError` where the file is damaged (it is left as it is), `SetupError` where
        the folder cannot be written.
        """
        return self._change(package, element, screen, use, text.strip(), learned)

    def contradict(
        self,
        package: str,
        element: Element,
        screen: frozenset[str],
        use: Use,
        learned: Learned,
    ) -> None:
        """Count that `use` did not do what its document says."""
        found = self._find(package, element.key, screen)
        if found and learned.source in found[1].uses.get(use, {}):
            self._change(package, element, screen, use, None, learned)

    def _change(
        self,
        package: str,
        element: Element,
        screen: frozenset[str],
        use: Use,
        text: str | None,
        learned: Learned,
    ) -> Path:
        with self._writing(package) as folder:
            found = self._find(package, element.key, screen)
            doc = found[1] if found else _new(element, screen)
            path = folder / (found[0] if found else self._free_name(package, doc))
            _add(path, _observed(doc, use, text, learned))
        return path

    def merge(self, package: str, doc: ElementDoc) -> tuple[bool, list[tuple[Use, Source]]]:
        """Write those of the document's notes that are new here; gives whether any was, and those
        for which the store has another text and keeps it.

        Raises: as `record` does.
        """
        with self._writing(package) as folder:
            found = self._find(package, doc.key, frozenset(doc.screen))
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
        folder = self.written / _safe(package) / "elements"
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
                    doc, below = read(path), files.get(path.name)
                    if below and below.key == doc.key:
                        doc = doc.beside(below)
                    files[path.name] = doc
            by_key: dict[str, list[tuple[str, ElementDoc]]] = {}
            for name, doc in sorted(files.items()):
                by_key.setdefault(doc.key, []).append((name, doc))
            self._read[package] = by_key
        return self._read[package]

    def problems(self) -> Iterator[StoreError]:
        """Every file of the store that cannot be read, as the error it would raise."""
        for layer in self._layers:
            for path in sorted(layer.glob("*/elements/*.yaml")):
                try:
                    read(path)
                except StoreError as err:
                    yield err


def read(path: Path) -> ElementDoc:
    """The document in a file. Raises: `StoreError` with file, line and what was expected."""
    try:
        content = path.read_bytes()
    except OSError as err:
        raise StoreError(f"{path}: cannot be read: {err}") from err
    return parse(content, str(path))


def parse(content: bytes, where: str, loader: type[yaml.SafeLoader] = _Loader) -> ElementDoc:
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


def rewrite(path: Path, before: bytes, after: bytes) -> None:
    """Put a person's text in the place of a document, as it is.

    Raises: `StoreError` where it is no document, or the file no longer holds `before`;
    `SetupError` where it cannot be written. The file is then as it was.
    """
    parse(after, str(path))
    with _alone_in(path.parent):
        if path.read_bytes() != before:
            raise StoreError(f"{path}: another writer changed it meanwhile")
        _put(path, after)


def replace(path: Path, doc: ElementDoc) -> None:
    """Write the document in one step: a reader sees the old file or the new one."""
    _put(path, content(doc))


def _add(path: Path, doc: ElementDoc) -> None:
    """Write the document's notes over those of its file, and no note of the layers below."""
    replace(path, doc.beside(read(path)) if path.exists() else doc)


def _put(path: Path, text: bytes) -> None:
    with replaced(path) as draft:
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


def content(doc: ElementDoc) -> bytes:
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
    digest = hashlib.sha256("\0".join((doc.key, *sorted(doc.screen))).encode()).hexdigest()[:8]
    readable = re.sub(r"[^\w]+", "-", doc.key.rsplit("/", 1)[-1]).strip("-")[:40]
    return f"{readable or 'element'}-{digest}.yaml"


def _new(element: Element, screen: frozenset[str]) -> ElementDoc:
    """A document that knows nothing yet; of a shape it is for all that stands on its surface."""
    shared = element.role == SHAPE or "row" in element.key.split("/")
    name = "" if shared else element.name[:60]
    return ElementDoc(
        key=element.key, role=element.role, called=name, screen=tuple(sorted(screen)), uses={}
    )


def _observed(doc: ElementDoc, use: Use, text: str | None, learned: Learned) -> ElementDoc:
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
