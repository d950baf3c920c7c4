"""Clock: alarms, the time in other cities, a stopwatch, a timer, and a good night's sleep."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from random import Random
from typing import Any, ClassVar

from pocketphone.apps.clock import (
    alarm,
    alarms,
    bedtime,
    editor,
    guide,
    nights,
    preferences,
    sounds,
    stopwatch,
    timer,
    world,
)
from pocketphone.apps.permission import permission
from pocketphone.ui import App, Context, Filter, Intent, State

SET_ALARM = "android.intent.action.SET_ALARM"
SET_TIMER = "android.intent.action.SET_TIMER"
SHOW_ALARMS = "android.intent.action.SHOW_ALARMS"
SHOW_TIMERS = "android.intent.action.SHOW_TIMERS"
_EXTRA = "android.intent.extra.alarm."
_DAY_S = 86_400


class Clock(App):
    package = "com.pocketphone.clock"
    label = "Clock"
    icon = "clock-outline"
    accent = (66, 92, 168)
    version_name = "7.5.0"
    version_code = 70500
    first_page = "alarms"
    activities: ClassVar = {
        "editor": ".AlarmEditorActivity",
        "cities": ".CitySearchActivity",
        "settings": ".SettingsActivity",
    }
    pages: ClassVar = {
        **alarms.PAGES,
        **editor.PAGES,
        **world.PAGES,
        **stopwatch.PAGES,
        **timer.PAGES,
        **bedtime.PAGES,
        **sounds.PAGES,
        **preferences.PAGES,
        **nights.PAGES,
        **guide.PAGES,
        "permission": permission,
    }
    handles = tuple(map(Filter, (SET_ALARM, SET_TIMER, SHOW_ALARMS, SHOW_TIMERS)))

    def initial(self, rng: Random, now: datetime) -> State:
        return {
            "alarms": alarm.generate(rng),
            "world": world.generate(rng),
            "stopwatch": {"running": False, "since": None, "elapsed_ms": 0, "laps_ms": []},
            "timer": {"running": False, "ends": None, "left_s": 0, "length_s": 0},
            "bedtime": bedtime.generate(rng),
            "settings": dict(preferences.DEFAULTS),
            "nights": nights.generate(rng, now),
            "timers": timer.generate(rng),
        }

    def arrive(self, ctx: Context, intent: Intent) -> None:
        """The alarms or the timer, with what the intent asks for; SKIP_UI sets it at once."""
        extras = {
            name.removeprefix(_EXTRA): value
            for name, value in intent.extras.items()
            if name.startswith(_EXTRA)
        }
        at_once = extras.get("SKIP_UI") is True
        if intent.action in (SET_TIMER, SHOW_TIMERS):
            length_s = _number(extras, "LENGTH", 0)
            hours, minutes, seconds = length_s // 3600, length_s // 60 % 60, length_s % 60
            args = {"hours": f"{hours}", "minutes": f"{minutes:02}", "seconds": f"{seconds:02}"}
            asked = intent.action == SET_TIMER and 0 < length_s <= _DAY_S
            ctx.replace("timer", **args if asked else {})
            if asked and at_once:
                timer.start(ctx, length_s)
            return
        ctx.replace("alarms")
        if intent.action == SET_ALARM and at_once and "HOUR" in extras:
            made = editor.store(ctx, {**alarm.NEW, **_alarm(extras)})
            ctx.toast(alarm.set_for(ctx, made))
        elif intent.action == SET_ALARM:
            ctx.go("editor", **alarm.draft(ctx, _alarm(extras)))


def _alarm(extras: Mapping[str, Any]) -> alarm.Alarm:
    """The alarm that the extras of SET_ALARM describe; days count from Sunday, 1."""
    days = extras.get("DAYS", ())
    numbers = {int(day) for day in days if str(day).isdecimal()} if days else set()
    return {
        "hour": _number(extras, "HOUR", 6) % 24,
        "minute": _number(extras, "MINUTES", 0) % 60,
        "label": str(extras.get("MESSAGE", "")),
        "vibrate": extras.get("VIBRATE") is not False,
        "days": [day for place, day in enumerate(alarm.DAYS) if (place + 1) % 7 + 1 in numbers],
    }


def _number(extras: Mapping[str, Any], name: str, default: int) -> int:
    """A whole number among the extras; what is none counts as not given, as on Android."""
    value = extras.get(name)
    return value if isinstance(value, int) else default
