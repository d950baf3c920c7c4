"""The time in other cities."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

from pocketphone.apps.clock.cities import CITIES, City
from pocketphone.apps.clock.face import face
from pocketphone.apps.clock.tabs import clock_line, navigation, overflow, sweepable
from pocketphone.apps.words import matches
from pocketphone.ui import (
    Column,
    Context,
    Fab,
    List,
    Row,
    Text,
    Widget,
    card,
    confirm,
    empty,
    list_row,
    scaffold,
    search_field,
)


def generate(rng: Random) -> list[dict[str, Any]]:
    """Two cities to begin with."""
    return [city.to_json() for city in rng.sample(CITIES[::7], 2)]


def world(ctx: Context) -> Widget:
    rows = [_city_card(ctx, city) for city in ctx.state["world"]]
    body = List(id="cities", ref="", weight=1, children=rows, padding=(0, 0, 0, 88))
    return scaffold(
        Column(children=[face(ctx), body if rows else empty("earth", ctx.say("No cities"))]),
        title=ctx.say("World clock"),
        actions=[overflow(ctx)],
        fab=Fab(
            id="fab", description=ctx.say("Add city"), on_tap=partial(ctx.go, "cities", query="")
        ),
        bottom=navigation(ctx),
    )


def _city_card(ctx: Context, city: dict[str, Any]) -> Widget:
    there = ctx.minute + timedelta(minutes=city["offset_min"])
    time = clock_line(ctx, there.hour, there.minute)
    days = (there.date() - ctx.minute.date()).days
    day = ctx.say({-1: "Yesterday", 0: "Today", 1: "Tomorrow"}[days])

    shown = card(
        Row(
            width="fill",
            gap=12,
            children=[
                Column(
                    weight=1,
                    children=[
                        Text(
                            id="city_name",
                            ref="",
                            value=ctx.say(city["city"]),
                            style="title_small",
                            lines=1,
                        ),
                        Text(
                            ref="",
                            value=ctx.say(", ").join((day, _ahead(ctx, city["offset_min"]))),
                            style="body_small",
                            color="on_surface_dim",
                            lines=2,
                        ),
                    ],
                ),
                Text(id="digital_clock", ref="", value=time, style="headline"),
            ],
        ),
        id="city_item",
        ref=f"city/{city['city']}",
        on_long_press=partial(ctx.go, "remove_city", city=city["city"]),
    )
    name: str = city["city"]
    return sweepable(ctx, "world", city, shown, key=name, called=ctx.say(name))


def _ahead(ctx: Context, minutes: int) -> str:
    hours, rest = divmod(abs(minutes), 60)
    if not minutes:
        return ctx.say("same time")
    span = ctx.say("{hours} h {rest} min" if rest else "{hours} h", hours=hours, rest=rest)
    return ctx.say("{span} ahead" if minutes > 0 else "{span} behind", span=span)


def remove_city(ctx: Context) -> Widget:
    city = ctx.args["city"]
    rest = [one for one in ctx.state["world"] if one["city"] != city]
    return confirm(
        ctx,
        ctx.say("Remove {city}?", city=ctx.say(city)),
        yes=ctx.say("Remove"),
        no=ctx.say("Cancel"),
        then=partial(ctx.state.update, world=rest),
    )


def cities(ctx: Context) -> Widget:
    """The search for a city to add."""
    query = ctx.args["query"]
    found = matching(query, ctx.say)
    field, clear = search_field(ctx, ctx.say("Search for a city"), id="search_src_text")
    rows = [
        list_row(
            ctx.say(city.name),
            ctx.say(city.country),
            id="city_row",
            ref=f"add/{city.name}",
            key=city.name,
            title_id="city_name",
            summary_id="country",
            on_tap=partial(_add, ctx, city),
        )
        for city in found
    ]
    body = List(id="city_list", ref="", children=rows)
    return scaffold(
        body if rows else empty("magnify-close", ctx.say('No cities match "{query}"', query=query)),
        title=field,
        back=ctx.back,
        actions=[clear],
    )


def matching(query: str, say: Callable[[str], str] = str) -> list[City]:
    """The cities whose names match the query, then those whose country does.

    They are known by their English names and by those that `say` gives.
    """

    def known(name: str) -> bool:
        return matches(query, f"{name} {say(name)}")

    named = [city for city in CITIES if known(city.name)]
    return named + [city for city in CITIES if city not in named and known(city.country)]


def _add(ctx: Context, city: City) -> None:
    held = [one["city"] for one in ctx.state["world"]]
    ctx.back()
    if city.name in held:
        ctx.snackbar(ctx.say("{city} is in the list already", city=ctx.say(city.name)))
        return
    ctx.state["world"].append(city.to_json())
    ctx.snackbar(ctx.say("{city} added", city=ctx.say(city.name)))


PAGES = {"world": world, "remove_city": remove_city, "cities": cities}
