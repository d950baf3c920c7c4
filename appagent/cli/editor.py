"""Let a person edit a file in the editor of theirs."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from appagent.errors import SetupError, StoreError, UsageError


def by_editor(
    editor: list[str], path: Path, content: bytes, write: Callable[[bytes], object]
) -> None:
    """Let the person edit the content of a file, and `write` what they made of it. Where that
    fails, their text is kept, and the error says where."""
    draft = Path(tempfile.mkdtemp(prefix="appagent-")) / path.name
    draft.write_bytes(content)
    try:
        text = _run_editor(draft, editor)
        if text == content:
            raise UsageError(f"nothing was written: {editor[0]} left the text as it was")
        write(text)
    except (SetupError, StoreError, KeyboardInterrupt) as err:
        problem = f"{err}; " if str(err) else ""
        if draft.is_file() and draft.read_bytes() != content:
            raise type(err)(f"{problem}{path} is unchanged, and your text is in {draft}") from err
        shutil.rmtree(draft.parent)
        raise
    shutil.rmtree(draft.parent)


def _run_editor(draft: Path, editor: list[str]) -> bytes:
    """The draft after the person edited it. Raises: `UsageError` where the editor failed."""
    try:
        code = subprocess.run([*editor, str(draft)], check=False).returncode
        text = draft.read_bytes()
    except OSError as err:
        raise UsageError(f"the editor {editor[0]} left no text: {err.strerror}") from err
    if code:
        raise UsageError(f"the editor {editor[0]} failed with exit code {code}")
    return text


def instead_of(file: Path, path: Path) -> str:
    """What a person without an editor can do, so that `path` holds what `file` does, edited."""
    return f"open {path}" if file == path else f"copy {file} to {path} and open that"


def editor_or(instead: str) -> list[str]:
    """The command line of the person's editor. Raises: `UsageError` with what to do `instead`
    where there is none."""
    line = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        words = shlex.split(line)
    except ValueError:  # a quote that is not closed
        words = [line]
    if not words or not shutil.which(words[0]):
        missing = f"no program {words[0]!r}: " if words else ""
        raise UsageError(f"{missing}set EDITOR to your editor, or {instead} yourself")
    return words
