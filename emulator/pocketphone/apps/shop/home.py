"""The shop's window: the first page, the categories, and what pops up over them."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.artwork import category, photo
from pocketphone.apps.shop import parts
from pocketphone.apps.shop.goods import CATEGORIES
from pocketphone.apps.shop.search import browse
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Row,
    Stack,
    Strip,
    Text,
    Widget,
    confirm,
    list_row,
    scaffold,
)

_DEALS, _POPULAR = 8, 12


def search_pill(ctx: Context, text: str = "Search the shop") -> Widget:
    """What looks like a search field, and opens the page with the real one."""
    return Row(
        id="search_bar",
        weight=1,
        height=44,
        radius=22,
        padding=(14, 0),
        gap=10,
        background="surface_highest",
        on_tap=partial(ctx.go, "search"),
        children=[
            Icon(node="", name="magnify", size=20),
            Text(id="search_text", ref="", value=text, style="body_small", lines=1,
                 color="on_surface_dim"),
        ],
    )  # fmt: skip


def home(ctx: Context) -> Widget:
    products = ctx.state["products"]
    deals = [one for one in products if one["was_cents"]][:_DEALS]
    popular = sorted(products, key=lambda one: -one["sold"])[:_POPULAR]
    rows = [
        *([_update(ctx)] if ctx.state["update_banner"] else []),
        _banner(ctx),
        _categories(ctx),
        parts.heading(
            "Deals of the day",
            Button(id="see_all", ref="see_all/deals", label="See all",
                   on_tap=partial(browse, ctx, "", sort="relevance")),
        ),
        Strip(
            width="fill",
            key="deals",
            gap=12,
            padding=(16, 4),
            children=[parts.product_card(ctx, one, width=150) for one in deals],
        ),
        parts.heading(
            "Popular right now",
            Button(id="see_all", ref="see_all/popular", label="See all",
                   on_tap=partial(browse, ctx, "", sort="rating")),
        ),
        *parts.grid(ctx, popular),
    ]  # fmt: skip
    return scaffold(
        List(id="home_list", ref="", children=rows, padding=(0, 0, 0, 16)),
        title=Row(node="", weight=1, padding=(8, 0), children=[search_pill(ctx)]),
        actions=[
            IconButton(ref="wishlist", icon="heart-outline",
                       on_tap=partial(ctx.go, "wishlist")),
        ],
        bottom=parts.navigation(ctx),
    )  # fmt: skip


def _update(ctx: Context) -> Widget:
    def later() -> None:
        ctx.state["update_banner"] = False

    return Row(
        id="update_banner",
        key="update",
        width="fill",
        padding=(16, 4, 4, 4),
        background="container",
        gap=12,
        children=[
            Icon(node="", name="download-circle-outline", color="on_container"),
            Text(id="update_text", ref="", value="A new version of the app is ready",
                 style="body_small", color="on_container", weight=1),
            Button(id="update_later", label="Not now", on_tap=later),
        ],
    )  # fmt: skip


def _banner(ctx: Context) -> Widget:
    words = Column(
        node="",
        weight=1,
        gap=4,
        padding=(0, 12),
        align="start",
        children=[
            Text(id="banner_title", ref="", value="Spring clear-out", style="title",
                 color="on_primary"),
            Text(id="banner_text", ref="", value="Everything for the garden",
                 style="body_small", color="on_primary"),
        ],
    )  # fmt: skip
    return Stack(
        node="",
        key="banner",
        width="fill",
        padding=(16, 8),
        children=[
            Row(
                id="banner",
                width="fill",
                radius=20,
                padding=(20, 0, 0, 0),
                background="primary",
                on_tap=partial(browse, ctx, "garden"),
                children=[words, photo("flower-outline", 12, width=112, height=112, radius=20)],
            )
        ],
    )


def _categories(ctx: Context) -> Widget:
    discs = [
        category(key, known.label, known.icon, partial(browse, ctx, key), size=56, radius=28,
                 width=76)
        for key, known in CATEGORIES.items()
    ]  # fmt: skip
    return Strip(id="category_strip", ref="", key="categories", width="fill", padding=(12, 8),
                 children=discs)  # fmt: skip


def categories(ctx: Context) -> Widget:
    products = ctx.state["products"]
    rows = []
    for key, known in CATEGORIES.items():
        inside = [one for one in products if one["category"] == key]
        kinds = sorted({one["kind"].capitalize() for one in inside})
        rows.append(
            list_row(
                known.label,
                ", ".join(kinds),
                id="category_row",
                ref=f"category/{key}",
                key=key,
                leading=parts.picture(inside[0], 56, width=56, radius=12),
                trailing=Icon(name="chevron-right"),
                on_tap=partial(browse, ctx, key),
            )
        )
    return scaffold(
        List(id="category_list", ref="", children=rows),
        title="Categories",
        actions=[
            IconButton(ref="search", icon="magnify", on_tap=partial(ctx.go, "search")),
        ],
        bottom=parts.navigation(ctx),
    )


def promo(ctx: Context) -> Widget:
    """An offer that nobody asked for."""
    code = ctx.state["promo"]["code"]
    return confirm(
        ctx,
        "Just for you",
        f"Use the code {code} before midnight and save on your next order.",
        yes="Use code",
        no="No thanks",
        then=partial(ctx.go, "offers", code=code),
    )


PAGES = {"home": home, "categories": categories, "promo": promo}
