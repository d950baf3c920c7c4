"""What is found in the pixels where the tree tells nothing, and only there."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from appagent.actions.dsl import parse
from appagent.actions.gestures import TouchAt, resolve
from appagent.geometry import Point, Rect
from appagent.screen import contours
from appagent.screen.describe import mark_line, view_lines
from appagent.screen.grid import grid
from appagent.screen.hierarchy import parse_hierarchy as read_tree
from appagent.screen.marks import find_marks, mark, mark_or_grid
from appagent.screen.shapes import Found, add_shapes
from appagent.screen.shapes import name_boxes as named_by
from appagent.screen.values import Image, Screen

from .trees import SIZE, blank, named, node, page, screen

CANVAS = Rect(0, 200, 1080, 2200)
BUTTON = Rect(140, 400, 540, 520)
PINS = [Point(300, 1000), Point(760, 1300), Point(500, 1700)]


def drawn() -> Image:
    """A picture with a button that has a label, and three pins on a net of roads."""
    image = blank(SIZE, (230, 235, 230))
    for at in range(900, 2100, 160):
        cv2.line(image, (0, at), (1080, at), (200, 205, 200), 12)
        cv2.line(image, (at - 850, 800), (at - 850, 2100), (200, 205, 200), 12)
    for pin in PINS:
        cv2.circle(image, pin, 40, (170, 20, 60), -1)
    cv2.rectangle(image, BUTTON[:2], (539, 519), (20, 60, 160), 3)
    cv2.putText(image, "Play now", (190, 480), cv2.FONT_HERSHEY_SIMPLEX, 2, (20, 20, 20), 5)
    return image


def game(*children: str, cls: str = "android.view.SurfaceView", **more: str) -> Screen:
    """A page with a bar above a canvas, as a phone would print it."""
    bar = node("Button", (0, 80, 200, 180), text="Menu", flags="clickable")
    canvas = node(cls, CANVAS, **({"id": "board"} | more))
    told = read_tree(page(bar, canvas, *children), SIZE)
    return replace(screen(told.elements, drawn()), surfaces=told.surfaces)


def test_shapes_on_a_canvas_are_numbered_after_the_elements() -> None:
    seen = add_shapes(game())
    assert [mark_line(m) for m in find_marks(seen)][:2] == ['1 button "Menu"', "2 shape"]
    assert view_lines(mark(seen))[:2] == ['1 button "Menu"', "2 shape"]
    assert [text for text in view_lines(mark_or_grid(seen, on_grid=True)) if "shape" in text] == []
    boxes = [e.bounds for e in seen.shapes]
    assert any(contours_agree(BUTTON, box) for box in boxes)
    for pin in PINS:
        (box,) = [box for box in boxes if box.contains(pin)]
        assert box.width < 200, "a pin is no part of the roads"
    assert {e.key for e in seen.shapes} == {"#board"}
    assert seen.seen_by == "pixels"
    assert not mark_or_grid(seen).grid


def contours_agree(one: Rect, other: Rect) -> bool:
    shared = one.intersect(other).area
    return shared > 0.8 * max(one.area, other.area)


def test_a_shape_is_touched_in_its_middle() -> None:
    view = mark(add_shapes(game()))
    label = next(m.label for m in view.marks if m.bounds.contains(PINS[0]))
    move = resolve(parse(f"tap({label})"), view)
    assert isinstance(move.gesture, TouchAt)
    assert abs(move.gesture.point.x - PINS[0].x) < 10
    assert (move.use, move.element.key if move.element else "") == ("tap", "#board")
    assert move.words == "tap shape at {}, {}".format(*move.gesture.point)


def test_a_cell_of_the_grid_belongs_to_the_surface_under_it() -> None:
    view = grid(game())
    cell = next(m for m in view.marks if m.bounds.contains(PINS[0]))
    move = resolve(parse(f'long_press({cell.label}, "top")'), view)
    assert (move.use, move.element.key if move.element else "") == ("long_press", "#board")
    assert move.words == f'long_press surface {cell.label}, "top"', "and says where on it"


def test_elements_of_the_tree_are_no_shapes() -> None:
    play = node("Button", BUTTON, text="Play now", flags="clickable")
    seen = add_shapes(game(play))
    assert named(seen.elements, "Play now").bounds == BUTTON
    assert not any(e.bounds.intersect(BUTTON).area for e in seen.shapes)


@pytest.mark.parametrize(
    "told",
    [
        game(cls="ImageView"),
        game(cls="android.view.View", id="touch_outside"),
        game(cls="TextView", text="A long text"),
        game(node("TextView", CANVAS.inset(60), text="Over it")),
        replace(game(), surfaces=()),
    ],
    ids=["a photo", "a veil", "a text", "covered", "a good tree"],
)
def test_a_screen_without_blank_areas_gets_no_shapes(told: Screen) -> None:
    assert add_shapes(told) is told


def test_without_a_tree_the_whole_screen_is_searched() -> None:
    lost = replace(screen((), drawn()), tree="could not get idle state")
    seen = add_shapes(lost)
    assert len(seen.shapes) >= 4
    assert {e.key for e in seen.shapes} == {""}
    label = next(m.label for m in find_marks(seen) if m.bounds.contains(PINS[0]))
    assert resolve(parse(f"tap({label})"), mark(seen)).use is None, "there is nowhere to keep it"


def test_the_keyboard_is_not_searched() -> None:
    area = Rect(0, 1500, 1080, 2400)
    lost = replace(screen((), drawn(), keyboard=area), tree="busy")
    assert all(e.bounds.bottom <= area.top for e in add_shapes(lost).shapes)
    typed = resolve(parse('text("Ada")'), mark(add_shapes(lost)))
    assert typed.gesture is not None, "a field that no tree tells of has called the keyboard"


def test_a_black_picture_leaves_the_grid() -> None:
    dark = replace(screen((), blank(SIZE, (0, 0, 0))), tree="secure")
    seen = add_shapes(dark)
    assert seen is dark
    assert mark_or_grid(seen).grid


def test_the_rest_of_a_card_is_a_shape_beside_its_elements() -> None:
    image = blank(SIZE, (235, 238, 245))
    cv2.rectangle(image, (100, 600), (980, 880), (255, 255, 255), -1)
    cv2.putText(image, "Sugar", (160, 700), cv2.FONT_HERSHEY_SIMPLEX, 2, (20, 20, 20), 5)
    cv2.rectangle(image, (150, 770), (330, 850), (20, 60, 160), -1)
    (card,) = add_shapes(replace(game(), image=image)).shapes
    assert contours_agree(card.bounds, Rect(100, 600, 980, 880))
    buy = node("Button", (140, 760, 340, 860), text="Buy", flags="clickable")
    (word,) = add_shapes(replace(game(buy), image=image)).shapes
    assert word.bounds.contains(Point(240, 680))
    assert word.bounds.bottom < 760


def test_a_text_names_the_shape_that_it_stands_on_or_is_one() -> None:
    words = Found(Rect(190, 430, 480, 490), "Play now")
    loose = Found(Rect(600, 600, 900, 660), "Level 3")
    told = Found(Rect(20, 100, 180, 160), "Menu")
    seen = add_shapes(game(), read=lambda _: [words, loose, told])
    names = [e.name for e in seen.shapes if e.name]
    assert names == ["Play now", "Level 3"]
    assert contours_agree(next(e.bounds for e in seen.shapes if e.name == "Play now"), BUTTON)


def test_two_texts_far_apart_are_two_things() -> None:
    frame, am, pm = Rect(100, 100, 500, 200), Rect(140, 130, 200, 170), Rect(400, 130, 460, 170)
    told = [Found(am, "AM"), Found(pm, "PM")]
    assert named_by([Found(frame)], told) == told
    below = Found(Rect(140, 172, 200, 198), "or PM")
    assert named_by([Found(frame)], [told[0], below]) == [Found(frame, "AM or PM")]


def test_a_text_names_the_smallest_thing_that_it_stands_on() -> None:
    card, link = Rect(100, 100, 900, 400), Rect(600, 320, 880, 380)
    texts = [Found(Rect(140, 130, 500, 180), "Weather"), Found(Rect(640, 330, 840, 370), "More")]
    named = named_by([Found(card), Found(link)], texts)
    assert named == [Found(card, "Weather"), Found(link, "More")]


def test_a_detector_stands_in_for_the_contours() -> None:
    boxes = [Found(BUTTON, "play"), Found(Rect(0, 80, 200, 180), "menu")]
    seen = add_shapes(game(), detect=lambda _: boxes)
    assert [(e.name, e.bounds) for e in seen.shapes] == [("play", BUTTON)]
    assert seen.seen_by == "detector"


@given(arrays(np.uint8, (90, 60, 3)), st.integers(0, 80), st.integers(0, 50))
def test_boxes_lie_in_the_part_that_was_searched(image: Image, top: int, left: int) -> None:
    within = Rect(left, top, 60, 90)
    boxes = contours.find_boxes(image, within)
    assert all(within.contains(box) and not box.empty for box in boxes)
    assert len(boxes) <= contours.MOST


def test_elements_around_a_part_hide_nothing_in_it() -> None:
    within = Rect(0, 300, 1080, 780)
    bars = [Rect(0, 0, 1080, 290), Rect(0, 790, 1080, 2400)]
    assert contours.find_boxes(drawn(), within, bars) == contours.find_boxes(drawn(), within)


def test_letters_are_read_as_lines_and_a_frame_with_its_label_as_one() -> None:
    (frame, *rest) = contours.find_boxes(drawn(), Rect(0, 300, 1080, 780))
    assert contours_agree(frame, BUTTON)
    assert not rest


@pytest.mark.parametrize(("light", "found"), [(0.5, False), (1.0, True)])
def test_the_dimmed_page_behind_a_dialog_is_no_canvas(light: float, found: bool) -> None:
    """A dialog that is drawn in a window of its own: the tree holds nothing of the page behind."""
    backdrop = node("View", (0, 0, 1080, 2400), flags="clickable")
    ok = node("Button", (600, 1300, 900, 1420), text="OK", flags="clickable")
    text = node("TextView", (180, 1000, 900, 1200), text="Delete it?")
    told = read_tree(page(backdrop, node("FrameLayout", (140, 960, 940, 1460), text, ok)), SIZE)
    image = (drawn() * light).astype(np.uint8)
    image[960:1460, 140:940] = 250
    seen = add_shapes(replace(screen(told.elements, image), surfaces=told.surfaces))
    assert bool(seen.shapes) == found
