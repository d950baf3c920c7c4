"""Looking for a business: what and where, the results, and the sheet that sifts them."""

from __future__ import annotations

from functools import partial
from typing import Any

from pocketphone.apps.city import NAME
from pocketphone.apps.reviews import parts
from pocketphone.apps.reviews.businesses import (
    CATEGORIES,
    CUISINES,
    FEATURES,
    SORTS,
    TOWNS,
    Business,
    find,
    town_of,
)
from pocketphone.apps.reviews.parts import FILTERS, WISH
from pocketphone.apps.words import matches
from pocketphone.ui import (
    VIEW,
    Button,
    Chip,
    Column,
    Context,
    Grid,
    Icon,
    IconButton,
    Intent,
    List,
    Option,
    Row,
    Scroll,
    Strip,
    Text,
    TextField,
    Widget,
    empty,
    list_row,
    reset_or_apply,
    scaffold,
    section,
    segmented,
    sheet,
    switch_row,
)

_LIVE = 8  # businesses offered while typing
_ADS, _PAGE = 3, 15  # of the results: sponsored ones; others shown at once
_PRICES = {1: "$", 2: "$$", 3: "$$$", 4: "$$$$"}


def show_category(ctx: Context, key: str) -> None:
    """Open all there is nearby of a category."""
    ctx.state["search"] = {**WISH, "category": key}
    ctx.go("results")


def search(ctx: Context) -> Widget:
    """The page with the two fields. Both are this page's until the search is sent."""
    what: str = ctx.args.get("what", "")
    where: str = ctx.args.get("where", "")

    def send(category: str = "") -> None:
        if not (what.strip() or where.strip() or category):
            return
        ctx.state["search"] = {
            **WISH,
            "what": "" if category else what.strip(),
            "lower": "" if category else what.strip().lower(),
            "where": where.strip(),
            "category": category,
        }
        ctx.back()
        if ctx.page == "results":
            ctx.replace("results")
        else:
            ctx.go("results")

    fields = Column(
        node="",
        padding=(16, 0, 16, 8),
        gap=8,
        children=[
            _field(ctx, "what", "Restaurants, shops, dishes", "magnify", send, focus=True),
            _field(ctx, "where", "Current location", "map-marker-outline", send),
        ],
    )
    button = Button(id="search_button", label="Search", kind="text", on_tap=send)
    return scaffold(
        Column(
            node="",
            children=[
                fields,
                List(id="suggestions", ref="", weight=1,
                     children=_suggestions(ctx, what, where, send)),
            ],
        ),
        title="Search",
        back=ctx.back,
        actions=[button],
    )  # fmt: skip


def _field(
    ctx: Context, name: str, hint: str, icon: str, send: Any, *, focus: bool = False
) -> Widget:
    return TextField(
        id=f"{name}_field",
        hint=hint,
        icon=icon,
        value=ctx.args.get(name, ""),
        width="fill",
        autofocus=focus,
        on_change=ctx.edit(name),
        on_submit=send,
    )


def _suggestions(ctx: Context, what: str, where: str, send: Any) -> list[Widget]:
    """Kinds of businesses, then those that are called so, then towns."""
    rows = [
        list_row(
            known.label,
            id="category_row",
            ref=f"category/{key}",
            key=key,
            leading=Icon(name=known.icon),
            on_tap=partial(send, key),
        )
        for key, known in CATEGORIES.items()
        if matches(what, known.label)
    ]
    if what.strip():
        town = town_of(where)
        named = [
            one
            for one in ctx.state["businesses"]
            if one["town"] == town and matches(what, one["name"])
        ]
        rows += [parts.row(ctx, one) for one in named[:_LIVE]]
    if where.strip():
        rows = [
            list_row(town, id="town_row", ref=f"town/{town}", key=town,
                     leading=Icon(name="map-marker-outline"),
                     on_tap=partial(ctx.args.update, where=town))
            for town in TOWNS
            if matches(where, town) and town != where
        ] + rows  # fmt: skip
    return rows


def _hits(ctx: Context) -> list[Business]:
    state = ctx.state
    return find(state["businesses"], state["search"], parts.here(ctx), ctx.minute)


def _summary(wish: dict[str, Any]) -> str:
    what = CATEGORIES[wish["category"]].label if wish["category"] else wish["what"]
    return what or "Everything"


def results(ctx: Context) -> Widget:
    """What was found: first those that paid for it, then the others, numbered."""
    wish = ctx.state["search"]
    hits = _hits(ctx)
    ads = sorted((one for one in hits if one["ad"]), key=lambda one: one["ad"])[:_ADS]
    others = [one for one in hits if one not in ads]
    shown: int = ctx.args.get("shown", _PAGE)
    bar = Row(
        id="results_bar",
        weight=1,
        height=48,
        radius=24,
        padding=(16, 0),
        gap=8,
        background="surface_highest",
        on_tap=partial(ctx.go, "search", what=wish["what"], where=wish["where"]),
        children=[
            Text(id="what", ref="", value=_summary(wish), style="body", lines=1),
            Text(id="where", ref="", value=wish["where"] or "Nearby", style="body_small", lines=1,
                 color="on_surface_dim"),
        ],
    )  # fmt: skip

    def open_now(on: bool) -> None:
        wish["open_now"] = on

    count = sum(bool(wish[name]) for name in FILTERS if name != "sort")
    chips = [
        Chip(id="filters", label=f"Filters ({count})" if count else "Filters", icon="tune",
             description="Filters",
             on_tap=partial(ctx.go, "filters", **{name: wish[name] for name in FILTERS})),
        Chip(id="open_now", label="Open now", on=wish["open_now"], on_change=open_now),
        Chip(id="sort", label=f"Sort: {SORTS[wish['sort']]}", icon="sort-variant",
             on_tap=partial(ctx.go, "filters", **{name: wish[name] for name in FILTERS})),
    ]  # fmt: skip
    strip = Strip(id="chips", ref="", width="fill", gap=8, padding=(16, 4, 16, 8), children=chips)
    rows: list[Widget] = []
    if ads:
        rows += [_heading("Sponsored results"), *(parts.result(ctx, one) for one in ads)]
    if others:
        rows += [_heading(f"All results in {town_of(wish['where']) or NAME}")]
        rows += [
            parts.result(ctx, one, f"{place}. {one['name']}")
            for place, one in enumerate(others[:shown], start=1)
        ]
        rows.append(
            Button(id="show_more", key="more", label="Show more", visible=len(others) > shown,
                   on_tap=partial(ctx.args.update, shown=shown + _PAGE))
        )  # fmt: skip
    listed: Widget = List(id="results", ref="", weight=1, children=rows) if rows else _nothing(wish)
    on_map = IconButton(ref="show_map", icon="map-outline", on_tap=partial(_on_map, ctx, hits))
    return scaffold(
        Column(node="", children=[strip, listed]), title=bar, back=ctx.back, actions=[on_map]
    )


def _heading(text: str) -> Widget:
    return Text(id="heading", ref="", key=text, value=text, style="label", padding=(16, 12, 16, 4),
                color="on_surface_dim")  # fmt: skip


def _nothing(wish: dict[str, Any]) -> Widget:
    if town_of(wish["where"]) is None:
        return empty("map-marker-off-outline", f"We do not know \u201c{wish['where']}\u201d",
                     "Try the name of a town.")  # fmt: skip
    return empty("store-search-outline", "Nothing found", "Try other words or fewer filters.")


def _on_map(ctx: Context, hits: list[Business]) -> None:
    """Show the first hit on the map."""
    if hits:
        ctx.start(Intent(VIEW, data=f"geo:0,0?q={hits[0]['lat']},{hits[0]['lng']}"))


# filters


def filters(ctx: Context) -> Widget:
    """A sheet of filters; what is chosen holds once it is applied."""
    args = ctx.args

    def apply() -> None:
        ctx.back()
        ctx.state["search"] |= {name: args[name] for name in FILTERS}

    def toggle(name: str, value: Any) -> None:
        held = args[name]
        args[name] = [one for one in held if one != value] if value in held else [*held, value]

    sorts = segmented(
        [
            Option(f"sort_{name}", label, args["sort"] == name, partial(args.update, sort=name))
            for name, label in SORTS.items()
        ]
    )
    prices = [
        Chip(id="price", ref=f"price/{value}", label=label, on=value in args["prices"], weight=1,
             on_tap=partial(toggle, "prices", value))
        for value, label in _PRICES.items()
    ]  # fmt: skip
    cuisines = [
        Chip(id="cuisine", ref=f"cuisine/{key}", label=known.label, on=key in args["cuisines"],
             on_tap=partial(toggle, "cuisines", key))
        for key, known in CUISINES.items()
    ]  # fmt: skip
    content: list[Widget] = [
        section("Sort by"),
        Column(node="", padding=(16, 0), children=[sorts]),
        section("Price"),
        Row(node="", width="fill", gap=8, padding=(16, 0), children=prices),
        section("Cuisine"),
        Grid(columns=3, gap=8, padding=(16, 0), children=cuisines),
        section("Features"),
        *(
            switch_row(label, args[name], ctx.edit(name), id="feature", ref=f"feature/{name}")
            for name, label in FEATURES.items()
        ),
    ]
    return sheet(
        Scroll(id="filter_list", ref="", weight=1, width="fill", children=content),
        reset_or_apply(partial(args.update, FILTERS), apply),
        title="Filters",
    )


PAGES = {"search": search, "results": results, "filters": filters}
