"""How long the owner slept, night by night: a page as Compose draws it."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from pocketphone.apps.clock.tabs import date_text
from pocketphone.apps.compose import bar_entry, compose_page, heading
from pocketphone.ui import Context, Widget

Night = dict[str, Any]
"""{"day": the morning's, "2026-03-01", "slept_min"}"""

_COUNT, _LONGEST_MIN = 30, 600


def generate(rng: Random, now: datetime) -> list[Night]:
    """The last thirty nights, the latest first."""
    today = now.date()
    return [
        {
            "day": (today - timedelta(days=ago)).isoformat(),
            "slept_min": rng.randrange(300, _LONGEST_MIN, 5),
        }
        for ago in range(_COUNT)
    ]


def nights(ctx: Context) -> Widget:
    rows = [
        bar_entry(
            date_text(ctx, date.fromisoformat(night["day"])),
            length_text(ctx, night["slept_min"]),
            night["slept_min"] / _LONGEST_MIN,
            ref=f"night/{night['day']}",
        )
        for night in ctx.state["nights"]
    ]
    return compose_page(ctx, ctx.say("Recent nights"), heading(average_text(ctx)), *rows)


def average_text(ctx: Context) -> str:
    slept = [night["slept_min"] for night in ctx.state["nights"]]
    mean = round(sum(slept) / len(slept)) if slept else 0
    return ctx.say("{span} on average", span=length_text(ctx, mean))


def length_text(ctx: Context, minutes: int) -> str:
    return ctx.say("{hours} h {rest} min", hours=minutes // 60, rest=minutes % 60)


PAGES = {"nights": nights}
