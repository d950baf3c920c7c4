"""Files that are written in one step."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """A draft beside the file, which takes its place where the block ends well: whoever reads it
    sees the old file or the new one. A link still leads there, and the file keeps its mode.

    A device or a pipe cannot be replaced: it is given itself, to be written to.

    Raises: `OSError`, of the file itself.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        yield draft
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    except OSError as err:
        if str(err.filename) == str(draft):  # which nobody named
            err.filename = str(path)
        raise
    finally:
        draft.unlink(missing_ok=True)
