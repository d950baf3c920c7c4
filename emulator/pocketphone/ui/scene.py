"""All that the screen shows at one moment: windows of nodes, and the picture of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from PIL import Image

from pocketphone.ui.app import Context
from pocketphone.ui.containers import Scroll
from pocketphone.ui.content import Text
from pocketphone.ui.field import TextField
from pocketphone.ui.geometry import Rect
from pocketphone.ui.keyboard import Keyboard
from pocketphone.ui.overlays import Overlay
from pocketphone.ui.painter import Painter
from pocketphone.ui.theme import STYLES, Env, TextStyle
from pocketphone.ui.widget import Node, Room, Ui, place
from pocketphone.ui.windows import PILL_BAR, STATUS_BAR, Snackbar, overlay_window, page_window


@dataclass(frozen=True)
class Bars:
    """What the status bar shows."""

    time: datetime
    airplane: bool = False
    wifi: bool = True
    full_day: bool = True  # 24 hours, not twice 12
    percent: bool = False

    @classmethod
    def of(cls, time: datetime, settings: Mapping[str, Mapping[str, str]]) -> Bars:
        """The bars under the phone's settings."""
        system, everywhere = settings["system"], settings["global"]
        return cls(
            time,
            airplane=everywhere.get("airplane_mode_on") == "1",
            wifi=everywhere.get("wifi_on") == "1",
            full_day=system.get("time_12_24") != "12",
            percent=system.get("status_bar_show_battery_percent") == "1",
        )

    @property
    def hour(self) -> str:
        return f"{self.time:%H:%M}" if self.full_day else f"{self.time:%I:%M}".lstrip("0")


@dataclass
class Scene:
    """Windows from the lowest to the one in front; the last is dumped and touched."""

    env: Env
    windows: list[Node]
    bars: Bars
    overlay: Overlay | None = None
    keyboard: Keyboard | None = None
    toast: str = ""
    live: bool = False  # what it shows depends on the seconds
    busy: bool = False
    _frame: Image.Image | None = field(default=None, repr=False)

    @property
    def front(self) -> Node:
        return self.windows[-1]

    @property
    def popup(self) -> bool:
        """Whether a menu is in front: on a phone a popup, whose title does not tell its owner."""
        return self.overlay is not None and self.overlay.place == "menu"

    def frame(self) -> Image.Image:
        """The picture, RGBA, drawn once."""
        if self._frame is None:
            self._frame = self._draw()
        return self._frame

    def _draw(self) -> Image.Image:
        env = self.env
        ground = env.color("background")
        image = Image.new("RGBA", (env.width, env.height), (*ground, 255))
        brush = Painter(image, env)
        for count, window in enumerate(self.windows):
            if count:
                brush.clip = Rect(0, 0, env.width, env.height)
                brush.scrim(0.42)
            paint(brush, window, Rect(0, 0, env.width, env.height))
        brush.clip = Rect(0, 0, env.width, env.height)
        if self.keyboard is not None:
            self.keyboard.paint(brush)
        if self.toast:
            self._paint_toast(brush)
        self._paint_bars(brush)
        return image

    def _paint_toast(self, brush: Painter) -> None:
        env = self.env
        text = Text(
            value=self.toast,
            style="body_small",
            color="on_inverse",
            padding=(20, 12),
            background="inverse",
            radius=24,
            lines=2,
        )
        laid = text.lay(env, Room(0, env.width - env.px(64), 0, env.height))
        x = (env.width - laid.width) // 2
        y = env.height - env.px(96) - laid.height
        paint(brush, place(laid, x, y, Rect(0, 0, env.width, env.height), Ui(), env))

    def _paint_bars(self, brush: Painter) -> None:
        env, bars = self.env, self.bars
        light = _dark_at(brush.image, env.px(8), env.px(4))
        ink = (245, 245, 245) if light else (40, 40, 44)
        bar = Rect(env.px(20), 0, env.width - env.px(20), env.px(STATUS_BAR))
        plain = env.sp(100) / 100 * 160 / env.density  # the bar ignores the font scale
        style = TextStyle(STYLES["label"].size_sp / plain, "Medium")
        brush.text_in(bars.hour, bar, style, ink, align=1 if env.rtl else 0)
        icons = ["battery-80", "airplane" if bars.airplane else "signal-cellular-3"]
        icons += ["wifi"] if bars.wifi else []
        side, from_end = env.px(17), 0
        if bars.percent:
            brush.text_in("85%", bar, style, ink, align=0 if env.rtl else 1)
            from_end = env.px(34)
        for name in icons:
            left = bar.left + from_end if env.rtl else bar.right - from_end - side
            top = (bar.height - side) // 2
            brush.icon(name, Rect(left, top, left + side, top + side), ink)
            from_end += side + env.px(4)
        x, y = env.width // 2, env.height - env.px(PILL_BAR) // 2
        pill_ink = (225, 225, 225) if _dark_at(brush.image, x, y) else (60, 60, 60)
        half = env.px(54)
        brush.fill(Rect(x - half, y - env.px(2), x + half, y + env.px(2)), pill_ink, env.px(2))


def _dark_at(image: Image.Image, x: int, y: int) -> bool:
    red, green, blue = image.getpixel((x, y))[:3]  # type: ignore[index]
    return bool(red * 3 + green * 6 + blue < 1280)


def build(
    contexts: Sequence[Context],
    env: Env,
    keyboard: Keyboard | None,
    *,
    toast: str,
    snackbar: Snackbar | None,
    bars: Bars,
    edge: bool,
) -> Scene:
    """The scene of a task, its pages given from the first to the one in front."""
    above: list[tuple[Overlay, Context]] = []
    for context in reversed(contexts):
        view = context.view()
        if not isinstance(view, Overlay):
            break
        above.insert(0, (view, context))
    else:
        raise TypeError(f"{contexts[0].app.package}: the first page is a dialog, not a page")
    shown = [context, *(one for _, one in above)]
    front = shown[-1].ui
    floor = env.height - env.px(PILL_BAR)

    def stand(keyboard: Keyboard | None) -> list[Node]:
        bottom = floor if keyboard is None else keyboard.area(env).top
        under = floor if above else bottom
        windows = [page_window(view, env, context.ui, under, snackbar, edge=edge)]
        windows += [overlay_window(overlay, env, one.ui, bottom) for overlay, one in above]
        return windows

    windows = stand(keyboard)
    if keyboard is not None and front.reveal:
        if _scroll_to_field(stand(None)[-1], windows[-1], front):
            windows = stand(keyboard)
        front.reveal = False
    return Scene(
        env=env,
        windows=windows,
        bars=bars,
        overlay=above[-1][0] if above else None,
        keyboard=keyboard,
        toast=toast,
        live=any(one.live for one in shown),
        busy=shown[-1].busy,
    )


def _scroll_to_field(open_: Node, covered: Node, ui: Ui) -> bool:
    """Whether a list had to scroll so that the keyboard does not cover the field in focus.

    `open_` is the window as it were without the keyboard: there the field has a node for sure.
    """
    if ui.focus is None:
        return False
    way = list(open_.towards(ui.focus))
    lists = [node for node in way if isinstance(node.widget, Scroll)]
    if not lists or not way[-1].focused:
        return False
    held = lists[-1]
    room = next(node for node in covered.walk() if node.path == held.path).shown.height
    least = way[-1].box.bottom - held.box.top + held.scrolled - room
    if least <= ui.scroll.get(held.path, 0):
        return False
    ui.scroll[held.path] = least
    return True


def paint(brush: Painter, node: Node, outer: Rect | None = None) -> None:
    """Draw a node and what is in it."""
    brush.clip, brush.outer = node.shown, outer or node.shown
    node.widget.paint(brush, node)
    for child in node.children:
        paint(brush, child, node.shown)


def fields(root: Node) -> Sequence[Node]:
    """The text fields of a window, from top to bottom."""
    return [node for node in root.walk() if isinstance(node.widget, TextField)]
