"""What the home screen lies on: hills under a sky, in colours to choose from."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np
from PIL import Image

from pocketphone.apps.launcher.frame import framed
from pocketphone.ui import Column, Context, Grid, Picture, Rgb, Scroll, Text, Widget, scaffold


class Ground(NamedTuple):
    """The colours of the sky, above and at the hills."""

    top: Rgb
    low: Rgb


GROUNDS = {
    "Evening": Ground((64, 98, 168), (236, 170, 150)),
    "Morning": Ground((120, 170, 210), (252, 220, 170)),
    "Forest": Ground((40, 92, 84), (176, 206, 150)),
    "Sea": Ground((16, 84, 132), (132, 204, 210)),
    "Desert": Ground((176, 108, 72), (244, 210, 150)),
    "Meadow": Ground((92, 158, 196), (190, 214, 120)),
    "Rose": Ground((136, 72, 116), (246, 190, 196)),
    "Slate": Ground((66, 76, 92), (176, 184, 196)),
    "Heather": Ground((84, 72, 140), (210, 170, 214)),
    "Winter": Ground((104, 128, 164), (226, 232, 240)),
}
_NIGHT = Ground((24, 28, 58), (88, 60, 104))
_SHADE = 0.36  # of its colours, by which a wallpaper is seen in the dark theme


@lru_cache(maxsize=24)
def draw_hills(ground: Ground, dark: bool, wide: int, tall: int) -> Image.Image:
    """Hills under a sky, RGBA."""
    height, width = 600, 270
    top, low = ground
    if dark:
        top, low = _NIGHT if ground == GROUNDS["Evening"] else (_shade(top), _shade(low))
    share = np.linspace(0, 1, height)[:, None, None]
    sky = np.asarray(top) * (1 - share) + np.asarray(low) * share
    image = np.broadcast_to(sky, (height, width, 3)).copy()
    x, y = np.arange(width)[None, :], np.arange(height)[:, None]
    for count, (base, swing, wave) in enumerate(((380, 34, 90), (440, 26, 60), (505, 30, 110))):
        ridge = (
            base + swing * np.sin(x / wave * 2 + count * 1.7) + swing / 3 * np.sin(x / 17 + count)
        )
        tone = np.asarray(low) * (0.62 - 0.19 * count) + np.asarray((14, 18, 44)) * (
            0.3 + 0.16 * count
        )
        image[y > ridge] = tone
    small = Image.fromarray(image.clip(0, 255).astype(np.uint8))
    return small.resize((wide, tall), Image.Resampling.BICUBIC).convert("RGBA")


def _shade(color: Rgb) -> Rgb:
    red, green, blue = (round(channel * _SHADE) for channel in color)
    return red, green, blue


def wallpapers(ctx: Context) -> Widget:
    """All of them; a touch takes one."""
    held = ctx.state["wallpaper"]

    def take(name: str) -> None:
        ctx.state["wallpaper"] = name
        undo = partial(ctx.state.update, wallpaper=held)
        ctx.snackbar(ctx.say("Wallpaper set"), ctx.say("Undo"), undo)

    tiles = [
        Column(
            id="wallpaper",
            ref=f"wallpaper/{name}",
            key=name,
            selected=name == held,
            padding=8,
            gap=6,
            radius=20,
            background="container" if name == held else None,
            on_tap=partial(take, name),
            children=[
                Picture(
                    image=draw_hills(ground, ctx.env.dark, 270, 360),
                    width="fill", height=210, radius=16,
                ),
                Text(
                    id="wallpaper_name", ref="", value=ctx.say(name), style="label", align="center"
                ),
            ],
        )
        for name, ground in GROUNDS.items()
    ]  # fmt: skip
    columns = 2 if ctx.width_dp < ctx.height_dp else 4
    body = Scroll(
        id="wallpaper_list",
        ref="",
        padding=(8, 0, 8, 16),
        children=[Grid(node="", columns=columns, gap=8, width="fill", children=tiles)],
    )
    return framed(scaffold(body, title=ctx.say("Wallpapers"), back=ctx.back))


PAGES = {"wallpapers": wallpapers}
