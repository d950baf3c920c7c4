"""What the pages of Music share: rows, tiles, heads, the bottom bar with what is on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from pocketphone.apps import media
from pocketphone.apps.art import Art
from pocketphone.apps.music import playing
from pocketphone.apps.music.catalogue import Collection, Song, artist_of
from pocketphone.ui import (
    Column,
    Context,
    Icon,
    IconButton,
    Row,
    Stack,
    Text,
    Widget,
    destinations,
)
from pocketphone.ui.widget import Handler

LINK = "https://music.example.com"
_TABS = (
    ("home", "Home", "home-outline"),
    ("browse", "Search", "magnify"),
    ("library", "Your library", "bookshelf"),
)


def cover(of: Collection, size: float, radius: float = 6) -> Widget:
    """The picture of a collection; artists are round, songs look like their album."""
    if of.kind == "liked":
        return Stack(
            node="android.widget.ImageView",
            ref="",
            width=size,
            height=size,
            radius=radius,
            background="container",
            at=[(0.5, 0.5)],
            children=[Icon(node="", name="heart", size=size * 0.45, color="on_container")],
        )
    return Art(
        id="cover",
        ref="",
        subject=f"album/{of.songs[0]['album']}" if of.kind == "song" else f"{of.kind}/{of.id}",
        motif="stage" if of.kind == "artist" else "",
        width=size,
        height=size,
        radius=size / 2 if of.kind == "artist" else radius,
    )


def open_(ctx: Context, of: Collection) -> None:
    """Open a collection's page; a song is played."""
    if of.kind == "song":
        playing.play(ctx, of)
    elif of.kind == "artist":
        ctx.go("artist", id=of.id)
    else:
        ctx.go("tracks", kind=of.kind, id=of.id)


def _texts(title: str, under: str, *, lit: bool = False) -> Widget:
    return Column(
        weight=1,
        children=[
            Text(id="title", ref="", value=title, lines=1,
                 color="primary" if lit else "on_surface"),
            Text(id="subtitle", ref="", value=under, style="body_small", lines=1,
                 color="on_surface_dim"),
        ],
    )  # fmt: skip


def row(
    ctx: Context,
    of: Collection,
    *,
    under: str = "",
    on_tap: Handler | None = None,
    on_long_press: Handler | None = None,
    trailing: Widget | None = None,
) -> Widget:
    """A collection in a list."""
    return Row(
        id="row",
        ref=f"{of.kind}/{of.id}",
        node="android.view.ViewGroup",
        key=f"{of.kind}/{of.id}",
        width="fill",
        padding=(16, 8, 4, 8),
        gap=12,
        on_tap=on_tap or partial(open_, ctx, of),
        on_long_press=on_long_press,
        children=[
            cover(of, 52),
            _texts(of.name, under or of.by),
            *([trailing] if trailing else []),
        ],
    )


def song_row(ctx: Context, song: Song, of: Collection, *, under: str = "", key: str = "") -> Widget:
    """A song of a collection: a press plays that from here on."""
    menu = partial(ctx.go, "song_menu", id=song["id"], playlist=_own(of))
    single = Collection("song", song["id"], song["title"], "", [song])
    lit = ctx.state["player"]["song"] == song["id"]
    return Row(
        id="track",
        ref=f"song/{song['id']}",
        node="android.view.ViewGroup",
        key=key or song["id"],
        width="fill",
        padding=(16, 6, 4, 6),
        gap=12,
        on_tap=partial(playing.play, ctx, of, song["id"]),
        on_long_press=menu,
        children=[
            cover(single, 46),
            _texts(song["title"], under or artist_of(ctx.state, song), lit=lit),
            more(menu, f"song/{song['id']}/menu"),
        ],
    )


def _own(of: Collection) -> str:
    return of.id if of.kind in ("playlist", "liked") else ""


def more(on_tap: Handler, ref: str = "more") -> Widget:
    """Three dots that nothing names but the row they stand in."""
    return IconButton(id="context_menu", ref=ref, icon="dots-vertical", on_tap=on_tap)


def tile(ctx: Context, of: Collection, size: float = 140) -> Widget:
    """A collection on a shelf."""
    return Column(
        id="tile",
        ref=f"{of.kind}/{of.id}",
        key=f"{of.kind}/{of.id}",
        width=size,
        gap=6,
        on_tap=partial(open_, ctx, of),
        children=[
            cover(of, size),
            Text(id="title", ref="", value=of.name, style="label", lines=1),
            Text(id="subtitle", ref="", value=of.by, style="caption", lines=1,
                 color="on_surface_dim"),
        ],
    )  # fmt: skip


def play_buttons(ctx: Context, of: Collection) -> Sequence[Widget]:
    """Shuffle play, and play: at the end of a head's line."""
    here = {"kind": of.kind, "id": of.id} == ctx.state["player"]["from"]
    sounding = here and ctx.state["player"]["playing"]
    press: Any = partial(playing.pause_or_play, ctx) if here else partial(playing.play, ctx, of)
    return (
        IconButton(
            id="shuffle_play",
            icon="shuffle",
            description="Shuffle play",
            color="primary",
            size=28,
            enabled=bool(of.songs),
            on_tap=partial(playing.play, ctx, of, shuffled=True),
        ),
        IconButton(
            id="play",
            icon="pause" if sounding else "play",
            description="Pause" if sounding else "Play",
            color="on_primary",
            background="primary",
            width=52,
            height=52,
            radius=26,
            enabled=bool(of.songs),
            on_tap=press,
        ),
    )


def heart(ctx: Context, song: Song) -> Widget:
    """The icon that likes a song."""
    liked: list[str] = ctx.state["liked"]
    on = song["id"] in liked
    return IconButton(
        id="like",
        icon="heart" if on else "heart-outline",
        description="Remove from Liked songs" if on else "Add to Liked songs",
        color="primary" if on else "on_surface",
        on=on,
        on_tap=partial(like, ctx, song["id"]),
    )


def like(ctx: Context, id_: str) -> None:
    liked: list[str] = ctx.state["liked"]
    if id_ in liked:
        liked.remove(id_)
        ctx.snackbar("Removed from Liked songs")
    else:
        liked.insert(0, id_)
        ctx.snackbar("Added to Liked songs")


def bottom(ctx: Context) -> Widget:
    """The three places of the app, and above them what is on."""
    return Column(node="", width="fill", children=[*bar(ctx), destinations(ctx, _TABS)])


def bar(ctx: Context) -> Sequence[Widget]:
    """What is on, in one line; nothing before the first song."""
    if not ctx.state["player"]["queue"]:
        return ()
    found = playing.on(ctx.state, ctx.now)
    if found is None:
        return ()
    song = found.song
    single = Collection("song", song["id"], song["title"], "", [song])
    return (
        media.playing_bar(
            song["title"],
            artist_of(ctx.state, song),
            cover(single, 44),
            playing=found.playing,
            on_tap=partial(ctx.go, "player"),
            on_play=partial(playing.pause_or_play, ctx),
            last=heart(ctx, song),
        ),
    )
