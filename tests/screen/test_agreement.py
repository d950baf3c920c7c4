from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from appagent.geometry import Rect, Size
from appagent.screen.overlay import draw_marks, tag_places
from appagent.screen.values import Mark
from scripts.agreement import Box, compare, iou, legibility, read, total

from .trees import blank

SAVE = Box(Rect(0, 0, 100, 100), "save")
SEND = Box(Rect(200, 0, 300, 100), "send")
OFF = Box(Rect(400, 0, 500, 100), "later", counts=False)


def test_each_mark_is_on_one_box() -> None:
    agreed = compare([SAVE, SEND], [Rect(0, 0, 100, 90), Rect(0, 0, 100, 100), Rect(9, 9, 20, 20)])
    assert (agreed.found, agreed.missed, agreed.extra) == (1, (SEND,), (0, 2))
    assert (agreed.recall, agreed.precision) == (0.5, pytest.approx(1 / 3))


def test_boxes_that_share_half_of_their_area_are_the_same() -> None:
    assert iou(SAVE.bounds, Rect(0, 0, 100, 50)) == 0.5
    assert compare([SAVE], [Rect(0, 0, 100, 50)]).recall == 1
    assert compare([SAVE], [Rect(0, 0, 100, 49)]).recall == 0
    assert iou(SAVE.bounds, SEND.bounds) == 0


def test_a_neutral_box_is_neither_missed_nor_wrong() -> None:
    assert compare([SAVE, OFF], [SAVE.bounds]).missed == ()
    agreed = compare([SAVE, OFF], [SAVE.bounds, OFF.bounds, OFF.bounds])
    assert (agreed.found, agreed.extra) == (1, (2,)), "the second mark on it is too much"


def test_boxes_that_count_are_matched_before_neutral_ones() -> None:
    around = Box(Rect(0, 0, 100, 99), "around", counts=False)
    assert compare([around, SAVE], [Rect(0, 0, 100, 99)]).found == 1


def test_totals_weigh_screens_by_their_boxes() -> None:
    one, other = compare([SAVE], [SAVE.bounds]), compare([SAVE, SEND, OFF], [])
    assert (total([one, other]).recall, total([one, other]).precision) == (pytest.approx(1 / 3), 1)


def test_an_annotation_file_says_what_counts(tmp_path: Path) -> None:
    path = tmp_path / "page.yaml"
    path.write_text(
        "boxes:\n"
        "- {box: [0, 0, 100, 100], what: save, uses: [tap]}\n"
        "- {box: [400, 0, 500, 100], what: later, uses: [tap], enabled: false}\n"
        "- {box: [400, 0, 500, 100], what: later, uses: [tap], window: other}\n"
    )
    assert read(path) == (SAVE, OFF, OFF)


def test_hidden_letters_are_counted() -> None:
    plain = blank(Size(720, 400))
    cv2.putText(plain, "Settings", (14, 140), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (0, 0, 0), 3)
    text = Rect(10, 90, 700, 160)
    free = legibility(plain, plain, [text], [Rect(10, 200, 60, 240)])
    half = legibility(plain, plain, [text], [Rect(10, 90, 110, 160), Rect(60, 90, 110, 160)])
    assert free.hidden_share == 0
    assert 0.4 < half.hidden_share < 0.6
    assert half.shared_px == 50 * 70
    assert free.contrast == 1, "nothing can be read on one colour"


def test_tags_are_measured_where_they_are_drawn() -> None:
    marks = [Mark(i + 1, Rect(10, 10 + 90 * i, 700, 90 + 90 * i)) for i in range(4)]
    plain = blank(Size(720, 400))
    places = tag_places(plain, marks, width_px=720)
    numbered = draw_marks(plain, marks, width_px=720)
    assert legibility(plain, numbered, [], places).contrast >= 4.5
    for place in places:  # the light edge of a tag is drawn on its outermost px
        assert (numbered[place.top, place.left : place.right] == 255).all()
        assert (numbered[place.bottom - 1, place.left : place.right] == 255).all()
