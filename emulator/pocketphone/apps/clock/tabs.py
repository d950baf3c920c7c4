"""What the five main pages share."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any

from pocketphone.apps.removal import take_out
from pocketphone.ui import Context, Swiped, Widget, destinations, menu, more_options

_TABS = (
    ("alarms", "Alarm", "alarm"),
    ("world", "World clock", "earth"),
    ("stopwatch", "Stopwatch", "timer-outline"),
    ("timer", "Timer", "timer-sand"),
    ("bedtime", "Bedtime", "bed"),
)


def navigation(ctx: Context) -> Widget:
    return destinations(ctx, [(name, ctx.say(label), icon) for name, label, icon in _TABS])


def overflow(ctx: Context) -> Widget:
    return more_options(
        partial(ctx.go, "menu"), id="menu_more", description=ctx.say("More options")
    )


def more(ctx: Context) -> Widget:
    """The overflow menu."""

    def settings() -> None:
        ctx.back()
        ctx.go("settings")

    def about() -> None:
        ctx.back()
        ctx.toast(f"{ctx.label(ctx.app)} {ctx.app.version_name}")

    return menu(
        [
            (ctx.say("Settings"), settings),
            (ctx.say("Help"), partial(ctx.replace, "help", path="alarms")),
            (ctx.say("About"), about),
        ]
    )


def sweepable(
    ctx: Context, kept: str, one: Mapping[str, Any], row: Widget, *, key: str, called: str
) -> Widget:
    """The row of one of the `kept`, which a swipe takes out of them; it can be had back."""

    def swept() -> None:
        told = ctx.say("{name} removed", name=called)
        take_out(ctx, kept, lambda other: other == one, told)

    return Swiped(node="", width="fill", key=key, on_left=swept, on_right=swept, children=[row])


def date_text(ctx: Context, day: date) -> str:
    """ "Mon, 2 Mar"."""
    weekday, month = ctx.say(f"{day:%a}"), ctx.say(f"{day:%b}")
    return ctx.say("{weekday}, {day} {month}", weekday=weekday, day=day.day, month=month)


def full_day(ctx: Context) -> bool:
    """Whether the app writes 24 hours, not twice 12."""
    return bool(ctx.state["settings"]["full_day"])


def clock_text(ctx: Context, hour: int, minute: int) -> tuple[str, str]:
    """The time as it is written, and "AM", "PM" or "" beside it."""
    if full_day(ctx):
        return f"{hour:02}:{minute:02}", ""
    return f"{hour % 12 or 12}:{minute:02}", ctx.say("PM" if hour >= 12 else "AM")


def half_first(ctx: Context) -> bool:
    """Whether the language says the half of the day before the time."""
    return ctx.say("{time} {half}").startswith("{half}")


def clock_line(ctx: Context, hour: int, minute: int) -> str:
    """The time with its half of the day, in the order that the language has."""
    time, half = clock_text(ctx, hour, minute)
    return ctx.say("{time} {half}", time=time, half=half) if half else time
