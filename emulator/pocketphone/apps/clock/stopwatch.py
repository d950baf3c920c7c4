"""The stopwatch, on the phone's own clock."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from pocketphone.apps.clock.tabs import navigation, overflow
from pocketphone.ui import (
    Button,
    Column,
    Context,
    IconButton,
    List,
    Row,
    Text,
    Widget,
    scaffold,
)


def elapsed_ms(ctx: Context) -> int:
    """What the stopwatch has counted so far."""
    watch = ctx.state["stopwatch"]
    counted = int(watch["elapsed_ms"])
    if watch["running"]:
        counted += round((ctx.now - datetime.fromisoformat(watch["since"])).total_seconds() * 1000)
    return counted


def duration(milliseconds: int) -> str:
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    seconds = f"{minutes:02}:{rest // 1000:02}.{rest % 1000 // 10:02}"
    return f"{hours}:{seconds}" if hours else seconds


def stopwatch(ctx: Context) -> Widget:
    watch = ctx.state["stopwatch"]
    running, counted = watch["running"], elapsed_ms(ctx)
    used = running or counted > 0
    left = ("Lap", _lap) if running else ("Reset", _reset)
    face = Text(
        id="stopwatch_time",
        value=duration(counted),
        style="display",
        align="center",
        padding=(16, 40),
        width="fill",
    )
    buttons = Row(
        ref="",
        width="fill",
        padding=(24, 8),
        gap=16,
        children=[
            Button(
                id="lap_reset",
                label=ctx.say(left[0]),
                kind="tonal",
                weight=1,
                height=56,
                enabled=used,
                on_tap=partial(left[1], ctx),
            ),
            Button(
                id="start_stop",
                label=ctx.say("Stop" if running else "Resume" if used else "Start"),
                kind="danger" if running else "filled",
                weight=1,
                height=56,
                on_tap=partial(_toggle, ctx),
            ),
        ],
    )
    laps = List(
        id="laps",
        ref="",
        weight=1,
        padding=(24, 8),
        children=[
            _lap_row(number, watch["laps_ms"]) for number in range(len(watch["laps_ms"]), 0, -1)
        ],
    )
    share = IconButton(
        ref="share",
        icon="share-variant-outline",
        visible=used,
        on_tap=partial(_share, ctx, counted),
    )
    return scaffold(
        Column(children=[face, laps, buttons]),
        title=ctx.say("Stopwatch"),
        actions=[share, overflow(ctx)],
        bottom=navigation(ctx),
    )


def _lap_row(number: int, laps: list[int]) -> Widget:
    total = laps[number - 1]
    own = total - (laps[number - 2] if number > 1 else 0)
    return Row(
        id="lap_row",
        ref=f"lap/{number}",
        key=number,
        width="fill",
        height=48,
        children=[
            Text(id="lap_number", ref="", value=f"{number:02}", weight=1, color="on_surface_dim"),
            Text(id="lap_time", ref="", value=duration(own), weight=2, align="center"),
            Text(id="lap_total", ref="", value=duration(total), weight=2, align="end"),
        ],
    )


def _toggle(ctx: Context) -> None:
    watch = ctx.state["stopwatch"]
    if watch["running"]:
        watch.update(elapsed_ms=elapsed_ms(ctx), running=False, since=None)
    else:
        watch.update(running=True, since=ctx.now.isoformat())


def _share(ctx: Context, counted: int) -> None:
    ctx.phone.clipboard = duration(counted)
    ctx.toast(ctx.say("Copied"))


def _lap(ctx: Context) -> None:
    ctx.state["stopwatch"]["laps_ms"].append(elapsed_ms(ctx))


def _reset(ctx: Context) -> None:
    ctx.state["stopwatch"].update(elapsed_ms=0, laps_ms=[])


PAGES = {"stopwatch": stopwatch}
