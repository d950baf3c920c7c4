"""Rooms for a night: who comes and when, and what a hotel still has for them."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import lru_cache, partial
from operator import setitem
from random import Random
from typing import NamedTuple

from pocketphone.apps.maps import parts
from pocketphone.apps.maps.places import Place
from pocketphone.ui import (
    Button,
    Chip,
    Column,
    Context,
    Icon,
    List,
    Row,
    State,
    Text,
    Widget,
    ask_which,
    card,
    empty,
    list_row,
    scaffold,
)

MOST_ADULTS, _AHEAD, _NIGHTS = 6, 14, 7
_KINDS = (("Single room", 1), ("Double room", 2), ("Twin room", 2), ("Room with a view", 2),
          ("Family room", 4), ("Suite", 4), ("Attic flat", 6))  # fmt: skip
_FULL_SHARE = 0.2


class Room(NamedTuple):
    name: str
    sleeps: int
    price: int  # a night


@lru_cache(maxsize=64)
def rooms(hotel: str, price: str) -> tuple[Room, ...]:
    """The kinds of rooms of a hotel, the cheapest first."""
    rng, base = Random(hotel), 38 * (1 + len(price))
    kinds = [*rng.sample(_KINDS[:-1], 4), _KINDS[-1]]
    return tuple(
        sorted(
            (Room(name, sleeps, base + 22 * sleeps + rng.randint(0, 30)) for name, sleeps in kinds),
            key=lambda room: room.price,
        )
    )


def free(one: Place, stay: State) -> list[Room]:
    """The rooms that are large enough, and free on all nights of a stay."""
    nights = [_day(stay) + timedelta(days=night) for night in range(stay["nights"])]

    def is_taken(room: Room) -> bool:
        return any(
            Random(f"{one['id']}/{room.name}/{night}").random() < _FULL_SHARE for night in nights
        )

    return [
        room
        for room in rooms(one["id"], one["price"])
        if room.sleeps >= stay["adults"] and not is_taken(room)
    ]


def first_stay(now: datetime) -> State:
    """Two adults, the coming weekend."""
    friday = now.date() + timedelta(days=(4 - now.weekday()) % 7 or 7)
    return {"from": friday.isoformat(), "nights": 2, "adults": 2}


def _day(stay: State) -> date:
    return date.fromisoformat(stay["from"])


def dates_text(stay: State) -> str:
    """ "6 Mar \u2013 8 Mar"."""
    first = _day(stay)
    last = first + timedelta(days=stay["nights"])
    return f"{first.day} {first:%b} \u2013 {last.day} {last:%b}"


def adults_text(adults: int) -> str:
    return f"{adults} adult{'s' * (adults > 1)}"


# widgets


def chips(ctx: Context) -> list[Widget]:
    """When, and for how many: what a search for hotels is sifted by."""
    stay = ctx.state["stay"]
    return [
        Chip(id="dates", label=dates_text(stay), icon="calendar-outline",
             on_tap=partial(ctx.go, "check_in")),
        Chip(id="guests", label=adults_text(stay["adults"]), icon="account-multiple-outline",
             on_tap=partial(ctx.go, "guests")),
    ]  # fmt: skip


def cheapest(ctx: Context, one: Place) -> Widget:
    """What a night costs at least, in a list of hotels."""
    found = free(one, ctx.state["stay"])
    return Column(
        node="",
        align="end",
        children=[
            Text(id="price", ref="", value=f"\u20ac{found[0].price}" if found else "Full",
                 style="label", color="on_surface" if found else parts.CLOSED_INK),
            Text(value="a night", style="caption", color="on_surface_dim", visible=bool(found),
                 ref=""),
        ],
    )  # fmt: skip


def booking(ctx: Context, one: Place) -> Widget:
    """The card on a hotel's page that asks for rooms."""

    def check() -> None:
        asked = {"hotel": one["id"], "name": one["name"], **ctx.state["stay"]}
        ctx.state["availability"].append(asked)
        ctx.go("rooms", id=one["id"])

    return card(
        Text(value="Rooms", style="title_small", ref=""),
        Row(width="fill", gap=8, children=chips(ctx)),
        Button(id="check_availability", label="Check availability", kind="filled", width="fill",
               on_tap=check),
        id="booking",
        ref="",
        gap=12,
    )  # fmt: skip


# pages


def rooms_page(ctx: Context) -> Widget:
    """What a hotel has for the stay."""
    one, stay = parts.place_of(ctx.state, ctx.args["id"]), ctx.state["stay"]
    found = free(one, stay) if one else []

    book = partial(ctx.go, "website", id=ctx.args["id"], path="rooms")
    rows = [
        list_row(room.name, f"\u20ac{room.price} a night, \u20ac{room.price * stay['nights']} in "
                 f"all \u00b7 sleeps {room.sleeps}", id="room", ref=f"room/{room.name}",
                 key=room.name, leading=Icon(name="bed-outline"),
                 trailing=Icon(name="open-in-new", size=20), on_tap=book)
        for room in found
    ]  # fmt: skip
    head = Row(key="stay", width="fill", gap=8, padding=(16, 4, 16, 8), children=chips(ctx))
    nothing = empty("bed-empty", "No room is left", "Try other dates or fewer people.")
    return scaffold(
        Column(node="", children=[
            head, List(id="rooms", ref="", weight=1, children=rows) if rows else nothing]),
        title=one["name"] if one else "",
        back=ctx.back,
    )  # fmt: skip


def guests(ctx: Context) -> Widget:
    stay = ctx.state["stay"]
    labels = {adults: adults_text(adults) for adults in range(1, MOST_ADULTS + 1)}
    return ask_which(ctx, "Guests", labels, stay["adults"], partial(setitem, stay, "adults"))


def check_in(ctx: Context) -> Widget:
    stay = ctx.state["stay"]
    days = [ctx.minute.date() + timedelta(days=ahead) for ahead in range(_AHEAD)]

    def choose(day: date) -> None:
        stay["from"] = day.isoformat()
        ctx.go("nights")

    labels = {day: f"{day:%A}, {day.day} {day:%B}" for day in days}
    return ask_which(ctx, "Check-in", labels, _day(stay), choose)


def nights(ctx: Context) -> Widget:
    stay = ctx.state["stay"]
    labels = {count: f"{count} night{'s' * (count > 1)}" for count in range(1, _NIGHTS + 1)}
    return ask_which(ctx, "How long?", labels, stay["nights"], partial(setitem, stay, "nights"))


PAGES = {"rooms": rooms_page, "guests": guests, "check_in": check_in, "nights": nights}
