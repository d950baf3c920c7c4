"""Searching by picture: what the camera sees, one thing of which is touched."""

from __future__ import annotations

import math
from functools import partial

from pocketphone.apps.shop.goods import KINDS, Kind
from pocketphone.apps.shop.search import look_for
from pocketphone.ui import (
    Canvas,
    Column,
    Context,
    IconButton,
    Painter,
    Rect,
    Rgb,
    Text,
    Widget,
    scaffold,
)

SPOTS = ((0.27, 0.24), (0.71, 0.32), (0.30, 0.66), (0.73, 0.76))  # shares of width and height
_REACH = 0.17  # of the width, from a thing's middle to its edge
_INKS: tuple[Rgb, ...] = ((226, 178, 96), (150, 190, 210), (208, 120, 104), (150, 184, 128))


def lens(ctx: Context) -> Widget:
    """The finder has no nodes: where on it a thing lies is seen, not told."""
    kinds = [kind for name in ctx.state["in_sight"] for kind in KINDS if kind.name == name]
    wide = min(ctx.width_dp - 32, ctx.height_dp * 0.48)
    high = wide * 1.4

    def touched(x: float, y: float) -> None:
        near = {
            math.hypot(x - wide * across, y - high * down): kind.name
            for kind, (across, down) in zip(kinds, SPOTS, strict=True)
        }
        if min(near) > wide * _REACH:
            ctx.snackbar("Nothing was recognised there")
            return
        ctx.back()
        look_for(ctx, near[min(near)])

    lit: bool = ctx.args.get("lit", False)
    finder = Canvas(
        id="finder",
        description="Camera",
        width=wide,
        height=high,
        radius=24,
        draw=partial(_draw, kinds, lit),
        tapped=touched,
    )
    hint = Text(id="hint", value="Touch what you are looking for", color="on_surface_dim",
                align="center", padding=(24, 20))  # fmt: skip
    flash = IconButton(
        ref="flash",
        icon="flash",
        on=lit,
        color="primary" if lit else "outline",
        on_tap=partial(ctx.args.update, lit=not lit),
    )
    return scaffold(
        Column(node="", align="center", children=[finder, hint]),
        title="Search by picture",
        close=ctx.back,
        actions=[flash],
    )


def _draw(kinds: list[Kind], lit: bool, brush: Painter, box: Rect) -> None:
    """A table before a wall, and what lies there; the flash makes it brighter."""
    light = 1.0 if lit else 0.72

    def shade(red: int, green: int, blue: int) -> Rgb:
        return round(red * light), round(green * light), round(blue * light)

    corner = brush.env.px(24)
    brush.fill(box, shade(92, 88, 96), corner)
    table, edge = shade(128, 98, 72), box.top + box.height * 2 // 5
    brush.fill(Rect(box.left, edge, box.right, box.bottom), table, corner)
    brush.fill(Rect(box.left, edge, box.right, edge + 2 * corner), table)
    half = round(box.width * _REACH)
    for kind, ink, (across, down) in zip(kinds, _INKS, SPOTS, strict=True):
        x, y = box.left + round(box.width * across), box.top + round(box.height * down)
        thing = Rect(x - half, y - half, x + half, y + half)
        brush.icon(kind.icon, thing.moved(half // 24, half // 12), shade(66, 56, 50))
        brush.icon(kind.icon, thing, shade(*ink))
        brush.disc(x, y, brush.env.px(7), (255, 255, 255))


PAGES = {"lens": lens}
