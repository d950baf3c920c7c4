"""Windows above a page: dialogs, menus, sheets. A page whose function returns one is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from pocketphone.ui.bars import Tab
from pocketphone.ui.containers import Column, List, Row, Scroll, Stack
from pocketphone.ui.content import Divider, Icon, Spacer, Text
from pocketphone.ui.controls import Button, Radio
from pocketphone.ui.rows import RELATIVE
from pocketphone.ui.theme import Env
from pocketphone.ui.widget import UNBOUNDED, Handler, Laid, Room, Widget


@dataclass(frozen=True)
class Overlay(Stack):
    """A window above the page that it was called from."""

    place: Literal["center", "bottom", "menu", "start"] = "center"
    cancelable: bool = True  # a touch beside it goes back
    component: str = ""  # "package/full.Activity" of another than the app, as the system's are


def dialog(
    title: str,
    message: str = "",
    *,
    body: Widget | None = None,
    confirm: tuple[str, Handler] | None = None,
    cancel: tuple[str, Handler] | None = None,
    neutral: tuple[str, Handler] | None = None,
    confirm_enabled: bool = True,
) -> Overlay:
    """An AlertDialog. Buttons are (label, handler); a handler closes it with `ctx.back()`."""
    content = [*([_message(message)] if message else []), *([body] if body is not None else [])]
    ways = ((3, "neutral", neutral), (2, "cancel", cancel), (1, "confirm", confirm))
    buttons = [
        Button(
            id=f"android:id/button{number}",
            ref=ref,
            label=way[0],
            on_tap=way[1],
            enabled=confirm_enabled or ref != "confirm",
        )
        for number, ref, way in ways
        if way is not None
    ]
    panel = _Panel(
        id="parentPanel",
        ref="",
        width="fill",
        background="surface_high",
        radius=28,
        padding=(0, 24, 0, 16),
        children=[
            _title_panel(title),
            Stack(
                id="contentPanel",
                ref="",
                width="fill",
                children=[
                    Scroll(id="scrollView", ref="", width="fill", children=content),
                ],
                visible=bool(content),
            ),
            _button_panel(buttons),
        ],
    )
    return Overlay(children=[panel], place="center")


@dataclass(frozen=True)
class _Panel(Column):
    """A dialog's column: on a low screen its content scrolls, and its buttons stay."""

    def _measure(self, env: Env, room: Room, *, stretch: bool) -> list[Laid]:
        free = room._replace(min_h=0, max_h=UNBOUNDED)
        laid = super()._measure(env, free, stretch=stretch)
        over = sum(child.height for child in laid) - room.max_h
        if over > 0:
            tallest = max(laid, key=lambda child: child.height)
            low = Room(room.max_w, room.max_w, 0, max(0, tallest.height - over))
            laid[laid.index(tallest)] = tallest.widget.lay(env, low)
        return laid


def _message(text: str) -> Widget:
    return Text(
        id="android:id/message",
        ref="message",
        value=text,
        style="body_small",
        color="on_surface_dim",
        padding=(24, 0),
    )


def _title_panel(title: str) -> Widget:
    text = Text(id="alertTitle", ref="title", value=title, style="title", lines=2)
    row = Row(id="title_template", ref="", children=[text])
    return Column(id="topPanel", ref="", padding=(24, 0, 24, 16), children=[row])


def _button_panel(buttons: Sequence[Widget]) -> Widget:
    row = Row(
        node="android.widget.LinearLayout",
        width="fill",
        gap=4,
        children=[Spacer(weight=1), *buttons],
    )
    return Stack(
        id="buttonPanel",
        ref="",
        node="android.widget.ScrollView",
        width="fill",
        padding=(16, 16, 16, 0),
        children=[row],
    )


def choices(
    title: str,
    options: Sequence[tuple[str, bool, Handler]],
    *,
    cancel: tuple[str, Handler] | None = None,
) -> Overlay:
    """A dialog of radio buttons, of which a press chooses at once; (label, chosen, handler)."""
    rows = [
        _Choice(
            width="fill",
            height=52,
            padding=(12, 0),
            key=label,
            ref=f"choice/{label}",
            label=label,
            chosen=chosen,
            on_tap=handler,
            children=[Radio(node="", on=chosen), Text(node="", value=label, ref="")],
        )
        for label, chosen, handler in options
    ]
    listed = List(
        id="select_dialog_listview", ref="", node="android.widget.ListView", children=rows
    )
    return dialog(title, body=listed, cancel=cancel)


@dataclass(frozen=True)
class _Choice(Row):
    """A row that is one node, as a list's CheckedTextView is."""

    android: ClassVar[str] = "android.widget.CheckedTextView"

    label: str = ""
    chosen: bool = False

    @property
    def text(self) -> str:
        return self.label

    @property
    def checked(self) -> bool | None:
        return self.chosen


def menu(items: Sequence[tuple[str, Handler]]) -> Overlay:
    """An overflow menu in the upper corner; a handler closes it with `ctx.back()`."""
    rows = [
        Row(
            node="android.widget.LinearLayout",
            on_tap=handler,
            key=label,
            ref=f"menu/{label}",
            width="fill",
            height=48,
            padding=(16, 0),
            children=[
                Row(
                    id="content",
                    ref="",
                    node=RELATIVE,
                    children=[
                        Text(id="title", ref="", value=label, style="body", lines=1),
                    ],
                ),
            ],
        )
        for label, handler in items
    ]
    return Overlay(
        place="menu",
        children=[
            List(
                node="android.widget.ListView",
                width=200,
                padding=(0, 8),
                radius=8,
                elevation=3,
                background="surface_high",
                children=rows,
            ),
        ],
    )


def sheet(*children: Widget, title: str = "") -> Overlay:
    """A bottom sheet."""
    return Overlay(
        place="bottom",
        children=[
            Column(
                id="design_bottom_sheet",
                ref="",
                node="android.widget.FrameLayout",
                width="fill",
                background="surface_high",
                radius=28,
                padding=(0, 12, 0, 24),
                children=[
                    Column(
                        node="",
                        align="center",
                        padding=(0, 0, 0, 12),
                        children=[
                            Spacer(width=32, height=4, radius=2, background="outline"),
                        ],
                    ),
                    Text(
                        id="sheet_title",
                        ref="title",
                        value=title,
                        style="title",
                        visible=bool(title),
                        padding=(24, 4, 24, 12),
                    ),
                    Divider(visible=bool(title)),
                    *children,
                ],
            )
        ],
    )


def drawer(head: Widget, items: Sequence[Tab | None]) -> Overlay:
    """A navigation drawer; None is a line between items. A handler closes it with `ctx.back()`."""
    rows = [
        Divider(key=place, padding=(16, 8))
        if item is None
        else Row(
            id=item.id,
            node="androidx.appcompat.widget.LinearLayoutCompat",
            key=item.id,
            width="fill",
            height=56,
            padding=(16, 0),
            gap=12,
            radius=28,
            background="container" if item.selected else None,
            selected=item.selected,
            on_tap=item.on_tap,
            children=[
                Icon(node="", name=item.icon),
                Text(
                    id="design_menu_item_text",
                    node="android.widget.CheckedTextView",
                    ref="",
                    value=item.label,
                    style="label",
                    lines=1,
                ),
            ],
        )
        for place, item in enumerate(items)
    ]
    panel = Column(
        id="navigation_view",
        ref="",
        node="android.widget.FrameLayout",
        width="fill",
        height="fill",
        background="surface",
        children=[
            head,
            List(id="design_navigation_view", ref="", weight=1, padding=(12, 8), children=rows),
        ],
    )
    return Overlay(place="start", children=[panel])
