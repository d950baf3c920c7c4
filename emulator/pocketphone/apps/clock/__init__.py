"""Clock: alarms, the time in other cities, a stopwatch."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import ClassVar

from pocketphone.apps.clock import alarms
from pocketphone.ui import App, State


class Clock(App):
    package = "com.pocketphone.clock"
    label = "Clock"
    icon = "clock-outline"
    accent = (66, 92, 168)
    first_page = "alarms"
    activities: ClassVar = {"editor": ".AlarmEditorActivity"}
    pages: ClassVar = {**alarms.PAGES}

    def initial(self, rng: Random, now: datetime) -> State:
        return {"alarms": alarms.drawn(rng)}
