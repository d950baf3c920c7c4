"""Clock's settings, the dialog of a choice, and the overflow menu."""

from __future__ import annotations

from functools import partial
from operator import setitem
from typing import Any

from pocketphone.apps import permission
from pocketphone.apps.clock.tabs import more
from pocketphone.ui import (
    Context,
    Scroll,
    Widget,
    ask_which,
    kept_switch,
    list_row,
    scaffold,
    section,
    slider_row,
)

DEFAULTS = {
    "style": "digital",
    "seconds": False,
    "full_day": False,
    "snooze_min": 10,
    "silence_min": 10,
    "volume": 70,
    "week_start": "sun",
    "gradual": False,
    "tell_next": True,
    "tell_missed": True,
    "tell_timer": True,
}
_MINUTES = "{count} minutes"
_OPTIONS: dict[str, tuple[str, dict[Any, str]]] = {
    "style": ("Style", {"digital": "Digital", "analog": "Analog"}),
    "snooze_min": ("Snooze length", dict.fromkeys((5, 10, 15, 20, 30), _MINUTES)),
    "silence_min": ("Silence after", dict.fromkeys((1, 5, 10), _MINUTES) | {0: "Never"}),
    "reminder_min": ("Reminder", {0: "Never"} | dict.fromkeys((15, 30, 60), _MINUTES)),
    "sound_min": ("Play for", dict.fromkeys((15, 30, 60, 90), _MINUTES)),
    "week_start": ("Start week on", {"sat": "Saturday", "sun": "Sunday", "mon": "Monday"}),
}


def _switch(ctx: Context, name: str, title: str, summary: str = "") -> Widget:
    said = ctx.say(title), summary and ctx.say(summary)
    held, ref = ctx.state["settings"], f"setting/{name}"
    return kept_switch(held, name, *said, id=f"setting_{name}", ref=ref)


def settings(ctx: Context) -> Widget:
    held = ctx.state["settings"]
    switch = partial(_switch, ctx)

    def option(name: str) -> Widget:
        title, labels = _OPTIONS[name]
        return list_row(
            ctx.say(title),
            _said(ctx, labels[held[name]], held[name]),
            id=f"setting_{name}",
            ref=f"setting/{name}",
            on_tap=partial(ctx.go, "choose", name=name),
        )

    return scaffold(
        Scroll(
            id="settings_page",
            ref="",
            children=[
                section(ctx.say("Clock")),
                option("style"),
                switch("seconds", "Display time with seconds"),
                switch("full_day", "24-hour time", "For alarms and other cities"),
                section(ctx.say("Alarms")),
                option("silence_min"),
                option("snooze_min"),
                slider_row(
                    ctx.say("Alarm volume"),
                    held["volume"],
                    partial(setitem, held, "volume"),
                    id="setting_volume",
                    ref="setting/volume",
                ),
                switch("gradual", "Gradually increase volume"),
                option("week_start"),
                section(ctx.say("Notifications")),
                list_row(
                    ctx.say("What Clock tells you"),
                    ctx.say("On" if permission.granted(ctx.state, "notifications") else "Off"),
                    id="setting_notices",
                    ref="setting/notices",
                    on_tap=partial(permission.ask, ctx, "notifications", "notices"),
                ),
            ],
        ),
        title=ctx.say("Settings"),
        back=ctx.back,
    )


def notices(ctx: Context) -> Widget:
    """What Clock may notify about, once it may notify at all."""
    told = (
        ("tell_next", "Upcoming alarms"),
        ("tell_missed", "Missed alarms"),
        ("tell_timer", "Finished timers"),
    )
    rows = [_switch(ctx, name, title) for name, title in told]
    body = Scroll(id="notices_page", ref="", children=rows)
    return scaffold(body, title=ctx.say("Notifications"), back=ctx.back)


def choose(ctx: Context) -> Widget:
    """The dialog of one setting's options; `of` is the part of the state that holds it."""
    name = ctx.args["name"]
    title, labels = _OPTIONS[name]
    held = ctx.state[ctx.args.get("of", "settings")]
    said = {value: _said(ctx, label, value) for value, label in labels.items()}
    keep = partial(setitem, held, name)
    return ask_which(ctx, ctx.say(title), said, held[name], keep, no=ctx.say("Cancel"))


def _said(ctx: Context, label: str, value: Any) -> str:
    """A label, filled with its value where that is a number."""
    return ctx.say(label, count=value)


PAGES = {"settings": settings, "notices": notices, "choose": choose, "menu": more}
