"""Photos as they are seen: pictures of any size, and the widget that shows one."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from PIL import Image, ImageOps

from pocketphone.apps.photos.library import Photo
from pocketphone.apps.photos.sketches import sketch
from pocketphone.ui import Env, Laid, Node, Painter, Room, Widget

_SIDES = 320, 1080  # px of the longer side, as drawn: a thumbnail, a whole screen


def photo_picture(photo: Photo, size: tuple[int, int]) -> Image.Image:
    """A photo cut to the shape of `size` and scaled to it, RGBA; the same object for the same."""
    shape = photo["width"], photo["height"]
    return _cut(photo["kind"], photo["number"], shape, size)


@lru_cache(maxsize=400)
def _cut(kind: str, number: int, shape: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    side = next((side for side in _SIDES if max(size) <= side * 1.25), _SIDES[-1])
    whole = _whole(kind, number, shape, side)
    return ImageOps.fit(whole, size, Image.Resampling.BICUBIC).convert("RGBA")


@lru_cache(maxsize=80)
def _whole(kind: str, number: int, shape: tuple[int, int], side: int) -> Image.Image:
    scale = side / max(shape)
    return sketch(kind, number, round(shape[0] * scale), round(shape[1] * scale))


@dataclass(frozen=True)
class Photograph(Widget):
    """A photo, cut to the widget's shape: as wide as there is room, and `shape` times as high."""

    android: ClassVar[str] = "android.widget.ImageView"

    photo: Photo = field(default_factory=dict)
    shape: float = 1

    def arrange(self, env: Env, room: Room) -> Laid:
        del env
        return Laid(self, *room.fit(room.max_w, round(room.max_w * self.shape)))

    def paint(self, brush: Painter, node: Node) -> None:
        super().paint(brush, node)
        size = node.box.width, node.box.height
        brush.picture(photo_picture(self.photo, size), node.box, brush.env.px(self.radius))
