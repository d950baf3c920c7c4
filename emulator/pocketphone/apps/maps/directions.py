"""The ways to a place, and the page that leads along one."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import NamedTuple

from pocketphone.apps.city import Point
from pocketphone.apps.maps import parts
from pocketphone.apps.maps.canvas import CityMap
from pocketphone.apps.maps.ground import fitting
from pocketphone.apps.maps.places import Place, point_of
from pocketphone.apps.maps.routes import (
    MODES,
    Mode,
    Route,
    Step,
    distance,
    duration,
    route,
    steps,
)
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Row,
    Spacer,
    Stack,
    Text,
    Widget,
    empty,
    list_row,
)

_MODES = {
    "driving": ("Driving", "car"),
    "transit": ("Transit", "bus"),
    "walking": ("Walking", "walk"),
    "cycling": ("Cycling", "bike"),
}


class End(NamedTuple):
    """Where a way begins or ends."""

    name: str
    point: Point
    place: Place | None

    @property
    def in_sentence(self) -> str:
        """The name inside a sentence."""
        return self.name if self.place else "your location"


def _end(ctx: Context, id_: str | None) -> End | None:
    if id_ == parts.YOU:
        return End("Your location", parts.here(ctx.state), None)
    place = parts.place_of(ctx.state, id_)
    return End(place["name"], point_of(place), place) if place else None


def ends(ctx: Context) -> tuple[End | None, End | None]:
    wish = ctx.state["directions"]
    return _end(ctx, wish["from"]), _end(ctx, wish["to"])


def directions(ctx: Context) -> Widget:
    wish = ctx.state["directions"]
    start, goal = ends(ctx)
    ways: dict[Mode, Route] = {}
    picture: list[Widget] = []
    if start and goal and start.point == goal.point:
        told = empty("map-marker-check-outline", "You are there already")
    elif start and goal:
        ways = {mode: route(start.point, goal.point, mode) for mode in MODES}
        picture = [_picture(ctx, ways[wish["mode"]], start, goal)]
        told = _details(ctx, ways[wish["mode"]], goal)
    else:
        told = empty("directions", "Choose a destination")
    head = [_ends_card(ctx, start, goal), _mode_tabs(ctx, ways)]
    line: type[Row] | type[Column] = Column
    children = [*head, *picture, _filling(told)]
    if ctx.width_dp > ctx.height_dp:
        line, children = (
            Row,
            [Column(node="", weight=5, children=[*head, _filling(told)]), *picture],
        )
    return line(
        id="directions_page",
        ref="",
        node="android.view.ViewGroup",
        width="fill",
        height="fill",
        background="background",
        align="stretch",
        children=children,
    )


def _filling(body: Widget) -> Widget:
    return Stack(node="", weight=5, width="fill", height="fill", children=[body])


def _ends_card(ctx: Context, start: End | None, goal: End | None) -> Widget:
    """From where to where, both to be changed, and swapped."""
    wish = ctx.state["directions"]

    def swap() -> None:
        wish["from"], wish["to"] = wish["to"] or parts.YOU, wish["from"]

    def field(end: str, name: str, hint: str) -> Widget:
        return Row(
            id=f"{end}_field",
            node="android.widget.FrameLayout",
            width="fill",
            height=44,
            radius=12,
            background="surface_highest",
            padding=(14, 0),
            on_tap=partial(parts.search_for, ctx, end),
            children=[
                Text(id=f"{end}_text", ref="", value=name or hint, style="body_small", lines=1,
                     color="on_surface" if name else "on_surface_dim")
            ],
        )  # fmt: skip

    return Row(
        id="ends",
        ref="",
        width="fill",
        padding=(4, 8, 4, 8),
        children=[
            IconButton(icon="arrow-left", description="Navigate up", on_tap=ctx.back, ref="up"),
            Column(
                weight=1,
                gap=8,
                children=[
                    field("from", start.name if start else "", "Choose starting point"),
                    field("to", goal.name if goal else "", "Choose destination"),
                ],
            ),
            IconButton(
                id="swap", icon="swap-vertical", description="Swap start and destination",
                on_tap=swap,
            ),
        ],
    )  # fmt: skip


def _mode_tabs(ctx: Context, ways: dict[Mode, Route]) -> Widget:
    wish = ctx.state["directions"]

    def choose(mode: Mode) -> None:
        wish["mode"] = ctx.state["settings"]["mode"] = mode

    def tab(mode: Mode) -> Widget:
        label, icon = _MODES[mode]
        on = wish["mode"] == mode
        ink = "primary" if on else "on_surface_dim"
        time = duration(ways[mode].seconds) if ways else "\u2013"
        return Column(
            id=f"mode_{mode}",
            description=label,
            weight=1,
            selected=on,
            on_tap=partial(choose, mode),
            align="center",
            padding=(0, 6, 0, 0),
            gap=2,
            children=[
                Icon(name=icon, color=ink, size=22),
                Text(value=label, style="label_small", color=ink, ref="", lines=1),
                Text(
                    id="mode_duration", ref=f"duration/{mode}", value=time, style="caption",
                    color=ink, lines=1,
                ),
                Spacer(height=3, width=48, radius=2, background="primary" if on else None),
            ],
        )  # fmt: skip

    return Row(
        id="modes",
        ref="",
        node="android.widget.HorizontalScrollView",
        width="fill",
        padding=(8, 0),
        children=[Row(width="fill", children=[tab(mode) for mode in MODES])],
    )


def _picture(ctx: Context, way: Route, start: End, goal: End) -> Widget:
    """The map with the whole way on it."""
    points = [start.point, *way.points, goal.point]
    ends = [end.place for end in (start, goal) if end.place]
    wide = ctx.width_dp > ctx.height_dp
    room = (ctx.width_dp / 2, ctx.height_dp) if wide else (ctx.width_dp, ctx.height_dp * 0.3)
    return CityMap(
        id="map",
        ref="map",
        description="Map",
        width="fill",
        height="fill",
        weight=4,
        camera=fitting(points, *room),
        layers=parts.layers(ctx.state),
        pins=parts.pins(ends, goal.place["id"] if goal.place else None),
        way=points,
        here=parts.here(ctx.state),
    )


def _details(ctx: Context, way: Route, goal: End) -> Widget:
    """How long it takes, and step by step."""
    wish, units = ctx.state["directions"], ctx.state["settings"]["units"]

    def begin() -> None:
        if not wish["navigating"]:
            wish.update(navigating=True, started=ctx.now.isoformat(timespec="seconds"))
        ctx.go("navigation")

    arrival = ctx.minute + timedelta(seconds=way.seconds)
    head = Row(
        width="fill",
        padding=(20, 12, 16, 4),
        gap=12,
        children=[
            Column(
                weight=1,
                children=[
                    Text(id="way_duration", style="title", ref="duration",
                         value=f"{duration(way.seconds)} ({distance(way.metres, units)})"),
                    Text(id="way_summary", style="body_small", color="on_surface_dim", ref="",
                         value=f"via {way.via}, arrive {arrival:%H:%M}", lines=2),
                ],
            ),
            Button(id="start", label="Resume" if wish["navigating"] else "Start",
                   icon="navigation-variant", kind="filled",
                   enabled=wish["from"] == parts.YOU, on_tap=begin),
        ],
    )  # fmt: skip
    told = steps(way, goal.in_sentence)
    rows = [_step(step, units, place) for place, step in enumerate(told)]
    listed = List(id="steps", ref="", weight=1, padding=(0, 0, 0, 16), children=rows)
    return Column(node="", height="fill", children=[head, listed])


def _step(step: Step, units: str, place: int) -> Widget:
    return list_row(
        step.text,
        distance(step.metres, units) if step.metres else "",
        id="step",
        ref=f"step/{place}",
        key=place,
        leading=Icon(name=step.icon, color="primary"),
    )


PAGES = {"directions": directions}
