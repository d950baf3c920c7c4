"""What drawn things come to: the cards, rows and cells that a person would touch."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from appagent.geometry import Point, Rect
from appagent.screen import contours
from appagent.screen.layout import arrange

WHOLE = Rect(0, 0, 540, 1200)


def row(top: int, *places: tuple[int, int]) -> list[Rect]:
    """Pieces 20 px high, each from one x to another."""
    return [Rect(left, top, right, top + 20) for left, right in places]


def test_a_ground_with_one_thing_is_that_thing() -> None:
    button, label = Rect(100, 100, 300, 160), Rect(160, 120, 240, 140)
    assert arrange([label], [button], WHOLE) == [button]
    assert arrange([label], [], WHOLE) == [label]


def test_a_bar_is_cut_into_cells_and_an_icon_stands_in_the_middle_of_its_own() -> None:
    bar = Rect(0, 40, 540, 100)
    arrow, title, dots = row(60, (20, 40), (80, 200), (505, 515))
    cells = arrange([arrow, title, dots], [bar], WHOLE)
    assert set(cells) == {
        Rect(0, 40, 60, 100), Rect(60, 40, 480, 100), Rect(480, 40, 540, 100)
    }  # fmt: skip


def test_icons_with_their_words_are_tabs() -> None:
    bar = Rect(0, 1100, 540, 1200)
    icons = row(1110, (80, 100), (260, 280), (440, 460))
    words = row(1150, (60, 120), (240, 300), (410, 490))
    tabs = arrange([*icons, *words], [bar], WHOLE)
    assert [(t.left, t.top, t.bottom) for t in sorted(tabs)] == [
        (0, 1100, 1200), (180, 1100, 1200), (360, 1100, 1200)
    ]  # fmt: skip


def test_a_list_has_rows_from_edge_to_edge_and_a_switch_its_own_cell() -> None:
    places = [row(top, (40, 200), (480, 520)) for top in range(200, 700, 80)]
    rows = arrange([piece for pieces in places for piece in pieces], [], WHOLE)
    assert len(rows) == 2 * len(places)
    for name, switch in places:
        (held,) = [box for box in rows if box.contains(name)]
        assert held.height == 80
        assert held.left == 0
        (other,) = [box for box in rows if box.contains(switch)]
        assert other.right == 540
        assert other != held


def test_a_few_lines_are_no_list() -> None:
    lines = [*row(200, (40, 400)), *row(240, (40, 380)), *row(280, (40, 300))]
    assert arrange(lines, [], WHOLE) == lines


def test_a_card_leaves_what_stands_on_it() -> None:
    card, link = Rect(20, 200, 520, 350), Rect(420, 320, 500, 340)
    head = Rect(40, 220, 300, 300)
    assert arrange([head, link], [card], WHOLE) == [card, link]


def test_a_large_ground_is_no_thing() -> None:
    page, label = Rect(0, 100, 540, 1100), Rect(160, 120, 240, 140)
    assert arrange([label], [page], WHOLE) == [label]


def test_a_row_and_the_switch_on_it_are_found_in_the_pixels() -> None:
    """A white card on a ground that is a shade darker, as apps of today draw them."""
    image = np.full((1200, 540, 3), (244, 246, 250), np.uint8)
    cv2.rectangle(image, (20, 300), (519, 419), (255, 255, 255), -1)
    cv2.putText(image, "Bluetooth", (40, 370), cv2.FONT_HERSHEY_SIMPLEX, 1, (20, 20, 20), 2)
    cv2.ellipse(image, (470, 360), (30, 16), 0, 0, 360, (60, 80, 160), -1)
    boxes = contours.find_boxes(image, WHOLE)
    assert len(boxes) == 2
    name, switch = (
        next(b for b in boxes if b.contains(p)) for p in (Point(90, 360), Point(470, 360))
    )
    assert (name.left, switch.right) == (21, 519)
    assert abs(name.height - 120) < 8


def test_a_photo_hides_under_no_numbers() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (150, 68, 3), dtype=np.uint8)
    photo = cv2.resize(noise, (540, 1200), interpolation=cv2.INTER_CUBIC)
    assert len(contours.find_boxes(photo, WHOLE)) <= 12


EDGE = st.integers(0, 540)
BOX = st.tuples(EDGE, EDGE, st.integers(1, 200), st.integers(1, 200)).map(
    lambda at: Rect(at[0], at[1], at[0] + at[2], at[1] + at[3]).intersect(WHOLE)
)
BOXES = st.lists(BOX.filter(lambda box: not box.empty), max_size=12)


@given(BOXES, BOXES)
def test_whatever_is_drawn_lies_on_the_screen(pieces: list[Rect], grounds: list[Rect]) -> None:
    found = arrange(pieces, grounds, WHOLE)
    assert all(WHOLE.contains(box) and not box.empty for box in found)
    assert bool(found) == bool(pieces)


@given(st.lists(st.integers(1, 60), min_size=1, max_size=8))
def test_cells_of_a_bar_share_no_place(widths: list[int]) -> None:
    bar, left, pieces = Rect(0, 0, 540, 60), 0, []
    for width in widths:
        pieces.append(Rect(left, 20, left + width, 40))
        left += width + 5
    cells = arrange(pieces, [bar], WHOLE)
    assert all(one.intersect(other).empty for one, other in combinations(cells, 2))
