"""What an alarm is: its values, when it rings, how that is said."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

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


def drawn(rng: Random) -> list[Alarm]:
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
    new: dict[str, Any] = {
        "id": None,
        "hour": 6,
        "minute": 0,
        "days": [],
        "label": "",
        "vibrate": True,
    }
    values = {**new, **(alarm or {})}
    values.pop("enabled", None)
    values["days"] = list(values["days"])
    return {**values, **time_fields(ctx, values["hour"], values["minute"])}


def time_fields(ctx: Context, hour: int, minute: int) -> dict[str, Any]:
    """An hour and a minute as the editor's fields hold them."""
    shown = hour if full_day(ctx) else hour % 12 or 12
    return {"hour": f"{shown}", "minute": f"{minute:02}", "pm": hour >= 12}


def full_day(ctx: Context) -> bool:
    return bool(ctx.state["settings"]["full_day"])


def days_text(ctx: Context, alarm: Alarm) -> str:
    days = alarm["days"]
    if not days:
        moment = next_ring(alarm, ctx.minute)
        return "Today" if moment.date() == ctx.minute.date() else "Tomorrow"
    if len(days) == 7:
        return "Every day"
    if days == list(DAYS[:5]):
        return "Weekdays"
    if days == list(DAYS[5:]):
        return "Weekends"
    return ", ".join(NAMES[day][:3] for day in days)


def next_ring(alarm: Alarm, now: datetime) -> datetime:
    """When the alarm rings next, were it on."""
    moment = now.replace(hour=alarm["hour"], minute=alarm["minute"], second=0, microsecond=0)
    while moment <= now or (alarm["days"] and DAYS[moment.weekday()] not in alarm["days"]):
        moment += timedelta(days=1)
    return moment


def set_for(ctx: Context, alarm: Alarm) -> str:
    minutes = int((next_ring(alarm, ctx.minute) - ctx.minute).total_seconds() // 60)
    spans = ((minutes // 1440, "day"), (minutes // 60 % 24, "hour"), (minutes % 60, "minute"))
    parts = [f"{count} {unit}{'s' if count > 1 else ''}" for count, unit in spans if count]
    return f"Alarm set for {' and '.join(parts[:2])} from now"
