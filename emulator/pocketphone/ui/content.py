"""Widgets that show: text, icons, pictures, lines, and the canvas that an app draws itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

from PIL import Image

from pocketphone.ui import fonts
from pocketphone.ui.geometry import Rect
from pocketphone.ui.painter import Painter, line_height
from pocketphone.ui.theme import STYLES, Env, Paint, TextStyle, Weight
from pocketphone.ui.widget import Laid, Move, Node, Room, Touch, Widget


@dataclass(frozen=True)
class Text(Widget):
    """Text, broken into lines; `lines` 0 means as many as it needs."""

    android: ClassVar[str] = "android.widget.TextView"

    value: str = ""
    style: str = "body"
    color: Paint = "on_surface"
    lines: int = 0
    align: Literal["start", "center", "end"] = "start"
    bold: Weight | None = None  # another weight than the style's

    @property
    def text(self) -> str:
        return self.value

    def type(self) -> TextStyle:
        style = STYLES[self.style]
        return style._replace(weight=self.bold) if self.bold else style

    def arrange(self, env: Env, room: Room) -> Laid:
        style = self.type()
        size = env.sp(style.size_sp)
        broken = fonts.lines(self.value, style.weight, size, room.max_w, self.lines)
        width = max(fonts.text_width(line, style.weight, size) for line in broken)
        width, height = room.fit(width, len(broken) * line_height(env, style))
        return Laid(self, width, height, data=broken)

    def paint(self, brush: Painter, node: Node) -> None:
        super().paint(brush, node)
        env, style = brush.env, self.type()
        left, top, right, bottom = self.insets(env)
        box = Rect(
            node.box.left + left,
            node.box.top + top,
            node.box.right - right,
            node.box.bottom - bottom,
        )
        size, leading = env.sp(style.size_sp), line_height(env, style)
        share = {"start": 1.0 if env.rtl else 0.0, "center": 0.5, "end": 0.0 if env.rtl else 1.0}
        y = box.top + (box.height - leading * len(node.data)) // 2
        color = self.color if self.enabled else "outline"
        for line in node.data:
            width = fonts.text_width(line, style.weight, size)
            x = box.left + round((box.width - width) * share[self.align])
            brush.text(line, x, y, style, color)
            y += leading


@dataclass(frozen=True)
class Icon(Widget):
    """A Material Design icon by its name; `size` in dp."""

    android: ClassVar[str] = "android.widget.ImageView"

    name: str = ""
    color: Paint = "on_surface_dim"
    size: float = 24

    def arrange(self, env: Env, room: Room) -> Laid:
        return Laid(self, *room.fit(env.px(self.size), env.px(self.size)))

    def paint(self, brush: Painter, node: Node) -> None:
        super().paint(brush, node)
        half = brush.env.px(self.size) // 2
        x, y = node.box.center
        color = self.color if self.enabled else "outline"
        brush.icon(self.name, Rect(x - half, y - half, x + half, y + half), color)


@dataclass(frozen=True)
class Picture(Widget):
    """An RGB image scaled to the widget's size."""

    android: ClassVar[str] = "android.widget.ImageView"

    image: Image.Image | None = None

    def paint(self, brush: Painter, node: Node) -> None:
        super().paint(brush, node)
        if self.image is not None:
            brush.picture(self.image, node.box, brush.env.px(self.radius))


@dataclass(frozen=True)
class Canvas(Widget):
    """A surface that an app draws, without nodes inside; places are in dp from its corner."""

    draw: Callable[[Painter, Rect], None] | None = None
    tapped: Callable[[float, float], object] | None = None
    held: Callable[[float, float], object] | None = None
    dragged: Callable[[float, float, float, float], object] | None = None

    def paint(self, brush: Painter, node: Node) -> None:
        super().paint(brush, node)
        if self.draw is not None:
            self.draw(brush, node.box)

    def take_touch(self, touch: Touch) -> bool:
        answer = self.held if touch.long and self.held else self.tapped
        if answer is None:
            return super().take_touch(touch)
        box, env = touch.node.box, touch.env
        answer(env.dp(touch.x - box.left), env.dp(touch.y - box.top))
        return True

    def take_move(self, move: Move) -> bool:
        if self.dragged is None:
            return False
        box, env = move.node.box, move.env
        (x1, y1), (x2, y2) = move.start, move.end
        self.dragged(
            env.dp(x1 - box.left), env.dp(y1 - box.top), env.dp(x2 - box.left), env.dp(y2 - box.top)
        )
        return True


@dataclass(frozen=True)
class Divider(Widget):
    """A hairline."""

    node: str | None = ""
    color: Paint = "outline_dim"
    upright: bool = False

    def arrange(self, env: Env, room: Room) -> Laid:
        thin = max(1, env.px(1))
        wide = room.max_w if room.max_w < 1 << 20 else room.min_w
        return Laid(self, *((thin, room.min_h) if self.upright else (wide, thin)))

    def paint(self, brush: Painter, node: Node) -> None:
        left, top, right, bottom = self.insets(brush.env)
        box = node.box
        brush.fill(
            Rect(box.left + left, box.top + top, box.right - right, box.bottom - bottom), self.color
        )


@dataclass(frozen=True)
class Spacer(Widget):
    """Room without a node: `width`, `height` or `weight`."""

    node: str | None = ""
