"""Portraits of people who do not exist, drawn from their names."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from PIL import Image, ImageDraw

from pocketphone.ui import Picture, Widget

_SIDE, _SMOOTH = 144, 3  # px of a portrait; drawn this many times larger, for smooth edges
_GROUNDS = ("#f2c79b", "#a9cfe8", "#b9dcb0", "#e3b7d2", "#f3dd8f", "#bcb6e6", "#9fd8cf", "#e8a79c")
_SKINS = ("#f6d7bd", "#eac09a", "#d19b6f", "#a9714a", "#7a4a2e", "#f0cdb0")
_HAIRS = ("#2b211d", "#4e342a", "#7c4f2c", "#b98a4b", "#8f8a87", "#a1432f", "#171a24")
_SHIRTS = ("#35507a", "#8a3b4a", "#3f6b4f", "#5a4a86", "#33383f", "#b0672c", "#2f7780", "#cfcac2")


@lru_cache(maxsize=256)
def portrait(name: str) -> Image.Image:
    """A head and shoulders, RGBA, the same for the same name."""
    rng = Random(name)
    image = Image.new("RGB", (_SIDE * _SMOOTH,) * 2, rng.choice(_GROUNDS))
    draw, unit = ImageDraw.Draw(image), _SIDE * _SMOOTH / 100
    skin, hair, shirt = rng.choice(_SKINS), rng.choice(_HAIRS), rng.choice(_SHIRTS)
    style = rng.choice(("short", "short", "long", "bun", "bald", "curls"))

    def disc(x: float, y: float, across: float, down: float, color: str) -> None:
        draw.ellipse([edge * unit for edge in (x - across, y - down, x + across, y + down)], color)

    if style == "long":
        disc(50, 50, 27, 34, hair)
    if style == "bun":
        disc(50, 16, 11, 11, hair)
    disc(50, 112, 40, 38, shirt)
    draw.rounded_rectangle([edge * unit for edge in (42, 58, 58, 82)], 8 * unit, skin)
    if style != "bald":
        disc(50, 38, 23, 23, hair)
    disc(50, 46, 19, 22, skin)
    if style in ("short", "bun", "long"):
        part = rng.choice((-8, 0, 8))
        draw.chord([edge * unit for edge in (30, 20, 70, 52)], 180 + part, 360 + part, hair)
    if style == "curls":
        for x in range(32, 70, 9):
            disc(x, 27 + abs(x - 50) * 0.25, 8, 8, hair)
    for x in (43, 57):
        disc(x, 47, 2.2, 2.6, "#2a2422")
    draw.arc([edge * unit for edge in (42, 48, 58, 60)], 25, 155, "#7d3b32", round(1.6 * unit))
    return image.resize((_SIDE, _SIDE), Image.Resampling.BOX).convert("RGBA")


def face(name: str, size: float = 40) -> Widget:
    """The portrait of whoever is called so, in a disc."""
    return Picture(ref="", image=portrait(name), width=size, height=size, radius=size / 2)
