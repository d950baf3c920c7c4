"""The file of an app's map, `docs_store/com.example.clock/map.yaml`: YAML for people to read and
edit. It is replaced whole and under a lock, after each step that told something new."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, reduce
from pathlib import Path

from appagent.files import atomic_write
from appagent.knowledge.docfile import (
    dump,
    listing,
    locked,
    not_writable,
    package_folder,
    parse,
    read_bytes,
)
from appagent.knowledge.map import AppMap
from appagent.knowledge.mapmerge import merged

FILE = "map.yaml"
MOST_BYTES = 1024 * 1024  # of a map: forty pages have some 60 kB


class Maps:
    """The maps in a folder, and in the layers below it, the lowest last."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folder, *_ = self._folders = folders

    def read(self, package: str) -> AppMap:
        """The map of an app, with what the layers below add; an empty one where there is none.

        Raises: `StoreError` with the file and what is wrong in it.
        """
        return _together(tuple(self._found(package)))

    def packages(self) -> list[str]:
        """The apps that have a map, sorted."""
        found = (each for folder in self._folders for each in listing(folder))
        return sorted({each.name for each in found if (each / FILE).is_file()})

    def change(self, package: str, change: Callable[[AppMap], AppMap]) -> AppMap:
        """Put the map of an app through `change` and write it, if that changed it; returns it.

        Raises: `StoreError`; `SetupError` where the folder cannot be written.
        """
        own = self.folder / package_folder(package)
        with locked(own):
            old = self.read(package)
            if (new := change(old)) != old:
                try:
                    for draft in own.glob(f".{FILE}.*"):  # of one that was killed: we have the lock
                        draft.unlink(missing_ok=True)
                    with atomic_write(own / FILE) as draft:
                        draft.write_bytes(dump(new))
                except OSError as err:
                    raise not_writable(own, err) from err
        return new

    def _found(self, package: str) -> Iterator[tuple[bytes, str]]:
        for folder in self._folders:
            path = folder / package_folder(package) / FILE
            if os.path.lexists(path):
                yield read_bytes(path, MOST_BYTES), str(path)


@lru_cache(maxsize=32)  # it is read again at each step, and mostly as it was written
def _together(files: tuple[tuple[bytes, str], ...]) -> AppMap:
    maps = [parse_map(content, where) for content, where in files]
    return reduce(merged, maps) if maps else AppMap()


@lru_cache(maxsize=32)
def parse_map(content: bytes, where: str) -> AppMap:
    """The map in the content of a file; `where` names the file in errors. Raises: `StoreError`."""
    return parse(content, where, AppMap)
