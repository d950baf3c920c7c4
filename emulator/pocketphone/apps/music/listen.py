"""Finding out what is playing around the phone; the microphone hears nothing but the phone."""

from __future__ import annotations

import math
from datetime import datetime
from functools import partial

from pocketphone.apps.music import playing
from pocketphone.apps.music.catalogue import collection
from pocketphone.apps.music.parts import row
from pocketphone.ui import (
    Button,
    Canvas,
    Column,
    Context,
    Painter,
    Rect,
    Scroll,
    Spacer,
    Text,
    Widget,
    scaffold,
)

_LISTENS_S = 6
_DISC_DP, _BARS = 200, 9


def listen(ctx: Context) -> Widget:
    """For some seconds a disc that listens, then the song, or that there was none."""
    since = datetime.fromisoformat(ctx.args.setdefault("since", ctx.now.isoformat()))
    heard_s = (ctx.now - since).total_seconds()
    on = playing.on(ctx.state, ctx.now)
    found = collection(ctx.state, "song", on.song["id"]) if on and on.playing else None
    listening = heard_s < _LISTENS_S
    if listening:
        said, hint = "Listening…", "Hold the phone to the music, or hum a little"
    elif found:
        said, hint = "Here it is", "Playing on this phone"
    else:
        said, hint = "No song recognised", "Check that the room is not too loud, and hum it again"
    disc = min(_DISC_DP, ctx.height_dp * 0.3)
    again = Button(
        id="try_again",
        label="Try again",
        kind="tonal",
        visible=not listening,
        on_tap=partial(ctx.args.pop, "since", None),
    )
    body = Column(
        node="",
        align="center",
        padding=(0, 24),
        gap=12,
        children=[
            Spacer(height=24),
            Canvas(
                id="waves",
                width=disc,
                height=disc,
                draw=partial(_draw, 1 + int(heard_s) if listening else 0),
            ),
            Text(id="listening", value=said, style="title", padding=(24, 12, 24, 0)),
            Text(value=hint, color="on_surface_dim", align="center", padding=(32, 0), ref=""),
            *([row(ctx, found)] if found and not listening else []),
            again,
        ],
    )
    page = Scroll(id="listen_content", ref="", children=[body])
    return scaffold(page, title="Identify music", close=ctx.back)


def _draw(second: int, brush: Painter, box: Rect) -> None:
    """A disc with bars, of another height each second; in second 0 they rest."""
    x, y = box.center
    brush.disc(x, y, box.width // 2, "surface_high")
    brush.disc(x, y, box.width * 2 // 5, "container")
    step = box.width // (2 * _BARS)
    for bar in range(_BARS):
        swing = abs(math.sin(second + bar * 1.3)) if second else 0.1
        high = round(box.height * (0.02 + 0.14 * swing))
        left = x + (bar - _BARS // 2) * step - step // 4
        brush.fill(Rect(left, y - high, left + step // 2, y + high), "on_container", step // 4)


PAGES = {"listen": listen}
