"""The soft keyboard: drawn, pressed, and in no dump."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pocketphone.ui.field import Input
from pocketphone.ui.geometry import Rect
from pocketphone.ui.painter import Painter
from pocketphone.ui.theme import STYLES, Env

SHIFT_SIGN, DELETE_SIGN, ENTER_SIGN, MODE_SIGN = "\u21e7", "\u232b", "\u23ce", "\u2328"
Mode = Literal["letters", "symbols", "digits"]
_ROWS: dict[Mode, tuple[str, ...]] = {
    "letters": ("qwertyuiop", "asdfghjkl", "\u21e7zxcvbnm\u232b", "\u2328, .\u23ce"),
    "symbols": ("1234567890", "@#$_&-+()/", "*\"':;!?%=\u232b", "\u2328, .\u23ce"),
    "digits": ("123-", "456+", "789\u232b", ",0.\u23ce"),
}
_ICONS = {
    SHIFT_SIGN: "apple-keyboard-shift",
    DELETE_SIGN: "backspace-outline",
    ENTER_SIGN: "keyboard-return",
    MODE_SIGN: "",
}
_WIDE = {SHIFT_SIGN: 1.5, DELETE_SIGN: 1.5, ENTER_SIGN: 1.5, MODE_SIGN: 1.5, " ": 5.0}


@dataclass(frozen=True)
class Key:
    sign: str  # what it types, or one of the `..._SIGN`s
    box: Rect


@dataclass
class Keyboard:
    """Which signs are shown; one-shot shift."""

    mode: Mode = "letters"
    shift: bool = False

    def show(self, kind: Input) -> None:
        """Ready for a field of this kind."""
        self.mode = "digits" if kind in ("number", "phone") else "letters"
        self.shift = False

    def area(self, env: Env) -> Rect:
        """Where the keyboard stands, its own bottom bar included."""
        height = min(env.px(280), round(env.height * 0.46))
        return Rect(0, env.height - height, env.width, env.height)

    def keys(self, env: Env) -> list[Key]:
        area = self.area(env)
        inner = Rect(
            area.left + env.px(3),
            area.top + env.px(6),
            area.right - env.px(3),
            area.bottom - env.px(26),
        )
        rows = _ROWS[self.mode]
        tall = inner.height // len(rows)
        unit = inner.width / max(len(row) for row in rows)
        keys = []
        for count, row in enumerate(rows):
            widths = [self._units(sign) * unit for sign in row]
            x = inner.left + (inner.width - sum(widths)) / 2
            for sign, width in zip(row, widths, strict=True):
                top = inner.top + count * tall
                keys.append(Key(sign, Rect(round(x), top, round(x + width), top + tall)))
                x += width
        return keys

    def _units(self, sign: str) -> float:
        return 1.0 if self.mode == "digits" else _WIDE.get(sign, 1.0)

    def press(self, x: float, y: float, env: Env) -> str:
        """The sign that a touch types ("" for none); shift and mode keys act at once."""
        for key in self.keys(env):
            if not key.box.holds(x, y):
                continue
            if key.sign == SHIFT_SIGN:
                self.shift = not self.shift
                return ""
            if key.sign == MODE_SIGN:
                self.mode = "letters" if self.mode == "symbols" else "symbols"
                return ""
            sign = key.sign.upper() if self.shift else key.sign
            self.shift = False
            return sign
        return ""

    def paint(self, brush: Painter) -> None:
        env, area = brush.env, self.area(brush.env)
        brush.fill(area, "surface_high")
        for key in self.keys(env):
            box = key.box.inset(env.px(2.5), env.px(4))
            special = key.sign in _ICONS
            ground = "container" if key.sign == ENTER_SIGN else "surface_highest"
            radius = box.height // 2 if key.sign == ENTER_SIGN else env.px(6)
            brush.fill(box, ground if special else "background", radius)
            if _ICONS.get(key.sign):
                half, (x, y) = env.px(11), box.center
                ink = "primary" if key.sign == SHIFT_SIGN and self.shift else "on_surface"
                brush.icon(_ICONS[key.sign], Rect(x - half, y - half, x + half, y + half), ink)
                continue
            label = key.sign.upper() if self.shift else key.sign
            if key.sign == MODE_SIGN:
                label = "ABC" if self.mode == "symbols" else "?123"
            style = STYLES["label"] if key.sign == MODE_SIGN else STYLES["title"]
            brush.text_in("" if label == " " else label, box, style, "on_surface")
