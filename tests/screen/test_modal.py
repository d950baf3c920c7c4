"""A dialog whose tree covers the window, as React Native's modal does: groups as large as the
window, without a word and not touchable, and a card in the middle of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from appagent.geometry import Rect
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.marks import mark
from appagent.screen.shapes import add_shapes
from appagent.screen.values import Image, Screen
from tests.screen.trees import SIZE, dump, node, screen

WINDOW = SIZE.rect
CARD = Rect(90, 860, 990, 1440)
LIGHT, DARK = ((250, 250, 252), (30, 30, 34)), ((38, 38, 42), (240, 240, 240))
"""The grounds and inks of two themes."""


def painted(dimmed: float, theme: tuple[tuple[int, int, int], ...] = LIGHT) -> Image:
    """A page of a list and two buttons behind a dim layer, and the card on it."""
    ground, ink = theme
    out = Pictures.new("RGB", SIZE, ground)
    pen, font = ImageDraw.Draw(out), ImageFont.load_default(48)
    pen.rectangle((0, 0, SIZE.width, 230), fill=(60, 90, 200))
    pen.text((60, 120), "Workspaces", fill=(255, 255, 255), font=font)
    for row in range(7):
        top = 280 + row * 270
        pen.rounded_rectangle((40, top, 1040, top + 230), 24, outline=(128, 128, 128), width=4)
        pen.ellipse((80, top + 55, 200, top + 175), fill=(200, 120, 60 + 20 * row))
        pen.text((240, top + 60), f"Team number {row}", fill=ink, font=font)
    pen.rounded_rectangle((640, 2230, 1040, 2360), 60, fill=(60, 90, 200))
    pen.text((720, 2265), "Create", fill=(255, 255, 255), font=font)
    out = Pictures.fromarray((np.asarray(out) * dimmed).astype(np.uint8))
    pen = ImageDraw.Draw(out)
    pen.rounded_rectangle(CARD, 30, fill=ground)
    pen.text((150, 920), "Switch workspace", fill=ink, font=font)
    pen.rounded_rectangle((150, 1040, 930, 1170), 16, outline=(120, 120, 130), width=4)
    pen.text((180, 1080), "Workspace address", fill=(130, 130, 140), font=font)
    pen.text((420, 1290), "Cancel", fill=ink, font=font)
    pen.rounded_rectangle((660, 1250, 930, 1380), 20, fill=(60, 90, 200))
    pen.text((710, 1290), "Switch", fill=(255, 255, 255), font=font)
    return np.asarray(out)


def button(name: str, box: tuple[int, int, int, int]) -> str:
    word = node("TextView", Rect(*box).inset(30), text=name)
    return node("android.view.ViewGroup", box, word, desc=name, flags="clickable focusable")


def group(box: Rect, *children: str) -> str:
    return node("android.view.ViewGroup", box, *children)


def modal(*more: str) -> bytes:
    """What the window of the modal prints; `more` is laid over all of it."""
    field = (150, 1040, 930, 1170)
    card = group(
        CARD,
        node("TextView", (150, 910, 700, 990), text="Switch workspace"),
        node("EditText", field, desc="Workspace address", flags="clickable focusable"),
        button("Cancel", (380, 1250, 640, 1380)),
        button("Switch", (660, 1250, 930, 1380)),
    )
    host = group(WINDOW, group(WINDOW, group(WINDOW), group(WINDOW, card), *more))
    return dump(node("FrameLayout", WINDOW, node("FrameLayout", WINDOW, host)))


def shown(tree: bytes, image: Image) -> Screen:
    told = parse_hierarchy(tree, SIZE)
    return add_shapes(replace(screen(told.elements, image), surfaces=told.surfaces))


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("dimmed", [0.4, 0.5, 0.68])
def test_nothing_is_numbered_on_the_page_behind(
    dimmed: float, theme: tuple[tuple[int, int, int], ...]
) -> None:
    view = mark(shown(modal(), painted(dimmed, theme)))
    assert [m.element.name for m in view.marks if m.element] == [
        "Workspace address", "Cancel", "Switch",
    ]  # fmt: skip
    assert all(CARD.contains(m.bounds) for m in view.marks)


def test_what_is_as_bright_as_the_card_may_be_touched() -> None:
    """A game that tells its menu, and draws the rest."""
    assert len(shown(modal(), painted(1.0)).shapes) > 5


def test_a_dark_canvas_with_controls_at_its_edges_is_searched() -> None:
    """A map by night, or a video: what lies on it stands all round."""
    search = button("Search here", (40, 100, 1040, 230))
    assert len(shown(modal(search), painted(0.5)).shapes) >= 5
