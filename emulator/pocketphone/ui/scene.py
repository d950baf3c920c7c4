"""All that the screen shows at one moment: the windows with their nodes, and the picture of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from PIL import Image

from pocketphone.ui.app import Context
from pocketphone.ui.containers import Column, Row, Stack
from pocketphone.ui.content import Text
from pocketphone.ui.controls import Button
from pocketphone.ui.field import TextField
from pocketphone.ui.geometry import Rect
from pocketphone.ui.keyboard import Keyboard
from pocketphone.ui.material import GROUP, Overlay
from pocketphone.ui.painter import Painter
from pocketphone.ui.theme import STYLES, Env, TextStyle
from pocketphone.ui.widget import Handler, Node, Room, Ui, Widget, place

STATUS_BAR, PILL_BAR = 28, 24  # dp


@dataclass(frozen=True)
class Snackbar:
    text: str
    action: str = ""
    on_tap: Handler | None = None


@dataclass(frozen=True)
class Bars:
    """What the status bar shows."""

    time: datetime
    airplane: bool = False
    wifi: bool = True


@dataclass
class Scene:
    """Windows from the lowest to the one in front; only the last is dumped and touched."""

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

    def frame(self) -> Image.Image:
        """The picture, RGBA, drawn once."""
        if self._frame is None:
            self._frame = self._painted()
        return self._frame

    def _painted(self) -> Image.Image:
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
        text = Text(value=self.toast, style="body_small", color="on_inverse", padding=(20, 12),
                    background="inverse", radius=24, lines=2)
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
        brush.text_in(f"{bars.time:%H:%M}", bar, style, ink, align=0)
        icons = ["battery-80", "airplane" if bars.airplane else "signal-cellular-3"]
        icons += ["wifi"] if bars.wifi else []
        right = bar.right
        for name in icons:
            side = env.px(17)
            top = (bar.height - side) // 2
            brush.icon(name, Rect(right - side, top, right, top + side), ink)
            right -= side + env.px(4)
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
        view = context.app.pages[context.page](context)
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
    if keyboard is not None and _bring_into_sight(windows[-1], front):
        windows = stand(keyboard)
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


def _bring_into_sight(root: Node, ui: Ui) -> bool:
    """Scroll so that the field in focus is not behind the keyboard; whether anything moved."""
    held: Node | None = None
    node = root
    while ui.focus is not None and node.path != ui.focus:
        if node.widget.scrollable(node):
            held = node
        inside = (c for c in node.children if ui.focus[: len(c.path)] == c.path)
        step = next(inside, None)
        if step is None:
            break
        node = step
    if held is None or node.path != ui.focus:
        return False
    hidden = node.box.bottom - held.shown.bottom
    if hidden <= 0:
        return False
    ui.scroll[held.path] = ui.scroll.get(held.path, 0) + hidden
    return True


def paint(brush: Painter, node: Node, outer: Rect | None = None) -> None:
    """Draw a node and what is in it."""
    brush.clip, brush.outer = node.shown, outer or node.shown
    node.widget.paint(brush, node)
    for child in node.children:
        paint(brush, child, node.shown)


def page_window(
    page: Widget, env: Env, ui: Ui, bottom: int, snackbar: Snackbar | None, *, edge: bool
) -> Node:
    """The window of a page, in the wrappers that every activity has.

    `bottom` is where the keyboard or the gesture bar begins; `edge` lets the page reach under
    the bars, as launchers do.
    """
    top = 0 if edge else env.px(STATUS_BAR)
    height = (env.height if edge else bottom) - top
    layers: list[Widget] = [page]
    if snackbar is not None:
        layers.append(_snackbar(snackbar))
    content = Stack(id="android:id/content", ref="", width="fill", height="fill",
                    children=layers, at=[(0, 0), (0.5, 1)])
    root = Stack(id="action_bar_root", ref="", node="android.widget.LinearLayout",
                 width="fill", height=env.dp(height), children=[content])
    inner = Column(width="fill", height="fill", padding=(0, env.dp(top), 0, 0), children=[
        Stack(width="fill", children=[root])
    ])
    bars: list[Widget] = [
        Stack(id="android:id/navigationBarBackground", ref="", node="android.view.View",
              width="fill", height=PILL_BAR),
        Stack(id="android:id/statusBarBackground", ref="", node="android.view.View",
              width="fill", height=STATUS_BAR),
    ]
    if edge or bottom < env.height - env.px(PILL_BAR):
        bars = bars[1:] if not edge else []
    decor = Stack(width="fill", height="fill", children=[inner, *bars], background="background",
                  at=[(0, 0), *([(0, 1)] if len(bars) == 2 else []), (0, 0)])
    screen = Rect(0, 0, env.width, env.height)
    laid = decor.lay(env, Room(env.width, env.width, env.height, env.height))
    return place(laid, 0, 0, screen, ui, env)


def _snackbar(snackbar: Snackbar) -> Widget:
    parts: list[Widget] = [
        Text(id="snackbar_text", value=snackbar.text, style="body_small", color="on_inverse",
             weight=1, padding=(16, 14), lines=2)
    ]
    if snackbar.action:
        parts.append(Button(id="snackbar_action", label=snackbar.action, on_tap=snackbar.on_tap))
    bar = Row(node="android.widget.LinearLayout", background="inverse", radius=6, elevation=3,
              width="fill", children=parts)
    return Stack(node="android.widget.FrameLayout", ref="", width="fill", padding=12,
                 children=[bar])


def overlay_window(overlay: Overlay, env: Env, ui: Ui, bottom: int) -> Node:
    """The window of a dialog, menu or sheet; its root is as large as what it shows."""
    top = env.px(STATUS_BAR)
    if overlay.place == "center":
        wide = min(env.width - env.px(56), env.px(400))
        room = Room(wide, wide, 0, bottom - top - env.px(32))
    elif overlay.place == "bottom":
        wide = min(env.width, env.px(640))
        room = Room(wide, wide, 0, bottom - top - env.px(56))
    else:
        room = Room(0, env.width - env.px(32), 0, bottom - top - env.px(16))
    content = Stack(children=[
        Stack(node="android.widget.FrameLayout", children=[
            Stack(id="android:id/content", ref="", children=list(overlay.children))
        ])
    ])
    laid = content.lay(env, room)
    x, y = (env.width - laid.width) // 2, top + (bottom - top - laid.height) // 2
    if overlay.place == "bottom":
        y = bottom - laid.height
    elif overlay.place == "menu":
        x = env.px(8) if env.rtl else env.width - laid.width - env.px(8)
        y = top + env.px(8)
    return place(laid, x, y, Rect(0, 0, env.width, env.height), ui, env)


def fields(root: Node) -> Sequence[Node]:
    """The text fields of a window, from top to bottom."""
    return [node for node in root.walk() if isinstance(node.widget, TextField)]
