"""The owner's points: a page drawn as Compose draws, so without a single resource id."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.compose import VIEW, compose_page, entry, heading
from pocketphone.apps.shop.orders import collected, day_of, earned
from pocketphone.ui import Column, Context, Row, Stack, Text, Widget

_LEVELS = {"Bronze": 0, "Silver": 300, "Gold": 700, "Platinum": 1500}


def points(ctx: Context) -> Widget:
    orders, total = ctx.state["orders"], collected(ctx.state)
    past = [
        entry(
            f"Order {order['number']}",
            f"{day_of(order)} \u00b7 {earned(order)} points",
            partial(ctx.go, "order", number=order["number"]),
        )
        for order in orders
    ]
    return compose_page(
        ctx,
        "Points",
        _level(ctx, total),
        heading("How points are earned"),
        entry("Shopping", "A point for each pound of an order that you keep"),
        entry("Levels", ", ".join(f"{name} from {least:,}" for name, least in _LEVELS.items())),
        heading("Orders"),
        *past,
    )


def _level(ctx: Context, total: int) -> Widget:
    """The level that was reached, and how far it is to the next."""
    level = max(
        (name for name, least in _LEVELS.items() if least <= total), key=_LEVELS.__getitem__
    )
    above = [least for least in _LEVELS.values() if least > total]
    ahead = f"{above[0] - total} points to the next level" if above else "The highest level"
    share = total / above[0] if above else 1.0
    wide = ctx.width_dp - 32
    bar = Stack(
        node=VIEW,
        width=wide,
        height=8,
        radius=4,
        background="container",
        children=[Row(node="", width=wide * share, height=8, radius=4, background="primary")],
    )
    return Column(
        node=VIEW,
        padding=(16, 8),
        gap=8,
        align="start",
        children=[
            Text(value=f"{total} points", style="headline", ref=""),
            Text(value=level, style="title_small", color="primary", ref=""),
            bar,
            Text(value=ahead, style="body_small", color="on_surface_dim", ref=""),
        ],
    )


PAGES = {"points": points}
