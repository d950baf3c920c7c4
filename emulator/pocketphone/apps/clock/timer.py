"""The timer: a length is typed, and runs down on the phone's own clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from pocketphone.apps.clock.tabs import navigation, overflow, sweepable
from pocketphone.ui import (
    Button,
    Chip,
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Row,
    Spacer,
    Text,
    TextField,
    Widget,
    ask_text,
    list_row,
    scaffold,
    section,
)

Saved = dict[str, Any]
"""{"name": what its owner calls it, "length_s"}"""

_UNITS = (("hours", "Hours", 3600), ("minutes", "Minutes", 60), ("seconds", "Seconds", 1))


_SAVED = (
    ("Bread", 40), ("Eggs", 7), ("Face mask", 12), ("Homework", 50), ("Laundry", 45), ("Nap", 25),
    ("Pasta", 11), ("Pizza", 14), ("Plank", 2), ("Rice", 18), ("Tea", 4), ("Yoga", 35),
)  # fmt: skip


def generate(rng: Random) -> list[Saved]:
    """Eight timers that were saved."""
    return [{"name": name, "length_s": minutes * 60} for name, minutes in rng.sample(_SAVED, 8)]


def timer(ctx: Context) -> Widget:
    state = ctx.state["timer"]
    body = _running(ctx) if state["length_s"] else _setting(ctx)
    return scaffold(body, title=ctx.say("Timer"), actions=[overflow(ctx)], bottom=navigation(ctx))


def _setting(ctx: Context) -> Widget:
    """The time that is asked for, and the timers that were saved."""
    presets = [
        Chip(
            id="preset",
            ref=f"preset/{minutes}",
            label=f"{minutes}:00",
            on_tap=partial(ctx.args.update, hours="", minutes=f"{minutes:02}", seconds=""),
        )
        for minutes in (5, 10, 15, 30)
    ]
    begin = Button(
        id="start",
        label=ctx.say("Start"),
        kind="filled",
        height=56,
        weight=1,
        enabled=_asked_s(ctx) > 0,
        on_tap=partial(_start, ctx),
    )
    wide = ctx.width_dp > ctx.height_dp
    between = 8 if wide else 24
    asked = [
        Row(ref="", padding=(20, 0), children=_fields(ctx)),
        Row(ref="", padding=(20, between, 20, 8), spread="between", children=presets),
    ]
    last = Row(node="", width="fill", padding=(20, 8, 20, 0), children=[begin])
    if wide:
        beside = [
            Column(node="", weight=3, children=[*asked, last]),
            Column(node="", weight=2, height="fill", children=_saved_timers(ctx)),
        ]
        return Row(width="fill", height="fill", align="start", children=beside)
    return Column(padding=(0, 24, 0, 16), children=[*asked, *_saved_timers(ctx), last])


def _fields(ctx: Context) -> list[Widget]:
    return [
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


def _saved_timers(ctx: Context) -> list[Widget]:
    """The saved timers, under a heading that offers to save another."""
    keep = IconButton(
        id="save_timer",
        icon="content-save-outline",
        description=ctx.say("Save timer"),
        enabled=_asked_s(ctx) > 0,
        on_tap=partial(ctx.go, "save_timer", length_s=_asked_s(ctx)),
    )
    heading = Row(
        node="",
        width="fill",
        padding=(4, 0, 8, 0),
        children=[section(ctx.say("Saved timers")), Spacer(weight=1), keep],
    )
    saved = [_timer_row(ctx, one) for one in ctx.state["timers"]]
    return [heading, List(id="saved_timers", ref="", weight=1, children=saved)]


def _timer_row(ctx: Context, one: Saved) -> Widget:
    """A saved timer: a touch fills in its time, the arrow starts it, a swipe sweeps it away."""
    minutes, seconds = divmod(one["length_s"], 60)

    row = list_row(
        one["name"],
        f"{minutes}:{seconds:02}",
        id="saved_timer",
        ref=f"timer/{one['name']}",
        leading=Icon(name="timer-outline"),
        trailing=IconButton(
            ref=f"start/{one['name']}",
            icon="play",
            color="primary",
            on_tap=partial(start, ctx, one["length_s"]),
        ),
        on_tap=partial(
            ctx.args.update,
            hours=f"{minutes // 60}" if minutes >= 60 else "",
            minutes=f"{minutes % 60:02}",
            seconds=f"{seconds:02}",
        ),
    )
    return sweepable(ctx, "timers", one, row, key=one["name"], called=one["name"])


def save_timer(ctx: Context) -> Widget:
    """The question what a timer is to be called."""
    held, name = ctx.state["timers"], ctx.args.get("name", "").strip()
    made = {"name": name, "length_s": ctx.args["length_s"]}
    taken = name in [one["name"] for one in held]
    return ask_text(
        ctx,
        ctx.say("Save timer"),
        "name",
        id="timer_name",
        hint=ctx.say("Timer name"),
        yes=ctx.say("Save"),
        no=ctx.say("Cancel"),
        then=partial(ctx.state.update, timers=[made, *held]),
        ready=bool(name),
        refused=ctx.say("There is such a timer") if taken else "",
        most=30,
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


PAGES = {"timer": timer, "save_timer": save_timer}
