"""Looking for something to buy: by a text or a category, sorted and sifted."""

from __future__ import annotations

from functools import partial
from operator import setitem
from typing import Any

from pocketphone.apps import permission
from pocketphone.apps.shop import parts
from pocketphone.apps.shop.goods import CATEGORIES, KINDS, SORTS, Product, find, sift
from pocketphone.apps.words import matches
from pocketphone.ui import (
    Button,
    Chip,
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Option,
    Row,
    Strip,
    Text,
    Widget,
    ask_which,
    empty,
    list_row,
    reset_or_apply,
    scaffold,
    search_field,
    section,
    segmented,
    sheet,
    switch_row,
)

FILTERS = {"band": "any", "least_rating": 0, "free_delivery": False}
WISH = {**FILTERS, "sort": "relevance", "query": "", "category": ""}
_BAND_LABELS = {"any": "Any", "low": "0\u201315", "middle": "15\u201350", "high": "50+"}
_RATINGS = {0: "Any", 3: "3+", 4: "4+"}
_RECENT = 10
_PAGE = 24  # products shown at once


def browse(ctx: Context, category: str, **wishes: Any) -> None:
    """Open all there is of a category, "" for everything."""
    ctx.state["search"] = {**WISH, "category": category, **wishes}
    ctx.go("results")


def look_for(ctx: Context, text: str) -> None:
    """Open what a text finds, and remember that it was looked for."""
    text = text.strip()
    if not text:
        return
    recent: list[str] = ctx.state["recent"]
    recent[:] = [text, *(old for old in recent if old != text)][:_RECENT]
    ctx.state["search"] = {**WISH, "query": text}
    ctx.back()
    if ctx.page == "results":
        ctx.replace("results")
    else:
        ctx.go("results")


def search(ctx: Context) -> Widget:
    """The page with the text field. It offers what was looked for, then kinds of things."""
    query: str = ctx.args.get("query", "")
    recent: list[str] = ctx.state["recent"]
    field, clear = search_field(
        ctx,
        "Search the shop",
        clear_id="clear",
        clear="Clear",
        on_submit=partial(look_for, ctx, query),
    )
    camera = IconButton(
        id="search_by_picture",
        icon="camera-outline",
        description="Search by picture",
        visible=not query,
        on_tap=partial(permission.ask, ctx, "camera", "lens"),
    )
    rows: list[Widget]
    if query.strip():
        kinds = [kind.name for kind in KINDS if matches(query, kind.name)]
        rows = [_suggestion(ctx, text, "magnify") for text in kinds]
    else:
        rows = [section("Recent searches")] if recent else []
        rows += [_suggestion(ctx, text, "history") for text in recent]
        rows += [section("Popular searches"), _popular(ctx)]
    return scaffold(
        List(id="suggestions", ref="", children=rows),
        title=field,
        back=ctx.back,
        actions=[camera, clear],
    )


def _suggestion(ctx: Context, text: str, icon: str) -> Widget:
    forget = IconButton(
        ref=f"forget/{text}", icon="close", on_tap=partial(ctx.state["recent"].remove, text)
    )
    return list_row(
        text,
        id="suggestion",
        ref=f"suggestion/{text}",
        key=text,
        leading=Icon(name=icon),
        trailing=forget if icon == "history" else None,
        on_tap=partial(look_for, ctx, text),
    )


def _popular(ctx: Context) -> Widget:
    chips = [
        Chip(id="popular", ref=f"popular/{name}", label=name, on_tap=partial(look_for, ctx, name))
        for name in ctx.state["popular"]
    ]
    return Strip(width="fill", gap=8, padding=(16, 4), children=chips, key="popular")


def _hits(ctx: Context) -> list[Product]:
    wish, products = ctx.state["search"], ctx.state["products"]
    return sift(find(products, wish["query"]) if wish["query"] else products, wish)


def results(ctx: Context) -> Widget:
    """What was found, two in a row."""
    wish = ctx.state["search"]
    hits = _hits(ctx)
    title = wish["query"] or (
        CATEGORIES[wish["category"]].label if wish["category"] else "All products"
    )
    bar = Row(
        id="results_bar",
        weight=1,
        height=44,
        radius=22,
        padding=(16, 0),
        background="surface_highest",
        on_tap=partial(ctx.go, "search", query=wish["query"]),
        children=[Text(id="query", ref="", value=title, style="body", lines=1)],
    )

    def free(on: bool) -> None:
        wish["free_delivery"] = on

    chips = [
        Chip(id="sort_chip", label=f"Sort: {SORTS[wish['sort']]}", icon="sort-variant",
             on_tap=partial(ctx.go, "sort")),
        Chip(id="filter_chip", label="Filters", icon="tune",
             on_tap=partial(ctx.go, "filters", **{name: wish[name] for name in FILTERS})),
        Chip(id="free_delivery", label="Free delivery", on=wish["free_delivery"], on_change=free),
    ]  # fmt: skip
    strip = Strip(id="chips", ref="", width="fill", gap=8, padding=(16, 4, 16, 8), children=chips)
    count = Text(
        id="count",
        value=f"{len(hits)} result{'s' * (len(hits) != 1)}",
        style="body_small",
        color="on_surface_dim",
        padding=(20, 4),
        key="count",
    )
    shown: int = ctx.args.get("shown", _PAGE)
    more = Button(
        id="show_more",
        label="Show more",
        key="more",
        visible=len(hits) > shown,
        on_tap=partial(ctx.args.update, shown=shown + _PAGE),
    )
    rows = [count, *parts.grid(ctx, hits[:shown]), more]
    listed: Widget = (
        List(id="results", ref="", weight=1, children=rows)
        if hits
        else empty("magnify-close", f"Nothing found for \u201c{title}\u201d",
                   "Check the spelling, or use fewer filters.")
    )  # fmt: skip
    return scaffold(
        Column(node="", children=[strip, listed]),
        title=bar,
        back=ctx.back,
        actions=[parts.cart_button(ctx)],
    )


def sort(ctx: Context) -> Widget:
    wish = ctx.state["search"]
    return ask_which(ctx, "Sort by", SORTS, wish["sort"], partial(setitem, wish, "sort"))


def filters(ctx: Context) -> Widget:
    """A sheet of filters; what is chosen holds once it is shown."""
    args = ctx.args

    def show() -> None:
        ctx.back()
        ctx.state["search"] |= {name: args[name] for name in FILTERS}

    def one_of(name: str, labels: dict[Any, str]) -> Widget:
        return Column(
            node="",
            padding=(16, 0, 16, 8),
            children=[
                segmented(
                    [
                        Option(f"{name}_{value}", label, args[name] == value,
                               partial(args.update, {name: value}))
                        for value, label in labels.items()
                    ]
                )
            ],
        )  # fmt: skip

    return sheet(
        section("Price"),
        one_of("band", _BAND_LABELS),
        section("Customer rating"),
        one_of("least_rating", _RATINGS),
        switch_row("Free delivery", args["free_delivery"], ctx.edit("free_delivery"),
                   id="free_delivery_only"),
        reset_or_apply(partial(args.update, FILTERS), show, "Show results"),
        title="Filters",
    )  # fmt: skip


PAGES = {"search": search, "results": results, "sort": sort, "filters": filters}
