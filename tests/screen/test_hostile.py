"""Trees of thousands of nodes: nothing of them is lost, and they take time in proportion."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import cv2
import pytest

from appagent.screen.change import difference
from appagent.screen.contours import MOST, find_boxes
from appagent.screen.describe import view_lines
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.marks import find_marks, mark
from appagent.screen.shapes import add_shapes
from appagent.screen.values import SURFACE, View
from scripts.hostile import KINDS, SIZE, tree

from .trees import blank, element, screen

FOUND = {  # elements and marks of 1,000 nodes
    "buttons": (1000, 1000),
    "images that say nothing": (1000, 1000),
    "texts": (1000, 0),
    "rows with ids": (
        501,
        501,
    ),  # 250 rows with an icon each, and their list: a switch is its row's
    "rows without ids": (501, 501),
    "chains": (5, 0),  # the text at the end of each
    "chains that are all touched": (995, 5),
    "buttons at one place": (1000, 1),
    "buttons that overlap": (8, 1),  # the others are covered
    "fields with labels": (500, 500),
    "areas that scroll": (1000, 1000),
    "tabs that are all selected": (1000, 1000),
    "roots": (1000, 1000),
}


def see(kind: str, count: int) -> View:
    return mark(screen(parse_hierarchy(tree(kind, count), SIZE).elements, blank(SIZE)))


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_lost_among_a_thousand_nodes(kind: str) -> None:
    view = see(kind, 1000)
    assert (len(view.screen.elements), len(view.marks)) == FOUND[kind]
    assert [m.label for m in view.marks] == list(range(1, len(view.marks) + 1))


@pytest.mark.parametrize("kind", KINDS)
def test_four_times_the_nodes_take_less_than_eight_times_as_long(kind: str) -> None:
    few, many = (tree(kind, count) for count in (1000, 4000))

    def seconds(xml: bytes) -> float:
        start = time.process_time()
        seen = screen(parse_hierarchy(xml, SIZE).elements, blank(SIZE))
        difference(seen, seen)
        view_lines(View(seen, find_marks(seen), seen.image))
        return time.process_time() - start

    assert lowest(lambda: seconds(many) / min(seconds(few), seconds(few)), under=8) < 8


@pytest.mark.parametrize("kind", ["buttons", "areas that scroll"])
def test_drawing_four_times_the_marks_takes_less_than_eight_times_as_long(kind: str) -> None:
    few, many = (
        screen(parse_hierarchy(tree(kind, count), SIZE).elements, blank(SIZE))
        for count in (1000, 4000)
    )

    def ratio() -> float:
        took = []
        for seen in (few, many):
            start = time.process_time()
            assert len(mark(seen).marks) == len(seen.elements)
            took.append(time.process_time() - start)
        return took[1] / took[0]

    assert lowest(ratio, under=8) < 8


def lowest(ratio: Callable[[], float], *, under: float) -> float:
    """The lowest of several tries, as other work on the machine only makes one higher."""
    found = ratio()
    for _ in range(4):
        if found < under:
            break
        found = min(found, ratio())
    return found


def test_a_thousand_empty_frames_at_one_place_are_searched_once() -> None:
    image = blank(SIZE)
    cv2.rectangle(image, (300, 700), (700, 900), (20, 60, 200), -1)
    frames = [
        element(role=SURFACE, name="", bounds=SIZE.rect.inset(margin % 20))
        for margin in range(1000)
    ]
    one, thousand = (
        add_shapes(replace(screen((), image), surfaces=tuple(frames[:count]))).shapes
        for count in (1, 1000)
    )
    assert len(one) == 1
    assert [shape.bounds.size for shape in thousand] == [shape.bounds.size for shape in one]


def test_a_page_of_two_thousand_words_is_searched_in_no_time() -> None:
    image = blank(SIZE)
    for top in range(0, SIZE.height, 26):
        for left in range(0, SIZE.width, 52):
            cv2.putText(image, "ab", (left, top + 18), 0, 0.6, (20, 20, 20), 2)
    start = time.process_time()
    assert 1 < len(find_boxes(image, SIZE.rect)) <= MOST
    assert time.process_time() - start < 5, "it took 7 s on a quiet machine, and takes 0.2"
