"""Trees of thousands of nodes: nothing of them is lost, and they take time in proportion."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace

import cv2
import pytest

from appagent.errors import ScreenUnreadable
from appagent.geometry import Rect
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
    "rows with ids": (501, 501),  # 250 with an icon, and their list: a switch is its row's
    "rows without ids": (501, 501),
    "rows of pictures": (501, 501),
    "chains": (5, 0),  # the text at the end of each
    "chains that are all touched": (995, 5),
    "buttons at one place": (1000, 1),
    "buttons that overlap": (8, 1),  # the others are covered
    "fields with labels": (500, 500),
    "rows of a thousand buttons": (1001, 251),  # the second row lies over the first
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


def button(bounds: bytes = b"[0,0][100,100]", more: bytes = b"") -> bytes:
    return b'<node class="Button" text="Save" clickable="true" bounds="%s" %s/>' % (bounds, more)


NESTED = b'<node class="View" bounds="[0,0][100,100]">' * 100_000
ENTITIES = b"".join(b'<!ENTITY e%d "%s">' % (n, b"&e%d;" % (n - 1) * 10) for n in range(1, 12))


@pytest.mark.parametrize(
    ("xml", "told"),
    [
        (NESTED + b"</node>" * 100_000, "deeper or longer than any screen's"),
        (NESTED, "deeper or longer than any screen's"),
        (b'<node text="%s"/>' % (b"y" * (50 << 20)), "deeper or longer than any screen's"),
        (b"<!DOCTYPE h [%s]>" % ENTITIES + button(), "declares a document type"),
        (button(more=b'hint="&e9;"'), "is not XML at line 1"),
        (
            button(more=b" ".join(b'a%d="true"' % n for n in range(20_000))),
            "20,004 attributes, where a phone",
        ),
        (button() * 50_000, "more than 10,000 nodes in sight, or 100,000 in all"),
        (button(b"[0,0][0,0]") * 200_000, "more than 10,000 nodes in sight, or 100,000 in all"),
        (b"</hierarchy>" * 400_000, "is not XML at line 1"),
        (b"<a " * 1_000_000, "is not XML at line 1"),
    ],
    ids=[
        "deep",
        "unclosed",
        "50 MB",
        "entities",
        "entity",
        "attributes",
        "nodes",
        "unseen",
        "closings",
        "openings",
    ],
)
def test_what_no_phone_prints_is_refused_in_a_sentence(xml: bytes, told: str) -> None:
    start = time.process_time()
    with pytest.raises(ScreenUnreadable, match=told) as refused:
        parse_hierarchy(b"<hierarchy>%s</hierarchy>" % xml, SIZE)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300
    assert time.process_time() - start < 10


def test_ten_thousand_boxes_over_each_other_take_a_second() -> None:
    """A small one says little about what covers a node: the large ones are looked at first."""
    drawn = random.Random(1)
    boxes = bytearray()
    for _ in range(9_900):
        left, top = drawn.randrange(1000), drawn.randrange(2300)
        right, bottom = left + drawn.randrange(10, 600), top + drawn.randrange(10, 300)
        boxes += button(b"[%d,%d][%d,%d]" % (left, top, right, bottom))
    start = time.process_time()
    page = b'<node class="FrameLayout" bounds="[0,0][1080,2400]">%s</node>' % boxes
    parse_hierarchy(b"<hierarchy>%s</hierarchy>" % page, SIZE)
    assert time.process_time() - start < 5, "it took 12 s, and takes 1.2"


@pytest.mark.parametrize(
    ("bounds", "found"),
    [
        (b"[99999999999999999999,0][999999999999999999999,9]", None),
        (b"[-9999999,-9999999][9999999,9999999]", SIZE.rect),
        (b"[-50,-50][60,70]", Rect(0, 0, 60, 70)),
        (b"[50,50][10,10]", None),
        (b"[10,10][10,10]", None),
        (b"[1080,0][2000,100]", None),
        (b"[0,0]", None),
    ],
)
def test_bounds_of_any_kind_leave_a_screen(bounds: bytes, found: Rect | None) -> None:
    other = button().replace(b"Save", b"Other")
    seen = parse_hierarchy(b"<hierarchy>%s%s</hierarchy>" % (button(bounds), other), SIZE)
    assert [e.bounds for e in seen.elements if e.name == "Save"] == [found] * (found is not None)
    assert [e.bounds for e in seen.elements if e.name == "Other"] == [Rect(0, 0, 100, 100)]


@pytest.mark.parametrize("broken", [b"a\0b", b"a\xff\xfeb", b"a\x1b[2Jb", b"&#0;", b"&#xd83d;"])
def test_bytes_that_xml_forbids_leave_a_screen(broken: bytes) -> None:
    found = parse_hierarchy(b"<hierarchy>%s</hierarchy>" % button(more=b'hint="%s"' % broken), SIZE)
    assert [e.name for e in found.elements] == ["Save"]
    assert found.notes
