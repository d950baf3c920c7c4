"""Where the owner has been: ways that were gone, and how far in all. Drawn as Compose draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from itertools import groupby
from random import Random
from typing import Any

from pocketphone.apps.compose import bar_entry, compose_page, entry, heading
from pocketphone.apps.maps import parts
from pocketphone.apps.maps.places import Place
from pocketphone.apps.maps.routes import distance, duration
from pocketphone.ui import Context, Widget

Trip = dict[str, Any]
"""{"place": its id, "mode", "day": "2026-02-27", "metres", "seconds"}"""

_TRIPS, _MOST_A_DAY = 36, 4
_SPEEDS = {"driving": 7.0, "transit": 4.0, "walking": 1.3, "cycling": 4.2}  # metres a second
_NAMES = {"driving": "Driving", "transit": "Transit", "walking": "Walking", "cycling": "Cycling"}


def generate(rng: Random, places: Sequence[Place], now: datetime) -> list[Trip]:
    """The trips of the last weeks, the latest first."""
    trips: list[Trip] = []
    day = now.date()
    while len(trips) < _TRIPS:
        day -= timedelta(days=1)
        for place in rng.sample(places, rng.randint(0, _MOST_A_DAY)):
            mode = rng.choice(tuple(_SPEEDS))
            metres = rng.randrange(400, 4200, 10)
            seconds = round(metres / _SPEEDS[mode])
            trips.append(
                {"place": place["id"], "mode": mode, "day": day.isoformat(), "metres": metres,
                 "seconds": seconds}
            )  # fmt: skip
    return trips[:_TRIPS]


def timeline(ctx: Context) -> Widget:
    trips: list[Trip] = ctx.state["trips"]
    rows = [heading("In all"), *_totals(trips, ctx.state["settings"]["units"])]
    for day, gone in groupby(trips, key=lambda trip: trip["day"]):
        rows += [
            heading(f"{date.fromisoformat(day):%A, %-d %B}"),
            *(_trip(ctx, one) for one in gone),
        ]
    return compose_page(ctx, "Timeline", *rows)


def _totals(trips: Sequence[Trip], units: str) -> list[Widget]:
    """How far each mode has carried, as a share of the one that carried farthest."""
    metres: Mapping[str, int] = {
        mode: sum(trip["metres"] for trip in trips if trip["mode"] == mode) for mode in _NAMES
    }
    most = max(metres.values()) or 1
    return [
        bar_entry(_NAMES[mode], distance(far, units), far / most) for mode, far in metres.items()
    ]


def _trip(ctx: Context, trip: Trip) -> Widget:
    place = parts.place_of(ctx.state, trip["place"])
    name = place["name"] if place else "A place that is no more"
    far = distance(trip["metres"], ctx.state["settings"]["units"])
    return entry(
        name,
        f"{_NAMES[trip['mode']]} \u00b7 {far} \u00b7 {duration(trip['seconds'])}",
        partial(parts.choose, ctx, place) if place else None,
    )


PAGES = {"timeline": timeline}
