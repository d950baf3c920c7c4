"""What is around: a map to be moved about, and the businesses in the middle of it."""

from __future__ import annotations

from pocketphone.apps.city import Point
from pocketphone.apps.maps.canvas import CityMap, Pin
from pocketphone.apps.maps.ground import Camera
from pocketphone.apps.reviews import parts
from pocketphone.apps.reviews.businesses import Business, metres
from pocketphone.ui import Column, Context, List, Text, Widget, empty, scaffold

_NEAR_M = 1200
_INK = (190, 32, 62)
_ZOOM = 14.3  # about 1200 m to either side


def nearby(ctx: Context) -> Widget:
    """Touching a pin chooses its business; touching the ground between them lets go of it."""
    here, args = parts.here(ctx), ctx.args
    middle = Point(*args.get("middle", here))
    around = [one for one in ctx.state["businesses"] if metres(one, middle) <= _NEAR_M]
    around.sort(key=lambda one: metres(one, middle))

    def move(point: Point) -> None:
        args["middle"], args["chosen"] = list(point), ""

    city_map = CityMap(
        id="near_map",
        description="Map",
        width="fill",
        height=ctx.height_dp * 0.36,
        camera=Camera(middle, _ZOOM),
        pins=[_pin(one, rank, args.get("chosen", "")) for rank, one in enumerate(around)],
        here=here,
        on_pick=ctx.edit("chosen"),
        on_point=lambda _: ctx.edit("chosen")(""),
        on_move=move,
    )
    return scaffold(
        Column(node="", children=[city_map, _list_around(ctx, around)]),
        title="Near me",
        back=ctx.back,
    )


def _pin(one: Business, rank: int, chosen: str) -> Pin:
    spot = Point.at(one["lat"], one["lng"])
    return Pin(one["id"], one["name"], spot, one["icon"], _INK, rank, one["id"] == chosen)


def _list_around(ctx: Context, around: list[Business]) -> Widget:
    if not around:
        return empty("map-marker-off-outline", "Nothing around here", "Move the map elsewhere.")
    chosen = [one for one in around if one["id"] == ctx.args.get("chosen")]
    head = Text(
        id="count",
        value=f"{len(around)} place{'s' * (len(around) != 1)} around here",
        style="label",
        color="on_surface_dim",
        padding=(16, 12),
        key="count",
        visible=not chosen,
    )
    rows = [parts.result(ctx, one) for one in chosen or around]
    return List(id="near_list", ref="", weight=1, children=[head, *rows])


PAGES = {"nearby": nearby}
