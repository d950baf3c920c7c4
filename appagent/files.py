"""Files that are read whole, files that are replaced at once, files that come with appagent, and
new folders."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from appagent.errors import SetupError

_KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def is_own_file(path: Path) -> bool:
    """Whether it is a file itself: no link to one, no pipe, no folder."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def read_file(path: Path, most_bytes: int = 256 << 20, *, links: bool = True) -> bytes:
    """The content of a file that somebody names: it never blocks, and has an end.

    Raises: `OSError` also for what is no file, as a pipe or a device, for more than `most_bytes`,
    and for a link without `links`.
    """
    # O_NONBLOCK: a pipe that nobody writes to is opened at once, and then found to be one.
    names = ["O_NONBLOCK", "O_BINARY", *["O_NOFOLLOW"] * (not links)]  # Windows lacks some
    handle = os.open(path, sum((getattr(os, name, 0) for name in names), os.O_RDONLY))
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            kind = _KINDS.get(stat.S_IFMT(found.st_mode), "something else")
            raise OSError(errno.EINVAL, f"this is {kind}, not a file", str(path))
        content = file.read(most_bytes + 1) if found.st_size <= most_bytes else b""
    if max(found.st_size, len(content)) > most_bytes:
        raise OSError(errno.EFBIG, f"more than {_size(most_bytes)}, which is too large", str(path))
    return content


def _size(count: int) -> str:
    """`64 MB`, `256 kB`."""
    return f"{count >> 20} MB" if count >= 1 << 20 else f"{count >> 10} kB"


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


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, that its owner alone can enter: what is
    kept there shows a person's screens. Raises: `FileExistsError`, `OSError`."""
    for each in reversed(folder.parents):
        if not each.exists():  # what is there and no folder is an error of the next one
            each.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700)


def new_folder(runs: Path, *words: str) -> Path:
    """A folder that was not there: `runs/<time>-<words>/`.

    Raises: `SetupError` where it cannot be made.
    """
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = "-".join(filter(None, (stamp, *(re.sub(r"[^\w.-]+", "_", w)[:60] for w in words))))
    for number in range(1, 1000):
        folder = runs / (name if number == 1 else f"{name}-{number}")
        try:
            make_private(folder)
        except FileExistsError:
            continue
        except OSError as err:
            raise SetupError(
                f"cannot make the folder {folder}: {err.strerror}; "
                "name another with --runs, or APPAGENT_RUNS"
            ) from err
        return folder
    raise SetupError(f"{runs} has too many folders like {name}: remove some")


def end_whole(lines: BinaryIO) -> None:
    """Remove a last line without a line end, left by a crash, from a file that is read and appended
    to, and is at its end."""
    if not lines.tell():
        return
    lines.seek(-1, os.SEEK_END)
    if lines.read() != b"\n":
        lines.seek(0)
        whole, end, _ = lines.read().rpartition(b"\n")
        lines.truncate(len(whole + end))
