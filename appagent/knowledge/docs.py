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

For people to read and edit. A file is replaced whole and under a lock, so two writers lose nothing
and a reader never sees half of one.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryFile
from typing import Literal

import yaml
from filelock import FileLock, Timeout
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from appagent.errors import SetupError, StoreError
from appagent.screen.keys import SAME_SCREEN, likeness
from appagent.screen.values import Element, Use

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
        """The document of this element on this screen: same key, and a screen that is alike."""
        found = self._find(package, element, screen)
        return found[1] if found else None

    def _find(
        self, package: str, element: Element, screen: frozenset[str]
    ) -> tuple[str, ElementDoc] | None:
        """The document and the name of its file, which a person may have changed."""
        named = self._package(package).get(element.key, [])
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
        doc = self.find(package, element, screen)
        if doc is not None and learned.source in doc.uses.get(use, {}):
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
        folder = self.written / _safe(package) / "elements"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with FileLock(folder.parent / ".lock", timeout=LOCK_S):
                self._read.pop(package, None)  # another writer may have been here
                name, doc = self._find(package, element, screen) or _new(element, screen)
                path = folder / name
                replace(path, _with(doc, use, text, learned))
        except Timeout as err:
            raise StoreError(
                f"{folder.parent}: another writer has held its lock {LOCK_S} s"
            ) from err
        except OSError as err:
            raise _unwritable(folder, err) from err
        self._read.pop(package, None)
        return path

    def _package(self, package: str) -> dict[str, list[tuple[str, ElementDoc]]]:
        if package not in self._read:
            files: dict[str, Path] = {}
            for layer in self._layers:  # a file of an upper layer stands for the one below
                for path in sorted((layer / _safe(package) / "elements").glob("*.yaml")):
                    files[path.name] = path
            by_key: dict[str, list[tuple[str, ElementDoc]]] = {}
            for name, path in sorted(files.items()):
                doc = read(path)
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
        value = yaml.load(path.read_text(encoding="utf-8"), _Loader)
    except yaml.MarkedYAMLError as err:
        line = err.problem_mark.line + 1 if err.problem_mark else 1
        raise StoreError(f"{path}, line {line}: {err.problem}; mend it or remove the file") from err
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as err:
        raise StoreError(f"{path}: cannot be read: {err}") from err
    try:
        return ElementDoc.model_validate(value)
    except ValidationError as err:
        first = err.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the document"
        raise StoreError(f"{path}: {where}: {first['msg']}; mend it or remove the file") from err


def replace(path: Path, doc: ElementDoc) -> None:
    """Write the document in one step: a reader sees the old file or the new one."""
    text = yaml.dump(
        doc.model_dump(mode="json", exclude_defaults=True),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=96,
    )
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def file_name(doc: ElementDoc) -> str:
    """A name that people can read and every file system takes."""
    digest = hashlib.sha256("\0".join((doc.key, *sorted(doc.screen))).encode()).hexdigest()[:8]
    readable = re.sub(r"[^\w]+", "-", doc.key.rsplit("/", 1)[-1]).strip("-")[:40]
    return f"{readable or 'element'}-{digest}.yaml"


def _new(element: Element, screen: frozenset[str]) -> tuple[str, ElementDoc]:
    """A document that knows nothing yet, and the name of its file."""
    doc = ElementDoc(
        key=element.key,
        role=element.role,
        called="" if "row" in element.key.split("/") else element.name[:60],
        screen=tuple(sorted(screen)),
        uses={},
    )
    return file_name(doc), doc


def _with(doc: ElementDoc, use: Use, text: str | None, learned: Learned) -> ElementDoc:
    """The document after one more observation; without a text it was contradicted."""
    sources: Mapping[Source, Note] = doc.uses.get(use, {})
    old = sources.get(learned.source)
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
    uses = {**doc.uses, use: {**sources, learned.source: note}}
    return doc.model_copy(update={"uses": uses})


def _unwritable(folder: Path, err: OSError) -> SetupError:
    return SetupError(
        f"cannot write docs to {folder}: {err.strerror}; name another folder with --store"
    )


def _safe(package: str) -> str:
    """The folder of a package: never a path out of the store."""
    if not re.fullmatch(r"[A-Za-z][\w]*(\.[\w]+)*", package):
        raise SetupError(f"{package!r} is no package name")
    return package
