"""A file is whole, old or new; and what is no plain file is written to, never replaced."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from appagent.files import atomic_write


def put(path: Path, text: str) -> None:
    with atomic_write(path) as draft:
        draft.write_text(text)


def test_a_block_that_fails_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "doc"
    put(path, "old")
    with pytest.raises(UnicodeEncodeError):
        put(path, "half\ud800")
    assert (path.read_text(), list(tmp_path.iterdir())) == ("old", [path])


def test_what_cannot_be_written_is_named_as_it_was_given(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "doc"
    with pytest.raises(OSError, match="No such file") as failed:
        put(path, "new")
    assert failed.value.filename == str(path)


def test_the_mode_stays(tmp_path: Path) -> None:
    path = tmp_path / "doc"
    put(path, "old")
    path.chmod(0o640)
    put(path, "new")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o640)


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_leads_to_the_new_text(tmp_path: Path, there: bool) -> None:
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "doc", tmp_path / "link"
    if there:
        target.write_text("old")
    link.symlink_to(target)
    put(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize("linked", [False, True])
def test_a_pipe_is_written_to(tmp_path: Path, linked: bool) -> None:
    pipe = path = tmp_path / "pipe"
    os.mkfifo(pipe)
    if linked:
        path = tmp_path / "link"
        path.symlink_to(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    put(path, "new")
    assert pipe.is_fifo()
    reader.join(10)
    assert read == ["new"]
