"""What the phone's photos show: scenes drawn from a number, the same for the same number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from random import Random

from PIL import Image, ImageDraw

from pocketphone.ui import Rgb

_SMOOTH = 2  # drawn this many times larger, then shrunk: Pillow has no antialiasing

_WHITE, _NIGHT = (250, 250, 246), (22, 26, 48)


def sketch(kind: str, number: int, width: int, height: int) -> Image.Image:
    """The scene of a kind with that number, RGB."""
    sheet = _Sheet(Random(f"{kind}/{number}"), width * _SMOOTH, height * _SMOOTH)
    _SCENES[kind](sheet)
    return sheet.image.resize((width, height), Image.Resampling.BOX)


class _Sheet:
    """Paper whose places are shares of its width and height, from the upper left corner."""

    def __init__(self, rng: Random, width: int, height: int) -> None:
        self.rng = rng
        self.width, self.height = width, height
        self.image = Image.new("RGB", (width, height))
        self._draw = ImageDraw.Draw(self.image)

    def ground(self, upper: Rgb, lower: Rgb, top: float = 0, bottom: float = 1) -> None:
        """A band whose colour goes from one into the other."""
        column = Image.new("RGB", (1, 2))
        column.putdata([upper, lower])
        first, last = round(top * self.height), round(bottom * self.height)
        size = self.width, last - first
        band = column.resize((1, size[1]), Image.Resampling.BILINEAR).resize(size)
        self.image.paste(band, (0, first))

    def shape(self, points: Sequence[tuple[float, float]], color: Rgb) -> None:
        self._draw.polygon([(x * self.width, y * self.height) for x, y in points], color)

    def box(self, left: float, top: float, right: float, bottom: float, color: Rgb) -> None:
        self.shape([(left, top), (right, top), (right, bottom), (left, bottom)], color)

    def disc(self, x: float, y: float, radius: float, color: Rgb, flat: float = 1) -> None:
        """A disc whose radius is a share of the height; `flat` below 1 lies on its side."""
        x, y, across = x * self.width, y * self.height, radius * self.height
        up = across * flat
        self._draw.ellipse((x - across, y - up, x + across, y + up), color)

    def ridge(self, level: float, rise: float, color: Rgb, peaks: int = 5) -> None:
        """All below a line of peaks about `level`."""
        rng, line = self.rng, [(0.0, level - rise * self.rng.random())]
        for peak in range(1, peaks * 2 + 1):
            high = rise * rng.uniform(0.5, 1) if peak % 2 else rise * rng.uniform(-0.1, 0.3)
            line.append((peak / (peaks * 2), level - high))
        self.shape([*line, (1, 1), (0, 1)], color)

    def swell(self, level: float, rise: float, color: Rgb) -> None:
        """All below a soft line: a hill, a dune, a wave."""
        turn, waves = self.rng.uniform(0, 2 * pi), self.rng.uniform(0.6, 1.3)
        line = [(x / 40, level + rise * sin(turn + waves * 2 * pi * x / 40)) for x in range(41)]
        self.shape([*line, (1, 1), (0, 1)], color)

    def some(self, *colors: Rgb) -> Rgb:
        return self.rng.choice(colors)


def _mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """A colour `share` of the way from one to another."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _mountains(sheet: _Sheet) -> None:
    rng, sky = sheet.rng, sheet.some((96, 156, 214), (150, 176, 214), (226, 160, 140))
    sheet.ground(sky, _mix(sky, _WHITE, 0.75), bottom=0.8)
    rock = sheet.some((70, 88, 118), (88, 80, 104), (60, 92, 104))
    for layer in range(3):
        share = 0.55 - layer * 0.27
        sheet.ridge(0.52 + layer * 0.14, 0.3 - layer * 0.06, _mix(rock, sky, share), 3 + layer)
    sheet.swell(0.88, 0.04, sheet.some((70, 118, 66), (96, 128, 62), (214, 222, 230)))
    sheet.disc(rng.uniform(0.15, 0.85), 0.16, 0.06, (255, 244, 214))


def _sea(sheet: _Sheet) -> None:
    rng, water = sheet.rng, sheet.some((32, 112, 160), (28, 132, 142), (60, 104, 150))
    sheet.ground((128, 186, 228), (222, 238, 246), bottom=0.5)
    sheet.ground(_mix(water, _WHITE, 0.25), water, top=0.48)
    for _ in range(14):
        x, y = rng.random(), rng.uniform(0.52, 0.82)
        sheet.box(x, y, x + rng.uniform(0.05, 0.16), y + 0.006, _mix(water, _WHITE, 0.45))
    for _ in range(rng.randint(1, 2)):
        x, y = rng.uniform(0.15, 0.8), rng.uniform(0.5, 0.62)
        sheet.shape([(x, y - 0.2), (x, y), (x + 0.1, y)], _WHITE)
        sheet.shape([(x - 0.01, y - 0.16), (x - 0.01, y), (x - 0.06, y)], (240, 214, 190))
        sheet.shape([(x - 0.08, y + 0.01), (x + 0.12, y + 0.01), (x + 0.08, y + 0.05),
                     (x - 0.05, y + 0.05)], sheet.some((150, 58, 48), (44, 52, 74)))  # fmt: skip
    sheet.swell(0.93, 0.03, (232, 210, 166))


def _sunset(sheet: _Sheet) -> None:
    rng, warm = sheet.rng, sheet.some((248, 142, 66), (240, 108, 92), (250, 176, 84))
    sheet.ground(sheet.some((84, 62, 130), (50, 74, 136), (136, 66, 112)), warm, bottom=0.6)
    x, y = rng.uniform(0.25, 0.75), rng.uniform(0.42, 0.54)
    sheet.disc(x, y, 0.13, _mix(warm, (255, 226, 150), 0.6))
    sheet.disc(x, y, 0.1, (255, 238, 186))
    sheet.ground(_mix(warm, _NIGHT, 0.35), _NIGHT, top=0.58)
    for step in range(9):
        wide = rng.uniform(0.03, 0.09) * (1 + step / 6)
        sheet.box(x - wide, 0.61 + step * 0.035, x + wide, 0.62 + step * 0.035,
                  _mix((255, 224, 160), warm, step / 12))  # fmt: skip
    sheet.ridge(0.6, rng.uniform(0.03, 0.1), _mix(_NIGHT, warm, 0.15), 4)
    sheet.box(0, 0.6, 1, 0.61, _mix(_NIGHT, warm, 0.15))


def _forest(sheet: _Sheet) -> None:
    rng, leaf = sheet.rng, sheet.some((38, 92, 62), (60, 104, 44), (168, 98, 34))
    mist = sheet.some((206, 222, 214), (232, 220, 196))
    sheet.ground(_mix(mist, (150, 190, 214), 0.5), mist)
    for layer in range(3):
        color, base = _mix(mist, leaf, 0.35 + layer * 0.32), 0.66 + layer * 0.13
        sheet.swell(base, 0.02, _mix(color, _NIGHT, 0.12))
        for _ in range(9 - layer * 2):
            x, tall = rng.random(), rng.uniform(0.24, 0.42) * (1 + layer * 0.3)
            for tier in range(3):
                wide, foot = 0.03 + tier * 0.018 + layer * 0.008, base - tall * (0.62 - tier * 0.3)
                sheet.shape([(x, foot - tall * 0.42), (x + wide, foot), (x - wide, foot)], color)


def _city(sheet: _Sheet) -> None:
    rng, night = sheet.rng, sheet.rng.random() < 0.5
    sky = _NIGHT if night else sheet.some((132, 182, 222), (224, 168, 138))
    sheet.ground(sky, _mix(sky, (250, 190, 140) if not night else (88, 70, 120), 0.5))
    for layer in range(2):
        wall = _mix((62, 72, 98), sky, 0.5 - layer * 0.5)
        x = -0.02
        while x < 1:
            wide, top = rng.uniform(0.07, 0.15), rng.uniform(0.28, 0.6) + layer * 0.14
            sheet.box(x, top, x + wide, 1, wall)
            for row in range(int((0.95 - top) / 0.05) if layer else 0):
                for column in range(int(wide / 0.03)):
                    lit = rng.random() < (0.55 if night else 0.3)
                    glass = (250, 214, 130) if lit and night else _mix(wall, _WHITE, 0.3 * lit)
                    left, upper = x + 0.012 + column * 0.03, top + 0.03 + row * 0.05
                    sheet.box(left, upper, left + 0.016, upper + 0.025, glass)
            x += wide + 0.01
    if night:
        sheet.disc(rng.uniform(0.1, 0.9), 0.15, 0.06, (242, 238, 214))


def _desert(sheet: _Sheet) -> None:
    sky = sheet.some((240, 196, 140), (120, 176, 216))
    sand = sheet.some((214, 150, 82), (226, 176, 112))
    sheet.ground(sky, _mix(sky, _WHITE, 0.6))
    sheet.disc(sheet.rng.uniform(0.2, 0.8), 0.2, 0.08, (255, 246, 214))
    for layer in range(4):
        shade = _mix(sand, (96, 52, 36), layer * 0.13)
        sheet.swell(0.5 + layer * 0.13, 0.07, shade)


def _flowers(sheet: _Sheet) -> None:
    rng, meadow = sheet.rng, sheet.some((92, 142, 70), (62, 118, 80), (132, 152, 74))
    sheet.ground(_mix(meadow, _WHITE, 0.55), _mix(meadow, _NIGHT, 0.25))
    petal = sheet.some((228, 84, 110), (242, 182, 62), (150, 104, 196), (240, 236, 240))
    for count in range(16):
        x, y, size = rng.random(), 0.28 + count * 0.043, 0.03 + count * 0.005
        sheet.box(x - 0.005, y, x + 0.005, 1, _mix(meadow, _NIGHT, 0.3))
        color = _mix(petal, _WHITE, rng.uniform(0, 0.35))
        for turn in range(6):
            angle = turn * pi / 3 + count
            across = size * sheet.height / sheet.width
            sheet.disc(x + cos(angle) * across, y + sin(angle) * size, size * 0.62, color)
        sheet.disc(x, y, size * 0.55, (244, 206, 84))


def _balloons(sheet: _Sheet) -> None:
    rng, sky = sheet.rng, sheet.some((110, 174, 226), (246, 188, 150), (152, 190, 220))
    sheet.ground(sky, _mix(sky, _WHITE, 0.7))
    for count in range(rng.randint(2, 4)):
        x, y, size = rng.uniform(0.12, 0.88), rng.uniform(0.18, 0.55), 0.08 + count * 0.035
        color = sheet.some((212, 68, 60), (242, 172, 48), (58, 118, 188), (84, 150, 96))
        across = size * sheet.height / sheet.width
        sheet.shape([(x - across * 0.8, y + size * 0.6), (x + across * 0.8, y + size * 0.6),
                     (x + across * 0.2, y + size * 1.4), (x - across * 0.2, y + size * 1.4)],
                    _mix(color, _NIGHT, 0.2))  # fmt: skip
        sheet.disc(x, y, size, color)
        sheet.disc(x, y, size * 0.45, _mix(color, _WHITE, 0.55))
        sheet.box(x - across * 0.22, y + size * 1.5, x + across * 0.22, y + size * 1.8,
                  (110, 72, 44))  # fmt: skip
    sheet.swell(0.88, 0.05, sheet.some((106, 146, 82), (176, 150, 92)))


def _meal(sheet: _Sheet) -> None:
    rng, table = sheet.rng, sheet.some((150, 104, 66), (92, 98, 104), (206, 184, 152))
    sheet.ground(table, _mix(table, _NIGHT, 0.2))
    for plank in range(1, 5):
        sheet.box(0, plank / 5, 1, plank / 5 + 0.006, _mix(table, _NIGHT, 0.25))
    x, y = rng.uniform(0.44, 0.56), rng.uniform(0.46, 0.56)
    sheet.disc(x, y, 0.4, _mix(table, _NIGHT, 0.35))
    sheet.disc(x, y - 0.01, 0.39, (246, 244, 238))
    sheet.disc(x, y - 0.01, 0.29, sheet.some((232, 190, 96), (196, 78, 48), (240, 226, 190)))
    for _ in range(26):
        angle, away = rng.uniform(0, 2 * pi), rng.uniform(0, 0.24)
        across = away * sheet.height / sheet.width
        sheet.disc(
            x + cos(angle) * across,
            y - 0.01 + sin(angle) * away,
            rng.uniform(0.015, 0.045),
            sheet.some((92, 148, 66), (206, 62, 48), (244, 214, 110), (120, 66, 40)),
        )


def _lighthouse(sheet: _Sheet) -> None:
    rng, sky = sheet.rng, sheet.some((118, 176, 220), (70, 84, 128), (236, 176, 142))
    sheet.ground(sky, _mix(sky, _WHITE, 0.6), bottom=0.72)
    sheet.ground((52, 116, 150), (30, 76, 112), top=0.7)
    x, stripe = rng.uniform(0.3, 0.7), sheet.some((200, 58, 50), (40, 60, 96))
    sheet.shape([(x - 0.3, 1), (x - 0.16, 0.76), (x + 0.18, 0.74), (x + 0.34, 1)], (84, 76, 72))
    for band in range(5):
        low, high = 0.78 - band * 0.1, 0.68 - band * 0.1
        wide, narrow = 0.075 - band * 0.008, 0.067 - band * 0.008
        sheet.shape([(x - wide, low), (x + wide, low), (x + narrow, high), (x - narrow, high)],
                    stripe if band % 2 else _WHITE)  # fmt: skip
    sheet.box(x - 0.03, 0.2, x + 0.03, 0.28, (250, 226, 132))
    sheet.shape([(x - 0.045, 0.2), (x + 0.045, 0.2), (x, 0.12)], stripe)


def _snow(sheet: _Sheet) -> None:
    rng, sky = sheet.rng, sheet.some((150, 170, 200), (108, 128, 170))
    sheet.ground(sky, _mix(sky, _WHITE, 0.6))
    sheet.ridge(0.62, 0.2, _mix(sky, _WHITE, 0.35), 4)
    sheet.swell(0.76, 0.04, (240, 244, 250))
    x, y = rng.uniform(0.3, 0.7), 0.74
    for away, size in ((0.1, 0.13), (-0.07, 0.095), (-0.2, 0.065)):
        sheet.disc(x, y + away, size, (226, 232, 242))
        sheet.disc(x - 0.006, y + away - 0.006, size * 0.94, _WHITE)
    sheet.shape([(x, y - 0.2), (x + 0.07, y - 0.185), (x, y - 0.18)], (238, 132, 48))
    for eye in (-0.018, 0.018):
        sheet.disc(x + eye, y - 0.225, 0.009, _NIGHT)
    for _ in range(70):
        sheet.disc(rng.random(), rng.random(), rng.uniform(0.004, 0.009), _WHITE)


_SCENES: dict[str, Callable[[_Sheet], None]] = {
    "mountains": _mountains,
    "sea": _sea,
    "sunset": _sunset,
    "forest": _forest,
    "city": _city,
    "desert": _desert,
    "flowers": _flowers,
    "balloons": _balloons,
    "food": _meal,
    "lighthouse": _lighthouse,
    "snow": _snow,
}
KINDS = tuple(_SCENES)
