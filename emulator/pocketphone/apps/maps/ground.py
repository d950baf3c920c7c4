"""The city drawn from above, and the cameras that look at it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from pocketphone.apps import city
from pocketphone.apps.city import Point
from pocketphone.apps.maps.routes import TRAMS
from pocketphone.ui import Rect, Rgb, fonts

NEAREST_ZOOM, FARTHEST_ZOOM = 18.0, 12.5
_PIN_DP = 44  # how high a pin stands over its place
_SMOOTH = 2  # drawn this many times larger, then shrunk


class Palette(NamedTuple):
    land: Rgb
    street: Rgb
    main: Rgb
    water: Rgb
    green: Rgb
    building: Rgb
    ink: Rgb  # street names
    halo: Rgb  # around the names of places


LIGHT = Palette(
    (240, 241, 243), (255, 255, 255), (252, 228, 160), (152, 208, 236), (196, 230, 200),
    (227, 229, 234), (104, 112, 124), (255, 255, 255),
)  # fmt: skip
DARK = Palette(
    (34, 40, 50), (58, 66, 80), (98, 92, 70), (16, 42, 68), (30, 62, 50),
    (42, 49, 61), (150, 160, 176), (24, 28, 36),
)  # fmt: skip
SATELLITE = Palette(
    (88, 96, 78), (134, 134, 128), (160, 156, 140), (38, 70, 92), (56, 86, 50),
    (122, 112, 100), (240, 240, 232), (30, 34, 30),
)  # fmt: skip
_TRAFFIC: tuple[Rgb, ...] = ((70, 180, 96), (70, 180, 96), (242, 170, 60), (214, 70, 56))
_TRAM_INK: Rgb = (126, 84, 176)
_CYCLE_INK: Rgb = (36, 140, 76)


class Camera(NamedTuple):
    """What the map looks at: `bearing` degrees clockwise from north point up."""

    center: Point
    zoom: float
    bearing: float = 0.0


class Layers(NamedTuple):
    kind: str = "default"  # or "satellite"
    traffic: bool = False
    transit: bool = False
    cycling: bool = False


PLAIN = Layers()


@dataclass(frozen=True, slots=True)
class View:
    """A camera's picture of `width` x `height` px: where places are in it."""

    camera: Camera
    width: int
    height: int
    dot: float  # px in a dp

    @property
    def scale(self) -> float:
        """Px in a metre."""
        dp_metres = 156_543 * 0.68 / 2**self.camera.zoom
        return self.dot / dp_metres

    def px(self, point: Point) -> tuple[float, float]:
        turn = math.radians(self.camera.bearing)
        east, north = point.x - self.camera.center.x, point.y - self.camera.center.y
        x = east * math.cos(turn) - north * math.sin(turn)
        y = east * math.sin(turn) + north * math.cos(turn)
        return self.width / 2 + x * self.scale, self.height / 2 - y * self.scale

    def point(self, x: float, y: float) -> Point:
        """The inverse of `px`."""
        turn = math.radians(self.camera.bearing)
        right, up = (x - self.width / 2) / self.scale, (self.height / 2 - y) / self.scale
        center = self.camera.center
        return Point(
            center.x + right * math.cos(turn) + up * math.sin(turn),
            center.y - right * math.sin(turn) + up * math.cos(turn),
        )

    def shows(self, points: Sequence[tuple[float, float]]) -> bool:
        """Whether a shape may reach into the picture."""
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return max(xs) > 0 and min(xs) < self.width and max(ys) > 0 and min(ys) < self.height

    def larger(self, times: int) -> View:
        return View(self.camera, self.width * times, self.height * times, self.dot * times)


def fitting(points: Sequence[Point], width_dp: float, height_dp: float) -> Camera:
    """The camera that has all the points in sight, and the pins that stand on them."""
    left, right = min(p.x for p in points), max(p.x for p in points)
    low, high = min(p.y for p in points), max(p.y for p in points)
    wide, tall = width_dp / 1.5, max(height_dp / 3, min(height_dp / 1.5, height_dp - 2 * _PIN_DP))
    metres = max((right - left) / wide, (high - low) / tall, 0.3)
    zoom = math.log2(156_543 * 0.68 / metres)
    return Camera(
        Point((left + right) / 2, (low + high) / 2),
        round(max(FARTHEST_ZOOM, min(17.0, zoom)), 2),
    )


@lru_cache(maxsize=6)
def ground(view: View, palette: Palette, layers: Layers) -> Image.Image:
    """The city without any names."""
    large = view.larger(_SMOOTH)
    image = Image.new("P", (large.width, large.height), 0)
    image.putpalette([channel for color in palette for channel in color])
    draw = ImageDraw.Draw(image)
    inks = {name: place for place, name in enumerate(Palette._fields)}
    if view.camera.zoom >= 15.6:
        _buildings(draw, large, inks["building"])
    _greens(draw, large, inks["green"])
    _water(draw, large, inks["water"])
    _streets(draw, large, inks)
    picture = image.convert("RGB").reduce(_SMOOTH)
    if layers.traffic or layers.transit or layers.cycling:
        _details(ImageDraw.Draw(picture), view, layers)
    return picture


@lru_cache(maxsize=6)
def name_streets(
    view: View, palette: Palette, layers: Layers, taken: tuple[Rect, ...]
) -> Image.Image:
    """The city with the names of its streets, none of them where something else is `taken`."""
    picture = ground(view, palette, layers).copy()
    _street_names(picture, view, palette, taken)
    return picture


def _greens(draw: ImageDraw.ImageDraw, view: View, ink: int) -> None:
    for at, corners in city.blocks():
        if city.green(at) and view.shows(shape := [view.px(corner) for corner in corners]):
            draw.polygon(shape, ink)


def _buildings(draw: ImageDraw.ImageDraw, view: View, ink: int) -> None:
    """Houses along the edges of each block, the same at every look."""
    for (avenue, street), corners in city.blocks():
        shape = [view.px(corner) for corner in corners]
        if city.green((avenue, street)) or not view.shows(shape):
            continue
        columns, rows = 6, 5
        for column in range(columns):
            for row in range(rows):
                roll = (avenue * 73 + street * 151 + column * 31 + row * 57) % 11
                if roll < 2 or (0 < column < columns - 1 and 0 < row < rows - 1 and roll < 7):
                    continue
                left, low = 0.09 + column * 0.82 / columns, 0.09 + row * 0.82 / rows
                wide, deep = 0.82 / columns * (0.62 + roll * 0.025), 0.82 / rows * 0.72
                right, high = left + wide, low + deep
                lot = ((left, low), (right, low), (right, high), (left, high))
                draw.polygon([_within(shape, u, v) for u, v in lot], ink)


def _within(shape: Sequence[tuple[float, float]], u: float, v: float) -> tuple[float, float]:
    """The point at the shares `u` and `v` of a bent rectangle's sides."""
    shares = ((1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v)
    return (
        sum(x * share for (x, _), share in zip(shape, shares, strict=True)),
        sum(y * share for (_, y), share in zip(shape, shares, strict=True)),
    )


def _water(draw: ImageDraw.ImageDraw, view: View, ink: int) -> None:
    shore = [view.px(point) for point in city.coast()]
    deep = [view.px(Point(city.coast()[side].x, -9_000)) for side in (-1, 0)]
    draw.polygon([*shore, *deep], ink)
    wide = max(1, round(city.RIVER_WIDTH * view.scale))
    middle = [view.px(point) for point in city.river()]
    draw.line(middle, ink, wide, joint="curve")


def _width(view: View, kind: city.Kind) -> int:
    metres, least = {"main": (24, 3.0), "side": (13, 1.6), "path": (5, 1.0)}[kind]
    return max(1, round(max(metres * view.scale, least * view.dot)))


def _streets(draw: ImageDraw.ImageDraw, view: View, inks: dict[str, int]) -> None:
    kinds: tuple[city.Kind, ...] = ("path", "side", "main")
    for kind in kinds:
        wide, ink = _width(view, kind), inks["main" if kind == "main" else "street"]
        for edge in city.edges():
            line = [view.px(city.crossing(edge.start)), view.px(city.crossing(edge.end))]
            if edge.kind == kind and view.shows(line):
                draw.line(line, ink, wide)
                for x, y in line:
                    draw.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), ink)


def _details(draw: ImageDraw.ImageDraw, view: View, layers: Layers) -> None:
    for place, edge in enumerate(city.edges()):
        line = [view.px(city.crossing(edge.start)), view.px(city.crossing(edge.end))]
        if not view.shows(line):
            continue
        thin = max(2, round(3 * view.dot))
        if layers.traffic and edge.kind == "main":
            draw.line(line, _TRAFFIC[place * 7 % 13 % len(_TRAFFIC)], thin)
        if layers.transit and edge.street in TRAMS:
            draw.line(line, _TRAM_INK, thin)
        if layers.cycling and edge.kind != "main":
            draw.line(line, _CYCLE_INK, max(1, thin // 2))


def _street_names(
    picture: Image.Image, view: View, palette: Palette, others: Sequence[Rect]
) -> None:
    """Each street's name along it, at every fourth crossing."""
    if view.camera.zoom < 14.2:
        return
    size = round(11 * view.dot)
    taken = list(others)
    for place, edge in enumerate(city.edges()):
        wanted = edge.kind == "main" or (edge.kind == "side" and view.camera.zoom >= 15.2)
        if not wanted or place % 3:
            continue
        (x0, y0), (x1, y1) = view.px(city.crossing(edge.start)), view.px(city.crossing(edge.end))
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        if not (0 < x < view.width and 0 < y < view.height):
            continue
        turn = math.degrees(math.atan2(y0 - y1, x1 - x0))
        turn = (turn + 90) % 180 - 90
        mask = _slant(edge.street, size, round(turn))
        if mask.width > 1.3 * math.hypot(x1 - x0, y1 - y0):
            continue
        left, top = round(x - mask.width / 2), round(y - mask.height / 2)
        box = Rect(left, top, left + mask.width, top + mask.height)
        if all(box.cut(other).empty for other in taken):
            taken.append(box)
            picture.paste(palette.ink, (left, top), mask)


@lru_cache(maxsize=500)
def _slant(text: str, size: int, degrees: int) -> Image.Image:
    mask, _ = fonts.text_mask(text, "Medium", size)
    return mask.rotate(degrees, Image.Resampling.BICUBIC, expand=True)
