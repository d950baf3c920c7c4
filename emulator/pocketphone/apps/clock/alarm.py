"""What an alarm is: its values, when it rings, how that is said."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

from pocketphone.apps.clock.tabs import full_day
from pocketphone.ui import Context

Alarm = dict[str, Any]
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
NAMES = dict(
    zip(
        DAYS,
        ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        strict=True,
    )
)
NEW: Alarm = {"id": None, "hour": 6, "minute": 0, "days": [], "label": "", "vibrate": True}
_ODD_TIMES = (
    (4, 52),
    (5, 47),
    (6, 23),
    (7, 11),
    (8, 38),
    (11, 56),
    (13, 9),
    (16, 41),
    (20, 17),
    (21, 58),
)  # nobody asks for these by chance


def generate(rng: Random) -> list[Alarm]:
    """Three to five alarms, no two at the same time or of the same name."""
    count = rng.randint(3, 5)
    labels = rng.sample(("Work", "Gym", "Medicine", "Call home", "School run", "Stretch"), count)
    times = sorted(rng.sample(_ODD_TIMES, count))
    weeks = (DAYS[:5], DAYS[5:], (), DAYS, ("mon", "wed", "fri"), ("tue", "thu"))
    return [
        {
            "id": place,
            "hour": hour,
            "minute": minute,
            "enabled": rng.random() < 0.6,
            "days": list(rng.choice(weeks)),
            "label": label,
            "vibrate": rng.random() < 0.7,
        }
        for place, ((hour, minute), label) in enumerate(zip(times, labels, strict=True), start=1)
    ]


def draft(ctx: Context, alarm: Alarm | None = None) -> dict[str, Any]:
    """What the editor starts with: an alarm's values, or those of a new one."""
    values = {**NEW, **(alarm or {})}
    values.pop("enabled", None)
    values["days"] = list(values["days"])
    return {**values, **time_fields(ctx, values["hour"], values["minute"])}


def time_fields(ctx: Context, hour: int, minute: int) -> dict[str, Any]:
    """An hour and a minute as the editor's fields hold them."""
    shown = hour if full_day(ctx) else hour % 12 or 12
    return {"hour": f"{shown}", "minute": f"{minute:02}", "pm": hour >= 12}


def rings_text(ctx: Context, alarm: Alarm) -> str:
    """The days that the alarm rings on."""
    if alarm["days"]:
        return days_text(ctx, alarm["days"])
    moment = next_ring(alarm, ctx.minute)
    return ctx.say("Today" if moment.date() == ctx.minute.date() else "Tomorrow")


def days_text(ctx: Context, days: list[str]) -> str:
    for named, whole in (("Every day", DAYS), ("Weekdays", DAYS[:5]), ("Weekends", DAYS[5:])):
        if days == list(whole):
            return ctx.say(named)
    return ctx.say(", ").join(ctx.say(NAMES[day][:3]) for day in days)


def next_ring(alarm: Alarm, now: datetime) -> datetime:
    """When the alarm rings next, were it on."""
    moment = now.replace(hour=alarm["hour"], minute=alarm["minute"], second=0, microsecond=0)
    while moment <= now or (alarm["days"] and DAYS[moment.weekday()] not in alarm["days"]):
        moment += timedelta(days=1)
    return moment


def set_for(ctx: Context, alarm: Alarm) -> str:
    """How long it is until the alarm rings, as it is told when it is switched on."""
    minutes = int((next_ring(alarm, ctx.minute) - ctx.minute).total_seconds() // 60)
    spans = ((minutes // 1440, "days"), (minutes // 60 % 24, "hours"), (minutes % 60, "minutes"))
    parts = [ctx.say(f"{{count}} {unit}", count=count) for count, unit in spans if count][:2]
    span = parts[0]
    if len(parts) == 2:
        span = ctx.say("{first} and {second}", first=parts[0], second=parts[1])
    return ctx.say("Alarm set for {span} from now", span=span)
