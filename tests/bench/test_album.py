from __future__ import annotations

import os
from pathlib import Path

import pytest

from appagent.bench.album import Album, AlbumTrail


def trails(folder: Path) -> tuple[AlbumTrail, AlbumTrail]:
    album = Album()
    for name in ("one", "two"):
        (folder / name).mkdir()
    return AlbumTrail(folder / "one", album), AlbumTrail(folder / "two", album)


def test_equal_pictures_are_one_and_stay_when_a_trail_is_deleted(tmp_path: Path) -> None:
    one, two = trails(tmp_path)
    for trail in (one, two):
        assert trail.image("step-001-seen", b"clock") == "step-001-seen.jpg"
        trail.image("step-001-after", b"clock")
    files = sorted(tmp_path.glob("*/*.jpg"))
    assert (len(files), len({file.stat().st_ino for file in files})) == (4, 1)
    files[0].unlink()
    two.image("step-002-seen", b"clock")
    assert {file.read_bytes() for file in tmp_path.glob("*/*.jpg")} == {b"clock"}


def test_a_picture_that_is_taken_again_changes_no_other(tmp_path: Path) -> None:
    one, two = trails(tmp_path)
    one.image("step-001-seen", b"clock")
    two.image("step-001-seen", b"clock")
    two.image("step-001-seen", b"other")
    assert (tmp_path / "one/step-001-seen.jpg").read_bytes() == b"clock"
    assert (tmp_path / "two/step-001-seen.jpg").read_bytes() == b"other"


def test_a_disk_without_links_holds_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise OSError("not supported")

    monkeypatch.setattr(os, "link", none)
    one, two = trails(tmp_path)
    for trail in (one, two):
        trail.image("seen", b"clock")
        assert (trail.folder / "seen.jpg").read_bytes() == b"clock"
