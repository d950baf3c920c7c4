"""The ways to a place, and the page that leads along one."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from pocketphone.apps.city import Point
from pocketphone.apps.maps import parts
from pocketphone.apps.maps.canvas import Camera, CityMap, fitting
from pocketphone.apps.maps.places import Place, point_of
from pocketphone.apps.maps.routes import (
    MODES,
    Mode,
    Route,
    Step,
    along,
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
    scaffold,
)

_MODES = {
    "driving": ("Driving", "car"),
    "transit": ("Transit", "bus"),
    "walking": ("Walking", "walk"),
    "cycling": ("Cycling", "bike"),
}
_BANNER, _ON_BANNER = (20, 98, 62), (255, 255, 255)


class _End(NamedTuple):
    name: str
    point: Point
    place: Place | None

    @property
    def called(self) -> str:
        """The name inside a sentence."""
        return self.name if self.place else "your location"


def _end(ctx: Context, id_: str | None) -> _End | None:
    if id_ == parts.YOU:
        return _End("Your location", parts.here(ctx.state), None)
    place = parts.place_of(ctx.state, id_)
    return _End(place["name"], point_of(place), place) if place else None


def _ends(ctx: Context) -> tuple[_End | None, _End | None]:
    wish = ctx.state["directions"]
    return _end(ctx, wish["from"]), _end(ctx, wish["to"])


def directions(ctx: Context) -> Widget:
    wish = ctx.state["directions"]
    start, goal = _ends(ctx)
    body: Widget = empty("directions", "Choose a destination")
    ways: dict[Mode, Route] = {}
    if start and goal and start.point == goal.point:
        body = empty("map-marker-check-outline", "You are there already")
    elif start and goal:
        ways = {mode: route(start.point, goal.point, mode) for mode in MODES}
        body = _way(ctx, ways[wish["mode"]], start, goal)
    return Column(
        id="directions_page",
        ref="",
        node="android.view.ViewGroup",
        width="fill",
        height="fill",
        background="background",
        children=[_ends_card(ctx, start, goal), _mode_tabs(ctx, ways), _filling(body)],
    )


def _filling(body: Widget) -> Widget:
    return Stack(node="", weight=1, width="fill", height="fill", children=[body])


def _ends_card(ctx: Context, start: _End | None, goal: _End | None) -> Widget:
    """From where to where, both to be changed, and swapped."""
    wish = ctx.state["directions"]

    def swap() -> None:
        wish["from"], wish["to"] = wish["to"] or parts.YOU, wish["from"]

    def change(end: str) -> None:
        ctx.state["search"] |= {"query": "", "category": ""}
        ctx.go("search", pick=end)

    def field(end: str, name: str, hint: str) -> Widget:
        return Row(
            id=f"{end}_field",
            node="android.widget.FrameLayout",
            width="fill",
            height=44,
            radius=12,
            background="surface_highest",
            padding=(14, 0),
            on_tap=partial(change, end),
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


def _way(ctx: Context, way: Route, start: _End, goal: _End) -> Widget:
    state, units = ctx.state, ctx.state["settings"]["units"]
    points = [start.point, *way.points, goal.point]
    ends = [end.place for end in (start, goal) if end.place]
    picture = CityMap(
        id="map",
        ref="map",
        description="Map",
        width="fill",
        weight=4,
        camera=fitting(points, ctx.width_dp, ctx.height_dp * 0.3),
        layers=parts.layers(state),
        pins=parts.pins(ends, goal.place["id"] if goal.place else None),
        way=points,
        here=parts.here(state),
    )

    def begin() -> None:
        state["directions"] |= {
            "navigating": True,
            "started": ctx.now.isoformat(timespec="seconds"),
        }
        ctx.go("navigation")

    from_you = state["directions"]["from"] == parts.YOU
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
            Button(id="start", label="Start", icon="navigation-variant", kind="filled",
                   enabled=from_you, on_tap=begin),
        ],
    )  # fmt: skip
    told = steps(way, goal.called)
    rows = [_step(step, units, place) for place, step in enumerate(told)]
    listed = List(id="steps", ref="", weight=5, padding=(0, 0, 0, 16), children=rows)
    return Column(node="", children=[picture, head, listed])


def _step(step: Step, units: str, place: int) -> Widget:
    return list_row(
        step.text,
        distance(step.metres, units) if step.metres else "",
        id="step",
        ref=f"step/{place}",
        key=place,
        leading=Icon(name=step.icon, color="primary"),
    )


def navigation(ctx: Context) -> Widget:
    """Leads along the way, as far as the time since the start goes."""
    state, wish = ctx.state, ctx.state["directions"]
    start, goal = _ends(ctx)
    if start is None or goal is None or not wish["started"]:
        return scaffold(empty("directions", "Nothing to lead to"), title="", back=ctx.back)
    units, mode = state["settings"]["units"], wish["mode"]
    way = route(start.point, goal.point, mode)
    began = datetime.fromisoformat(wish["started"]).replace(second=0)
    share = min(1.0, (ctx.minute - began).total_seconds() / way.seconds)
    spot, bearing = along(way, share)
    left = way.seconds * (1 - share)
    now, then = _coming(steps(way, goal.called), way.metres * share)

    def end() -> None:
        wish.update(navigating=False, started=None)
        ctx.back()

    def mute() -> None:
        state["settings"]["voice"] = not state["settings"]["voice"]

    banner = Column(
        id="maneuver",
        ref="",
        node="android.widget.FrameLayout",
        width="fill",
        background=_BANNER,
        radius=24,
        padding=(20, 16),
        gap=8,
        children=[
            Row(
                gap=16,
                children=[
                    Icon(name=now.icon, color=_ON_BANNER, size=40),
                    Text(id="instruction", value=now.text, style="title", color=_ON_BANNER,
                         weight=1, lines=3),
                ],
            ),
            Text(id="next_instruction", value=f"Then: {then.text}" if then else "", lines=2,
                 style="body_small", color=_ON_BANNER, visible=then is not None),
        ],
    )  # fmt: skip
    speaker = IconButton(
        ref="voice",
        icon="volume-high" if state["settings"]["voice"] else "volume-off",
        width=48,
        height=48,
        radius=24,
        background="surface",
        elevation=2,
        on_tap=mute,
    )
    arrival = ctx.minute + timedelta(seconds=left)
    foot = Row(
        id="eta_bar",
        ref="",
        width="fill",
        background="surface_high",
        padding=(24, 16),
        children=[
            Column(
                weight=1,
                children=[
                    Text(id="time_left", style="title", color="primary", ref="duration",
                         value=duration(left) if share < 1 else "Arrived"),
                    Text(id="eta", style="body_small", color="on_surface_dim", ref="",
                         value=f"{distance(way.metres * (1 - share), units)}, {arrival:%H:%M}"),
                ],
            ),
            Button(id="end", label="End", kind="danger", on_tap=end),
        ],
    )  # fmt: skip
    picture = CityMap(
        id="map",
        ref="map",
        description="Map",
        width="fill",
        height="fill",
        camera=Camera(spot, 16.8, bearing),
        layers=parts.layers(state),
        pins=parts.pins([goal.place] if goal.place else [], wish["to"]),
        way=[start.point, *way.points, goal.point],
        here=spot,
        heading=bearing,
    )
    over = Stack(node="", padding=(12, 12), width="fill", children=[banner])
    corner = Stack(node="", padding=16, children=[speaker])
    body = Stack(id="navigation_frame", ref="", children=[picture, over, corner],
                 at=[(0, 0), (0, 0), (1, 1)])  # fmt: skip
    return scaffold(body, bottom=foot)


def _coming(told: list[Step], gone: float) -> tuple[Step, Step | None]:
    """The step one is in after so many metres, and the one after it."""
    for place, step in enumerate(told[:-1]):
        if gone < step.metres:
            return step, told[place + 1]
        gone -= step.metres
    return told[-1], None


PAGES = {"directions": directions, "navigation": navigation}
