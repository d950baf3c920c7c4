"""Looking for music: by kind, or by what it is called."""

from __future__ import annotations

from functools import partial

from pocketphone.apps import permission
from pocketphone.apps.media import RECYCLER
from pocketphone.apps.music.catalogue import (
    GENRES,
    Collection,
    collection,
    collections,
    find,
)
from pocketphone.apps.music.parts import bottom, more, open_, row
from pocketphone.ui import (
    Button,
    Chip,
    Context,
    Grid,
    Icon,
    IconButton,
    List,
    Row,
    Scroll,
    Spacer,
    Strip,
    Text,
    Widget,
    confirm,
    empty,
    scaffold,
    search_field,
    section,
)

_KINDS = {"": "All", "song": "Songs", "artist": "Artists", "album": "Albums", "mix": "Mixes",
          "playlist": "Playlists"}  # fmt: skip
_SHOWN, _KEPT = 40, 10


def browse(ctx: Context) -> Widget:
    ground, ink = ("inverse", "on_inverse") if ctx.env.dark else ("surface_highest", "on_surface")
    bar = Row(
        id="search_bar",
        key="bar",
        width="fill",
        height=48,
        radius=8,
        background=ground,
        padding=(12, 0),
        gap=12,
        on_tap=partial(ctx.go, "find", query="", kind=""),
        children=[
            Icon(name="magnify", color=ink),
            Text(value="What do you want to listen to?", color=ink, lines=1, ref=""),
        ],
    )
    tiles = [
        Text(
            id="genre",
            ref=f"genre/{key}",
            key=key,
            value=label,
            style="title_small",
            color=(255, 255, 255),
            background=color,
            radius=8,
            height=88,
            padding=(12, 12, 12, 20),
            on_tap=partial(ctx.go, "genre", key=key),
        )
        for key, (label, color) in GENRES.items()
    ]
    return scaffold(
        Scroll(
            id="browse",
            ref="",
            padding=(16, 0, 16, 24),
            children=[
                bar,
                Text(value="Browse all", style="title_small", padding=(0, 20, 0, 12), ref=""),
                Grid(
                    id="genres",
                    ref="",
                    node=RECYCLER,
                    width="fill",
                    columns=2,
                    gap=12,
                    children=tiles,
                ),
            ],
        ),
        title="Search",
        actions=[
            IconButton(id="identify", icon="microphone-outline", description="Identify music",
                       on_tap=partial(permission.ask, ctx, "microphone", "listen")),
        ],
        bottom=bottom(ctx),
    )  # fmt: skip


def genre(ctx: Context) -> Widget:
    """The artists of a genre, and their albums."""
    key: str = ctx.args["key"]
    known = {one["id"] for one in ctx.state["artists"] if one["genre"] == key}
    made = {one["id"] for one in ctx.state["albums"] if one["artist"] in known}
    artists = [one for one in collections(ctx.state, "artist") if one.id in known]
    albums = [one for one in collections(ctx.state, "album") if one.id in made]
    rows: list[Widget] = []
    for title, held in (("Artists", artists), ("Albums", albums)):
        rows += [section(title), *(row(ctx, one) for one in held)] if held else []
    return scaffold(
        List(id="genre_list", ref="", children=rows)
        if rows
        else empty("music-note-off-outline", "Nothing here yet"),
        title=GENRES[key][0],
        back=ctx.back,
    )


def page(ctx: Context) -> Widget:
    """The field, and below it what was opened before or what is called so."""
    query: str = ctx.args["query"]

    def typed(text: str) -> None:
        ctx.args.update(query=text, kind=ctx.args["kind"] if text else "")

    field, clear = search_field(
        ctx,
        "What do you want to listen to?",
        id="query",
        kind="pill",
        clear_id="clear_query",
        clear="Clear search",
        on_change=typed,
    )
    body = _hits(ctx, query.strip()) if query.strip() else _past(ctx)
    return scaffold(
        body, title=field, back=ctx.back, actions=[clear, Spacer(width=12, visible=not query)]
    )


def _hits(ctx: Context, query: str) -> Widget:
    kind: str = ctx.args["kind"]
    every = find(ctx.state, query)
    hits = [one for one in every if kind in ("", one.kind)]
    if not every:
        return empty("magnify", f"No results for “{query}”", "Check the spelling, or try less")

    def choose(key: str, on: bool) -> None:
        ctx.args["kind"] = key if on else ""

    held = {one.kind for one in every}
    chips = Strip(
        id="filters",
        ref="",
        node=RECYCLER,
        key="filters",
        width="fill",
        gap=8,
        padding=(16, 8),
        children=[
            Chip(id="filter", ref=f"filter/{key or 'all'}", key=key, label=label, on=kind == key,
                 on_change=partial(choose, key))
            for key, label in _KINDS.items()
            if not key or key in held
        ],
    )  # fmt: skip
    rows = [_hit(ctx, one) for one in hits[:_SHOWN]]
    return List(id="search_results", ref="", key=kind, children=[chips, *rows])


def _hit(ctx: Context, of: Collection) -> Widget:
    def opened() -> None:
        past, entry = ctx.state["searches"], {"kind": of.kind, "id": of.id}
        past[:] = [entry, *(one for one in past if one != entry)][:_KEPT]
        ctx.hide_keyboard()
        open_(ctx, of)

    menu = partial(ctx.go, "song_menu", id=of.id, playlist="")
    return row(
        ctx,
        of,
        under=f"Song · {of.by}" if of.kind == "song" else "",
        on_tap=opened,
        on_long_press=menu if of.kind == "song" else None,
        trailing=more(menu, f"song/{of.id}/menu") if of.kind == "song" else None,
    )


def _past(ctx: Context) -> Widget:
    past = ctx.state["searches"]
    held = [(one, collection(ctx.state, one["kind"], one["id"])) for one in past]
    rows = [
        row(
            ctx,
            of,
            under=of.kind.capitalize(),
            trailing=IconButton(
                ref=f"forget/{of.kind}/{of.id}", icon="close", on_tap=partial(past.remove, one)
            ),
        )
        for one, of in held
        if of is not None
    ]
    if not rows:
        return empty("magnify", "Play what you love", "Search for artists, songs and mixes")
    clear = Row(
        key="clear",
        padding=(8, 8),
        children=[
            Button(
                id="clear_searches",
                label="Clear recent searches",
                on_tap=partial(ctx.go, "clear_searches"),
            )
        ],
    )
    return List(id="recent_searches", ref="", children=[section("Recent searches"), *rows, clear])


def clear_searches(ctx: Context) -> Widget:
    return confirm(ctx, "Clear recent searches?", yes="Clear", then=ctx.state["searches"].clear)


PAGES = {"browse": browse, "genre": genre, "find": page, "clear_searches": clear_searches}
