"""What a screen is drawn with: colours by role, sizes in dp, text by style."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

Rgb = tuple[int, int, int]
Paint = str | Rgb
"""A role of the palette ("primary", "on_surface") or a colour of its own."""


class Palette(NamedTuple):
    """Colours by Material 3's roles."""

    background: Rgb
    surface: Rgb  # cards, sheets, dialogs
    surface_high: Rgb  # app bars, bottom bars, menus
    surface_highest: Rgb  # filled fields, tracks
    on_surface: Rgb
    on_surface_dim: Rgb  # summaries, hints, icons
    primary: Rgb
    on_primary: Rgb
    container: Rgb  # tonal buttons, FAB, selected tabs
    on_container: Rgb
    outline: Rgb
    outline_dim: Rgb
    error: Rgb
    inverse: Rgb  # snackbars
    on_inverse: Rgb
    inverse_primary: Rgb  # their button


def _tone(hue: float, chroma: float, tone: float) -> Rgb:
    """A colour of `hue` (0-1) whose lightness is `tone` (0-100)."""
    red, green, blue = colorsys.hls_to_rgb(hue, tone / 100, chroma)
    return round(red * 255), round(green * 255), round(blue * 255)


def _readable(hue: float, chroma: float) -> Rgb:
    """The lightest colour of `hue`, up to tone 38, with 4.5 times the contrast to near white."""
    for tone in range(38, 10, -2):
        color = _tone(hue, chroma, tone)
        red, green, blue = ((level / 255) ** 2.2 for level in color)
        if 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.16:
            break
    return color


@lru_cache(maxsize=64)
def palette(accent: Rgb, dark: bool) -> Palette:
    """All roles, drawn from one accent colour."""
    hue, _, saturation = colorsys.rgb_to_hls(*(channel / 255 for channel in accent))
    vivid, grey = min(0.75, saturation), min(0.22, saturation)
    if dark:
        return Palette(
            background=_tone(hue, grey * 0.4, 7),
            surface=_tone(hue, grey * 0.4, 11),
            surface_high=_tone(hue, grey * 0.4, 14),
            surface_highest=_tone(hue, grey * 0.4, 20),
            on_surface=_tone(hue, grey, 91),
            on_surface_dim=_tone(hue, grey * 0.7, 76),
            primary=_tone(hue, vivid, 80),
            on_primary=_tone(hue, vivid, 18),
            container=_tone(hue, vivid * 0.7, 28),
            on_container=_tone(hue, vivid, 90),
            outline=_tone(hue, grey * 0.5, 58),
            outline_dim=_tone(hue, grey * 0.5, 28),
            error=(242, 184, 181),
            inverse=_tone(hue, grey, 91),
            on_inverse=_tone(hue, grey, 18),
            inverse_primary=_tone(hue, vivid, 26),
        )
    return Palette(
        background=_tone(hue, grey * 2, 98),
        surface=_tone(hue, grey * 2, 95.5),
        surface_high=_tone(hue, grey * 1.7, 93.5),
        surface_highest=_tone(hue, grey * 1.5, 90),
        on_surface=_tone(hue, grey * 0.5, 11),
        on_surface_dim=_tone(hue, grey * 0.5, 29),
        primary=_readable(hue, vivid),
        on_primary=(255, 255, 255),
        container=_tone(hue, vivid, 88),
        on_container=_tone(hue, vivid, 16),
        outline=_tone(hue, grey * 0.4, 48),
        outline_dim=_tone(hue, grey, 80),
        error=(179, 38, 30),
        inverse=_tone(hue, grey * 0.4, 20),
        on_inverse=_tone(hue, grey, 94),
        inverse_primary=_tone(hue, vivid, 80),
    )


Weight = Literal["Light", "Regular", "Medium", "Bold"]


class TextStyle(NamedTuple):
    size_sp: float
    weight: Weight = "Regular"
    line_sp: float = 0  # 0: 1.33 of the size


STYLES: dict[str, TextStyle] = {
    "display": TextStyle(57, "Light", 64),
    "display_small": TextStyle(36, "Regular", 44),
    "headline": TextStyle(28, "Regular", 36),
    "title": TextStyle(22, "Regular", 28),
    "title_small": TextStyle(16, "Medium", 24),
    "body": TextStyle(16, "Regular", 24),
    "body_small": TextStyle(14, "Regular", 20),
    "label": TextStyle(14, "Medium", 20),
    "label_small": TextStyle(12, "Medium", 16),
    "caption": TextStyle(12, "Regular", 16),
}


@dataclass(frozen=True, slots=True)
class Env:
    """What layout and drawing depend on, beside the widgets."""

    width: int
    height: int
    density: int
    font_scale: float
    dark: bool
    language: str
    accent: Rgb
    hour: int = 12  # of the phone's day
    saving: bool = False  # whether Battery Saver is on

    @property
    def colors(self) -> Palette:
        return palette(self.accent, self.dark)

    @property
    def rtl(self) -> bool:
        return self.language.split("-")[0] in {"ar", "fa", "he", "iw", "ur"}

    def px(self, dp: float) -> int:
        return round(dp * self.density / 160)

    def dp(self, px: float) -> float:
        return px * 160 / self.density

    def sp(self, sp: float) -> int:
        return max(1, round(sp * self.font_scale * self.density / 160))

    def color(self, paint: Paint) -> Rgb:
        return getattr(self.colors, paint) if isinstance(paint, str) else paint
