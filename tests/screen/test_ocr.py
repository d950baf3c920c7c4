"""What is written in a picture; with the extra `ocr` alone."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import cv2
import pytest

from appagent.geometry import Rect
from appagent.screen import ocr
from appagent.screen.shapes import Found
from appagent.screen.values import Element, Image

from .trees import blank, element, screen

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


# --- toasts ---------------------------------------------------------------------------------------

ROW = element(name="Rye bread, Flour and water", bounds=Rect(0, 1900, 1080, 2100))
LIST = element(name="Recipes", role="list", bounds=Rect(0, 200, 1080, 2400))


def line(said: str, top: int, left: int, right: int) -> Found:
    return Found(Rect(left, top, right, top + 40), said)


def notice(*lines: Found, elements: tuple[Element, ...] = (LIST, ROW), keyboard: int = 0) -> str:
    """What is read of a toast where these lines stand in the picture of a screen."""
    area = Rect(0, keyboard, 1080, 2400) if keyboard else None

    def read(image: Image) -> list[Found]:
        assert image.shape[:2] == (1200, 1080)  # the lower half
        moved = ((f.bounds, f.name) for f in lines)
        return [
            Found(box._replace(top=box.top - 1200, bottom=box.bottom - 1200), said)
            for box, said in moved
        ]

    return ocr.read_notice(screen(elements, blank(), keyboard=area or False), read)


COPIED = line("Copied", 2010, 480, 600)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([COPIED], "Copied"),
        ([line("Rye breacl", 1930, 400, 680), COPIED], "Copied"),  # a row, misread
        ([line("Flour and water", 1930, 400, 680)], ""),
        ([line("Poster", 1300, 700, 900), COPIED], "Copied"),
        ([line("2026", 2010, 40, 160)], ""),  # at the side
        ([line("Alarm set for 7 hours", 2000, 300, 780), line("from now", 2050, 300, 500)],
         "Alarm set for 7 hours from now"),
        ([line("A poster", 1300, 480, 600), COPIED], "Copied"),  # the lowest
        ([], ""),
    ],
)  # fmt: skip
def test_the_words_of_a_toast_are_what_nothing_else_says(lines: list[Found], told: str) -> None:
    assert notice(*lines) == told


def test_a_toast_may_say_what_stands_elsewhere() -> None:
    tab = element(name="Copied", bounds=Rect(0, 2250, 360, 2400))
    assert notice(COPIED, elements=(tab,)) == "Copied"


def test_the_keys_are_no_toast() -> None:
    assert notice(line("English", 2010, 480, 600), keyboard=1600) == ""
