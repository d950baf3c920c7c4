"""A page's frame: app bar, floating button, bottom navigation, tabs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pocketphone.ui.containers import Column, Row, Stack
from pocketphone.ui.content import Icon, Spacer, Text
from pocketphone.ui.controls import IconButton
from pocketphone.ui.texts import texts
from pocketphone.ui.theme import Env
from pocketphone.ui.widget import Handler, Widget

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
    layers = [_grow(body)]
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


def _grow(body: Widget) -> Widget:
    """The body stretched over all there is, unless it says otherwise."""
    return replace(
        body,
        width="fill" if body.width is None else body.width,
        height="fill" if body.height is None else body.height,
    )


@dataclass(frozen=True)
class _BarButton(IconButton):
    """A button that every app has."""

    def described(self, env: Env) -> str:
        return texts(env.language).say(self.description)


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
            _BarButton(icon="arrow-left", description="Navigate up", on_tap=back, ref="up")
        )
    if close is not None:
        parts.append(_BarButton(icon="close", description="Close", on_tap=close, ref="close"))
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
