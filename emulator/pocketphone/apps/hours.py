"""When a place is open: drawn, compared with the time, told; and when people are up.

Hours are {"mon": "09:00-17:30", ..., "sun": ""}: one span a day, "" for a day of rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ALWAYS = "00:00-24:00"
_UP = 7  # the hour before which nobody writes or calls

Hours = Mapping[str, str]


def generate(rng: Random, usual: str, closed: str = "") -> dict[str, str]:
    """The hours of each day, about one of the `usual` ones between bars, with a rest on the days
    that are `closed`; no two of a kind need open, close and rest at the same times."""
    if usual == ALWAYS:
        return dict.fromkeys(DAYS, ALWAYS)
    ends = rng.choice(usual.split("|")).split("-")
    opens, closes = (_moment(part) for part in ends)
    opens += timedelta(minutes=rng.choice((-30, 0, 0, 30)))
    closes += timedelta(minutes=rng.choice((-60, 0, 0, 30)))
    rests = closed.split()
    resting = rests if len(rests) < 3 else [rng.choice((*rests, ""))]
    told = f"{opens:%H:%M}-{closes:%H:%M}"
    return {day: "" if day in resting else told for day in DAYS}


def later(span: str, minutes: int) -> str:
    """A day's hours with so many minutes more in the evening."""
    opens, closes = span.split("-")
    return f"{opens}-{_moment(closes) + timedelta(minutes=minutes):%H:%M}"


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(f"2000-01-01T{text}")


def is_open(hours: Hours, now: datetime) -> bool:
    opens, _, closes = hours.get(DAYS[now.weekday()], "").partition("-")
    return bool(opens) and opens <= f"{now:%H:%M}" < closes


def clock_time(text: str) -> str:
    """ "17:30" as "5:30 PM"."""
    hour, minute = (int(part) for part in text.split(":"))
    half = "AM" if hour % 24 < 12 else "PM"
    return f"{hour % 12 or 12}:{minute:02} {half}"


def span(hours: str) -> str:
    """ "09:00-17:30" as a person writes it."""
    if hours in ("", ALWAYS):
        return "Open 24 hours" if hours else "Closed"
    return " \u2013 ".join(clock_time(part) for part in hours.split("-"))


def status(hours: Hours, now: datetime) -> str:
    """ "Open, closes 5:30 PM"; "" where no hours are known."""
    if not hours:
        return ""
    today = hours[DAYS[now.weekday()]]
    if is_open(hours, now):
        return "Open 24 hours" if today == ALWAYS else f"Open, closes {clock_time(today[6:])}"
    if today and f"{now:%H:%M}" < today[:5]:
        return f"Closed, opens {clock_time(today[:5])}"
    for ahead in range(1, 8):
        day = (now.weekday() + ahead) % 7
        if hours[DAYS[day]]:
            return f"Closed, opens {clock_time(hours[DAYS[day]][:5])} {DAY_NAMES[day][:3]}"
    return "Closed"


def awake(at: datetime) -> datetime:
    """The moment, or one of the evening before where people sleep then."""
    return at if at.hour >= _UP else at - timedelta(hours=_UP + 1)
