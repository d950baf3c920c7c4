"""The trails of a benchmark, in which equal pictures share one file."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from filelock import FileLock

from appagent.trail import Trail

STATE = "state.json.gz"


class Album:
    """The path of each picture, by its digest."""

    def __init__(self) -> None:
        self._places: dict[bytes, Path] = {}

    def put(self, file: Path, jpeg: bytes) -> bool:
        """Whether `file` is now a link to an equal picture; false if it has to be written."""
        file.unlink(missing_ok=True)  # written over, it would change under its other names
        digest = sha256(jpeg).digest()
        try:
            os.link(self._places.get(digest, file), file)
        except OSError:  # it is new; or the disk has no links, or no more of this file
            self._places[digest] = file
            return False
        return True


class AlbumTrail(Trail):
    """A trail whose pictures are links to those in an album."""

    def __init__(self, folder: Path, album: Album, held: FileLock | None = None) -> None:
        super().__init__(folder, held)
        self._album = album

    def image(self, name: str, jpeg: bytes) -> str:
        file = f"{name}.jpg"
        return file if self._album.put(self.folder / file, jpeg) else super().image(name, jpeg)

    def keep_state(self, state: Mapping[str, Any]) -> None:
        """Write the phone's whole state beside the steps, packed: it has half a megabyte."""
        text = json.dumps(state, ensure_ascii=False).encode()
        self._put(STATE, gzip.compress(text, mtime=0))
