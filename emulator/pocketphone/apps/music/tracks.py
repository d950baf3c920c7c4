"""The pages of an artist, and of what holds songs: albums, mixes, playlists, liked songs."""

from __future__ import annotations

from functools import partial
from typing import Any

from pocketphone.apps.art import Art
from pocketphone.apps.media import RECYCLER, length
from pocketphone.apps.music.catalogue import Collection, by_id, collection, collections
from pocketphone.apps.music.parts import (
    LINK,
    bar,
    cover,
    more,
    play_buttons,
    song_row,
    tile,
)
from pocketphone.ui import (
    Button,
    Column,
    Context,
    IconButton,
    List,
    Row,
    Spacer,
    Strip,
    Text,
    Widget,
    empty,
    menu,
    more_options,
    scaffold,
)

_POPULAR = 6


def _page(ctx: Context, title: str, body: Widget, *actions: Widget) -> Widget:
    below = Column(node="", width="fill", children=bar(ctx))
    return scaffold(body, title=title, back=ctx.back, actions=actions, bottom=below)


def _heading(text: str) -> Widget:
    return Text(key=text, value=text, style="title_small", padding=(16, 16, 16, 8), ref="")


def artist(ctx: Context) -> Widget:
    of = collection(ctx.state, "artist", ctx.args["id"])
    one = by_id(ctx.state["artists"], ctx.args["id"])
    if of is None or one is None:
        return _page(ctx, "", empty("account-off-outline", "No such artist"))

    known = {album["id"] for album in ctx.state["albums"] if album["artist"] == of.id}
    albums = [album for album in collections(ctx.state, "album") if album.id in known]
    alike = [
        other
        for other, record in zip(
            collections(ctx.state, "artist"), ctx.state["artists"], strict=True
        )
        if record["genre"] == one["genre"] and other.id != of.id
    ]
    songs = of.songs if ctx.args.get("all") else of.songs[:_POPULAR]
    all_songs = Row(
        key="all",
        padding=(8, 4),
        visible=len(songs) < len(of.songs),
        children=[
            Button(id="see_all", label="See all songs", on_tap=partial(ctx.args.update, all=True))
        ],
    )
    body = List(
        id="artist_content",
        ref="",
        padding=(0, 0, 0, 24),
        children=[
            _head(of, one["listeners"]),
            _line(ctx, of, one),
            _heading("Popular"),
            *(song_row(ctx, song, of, under=f"{song['plays']:,}") for song in songs),
            all_songs,
            _heading("Albums"),
            _tiles(ctx, "albums", albums),
            *([_heading("Fans also like"), _tiles(ctx, "alike", alike)] if alike else []),
        ],
    )
    return _page(ctx, of.name, body)


def _head(of: Collection, listeners: int) -> Widget:
    return Column(
        key="head",
        children=[
            Art(id="artist_image", ref="", subject=f"artist/{of.id}", motif="stage", width="fill",
                height=180),
            Text(id="artist_name", value=of.name, style="headline", bold="Bold",
                 padding=(16, 12, 16, 0), lines=2),
            Text(id="listeners", value=f"{listeners:,} monthly listeners",
                 style="body_small", color="on_surface_dim", padding=(16, 0)),
        ],
    )  # fmt: skip


def _line(ctx: Context, of: Collection, one: dict[str, Any]) -> Widget:
    """Following the artist, and playing what there is."""

    def follow() -> None:
        one["followed"] = not one["followed"]

    return Row(
        key="line",
        width="fill",
        padding=(16, 8, 16, 8),
        gap=8,
        children=[
            Button(
                id="follow",
                label="Following" if one["followed"] else "Follow",
                kind="outlined",
                on_tap=follow,
            ),
            more(partial(ctx.go, "artist_menu", id=of.id)),
            Spacer(weight=1),
            *play_buttons(ctx, of),
        ],
    )


def _tiles(ctx: Context, id_: str, held: list[Collection]) -> Widget:
    return Strip(
        id=id_,
        ref="",
        node=RECYCLER,
        key=id_,
        width="fill",
        gap=16,
        padding=(16, 0),
        children=[tile(ctx, one, 120) for one in held],
    )


def artist_menu(ctx: Context) -> Widget:
    one = by_id(ctx.state["artists"], ctx.args["id"])

    def follow() -> None:
        ctx.back()
        if one is not None:
            one["followed"] = not one["followed"]

    name = one["name"] if one else ""
    text = f"{name}\n{LINK}/artist/{ctx.args['id']}"
    followed = bool(one and one["followed"])
    return menu(
        [
            ("Stop following" if followed else "Follow", follow),
            ("Share", partial(ctx.replace, "share", text=text)),
        ]
    )


def tracks(ctx: Context) -> Widget:
    """An album, a mix, a playlist or the liked songs."""
    of = collection(ctx.state, ctx.args["kind"], ctx.args["id"])
    if of is None:
        return _page(ctx, "", empty("playlist-remove", "No such playlist"))
    minutes = length(sum(song["length_s"] for song in of.songs))
    head = Column(
        key="head",
        align="center",
        padding=(16, 8, 16, 4),
        gap=8,
        children=[
            cover(of, 200),
            Text(id="collection_title", value=of.name, style="headline", bold="Bold", lines=2,
                 align="center"),
            Text(id="collection_by", value=f"{of.by} · {minutes}", style="body_small",
                 color="on_surface_dim"),
        ],
    )  # fmt: skip
    line = Row(
        key="line",
        width="fill",
        padding=(16, 4, 16, 12),
        gap=4,
        children=[*_own_buttons(ctx, of), Spacer(weight=1), *play_buttons(ctx, of)],
    )
    if not of.songs:
        search = Button(
            id="find_songs",
            label="Find songs",
            kind="filled",
            on_tap=partial(ctx.go, "find", query="", kind=""),
        )
        hint = Text(value="Let's find something for it", color="on_surface_dim", align="center",
                    padding=(0, 24, 0, 12), ref="", key="hint")  # fmt: skip
        rows: list[Widget] = [hint, Row(key="find", spread="center", children=[search])]
    else:
        rows = [song_row(ctx, song, of) for song in of.songs]
    body = List(id="track_list", ref="", padding=(0, 0, 0, 24), children=[head, line, *rows])
    return _page(ctx, "", body)


def _own_buttons(ctx: Context, of: Collection) -> list[Widget]:
    """A heart for an album; what can be done to a playlist of one's own."""
    buttons: list[Widget] = []
    album = by_id(ctx.state["albums"], of.id) if of.kind == "album" else None
    if album is not None:

        def keep() -> None:
            album["saved"] = not album["saved"]

        on = album["saved"]
        buttons.append(
            IconButton(
                id="save_album",
                icon="heart" if on else "heart-outline",
                description="Remove from library" if on else "Save to library",
                color="primary" if on else "on_surface_dim",
                on=on,
                on_tap=keep,
            )
        )
    if of.kind != "liked":
        share = partial(ctx.go, "share", text=f"{of.name}\n{LINK}/{of.kind}/{of.id}")
        buttons.append(IconButton(ref="share", icon="share-variant-outline", on_tap=share))
    if of.kind == "playlist":
        buttons.append(
            more_options(partial(ctx.go, "playlist_menu", id=of.id, pages=1), id="playlist_menu")
        )
    return buttons


PAGES = {"artist": artist, "artist_menu": artist_menu, "tracks": tracks}
