"""The map with the search bar over it, and what the place that is chosen on it shows."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.city import EAST, NORTH, Point
from pocketphone.apps.maps import parts
from pocketphone.apps.maps.canvas import FARTHEST_ZOOM, NEAREST_ZOOM, CityMap
from pocketphone.apps.maps.places import CATEGORIES, CHIPS, Place, bare
from pocketphone.ui import (
    Button,
    Chip,
    Column,
    Context,
    Icon,
    IconButton,
    Node,
    Option,
    Painter,
    Rgb,
    Row,
    Spacer,
    Stack,
    Strip,
    Text,
    Widget,
    scaffold,
    section,
    segmented,
    sheet,
    switch_row,
)
from pocketphone.ui.widget import Handler

_MARGIN = 900  # metres that the map may be moved beyond the city
YOUR_HEADING = 40.0  # degrees


def explore(ctx: Context) -> Widget:
    state = ctx.state
    chosen = parts.place_of(state, state["selected"])

    def move(center: Point) -> None:
        x = max(-_MARGIN, min(EAST + _MARGIN, center.x))
        y = max(-_MARGIN, min(NORTH + _MARGIN, center.y))
        parts.look(state, Point(x, y))

    def pick(id_: str | None) -> None:
        state["selected"] = id_

    def drop(point: Point) -> None:
        parts.pin_at(state, dropped(point))

    city_map = CityMap(
        id="map",
        ref="map",
        description="Map",
        width="fill",
        height="fill",
        camera=parts.camera(state),
        layers=parts.layers(state),
        pins=parts.pins(parts.every(state), state["selected"]),
        here=parts.here(state),
        on_pick=pick,
        on_point=lambda _: pick(None),
        on_hold=drop,
        on_move=move,
    )
    low = Column(
        node="",
        width="fill",
        children=[
            Row(node="", spread="end", padding=(0, 0, 12, 12), children=[_tools(ctx)]),
            *([_peek(ctx, chosen)] if chosen else []),
        ],
    )
    body = Stack(
        id="map_frame",
        ref="",
        children=[city_map, _top(ctx), low],
        at=[(0, 0), (0, 0), (0, 1)],
    )
    return scaffold(body, bottom=parts.navigation(ctx))


def dropped(point: Point, name: str = "Dropped pin") -> Place:
    """A place of which only the point is known, such as where a finger rested on the map."""
    spot = f"{point.lat:.5f}, {point.lng:.5f}"
    return bare(f"pin-{spot.replace(', ', '-')}", name, "pin", spot, point)


def _top(ctx: Context) -> Widget:
    """The search bar and the kinds of places below it."""
    bar = Row(
        id="search_bar",
        node="android.widget.FrameLayout",
        ref="search_bar",
        width="fill",
        height=52,
        radius=26,
        elevation=2,
        background="surface",
        padding=(16, 0, 4, 0),
        gap=12,
        on_tap=partial(open_search, ctx),
        children=[
            Icon(name="magnify"),
            Text(
                id="search_bar_text",
                ref="",
                value="Search here",
                color="on_surface_dim",
                weight=1,
                lines=1,
            ),
            IconButton(
                ref="account",
                icon="account-circle",
                size=30,
                color="primary",
                on_tap=partial(ctx.replace, "you"),
            ),
        ],
    )
    chips = [
        _MapChip(
            id="category_chip",
            ref=f"category/{key}",
            label=CATEGORIES[key].plural,
            icon=CATEGORIES[key].icon,
            background="surface",
            radius=8,
            elevation=1,
            on_tap=partial(_open_category, ctx, key),
        )
        for key in CHIPS
    ]
    return Column(
        node="",
        width="fill",
        gap=10,
        padding=(0, 10, 0, 0),
        children=[
            Stack(node="", padding=(12, 0), width="fill", children=[bar]),
            Strip(
                id="categories", ref="", width="fill", gap=8, padding=(12, 2, 12, 4), children=chips
            ),
        ],
    )


class _MapChip(Chip):
    """A chip on a map, which needs a ground of its own."""

    def paint(self, brush: Painter, node: Node) -> None:
        Widget.paint(self, brush, node)
        super().paint(brush, node)


def open_search(ctx: Context) -> None:
    ctx.state["search"] |= {"query": "", "category": ""}
    ctx.go("search", pick="")


def _open_category(ctx: Context, key: str) -> None:
    ctx.state["search"] |= {"query": "", "category": key}
    parts.remember(ctx.state, CATEGORIES[key].plural)
    ctx.go("results")


def _tools(ctx: Context) -> Widget:
    """The round buttons over the map's corner."""
    state = ctx.state
    seen = state["map"]

    def zoom(step: float) -> None:
        seen["zoom"] = max(FARTHEST_ZOOM, min(NEAREST_ZOOM, seen["zoom"] + step))

    def locate() -> None:
        """To where the phone is; there already: turned to where it points."""
        at = parts.here(state)
        if seen["center"] == {"lat": at.lat, "lng": at.lng}:
            seen["bearing"] = 0.0 if seen["bearing"] else YOUR_HEADING
        else:
            parts.look(state, at, max(15.0, seen["zoom"]))

    def north() -> None:
        seen["bearing"] = 0.0

    return Column(
        node="",
        gap=10,
        align="center",
        children=[
            round_button("layers-outline", partial(ctx.go, "layers"), id="layers",
                         description="Layers"),
            round_button("compass", north, id="compass", description="Compass",
                         visible=bool(seen["bearing"]), color=(200, 66, 60)),
            round_button("plus", partial(zoom, 1), id="zoom_in", description="Zoom in",
                         enabled=seen["zoom"] < NEAREST_ZOOM),
            round_button("minus", partial(zoom, -1), id="zoom_out", description="Zoom out",
                         enabled=seen["zoom"] > FARTHEST_ZOOM),
            round_button("crosshairs-gps", locate, ref="my_location", color="primary"),
        ],
    )  # fmt: skip


def round_button(
    icon: str,
    on_tap: Handler,
    *,
    id: str | None = None,
    ref: str | None = None,
    description: str = "",
    color: str | Rgb = "on_surface_dim",
    visible: bool = True,
    enabled: bool = True,
) -> Widget:
    """An icon button with a ground, to lie on a map."""
    return IconButton(
        id=id,
        ref=ref,
        icon=icon,
        description=description,
        color=color,
        visible=visible,
        enabled=enabled,
        on_tap=on_tap,
        width=48,
        height=48,
        radius=24,
        background="surface",
        elevation=2,
    )


def _peek(ctx: Context, place: Place) -> Widget:
    """The lower edge's sheet about the chosen place."""

    def away() -> None:
        ctx.state["selected"] = None

    head = Row(
        width="fill",
        align="start",
        children=[
            Column(
                weight=1,
                gap=2,
                children=[
                    Text(id="title", ref="title", value=place["name"], style="title", lines=2),
                    parts.rating_row(place),
                    Text(
                        id="summary",
                        ref="",
                        value=parts.kind_line(ctx, place),
                        style="body_small",
                        color="on_surface_dim",
                        lines=2,
                    ),
                    parts.status_text(ctx, place),
                ],
            ),
            IconButton(id="close", icon="close", description="Close", on_tap=away),
        ],
    )
    saved = bool(parts.lists_of(ctx.state, place["id"]))
    buttons = Row(
        gap=8,
        children=[
            Button(
                id="directions",
                label="Directions",
                icon="directions",
                kind="filled",
                on_tap=partial(parts.direct, ctx, place),
            ),
            Button(
                id="save",
                label="Saved" if saved else "Save",
                icon="bookmark" if saved else "bookmark-outline",
                kind="tonal",
                on_tap=partial(ctx.go, "save", id=place["id"]),
            ),
        ],
    )
    return Column(
        id="place_sheet",
        ref="place_sheet",
        node="android.widget.FrameLayout",
        width="fill",
        background="surface",
        radius=24,
        elevation=4,
        padding=(20, 12, 8, 16),
        gap=12,
        on_tap=partial(parts.choose, ctx, place),
        children=[
            Row(node="", spread="center", padding=(0, 0, 12, 0), children=[
                Spacer(width=32, height=4, radius=2, background="outline_dim")
            ]),
            head,
            buttons,
        ],
    )  # fmt: skip


def layers(ctx: Context) -> Widget:
    """Which map, and what on it."""
    seen = ctx.state["map"]

    def kind(name: str) -> None:
        seen["layer"] = name

    def detail(name: str, on: bool) -> None:
        seen["details"][name] = on

    return sheet(
        section("Map type"),
        Stack(
            node="",
            padding=(16, 0),
            width="fill",
            children=[
                segmented([
                    Option(f"layer_{name}", name.capitalize(), seen["layer"] == name,
                           partial(kind, name))
                    for name in ("default", "satellite")
                ])
            ],
        ),
        section("Map details"),
        *(
            switch_row(
                name.capitalize(),
                seen["details"][name],
                partial(detail, name),
                id="detail",
                ref=f"detail/{name}",
            )
            for name in ("traffic", "transit", "cycling")
        ),
        title="Layers",
    )  # fmt: skip


PAGES = {"explore": explore, "layers": layers}
