"""What several of the map's pages are made of, and what they change in its state."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from pocketphone.apps.city import Point
from pocketphone.apps.hours import status
from pocketphone.apps.maps.canvas import CityMap, Pin
from pocketphone.apps.maps.ground import Camera, Layers
from pocketphone.apps.maps.places import CATEGORIES, LANDMARKS, Place, point_of
from pocketphone.apps.maps.routes import Mode, distance
from pocketphone.apps.stars import stars
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Row,
    State,
    Text,
    Widget,
    destinations,
    disc,
    list_row,
)

YOU = "you"
OPEN_INK, CLOSED_INK = (36, 140, 76), (200, 66, 60)
RECENT = 20


def navigation(ctx: Context) -> Widget:
    tabs = (
        ("explore", "Explore", "map-marker-outline"),
        ("saved", "Saved", "bookmark-outline"),
        ("you", "You", "account-circle-outline"),
    )
    return destinations(ctx, tabs)


# the state


def place_of(state: State, id_: str | None) -> Place | None:
    """The place of that id, the pin that was dropped among them."""
    return next((place for place in every(state) if place["id"] == id_), None)


def every(state: State) -> list[Place]:
    """All places; the pin is one where it is nowhere else."""
    places: list[Place] = state["places"]
    pin = state["pin"]
    known = pin is None or any(place["id"] == pin["id"] for place in places)
    return places if known else [*places, pin]


def pin_at(state: State, place: Place) -> None:
    """Choose a place; one that the city does not know becomes the pin."""
    if place_of(state, place["id"]) is None:
        state["pin"] = place
    state["selected"] = place["id"]


def here(state: State) -> Point:
    """Where the phone is."""
    return Point.at(state["you"]["lat"], state["you"]["lng"])


def camera(state: State) -> Camera:
    seen = state["map"]
    return Camera(
        Point.at(seen["center"]["lat"], seen["center"]["lng"]), seen["zoom"], seen["bearing"]
    )


def look(state: State, point: Point, zoom: float | None = None) -> None:
    """Move the map to a point."""
    state["map"]["center"] = {"lat": point.lat, "lng": point.lng}
    if zoom is not None:
        state["map"]["zoom"] = zoom


def layers(state: State) -> Layers:
    return Layers(state["map"]["layer"], **state["map"]["details"])


def remember(state: State, text: str) -> None:
    """Put a search on top of the recent ones."""
    if text and state["settings"]["history"]:
        state["recent"][:] = [text, *(old for old in state["recent"] if old != text)][:RECENT]


def choose(ctx: Context, place: Place) -> None:
    """Open a place's page, and have the map show it."""
    pin_at(ctx.state, place)
    look(ctx.state, point_of(place), max(15.6, ctx.state["map"]["zoom"]))
    ctx.go("place", id=place["id"], tab="overview")


def search_for(ctx: Context, pick: str = "") -> None:
    """Open an empty search; `pick` is what the place will be for."""
    ctx.state["search"] |= {"query": "", "category": ""}
    ctx.go("search", pick=pick)


def search_kind(ctx: Context, key: str) -> None:
    """Open the results of a category."""
    ctx.state["search"] |= {"query": "", "category": key}
    remember(ctx.state, CATEGORIES[key].plural)
    ctx.go("results")


def show_map(ctx: Context) -> None:
    """Back to the map, whichever tab the pages were opened from."""
    ctx.home()
    if ctx.page != "explore":
        ctx.replace("explore")


def direct(ctx: Context, place: Place, mode: Mode | None = None) -> None:
    """Open the ways to a place from where the phone is."""
    state = ctx.state
    state["directions"] = {
        "from": YOU,
        "to": place["id"],
        "mode": mode or state["settings"]["mode"],
        "navigating": False,
        "started": None,
    }
    ctx.go("directions")


def lists_of(state: State, id_: str) -> list[str]:
    """The keys of the lists a place is saved in."""
    return [key for key, ids in state["saved"].items() if id_ in ids]


# widgets


def place_buttons(ctx: Context, place: Place) -> list[Widget]:
    """What can be done with a place wherever it is shown."""
    saved = bool(lists_of(ctx.state, place["id"]))
    return [
        Button(
            id="directions",
            label="Directions",
            icon="directions",
            kind="filled",
            on_tap=partial(direct, ctx, place),
        ),
        Button(
            id="save",
            label="Saved" if saved else "Save",
            icon="bookmark" if saved else "bookmark-outline",
            kind="tonal",
            on_tap=partial(ctx.go, "save", id=place["id"]),
        ),
    ]


def pins(places: Iterable[Place], chosen: str | None = None) -> list[Pin]:
    """Places as the map shows them: the chosen one first, then landmarks, then by rating."""
    return [
        Pin(
            place["id"],
            place["name"],
            point_of(place),
            CATEGORIES[place["category"]].icon,
            CATEGORIES[place["category"]].color,
            0 if place["id"] in LANDMARKS else 100 - round(place["rating"] * 10),
            place["id"] == chosen,
        )
        for place in places
    ]


def small_map(ctx: Context, place: Place, height: float) -> Widget:
    """A still map around a place."""
    return CityMap(
        id="place_map",
        ref="",
        description="Map",
        height=height,
        width="fill",
        camera=Camera(point_of(place), 16.0),
        layers=layers(ctx.state),
        pins=pins([place], place["id"]),
    )


def rating_row(place: Place) -> Widget:
    return Row(
        gap=4,
        visible=bool(place["rating"]),
        children=[
            Text(
                id="rating",
                ref="",
                value=str(place["rating"]),
                style="body_small",
                color="on_surface_dim",
            ),
            stars(place["rating"]),
            Text(
                id="review_count",
                ref="",
                value=f"({place['reviews']:,})",
                style="body_small",
                color="on_surface_dim",
            ),
        ],
    )


def status_text(ctx: Context, place: Place) -> Widget:
    text = status(place["hours"], ctx.minute)
    ink = OPEN_INK if text.startswith("Open") else CLOSED_INK
    if ctx.env.dark:
        red, green, blue = (channel + (255 - channel) // 3 for channel in ink)
        ink = red, green, blue
    return Text(
        id="hours_status", ref="", value=text, style="body_small", color=ink, visible=bool(text)
    )


def kind_line(ctx: Context, place: Place) -> str:
    """ "Museum, 1.2 km, 18 Quay Street"."""
    away = distance(point_of(place).to(here(ctx.state)), ctx.state["settings"]["units"])
    category = CATEGORIES[place["category"]].label
    parts = [category] * (category != place["name"]) + [place["price"], away]
    return " \u00b7 ".join(part for part in (*parts, place["address"]) if part)


def badge(place: Place) -> Widget:
    """The icon of a place's category on its colour."""
    known = CATEGORIES[place["category"]]
    return disc(known.icon, known.color)


def hit(ctx: Context, place: Place, on_tap: object) -> Widget:
    """A found place in a short list."""
    assert callable(on_tap)
    return list_row(
        place["name"],
        kind_line(ctx, place),
        id="result",
        ref=f"place/{place['id']}",
        key=place["id"],
        leading=badge(place),
        on_tap=on_tap,
    )


def facts(ctx: Context, place: Place, style: str, ref: str = "") -> Widget:
    """A place's name, rating, kind, distance, address and hours."""
    return Column(
        weight=1,
        gap=2,
        children=[
            Text(id="title", ref=ref, value=place["name"], style=style, lines=2),
            rating_row(place),
            Text(
                id="summary",
                ref="",
                value=kind_line(ctx, place),
                style="body_small",
                color="on_surface_dim",
                lines=2,
            ),
            status_text(ctx, place),
        ],
    )


def result(ctx: Context, place: Place, trailing: Widget | None = None) -> Widget:
    """A found place with all that helps to choose."""
    return Row(
        id="result",
        ref=f"place/{place['id']}",
        key=place["id"],
        node="android.view.ViewGroup",
        width="fill",
        padding=(16, 12),
        gap=16,
        align="start",
        on_tap=partial(choose, ctx, place),
        children=[
            badge(place),
            facts(ctx, place, "title_small"),
            *([trailing] if trailing is not None else []),
        ],
    )
