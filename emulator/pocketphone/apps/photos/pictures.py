"""Photos as they are seen: pictures of any size, and the widget that shows one."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from PIL import Image, ImageOps

from pocketphone.apps.photos.edits import Edit, Levels, adjust, levels, turn
from pocketphone.apps.photos.library import Photo
from pocketphone.apps.photos.sketches import sketch
from pocketphone.ui import Env, Laid, Node, Painter, Room, Widget

_SIDES = 320, 800  # px of the longer side, as drawn: a thumbnail, a whole screen


def photo_picture(photo: Photo, size: tuple[int, int], edit: Edit | None = None) -> Image.Image:
    """A photo cut to the shape of `size` and scaled to it, RGBA; the same object for the same.

    `edit` shows what would be made of it instead of what was.
    """
    made = edit or photo["edit"]
    side = next((side for side in _SIDES if max(size) <= side * 1.25), _SIDES[-1])
    scene = photo["kind"], photo["number"], photo["upright"], side
    return _visible(scene, made["turns"], made["flipped"], levels(made), size)


_Scene = tuple[str, int, bool, int]


@lru_cache(maxsize=400)
def _visible(
    scene: _Scene, turns: int, flipped: bool, by: Levels, size: tuple[int, int]
) -> Image.Image:
    whole = turn(_whole(*scene), turns, flipped=flipped)
    cut = ImageOps.fit(whole, size, Image.Resampling.BICUBIC)
    return adjust(cut, by).convert("RGBA")


@lru_cache(maxsize=80)
def _whole(kind: str, number: int, upright: bool, side: int) -> Image.Image:
    short = side * 3 // 4
    return sketch(kind, number, *((short, side) if upright else (side, short)))


@dataclass(frozen=True)
class Photograph(Widget):
    """A photo, cut to a shape: as wide as there is room, and `shape` times as high."""

    android: ClassVar[str] = "android.widget.ImageView"

    photo: Photo = field(default_factory=dict)
    shape: float = 1
    edit: Edit | None = None  # shown instead of what was made of the photo

    def arrange(self, env: Env, room: Room) -> Laid:
        del env
        width = min(room.max_w, round(room.max_h / self.shape))
        return Laid(self, *room.fit(width, round(width * self.shape)))

    def paint(self, brush: Painter, node: Node) -> None:
        super().paint(brush, node)
        size = node.box.width, node.box.height
        picture = photo_picture(self.photo, size, self.edit)
        brush.picture(picture, node.box, brush.env.px(self.radius))
