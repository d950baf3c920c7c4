"""The apps as icons, which every page of the launcher shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from pocketphone.ui import (
    STYLES,
    Context,
    Env,
    Grid,
    Intent,
    Laid,
    Node,
    Painter,
    Rect,
    Rgb,
    Room,
    Widget,
)

WHITE = (255, 255, 255)


@dataclass(frozen=True)
class AppIcon(Widget):
    """An app's round icon with its name below, one node, as in Android's own launcher."""

    android: ClassVar[str] = "android.widget.TextView"

    label: str = ""
    glyph: str = ""
    ground: Rgb = WHITE
    ink: Rgb = WHITE
    named: bool = True

    @property
    def text(self) -> str:
        return self.label

    def arrange(self, env: Env, room: Room) -> Laid:
        return Laid(self, *room.fit(env.px(84), env.px(92 if self.named else 72)))

    def paint(self, brush: Painter, node: Node) -> None:
        env, box = brush.env, node.box
        side = env.px(56)
        left, top = box.left + (box.width - side) // 2, box.top + env.px(6)
        disc = Rect(left, top, left + side, top + side)
        brush.shadow(disc, env.px(2), side // 2)
        brush.fill(disc, self.ground, side // 2)
        brush.icon(self.glyph, disc.inset(env.px(14)), WHITE)
        if self.named:
            name = Rect(box.left, disc.bottom, box.right, box.bottom)
            brush.text_in(self.label, name, STYLES["caption"], self.ink)


def icons(ctx: Context, ink: Rgb, *, named: bool = True) -> list[AppIcon]:
    """The icon of each app that can be opened."""
    return [
        AppIcon(
            id="icon",
            ref=f"app/{app.package}",
            key=app.package,
            label=ctx.label(app),
            description=ctx.label(app),
            glyph=app.icon,
            ground=app.accent,
            ink=ink,
            named=named,
            on_tap=partial(launch, ctx, app.package),
            on_long_press=partial(ctx.go, "about", package=app.package),
        )
        for app in ctx.phone.installed.values()
        if app.launchable
    ]


def launch(ctx: Context, package: str) -> None:
    """Open an app; the page of all apps closes behind it."""
    if ctx.page == "apps":
        ctx.back()
    ctx.start(Intent(package=package))


def grid(icons: Sequence[Widget], ctx: Context) -> Grid:
    return Grid(
        node="android.view.ViewGroup",
        columns=max(4, int(ctx.width_dp // 100)),
        gap=4,
        children=icons,
        width="fill",
    )
