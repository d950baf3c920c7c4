"""Bedtime: when to sleep and to wake, and what to fall asleep to."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from pocketphone.apps.clock.alarm import DAYS, days_text, time_fields
from pocketphone.apps.clock.nights import average_text, length_text
from pocketphone.apps.clock.tabs import clock_line, navigation, overflow
from pocketphone.apps.clock.times import day_chips, read_time, save_bar, time_row
from pocketphone.ui import (
    Column,
    Context,
    Divider,
    Icon,
    Row,
    Scroll,
    State,
    Text,
    Widget,
    card,
    list_row,
    scaffold,
    switch_row,
)

_ENDS = {"bed": "Bedtime", "wake": "Wake-up"}


def generate(rng: Random) -> State:
    return {
        "enabled": False,
        "bed": {"hour": rng.choice((21, 22, 23)), "minute": rng.choice((0, 15, 45))},
        "wake": {"hour": rng.choice((6, 7, 8)), "minute": rng.choice((0, 10, 30))},
        "days": list(DAYS[:5]),
        "reminder_min": 15,
        "dim": False,
        "quiet": True,
        "sound": None,
        "sound_min": 30,
    }


def bedtime(ctx: Context) -> Widget:
    held = ctx.state["bedtime"]

    def row(title: str, name: str, summary: str) -> Widget:
        return switch_row(
            ctx.say(title),
            held[name],
            lambda on: held.update({name: on}),
            ctx.say(summary),
            id=f"bedtime_{name}",
            ref=f"bedtime/{name}",
        )

    reminder = ctx.say("{count} minutes", count=held["reminder_min"])
    body = Scroll(
        id="bedtime_scroll",
        ref="",
        children=[
            _schedule(ctx, held),
            row("Use the schedule", "enabled", "Remind me, then wake me"),
            list_row(
                ctx.say("Sleep sounds"),
                ctx.say(held["sound"] or "None"),
                id="sleep_sounds",
                ref="sounds",
                leading=Icon(name="music-note"),
                on_tap=partial(ctx.go, "sounds"),
            ),
            list_row(
                ctx.say("Reminder"),
                ctx.say("{span} before bedtime", span=reminder)
                if held["reminder_min"]
                else ctx.say("Never"),
                id="bedtime_reminder",
                ref="reminder",
                leading=Icon(name="bell-outline"),
                on_tap=partial(ctx.go, "choose", name="bedtime/reminder_min"),
            ),
            Divider(),
            row("Do Not Disturb for bedtime", "quiet", "Keeps calls and messages silent"),
            row("Dim the wallpaper", "dim", "While the schedule is on"),
            list_row(
                ctx.say("Recent nights"),
                average_text(ctx),
                id="recent_nights",
                ref="nights",
                leading=Icon(name="chart-bar"),
                on_tap=partial(ctx.go, "nights"),
            ),
        ],
    )
    return scaffold(
        body,
        title=ctx.say("Bedtime"),
        actions=[overflow(ctx)],
        bottom=navigation(ctx),
    )


def _schedule(ctx: Context, held: dict[str, Any]) -> Widget:
    """The two ends of the night, how long it is and on which days."""
    bed, wake = held["bed"], held["wake"]
    night = (wake["hour"] - bed["hour"]) * 60 + wake["minute"] - bed["minute"]
    days = days_text(ctx, held["days"]) if held["days"] else ctx.say("No days")
    length = length_text(ctx, night % 1440)
    summary = Text(
        id="schedule_summary",
        ref="",
        value=ctx.say(", ").join((days, length)),
        style="body_small",
        color="on_surface_dim",
    )
    ends = Row(width="fill", gap=8, align="start", children=[_end(ctx, name) for name in _ENDS])
    return card(ends, summary, id="schedule_card", ref="", gap=8)


def _end(ctx: Context, name: str) -> Widget:
    end = ctx.state["bedtime"][name]
    time = clock_line(ctx, end["hour"], end["minute"])
    fields = time_fields(ctx, end["hour"], end["minute"])
    return Column(
        id=f"{name}_time",
        key=name,
        weight=1,
        align="start",
        on_tap=partial(ctx.go, "night", end=name, days=ctx.state["bedtime"]["days"], **fields),
        children=[
            Row(
                gap=8,
                children=[
                    Icon(name="bed" if name == "bed" else "weather-sunny", size=18),
                    Text(value=ctx.say(_ENDS[name]), style="label", ref=""),
                ],
            ),
            Text(value=time, style="headline", ref="", lines=2),
        ],
    )


def night(ctx: Context) -> Widget:
    """The page that sets one end of the night, and its days."""

    def save() -> None:
        time = read_time(ctx)
        if time is not None:
            held = ctx.state["bedtime"]
            held[ctx.args["end"]] = {"hour": time[0], "minute": time[1]}
            held["days"] = ctx.args["days"]
            ctx.back()

    body = Scroll(padding=(0, 8), gap=16, children=[time_row(ctx), day_chips(ctx)])
    return scaffold(
        body,
        title=ctx.say(_ENDS[ctx.args["end"]]),
        back=ctx.back,
        bottom=save_bar(ctx, save),
    )


PAGES = {"bedtime": bedtime, "night": night}
