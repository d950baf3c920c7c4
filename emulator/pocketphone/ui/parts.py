"""Ready-made parts of a screen, built from the widgets as Android's own layouts are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, NamedTuple

from pocketphone.ui.containers import Column, Row, Stack
from pocketphone.ui.content import Icon, Spacer, Text
from pocketphone.ui.controls import CheckBox, IconButton, Radio, Switch
from pocketphone.ui.theme import Env, Paint
from pocketphone.ui.widget import Handler, Laid, Room, Widget

RELATIVE = "android.widget.RelativeLayout"
GROUP = "android.view.ViewGroup"
NAVIGATION = "bottom_navigation"


class Tab(NamedTuple):
    """One place of a bottom navigation or a tab bar."""

    id: str
    label: str
    icon: str
    on_tap: Handler
    selected: bool = False


def scaffold(
    body: Widget,
    *,
    title: str | Widget | None = None,
    back: Handler | None = None,
    close: Handler | None = None,
    actions: Sequence[Widget] = (),
    fab: Widget | None = None,
    bottom: Widget | None = None,
) -> Widget:
    """A whole page: app bar, body, floating button, bottom bar."""
    layers = [_grown(body)]
    if fab is not None:
        layers.append(Stack(node="", padding=16, children=[fab]))
    parts: list[Widget] = []
    if title is not None:
        parts.append(app_bar(title, back=back, close=close, actions=actions))
    parts.append(
        Stack(
            weight=1,
            height="fill",
            width="fill",
            children=layers,
            at=[(0, 0), (1, 1)],
        )
    )
    if bottom is not None:
        parts.append(bottom)
    return Column(
        id="coordinator",
        ref="",
        node=GROUP,
        background="background",
        width="fill",
        height="fill",
        children=parts,
    )


def _grown(body: Widget) -> Widget:
    """The body stretched over all there is, unless it says otherwise."""
    return replace(
        body,
        width="fill" if body.width is None else body.width,
        height="fill" if body.height is None else body.height,
    )


def app_bar(
    title: str | Widget,
    *,
    back: Handler | None = None,
    close: Handler | None = None,
    actions: Sequence[Widget] = (),
) -> Widget:
    """The bar on top. A widget as title (a search field, say) takes the title's place."""
    parts: list[Widget] = []
    if back is not None:
        parts.append(
            IconButton(icon="arrow-left", description="Navigate up", on_tap=back, ref="up")
        )
    if close is not None:
        parts.append(IconButton(icon="close", description="Close", on_tap=close, ref="close"))
    if not parts:
        parts.append(Spacer(width=12))
    if isinstance(title, str):
        title = Text(value=title, style="title", lines=1, padding=(4, 0), weight=1, ref="")
    parts += [title, *actions]
    bar = Row(
        id="toolbar", ref="", node=GROUP, width="fill", height=64, padding=(4, 0), children=parts
    )
    return Column(id="app_bar", ref="", background="background", width="fill", children=[bar])


def bottom_nav(tabs: Sequence[Tab]) -> Widget:
    """The bar of destinations at the bottom; an item's description is its label, as in Material."""
    items = [
        Column(
            id=tab.id,
            node="android.widget.FrameLayout",
            description=tab.label,
            weight=1,
            selected=tab.selected,
            on_tap=tab.on_tap,
            align="center",
            padding=(0, 12, 0, 16),
            gap=4,
            children=[
                Stack(
                    id="navigation_bar_item_icon_container",
                    ref="",
                    width=64,
                    height=32,
                    radius=16,
                    at=[(0.5, 0.5)],
                    background="container" if tab.selected else None,
                    children=[
                        Icon(
                            id="navigation_bar_item_icon_view",
                            ref="",
                            name=tab.icon,
                            color="on_container" if tab.selected else "on_surface_dim",
                        )
                    ],
                ),
                Stack(
                    id="navigation_bar_item_labels_group",
                    ref="",
                    node=GROUP,
                    children=[
                        Text(
                            id="navigation_bar_item_large_label_view",
                            ref="",
                            value=tab.label,
                            style="label_small",
                            lines=1,
                            color="on_surface" if tab.selected else "on_surface_dim",
                        )
                    ],
                ),
            ],
        )
        for tab in tabs
    ]
    inner = Row(node=GROUP, width="fill", align="stretch", children=items)
    return Stack(id=NAVIGATION, ref="", background="surface_high", width="fill", children=[inner])


def tab_bar(tabs: Sequence[Tab]) -> Widget:
    """Tabs below the app bar."""
    items = [
        Column(
            id=tab.id,
            description=tab.label,
            weight=1,
            selected=tab.selected,
            on_tap=tab.on_tap,
            align="center",
            children=[
                Text(
                    value=tab.label,
                    style="label",
                    lines=1,
                    padding=(4, 14, 4, 11),
                    ref="",
                    color="primary" if tab.selected else "on_surface_dim",
                ),
                Spacer(
                    height=3, width=56, radius=2, background="primary" if tab.selected else None
                ),
            ],
        )
        for tab in tabs
    ]
    strip = Row(width="fill", children=items)
    return Stack(
        id="tabs",
        ref="",
        node="android.widget.HorizontalScrollView",
        width="fill",
        background="background",
        children=[strip],
    )


def list_row(
    title: str,
    summary: str = "",
    *,
    id: str | None = None,
    ref: str | None = None,
    key: str | int | None = None,
    leading: Widget | None = None,
    trailing: Widget | None = None,
    on_tap: Handler | None = None,
    on_long_press: Handler | None = None,
    enabled: bool = True,
    selected: bool = False,
    title_id: str = "title",
    summary_id: str = "summary",
) -> Widget:
    """A row of a list: the click sits on the row, the texts in its children."""
    texts = Column(
        node=RELATIVE,
        weight=1,
        children=[
            Text(id=title_id, ref="", value=title, style="body", lines=2, enabled=enabled),
            Text(
                id=summary_id,
                ref="",
                value=summary,
                style="body_small",
                lines=2,
                color="on_surface_dim",
                visible=bool(summary),
                enabled=enabled,
            ),
        ],
    )
    parts: list[Widget] = []
    if leading is not None:
        parts.append(
            Stack(
                id="icon_frame",
                ref="",
                node="android.widget.LinearLayout",
                padding=(0, 0, 16, 0),
                children=[leading],
            )
        )
    parts.append(texts)
    if trailing is not None:
        parts.append(
            Stack(
                id="widget_frame",
                ref="",
                node="android.widget.LinearLayout",
                padding=(16, 0, 0, 0),
                children=[trailing],
            )
        )
    return _Tall(
        id=id,
        ref=ref,
        key=key,
        width="fill",
        padding=(16, 8),
        least=64 if summary else 56,
        on_tap=on_tap,
        on_long_press=on_long_press,
        enabled=enabled,
        selected=selected,
        background="container" if selected else None,
        children=parts,
    )


@dataclass(frozen=True)
class _Tall(Row):
    """A row at least `least` dp high."""

    least: float = 56

    def lay(self, env: Env, room: Room) -> Laid:
        least = min(env.px(self.least), room.max_h)
        return super().lay(env, room._replace(min_h=max(room.min_h, least)))


def switch_row(
    title: str,
    on: bool,
    on_change: Callable[[bool], object],
    summary: str = "",
    *,
    id: str | None = None,
    ref: str | None = None,
    key: str | int | None = None,
    leading: Widget | None = None,
    kind: type[Switch] | type[CheckBox] | type[Radio] = Switch,
    enabled: bool = True,
) -> Widget:
    """A labelled switch (check box, radio button): the row is pressed, the switch shows."""
    return list_row(
        title,
        summary,
        id=id,
        ref=ref,
        key=key,
        leading=leading,
        enabled=enabled,
        on_tap=lambda: on_change(not on),
        trailing=kind(
            id="switch_widget" if kind is Switch else "checkbox", ref="", on=on, enabled=enabled
        ),
    )


def section(text: str) -> Widget:
    """A heading inside a list."""
    return Text(value=text, style="label", color="primary", padding=(16, 16, 16, 8), ref="")


def card(
    *children: Widget,
    id: str | None = None,
    ref: str | None = None,
    key: str | int | None = None,
    on_tap: Handler | None = None,
    on_long_press: Handler | None = None,
    selected: bool = False,
    padding: float | tuple[float, float] = 16,
    gap: float = 0,
) -> Widget:
    """A rounded ground for what belongs together."""
    return Stack(
        node="",
        padding=(16, 4),
        width="fill",
        key=key,
        children=[
            Column(
                id=id,
                ref=ref,
                node="android.widget.FrameLayout",
                width="fill",
                radius=16,
                background="container" if selected else "surface",
                selected=selected,
                on_tap=on_tap,
                on_long_press=on_long_press,
                padding=padding,
                gap=gap,
                children=children,
            )
        ],
    )


def avatar(letter: str, color: Paint = "primary", size: float = 40) -> Widget:
    """A disc with an initial."""
    return Text(
        node="android.widget.ImageView",
        value=letter,
        style="title_small",
        color=(255, 255, 255),
        background=color,
        radius=size / 2,
        width=size,
        height=size,
        align="center",
        ref="",
    )


def empty(icon: str, text: str, hint: str = "") -> Widget:
    """What a list shows while there is nothing in it."""
    return Column(
        id="empty_view",
        ref="",
        width="fill",
        height="fill",
        align="center",
        spread="center",
        gap=12,
        padding=32,
        children=[
            Icon(name=icon, size=72, color="outline_dim"),
            Text(value=text, style="title_small", align="center", color="on_surface_dim", ref=""),
            Text(
                value=hint,
                style="body_small",
                align="center",
                color="on_surface_dim",
                ref="",
                visible=bool(hint),
            ),
        ],
    )


class Option(NamedTuple):
    id: str
    label: str
    selected: bool
    on_tap: Handler
    description: str = ""


def segmented(options: Sequence[Option]) -> Widget:
    """Options side by side of which one holds."""
    return Row(
        node="android.widget.RadioGroup",
        radius=20,
        border="outline",
        height=40,
        children=[
            _Segment(
                id=option.id,
                label=option.label,
                on=option.selected,
                description=option.description,
                on_tap=option.on_tap,
                weight=1,
                height="fill",
            )
            for option in options
        ],
    )


@dataclass(frozen=True)
class _Segment(Text):
    android: ClassVar[str] = "android.widget.RadioButton"

    label: str = ""
    on: bool = False
    style: str = "label"
    align: Literal["start", "center", "end"] = "center"
    padding: float | tuple[float, float] | tuple[float, float, float, float] = (16, 8)
    radius: float = 20
    color: Paint = field(default="on_surface")

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", self.label)
        if self.on:
            object.__setattr__(self, "background", "container")
            object.__setattr__(self, "color", "on_container")

    @property
    def checked(self) -> bool | None:
        return self.on
