"""The page that leads along a way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import ClassVar

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
    Node,
    Row,
    Stack,
    State,
    Swiped,
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
    told = steps(way, goal.in_sentence)
    now = _place(told, way.metres * share)
    ahead = min(ctx.args.get("ahead", 0), len(told) - 1 - now)

    def look(by: int) -> None:
        """Show the turn after the one that is shown, or the one before it."""
        ctx.args["ahead"] = max(0, min(ahead + by, len(told) - 1 - now))

    banner = _Pager(
        id="maneuvers",
        ref="",
        width="fill",
        on_left=partial(look, 1),
        on_right=partial(look, -1),
        children=[_banner(told[now + ahead : now + ahead + 2])],
    )
    recentre = Button(
        id="recentre",
        label="Re-centre",
        icon="navigation-variant",
        kind="filled",
        visible=ahead > 0,
        on_tap=partial(look, -ahead),
    )
    body = Stack(
        id="navigation_frame",
        ref="",
        at=[(0, 0), (0, 0), (1, 1), (0, 1)],
        children=[
            picture,
            Stack(node="", padding=12, width="fill", children=[banner]),
            Stack(node="", padding=16, children=[_speaker(state)]),
            Stack(node="", padding=16, children=[recentre]),
        ],
    )
    return scaffold(body, bottom=_foot(ctx, way, share))


def _speaker(state: State) -> Widget:
    """What lets the voice speak, or hushes it."""
    voice = state["settings"]["voice"]
    return IconButton(
        ref="voice",
        icon="volume-high" if voice else "volume-off",
        width=48,
        height=48,
        radius=24,
        background="surface",
        elevation=2,
        on_tap=partial(state["settings"].update, voice=not voice),
    )


@dataclass(frozen=True)
class _Pager(Swiped):
    """One page of several, the others aside."""

    android: ClassVar[str] = "androidx.viewpager.widget.ViewPager"

    def scrollable(self, node: Node) -> bool:
        del node
        return True


def _place(told: list[Step], gone: float) -> int:
    """Which step one is in after so many metres."""
    for place, step in enumerate(told[:-1]):
        if gone < step.metres:
            return place
        gone -= step.metres
    return len(told) - 1


def _banner(coming: Sequence[Step]) -> Widget:
    """A step, and the one after it where there is one."""
    now, *then = coming
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
                value=f"Then: {then[0].text}" if then else "",
                style="body_small",
                color=_WHITE,
                lines=2,
                visible=bool(then),
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
