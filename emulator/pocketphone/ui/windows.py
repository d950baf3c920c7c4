"""The windows of pages and of what is called over them, in the wrappers that Android gives them."""

from __future__ import annotations

from dataclasses import dataclass

from pocketphone.ui.bars import NAVIGATION
from pocketphone.ui.containers import Column, Row, Stack
from pocketphone.ui.content import Text
from pocketphone.ui.controls import Button
from pocketphone.ui.geometry import Rect
from pocketphone.ui.overlays import Overlay
from pocketphone.ui.theme import Env
from pocketphone.ui.widget import Handler, Node, Room, Touch, Ui, Widget, place

STATUS_BAR, PILL_BAR = 28, 24  # dp


@dataclass(frozen=True)
class Snackbar:
    text: str
    action: str = ""
    on_tap: Handler | None = None


def page_window(
    page: Widget, env: Env, ui: Ui, bottom: int, snackbar: Snackbar | None, *, edge: bool
) -> Node:
    """The window of a page.

    `bottom` is where the keyboard or the gesture bar begins; `edge` lets the page reach under
    the bars, as launchers do.
    """
    window = _stand(_decor([page], env, bottom, edge=edge), env, ui)
    if snackbar is None:
        return window
    bar = next((node for node in window.walk() if node.widget.id == NAVIGATION), None)
    above = env.dp(bar.box.height) if bar else 0
    return _stand(_decor([page, _snackbar(snackbar, above)], env, bottom, edge=edge), env, ui)


def _stand(decor: Widget, env: Env, ui: Ui) -> Node:
    laid = decor.lay(env, Room(env.width, env.width, env.height, env.height))
    return place(laid, 0, 0, Rect(0, 0, env.width, env.height), ui, env)


def _decor(layers: list[Widget], env: Env, bottom: int, *, edge: bool) -> Widget:
    """A page's layers in the wrappers of an activity, under bars of the page's own colour."""
    top = 0 if edge else env.px(STATUS_BAR)
    content = Stack(
        id="android:id/content",
        ref="",
        width="fill",
        height="fill",
        children=layers,
        at=[(0, 0), (0.5, 1)],
    )
    root = Stack(
        id="action_bar_root",
        ref="",
        node="android.widget.LinearLayout",
        width="fill",
        height=env.dp((env.height if edge else bottom) - top),
        children=[content],
    )
    inner = Column(
        width="fill",
        height="fill",
        padding=(0, env.dp(top), 0, 0),
        children=[Stack(width="fill", children=[root])],
    )
    parts: list[Widget] = [
        inner,
        Widget(
            id="android:id/navigationBarBackground",
            ref="",
            width="fill",
            height=PILL_BAR,
            visible=not edge and bottom == env.height - env.px(PILL_BAR),
        ),
        Widget(
            id="android:id/statusBarBackground",
            ref="",
            width="fill",
            height=STATUS_BAR,
            visible=not edge,
        ),
    ]
    return Stack(
        width="fill",
        height="fill",
        background=layers[0].background or "background",
        children=parts,
        at=[(0, 0), (0, 1), (0, 0)],
    )


@dataclass(frozen=True)
class SnackbarPanel(Row):
    """A snackbar's ground: as Android's, it lets no touch through, and no attribute tells."""

    def take_touch(self, touch: Touch) -> bool:
        del touch
        return True


def _snackbar(snackbar: Snackbar, above: float) -> Widget:
    parts: list[Widget] = [
        Text(
            id="snackbar_text",
            value=snackbar.text,
            style="body_small",
            color="on_inverse",
            weight=1,
            padding=(16, 14),
            lines=2,
        )
    ]
    if snackbar.action:
        parts.append(
            Button(
                id="snackbar_action",
                label=snackbar.action,
                kind="inverse",
                on_tap=snackbar.on_tap,
            )
        )
    bar = SnackbarPanel(
        node="android.widget.LinearLayout",
        background="inverse",
        radius=6,
        elevation=3,
        width="fill",
        children=parts,
    )
    return Stack(
        node="android.widget.FrameLayout",
        ref="",
        width="fill",
        padding=(12, 12, 12, 12 + above),
        children=[bar],
    )


def overlay_window(overlay: Overlay, env: Env, ui: Ui, bottom: int) -> Node:
    """The window of a dialog, menu, sheet or drawer; its root is as large as what it shows."""
    top = env.px(STATUS_BAR)
    if overlay.place == "center":
        wide = min(env.width - env.px(56), env.px(400))
        room = Room(wide, wide, 0, bottom - top - env.px(32))
    elif overlay.place == "bottom":
        wide = min(env.width, env.px(640))
        room = Room(wide, wide, 0, bottom - top - env.px(56))
    elif overlay.place == "start":
        wide = min(env.width - env.px(56), env.px(320))
        room = Room(wide, wide, bottom - top, bottom - top)
    else:
        room = Room(0, env.width - env.px(32), 0, bottom - top - env.px(16))
    content = Stack(
        children=[
            Stack(
                node="android.widget.FrameLayout",
                children=[Stack(id="android:id/content", ref="", children=list(overlay.children))],
            )
        ]
    )
    laid = content.lay(env, room)
    x, y = (env.width - laid.width) // 2, top + (bottom - top - laid.height) // 2
    if overlay.place == "bottom":
        y = bottom - laid.height
    elif overlay.place == "start":
        x, y = (env.width - laid.width if env.rtl else 0), top
    elif overlay.place == "menu":
        x = env.px(8) if env.rtl else env.width - laid.width - env.px(8)
        y = top + env.px(8)
    return place(laid, x, y, Rect(0, 0, env.width, env.height), ui, env)
