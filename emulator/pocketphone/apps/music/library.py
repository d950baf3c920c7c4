"""What is one's own: playlists, and the artists and albums that are kept."""

from __future__ import annotations

from functools import partial
from operator import setitem
from typing import Any

from pocketphone.apps import playlists
from pocketphone.apps.media import RECYCLER, menu_rows
from pocketphone.apps.music.catalogue import (
    Collection,
    by_id,
    collections,
)
from pocketphone.apps.music.parts import LINK, bottom, row
from pocketphone.ui import (
    Button,
    Chip,
    Column,
    Context,
    IconButton,
    List,
    Row,
    State,
    Strip,
    Widget,
    ask_which,
    empty,
    scaffold,
    sheet,
)

_KINDS = {"playlist": "Playlists", "artist": "Artists", "album": "Albums"}
_SORTS = {"added": "Recently added", "name": "Alphabetical"}


def _all_collections(state: State) -> list[Collection]:
    """The liked songs, the playlists from the newest, then what is followed or saved."""
    followed = {one["id"] for one in state["artists"] if one["followed"]}
    saved = {one["id"] for one in state["albums"] if one["saved"]}
    return [
        *collections(state, "liked"),
        *reversed(collections(state, "playlist")),
        *(one for one in collections(state, "artist") if one.id in followed),
        *(one for one in collections(state, "album") if one.id in saved),
    ]


def library(ctx: Context) -> Widget:
    kind: str = ctx.args.get("kind", "")
    sort: str = ctx.state["settings"]["library_sort"]
    held = [
        one
        for one in _all_collections(ctx.state)
        if not kind or one.kind == kind or (kind == "playlist" and one.kind == "liked")
    ]
    if sort == "name":
        held.sort(key=lambda one: (one.kind != "liked", one.name.lower()))

    def choose(key: str, on: bool) -> None:
        ctx.args["kind"] = key if on else ""

    chips = Strip(
        id="filters",
        ref="",
        node=RECYCLER,
        key="filters",
        width="fill",
        gap=8,
        padding=(16, 4),
        children=[
            Chip(id="filter", ref=f"filter/{key}", label=label, on=kind == key,
                 on_change=partial(choose, key))
            for key, label in _KINDS.items()
        ],
    )  # fmt: skip
    order = Row(
        key="order",
        padding=(4, 0),
        children=[
            Button(
                id="sort", label=_SORTS[sort], icon="swap-vertical", on_tap=partial(ctx.go, "sort")
            )
        ],
    )
    rows = [_row(ctx, one) for one in held]
    nothing = empty("bookshelf", f"No {_KINDS[kind].lower()} yet") if kind and not rows else None
    return scaffold(
        Column(node="", children=[chips, nothing])
        if nothing
        else List(id="library_list", ref="", key=kind, children=[chips, order, *rows]),
        title="Your library",
        actions=[
            IconButton(ref="find", icon="magnify",
                       on_tap=partial(ctx.go, "find", query="", kind="")),
            IconButton(
                id="create",
                icon="plus",
                description="Create playlist",
                on_tap=partial(ctx.go, "new_playlist", name="", song=None),
            ),
        ],
        bottom=bottom(ctx),
    )  # fmt: skip


def _row(ctx: Context, of: Collection) -> Widget:
    """A playlist's menu opens by a long press only."""
    menu = partial(ctx.go, "playlist_menu", id=of.id, pages=0)
    return row(ctx, of, on_long_press=menu if of.kind == "playlist" else None)


def sort(ctx: Context) -> Widget:
    kept = ctx.state["settings"]
    keep = partial(setitem, kept, "library_sort")
    return ask_which(ctx, "Sort by", _SORTS, kept["library_sort"], keep)


def new_playlist(ctx: Context) -> Widget:
    def show(made: State) -> None:
        if made["songs"]:
            ctx.snackbar(f"Added to {made['name']}")
        else:
            ctx.go("tracks", kind="playlist", id=made["id"])

    title = "Give your playlist a name"
    return playlists.name_playlist(ctx, title, "Playlist name", "song", show)


def playlist_menu(ctx: Context) -> Widget:
    """What can be done to a playlist; `pages` below the sheet show it alone."""
    one = by_id(ctx.state["playlists"], ctx.args["id"])
    if one is None:
        return sheet(title="No such playlist")
    id_, pages = one["id"], ctx.args["pages"]
    items = (
        ("rename", "Rename", "pencil-outline",
         partial(ctx.replace, "new_playlist", name=one["name"], song=None, id=id_)),
        ("share", "Share", "share-variant-outline",
         partial(ctx.replace, "share", text=f"{one['name']}\n{LINK}/playlist/{id_}")),
        ("delete", "Delete playlist", "trash-can-outline",
         partial(ctx.replace, "delete_playlist", id=id_, pages=pages)),
    )  # fmt: skip
    return sheet(
        *menu_rows("playlist", items),
        title=one["name"],
    )


def delete_playlist(ctx: Context) -> Widget:
    return playlists.delete_playlist(ctx, "This cannot be undone.")


def add_to(ctx: Context) -> Widget:
    """To which playlist a song goes."""
    id_: str = ctx.args["id"]

    def add(one: dict[str, Any]) -> None:
        ctx.back()
        if id_ in one["songs"]:
            ctx.snackbar(f"Already in {one['name']}")
        else:
            one["songs"].append(id_)
            ctx.snackbar(f"Added to {one['name']}")

    records = ctx.state["playlists"]
    rows = [
        row(ctx, of, on_tap=partial(add, record))
        for of, record in zip(collections(ctx.state, "playlist"), records, strict=True)
    ]
    new = Row(
        key="new",
        spread="center",
        padding=(0, 8, 0, 12),
        children=[
            Button(
                id="new_playlist",
                label="New playlist",
                kind="tonal",
                on_tap=partial(ctx.replace, "new_playlist", name="", song=id_),
            )
        ],
    )
    return scaffold(
        List(id="playlists", ref="", children=[new, *rows]),
        title="Add to playlist",
        back=ctx.back,
    )


PAGES = {
    "library": library,
    "sort": sort,
    "new_playlist": new_playlist,
    "playlist_menu": playlist_menu,
    "delete_playlist": delete_playlist,
    "add_to": add_to,
}
