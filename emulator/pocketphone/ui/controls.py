"""Widgets that are pressed, switched and drawn along."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

from pocketphone.ui import fonts
from pocketphone.ui.geometry import Rect
from pocketphone.ui.painter import Painter
from pocketphone.ui.theme import STYLES, Env, Paint
from pocketphone.ui.widget import Laid, Move, Node, Room, Touch, Widget

_LABEL = STYLES["label"]


@dataclass(frozen=True)
class Button(Widget):
    """A push button with a text, an icon before it, or both."""

    android: ClassVar[str] = "android.widget.Button"

    label: str = ""
    icon: str | None = None
    kind: Literal["filled", "tonal", "outlined", "text", "inverse", "danger"] = "text"

    @property
    def text(self) -> str:
        return self.label

    def arrange(self, env: Env, room: Room) -> Laid:
        width = fonts.text_width(self.label, _LABEL.weight, env.sp(_LABEL.size_sp))
        width += env.px(12 if self.kind in ("text", "inverse") else 24) * 2
        width += env.px(26) if self.icon else 0
        return Laid(self, *room.fit(width, max(env.px(40), env.sp(20) + env.px(20))))

    def paint(self, brush: Painter, node: Node) -> None:
        env = brush.env
        ground: Paint | None
        ground, ink = {
            "filled": ("primary", "on_primary"),
            "tonal": ("container", "on_container"),
            "outlined": (None, "primary"),
            "text": (None, "primary"),
            "inverse": (None, "inverse_primary"),
            "danger": ("error", "on_primary"),
        }[self.kind]
        if not self.enabled:
            ground, ink = ("surface_highest" if ground else None), "outline"
        height = min(node.box.height, max(env.px(40), env.sp(20) + env.px(20)))
        box = node.box.inset(0, (node.box.height - height) // 2)
        if ground is not None:
            brush.fill(box, ground, box.height // 2)
        elif self.kind == "outlined":
            brush.outline(box, "outline", env.px(1), box.height // 2)
        if self.icon:
            width = fonts.text_width(self.label, _LABEL.weight, env.sp(_LABEL.size_sp))
            left = box.left + (box.width - width - env.px(26)) // 2
            icon = Rect(left, box.top, left + env.px(18), box.bottom)
            brush.icon(self.icon, icon, ink)
            box = box._replace(left=left + env.px(26), right=left + env.px(26) + width)
        brush.text_in(self.label, box, _LABEL, ink)


@dataclass(frozen=True)
class IconButton(Widget):
    """A button that shows only an icon; without a `description` nothing names it.

    With `on` it is a toggle, whose state shows in whatever its icon and colour are.
    """

    android: ClassVar[str] = "android.widget.ImageButton"

    icon: str = ""
    color: Paint = "on_surface_dim"
    size: float = 24
    on: bool | None = None

    @property
    def class_name(self) -> str:
        if self.node is None and self.on is not None:
            return "android.widget.ToggleButton"
        return super().class_name

    @property
    def checked(self) -> bool | None:
        return self.on

    def arrange(self, env: Env, room: Room) -> Laid:
        return Laid(self, *room.fit(env.px(48), env.px(48)))

    def paint(self, brush: Painter, node: Node) -> None:
        super().paint(brush, node)
        env = brush.env
        if self.selected:
            brush.disc(*node.box.center, env.px(20), "container")
        half, (x, y) = env.px(self.size) // 2, node.box.center
        ink = self.color if self.enabled else "outline_dim"
        brush.icon(self.icon, Rect(x - half, y - half, x + half, y + half), ink)


@dataclass(frozen=True)
class Fab(Widget):
    """The floating action button; with a `label` the long kind."""

    android: ClassVar[str] = "android.widget.ImageButton"

    icon: str = "plus"
    label: str = ""

    @property
    def class_name(self) -> str:
        return "android.widget.Button" if self.label and self.node is None else super().class_name

    @property
    def text(self) -> str:
        return self.label

    def arrange(self, env: Env, room: Room) -> Laid:
        side, width = env.px(56), env.px(56)
        if self.label:
            width += env.px(24) + fonts.text_width(
                self.label, _LABEL.weight, env.sp(_LABEL.size_sp)
            )
        return Laid(self, *room.fit(width, side))

    def paint(self, brush: Painter, node: Node) -> None:
        env, box = brush.env, node.box
        brush.shadow(box, env.px(4), env.px(16))
        brush.fill(box, "container", env.px(16))
        edge = env.px(16)
        brush.icon(
            self.icon,
            Rect(box.left + edge, box.top, box.left + edge + env.px(24), box.bottom),
            "on_container",
        )
        if self.label:
            brush.text_in(
                self.label,
                box._replace(left=box.left + env.px(52)),
                _LABEL,
                "on_container",
                align=0,
            )


@dataclass(frozen=True)
class Chip(Widget):
    """A small button that may be chosen (`on` is True or False) or only pressed (None)."""

    android: ClassVar[str] = "android.widget.CompoundButton"

    label: str = ""
    icon: str | None = None
    on: bool | None = None
    on_change: Callable[[bool], object] | None = None
    round: bool = False  # a disc for one letter, as days of the week are drawn

    @property
    def class_name(self) -> str:
        if self.node is None and self.on is None:
            return "android.widget.Button"
        return super().class_name

    @property
    def text(self) -> str:
        return self.label

    @property
    def checked(self) -> bool | None:
        return self.on

    @property
    def clickable(self) -> bool:
        return self.on_tap is not None or self.on_change is not None

    def take_touch(self, touch: Touch) -> bool:
        if self.on_change is None:
            return super().take_touch(touch)
        if self.enabled:
            self.on_change(not self.on)
        return True

    def arrange(self, env: Env, room: Room) -> Laid:
        if self.round:
            return Laid(self, *room.fit(env.px(40), env.px(40)))
        width = fonts.text_width(self.label, _LABEL.weight, env.sp(_LABEL.size_sp)) + env.px(32)
        width += env.px(24) if self.icon else 0
        return Laid(self, *room.fit(width, max(env.px(36), env.sp(20) + env.px(14))))

    def paint(self, brush: Painter, node: Node) -> None:
        env, box = brush.env, node.box
        if self.round:
            side = min(box.width, box.height)
            box = box.inset((box.width - side) // 2, (box.height - side) // 2)
        radius = box.height // 2 if self.round else env.px(8)
        ink: Paint = "on_surface_dim" if self.enabled else "outline"
        if self.on:
            ground: Paint = "primary" if self.round else "container"
            ink = "on_primary" if self.round else "on_container"
            brush.fill(box, ground, radius)
        else:
            brush.outline(box, "outline", env.px(1), radius)
        if self.icon:
            left = box.left + env.px(12)
            brush.icon(self.icon, Rect(left, box.top, left + env.px(18), box.bottom), ink)
            box = box._replace(left=left + env.px(18))
        brush.text_in(self.label, box, _LABEL, ink)


@dataclass(frozen=True)
class _Checkable(Widget):
    """Something with two states. Without `on_change` its row takes the touch, as in settings."""

    on: bool = False
    on_change: Callable[[bool], object] | None = None
    label: str = ""

    @property
    def text(self) -> str:
        return self.label

    @property
    def checked(self) -> bool | None:
        return self.on

    @property
    def clickable(self) -> bool:
        return self.on_change is not None

    def take_touch(self, touch: Touch) -> bool:
        del touch
        if self.on_change is None:
            return False
        if self.enabled:
            self.on_change(not self.on)
        return True

    def arrange(self, env: Env, room: Room) -> Laid:
        width = env.px(48)
        if self.label:
            body = STYLES["body"]
            width += env.px(4) + fonts.text_width(self.label, body.weight, env.sp(body.size_sp))
        return Laid(self, *room.fit(width, env.px(48)))

    def paint(self, brush: Painter, node: Node) -> None:
        super().paint(brush, node)
        side = brush.env.px(48)
        box = node.box
        mark = box._replace(right=min(box.right, box.left + side)) if self.label else box
        self.mark(brush, mark)
        if self.label:
            words = box._replace(left=box.left + side + brush.env.px(4))
            brush.text_in(self.label, words, STYLES["body"], "on_surface", align=0)

    def mark(self, brush: Painter, box: Rect) -> None:
        raise NotImplementedError


@dataclass(frozen=True)
class Switch(_Checkable):
    android: ClassVar[str] = "android.widget.Switch"

    def arrange(self, env: Env, room: Room) -> Laid:
        return Laid(self, *room.fit(env.px(52), env.px(48)))

    def mark(self, brush: Painter, box: Rect) -> None:
        env, (x, y) = brush.env, box.center
        half_w, half_h = env.px(26), env.px(16)
        track = Rect(x - half_w, y - half_h, x + half_w, y + half_h)
        ink: Paint = "primary" if self.enabled else "outline_dim"
        thumb = track.left + half_h if env.rtl == self.on else track.right - half_h
        if self.on:
            brush.fill(track, ink, half_h)
            brush.disc(thumb, y, env.px(12), "on_primary")
        else:
            brush.fill(track, "surface_highest", half_h)
            brush.outline(track, "outline" if self.enabled else "outline_dim", env.px(2), half_h)
            brush.disc(thumb, y, env.px(8), "outline" if self.enabled else ink)


@dataclass(frozen=True)
class CheckBox(_Checkable):
    android: ClassVar[str] = "android.widget.CheckBox"

    def mark(self, brush: Painter, box: Rect) -> None:
        env, (x, y) = brush.env, box.center
        half = env.px(9)
        square = Rect(x - half, y - half, x + half, y + half)
        if self.on:
            brush.fill(square, "primary", env.px(2))
            brush.icon("check", square, "on_primary")
        else:
            brush.outline(square, "on_surface_dim", env.px(2), env.px(2))


@dataclass(frozen=True)
class Radio(_Checkable):
    android: ClassVar[str] = "android.widget.RadioButton"

    def mark(self, brush: Painter, box: Rect) -> None:
        env, (x, y) = brush.env, box.center
        half = env.px(10)
        ink: Paint = "primary" if self.on else "on_surface_dim"
        brush.outline(Rect(x - half, y - half, x + half, y + half), ink, env.px(2), half)
        if self.on:
            brush.disc(x, y, env.px(5), ink)


@dataclass(frozen=True)
class Slider(Widget):
    """A SeekBar over `low` to `high` in whole steps; the value is set where it is touched."""

    android: ClassVar[str] = "android.widget.SeekBar"
    focusable: ClassVar[bool | None] = True

    value: int = 0
    low: int = 0
    high: int = 100
    on_change: Callable[[int], object] | None = None

    @property
    def text(self) -> str:
        return f"{float(self.value)}"

    def arrange(self, env: Env, room: Room) -> Laid:
        wide = room.max_w if room.max_w < 1 << 20 else env.px(200)
        return Laid(self, *room.fit(wide, env.px(48)))

    def _track(self, node: Node, env: Env) -> tuple[int, int]:
        """Where the lowest value lies and where the highest."""
        left, right = node.box.left + env.px(16), node.box.right - env.px(16)
        return (right, left) if env.rtl else (left, right)

    def _set(self, node: Node, env: Env, x: float) -> bool:
        if self.on_change is not None and self.enabled:
            first, last = self._track(node, env)
            share = max(0.0, min(1.0, (x - first) / (last - first or 1)))
            self.on_change(self.low + round(share * (self.high - self.low)))
        return True

    def take_touch(self, touch: Touch) -> bool:
        return self._set(touch.node, touch.env, touch.x)

    def take_move(self, move: Move) -> bool:
        return not move.upright and self._set(move.node, move.env, move.end[0])

    def paint(self, brush: Painter, node: Node) -> None:
        env, y = brush.env, node.box.center[1]
        first, last = self._track(node, env)
        share = (self.value - self.low) / max(1, self.high - self.low)
        x, half = first + round((last - first) * share), env.px(2)
        brush.fill(_bar(first, last, y, half), "surface_highest", half)
        brush.fill(_bar(first, x, y, half), "primary", half)
        brush.disc(x, y, env.px(10), "primary")


def _bar(start: int, end: int, y: int, half: int) -> Rect:
    """A level line from one x to the other, at least a pixel long."""
    left, right = sorted((start, end))
    return Rect(left, y - half, max(left + 1, right), y + half)
