"""The page of the song that is on, its queue, and what can be done to any song."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pocketphone.apps.art import picture
from pocketphone.apps.media import Pager, length, menu_rows
from pocketphone.apps.music import playing
from pocketphone.apps.music.catalogue import Song, artist_of, by_id, collection, songs_of
from pocketphone.apps.music.parts import LINK, cover, heart, like
from pocketphone.ui import (
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Painter,
    Rect,
    Row,
    Slider,
    Spacer,
    Text,
    Widget,
    confirm,
    empty,
    list_row,
    more_options,
    scaffold,
    section,
    sheet,
)
from pocketphone.ui.widget import Handler

_SWIPE_DP = 60  # across the cover: another song


def player(ctx: Context) -> Widget:
    found = playing.on(ctx.state, ctx.now)
    if found is None:
        nothing = empty("music-note-off-outline", "Nothing is on", "Play a song to see it here")
        return scaffold(nothing, title="", back=ctx.back)
    song = found.song
    cover = [Spacer(weight=1), _cover(ctx, song), Spacer(weight=1)]
    rest = [_title(ctx, song), _seek(ctx, found), _buttons(ctx, found), _low(ctx, song)]
    if ctx.width_dp > ctx.height_dp:
        halves = [
            Column(node="", weight=1, height="fill", children=cover),
            Column(node="", weight=1, height="fill", spread="center", children=rest),
        ]
        body: Widget = Row(node="", gap=24, padding=(24, 0), children=halves)
    else:
        body = Column(node="", padding=(24, 8, 24, 16), children=[*cover, *rest])
    return scaffold(body, title=_top(ctx, song))


def _top(ctx: Context, song: Song) -> Widget:
    source = ctx.state["player"]["from"]
    of = collection(ctx.state, source["kind"], source["id"]) if source["kind"] else None
    return Row(
        weight=1,
        children=[
            IconButton(id="close", icon="chevron-down", description="Close player", size=30,
                       on_tap=ctx.back),
            Column(
                weight=1,
                align="center",
                children=[
                    Text(value=f"Playing from {of.kind if of else 'queue'}", style="caption",
                         color="on_surface_dim", ref=""),
                    Text(id="source", value=of.name if of else "", style="label", lines=1),
                ],
            ),
            more_options(partial(ctx.go, "song_menu", id=song["id"], playlist=""), id="menu"),
        ],
    )  # fmt: skip


def _cover(ctx: Context, song: Song) -> Widget:
    """The album's picture; drawn aside, another song comes."""

    def draw(brush: Painter, box: Rect) -> None:
        image = picture(f"album/{song['album']}", "", box.width, box.height)
        brush.picture(image, box, brush.env.px(12))

    def dragged(x1: float, _y1: float, x2: float, _y2: float) -> None:
        if abs(x2 - x1) > _SWIPE_DP:
            playing.step(ctx, 1 if x2 < x1 else -1)

    low = 150 if ctx.width_dp > ctx.height_dp else 430  # what else stands above and below it
    side = max(120.0, min(ctx.width_dp - 48, ctx.height_dp - low))
    image = Pager(
        id="cover_art",
        description="Cover",
        draw=draw,
        dragged=dragged,
        width=side,
        height=side,
    )
    return Row(node="", spread="center", width="fill", children=[image])


def _title(ctx: Context, song: Song) -> Widget:
    to_artist = partial(ctx.go, "artist", id=song["artist"])
    names = Column(
        weight=1,
        children=[
            Text(id="song_title", value=song["title"], style="title", bold="Bold", lines=1),
            Text(id="song_artist", value=artist_of(ctx.state, song), color="on_surface_dim",
                 lines=1, on_tap=to_artist),
        ],
    )  # fmt: skip
    return Row(width="fill", children=[names, heart(ctx, song)])


def _seek(ctx: Context, found: playing.On) -> Widget:
    whole = found.song["length_s"]
    times = [
        Text(id="position", value=length(found.at_s), style="caption", color="on_surface_dim"),
        Text(id="length", value=length(whole), style="caption", color="on_surface_dim"),
    ]
    return Column(
        node="",
        padding=(0, 12, 0, 8),
        children=[
            Slider(
                id="seek_bar",
                description="Seek",
                width="fill",
                value=int(found.at_s),
                high=whole,
                on_change=partial(playing.seek, ctx),
            ),
            Row(width="fill", spread="between", padding=(16, 0), children=times),
        ],
    )


def _buttons(ctx: Context, found: playing.On) -> Widget:
    kept = ctx.state["player"]
    shuffle = IconButton(
        id="shuffle",
        icon="shuffle",
        description="Shuffle",
        color="primary" if kept["shuffle"] else "on_surface",
        on=kept["shuffle"],
        on_tap=partial(playing.shuffle, ctx),
    )
    play = IconButton(
        id="play_pause",
        icon="pause" if found.playing else "play",
        description="Pause" if found.playing else "Play",
        color="background",
        background="on_surface",
        size=36,
        width=64,
        height=64,
        radius=32,
        on_tap=partial(playing.pause_or_play, ctx),
    )
    again = {"off": "Repeat: off", "all": "Repeat: all", "one": "Repeat: one song"}
    repeat = IconButton(
        id="repeat",
        icon="repeat-once" if kept["repeat"] == "one" else "repeat",
        description=again[kept["repeat"]],
        color="on_surface" if kept["repeat"] == "off" else "primary",
        on_tap=partial(playing.repeat, ctx),
    )
    return Row(
        width="fill",
        spread="between",
        children=[
            shuffle,
            _jump("skip-previous", "Previous", partial(playing.step, ctx, -1)),
            play,
            _jump("skip-next", "Next", partial(playing.step, ctx, 1)),
            repeat,
        ],
    )


def _jump(icon: str, said: str, on_tap: Handler) -> Widget:
    return IconButton(
        id=said.lower(), icon=icon, description=said, size=38, color="on_surface", on_tap=on_tap
    )


def _low(ctx: Context, song: Song) -> Widget:
    """Two icons that nothing names."""
    return Row(
        width="fill",
        spread="end",
        padding=(0, 12, 0, 0),
        children=[
            IconButton(ref="share", icon="share-variant-outline",
                       on_tap=partial(ctx.go, "share", text=_link(ctx, song))),
            IconButton(ref="queue", icon="playlist-play", on_tap=partial(ctx.go, "queue")),
        ],
    )  # fmt: skip


def _link(ctx: Context, song: Song) -> str:
    return f"{song['title']} - {artist_of(ctx.state, song)}\n{LINK}/song/{song['id']}"


def queue(ctx: Context) -> Widget:
    """What is on, and what comes after it."""
    found = playing.on(ctx.state, ctx.now)
    if found is None:
        return scaffold(empty("playlist-play", "The queue is empty"), title="Queue", back=ctx.back)
    kept = ctx.state["player"]
    ahead = songs_of(ctx.state, kept["queue"])[found.place + 1 :]

    def remove(place: int) -> None:
        playing.settle(ctx)
        del kept["queue"][place]

    rows = [
        _queue_row(ctx, song, found.place + 1 + number, remove) for number, song in enumerate(ahead)
    ]
    clear = IconButton(
        id="clear_queue",
        icon="trash-can-outline",
        description="Clear queue",
        visible=bool(ahead),
        on_tap=partial(ctx.go, "clear_queue"),
    )
    return scaffold(
        List(
            id="queue_list",
            ref="",
            children=[
                section("Now playing"),
                list_row(found.song["title"], artist_of(ctx.state, found.song), key="now",
                         leading=Icon(name="volume-high", color="primary")),
                *([section("Next in queue")] if rows else []),
                *rows,
            ],
        ),
        title="Queue",
        back=ctx.back,
        actions=[clear],
    )  # fmt: skip


def _queue_row(ctx: Context, song: Song, place: int, remove: Callable[[int], None]) -> Widget:
    return list_row(
        song["title"],
        artist_of(ctx.state, song),
        id="queued",
        ref=f"queue/{song['id']}",
        key=place,
        trailing=IconButton(
            ref=f"queue/{song['id']}/remove", icon="close", on_tap=partial(remove, place)
        ),
    )


def clear_queue(ctx: Context) -> Widget:
    def clear() -> None:
        found = playing.settle(ctx)
        if found is not None:
            del ctx.state["player"]["queue"][found.place + 1 :]

    return confirm(ctx, "Clear queue?", "Only the song that is on stays.", yes="Clear", then=clear)


def song_menu(ctx: Context) -> Widget:
    """What can be done to a song; `playlist` is the one that lists it, "" for none."""
    state, id_ = ctx.state, ctx.args["id"]
    song, of = by_id(state["songs"], id_), collection(state, "song", id_)
    if song is None or of is None:
        return sheet(title="No such song")
    held = by_id(state["playlists"], ctx.args["playlist"])

    def then(handler: Handler) -> Handler:
        def closed() -> None:
            ctx.back()
            handler()

        return closed

    liked = id_ in state["liked"]
    items: list[tuple[str, str, str, Handler]] = [
        ("like", "Remove from Liked songs" if liked else "Add to Liked songs",
         "heart" if liked else "heart-outline", then(partial(like, ctx, id_))),
        ("add", "Add to playlist", "playlist-plus", partial(ctx.replace, "add_to", id=id_)),
        ("queue", "Add to queue", "playlist-play", then(partial(playing.add, ctx, id_))),
        ("album", "Go to album", "album",
         partial(ctx.replace, "tracks", kind="album", id=song["album"])),
        ("artist", "Go to artist", "account-music-outline",
         partial(ctx.replace, "artist", id=song["artist"])),
        ("share", "Share", "share-variant-outline",
         partial(ctx.replace, "share", text=_link(ctx, song))),
    ]  # fmt: skip
    if held is not None:
        remove = then(partial(held["songs"].remove, id_))
        items.insert(2, ("remove", "Remove from this playlist", "playlist-remove", remove))
    head = Row(
        padding=(24, 4, 24, 12),
        gap=16,
        children=[
            cover(of, 56),
            Column(
                weight=1,
                children=[
                    Text(id="menu_title", value=song["title"], style="title_small", lines=1),
                    Text(id="menu_by", value=of.by, style="caption", color="on_surface_dim"),
                ],
            ),
        ],
    )
    return sheet(
        head,
        *menu_rows("song", items),
    )


PAGES = {
    "player": player,
    "queue": queue,
    "clear_queue": clear_queue,
    "song_menu": song_menu,
}
