"""The timer: a length is typed, and runs down on the phone's own clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from pocketphone.apps.clock.tabs import navigation, overflow
from pocketphone.ui import (
    Button,
    Chip,
    Column,
    Context,
    Row,
    Spacer,
    Text,
    TextField,
    Widget,
    scaffold,
)

_UNITS = (("hours", "Hours", 3600), ("minutes", "Minutes", 60), ("seconds", "Seconds", 1))


def timer(ctx: Context) -> Widget:
    state = ctx.state["timer"]
    body = _running(ctx) if state["length_s"] else _setting(ctx)
    return scaffold(body, title=ctx.say("Timer"), actions=[overflow(ctx)], bottom=navigation(ctx))


def _setting(ctx: Context) -> Widget:
    fields = [
        Column(
            key=name,
            weight=1,
            align="center",
            gap=4,
            children=[
                TextField(
                    id="numberpicker_input",
                    ref=name,
                    description=ctx.say(label),
                    value=ctx.args.get(name, ""),
                    hint="00",
                    input="number",
                    most=2,
                    style="display_small",
                    align="center",
                    width=88,
                    on_change=ctx.edit(name),
                    select_on_focus=True,
                ),
                Text(value=ctx.say(label), style="caption", color="on_surface_dim", ref=""),
            ],
        )
        for name, label, _ in _UNITS
    ]
    presets = [
        Chip(
            id="preset",
            ref=f"preset/{minutes}",
            label=f"{minutes}:00",
            on_tap=partial(ctx.args.update, hours="", minutes=f"{minutes:02}", seconds=""),
        )
        for minutes in (5, 10, 15, 30)
    ]
    return Column(
        padding=(20, 24),
        gap=24,
        children=[
            Row(ref="", children=fields),
            Row(ref="", spread="between", children=presets),
            Spacer(weight=1),
            Button(
                id="start",
                label=ctx.say("Start"),
                kind="filled",
                height=56,
                enabled=_asked_s(ctx) > 0,
                on_tap=partial(_start, ctx),
            ),
        ],
    )


def _asked_s(ctx: Context) -> int:
    return sum(int(ctx.args.get(name) or 0) * seconds for name, _, seconds in _UNITS)


def left_s(ctx: Context) -> int:
    """Whole seconds until the timer ends, 0 when it has."""
    state = ctx.state["timer"]
    if not state["running"]:
        return int(state["left_s"])
    left = datetime.fromisoformat(state["ends"]) - ctx.now
    return max(0, -int(-left.total_seconds() // 1))


def _running(ctx: Context) -> Widget:
    state, left = ctx.state["timer"], left_s(ctx)
    minutes, seconds = divmod(left, 60)
    written = f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    return Column(
        padding=(24, 40, 24, 16),
        gap=8,
        children=[
            Text(id="timer_time", value=written, style="display", align="center"),
            Text(
                id="timer_state",
                value=ctx.say("Time's up") if not left else "",
                align="center",
                color="error",
                style="title",
            ),
            Spacer(weight=1),
            Row(
                gap=16,
                children=[
                    Button(
                        id="delete_timer",
                        label=ctx.say("Cancel"),
                        kind="tonal",
                        weight=1,
                        height=56,
                        on_tap=partial(
                            state.update, running=False, ends=None, left_s=0, length_s=0
                        ),
                    ),
                    Button(
                        id="pause",
                        label=ctx.say("Pause" if state["running"] else "Resume"),
                        kind="filled",
                        weight=1,
                        height=56,
                        enabled=left > 0,
                        on_tap=partial(_toggle, ctx),
                    ),
                ],
            ),
        ],
    )


def _start(ctx: Context) -> None:
    ctx.hide_keyboard()
    start(ctx, _asked_s(ctx))


def start(ctx: Context, asked: int) -> None:
    """A timer of so many seconds runs from now."""
    ctx.state["timer"].update(running=True, length_s=asked, left_s=asked, ends=_after(ctx, asked))


def _toggle(ctx: Context) -> None:
    state, left = ctx.state["timer"], left_s(ctx)
    running = not state["running"]
    state.update(running=running, left_s=left, ends=_after(ctx, left) if running else None)


def _after(ctx: Context, seconds: int) -> str:
    return (ctx.now + timedelta(seconds=seconds)).isoformat()


PAGES = {"timer": timer}
