"""Pages drawn as Compose draws: plain views under a ComposeView, none with a resource id."""

from __future__ import annotations

from pocketphone.ui import (
    Column,
    Context,
    Handler,
    IconButton,
    Row,
    Scroll,
    Spacer,
    Stack,
    Text,
    Widget,
)

VIEW = "android.view.View"


def compose_page(ctx: Context, title: str, *content: Widget) -> Widget:
    """A page with a bar of its own, below which the content scrolls."""
    up = IconButton(
        node=VIEW, icon="arrow-left", description=ctx.say("Navigate up"), on_tap=ctx.back, ref="up"
    )
    bar = Row(
        node=VIEW,
        width="fill",
        height=64,
        padding=(4, 0),
        children=[up, Text(value=title, style="title", padding=(4, 0), ref="")],
    )
    below = Scroll(node=VIEW, ref="", weight=1, padding=(0, 0, 0, 24), children=content)
    page = Column(node=VIEW, width="fill", height="fill", children=[bar, below])
    return Stack(
        node="androidx.compose.ui.platform.ComposeView",
        width="fill",
        height="fill",
        background="background",
        children=[page],
    )


def heading(text: str) -> Widget:
    return Text(value=text, style="label", color="primary", padding=(16, 20, 16, 4), ref="")


def entry(title: str, summary: str = "", on_tap: Handler | None = None) -> Widget:
    """A row of one or two texts; its ref is its title."""
    below = Text(value=summary, style="body_small", color="on_surface_dim", ref="",
                 visible=bool(summary))  # fmt: skip
    return Column(
        node=VIEW,
        ref=title if on_tap else "",
        width="fill",
        padding=(16, 12),
        on_tap=on_tap,
        children=[Text(value=title, ref=""), below],
    )


def bar_entry(
    name: str, said: str, share: float, *, ref: str = "", on_tap: Handler | None = None
) -> Widget:
    """A name, what is said of it, and a bar as long as `share` (0-1) of its row."""
    words = Row(
        node="",
        gap=12,
        children=[
            Text(value=name, lines=1, weight=1, ref=""),
            Text(value=said, style="body_small", color="on_surface_dim", ref=""),
        ],
    )
    full = max(share, 0.02)
    bar = Row(
        node="",
        radius=3,
        background="surface_highest",
        children=[
            Spacer(weight=full, height=6, radius=3, background="primary"),
            Spacer(weight=1 - full, visible=full < 1),
        ],
    )
    return Column(
        node=VIEW,
        ref=ref,
        key=ref or name,
        width="fill",
        padding=(16, 10),
        gap=8,
        on_tap=on_tap,
        children=[words, bar],
    )
