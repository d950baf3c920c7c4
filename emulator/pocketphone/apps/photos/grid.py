"""All photos by their days, a search among them, and the selection of several."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.photos import parts
from pocketphone.apps.photos.library import find, kept
from pocketphone.apps.photos.pictures import Photograph
from pocketphone.apps.photos.sketches import KINDS
from pocketphone.ui import (
    Chip,
    Column,
    Context,
    IconButton,
    List,
    Spacer,
    Stack,
    Strip,
    Widget,
    empty,
    list_row,
    menu,
    more_options,
    scaffold,
    search_field,
    section,
)


def photos(ctx: Context) -> Widget:
    listed = kept(ctx.state["photos"])
    if not ctx.state["settings"]["received"]:
        listed = [photo for photo in listed if photo["album"] != "received"]
    return scaffold(
        parts.shown(ctx, listed, days=True)
        if listed
        else empty("image-multiple-outline", "No photos", "What the camera takes appears here."),
        title="Photos",
        actions=[more_options(partial(ctx.go, "menu"))],
        bottom=parts.navigation(ctx),
    )


def overflow(ctx: Context) -> Widget:
    def instead(page: str) -> None:
        ctx.back()
        ctx.go(page)

    items = (("Map", "map"), ("Settings", "settings"), ("Bin", "bin"))
    return menu([(label, partial(instead, page)) for label, page in items])


# search


def search(ctx: Context) -> Widget:
    query: str = ctx.args.get("query", "")
    field, clear = search_field(
        ctx, "Search your photos", id="search_box", kind="pill", icon="magnify", autofocus=False
    )
    hits = find(ctx.state["photos"], query, ctx.state["albums"])
    if hits:
        body = parts.shown(ctx, hits)
    elif query.strip():
        body = empty("image-search-outline", f"No results for \u201c{query.strip()}\u201d",
                     "Try a place, or what the photo shows.")  # fmt: skip
    else:
        body = _suggestions(ctx)
    return scaffold(
        body,
        title=field,
        actions=[clear, Spacer(width=12, visible=not query)],
        bottom=parts.navigation(ctx),
    )


def _suggestions(ctx: Context) -> Widget:
    """What may be looked for: kinds of things, and places."""

    def look_for(text: str) -> None:
        ctx.args["query"] = text
        ctx.hide_keyboard()

    kinds = [
        Chip(id="thing", ref=f"thing/{kind}", key=kind, label=kind.capitalize(),
             on_tap=partial(look_for, kind))
        for kind in KINDS
    ]  # fmt: skip
    places: dict[str, Widget] = {}
    for photo in kept(ctx.state["photos"]):
        name: str = photo["place"]
        if name not in places:
            cover = Photograph(photo=photo, width=48, height=48, radius=8)
            places[name] = list_row(name, id="place", ref=f"place/{name}", key=name, leading=cover,
                                    on_tap=partial(look_for, name))  # fmt: skip
    rows = [
        section("Things"),
        Strip(width="fill", gap=8, padding=(16, 0), children=kinds, key="things"),
        section("Places"),
        *(places[name] for name in sorted(places)),
    ]
    return List(id="explore", ref="", children=rows)


# selection


def select(ctx: Context) -> Widget:
    """Photos that are chosen among those of the page below."""
    ids: list[int] = ctx.args["ids"]
    among = kept(parts.photos_of(ctx, ctx.args["among"]))
    chosen = parts.photos_of(ctx, ids)

    def binned() -> None:
        ctx.back()
        parts.bin_them(ctx, chosen)

    def favourite() -> None:
        ctx.back()
        parts.put(chosen, "favourite", not all(photo["favourite"] for photo in chosen))

    body = Stack(node="", weight=1, children=[parts.shown(ctx, among, days=ctx.args["days"])])
    return scaffold(
        Column(node="", children=[body]),
        title=f"{len(ids)} selected",
        close=ctx.back,
        actions=[
            IconButton(ref="select_all", icon="select-all",
                       on_tap=partial(ctx.args.update, ids=list(ctx.args["among"]))),
            IconButton(id="favourite", icon="heart-outline", description="Favourite",
                       on_tap=favourite),
            IconButton(id="add_to_album", icon="image-plus", description="Add to album",
                       on_tap=partial(ctx.go, "add_to_album", ids=ids)),
            IconButton(id="delete", icon="trash-can-outline", description="Move to bin",
                       on_tap=binned),
        ],
    )  # fmt: skip


PAGES = {
    "photos": photos,
    "menu": overflow,
    "search": search,
    "select": select,
}
