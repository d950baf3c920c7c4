"""Pages drawn as Compose draws: plain views under a ComposeView, none with a resource id."""

from __future__ import annotations

from pocketphone.ui import (
    Column,
    Context,
    Handler,
    IconButton,
    Row,
    Scroll,
    Stack,
    Text,
    Widget,
)

VIEW = "android.view.View"


def compose_page(ctx: Context, title: str, *content: Widget) -> Widget:
    """A page with a bar of its own, below which the content scrolls."""
    up = IconButton(
        node=VIEW, icon="arrow-left", description="Navigate up", on_tap=ctx.back, ref="up"
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
