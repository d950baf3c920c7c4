"""Files that come with appagent, files that are replaced at once, and new folders."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from appagent.errors import SetupError


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


def new_folder(runs: Path, *words: str) -> Path:
    """A folder that was not there: `runs/<time>-<words>/`.

    Raises: `SetupError` where it cannot be made.
    """
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = "-".join(filter(None, (stamp, *(re.sub(r"[^\w.-]+", "_", w)[:60] for w in words))))
    for number in range(1, 1000):
        folder = runs / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as err:
            raise SetupError(
                f"cannot make the folder {folder}: {err.strerror}; "
                "name another with --runs, or APPAGENT_RUNS"
            ) from err
        return folder
    raise SetupError(f"{runs} has too many folders like {name}: remove some")
