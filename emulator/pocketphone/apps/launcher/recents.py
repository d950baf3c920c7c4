"""The apps that are open: gone back to, or swept away."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pocketphone.apps.launcher.icons import launch
from pocketphone.ui import (
    Button,
    Column,
    Context,
    List,
    Row,
    Swiped,
    Text,
    Widget,
    card,
    disc,
    empty,
)


def recents(ctx: Context) -> Widget:
    """The apps with a task; a finger drawn sideways closes one, as nothing else does."""
    packages = ctx.phone.recent
    rows: list[Widget] = [_row(ctx, package) for package in packages]
    clear = Button(
        id="clear_all", label=ctx.say("Clear all"), on_tap=partial(_close, ctx, packages)
    )
    listed: list[Widget] = [
        List(weight=1, children=rows),
        Row(node="", width="fill", spread="center", children=[clear]),
    ]
    return Column(
        id="overview_panel",
        ref="",
        width="fill",
        height="fill",
        background="background",
        padding=(0, 48, 0, 24),
        gap=8,
        children=listed if rows else [empty("cards-outline", ctx.say("No recent items"))],
    )


def _row(ctx: Context, package: str) -> Widget:
    app = ctx.phone.installed[package]
    name = Text(value=ctx.label(app), style="title_small", ref="")
    shown = card(
        Row(gap=12, children=[disc(app.icon, app.accent), name]),
        id="snapshot",
        ref=f"recent/{package}",
        on_tap=partial(launch, ctx, package),
        on_long_press=partial(ctx.go, "about", package=package),
    )
    away = partial(_close, ctx, [package])
    return Swiped(node="", width="fill", key=package, on_left=away, on_right=away, children=[shown])


def _close(ctx: Context, packages: Sequence[str]) -> None:
    for package in list(packages):
        ctx.phone.force_stop(package)


PAGES = {"recents": recents}
