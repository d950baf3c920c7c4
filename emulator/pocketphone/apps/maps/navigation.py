"""The page that leads along a way."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from pocketphone.apps.maps import parts
from pocketphone.apps.maps.canvas import CityMap
from pocketphone.apps.maps.directions import ends
from pocketphone.apps.maps.ground import Camera
from pocketphone.apps.maps.routes import Route, Step, along, distance, duration, route, steps
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Icon,
    IconButton,
    Row,
    Stack,
    Text,
    Widget,
    empty,
    scaffold,
)

_GREEN, _WHITE = (20, 98, 62), (255, 255, 255)


def navigation(ctx: Context) -> Widget:
    """As far along the way as the time since the start goes, minute by minute."""
    state, wish = ctx.state, ctx.state["directions"]
    start, goal = ends(ctx)
    if start is None or goal is None or start.point == goal.point or not wish["started"]:
        return scaffold(empty("directions", "Nothing to lead to"), title="", back=ctx.back)
    way = route(start.point, goal.point, wish["mode"])
    began = datetime.fromisoformat(wish["started"]).replace(second=0)
    share = max(0.0, min(1.0, (ctx.minute - began).total_seconds() / way.seconds))
    spot, bearing = along(way, share)
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
    voice = state["settings"]["voice"]
    speaker = IconButton(
        ref="voice",
        icon="volume-high" if voice else "volume-off",
        width=48,
        height=48,
        radius=24,
        background="surface",
        elevation=2,
        on_tap=partial(state["settings"].update, voice=not voice),
    )
    body = Stack(
        id="navigation_frame",
        ref="",
        at=[(0, 0), (0, 0), (1, 1)],
        children=[
            picture,
            Stack(
                node="",
                padding=12,
                width="fill",
                children=[_banner(*_coming(steps(way, goal.called), way.metres * share))],
            ),
            Stack(node="", padding=16, children=[speaker]),
        ],
    )
    return scaffold(body, bottom=_foot(ctx, way, share))


def _coming(told: list[Step], gone: float) -> tuple[Step, Step | None]:
    """The step one is in after so many metres, and the one after it."""
    for place, step in enumerate(told[:-1]):
        if gone < step.metres:
            return step, told[place + 1]
        gone -= step.metres
    return told[-1], None


def _banner(now: Step, then: Step | None) -> Widget:
    return Column(
        id="maneuver",
        ref="",
        node="android.widget.FrameLayout",
        width="fill",
        background=_GREEN,
        radius=24,
        padding=(20, 16),
        gap=8,
        children=[
            Row(
                gap=16,
                children=[
                    Icon(name=now.icon, color=_WHITE, size=40),
                    Text(
                        id="instruction",
                        value=now.text,
                        style="title",
                        color=_WHITE,
                        weight=1,
                        lines=3,
                    ),
                ],
            ),
            Text(
                id="next_instruction",
                value=f"Then: {then.text}" if then else "",
                style="body_small",
                color=_WHITE,
                lines=2,
                visible=then is not None,
            ),
        ],
    )


def _foot(ctx: Context, way: Route, share: float) -> Widget:
    """The time and the distance that are left, and the end."""
    left = way.seconds * (1 - share)
    arrival = ctx.minute + timedelta(seconds=left)
    away = distance(way.metres * (1 - share), ctx.state["settings"]["units"])

    def end() -> None:
        ctx.state["directions"].update(navigating=False, started=None)
        ctx.back()

    times = Column(
        weight=1,
        children=[
            Text(
                id="time_left",
                ref="duration",
                value=duration(left) if share < 1 else "Arrived",
                style="title",
                color="primary",
            ),
            Text(
                id="eta",
                ref="",
                value=f"{away}, {arrival:%H:%M}",
                style="body_small",
                color="on_surface_dim",
                visible=share < 1,
            ),
        ],
    )
    return Row(
        id="eta_bar",
        ref="",
        width="fill",
        background="surface_high",
        padding=(24, 16),
        children=[times, Button(id="end", label="End", kind="danger", on_tap=end)],
    )


PAGES = {"navigation": navigation}
