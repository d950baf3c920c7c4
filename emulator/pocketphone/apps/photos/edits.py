"""What can be made of a photo: adjustments, filters, crops and turns."""

from __future__ import annotations

from typing import Any, NamedTuple

from PIL import Image, ImageEnhance

Edit = dict[str, Any]
"""{"brightness", "contrast", "saturation", "warmth": -100 to 100, "filter", "crop", "turns",
"flipped"}; turns are quarters to the right."""

TOOLS = ("brightness", "contrast", "saturation", "warmth")
PLAIN: Edit = {
    **dict.fromkeys(TOOLS, 0), "filter": "original", "crop": "original", "turns": 0,
    "flipped": False,
}  # fmt: skip
CROPS: dict[str, tuple[int, int] | None] = {
    "original": None, "square": (1, 1), "4:3": (4, 3), "3:4": (3, 4), "16:9": (16, 9),
}  # fmt: skip


class Levels(NamedTuple):
    """The strength of each adjustment, -100 to 100."""

    brightness: int = 0
    contrast: int = 0
    saturation: int = 0
    warmth: int = 0


FILTERS = {
    "original": Levels(),
    "vivid": Levels(4, 18, 55, 0),
    "mono": Levels(0, 8, -100, 0),
    "noir": Levels(-14, 55, -100, 0),
    "amber": Levels(4, 0, 10, 60),
    "arctic": Levels(2, 5, -10, -60),
    "faded": Levels(22, -45, -30, 8),
    "dusk": Levels(-28, 14, 12, 35),
}


def levels(edit: Edit) -> Levels:
    """The sliders and the filter together."""
    extra = FILTERS[edit["filter"]]._asdict()
    return Levels(*(max(-100, min(100, edit[tool] + extra[tool])) for tool in TOOLS))


def shape(edit: Edit, width: int, height: int) -> tuple[int, int]:
    """What is left of a photo of that size, px."""
    if edit["turns"] % 2:
        width, height = height, width
    ratio = CROPS[edit["crop"]]
    if ratio is None:
        return width, height
    across, up = ratio
    return min(width, height * across // up), min(height, width * up // across)


def turn(image: Image.Image, turns: int, *, flipped: bool) -> Image.Image:
    """An image after so many quarter turns to the right, and then perhaps mirrored."""
    quarters = {
        1: Image.Transpose.ROTATE_270,
        2: Image.Transpose.ROTATE_180,
        3: Image.Transpose.ROTATE_90,
    }
    if turns % 4:
        image = image.transpose(quarters[turns % 4])
    return image.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if flipped else image


def adjust(image: Image.Image, by: Levels) -> Image.Image:
    """An RGB image with other levels."""
    if by.saturation:
        image = ImageEnhance.Color(image).enhance(1 + by.saturation / 100)
    if (by.brightness, by.contrast, by.warmth) == (0, 0, 0):
        return image
    steep = 1 + 0.8 * by.contrast / 100
    table = [
        round((level - 128) * steep + 128 + 0.9 * by.brightness + 0.35 * by.warmth * sign)
        for sign in (1, 0, -1)
        for level in range(256)
    ]
    return image.point([max(0, min(255, level)) for level in table])
