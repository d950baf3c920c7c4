"""What is on: the queue, how far it is, and what moves it."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Any, NamedTuple

from pocketphone.apps import media
from pocketphone.apps.music.catalogue import Collection, Song, by_id, songs_of
from pocketphone.ui import Context, State

SILENT: dict[str, Any] = {
    **media.STOPPED,
    "song": None,  # as it was at `since`: when one ends, the next of the queue is on
    "queue": [],
    "place": 0,  # of the song in the queue
    "from": {"kind": "", "id": ""},
    "shuffle": False,
    "repeat": "off",  # off, all, one
}
_RECENT = 10
REPEATS = ("off", "all", "one")


class On(NamedTuple):
    song: Song
    at_s: float
    place: int
    playing: bool


def on(state: State, now: datetime) -> On | None:
    """The song that is on now; None before the first."""
    player = state["player"]
    queue = songs_of(state, player["queue"])
    if not queue:
        return None
    place, at = min(player["place"], len(queue) - 1), media.position_s(player, now)
    while at >= queue[place]["length_s"]:
        if player["repeat"] == "one":
            at %= queue[place]["length_s"]
        elif place + 1 < len(queue) or player["repeat"] == "all":
            at -= queue[place]["length_s"]
            place = (place + 1) % len(queue)
        else:
            return On(queue[place], float(queue[place]["length_s"]), place, False)
    return On(queue[place], at, place, bool(player["playing"]))


def play(ctx: Context, of: Collection, first: str | None = None, *, shuffled: bool = False) -> None:
    """Play a collection from its first song, from the song `first`, or in any order."""
    player, ids = ctx.state["player"], [song["id"] for song in of.songs]
    if not ids:
        return
    player |= {
        "queue": _shuffle(ids, ctx.now) if shuffled else ids,
        "from": {"kind": of.kind, "id": of.id},
        "shuffle": shuffled,
    }
    _begin(ctx, ids.index(first) if first in ids and not shuffled else 0)
    recent, entry = ctx.state["recent"], {"kind": of.kind, "id": of.id}
    if of.kind != "song":
        recent[:] = [entry, *(one for one in recent if one != entry)][:_RECENT]


def _shuffle(ids: list[str], now: datetime) -> list[str]:
    return Random(now.isoformat()).sample(ids, len(ids))


def _begin(ctx: Context, place: int) -> None:
    player = ctx.state["player"]
    player |= {"place": place, "song": player["queue"][place]}
    media.play(player, ctx.now, 0.0)


def settle(ctx: Context) -> On | None:
    """What is on, after what has been played is counted in the state."""
    player, found = ctx.state["player"], on(ctx.state, ctx.now)
    if found is not None:
        player |= {"place": found.place, "song": found.song["id"]}
        (media.play(player, ctx.now, found.at_s) if found.playing
         else media.pause(player, found.at_s))  # fmt: skip
    return found


def pause_or_play(ctx: Context) -> None:
    found = settle(ctx)
    if found is None:
        return
    if found.playing:
        media.pause(ctx.state["player"], found.at_s)
    else:
        ended = found.at_s >= found.song["length_s"]
        media.play(ctx.state["player"], ctx.now, 0.0 if ended else found.at_s)


def step(ctx: Context, by: int) -> None:
    """The next song or the one before; a song that is further than 3 s begins again first."""
    found = settle(ctx)
    if found is None:
        return
    if by < 0 and found.at_s > 3:
        by = 0
    _begin(ctx, (found.place + by) % len(ctx.state["player"]["queue"]))


def seek(ctx: Context, second: int) -> None:
    found, player = settle(ctx), ctx.state["player"]
    if found is not None and found.playing:
        media.play(player, ctx.now, float(second))
    else:
        media.pause(player, float(second))


def shuffle(ctx: Context) -> None:
    """Mix what comes after the song that is on, or put it in its order again."""
    found, player = settle(ctx), ctx.state["player"]
    player["shuffle"] = not player["shuffle"]
    if found is None:
        return
    past, ahead = player["queue"][: found.place + 1], player["queue"][found.place + 1 :]
    order = [song["id"] for song in ctx.state["songs"]]
    ahead = _shuffle(ahead, ctx.now) if player["shuffle"] else sorted(ahead, key=order.index)
    player["queue"] = [*past, *ahead]


def repeat(ctx: Context) -> None:
    settle(ctx)
    player = ctx.state["player"]
    player["repeat"] = REPEATS[(REPEATS.index(player["repeat"]) + 1) % len(REPEATS)]


def add(ctx: Context, id_: str) -> None:
    """Put a song at the end of the queue."""
    found, player = settle(ctx), ctx.state["player"]
    player["queue"].append(id_)
    if found is None:
        player |= {"song": id_, "place": 0, "from": {"kind": "song", "id": id_}}
    song = by_id(ctx.state["songs"], id_)
    ctx.snackbar(f"{song['title'] if song else 'Song'} added to queue")
