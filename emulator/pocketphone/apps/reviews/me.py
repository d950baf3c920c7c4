"""The owner's pages: what was looked at, bookmarks, collections, settings."""

from __future__ import annotations

from functools import partial
from typing import Any

from pocketphone.apps.faces import face
from pocketphone.apps.forms import (
    Choice,
    Form,
    Heading,
    Ids,
    Layout,
    Link,
    Page,
    Toggle,
)
from pocketphone.apps.removal import take_out
from pocketphone.apps.reviews import parts
from pocketphone.apps.words import words
from pocketphone.ui import (
    CheckBox,
    Chip,
    Column,
    Context,
    Fab,
    Icon,
    IconButton,
    List,
    Row,
    Scroll,
    Strip,
    Swiped,
    Text,
    Widget,
    ask_text,
    confirm,
    empty,
    list_row,
    scaffold,
    sheet,
    switch_row,
)

Collection = dict[str, Any]
"""{"id", "name", "lower", "businesses": [id]}"""

_SHOWN = {"all": "All", "restaurants": "Restaurants", "shops": "Shops"}


def me(ctx: Context) -> Widget:
    state = ctx.state
    reviews, marked, seen = (
        len(state[name]) for name in ("my_reviews", "bookmarks", "recently_viewed")
    )
    head = Column(
        node="",
        key="head",
        align="center",
        padding=(16, 16, 16, 20),
        gap=8,
        children=[
            face(state["owner"], 88),
            Text(id="owner", value=state["owner"], style="title"),
            Text(id="joined", value=f"{reviews} reviews \u00b7 {marked} bookmarks",
                 style="body_small", color="on_surface_dim"),
        ],
    )  # fmt: skip
    rows = [
        list_row(label, summary, id=f"{page}_row", key=page,
                 leading=Icon(name=icon), trailing=Icon(name="chevron-right"),
                 on_tap=partial(ctx.go, page))
        for page, label, icon, summary in (
            ("my_reviews", "My reviews", "pencil-outline", f"{reviews} written"),
            ("bookmarks", "Bookmarks", "bookmark-outline", f"{marked} businesses"),
            ("recent", "Recently viewed", "history", f"{seen} businesses"),
            ("settings", "Settings", "cog-outline", "Distance, privacy"),
        )
    ]  # fmt: skip
    return scaffold(
        Scroll(id="me_scroll", ref="", children=[head, *rows]),
        title="Me",
        bottom=parts.navigation(ctx),
    )


# what was looked at


def recent(ctx: Context) -> Widget:
    """What was looked at, the last first; a row drawn to the left is forgotten."""
    state, shown = ctx.state, ctx.args.get("shown", "all")
    seen: list[dict[str, str]] = state["recently_viewed"]
    rows = []
    for held in seen:
        one = parts.business_of(state, held["id"])
        eats = held["category"] == "restaurant"
        if one is not None and (shown == "all" or eats == (shown == "restaurants")):
            rows.append(
                Swiped(
                    node="",
                    key=held["id"],
                    on_left=partial(_forget, ctx, held),
                    children=[parts.row(ctx, one)],
                )
            )
    chips = [
        Chip(id="shown", ref=f"shown/{name}", label=label, on=shown == name,
             on_tap=partial(ctx.args.update, shown=name))
        for name, label in _SHOWN.items()
    ]  # fmt: skip
    strip = Strip(id="chips", ref="", width="fill", gap=8, padding=(16, 4, 16, 8), children=chips)
    clear = IconButton(
        id="clear",
        icon="trash-can-outline",
        description="Clear list",
        visible=bool(seen),
        on_tap=partial(ctx.go, "clear"),
    )
    listed: Widget = (
        List(id="recent_list", ref="", weight=1, children=rows)
        if rows
        else empty("history", "Nothing here", "What you look at will be listed here.")
    )
    return scaffold(
        Column(node="", children=[strip, listed]),
        title="Recently viewed",
        back=ctx.back,
        actions=[clear],
    )


def _forget(ctx: Context, held: dict[str, str]) -> None:
    take_out(ctx, "recently_viewed", lambda one: one is held, "Removed from the list")


def clear(ctx: Context) -> Widget:
    return confirm(
        ctx,
        "Clear the list?",
        "The businesses that you looked at will be forgotten.",
        yes="Clear",
        then=ctx.state["recently_viewed"].clear,
    )


# bookmarks and collections


def bookmarks(ctx: Context) -> Widget:
    nothing = empty("bookmark-outline", "No bookmarks yet", "Open a business and touch its flag.")
    return _business_page(ctx, ctx.state["bookmarks"], "Bookmarks", nothing)


def _business_page(
    ctx: Context, ids: list[str], title: str, nothing: Widget, *more: Widget
) -> Widget:
    found = [parts.business_of(ctx.state, id_) for id_ in ids]
    rows = [
        parts.row(
            ctx,
            one,
            IconButton(ref=f"remove/{one['id']}", icon="close",
                       on_tap=partial(ids.remove, one["id"])),
        )
        for one in found
        if one is not None
    ]  # fmt: skip
    body = List(id="business_list", ref="", children=rows) if rows else nothing
    return scaffold(body, title=title, back=ctx.back, actions=more)


def collections(ctx: Context) -> Widget:
    held: list[Collection] = ctx.state["collections"]
    rows = [
        list_row(
            one["name"],
            _count(one),
            id="collection",
            ref=f"collection/{one['id']}",
            key=one["id"],
            leading=_cover(ctx, one),
            trailing=Icon(name="chevron-right"),
            on_tap=partial(ctx.go, "collection", id=one["id"]),
        )
        for one in held
    ]
    return scaffold(
        List(id="collection_list", ref="", children=rows, padding=(0, 0, 0, 88))
        if rows
        else empty("folder-outline", "No collections", "Make one for the places you like."),
        title="Collections",
        fab=Fab(id="new_collection", label="New collection",
                on_tap=partial(ctx.go, "new_collection")),
        bottom=parts.navigation(ctx),
    )  # fmt: skip


def _count(one: Collection) -> str:
    count = len(one["businesses"])
    return f"{count} business{'es' * (count != 1)}"


def _cover(ctx: Context, one: Collection) -> Widget:
    first = parts.business_of(ctx.state, one["businesses"][0]) if one["businesses"] else None
    if first is None:
        return Icon(name="folder-outline", size=56)
    return parts.picture(first, width=56, height=56, radius=12)


def collection(ctx: Context) -> Widget:
    held: list[Collection] = ctx.state["collections"]
    one = next((each for each in held if each["id"] == ctx.args["id"]), None)
    if one is None:
        return scaffold(empty("folder-off-outline", "No such collection"), title="", back=ctx.back)
    remove = IconButton(
        id="delete_collection",
        icon="trash-can-outline",
        description="Delete collection",
        on_tap=partial(ctx.go, "delete_collection", id=one["id"]),
    )
    nothing = empty("folder-outline", "Nothing in it yet", "Open a business and touch Collect.")
    return _business_page(ctx, one["businesses"], one["name"], nothing, remove)


def delete_collection(ctx: Context) -> Widget:
    id_ = ctx.args["id"]

    def delete() -> None:
        held = ctx.state["collections"]
        held[:] = [one for one in held if one["id"] != id_]
        ctx.snackbar("Collection deleted")

    return confirm(
        ctx,
        "Delete this collection?",
        "The businesses in it stay where they are.",
        yes="Delete",
        then=delete,
        closes=2,
    )


def new_collection(ctx: Context) -> Widget:
    held: list[Collection] = ctx.state["collections"]
    name: str = " ".join(ctx.args.get("name", "").split())
    taken = any(words(one["name"]) == words(name) for one in held)
    ids = [ctx.args["business"]] if ctx.args.get("business") else []

    def create() -> None:
        number = max((one["id"] for one in held), default=0) + 1
        held.append({"id": number, "name": name, "lower": name.lower(), "businesses": ids})
        ctx.snackbar(f"\u201c{name}\u201d made")

    return ask_text(
        ctx,
        "New collection",
        "name",
        id="collection_name",
        hint="Name",
        most=40,
        yes="Create",
        then=create,
        ready=bool(words(name)),
        refused="You have one of that name" if taken else "",
    )


def collect(ctx: Context) -> Widget:
    """Which collections a business is in; a touch puts it there or takes it out."""
    id_ = ctx.args["id"]

    def put(one: Collection, on: bool) -> None:
        others = [other for other in one["businesses"] if other != id_]
        one["businesses"] = [id_, *others] if on else others

    def make() -> None:
        ctx.back()
        ctx.go("new_collection", business=id_)

    rows = [
        switch_row(one["name"], id_ in one["businesses"], partial(put, one), _count(one),
                   id="collection", ref=f"collection/{one['id']}", key=one["id"], kind=CheckBox)
        for one in ctx.state["collections"]
    ]  # fmt: skip
    new = list_row("New collection", id="make", leading=Icon(name="plus"), on_tap=make)
    return sheet(*rows, new, title="Add to collection")


# settings


def _viewed_count(ctx: Context) -> str:
    return f"{len(ctx.state['recently_viewed'])} businesses"


SETTINGS = Form("Settings", [
    Heading("Display"),
    Choice("Distance", "units", {"km": "Kilometres", "miles": "Miles"}, page="units"),
    Heading("Notifications"),
    Toggle("Answers to my reviews", "answers"),
    Toggle("News from collections", "news"),
    Heading("Privacy"),
    Link("Clear recently viewed", "clear", _viewed_count, id="clear_recent"),
    Heading("More"),
    Link("About", "about", "Version, what is new, guidelines"),
    lambda _: [Row(node="", height=8)],
])  # fmt: skip
LAYOUT = Layout(
    ids=Ids(toggle=("{name}", "setting/{name}")),
    body=lambda _, rows: Scroll(id="settings_scroll", ref="", children=rows),
)
PAGES: dict[str, Page] = {
    "me": me,
    "recent": recent,
    "clear": clear,
    "bookmarks": bookmarks,
    "collections": collections,
    "collection": collection,
    "delete_collection": delete_collection,
    "new_collection": new_collection,
    "collect": collect,
    **LAYOUT.pages({"settings": SETTINGS}),
}
