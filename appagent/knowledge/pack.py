"""Export and import documents: one zip file, for another machine or another person.

    com.example.clock/elements/fab-3f2a91c0.yaml

A pack comes from a stranger: all of it is checked before anything is written, its names cannot
lead out of the store, and notes that the store already has stay.
"""

from __future__ import annotations

import errno
import re
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from appagent.errors import SetupError, UsageError
from appagent.files import atomic_write, read_file
from appagent.knowledge.docfile import MOST_BYTES, file_name, parse_document, yaml_of
from appagent.knowledge.element import ElementDoc, Source
from appagent.knowledge.store import DocStore
from appagent.screen.values import Use

MAX_DOCS = 20_000
MAX_BYTES = 64 * 1024 * 1024

_NAME = re.compile(r"(?P<package>[A-Za-z]\w*(?:\.\w+)*)/elements/[^/\\]+\.yaml")
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


def pack(store: DocStore, packages: Sequence[str], file: Path) -> int:
    """Write the documents of these packages to `file`, replacing it; returns their number.

    Raises: `UsageError` if there is none, `SetupError` if the file cannot be written, `StoreError`
    if a document is damaged.
    """
    docs = [(package, doc) for package in packages for doc in store.docs(package)]
    if not docs:
        raise UsageError(f"no docs of {', '.join(packages) or 'any app'} to export")
    try:
        with (
            atomic_write(file) as draft,
            zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            names: set[str] = set()
            for package, doc in docs:
                name = f"{package}/elements/{file_name(doc)}"
                if name in names:  # a person copied a file
                    name = f"{package}/elements/{len(names)}-{file_name(doc)}"
                names.add(name)
                entry = zipfile.ZipInfo(name, _TIMESTAMP)
                archive.writestr(entry, yaml_of(doc), zipfile.ZIP_DEFLATED)
    except OSError as err:
        raise SetupError(f"cannot write {file}: {err.strerror}; name another file") from err
    return len(docs)


def is_pack(names: Sequence[str]) -> bool:
    """Whether a zip with these names is a pack."""
    return bool(names) and all(map(_NAME.fullmatch, names))


def unpack(file: Path, store: DocStore) -> UnpackResult:
    """Add the documents of a pack to the store, whose own notes stay as they are.

    Raises: `UsageError` if the file is no pack and `StoreError` if one of its documents is damaged,
    both before anything is written; `SetupError` if the store cannot be written.
    """
    docs = _read(file)
    store.prepare()
    packages = tuple(sorted({package for package, _ in docs}))
    new, conflicts = 0, list[Conflict]()
    for package in packages:
        own = [doc for of, doc in docs if of == package]
        for doc, merged in zip(own, store.merge_all(package, own), strict=True):
            new += merged.wrote
            conflicts += (Conflict(package, doc.key, *note) for note in merged.differing)
    return UnpackResult(len(docs), new, packages, tuple(conflicts))


def _read(file: Path) -> list[tuple[str, ElementDoc]]:
    """Every document of a pack with its package, all checked."""
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
            return [_entry(file, archive, entry) for entry in entries]
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


def _entry(file: Path, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> tuple[str, ElementDoc]:
    where = f"{file}: {entry.filename}"
    name = _NAME.fullmatch(entry.filename)
    if name is None:
        raise UsageError(f"{where}: expected PACKAGE/elements/NAME.yaml, the only files of a pack")
    if entry.compress_type not in _METHODS:
        raise UsageError(f"{where}: unknown compression; use plain zip")
    if entry.file_size > MOST_BYTES:
        raise UsageError(f"{where}: {entry.file_size} bytes, more than {MOST_BYTES >> 10} kB")
    return name["package"], parse_document(archive.read(entry), where)
