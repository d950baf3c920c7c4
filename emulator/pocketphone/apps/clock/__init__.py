"""Clock: alarms, the time in other cities, a stopwatch and a timer."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import ClassVar

from pocketphone.apps.clock import alarm, alarms, editor, preferences, stopwatch, timer, world
from pocketphone.ui import App, Context, Filter, Intent, State

SET_ALARM = "android.intent.action.SET_ALARM"
SHOW_ALARMS = "android.intent.action.SHOW_ALARMS"


class Clock(App):
    package = "com.pocketphone.clock"
    label = "Clock"
    icon = "clock-outline"
    accent = (66, 92, 168)
    version_name = "7.4.1"
    version_code = 70401
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
        **preferences.PAGES,
    }
    handles = (Filter(SET_ALARM), Filter(SHOW_ALARMS))

    def initial(self, rng: Random, now: datetime) -> State:
        del now
        return {
            "alarms": alarm.drawn(rng),
            "world": world.drawn(rng),
            "stopwatch": {"running": False, "since": None, "elapsed_ms": 0, "laps_ms": []},
            "timer": {"running": False, "ends": None, "left_s": 0, "length_s": 0},
            "settings": dict(preferences.DEFAULTS),
        }

    def arrive(self, ctx: Context, intent: Intent) -> None:
        """SET_ALARM opens the editor with the time that the intent carries."""
        if intent.action == SET_ALARM:
            extra = "android.intent.extra.alarm."
            given = {
                "hour": int(intent.extras.get(f"{extra}HOUR", 6)),
                "minute": int(intent.extras.get(f"{extra}MINUTES", 0)),
                "label": str(intent.extras.get(f"{extra}MESSAGE", "")),
            }
            ctx.go("editor", **alarm.draft(ctx, given))
