"""Folders as bytes, for their way between machines: a zip file each."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

from appagent.trail import RUNNING

_PACKED = frozenset({".jpg", ".png", ".gz"})  # already


def pack(folder: Path) -> bytes:
    """Every file below the folder, but for locks; b"" where there is none."""
    files = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and path.name != RUNNING and path.suffix != ".lock"
    )
    if not files:
        return b""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as packed:
        for path in files:
            how = zipfile.ZIP_STORED if path.suffix in _PACKED else zipfile.ZIP_DEFLATED
            # The same files make the same bytes, whenever they were written.
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
            entry.compress_type = how
            packed.writestr(entry, path.read_bytes())
    return out.getvalue()


def unpack(packed: bytes, folder: Path) -> None:
    """Write the files of a pack below the folder, over those that are there."""
    folder.mkdir(parents=True, exist_ok=True)
    if packed:
        with zipfile.ZipFile(BytesIO(packed)) as files:
            files.extractall(folder)  # which lets no name lead out of it
