"""The map: the city, what stands on it, and what a finger on it means."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from pocketphone.apps.city import Point
from pocketphone.apps.maps.ground import (
    DARK,
    LIGHT,
    PLAIN,
    SATELLITE,
    Camera,
    Layers,
    Palette,
    View,
    name_streets,
)
from pocketphone.ui import Env, Laid, Move, Node, Painter, Rect, Rgb, Room, Touch, Widget, fonts
from pocketphone.ui.theme import STYLES

_FINGER_DP = 28  # how far from a pin a touch still means it
_ROUTE_INK, _HERE_INK = (26, 96, 220), (32, 110, 240)


class Pin(NamedTuple):
    id: str
    name: str
    point: Point
    icon: str
    color: Rgb
    rank: int  # the least come first where there is room for few
    chosen: bool = False


class _Stand(NamedTuple):
    """A pin in the picture, px from its corner."""

    pin: Pin
    x: int
    y: int
    label: Rect | None


def _stands(view: View, pins: Sequence[Pin]) -> Iterator[_Stand]:
    """The pins that are shown, those with a name that hides no other."""
    taken: list[Rect] = []
    style, dot = STYLES["label_small"], view.dot
    size, edge = round(style.size_sp * dot), round(13 * dot)
    for pin in sorted(pins, key=lambda pin: (not pin.chosen, pin.rank)):
        x, y = (round(px) for px in view.px(pin.point))
        if not (-edge < x < view.width + edge and -edge < y < view.height + edge):
            continue
        disc = Rect(x - edge, y - edge, x + edge, y + edge)
        if not pin.chosen and any(not disc.cut(other).empty for other in taken):
            continue
        taken.append(disc)
        wide = fonts.text_width(pin.name, style.weight, size)
        high = round(16 * dot)
        label = Rect(disc.right + 4, y - high // 2, disc.right + 4 + wide, y + high // 2)
        if label.right > view.width:
            label = label.moved(-wide - 2 * edge - 8, 0)
        free = all(label.cut(other).empty for other in taken)
        if free:
            taken.append(label)
        yield _Stand(pin, x, y, label if free and not pin.chosen else None)


@dataclass(frozen=True, kw_only=True)
class CityMap(Widget):
    """A map without nodes inside. Its handlers are told points of the city."""

    android: ClassVar[str] = "android.view.View"

    camera: Camera
    layers: Layers = PLAIN
    pins: Sequence[Pin] = ()
    way: Sequence[Point] = ()
    here: Point | None = None
    heading: float | None = None  # shows an arrow in place of the dot
    on_pick: Callable[[str], object] | None = None
    on_point: Callable[[Point], object] | None = None
    on_hold: Callable[[Point], object] | None = None
    on_move: Callable[[Point], object] | None = None

    def arrange(self, env: Env, room: Room) -> Laid:
        del env
        return Laid(self, room.max_w, room.min_h or room.max_h)

    def view(self, box: Rect, env: Env) -> View:
        return View(self.camera, box.width, box.height, env.density / 160)

    def paint(self, brush: Painter, node: Node) -> None:
        env, box = brush.env, node.box
        view = self.view(box, env)
        palette = DARK if env.dark else LIGHT
        if self.layers.kind == "satellite":
            palette = SATELLITE
        stands = list(_stands(view, self.pins))
        taken = tuple(stand.label for stand in stands if stand.label is not None)
        brush.picture(name_streets(view, palette, self.layers, taken), box)
        if len(self.way) > 1:
            line = [(x + box.left, y + box.top) for x, y in map(view.px, self.way)]
            brush.line(line, (14, 62, 150), env.px(6.5))
            brush.line(line, _ROUTE_INK, env.px(4.5))
        for stand in reversed(stands):
            _paint_pin(brush, stand, box, palette)
        if self.here is not None:
            x, y = view.px(self.here)
            self._paint_here(brush, box.left + round(x), box.top + round(y))

    def _paint_here(self, brush: Painter, x: int, y: int) -> None:
        env = brush.env
        brush.disc(x, y, env.px(11), (255, 255, 255))
        if self.heading is None:
            brush.disc(x, y, env.px(8), _HERE_INK)
            return
        brush.disc(x, y, env.px(18), (255, 255, 255))
        half = env.px(13)
        brush.icon("navigation", Rect(x - half, y - half, x + half, y + half), _HERE_INK)

    def take_touch(self, touch: Touch) -> bool:
        box, env = touch.node.box, touch.env
        view = self.view(box, env)
        x, y = touch.x - box.left, touch.y - box.top
        if touch.long and self.on_hold is not None:
            self.on_hold(view.point(x, y))
            return True
        near = [
            (math.hypot(stand.x - x, stand.y - y), stand.pin.id)
            for stand in _stands(view, self.pins)
            if math.hypot(stand.x - x, stand.y - y) <= _FINGER_DP * view.dot
            or (stand.label is not None and stand.label.holds(x, y))
        ]
        if near and self.on_pick is not None:
            self.on_pick(min(near)[1])
        elif self.on_point is not None:
            self.on_point(view.point(x, y))
        return True

    def take_move(self, move: Move) -> bool:
        if self.on_move is None:
            return False
        view = self.view(move.node.box, move.env)
        self.on_move(view.point(view.width / 2 - move.dx, view.height / 2 - move.dy))
        return True


def _paint_pin(brush: Painter, stand: _Stand, box: Rect, palette: Palette) -> None:
    env, pin = brush.env, stand.pin
    x, y = box.left + stand.x, box.top + stand.y
    if pin.chosen:
        half = env.px(24)
        mark = Rect(x - half, y - 2 * half + env.px(4), x + half, y + env.px(4))
        brush.icon("map-marker", mark, (212, 54, 44))
        return
    brush.disc(x, y, env.px(13), palette.halo)
    brush.disc(x, y, env.px(11.5), pin.color)
    half = env.px(7)
    brush.icon(pin.icon, Rect(x - half, y - half, x + half, y + half), (255, 255, 255))
    if stand.label is None:
        return
    label = stand.label.moved(box.left, box.top)
    plain = STYLES["label_small"]
    style = plain._replace(size_sp=plain.size_sp / env.font_scale, line_sp=0)
    near = max(1, env.px(1))
    for dx, dy in ((-near, 0), (near, 0), (0, -near), (0, near)):
        brush.text_in(pin.name, label.moved(dx, dy), style, palette.halo, align=0)
    lit = tuple(min(255, channel + 80) for channel in pin.color)
    dark = sum(palette.land) < 390
    brush.text_in(pin.name, label, style, lit if dark else pin.color, align=0)  # type: ignore[arg-type]
