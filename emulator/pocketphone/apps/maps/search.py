"""Looking for a place: by a text, by a kind, for itself or as an end of a way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import setitem

from pocketphone.apps.city import locate
from pocketphone.apps.hours import is_open
from pocketphone.apps.maps import hotels, parts
from pocketphone.apps.maps.places import (
    CATEGORIES,
    CHIPS,
    Place,
    bare,
    find,
    point_of,
)
from pocketphone.apps.words import words
from pocketphone.ui import (
    Chip,
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Row,
    State,
    Strip,
    Text,
    TextField,
    Widget,
    ask_which,
    empty,
    list_row,
    scaffold,
    section,
)

_LIVE = 12  # places shown while typing
_SORTS = (("relevance", "Relevance"), ("distance", "Distance"), ("rating", "Rating"))
TOP_RATED = 4.3


def find_places(state: State, query: str) -> list[Place]:
    """The places that a text may mean; an address is a place too."""
    hits = find(state["places"], query, parts.here(state))
    point = locate(query)
    if point is not None and not any(hit["address"].casefold() == query.casefold() for hit in hits):
        name = " ".join(query.split()).title()
        hits.append(bare("-".join(words(name)), name, "address", name, point))
    return hits


def open_hit(ctx: Context, place: Place) -> None:
    """Open what was found, wherever it was."""
    parts.remember(ctx.state, place["name"])
    parts.choose(ctx, place)


def search(ctx: Context) -> Widget:
    """The page with the text field. `pick` is what the place is for: "" to look at it, "from" or
    "to" for the way, "home" or "work" to live or work there."""
    state, purpose = ctx.state, ctx.args.get("pick", "")
    query: str = state["search"]["query"]

    def typed(text: str) -> None:
        state["search"] |= {"query": text, "category": ""}

    def submit() -> None:
        if query.strip() and not purpose:
            parts.remember(state, query.strip())
            ctx.go("results")

    hints = {"": "Search here", "from": "Choose starting point", "to": "Choose destination"}
    field = TextField(
        id="search_edit_text",
        hint=hints.get(purpose, f"Enter {purpose} address"),
        value=query,
        kind="plain",
        weight=1,
        padding=(8, 8),
        autofocus=True,
        on_change=typed,
        on_submit=submit,
    )
    clear = IconButton(
        id="clear",
        icon="close",
        description="Clear",
        visible=bool(query),
        on_tap=partial(typed, ""),
    )
    chosen: Callable[[Place], None] = partial(_pick, ctx) if purpose else partial(open_hit, ctx)
    if query.strip():
        hits = find_places(state, query)[:_LIVE]
        rows = [parts.hit(ctx, place, partial(chosen, place)) for place in hits]
        body: Widget = (
            List(id="suggestions", ref="", children=rows)
            if rows
            else empty("map-search-outline", f"No results for \u201c{query.strip()}\u201d",
                       "Check the spelling, or look for a kind of place.")
        )  # fmt: skip
    else:
        body = List(id="suggestions", ref="", children=_before_typing(ctx, chosen))
    return scaffold(body, title=field, back=ctx.back, actions=[clear])


def _before_typing(ctx: Context, chosen: Callable[[Place], None]) -> list[Widget]:
    """What is offered to an empty field: your places, kinds of places, recent searches."""
    state, purpose = ctx.state, ctx.args.get("pick", "")
    rows: list[Widget] = []
    if purpose == "from":
        you = Icon(name="crosshairs-gps", color="primary")
        rows.append(
            list_row("Your location", id="your_location", leading=you,
                     on_tap=partial(_set_end, ctx, "from", parts.YOU))
        )  # fmt: skip
    if purpose not in ("home", "work"):
        own = [place for place in state["places"] if place["category"] in ("home", "work")]
        rows += [parts.hit(ctx, place, partial(chosen, place)) for place in own]
    if not purpose:
        chips = [
            Chip(
                id="category_chip",
                ref=f"category/{key}",
                label=CATEGORIES[key].plural,
                icon=CATEGORIES[key].icon,
                on_tap=partial(parts.search_kind, ctx, key),
            )
            for key in CHIPS
        ]
        rows.append(Strip(width="fill", gap=8, padding=(16, 8), children=chips, key="chips"))
    if state["recent"]:
        rows.append(section("Recent"))
    return rows + [_recent(ctx, text) for text in state["recent"]]


def _recent(ctx: Context, text: str) -> Widget:
    state = ctx.state

    def again() -> None:
        state["search"] |= {"query": text, "category": ""}

    return list_row(
        text,
        id="recent",
        ref=f"recent/{text}",
        key=f"recent/{text}",
        leading=Icon(name="history"),
        trailing=Icon(name="arrow-top-left", size=20),
        on_tap=again,
    )


def _pick(ctx: Context, place: Place) -> None:
    purpose = ctx.args["pick"]
    if purpose in ("from", "to"):
        parts.pin_at(ctx.state, place)
        _set_end(ctx, purpose, place["id"])
        return
    own = parts.place_of(ctx.state, purpose)
    if own is not None:
        own |= {key: place[key] for key in ("address", "lat", "lng")}
    ctx.back()
    ctx.snackbar(f"{purpose.capitalize()} set to {place['address'] or place['name']}")


def _set_end(ctx: Context, end: str, id_: str) -> None:
    ctx.state["directions"][end] = id_
    ctx.back()


def results(ctx: Context) -> Widget:
    """All that a search found, sorted and sifted."""
    state = ctx.state
    wish = state["search"]
    hits = _sift(ctx)

    def toggle(name: str, on: bool) -> None:
        wish[name] = on

    label = CATEGORIES[wish["category"]].plural if wish["category"] else wish["query"]
    bar = Row(
        id="results_bar",
        weight=1,
        height=44,
        padding=(8, 0),
        on_tap=ctx.back,
        children=[Text(id="query", value=label, style="title_small", lines=1)],
    )
    sort = dict(_SORTS)[wish["sort"]]
    chips: list[Widget] = [
        Chip(id="sort_chip", label=f"Sort by: {sort}", icon="sort-variant",
             on_tap=partial(ctx.go, "sort")),
        Chip(id="open_now", label="Open now", on=wish["open_now"],
             on_change=partial(toggle, "open_now")),
        Chip(id="top_rated", label="Top rated", on=wish["top_rated"],
             on_change=partial(toggle, "top_rated")),
    ]  # fmt: skip
    if wish["category"] == "hotel":
        chips[:0] = hotels.chips(ctx)
    filters = Strip(
        id="filters", ref="", width="fill", gap=8, padding=(16, 4, 16, 8), children=chips
    )
    if hits:
        rows = [parts.result(ctx, place, _price(ctx, place)) for place in hits]
        listed: Widget = List(id="results", ref="", weight=1, children=rows)
    else:
        listed = empty("map-search-outline", "No results", "Try another search or fewer filters.")
    on_map = IconButton(icon="map-outline", ref="show_map", on_tap=partial(_on_map, ctx, hits))
    body = Column(node="", children=[filters, listed])
    return scaffold(body, title=bar, back=ctx.back, actions=[on_map])


def _price(ctx: Context, place: Place) -> Widget | None:
    return hotels.cheapest(ctx, place) if place["category"] == "hotel" else None


def _sift(ctx: Context) -> list[Place]:
    state, wish = ctx.state, ctx.state["search"]
    here = parts.here(state)
    if wish["category"]:
        hits = [place for place in state["places"] if place["category"] == wish["category"]]
        hits.sort(key=lambda place: point_of(place).to(here))
    else:
        hits = find_places(state, wish["query"])
    if wish["open_now"]:
        hits = [place for place in hits if is_open(place["hours"], ctx.minute)]
    if wish["top_rated"]:
        hits = [place for place in hits if place["rating"] >= TOP_RATED]
    if wish["sort"] == "rating":
        hits.sort(key=lambda place: -place["rating"])
    elif wish["sort"] == "distance":
        hits.sort(key=lambda place: point_of(place).to(here))
    return hits


def _on_map(ctx: Context, hits: list[Place]) -> None:
    """Show the best hit on the map."""
    if hits:
        parts.pin_at(ctx.state, hits[0])
        parts.look(ctx.state, point_of(hits[0]), 15.6)
    parts.show_map(ctx)


def sort(ctx: Context) -> Widget:
    wish = ctx.state["search"]
    return ask_which(ctx, "Sort by", dict(_SORTS), wish["sort"], partial(setitem, wish, "sort"))


PAGES = {"search": search, "results": results, "sort": sort}
