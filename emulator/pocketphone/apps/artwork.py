"""Photographs that nobody took: a motif on a soft ground, drawn from an icon and a number."""

from __future__ import annotations

import colorsys
from functools import lru_cache, partial
from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from pocketphone.ui import Canvas, Column, Handler, Icon, Painter, Rect, Rgb, Stack, Text, Widget
from pocketphone.ui.fonts import icon_mask
from pocketphone.ui.widget import Length


def category(
    key: str,
    label: str,
    icon: str,
    on_tap: Handler,
    *,
    size: float,
    radius: float,
    width: Length = None,
    padding: tuple[float, float] = (0, 0),
) -> Widget:
    """A kind of things: its sign on a tile, its name below."""
    tile = Stack(
        node="",
        width=size,
        height=size,
        radius=radius,
        background="container",
        at=[(0.5, 0.5)],
        children=[Icon(name=icon, color="on_container")],
    )
    name = Text(id="category_name", ref="", value=label, style="label_small", lines=1)
    return Column(
        id="category",
        ref=f"category/{key}",
        key=key,
        width=width,
        gap=6,
        padding=padding,
        align="center",
        on_tap=on_tap,
        children=[tile, name],
    )


def photo(
    icon: str,
    number: int,
    *,
    ink: Rgb | None = None,
    dusk: bool = False,
    width: Length = "fill",
    height: Length = None,
    radius: float = 0,
    id: str | None = None,
    description: str = "",
) -> Canvas:
    """An ImageView with the still of that icon and number; `ink` colours the motif, `dusk` is a
    dim ground with a light motif."""
    return Canvas(
        id=id,
        ref="",
        node="android.widget.ImageView",
        description=description,
        width=width,
        height=height,
        radius=radius,
        draw=partial(_draw, icon, number, ink, dusk, radius),
    )


def _draw(
    icon: str, number: int, ink: Rgb | None, dusk: bool, radius: float, brush: Painter, box: Rect
) -> None:
    picture = still(icon, number, ink, dusk, box.width, box.height)
    brush.picture(picture, box, brush.env.px(radius))


@lru_cache(maxsize=192)
def still(
    icon: str, number: int, ink: Rgb | None, dusk: bool, width: int, height: int
) -> Image.Image:
    """The picture, RGBA, `width` by `height` px."""
    rng = Random(f"{icon}/{number}")
    hue, turn = rng.random(), rng.uniform(-0.08, 0.08)
    tones = (0.30, 0.16) if dusk else (0.94, 0.84)
    first, last = (
        np.array(colorsys.hls_to_rgb((hue + turn * end) % 1, tone, 0.45)) * 255
        for end, tone in enumerate(tones)
    )
    share = np.add.outer(np.linspace(0, 0.5, height), np.linspace(0, 0.5, width))[..., None]
    ground = Image.fromarray((first + (last - first) * share).astype(np.uint8)).convert("RGBA")
    _lights(ground, rng, dusk)
    _motif(ground, icon, rng, ink or _tone(hue, 0.90 if dusk else 0.30))
    return ground


def _tone(hue: float, lightness: float) -> Rgb:
    red, green, blue = colorsys.hls_to_rgb(hue, lightness, 0.5)
    return round(red * 255), round(green * 255), round(blue * 255)


def _lights(ground: Image.Image, rng: Random, dusk: bool) -> None:
    """Blurred discs, as of lamps out of focus; drawn small, for blurring is dear."""
    small = Image.new("L", (48, 48))
    brush = ImageDraw.Draw(small)
    for _ in range(4 if dusk else 2):
        x, y, r = rng.uniform(0, 48), rng.uniform(0, 48), rng.uniform(5, 16)
        brush.ellipse((x - r, y - r, x + r, y + r), fill=rng.randint(40, 90))
    mask = small.filter(ImageFilter.GaussianBlur(2)).resize(ground.size)
    ground.paste((255, 236, 200) if dusk else (255, 255, 255), mask=mask)


def _motif(ground: Image.Image, icon: str, rng: Random, ink: Rgb) -> None:
    side = round(min(ground.size) * rng.uniform(0.56, 0.66))
    left, top = (ground.width - side) // 2, (ground.height - side) // 2
    mask = icon_mask(icon, side)
    shade = mask.resize((side // 4, side // 4)).filter(ImageFilter.BoxBlur(3))
    shade = shade.resize((side, side)).point([level // 3 for level in range(256)])
    ground.paste((0, 0, 0), (left + side // 40, top + side // 20), shade)
    ground.paste(ink, (left, top), mask)
