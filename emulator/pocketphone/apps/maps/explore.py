"""The map with the search bar over it, and what the place that is chosen on it shows."""

from __future__ import annotations

from functools import partial

from pocketphone.apps import permission
from pocketphone.apps.city import EAST, NORTH, Point
from pocketphone.apps.maps import parts
from pocketphone.apps.maps.canvas import CityMap
from pocketphone.apps.maps.ground import FARTHEST_ZOOM, NEAREST_ZOOM
from pocketphone.apps.maps.places import CATEGORIES, CHIPS, Place, bare
from pocketphone.ui import (
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
from pocketphone.ui.widget import Handler, Length

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
    wide = ctx.width_dp > ctx.height_dp
    tools = Stack(node="", padding=8, children=[_tools(ctx, Row if wide else Column)])
    over: list[tuple[Widget, tuple[float, float]]] = [
        (_top(ctx, chips=not (wide and chosen)), (0, 0))
    ]
    if chosen and wide:
        over += [(tools, (1, 1)), (_peek(ctx, chosen, width=400), (0, 1))]
    else:
        low: list[Widget] = [Row(node="", spread="end", children=[tools])]
        low += [_peek(ctx, chosen)] if chosen else []
        over.append((Column(node="", width="fill", children=low), (0, 1)))
    body = Stack(
        id="map_frame",
        ref="",
        children=[city_map, *(widget for widget, _ in over)],
        at=[(0, 0), *(place for _, place in over)],
    )
    return scaffold(body, bottom=parts.navigation(ctx))


def dropped(point: Point, name: str = "Dropped pin") -> Place:
    """A place of which only the point is known, such as where a finger rested on the map."""
    spot = f"{point.lat:.5f}, {point.lng:.5f}"
    return bare(f"pin-{spot.replace(', ', '-')}", name, "pin", spot, point)


def _top(ctx: Context, *, chips: bool) -> Widget:
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
        on_tap=partial(parts.search_for, ctx),
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
    return Column(
        node="",
        width="fill",
        gap=4,
        padding=(0, 6, 0, 0),
        children=[
            Stack(node="", padding=(12, 4), width="fill", children=[bar]),
            Strip(
                id="categories",
                ref="",
                visible=chips,
                width="fill",
                gap=8,
                padding=(12, 2, 12, 4),
                children=[_kind_chip(ctx, key) for key in CHIPS],
            ),
        ],
    )


def _kind_chip(ctx: Context, key: str) -> Widget:
    return _MapChip(
        id="category_chip",
        ref=f"category/{key}",
        label=CATEGORIES[key].plural,
        icon=CATEGORIES[key].icon,
        background="surface",
        radius=8,
        elevation=1,
        on_tap=partial(parts.search_kind, ctx, key),
    )


class _MapChip(Chip):
    """A chip on a map, which needs a ground of its own."""

    def paint(self, brush: Painter, node: Node) -> None:
        Widget.paint(self, brush, node)
        super().paint(brush, node)


def _tools(ctx: Context, line: type[Row] | type[Column]) -> Widget:
    """The round buttons over the map's corner."""
    state = ctx.state
    seen = state["map"]
    precise = permission.granted(state, "location")

    def zoom(step: float) -> None:
        seen["zoom"] = max(FARTHEST_ZOOM, min(NEAREST_ZOOM, seen["zoom"] + step))

    def locate() -> None:
        """To where the phone is, if it may tell; there already: turned to where it points."""
        at = parts.here(state)
        if not precise:
            permission.ask(ctx, "location")
        elif seen["center"] == {"lat": at.lat, "lng": at.lng}:
            seen["bearing"] = 0.0 if seen["bearing"] else YOUR_HEADING
        else:
            parts.look(state, at, max(15.0, seen["zoom"]))

    def north() -> None:
        seen["bearing"] = 0.0

    return line(
        node="",
        padding=4,  # room for the shadows
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
            round_button(f"crosshairs-{'gps' if precise else 'question'}", locate,
                         ref="my_location", color="primary"),
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


def _peek(ctx: Context, place: Place, width: Length = "fill") -> Widget:
    """The lower edge's sheet about the chosen place."""

    def away() -> None:
        ctx.state["selected"] = None

    close = IconButton(id="close", icon="close", description="Close", on_tap=away)
    head = Row(
        width="fill",
        align="start",
        children=[parts.facts(ctx, place, "title", ref="title"), close],
    )
    return Column(
        id="place_sheet",
        ref="place_sheet",
        node="android.widget.FrameLayout",
        width=width,
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
            Row(gap=8, children=parts.place_buttons(ctx, place)),
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
