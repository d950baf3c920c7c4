"""Pictures that nobody took: covers and still frames, drawn from the name of what they show."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import ClassVar

from PIL import Image, ImageDraw, ImageOps

from pocketphone.ui import Node, Painter, Rgb, Widget

_WIDEST = 720  # px that are drawn across; what is shown larger or smaller is scaled, which smooths

_SCHEMES: tuple[tuple[Rgb, Rgb, Rgb, Rgb, Rgb], ...] = (
    # the ground's top and bottom, then three inks from far to near
    ((250, 190, 120), (232, 110, 96), (158, 72, 96), (96, 52, 90), (52, 34, 66)),
    ((140, 196, 224), (226, 238, 232), (108, 158, 150), (62, 112, 110), (32, 66, 76)),
    ((28, 34, 74), (84, 62, 130), (188, 96, 148), (240, 160, 132), (252, 224, 176)),
    ((244, 226, 196), (238, 186, 140), (206, 116, 82), (138, 74, 70), (72, 50, 62)),
    ((16, 60, 72), (34, 124, 122), (104, 186, 154), (206, 224, 154), (250, 244, 200)),
    ((252, 214, 222), (190, 170, 222), (128, 116, 190), (82, 78, 152), (46, 46, 96)),
    ((60, 66, 82), (120, 134, 150), (196, 92, 64), (236, 176, 84), (246, 234, 208)),
    ((206, 228, 178), (128, 178, 116), (74, 132, 92), (220, 176, 76), (40, 78, 66)),
    ((38, 24, 40), (104, 28, 60), (198, 52, 72), (244, 128, 84), (254, 212, 140)),
    ((222, 232, 244), (150, 182, 226), (88, 124, 196), (240, 138, 110), (36, 52, 104)),
)  # fmt: skip


class _Sheet:
    """What a motif draws on: its brush, its size, and the inks of its scheme."""

    def __init__(self, image: Image.Image, rng: Random, inks: tuple[Rgb, Rgb, Rgb]) -> None:
        self.pen, self.rng, self.inks = ImageDraw.Draw(image), rng, inks
        self.width, self.height = image.size

    def disc(self, x: float, y: float, radius: float, ink: Rgb) -> None:
        self.pen.ellipse((x - radius, y - radius, x + radius, y + radius), ink)

    def ridge(self, level: float, swing: float, ink: Rgb) -> None:
        """All below a wavy line; `level` and `swing` are shares of the height."""
        rng, turns = self.rng, self.rng.uniform(0.8, 2.2)
        start, other = rng.uniform(0, 6), rng.uniform(0, 6)
        line = [
            (
                self.width * step / 40,
                self.height
                * (
                    level
                    + swing * math.sin(start + turns * step / 6)
                    + swing / 3 * math.sin(other + turns * step / 2.3)
                ),
            )
            for step in range(41)
        ]
        self.pen.polygon([*line, (self.width, self.height), (0, self.height)], ink)


def _hills(on: _Sheet) -> None:
    on.disc(
        on.width * on.rng.uniform(0.2, 0.8), on.height * on.rng.uniform(0.2, 0.4),
        on.height * on.rng.uniform(0.08, 0.16), (255, 246, 220),
    )  # fmt: skip
    for place, ink in enumerate(on.inks):
        on.ridge(0.5 + 0.17 * place, 0.07, ink)


def _waves(on: _Sheet) -> None:
    for place in range(7):
        on.ridge(0.2 + 0.12 * place, 0.035, on.inks[(place + 1) % 3])


def _rings(on: _Sheet) -> None:
    x, y = on.width * on.rng.uniform(0.3, 0.7), on.height * on.rng.uniform(0.35, 0.65)
    for place in range(6):
        on.disc(x, y, on.height * (0.62 - place * 0.1), on.inks[place % 3])


def _bands(on: _Sheet) -> None:
    step, lean = on.width / on.rng.randint(5, 9), on.height * on.rng.choice((-0.6, 0.6))
    left, place = -abs(lean) - step, 0
    while left < on.width + abs(lean):
        corners = [(left, 0), (left + step / 2, 0), (left + step / 2 - lean, on.height)]
        on.pen.polygon([*corners, (left - lean, on.height)], on.inks[place % 3])
        left, place = left + step, place + 1


def _blocks(on: _Sheet) -> None:
    """Squares and quarters of discs, as on a tiled wall."""
    side = on.height / on.rng.choice((3, 4))
    for row in range(math.ceil(on.height / side)):
        for column in range(math.ceil(on.width / side)):
            x, y = column * side, row * side
            if on.rng.random() < 0.75:
                on.pen.rectangle((x, y, x + side, y + side), on.rng.choice(on.inks))
            corner, ink = on.rng.randrange(4), on.rng.choice(on.inks)
            cx, cy = x + side * (corner % 2), y + side * (corner // 2)
            first = {0: 0, 1: 90, 2: 270, 3: 180}[corner]
            box = (cx - side, cy - side, cx + side, cy + side)
            on.pen.pieslice(box, first, first + 90, ink)


def _bubbles(on: _Sheet) -> None:
    for _ in range(26):
        on.disc(
            on.rng.uniform(0, on.width), on.rng.uniform(0, on.height),
            on.height * on.rng.uniform(0.03, 0.2), on.rng.choice(on.inks),
        )  # fmt: skip


def _city(on: _Sheet) -> None:
    on.disc(on.width * 0.75, on.height * 0.28, on.height * 0.12, (255, 244, 214))
    for place, ink in enumerate(on.inks):
        left = -on.rng.uniform(0, 40)
        while left < on.width:
            wide = on.width * on.rng.uniform(0.05, 0.11)
            top = on.height * on.rng.uniform(0.3 + 0.16 * place, 0.55 + 0.14 * place)
            on.pen.rectangle((left, top, left + wide, on.height), ink)
            left += wide + on.rng.uniform(0, wide / 4)


def _plate(on: _Sheet) -> None:
    """Something to eat, from above."""
    x, y, radius = on.width * on.rng.uniform(0.4, 0.6), on.height * 0.52, on.height * 0.42
    on.disc(x, y + radius * 0.06, radius, on.inks[2])
    on.disc(x, y, radius, (248, 246, 240))
    on.disc(x, y, radius * 0.74, (232, 228, 218))
    for _ in range(34):
        angle, reach = on.rng.uniform(0, 6.3), radius * 0.55 * on.rng.random() ** 0.5
        at = x + reach * math.cos(angle), y + reach * math.sin(angle)
        on.disc(*at, radius * on.rng.uniform(0.05, 0.16), on.rng.choice(on.inks))


def _stage(on: _Sheet) -> None:
    """Beams of light over the heads of a crowd."""
    for place in range(5):
        x, lean = on.width * (0.1 + 0.2 * place), on.width * on.rng.uniform(-0.2, 0.2)
        spread = on.width * 0.07
        corners = [(x - 8, 0), (x + 8, 0), (x + lean + spread, on.height * 0.85)]
        on.pen.polygon([*corners, (x + lean - spread, on.height * 0.85)], on.inks[place % 2 + 1])
    on.pen.rectangle((0, on.height * 0.82, on.width, on.height), (24, 20, 30))
    for _ in range(24):
        on.disc(
            on.rng.uniform(0, on.width), on.height * on.rng.uniform(0.8, 0.86),
            on.height * on.rng.uniform(0.04, 0.07), (24, 20, 30),
        )  # fmt: skip


def _planet(on: _Sheet) -> None:
    on.pen.rectangle((0, 0, on.width, on.height), (18, 20, 40))
    for _ in range(70):
        on.disc(on.rng.uniform(0, on.width), on.rng.uniform(0, on.height), 2.2, (230, 230, 240))
    x, y, radius = on.width * on.rng.uniform(0.35, 0.65), on.height * 0.55, on.height * 0.34
    on.disc(x, y, radius, on.inks[0])
    on.disc(x - radius * 0.12, y - radius * 0.1, radius * 0.84, on.inks[1])
    for _ in range(7):
        angle, reach = on.rng.uniform(0, 6.3), radius * 0.6 * on.rng.random()
        at = x + reach * math.cos(angle), y + reach * math.sin(angle)
        on.disc(*at, radius * on.rng.uniform(0.05, 0.16), on.inks[0])


MOTIFS: dict[str, Callable[[_Sheet], None]] = {
    "hills": _hills, "waves": _waves, "rings": _rings, "bands": _bands, "blocks": _blocks,
    "bubbles": _bubbles, "city": _city, "plate": _plate, "stage": _stage, "planet": _planet,
}  # fmt: skip
_COVERS = ("hills", "waves", "rings", "bands", "blocks", "bubbles", "city")


@lru_cache(maxsize=40)
def picture(subject: str, motif: str, width: int, height: int) -> Image.Image:
    """The RGBA picture of a subject, always the same; a motif of its own where none is given."""
    rng = Random(subject)
    top, bottom, *inks = rng.choice(_SCHEMES)
    drawn = min(_WIDEST, width * 3 // 2)
    size = drawn, max(1, round(drawn * height / width))
    shade = Image.linear_gradient("L").crop((0, 0, 1, 256))
    image = ImageOps.colorize(shade, top, bottom).convert("RGBA")
    image = image.resize((1, size[1]), Image.Resampling.BILINEAR).resize(
        size, Image.Resampling.NEAREST
    )
    paint = MOTIFS[motif or rng.choice(_COVERS)]
    paint(_Sheet(image, rng, (inks[0], inks[1], inks[2])))
    return image.resize((width, height), Image.Resampling.BILINEAR)


@lru_cache(maxsize=4)
def dim(subject: str, motif: str, width: int, height: int) -> Image.Image:
    """The same picture, dark enough to write on in white."""
    darker = [level * 2 // 5 for level in range(256)]
    return picture(subject, motif, width, height).point([*darker * 3, *range(256)])


@dataclass(frozen=True)
class Art(Widget):
    """The picture of a subject; give it a size."""

    android: ClassVar[str] = "android.widget.ImageView"

    subject: str = ""
    motif: str = ""  # a key of MOTIFS; "" leaves it to the subject

    def paint(self, brush: Painter, node: Node) -> None:
        box = node.box
        image = picture(self.subject, self.motif, box.width, box.height)
        brush.picture(image, box, brush.env.px(self.radius))
