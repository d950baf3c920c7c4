"""The text field, and what typing does to it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

from pocketphone.ui import fonts
from pocketphone.ui.geometry import Rect
from pocketphone.ui.painter import Painter, line_height
from pocketphone.ui.theme import STYLES, Env, TextStyle
from pocketphone.ui.widget import Laid, Node, Room, Touch, Widget

BULLET = "\u2022"
Input = Literal["text", "number", "phone", "email", "password"]
_ALLOWED = {"number": set("0123456789"), "phone": set("0123456789+*#()- .,;")}


@dataclass(frozen=True)
class TextField(Widget):
    """A field whose text is the app's: each edit calls `on_change` with the whole new text.

    `on_submit` is the IME's action (search, done): ENTER calls it; without it ENTER goes to the
    next field, or closes the keyboard on the last.
    """

    android: ClassVar[str] = "android.widget.EditText"
    focusable: ClassVar[bool | None] = True

    value: str = ""
    hint: str = ""
    on_change: Callable[[str], object] | None = None
    on_submit: Callable[[], object] | None = None
    input: Input = "text"
    multiline: bool = False
    most: int = 0  # characters; 0: no limit
    autofocus: bool = False  # takes the focus when its page opens
    select_on_focus: bool = False  # a tap selects all of it: the next character replaces it
    kind: Literal["filled", "outlined", "plain", "pill"] = "filled"
    style: str = "body"
    align: Literal["start", "center"] = "start"
    icon: str | None = None

    @property
    def text(self) -> str:
        """What a dump reports: bullets for a password, the hint where the field is empty."""
        return self.displayed or self.hint

    @property
    def hinted(self) -> str:
        return self.hint

    @property
    def displayed(self) -> str:
        return BULLET * len(self.value) if self.password else self.value

    @property
    def password(self) -> bool:
        return self.input == "password"

    @property
    def clickable(self) -> bool:
        return True

    @property
    def long_clickable(self) -> bool:
        return True

    def replace(self, first: int, last: int, text: str) -> int:
        """Put `text` in the place of the characters from `first` up to `last`; the new cursor."""
        first, last = max(0, first), min(len(self.value), last)
        allowed = _ALLOWED.get(self.input)
        if not self.multiline:
            text = text.replace("\n", "")
        if allowed is not None:
            text = "".join(char for char in text if char in allowed)
        if self.most:
            text = text[: max(0, self.most - len(self.value) + last - first)]
        if (text or first < last) and self.on_change is not None:
            self.on_change(self.value[:first] + text + self.value[last:])
        return first + len(text)

    # layout and drawing

    def _type(self) -> TextStyle:
        return STYLES[self.style]

    def insets(self, env: Env) -> tuple[int, int, int, int]:
        left, top, right, bottom = super().insets(env)
        if self.padding == 0 and self.kind != "plain":
            side = env.px(8 if self.align == "center" else 16)
            left = right = side
            top = bottom = env.px(14)
        if self.icon:
            left, right = (left, right + env.px(36)) if env.rtl else (left + env.px(36), right)
        return left, top, right, bottom

    def arrange(self, env: Env, room: Room) -> Laid:
        style = self._type()
        size = env.sp(style.size_sp)
        wide = room.max_w if room.max_w < 1 << 20 else max(room.min_w, env.px(200))
        shown = self.displayed or self.hint
        if self.multiline:
            broken = fonts.lines(shown, style.weight, size, wide, 0)
        elif self.value:
            broken = (self._tail(shown, style, size, wide),)
        else:
            broken = fonts.lines(shown, style.weight, size, wide, 1)
        return Laid(self, wide, max(room.min_h, len(broken) * line_height(env, style)), data=broken)

    def _tail(self, text: str, style: TextStyle, size: int, width: int) -> str:
        """The end of a text that is too long for its field, where typing goes on."""
        text = text[-width:]  # a text may have thousands of characters, each 1 px wide at least
        starts = range(len(text) - 1)  # a longer end is wider
        first = bisect_left(
            starts, True, key=lambda n: fonts.text_width(text[n:], style.weight, size) <= width
        )
        return text[first:]

    def _words(self, node: Node, env: Env) -> Rect:
        left, top, right, bottom = self.insets(env)
        box = node.box
        return Rect(box.left + left, box.top + top, box.right - right, box.bottom - bottom)

    def paint(self, brush: Painter, node: Node) -> None:
        env, box = brush.env, node.box
        focused = node.focused
        if self.kind == "filled":
            brush.fill(box, "surface_highest", env.px(8))
            if focused:
                brush.outline(box, "primary", env.px(2), env.px(8))
        elif self.kind == "pill":
            brush.fill(box, "surface_high", box.height // 2)
        elif self.kind == "outlined":
            ink = "primary" if focused else "outline"
            brush.outline(box, ink, env.px(2 if focused else 1), env.px(4))
        if self.icon:
            left = box.right - env.px(38) if env.rtl else box.left + env.px(14)
            icon = Rect(left, box.top, left + env.px(24), box.bottom)
            brush.icon(self.icon, icon, "on_surface_dim")
        style, words = self._type(), self._words(node, env)
        size, leading = env.sp(style.size_sp), line_height(env, style)
        ink = "on_surface" if self.value and self.enabled else "outline"
        y = words.top
        if not self.multiline:
            y += (words.height - leading) // 2
        held, brush.clip = brush.clip, brush.clip.cut(box)
        for line in node.data:
            if node.focused and self.value and node.selected:
                left = self._left(line, words, style, size, env)
                wide = fonts.text_width(line, style.weight, size)
                brush.fill(Rect(left, y, left + wide, y + leading), "outline_dim")
            brush.text(line, self._left(line, words, style, size, env), y, style, ink)
            y += leading
        if node.focused:
            self._paint_caret(brush, node, words, y - leading)
        brush.clip = held

    def _paint_caret(self, brush: Painter, node: Node, words: Rect, y: int) -> None:
        """A caret that does not blink: two pictures of one state are the same."""
        env, style = brush.env, self._type()
        size, line = env.sp(style.size_sp), node.data[-1] if self.value else ""
        before = line[: len(line) - max(0, len(self.value) - node.cursor)]
        x = self._left(line, words, style, size, env)
        x += fonts.text_width(before, style.weight, size)
        brush.fill(Rect(x, y, x + env.px(2), y + line_height(env, style)), "primary")

    def _left(self, line: str, words: Rect, style: TextStyle, size: int, env: Env) -> int:
        share = 0.5 if self.align == "center" else 1.0 if env.rtl else 0.0
        width = fonts.text_width(line, style.weight, size)
        return words.left + round((words.width - width) * share)

    def take_touch(self, touch: Touch) -> bool:
        if self.enabled:
            touch.ui.focus = touch.node.path
            touch.ui.keyboard = touch.ui.reveal = True
            touch.ui.cursor = self._cursor_at(touch)
            touch.ui.selected = self.select_on_focus or touch.long
        return True

    def _cursor_at(self, touch: Touch) -> int:
        """The gap between characters that is nearest to the finger."""
        if not self.value or self.multiline:
            return len(self.value)
        env, style = touch.env, self._type()
        size = env.sp(style.size_sp)
        line = touch.node.data[0]
        x = touch.x - self._left(line, self._words(touch.node, env), style, size, env)
        gaps = [
            fonts.text_width(line[:count], style.weight, size) for count in range(len(line) + 1)
        ]
        nearest = min(range(len(gaps)), key=lambda count: abs(gaps[count] - x))
        return len(self.value) - len(line) + nearest
