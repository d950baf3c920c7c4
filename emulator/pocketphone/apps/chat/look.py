"""Chat settings: a page drawn as Compose draws, so without a single resource id."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from pocketphone.apps.chat.parts import text_style
from pocketphone.apps.chat.settings import DARK, MORNING
from pocketphone.apps.chat.threads import DEFAULTS
from pocketphone.apps.compose import VIEW, compose_page, entry, heading
from pocketphone.ui import (
    Column,
    Context,
    Env,
    Grid,
    Rgb,
    Row,
    Slider,
    Stack,
    Switch,
    Text,
    Widget,
    confirm,
)

THEMES: dict[str, tuple[str, Rgb]] = {
    "lagoon": ("Lagoon", (34, 118, 112)),
    "coral": ("Coral", (200, 72, 56)),
    "plum": ("Plum", (142, 58, 140)),
    "moss": ("Moss", (78, 118, 44)),
    "amber": ("Amber", (172, 112, 10)),
    "slate": ("Slate", (84, 98, 122)),
    "sky": ("Sky", (32, 104, 190)),
    "rose": ("Rose", (186, 48, 104)),
    "cocoa": ("Cocoa", (124, 84, 58)),
    "mint": ("Mint", (18, 132, 92)),
    "iris": ("Iris", (88, 76, 190)),
    "brick": ("Brick", (160, 70, 44)),
    "olive": ("Olive", (112, 112, 24)),
    "cherry": ("Cherry", (176, 28, 52)),
    "denim": ("Denim", (48, 88, 138)),
    "stone": ("Stone", (108, 102, 96)),
}
_OF_THIS_PAGE = ("text_size", "theme", "dark", "corners", "enter_sends", "save_photos")


@dataclass(frozen=True)
class _Toggle(Row):
    """A row that is a switch."""

    android: ClassVar[str] = VIEW

    on: bool = False

    @property
    def checked(self) -> bool | None:
        return self.on


@dataclass(frozen=True)
class _Tile(Column):
    """A column that is one of several choices."""

    android: ClassVar[str] = VIEW

    on: bool = False

    @property
    def checked(self) -> bool | None:
        return self.on


def look(ctx: Context) -> Widget:
    held = ctx.state["settings"]
    parts = [
        heading("Message text size"),
        _slider(ctx, "text_size", 12, 24),
        _preview(ctx),
        heading("Colour theme"),
        _themes(ctx),
        heading("Appearance"),
        entry(DARK.title, DARK.options[held["dark"]], partial(ctx.go, "choose", name="dark")),
        heading("Message corners"),
        _slider(ctx, "corners", 0, 20),
        heading("Writing"),
        _toggle(ctx, "enter_sends", "Send with Enter", "The Enter key sends the message"),
        _toggle(ctx, "save_photos", "Save photos", "Keep photos that you receive"),
        entry("Reset chat settings", on_tap=partial(ctx.go, "reset")),
    ]
    return compose_page(ctx, "Chat settings", *parts)


def dark(chosen: str, env: Env) -> bool:
    """Whether Chat is dark by that choice; a number is the hour from which it is until morning."""
    if chosen.isdigit():
        return not MORNING <= env.hour < int(chosen)
    return {"system": env.dark, "saver": env.saving}.get(chosen, chosen == "on")


def _slider(ctx: Context, name: str, low: int, high: int) -> Widget:
    value = ctx.state["settings"][name]

    def change(value: int) -> None:
        ctx.state["settings"][name] = value

    track = Slider(ref=name, value=value, low=low, high=high, on_change=change, weight=1)
    number = Text(value=str(value), style="label", width=40, align="center", ref="")
    return Row(node=VIEW, padding=(8, 0), width="fill", children=[track, number])


def _preview(ctx: Context) -> Widget:
    """Two messages as they will look; nothing on them can be touched."""
    said = [
        _bubble(ctx, "Does it look good?", own=False),
        _bubble(ctx, "Yes, very much.", own=True),
    ]
    return Column(node="", background="surface", padding=(12, 8), gap=6, children=said)


def _bubble(ctx: Context, text: str, *, own: bool) -> Widget:
    ground = "container" if own else "surface_highest"
    corners = ctx.state["settings"]["corners"]
    words = Text(
        value=text,
        style=text_style(ctx),
        padding=(14, 8),
        radius=corners,
        background=ground,
        ref="",
    )
    return Row(node="", width="fill", spread="end" if own else "start", children=[words])


def _themes(ctx: Context) -> Widget:
    now = ctx.state["settings"]["theme"]
    return Grid(
        node=VIEW,
        ref="",
        width="fill",
        columns=4,
        gap=8,
        padding=(16, 8),
        children=[
            _Tile(
                ref=f"theme/{name}",
                key=name,
                align="center",
                gap=6,
                padding=(0, 6),
                radius=16,
                border="primary" if name == now else "outline_dim",
                on=name == now,
                on_tap=partial(_choose, ctx, name),
                children=[_swatch(color), Text(value=label, style="label_small", ref="")],
            )
            for name, (label, color) in THEMES.items()
        ],
    )


def _swatch(color: Rgb) -> Widget:
    """Two small bubbles in a theme's colour."""
    soft = (
        color[0] + (255 - color[0]) * 3 // 4,
        color[1] + (255 - color[1]) * 3 // 4,
        color[2] + (255 - color[2]) * 3 // 4,
    )
    return Column(
        node="",
        width=76,
        height=64,
        padding=8,
        gap=8,
        radius=10,
        background=soft,
        align="start",
        children=[
            Stack(node="", width=36, height=18, radius=9, background=(255, 255, 255)),
            Row(
                node="",
                width=60,
                spread="end",
                children=[Stack(node="", width=36, height=18, radius=9, background=color)],
            ),
        ],
    )


def _choose(ctx: Context, name: str) -> None:
    ctx.state["settings"]["theme"] = name


def _toggle(ctx: Context, name: str, title: str, summary: str) -> Widget:
    """A row that is the switch itself: Compose merges the two."""
    on = ctx.state["settings"][name]
    words = Column(
        node="",
        weight=1,
        children=[
            Text(value=title, ref=""),
            Text(value=summary, style="body_small", color="on_surface_dim", ref=""),
        ],
    )

    def change() -> None:
        ctx.state["settings"][name] = not on

    return _Toggle(
        ref=name,
        width="fill",
        padding=(16, 8),
        on=on,
        on_tap=change,
        children=[words, Switch(node="", ref="", on=on)],
    )


def reset(ctx: Context) -> Widget:
    """Asks before the looks are as at first."""
    first = {name: DEFAULTS[name] for name in _OF_THIS_PAGE}
    return confirm(
        ctx,
        "Reset chat settings?",
        "Theme, text size and the rest of this page.",
        yes="Reset",
        then=partial(ctx.state["settings"].update, first),
    )


PAGES = {"look": look, "reset": reset}
