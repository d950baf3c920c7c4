"""What is written in a picture; with the extra `ocr` alone."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import cv2
import pytest

from appagent.screen import ocr
from appagent.screen.values import Image

from .trees import blank

reads = pytest.mark.skipif(not ocr.is_installed(), reason=ocr.HINT)


def written(*lines: str) -> Image:
    image = blank()
    for row, line in enumerate(lines):
        cv2.putText(image, line, (100, 400 + 200 * row), 0, 2.5, (20, 20, 20), 6, cv2.LINE_AA)
    return image


@reads
def test_lines_are_read_where_they_stand() -> None:
    found = ocr.read_texts(written("Play now", "Level 37"))
    assert [f.name for f in found] == ["Play now", "Level 37"]
    for row, line in enumerate(found):
        assert abs(line.bounds.center.y - (375 + 200 * row)) < 20
        assert abs(line.bounds.left - 100) < 20


@reads
def test_an_empty_picture_has_no_texts() -> None:
    assert ocr.read_texts(blank()) == []


class Engine:
    """Stands in for RapidOCR: counts itself, and how many calls are inside of it at once."""

    loaded = inside = most = 0

    def __init__(self, **_: object) -> None:
        time.sleep(0)  # lets the other threads in
        Engine.loaded += 1

    def __call__(self, _: Image) -> SimpleNamespace:
        Engine.inside += 1
        for _turn in range(100):
            time.sleep(0)
            Engine.most = max(Engine.most, Engine.inside)
        Engine.inside -= 1
        return SimpleNamespace(boxes=None)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Engine]]:
    monkeypatch.setitem(sys.modules, "rapidocr", SimpleNamespace(RapidOCR=Engine))
    Engine.loaded = Engine.inside = Engine.most = 0
    ocr._engine.cache_clear()
    yield Engine
    ocr._engine.cache_clear()


def test_threads_share_one_engine(counting: type[Engine]) -> None:
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ocr.read_texts, [blank()] * 16)) == [[]] * 16
    assert (counting.loaded, counting.most) == (1, 1)
