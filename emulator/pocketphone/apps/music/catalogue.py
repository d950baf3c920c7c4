"""What there is to hear: artists, their albums, their songs, and mixes of them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

from pocketphone.apps import songs
from pocketphone.apps.words import matches, words
from pocketphone.ui import Rgb, State

Song = dict[str, Any]
"""{"id", "title", "lower", "artist", "album", "length_s", "plays"}"""
Record = dict[str, Any]
"""An artist {"id", "name", "lower", "genre", "listeners", "followed"}, an album {"id", "name",
"lower", "artist", "year", "saved"}, a mix or a playlist {"id", "name", "lower", "songs"}."""

GENRES: dict[str, tuple[str, Rgb]] = {
    "pop": ("Pop", (176, 62, 110)),
    "rock": ("Rock", (158, 54, 46)),
    "folk": ("Folk & acoustic", (96, 108, 44)),
    "electronic": ("Electronic", (58, 80, 172)),
    "jazz": ("Jazz", (150, 92, 28)),
    "soul": ("Soul", (116, 62, 148)),
    "classical": ("Classical", (84, 78, 70)),
    "ambient": ("Ambient", (28, 112, 122)),
}
_MIXES = (
    "Morning Coffee", "Focus Hour", "Rainy Window", "Long Drive", "Kitchen Dance", "Slow Sunday",
    "Late Train Home", "Run Faster", "Songs to Hum", "Quiet Evening",
)  # fmt: skip
_OWN = ("Road trip", "Dinner with friends", "For the garden")
_ARTISTS, _ALBUMS, _TRACKS, _MIXED = 16, 2, 5, 12


class Collection(NamedTuple):
    """Something that holds songs."""

    kind: str  # artist, album, mix, playlist, liked, song
    id: str
    name: str
    by: str  # what stands below its name
    songs: list[Song]


def generate(rng: Random) -> State:
    titles = iter(songs.titles(rng, _ARTISTS * _ALBUMS * _TRACKS))
    artists: list[Record] = []
    albums: list[Record] = []
    tracks: list[Song] = []
    for name in songs.artists(rng, _ARTISTS):
        artist = "-".join(words(name))
        artists.append(
            _record(artist, name)
            | {
                "genre": rng.choice(list(GENRES)),
                "listeners": int(10 ** rng.uniform(4, 7)),
                "followed": rng.random() < 0.25,
            }
        )
        for number in range(1, _ALBUMS + 1):
            album, first = f"{artist}-{number}", len(tracks)
            for _ in range(_TRACKS):
                title = next(titles)
                tracks.append(
                    {
                        "id": f"s{len(tracks) + 1}",
                        "title": title,
                        "lower": title.lower(),
                        "artist": artist,
                        "album": album,
                        "length_s": rng.randint(140, 330),
                        "plays": int(10 ** rng.uniform(3.5, 8)),
                    }
                )
            named = _record(album, tracks[first]["title"])  # after its first song
            made = {"artist": artist, "year": rng.randint(1998, 2025)}
            albums.append(named | made | {"saved": rng.random() < 0.15})
    ids = [track["id"] for track in tracks]
    return {
        "artists": artists,
        "albums": albums,
        "songs": tracks,
        "mixes": [
            _record("-".join(words(name)), name) | {"songs": rng.sample(ids, _MIXED)}
            for name in _MIXES
        ],
        "playlists": [
            _record(f"list-{number}", name) | {"songs": rng.sample(ids, 4 + number)}
            for number, name in enumerate(_OWN, start=1)
        ],
        "liked": rng.sample(ids, 9),
    }


def _record(id_: str, name: str) -> Record:
    return {"id": id_, "name": name, "lower": name.lower()}


def by_id(records: Iterable[Record], id_: str | None) -> Record | None:
    return next((one for one in records if one["id"] == id_), None)


def artist_of(state: State, song: Song) -> str:
    """The name of who sings it."""
    found = by_id(state["artists"], song["artist"])
    return str(found["name"]) if found else ""


def songs_of(state: State, ids: Iterable[str]) -> list[Song]:
    every = {song["id"]: song for song in state["songs"]}
    return [every[id_] for id_ in ids if id_ in every]


def collection(state: State, kind: str, id_: str) -> Collection | None:
    """The collection of a kind and an id; None where there is none (any more)."""
    if kind == "liked":
        return Collection(kind, id_, "Liked songs", _count(state["liked"]),
                          songs_of(state, state["liked"]))  # fmt: skip
    one = by_id(state[f"{kind}s" if kind != "mix" else "mixes"], id_)
    if one is None:
        return None
    if kind == "song":
        return Collection(kind, id_, one["title"], artist_of(state, one), [one])
    if kind == "artist":
        own = [song for song in state["songs"] if song["artist"] == id_]
        own.sort(key=lambda song: -song["plays"])
        return Collection(kind, id_, one["name"], "Artist", own)
    if kind == "album":
        own = [song for song in state["songs"] if song["album"] == id_]
        by = f"Album · {artist_of(state, one)}"
        return Collection(kind, id_, one["name"], by, own)
    by = "Mix made for you" if kind == "mix" else f"Playlist · {_count(one['songs'])}"
    return Collection(kind, id_, one["name"], by, songs_of(state, one["songs"]))


def _count(ids: list[str]) -> str:
    return f"{len(ids)} song{'s' * (len(ids) != 1)}"


def collections(state: State, kind: str) -> list[Collection]:
    """Every collection of a kind."""
    if kind == "liked":
        found = [collection(state, kind, kind)]
    else:
        records = state["mixes" if kind == "mix" else f"{kind}s"]
        found = [collection(state, kind, one["id"]) for one in records]
    return [one for one in found if one is not None]


def find(state: State, query: str) -> list[Collection]:
    """Artists, songs, albums and lists by the beginnings of their words, the nearest first."""
    if not words(query):
        return []
    hits = []
    for place, kind in enumerate(("artist", "song", "album", "playlist", "mix")):
        for one in collections(state, kind):
            by = one.by if kind in ("song", "album") else ""
            if matches(query, f"{one.name} {by}"):
                named = not matches(query, one.name)
                hits.append(((words(one.name) != words(query), named, place), one))
    return [one for _, one in sorted(hits, key=lambda hit: hit[0])]
