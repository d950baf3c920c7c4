"""Export and import documents and maps: one zip file, for another machine or another person.

    com.example.clock/guard.yaml
    com.example.clock/map.yaml
    com.example.clock/elements/fab-3f2a91c0.yaml

A pack comes from a stranger: all of it is checked before anything is written, its names cannot
lead out of the store, and what the store already says stays. Of what controls were said to do only
what names harm is taken.
"""

from __future__ import annotations

import errno
import re
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from appagent.errors import SetupError, StoreError, UsageError
from appagent.files import atomic_write, read_file
from appagent.knowledge.answers import FILE as ANSWERS_FILE
from appagent.knowledge.answers import Answers, files_of, parse_answers
from appagent.knowledge.docfile import MOST_BYTES, dump, file_name, parse_document, yaml_of
from appagent.knowledge.element import ElementDoc, Source
from appagent.knowledge.map import MOST_CONTROLS, MOST_PAGES, AppMap, as_imported
from appagent.knowledge.mapfile import FILE, maps_of, parse_map
from appagent.knowledge.mapfile import MOST_BYTES as MOST_BYTES_OF_MAP
from appagent.knowledge.mapmerge import MapMerge, merge
from appagent.knowledge.store import DocStore
from appagent.screen.values import Use
from appagent.texts import fault, folded, map_texts, shorten, spell_unseen

Kept = TypeVar("Kept", bound=BaseModel)
MAX_DOCS = 20_000
MAX_BYTES = 64 * 1024 * 1024
MOST_TEXT = 1000  # characters of a text of a map: the key of what lies deep has some 300

_NAME = re.compile(
    r"(?P<package>[A-Za-z]\w*(?:\.\w+)*)/(?:(?P<one>map|guard)|elements/[^/\\]+)\.yaml"
)
_DIRECTORY_ENTRY = b"PK\x01\x02"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What zipfile raises for a damaged file. RuntimeError: a password, or an unknown compression.
_DAMAGED = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, RuntimeError)
_TIMESTAMP = (1980, 1, 1, 0, 0, 0)  # the same documents make the same bytes


@dataclass(frozen=True, slots=True)
class Conflict:
    """A note of the pack that was left out: the store has another text for it."""

    package: str
    key: str
    use: Use
    source: Source


@dataclass(frozen=True, slots=True)
class UnpackResult:
    """What was taken from a pack."""

    docs: int  # in the pack
    new: int  # of these, documents with at least one note that the store lacked
    packages: tuple[str, ...]
    conflicts: tuple[Conflict, ...]
    maps: dict[str, MapMerge] = field(default_factory=dict)  # by their apps
    deeds: int = 0  # warnings about controls that are new


@dataclass(frozen=True, slots=True)
class Packed:
    """What was written to a pack."""

    docs: int
    maps: tuple[str, ...]  # the apps of the maps
    answers: tuple[str, ...] = ()  # the apps of which it is told what controls do


@dataclass(frozen=True, slots=True)
class _Content:
    """What a pack holds, all checked."""

    docs: list[tuple[str, ElementDoc]]
    maps: dict[str, AppMap]
    answers: dict[str, Answers]

    @property
    def packages(self) -> tuple[str, ...]:
        return tuple(sorted({package for package, _ in self.docs} | {*self.maps, *self.answers}))


def known_packages(store: DocStore) -> list[str]:
    """The apps that a store holds documents, a map or answers of, sorted."""
    return sorted({*store.packages(), *maps_of(store).packages(), *files_of(store).packages()})


def pack(store: DocStore, packages: Sequence[str], file: Path) -> Packed:
    """Write the documents, the maps and the answers of these packages to `file`, replacing it.

    Raises: `UsageError` if there is none, `SetupError` if the file cannot be written, `StoreError`
    if one is damaged.
    """
    docs = [(package, doc) for package in packages for doc in store.docs(package)]
    found = {package: maps_of(store).read(package) for package in packages}
    maps = {package: known for package, known in found.items() if known.pages}
    said = {package: files_of(store).read(package, "") for package in packages}
    answers = {package: each for package, each in said.items() if each != Answers()}
    if not (docs or maps or answers):
        raise UsageError(f"no docs of {', '.join(packages) or 'any app'} to export")
    try:
        with (
            atomic_write(file) as draft,
            zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            for name, content in _entries(docs, maps, answers):
                entry = zipfile.ZipInfo(name, _TIMESTAMP)
                archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    except OSError as err:
        raise SetupError(f"cannot write {file}: {err.strerror}; name another file") from err
    return Packed(len(docs), tuple(maps), tuple(answers))


def _entries(
    docs: Sequence[tuple[str, ElementDoc]], maps: dict[str, AppMap], answers: dict[str, Answers]
) -> Iterator[tuple[str, bytes]]:
    for package, known in maps.items():
        yield f"{package}/{FILE}", dump(known)
    for package, said in answers.items():
        yield f"{package}/{ANSWERS_FILE}", dump(said)
    names: set[str] = set()
    for package, doc in docs:
        name = f"{package}/elements/{file_name(doc)}"
        if name in names:  # a person copied a file
            name = f"{package}/elements/{len(names)}-{file_name(doc)}"
        names.add(name)
        yield name, yaml_of(doc)


def is_pack(names: Sequence[str]) -> bool:
    """Whether a zip with these names is a pack."""
    return bool(names) and all(map(_NAME.fullmatch, names))


def unpack(file: Path, store: DocStore) -> UnpackResult:
    """Add the documents and the maps of a pack to the store, where what it already says stays.

    Raises: `UsageError` if the file is no pack and `StoreError` if one of its files, or a map of
    the store, is damaged, both before anything is written; `SetupError` if the store cannot be
    written.
    """
    content = _read(file)
    for package in content.maps:
        maps_of(store).read(package)  # one's own may be damaged
    for package in content.answers:
        files_of(store).read(package, "")
    store.prepare()
    new, conflicts = 0, list[Conflict]()
    for package in sorted({package for package, _ in content.docs}):
        own = [doc for of, doc in content.docs if of == package]
        for doc, merged in zip(own, store.merge_all(package, own), strict=True):
            new += merged.wrote
            conflicts += (Conflict(package, doc.key, *note) for note in merged.differing)
    maps = {package: _add(store, package, theirs) for package, theirs in content.maps.items()}
    deeds = sum(files_of(store).take(each, theirs) for each, theirs in content.answers.items())
    return UnpackResult(len(content.docs), new, content.packages, tuple(conflicts), maps, deeds)


def _add(store: DocStore, package: str, theirs: AppMap) -> MapMerge:
    taken = list[MapMerge]()

    def change(mine: AppMap) -> AppMap:
        taken.append(merge(mine, theirs))
        return taken[-1].known

    maps_of(store).change(package, change)
    return taken[-1]


def _read(file: Path) -> _Content:
    """Every document and map of a pack with its package, all checked."""
    try:
        content = read_file(file, MAX_BYTES)
        if content.count(_DIRECTORY_ENTRY) > 2 * MAX_DOCS:  # zipfile would read them all
            raise _too_large(file)
        with zipfile.ZipFile(BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MAX_DOCS or sum(entry.file_size for entry in entries) > MAX_BYTES:
                raise _too_large(file)
            if not entries:
                raise UsageError(
                    f"{file}: holds no documents; `appagent docs export` writes a pack"
                )
            return _content(file, archive, entries)
    except FileNotFoundError as err:
        raise UsageError(
            f"there is no file {file}: name what `appagent docs export` wrote"
        ) from err
    except OSError as err:
        if err.errno == errno.EFBIG:
            raise _too_large(file) from err
        raise SetupError(f"cannot read {file}: {err.strerror or err}") from err
    except _DAMAGED as err:
        raise UsageError(
            f"{file}: not a readable pack: {err}; `appagent docs export` writes one"
        ) from err


def _too_large(file: Path) -> UsageError:
    return UsageError(
        f"{file}: too large for a pack: at most {MAX_DOCS} documents, {MAX_BYTES >> 20} MB in all"
    )


def _content(file: Path, archive: zipfile.ZipFile, entries: Sequence[zipfile.ZipInfo]) -> _Content:
    found = _Content([], {}, {})
    for entry in entries:
        where = f"{file}: {entry.filename}"
        name = _NAME.fullmatch(entry.filename)
        if name is None:
            raise UsageError(
                f"{where}: expected PACKAGE/elements/NAME.yaml, PACKAGE/{FILE} or "
                f"PACKAGE/{ANSWERS_FILE}, the only files of a pack"
            )
        if entry.compress_type not in _METHODS:
            raise UsageError(f"{where}: unknown compression; use plain zip")
        most = MOST_BYTES_OF_MAP if name["one"] else MOST_BYTES
        if entry.file_size > most:
            raise UsageError(f"{where}: {entry.file_size} bytes, more than {most >> 10} kB")
        content, package = archive.read(entry), name["package"]
        ones: dict[str, Any] = found.maps if name["one"] == "map" else found.answers
        if not name["one"]:
            found.docs.append((package, parse_document(content, where).as_imported()))
        elif package in ones:
            raise UsageError(f"{where}: is there twice; leave one out")
        elif name["one"] == "map":
            ones[package] = as_imported(_checked(parse_map(content, where), where))
        else:
            ones[package] = _plain(parse_answers(content, where), where)
    return found


def _checked(known: AppMap, where: str) -> AppMap:
    """A map of a stranger's. Raises: `StoreError` for one that no phone can have taught."""
    names = [page.name for page in known.pages]
    twice = [name for name, n in Counter(map(folded, names)).items() if n > 1]
    largest = max((len(page.controls) for page in known.pages), default=0)
    _plain(known, where)
    if len(names) > MOST_PAGES:
        problem = f"{len(names)} pages: at most {MOST_PAGES} are taken"
    elif largest > MOST_CONTROLS:
        problem = f"a page of {largest} controls: at most {MOST_CONTROLS} are taken"
    elif twice or not all(map(folded, names)):
        problem = f"two pages have one name, {twice[0]!r}" if twice else "a page has no name"
    else:
        return known
    raise StoreError(f"{where}: {problem}; fix it or remove it")


def _plain(kept: Kept, where: str) -> Kept:
    """What a stranger wrote. Raises: `StoreError` for a text in it that cannot be used, or that
    shows not all of itself."""
    faults = list[str]()

    def look(text: str) -> str:
        faults.extend(filter(None, (fault(text, MOST_TEXT) or _hidden(text),)))
        return text

    map_texts(kept.model_dump(mode="json"), look, change_name=look)
    if faults:
        raise StoreError(f"{where}: a text {faults[0]}; fix it or remove it")
    return kept


def _hidden(text: str) -> str:
    """What is wrong with a text that shows not all of itself, as the end of a sentence."""
    spelled = spell_unseen(text)
    return "" if spelled == text else f"hides a part of itself: {shorten(spelled, 100)!r}"
