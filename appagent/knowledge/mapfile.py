"""The file of an app's map, `docs_store/com.example.clock/map.yaml`: YAML for people to read and
edit. It is replaced whole and under a lock, after each step that told something new."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, reduce
from pathlib import Path

from appagent.errors import StoreError
from appagent.knowledge.docfile import (
    damaged,
    dump,
    having,
    locked,
    package_folder,
    parse,
    read_bytes,
    replace_file,
)
from appagent.knowledge.docs import Documents
from appagent.knowledge.map import AppMap
from appagent.knowledge.mapmerge import merged

FILE = "map.yaml"
_Files = tuple[tuple[bytes, str], ...]  # the contents of maps, and where they lie
MOST_BYTES = 1024 * 1024  # of a map: forty pages have some 60 kB


class Maps:
    """The maps in a folder, and in the layers below it, the lowest last."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folder, *_ = self._folders = folders
        self._written: tuple[_Files, AppMap] | None = None  # what was last, to parse it no more

    def read(self, package: str) -> AppMap:
        """The map of an app, with what the layers below add; an empty one where there is none.

        Raises: `StoreError` with the file and what is wrong in it.
        """
        files = tuple(self._found(package))
        if self._written and self._written[0] == files:
            return self._written[1]
        return _together(files)

    def packages(self) -> list[str]:
        """The apps that have a map, sorted."""
        return having(self._folders, FILE)

    def change(self, package: str, change: Callable[[AppMap], AppMap]) -> AppMap:
        """Put the map of an app through `change` and write it, if that changed it; returns it.

        Raises: `StoreError`; `SetupError` where the folder cannot be written.
        """
        path = self.own(package)
        with locked(path.parent):
            old = self.read(package)
            if (new := change(old)) != old:
                content = dump(new)
                replace_file(path, content)
                self._written = ((content, str(path)),), new
        return new

    def problems(self) -> Iterator[StoreError]:
        """The error of every map that cannot be read."""
        return damaged(self._folders, FILE, lambda path: parse_map(read_map(path), str(path)))

    def own(self, package: str) -> Path:
        """The file of an app's map that is written, whether it is there or not."""
        return self.folder / package_folder(package) / FILE

    def files(self, package: str) -> list[Path]:
        """The files that tell the map of an app, the one that is written first, if it is there."""
        paths = (folder / package_folder(package) / FILE for folder in self._folders)
        return [path for path in paths if os.path.lexists(path)]

    def rewrite(self, package: str, before: bytes | None, after: bytes) -> AppMap:
        """Replace the file by the text that a person wrote; `before` is None for a new file.

        Raises: `StoreError` if it is no map, or if the file no longer holds `before`; `SetupError`
        if it cannot be written. The file is then unchanged.
        """
        path = self.own(package)
        new = parse_map(after, "your text")
        with locked(path.parent):
            if (read_map(path) if os.path.lexists(path) else None) != before:
                raise StoreError(f"{path}: another program has changed it meanwhile")
            replace_file(path, after)
        return new

    def remove(self, package: str, name: str = FILE) -> None:
        """Remove the file that is written, or one beside it. Raises: `SetupError`, `StoreError`."""
        path = self.own(package).with_name(name)
        with locked(path.parent):
            path.unlink(missing_ok=True)

    def _found(self, package: str) -> Iterator[tuple[bytes, str]]:
        for path in self.files(package):
            yield read_map(path), str(path)


def maps_of(store: Documents) -> Maps:
    """The maps that lie in a store, beside its documents."""
    return Maps(store.folders[::-1])


def read_map(path: Path) -> bytes:
    """What the file of a map holds, damaged or not. Raises: `StoreError` where it cannot be
    read."""
    return read_bytes(path, MOST_BYTES)


@lru_cache(maxsize=32)  # it is read again at each step, and mostly as it was written
def _together(files: _Files) -> AppMap:
    maps = [parse_map(content, where) for content, where in files]
    return reduce(merged, maps) if maps else AppMap()


@lru_cache(maxsize=32)
def parse_map(content: bytes, where: str) -> AppMap:
    """The map in the content of a file; `where` names the file in errors. Raises: `StoreError`."""
    return parse(content, where, AppMap)
