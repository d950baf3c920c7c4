"""Pictures one at a time on black: a finger drawn sideways turns to the next, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pocketphone.ui import Column, Context, IconButton, Row, Spacer, Swiped, Text, Widget

_GROUND, _INK = (0, 0, 0), (236, 236, 240)


def pager(ctx: Context, pictures: Sequence[Widget]) -> Widget:
    """The page of the picture at `ctx.args["place"]`, counted from 0 (unset: 0)."""
    place: int = ctx.args.get("place", 0)
    told = f"{place + 1} of {len(pictures)}" if len(pictures) > 1 else ""

    def turn(by: int) -> None:
        ctx.args["place"] = max(0, min(len(pictures) - 1, place + by))

    bar = Row(
        id="toolbar",
        ref="",
        width="fill",
        height=64,
        padding=(4, 0),
        children=[
            IconButton(icon="close", description="Close", ref="close", color=_INK, on_tap=ctx.back),
            Text(id="place", value=told, style="label", color=_INK,
                 weight=1, align="center"),
            Spacer(width=48),
        ],
    )  # fmt: skip
    shown = Swiped(
        id="pager",
        width="fill",
        height="fill",
        weight=1,
        at=[(0.5, 0.5)],
        on_left=partial(turn, 1),
        on_right=partial(turn, -1),
        children=[pictures[place]],
    )
    return Column(
        id="viewer",
        ref="",
        width="fill",
        height="fill",
        background=_GROUND,
        children=[bar, shown],
    )
