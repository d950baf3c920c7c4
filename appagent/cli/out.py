"""What commands write and ask: files that may be replaced, the terminal."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from appagent.cli.desktop import open_file
from appagent.errors import UsageError
from appagent.files import atomic_write
from appagent.report import plain
from appagent.report.terminal import Terminal


def writable(option: str, path: Path) -> None:
    """Leaves everything as it is.

    Raises: `UsageError` if the file cannot be written, before any work would be lost.
    """
    try:
        if path.exists():
            path.open("ab").close()
        if path.is_file() or not path.exists():  # it is written beside, and then moved
            tempfile.TemporaryFile(dir=Path(os.path.realpath(path)).parent).close()
    except OSError as err:
        raise UsageError(f"{option} {path}: {err.strerror}; name another file") from err


def replaceable(path: Path, kind: str, is_own: Callable[[Path], bool]) -> None:
    """Check that `--out` may write there: what the same command wrote is replaced, nothing else.

    Raises: `UsageError` where there is no such folder, or another file.
    """
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent}: make it, or name another file")
    if path.is_dir():
        raise UsageError(f"{path} is a folder: name a file in it")
    if path.is_file() and path.stat().st_size and not is_own(path):
        raise UsageError(
            f"{path} is no {kind}, and is not overwritten: name another file, or remove it first"
        )


def zip_names(path: Path) -> list[str]:
    """The names of the files in a zip; none for what is no zip."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    except (zipfile.BadZipFile, OSError):
        return []


def make_folder(folder: Path) -> None:
    """Make a folder that `--out` may name. Raises: `UsageError` where it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as err:
        raise UsageError(f"cannot write {folder}: {err.strerror}; name another with --out") from err


def write_out(path: Path, content: bytes) -> None:
    """Write a file that `--out` may name. Raises: `UsageError` where it cannot be written."""
    try:
        with atomic_write(path) as draft:
            draft.write_bytes(content)
    except OSError as err:
        raise UsageError(f"cannot write {path}: {err.strerror}; name another with --out") from err


def agree_to_remove(what: str) -> None:
    """Ask whether to remove it. Raises: `UsageError` where the answer is no, or nobody is there to
    give it."""
    person = terminal().person
    if person is None:
        raise UsageError("nobody can be asked whether to remove them: add --yes")
    if not person.confirm(f"Remove {what}?"):
        raise UsageError("nothing was removed")


def terminal(*, conversing: bool = False) -> Terminal:
    """The terminal; `conversing`: messages answer a person, and are shown even with -q."""
    # A closed stdin is None.
    interactive = sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
    level = plain.log.getEffectiveLevel()
    return Terminal(
        interactive=interactive,
        opens=open_file,
        level=min(level, logging.WARNING) if conversing else level,
    )
