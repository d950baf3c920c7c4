from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from appagent.bench.solve import launch, view_of
from appagent.geometry import Rect
from appagent.screen import icons
from appagent.screen.badges import tell_badges
from appagent.screen.icons import classify, icon_of
from appagent.screen.values import Image
from pocketphone.phone import Phone
from tests.screen.trees import element, screen

BLACK, WHITE, RED, BLUE = (20, 20, 20), (250, 250, 250), (180, 20, 25), (30, 40, 110)
Colour = tuple[int, int, int]


def paint(
    draw: Callable[[Image, Colour, int], None], px: int, front: Colour, back: Colour
) -> Image:
    """A drawing on a 24-unit grid, at `px`, as a phone would scale it."""
    large = np.full((480, 480, 3), back, np.uint8)
    draw(large, front, 20)
    return cv2.resize(large, (px, px), interpolation=cv2.INTER_AREA)


def cross(image: Image, colour: Colour, unit: int) -> None:
    for ends in (((6, 6), (18, 18)), ((6, 18), (18, 6))):
        one, other = ((x * unit, y * unit) for x, y in ends)
        cv2.line(image, one, other, colour, 2 * unit)


def plus(image: Image, colour: Colour, unit: int) -> None:
    for ends in (((5, 12), (19, 12)), ((12, 5), (12, 19))):
        one, other = ((x * unit, y * unit) for x, y in ends)
        cv2.line(image, one, other, colour, 2 * unit)


def bars(image: Image, colour: Colour, unit: int) -> None:
    for y in (7, 12, 17):
        cv2.line(image, (4 * unit, y * unit), (20 * unit, y * unit), colour, 2 * unit)


def dots(image: Image, colour: Colour, unit: int) -> None:
    for y in (6, 12, 18):
        cv2.circle(image, (12 * unit, y * unit), 2 * unit, colour, -1)


def glass(image: Image, colour: Colour, unit: int) -> None:
    cv2.circle(image, (10 * unit, 10 * unit), 5 * unit, colour, 2 * unit)
    cv2.line(image, (14 * unit, 14 * unit), (20 * unit, 20 * unit), colour, 2 * unit)


def arrow(image: Image, colour: Colour, unit: int) -> None:
    cv2.line(image, (5 * unit, 12 * unit), (20 * unit, 12 * unit), colour, 2 * unit)
    for y in (5, 19):
        cv2.line(image, (5 * unit, 12 * unit), (12 * unit, y * unit), colour, 2 * unit)


@pytest.mark.parametrize("px", [48, 72, 96, 144])
@pytest.mark.parametrize("colours", [(BLACK, WHITE), (WHITE, BLACK), (WHITE, RED), (RED, WHITE)])
@pytest.mark.parametrize(
    ("draw", "word"),
    [
        (cross, "close"),
        (plus, "add"),
        (bars, "menu"),
        (dots, "more"),
        (glass, "search"),
        (arrow, "back"),
    ],
)
def test_an_icon_is_known_in_any_colours_and_sizes(
    draw: Callable[[Image, Colour, int], None], word: str, colours: tuple[Colour, Colour], px: int
) -> None:
    assert classify(paint(draw, px, *colours)) == word


def test_an_icon_on_a_disc_is_known() -> None:
    image = np.full((168, 168, 3), WHITE, np.uint8)
    cv2.circle(image, (84, 84), 78, BLUE, -1)
    image[48:120, 48:120] = paint(plus, 72, WHITE, BLUE)
    assert classify(image) == "add"


def test_an_icon_on_a_disc_over_a_photo_is_known() -> None:
    image = photo(168)
    cv2.circle(image, (84, 84), 84, BLUE, -1)
    image[48:120, 48:120] = paint(plus, 72, WHITE, BLUE)
    assert classify(image) == "add"


def noise(px: int) -> Image:
    return np.random.default_rng(0).integers(0, 256, (px, px, 3)).astype(np.uint8)


def photo(px: int) -> Image:
    return cv2.resize(noise(6), (px, px), interpolation=cv2.INTER_CUBIC)


def word(px: int) -> Image:
    image = np.full((px, 3 * px, 3), WHITE, np.uint8)
    cv2.putText(image, "Save", (8, px - 12), cv2.FONT_HERSHEY_SIMPLEX, px / 40, BLACK, 2)
    return image


def face(px: int) -> Image:
    """A letter on a disc, as an avatar without a picture."""
    image = np.full((px, px, 3), WHITE, np.uint8)
    cv2.circle(image, (px // 2, px // 2), px // 2 - 2, BLUE, -1)
    cv2.putText(image, "R", (px // 3, 2 * px // 3), cv2.FONT_HERSHEY_SIMPLEX, px / 60, WHITE, 3)
    return image


@pytest.mark.parametrize("px", [9, 24, 48, 96])
@pytest.mark.parametrize("make", [noise, photo, word, face, lambda px: np.zeros((px, px, 3), "u1")])
def test_nothing_is_said_of_what_is_no_icon(make: Callable[[int], Image], px: int) -> None:
    assert classify(make(px)) == ""


@pytest.mark.parametrize("shape", [(1, 1), (1, 400), (400, 1), (10, 10)])
@pytest.mark.parametrize("value", [0, 255])
def test_no_picture_is_too_thin(shape: tuple[int, int], value: int) -> None:
    image = np.zeros((*shape, 3), np.uint8)
    image[-1, -1] = value
    assert classify(image) == ""


def test_what_is_remembered_of_a_picture_is_small() -> None:
    """A crop of a large control has a megabyte, and hundreds are remembered."""
    image = np.random.default_rng(1).integers(0, 255, (2400, 1080, 3), np.uint8)
    large = element(name="", bounds=Rect(0, 0, 1000, 500))
    assert icon_of(large.bounds, screen((large,), image)) == ""
    assert max(map(len, icons._known)) < 100


def test_the_data_say_what_they_were_made_from() -> None:
    with np.load(icons.DATA) as data:
        made_from = list(map(str, data["made_from"]))
        assert len(data["words"]) > 60
    assert icons.DATA.stat().st_size < 70_000
    assert all(one.endswith(("(Apache-2.0)", "(MIT)", "(OFL-1.1)")) for one in made_from)
    assert any("material-icons" in one for one in made_from)


@pytest.mark.parametrize(
    ("app", "seed", "way", "told"),
    [
        ("settings", 1, ("Network", "Internet"),
         {"Greenhouse": ("lock",), "Studio 9": ("lock",), "Printworks": (), "Orchard, Saved": ()}),
        ("photos", 4, (), {"Boats off the pier": ("heart",)}),
        ("maps", 1, ("Saved",), {"Starred, 1 place": ()}),  # each row ends in an arrow
    ],
)  # fmt: skip
def test_what_only_the_picture_shows_of_rows_and_tiles(
    app: str, seed: int, way: tuple[str, ...], told: dict[str, tuple[str, ...]]
) -> None:
    phone = Phone(seed=seed)
    launch(phone, f"com.pocketphone.{app}")
    for name in way:
        there = (e for e in view_of(phone).screen.elements if e.name.startswith(name))
        phone.touch(*next(there).bounds.center)
    seen = tell_badges(
        replace(view_of(phone).screen, image=np.asarray(phone.frame().convert("RGB")))
    )
    found = {e.name: e.remarks for e in seen.elements}
    assert {name: found[name] for name in told} == told
    assert {*found.values()} <= {(), *told.values()}
