"""The time at the top of the world clock: digits, or hands on a dial."""

from __future__ import annotations

from datetime import datetime
from math import cos, pi, sin

from pocketphone.apps.clock.tabs import clock_text, date_text
from pocketphone.ui import Canvas, Column, Context, Painter, Rect, Text, Widget


def face(ctx: Context) -> Widget:
    """The phone's own time, as the settings want it."""
    settings = ctx.state["settings"]
    now = ctx.now if settings["seconds"] else ctx.minute
    date = Text(
        id="date",
        ref="",
        value=date_text(ctx, now),
        style="body_small",
        color="on_surface_dim",
        align="center",
    )
    if settings["style"] == "analog":
        dial = Canvas(
            id="analog_clock",
            node="android.widget.AnalogClock",
            height=180,
            width="fill",
            description=f"{now:%H:%M}",
            draw=lambda brush, box: _dial(brush, box, now, seconds=settings["seconds"]),
        )
        return Column(padding=(16, 16), gap=12, children=[dial, date])
    time, half = clock_text(ctx, now.hour, now.minute)
    if settings["seconds"]:
        time = f"{time}:{now:%S}"
    written = ctx.say("{time} {half}", time=time, half=half) if half else time
    digits = Text(id="digital_clock_now", value=written, style="display", align="center")
    return Column(padding=(16, 16), children=[digits, date])


def _dial(brush: Painter, box: Rect, now: datetime, *, seconds: bool) -> None:
    env, (x, y) = brush.env, box.center
    radius = box.height // 2
    brush.disc(x, y, radius, "surface_high")
    for hour in range(12):
        _hand(brush, x, y, radius * 0.86, hour / 12, "outline", env.px(2), radius * 0.94)
    _hand(
        brush, x, y, radius * 0.5, (now.hour % 12 + now.minute / 60) / 12, "on_surface", env.px(6)
    )
    _hand(brush, x, y, radius * 0.76, now.minute / 60, "primary", env.px(4))
    if seconds:
        _hand(brush, x, y, radius * 0.8, now.second / 60, "error", env.px(2))
    brush.disc(x, y, env.px(5), "primary")


def _hand(
    brush: Painter,
    x: int,
    y: int,
    reach: float,
    turn: float,
    color: str,
    stroke: int,
    outer: float | None = None,
) -> None:
    """A line at `turn` of a whole round: from the middle, or (a tick) from `reach` to `outer`."""
    across, up = sin(turn * 2 * pi), -cos(turn * 2 * pi)
    first = (x + across * reach, y + up * reach)
    last = (x, y) if outer is None else (x + across * outer, y + up * outer)
    brush.line([first, last], color, stroke)
