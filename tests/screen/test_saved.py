"""A screen out of files: wrong ones get one sentence that names the file and what is expected."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from appagent.errors import UsageError
from appagent.screen import saved
from appagent.screen.marks import find_marks
from appagent.screen.overlay import encode
from appagent.screen.saved import load_screen
from tests.screen.trees import SIZE, dump, node

DUMP = dump(node("Button", (10, 20, 200, 90), text="Save"))
JPEG = encode(np.zeros((800, 400, 3), np.uint8))
PAGE = b"<!DOCTYPE html>\n<html><head><title>Dumps</title></head></html>"


def png_of(width: int, height: int) -> bytes:
    """A PNG that says it has so many px, and holds none."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 9))


def test_a_dump_and_a_picture_make_a_screen(tmp_path: Path) -> None:
    xml, image = tmp_path / "dump.xml", tmp_path / "screen.jpg"
    xml.write_bytes(DUMP)
    image.write_bytes(JPEG)
    screen, notes = load_screen(xml, image)
    assert ([e.name for e in screen.elements], screen.size, notes) == (["Save"], (400, 800), ())
    assert load_screen(None, image)[0].tree == "empty"
    assert (load_screen(xml, None)[0].image == saved.GROUND).all()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "the file is empty"),
        (JPEG, "this is a picture; --xml takes"),
        (b"\x89PNG\r\n\x1a\n\0\0", "this is a picture; --xml takes"),
        (PAGE, "this is a web page; --xml takes"),
        (b'<?xml version="1.0"?><html xmlns="x"></html>', "this is a web page; --xml takes"),
        (bytes(range(256)), "this is no text; --xml takes"),
        (b'<?xml version="1.0"?><svg/>', "no hierarchy in this dump: its root is <svg>"),
        (b"\x1b[31m no", "no hierarchy in this dump: .[31m no"),
        (DUMP[:-20], "the hierarchy ends at line"),
        (b"<hierarchy/>", "the dump does not tell the screen's size"),
        (dump(node("View", (0, 0, 99_999, 99_999))), "99999x99999 px are more than any screen has"),
    ],
)
def test_a_file_that_is_no_dump(tmp_path: Path, data: bytes, problem: str) -> None:
    xml = tmp_path / "dump.xml"
    xml.write_bytes(data)
    with pytest.raises(UsageError) as refused:
        load_screen(xml, None)
    assert str(refused.value).startswith(f"{xml}: {problem}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "the file is empty"),
        (DUMP, "this is no picture, or a damaged one; --image takes"),
        (PAGE, "this is no picture, or a damaged one; --image takes"),
        (bytes(range(256)), "this is no picture, or a damaged one; --image takes"),
        (JPEG[:200], "this is no picture, or a damaged one; --image takes"),
        (png_of(10, 10), "the picture is damaged; --image takes"),
        (png_of(30_000, 30_000), "it has more px than any screen; --image takes"),
        (png_of(60_000, 60_000), "it has more px than any screen; --image takes"),
        (png_of(8_500, 8_500), "it has more px than any screen; --image takes"),
    ],
)
def test_a_file_that_is_no_screenshot(tmp_path: Path, data: bytes, problem: str) -> None:
    image = tmp_path / "screen.png"
    image.write_bytes(data)
    with pytest.raises(UsageError) as refused:
        load_screen(None, image)
    assert str(refused.value).startswith(f"{image}: {problem}")


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for given, problem in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        for pair in ((given, None), (None, given)):
            with pytest.raises(UsageError, match=f"^{given}: cannot read it: {problem}"):
                load_screen(*pair)
    monkeypatch.setattr(saved, "MOST_BYTES", 1 << 20)
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(2 << 20)
    with pytest.raises(UsageError, match="more than 1 MB, which is too large"):
        load_screen(huge, None)


def test_a_box_does_not_run_over_the_keyboard_of_a_dump(tmp_path: Path) -> None:
    keys = node("FrameLayout", (0, 1600, 1080, 2400), package="com.example.keyboard")
    text = node("EditText", (0, 200, 1080, 2400), text="A letter")
    (xml := tmp_path / "dump.xml").write_bytes(dump(keys, node("FrameLayout", SIZE.rect, text)))
    (mark,) = find_marks(load_screen(xml, None)[0])
    assert mark.bounds.bottom == 1600
