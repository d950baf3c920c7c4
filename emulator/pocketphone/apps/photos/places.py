"""Where the photos were taken: a drawn map, and what is near the phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import dist, sin

from pocketphone.apps import permission
from pocketphone.apps.photos import parts
from pocketphone.apps.photos.library import Photo, kept
from pocketphone.apps.photos.pictures import Photograph, photo_picture
from pocketphone.ui import (
    Context,
    IconButton,
    List,
    Node,
    Painter,
    Rect,
    Rgb,
    Stack,
    Touch,
    Widget,
    empty,
    list_row,
    scaffold,
)

_SPOTS: dict[str, tuple[float, float]] = {  # shares of the map, from its upper left corner
    "Observatory Hill": (0.3, 0.14), "Linden Valley": (0.72, 0.1), "Stonewick": (0.84, 0.27),
    "Northgate": (0.5, 0.26), "Alder Park": (0.24, 0.37), "Meadow Lane": (0.62, 0.42),
    "Ferry Road": (0.44, 0.52), "Port Alder": (0.68, 0.57), "Quay Street": (0.34, 0.64),
    "Old Lighthouse": (0.14, 0.74), "Easter Sound": (0.6, 0.8), "Cape Merrow": (0.86, 0.72),
}  # fmt: skip
_HERE = 0.42, 0.58
_HIGH_KM = 22.0  # from the upper edge to the lower one
_PIN_DP, _REACH_DP = 44, 36
_COAST = 0.68
_LAND: tuple[Rgb, Rgb] = (224, 232, 214), (44, 54, 46)  # light, dark
_SEA: tuple[Rgb, Rgb] = (160, 202, 228), (22, 38, 56)
_ROAD: tuple[Rgb, Rgb] = (250, 246, 232), (74, 80, 78)


def _by_place(ctx: Context) -> Mapping[str, list[Photo]]:
    """The photos of each place that the map knows, the newest first."""
    found: dict[str, list[Photo]] = {}
    for photo in kept(ctx.state["photos"]):
        if photo["place"] in _SPOTS:
            found.setdefault(photo["place"], []).append(photo)
    return found


@dataclass(frozen=True)
class _Map(Widget):
    """A surface without nodes: the newest photo of each place stands where it was taken."""

    places: Mapping[str, list[Photo]] = field(default_factory=dict)
    on_place: Callable[[str], object] | None = None

    @property
    def clickable(self) -> bool:
        return self.on_place is not None

    def take_touch(self, touch: Touch) -> bool:
        spots = {name: dist((touch.x, touch.y), _on(touch.node.box, name)) for name in self.places}
        nearest = min(spots, key=lambda name: spots[name], default="")
        if self.on_place and nearest and spots[nearest] < touch.env.px(_REACH_DP):
            self.on_place(nearest)
        return True

    def paint(self, brush: Painter, node: Node) -> None:
        _land(brush, node.box)
        side = brush.env.px(_PIN_DP)
        for name, photos in self.places.items():
            x, y = _on(node.box, name)
            pin = Rect(x - side // 2, y - side // 2, x - side // 2 + side, y - side // 2 + side)
            brush.disc(x, y, side // 2 + brush.env.px(3), (255, 255, 255))
            brush.picture(photo_picture(photos[0], (side, side)), pin, side // 2)


def _on(box: Rect, place: str) -> tuple[int, int]:
    x, y = _SPOTS[place]
    return box.left + round(x * box.width), box.top + round(y * box.height)


def _land(brush: Painter, box: Rect) -> None:
    """The land with two roads, and the sea below it."""
    look, step = int(brush.env.dark), brush.env.px(4)
    brush.fill(box, _LAND[look])
    for left in range(box.left, box.right, step):
        x = (left - box.left) / box.width
        shore = box.top + round(box.height * (_COAST + 0.03 * sin(x * 9) + 0.02 * sin(x * 23)))
        brush.fill(box._replace(left=left, right=left + step, top=shore), _SEA[look])
        for level, swing in ((0.3, 0.05), (0.5, 0.03)):
            y = box.top + round(box.height * (level + swing * sin(x * 5 + level * 20)))
            brush.fill(Rect(left, y, left + step, y + brush.env.px(5)), _ROAD[look])


def map_page(ctx: Context) -> Widget:
    near = IconButton(
        ref="my_location",
        icon="crosshairs-gps",
        color="on_container",
        background="container",
        radius=16,
        width=56,
        height=56,
        elevation=3,
        on_tap=partial(permission.ask, ctx, "location", "nearby"),
    )
    surface = _Map(
        id="map_view",
        description="Map of photos",
        places=_by_place(ctx),
        on_place=lambda place: ctx.go("taken_at", place=place),
        width="fill",
        height="fill",
    )
    corner = Stack(node="", padding=(16, 24), children=[near])
    return scaffold(
        Stack(node="", children=[surface, corner], at=[(0, 0), (1, 1)]),
        title="Map",
        back=ctx.back,
    )


def taken_at(ctx: Context) -> Widget:
    """The photos of one place."""
    place: str = ctx.args["place"]
    photos = _by_place(ctx).get(place, [])
    nothing = empty("map-marker-off-outline", "No photos from here any more")
    return scaffold(parts.shown(ctx, photos) if photos else nothing, title=place, back=ctx.back)


def nearby(ctx: Context) -> Widget:
    """The places of the map, the nearest to the phone first."""
    rows = []
    for name, photos in sorted(_by_place(ctx).items(), key=lambda pair: _km(pair[0])):
        said = f"{len(photos)} photo{'s' * (len(photos) > 1)} · {_km(name):.1f} km away"
        cover = Photograph(photo=photos[0], width=48, height=48, radius=8)
        rows.append(
            list_row(name, said, id="place", ref=f"place/{name}", key=name, leading=cover,
                     on_tap=partial(ctx.go, "taken_at", place=name))
        )  # fmt: skip
    nothing = empty("map-marker-off-outline", "No photos with a place")
    return scaffold(
        List(id="places", ref="", children=rows) if rows else nothing,
        title="Near you",
        back=ctx.back,
    )


def _km(place: str) -> float:
    """From the phone as the crow flies; the map is half as wide as it is high."""
    (x, y), (here_x, here_y) = _SPOTS[place], _HERE
    return dist((x / 2, y), (here_x / 2, here_y)) * _HIGH_KM


PAGES = {"map": map_page, "taken_at": taken_at, "nearby": nearby}
