"""The home screen: the time, the apps over a wallpaper, a dock, and what a long press offers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from pocketphone.apps.launcher.icons import WHITE, grid, icons
from pocketphone.apps.launcher.wallpapers import GROUNDS, draw_hills
from pocketphone.ui import (
    Column,
    Context,
    Handler,
    Move,
    Node,
    Painter,
    Row,
    Spacer,
    Stack,
    Text,
    Widget,
    actions,
    sheet,
)

DOCK = 4


@dataclass(frozen=True)
class Wallpaper(Stack):
    """The ground of the home screen, which a finger drawn upwards pulls the apps over."""

    name: str = ""
    on_pull: Handler | None = None

    def paint(self, brush: Painter, node: Node) -> None:
        box = node.box
        brush.picture(draw_hills(GROUNDS[self.name], brush.env.dark, box.width, box.height), box)

    def take_move(self, move: Move) -> bool:
        if self.on_pull is not None and move.upright and move.dy < 0:
            self.on_pull()
            return True
        return False


def home(ctx: Context) -> Widget:
    """The home screen."""
    shown = icons(ctx, WHITE, named=ctx.state["names"])
    docked = icons(ctx, WHITE, named=False)[:DOCK]
    workspace = Column(
        id="workspace",
        ref="",
        node="android.widget.ScrollView",
        weight=1,
        padding=(8, 0),
        children=[_clock(ctx), Spacer(weight=1), grid(shown[DOCK:], ctx)],
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
        name=ctx.state["wallpaper"],
        on_pull=partial(ctx.go, "apps", query=""),
        on_long_press=partial(ctx.go, "options"),
        children=[
            Column(
                id="drag_layer",
                ref="",
                node="android.widget.FrameLayout",
                width="fill",
                height="fill",
                padding=(0, 28, 0, 28),
                children=[workspace, dock, _search_bar(ctx)],
            ),
        ],
    )


def _clock(ctx: Context) -> Widget:
    """The time and the date."""
    minute, whole = ctx.minute, ctx.phone.settings["system"].get("time_12_24") != "12"
    time = f"{minute:%H:%M}" if whole else f"{minute:%I:%M}".lstrip("0")
    return Column(
        id="smartspace",
        ref="",
        padding=(24, 24),
        gap=4,
        children=[
            Text(id="clock", value=time, style="display", color=WHITE),
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


def options(ctx: Context) -> Widget:
    """What a long press on the wallpaper offers."""
    return sheet(
        *actions(
            [
                (ctx.say("Wallpapers"), "image-outline", partial(ctx.replace, "wallpapers")),
                (ctx.say("Home settings"), "cog-outline", partial(ctx.replace, "preferences")),
            ]
        )
    )


PAGES = {"home": home, "options": options}
