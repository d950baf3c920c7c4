"""Clock's settings, and the dialogs of what can be chosen elsewhere in it."""

from __future__ import annotations

from typing import Any

from pocketphone.apps import permission
from pocketphone.apps.clock.tabs import more
from pocketphone.apps.forms import (
    Choice,
    Form,
    Heading,
    Ids,
    Layout,
    Level,
    Link,
    Page,
    Toggle,
)
from pocketphone.ui import Context, Scroll

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
_NEVER: dict[Any, str] = {0: "Never"}


def _minutes(*numbers: int) -> dict[Any, str]:
    return dict.fromkeys(numbers, "{count} minutes")


def _permission_state(ctx: Context) -> str:
    return ctx.say("On" if permission.granted(ctx.state, "notifications") else "Off")


FORMS = {
    "settings": Form("Settings", [
        Heading("Clock"),
        Choice("Style", "style", {"digital": "Digital", "analog": "Analog"}),
        Toggle("Display time with seconds", "seconds"),
        Toggle("24-hour time", "full_day", "For alarms and other cities"),
        Heading("Alarms"),
        Choice("Silence after", "silence_min", _minutes(1, 5, 10) | _NEVER),
        Choice("Snooze length", "snooze_min", _minutes(5, 10, 15, 20, 30)),
        Level("Alarm volume", "volume"),
        Toggle("Gradually increase volume", "gradual"),
        Choice("Start week on", "week_start",
               {"sat": "Saturday", "sun": "Sunday", "mon": "Monday"}),
        Heading("Notifications"),
        Link("What Clock tells you", "notices", _permission_state, permission="notifications"),
    ]),
    "notices": Form("Notifications", [
        Toggle("Upcoming alarms", "tell_next"),
        Toggle("Missed alarms", "tell_missed"),
        Toggle("Finished timers", "tell_timer"),
    ]),
}  # fmt: skip
_ROW = ("setting_{name}", "setting/{name}")
LAYOUT = Layout(
    ids=Ids(toggle=_ROW, choice=_ROW, link=("setting_{page}", "setting/{page}")),
    translated=True,
    body=lambda page, rows: Scroll(id=f"{page}_page", ref="", children=rows),
)
PAGES: dict[str, Page] = {
    **LAYOUT.pages(
        FORMS,
        Choice("Reminder", "bedtime/reminder_min", _NEVER | _minutes(15, 30, 60)),
        Choice("Play for", "bedtime/sound_min", _minutes(15, 30, 60, 90)),
    ),
    "menu": more,
}
