"""The launcher: a home screen with a clock and a dock, all apps, and the recent ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import ClassVar

import numpy as np
from PIL import Image

from pocketphone.system import HOME_PACKAGE
from pocketphone.ui import (
    App,
    Column,
    Context,
    Env,
    Grid,
    Handler,
    Intent,
    Laid,
    List,
    Move,
    Node,
    Painter,
    Rect,
    Rgb,
    Room,
    Row,
    Scroll,
    Spacer,
    Stack,
    Text,
    TextField,
    Widget,
    card,
    confirm,
    empty,
)
from pocketphone.ui.theme import STYLES

WHITE = (255, 255, 255)
DOCK = 4


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


@dataclass(frozen=True)
class Wallpaper(Stack):
    """The ground of the home screen, which a finger drawn upwards pulls the apps over."""

    on_pull: Handler | None = None

    def paint(self, brush: Painter, node: Node) -> None:
        box = node.box
        brush.picture(_wallpaper(brush.env.dark, box.width, box.height), box)

    def moved(self, move: Move) -> bool:
        if self.on_pull is not None and move.upright and move.dy < 0:
            self.on_pull()
            return True
        return False


@lru_cache(maxsize=4)
def _wallpaper(dark: bool, wide: int, tall: int) -> Image.Image:
    """Hills under an evening sky."""
    height, width = 600, 270
    top, low = ((24, 28, 58), (88, 60, 104)) if dark else ((64, 98, 168), (236, 170, 150))
    share = np.linspace(0, 1, height)[:, None, None]
    sky = np.asarray(top) * (1 - share) + np.asarray(low) * share
    image = np.broadcast_to(sky, (height, width, 3)).copy()
    x, y = np.arange(width)[None, :], np.arange(height)[:, None]
    for count, (base, swing, wave) in enumerate(((380, 34, 90), (440, 26, 60), (505, 30, 110))):
        ridge = (
            base + swing * np.sin(x / wave * 2 + count * 1.7) + swing / 3 * np.sin(x / 17 + count)
        )
        tone = np.asarray(low) * (0.62 - 0.19 * count) + np.asarray((14, 18, 44)) * (
            0.3 + 0.16 * count
        )
        image[y > ridge] = tone
    small = Image.fromarray(image.clip(0, 255).astype(np.uint8))
    return small.resize((wide, tall), Image.Resampling.BICUBIC).convert("RGBA")


def _icons(ctx: Context, ink: Rgb, *, named: bool = True) -> list[AppIcon]:
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
            on_tap=partial(_launch, ctx, app.package),
            on_long_press=partial(ctx.go, "about", package=app.package),
        )
        for app in ctx.phone.installed.values()
        if app.launchable
    ]


def _launch(ctx: Context, package: str) -> None:
    if ctx.page == "apps":
        ctx.back()
    ctx.start(Intent(package=package))


def _grid(icons: Sequence[Widget], ctx: Context) -> Grid:
    return Grid(
        node="android.view.ViewGroup",
        columns=max(4, int(ctx.width_dp // 100)),
        gap=4,
        children=icons,
        width="fill",
    )


def home(ctx: Context) -> Widget:
    """The home screen."""
    icons = _icons(ctx, WHITE)
    docked = _icons(ctx, WHITE, named=False)[:DOCK]
    minute, whole = ctx.minute, ctx.phone.settings["system"].get("time_12_24") != "12"
    time = f"{minute:%H:%M}" if whole else f"{minute:%I:%M}".lstrip("0")
    clock = Column(
        id="smartspace",
        ref="",
        padding=(24, 24),
        gap=4,
        children=[
            Text(
                id="clock",
                value=time,
                style="display",
                color=WHITE,
            ),
            Text(
                id="date",
                value=ctx.say(
                    "{weekday}, {day} {month}",
                    weekday=ctx.say(f"{minute:%A}"),
                    day=minute.day,
                    month=ctx.say(f"{minute:%B}"),
                ),
                style="title_small",
                color=WHITE,
            ),
        ],
    )
    workspace = Column(
        id="workspace",
        ref="",
        node="android.widget.ScrollView",
        weight=1,
        padding=(8, 0),
        children=[clock, Spacer(weight=1), _grid(icons[DOCK:], ctx)],
    )
    dock = Row(
        id="hotseat",
        ref="",
        node="android.view.ViewGroup",
        width="fill",
        padding=(8, 8),
        children=[Stack(node="", weight=1, at=[(0.5, 0.5)], children=[icon]) for icon in docked],
    )
    return Wallpaper(
        id="launcher",
        ref="",
        width="fill",
        height="fill",
        on_pull=partial(ctx.go, "apps", query=""),
        children=[
            Column(
                id="drag_layer",
                ref="",
                node="android.widget.FrameLayout",
                width="fill",
                height="fill",
                padding=(0, 28, 0, 28),
                children=[
                    workspace,
                    dock,
                    _search_bar(ctx),
                ],
            ),
        ],
    )


def _search_bar(ctx: Context) -> Widget:
    bar = Row(
        id="search_container_hotseat",
        ref="search",
        node="android.widget.FrameLayout",
        description=ctx.say("Search apps"),
        background="surface_high",
        radius=26,
        width="fill",
        height=52,
        padding=(16, 0),
        on_tap=partial(ctx.go, "apps", query=""),
        children=[Text(node="", value=ctx.say("Search apps"), color="on_surface_dim")],
    )
    return Stack(node="", width="fill", padding=(20, 4, 20, 8), children=[bar])


def apps(ctx: Context) -> Widget:
    """All apps, with a search field over them."""
    query = ctx.args.get("query", "")
    icons = [
        icon
        for icon in _icons(ctx, ctx.env.color("on_surface"))
        if query.lower() in icon.label.lower()
    ]
    icons.sort(key=lambda icon: icon.label.lower())
    found: Widget = empty("magnify", ctx.say('No apps found matching "{query}"', query=query))
    if icons:
        found = Scroll(
            id="apps_list_view",
            ref="",
            node="androidx.recyclerview.widget.RecyclerView",
            weight=1,
            children=[_grid(icons, ctx)],
        )
    field = TextField(
        id="fallback_search_view",
        hint=ctx.say("Search apps"),
        value=query,
        kind="pill",
        icon="magnify",
        on_change=ctx.edit("query"),
        on_submit=(lambda: icons[0].on_tap and icons[0].on_tap()) if icons else None,
    )
    return Column(
        id="apps_view",
        ref="",
        width="fill",
        height="fill",
        background="background",
        padding=(12, 40, 12, 24),
        gap=16,
        children=[field, found],
    )


def recents(ctx: Context) -> Widget:
    """The apps with a task, to go back to or to close."""
    installed = ctx.phone.installed
    packages = ctx.phone.recent
    if not packages:
        return Column(
            width="fill",
            height="fill",
            background="background",
            children=[empty("cards-outline", ctx.say("No recent items"))],
        )
    rows = [
        card(
            Row(
                gap=12,
                children=[
                    Text(
                        value=ctx.label(installed[package])[0],
                        color=WHITE,
                        align="center",
                        width=40,
                        height=40,
                        radius=20,
                        background=installed[package].accent,
                        node="",
                        ref="",
                    ),
                    Text(value=ctx.label(installed[package]), style="title_small", ref=""),
                ],
            ),
            id="snapshot",
            ref=f"recent/{package}",
            key=package,
            on_tap=partial(_launch, ctx, package),
            on_long_press=partial(ctx.go, "about", package=package),
        )
        for package in packages
    ]
    return Column(
        id="overview_panel",
        ref="",
        width="fill",
        height="fill",
        background="background",
        padding=(0, 48, 0, 24),
        gap=8,
        children=[List(weight=1, children=rows)],
    )


def about(ctx: Context) -> Widget:
    """What a long press on an app offers."""
    app = ctx.phone.installed[ctx.args["package"]]
    return confirm(
        ctx,
        ctx.label(app),
        f"{ctx.say('Version')} {app.version_name}\n{app.package}",
        yes=ctx.say("Force stop"),
        no=ctx.say("Cancel"),
        then=partial(ctx.phone.force_stop, app.package),
    )


class Launcher(App):
    package = HOME_PACKAGE
    label = "Launcher"
    icon = "home"
    accent = (64, 98, 168)
    activity = ".LauncherActivity"
    launchable = False
    first_page = "home"
    pages: ClassVar = {"home": home, "apps": apps, "recents": recents, "about": about}
