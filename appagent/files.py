"""Files that come with appagent, and files that are replaced at once."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """A draft to write to, which replaces the file when the block ends without an error.

    A reader sees the old file or the new one, never a part. A link still points to the file, which
    keeps its mode. A device or a pipe cannot be replaced: the path itself is given.

    Raises: `OSError` that names the file, not the draft.
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
        if str(err.filename) == str(draft):  # a name that nobody chose
            err.filename = str(path)
        raise
    finally:
        draft.unlink(missing_ok=True)


def data_folder(name: str) -> Path:
    """A folder of data that comes with appagent: in the checkout, or in an installed package."""
    package = Path(__file__).resolve().parent
    # An editable install holds a copy of the package's data that goes stale.
    checkout = package.parent
    is_checkout = (checkout / "pyproject.toml").is_file()
    return checkout / name if is_checkout else package / "data" / name
