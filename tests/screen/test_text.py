"""What is written in a picture; with the extra `ocr` alone."""

from __future__ import annotations

import cv2
import pytest

from appagent.screen import text
from appagent.screen.values import Image

from .trees import blank

reads = pytest.mark.skipif(not text.installed(), reason=text.HINT)


def written(*lines: str) -> Image:
    image = blank()
    for row, line in enumerate(lines):
        cv2.putText(image, line, (100, 400 + 200 * row), 0, 2.5, (20, 20, 20), 6, cv2.LINE_AA)
    return image


@reads
def test_lines_are_read_where_they_stand() -> None:
    found = text.texts(written("Play now", "Level 37"))
    assert [f.name for f in found] == ["Play now", "Level 37"]
    for row, line in enumerate(found):
        assert abs(line.bounds.center.y - (375 + 200 * row)) < 20
        assert abs(line.bounds.left - 100) < 20


@reads
def test_an_empty_picture_says_nothing() -> None:
    assert text.texts(blank()) == []
