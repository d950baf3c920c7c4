"""The file of an element document: YAML for people to read and edit.

    docs_store/com.example.clock/elements/fab-3f2a91c0.yaml

    key: fab
    role: button
    called: Add alarm
    screen: [button fab decor, list alarms decor, ...]
    uses:
      tap:
        auto:
          text: Opens a page with fields for a new alarm.
          named: New alarm   # only of what has no name on the screen: what it was called
          confirmed: 2
          contradicted: 0
          updated: 2026-03-02
          app_version: 1.4.0
          language: en-US

The files are for people to read and edit. Without `screen` a document holds on every screen of its
app, in addition to the documents of that screen; and one for a single id, as `key: '#fab'`, then
for every element with that id, wherever it is.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import yaml
from filelock import FileLock, Timeout
from pydantic import BaseModel, ValidationError

from appagent.errors import SetupError, StoreError
from appagent.files import atomic_write, make_private, read_file
from appagent.knowledge.element import ElementDoc
from appagent.yamltext import mistake, read_yaml

ELEMENTS = "elements"  # the folder of an app's documents
FLOWS = "flows"  # and of its flows
MOST_BYTES = 256 * 1024  # of a document: one has some 600
LOCK_S = 10
Kept = TypeVar("Kept", bound=BaseModel)

_KINDS = {list: "list", str: "text", int: "number", float: "number"}
_WORDS = {
    "extra_forbidden": "nothing here is called so",
    "missing": "it is missing",
    "dict_type": "a mapping is expected, `name: value`",
    "model_type": "a mapping is expected, `name: value`",
    "tuple_type": "a list is expected, each entry behind `- `",
    "string_type": "a text is expected; a number, or a word of YAML, stands in quotes",
}
"""What pydantic's words for an error mean to a person."""

# libyaml writes U+0085 so that it can be read.
_Dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def document_files(elements: Path) -> list[Path]:
    """The documents in a folder `elements`. Raises: as `listing` does."""
    return [path for path in listing(elements) if path.suffix == ".yaml"]


def listing(folder: Path) -> list[Path]:
    """What lies in a folder, in the order of names; nothing where there is no such folder.

    Raises: `StoreError` where it cannot be looked through.
    """
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as err:
        if err.errno == errno.ELOOP:  # a link to itself leads to no folder
            return []
        raise StoreError(f"{folder}: cannot be read: {err.strerror}; may you open it?") from err


def read_document(path: Path) -> ElementDoc:
    """The document in a file. Raises: `StoreError` with file, line and what was expected."""
    return parse_document(read_bytes(path), str(path))


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content of a file of the store. Raises: `StoreError`, as for what is no file, or lies
    outside of the store."""
    check_inside(path)
    try:
        return read_file(path, most)
    except OSError as err:
        raise StoreError(f"{path}: cannot be read: {err.strerror}; fix it or remove it") from err


def check_inside(path: Path) -> None:
    """Raises: `StoreError` where a link leads from `STORE/PACKAGE/elements/FILE`, from one of
    `flows/`, or from `STORE/PACKAGE/FILE`, out of the store."""
    depth = 2 if path.parent.name in (ELEMENTS, FLOWS) else 1
    store, places = path.parents[depth], (path, *path.parents[:depth])
    if not any(place.is_symlink() for place in places):
        return
    try:
        found = path.resolve()
        inside = found.is_relative_to(store.resolve())
    except (OSError, RuntimeError) as err:  # the latter: links in a circle
        raise StoreError(f"{path}: a link that leads nowhere; remove it") from err
    if not inside:
        raise StoreError(f"{path}: a link out of the store, to {found}: put the file itself there")


@lru_cache(maxsize=4096)  # a store is read again whenever one of its documents was written
def parse_document(content: bytes, where: str) -> ElementDoc:
    """The document in the content of a file; `where` names the file in errors.

    Raises: `StoreError`, as `read_document` does.
    """
    return parse(content, where, ElementDoc)


def parse(content: bytes, where: str, kind: type[Kept]) -> Kept:
    """What the content of a file of the store says; `where` names the file in errors.

    Raises: `StoreError` with file, line and what was expected.
    """
    try:
        value = read_yaml(content.decode())
    except UnicodeDecodeError as err:
        raise StoreError(f"{where}: is no text in UTF-8; save it as that, or remove it") from err
    # ValueError: a 30th of February, a number of 5000 digits
    except (yaml.YAMLError, ValueError, RecursionError) as err:
        why = mistake(err, content.decode())
        raise StoreError(f"{where}, {why}; fix it or remove it") from err
    if not isinstance(value, dict):
        what = "nothing" if value is None else f"a {_KINDS.get(type(value), 'single value')}"
        names = ", ".join(f"`{name}:`" for name in kind.model_fields)
        raise StoreError(f"{where}: holds {what} where {names} are expected; fix it or remove it")
    try:
        return kind.model_validate(value)
    except ValidationError as err:
        # What is not known may be what is missing, misspelt.
        first = min(err.errors(), key=lambda each: each["type"] != "extra_forbidden")
        place = _place(first["loc"]) or "the document"
        told = _WORDS.get(first["type"], first["msg"].removeprefix("Value error, "))
        raise StoreError(f"{where}: {place}: {told}; fix it or remove it") from err


def _place(loc: Sequence[str | int]) -> str:
    """The place of an error: names, and which entry of a list; "[key]" stands behind a name that
    is wrong itself."""
    names = [name for name in loc if name != "[key]"]
    is_key = len(names) < len(loc)
    last = len(names) - 1
    told = (
        f"(entry {name + 1})" if type(name) is int and not (is_key and n == last) else str(name)
        for n, name in enumerate(names)
    )
    return ".".join(told).replace(".(", " (")


def yaml_of(doc: ElementDoc) -> bytes:
    """The document as its file holds it; the inverse of `parse_document`."""
    return dump(doc)


def dump(kept: BaseModel) -> bytes:
    """A value as its file holds it; the inverse of `parse`."""
    text = yaml.dump(
        kept.model_dump(mode="json", exclude_defaults=True),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=96,
    )
    return str(text).encode()


def file_name(doc: ElementDoc) -> str:
    """A name that people can read and every file system takes."""
    names = [doc.row, *([doc.called] if doc.shared else [])]
    parts = [doc.key, *sorted(doc.screen), *filter(None, names)]
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:8]
    readable = re.sub(r"[^\w]+", "-", doc.row or doc.key.rsplit("/", 1)[-1]).strip("-")[:40]
    return f"{readable or 'element'}-{digest}.yaml"


def package_folder(package: str) -> str:
    """The name of a package's folder. Raises: `SetupError` for a name that could be a path."""
    if not re.fullmatch(r"[A-Za-z][\w]*(\.[\w]+)*", package):
        raise SetupError(f"{package!r} is not a package name")
    return package


@contextmanager
def locked(package: Path) -> Iterator[None]:
    """The folder of an app in a store, made where it is missing, for this writer alone.

    Raises: `StoreError` where another one holds it for long, `SetupError` where it cannot be
    written.
    """
    try:
        with suppress(FileExistsError):
            make_private(package)
        with FileLock(package / ".lock", timeout=LOCK_S):
            yield
    except Timeout as err:
        raise StoreError(
            f"{package}: another program has held its lock for {LOCK_S} s; try again"
        ) from err
    except OSError as err:
        raise not_writable(package, err) from err


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file that an app has one of, for who holds its lock.

    Raises: `StoreError` for a link out of the store, `SetupError` where it cannot be written.
    """
    check_inside(path)
    try:
        for draft in path.parent.glob(
            f".{path.name}.*"
        ):  # of one that was killed: we have the lock
            draft.unlink(missing_ok=True)
        with atomic_write(path) as draft:
            draft.write_bytes(content)
    except OSError as err:
        raise not_writable(path.parent, err) from err


def having(folders: Sequence[Path], name: str) -> list[str]:
    """The apps that have a file of that name, sorted. Raises: `StoreError` as `listing` does."""
    found = (each for folder in folders for each in listing(folder))
    return sorted({each.name for each in found if (each / name).is_file()})


def damaged(
    folders: Sequence[Path], name: str, read: Callable[[Path], object]
) -> Iterator[StoreError]:
    """The error of every file of that name that cannot be read, app by app."""
    for path in (each / name for folder in folders for each in listing(folder)):
        try:
            if os.path.lexists(path):
                read(path)
        except StoreError as err:
            yield err


def not_writable(folder: Path, err: OSError) -> SetupError:
    return SetupError(
        f"cannot write docs to {folder}: {err.strerror}; name another folder with --store"
    )
