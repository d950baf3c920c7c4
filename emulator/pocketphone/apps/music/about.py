"""What Music says of itself: what was heard in it, its terms, its version."""

from __future__ import annotations

from collections import Counter
from functools import partial

from pocketphone.apps import compose, site
from pocketphone.apps.forms import Fact, Form, Link, Page, version
from pocketphone.apps.music.catalogue import Song, collection, collections
from pocketphone.apps.music.settings import LAYOUT
from pocketphone.ui import Context, Text, Widget

_TOP = 5
_SITE = "music.example.com"


ABOUT = Form("About", [
    Fact("Version", version),
    Fact("Music of the pocket phone", "Artists and songs are made up"),
    Link("Terms and privacy", "web", _SITE, id="terms", args={"path": "terms"}),
])  # fmt: skip


def stats(ctx: Context) -> Widget:
    """The artists of one's own songs: those that are liked, and those of the playlists."""
    songs: list[Song] = [
        song
        for kind in ("liked", "playlist")
        for held in collections(ctx.state, kind)
        for song in held.songs
    ]
    top = Counter(song["artist"] for song in songs).most_common(_TOP)
    hours, minutes = divmod(sum(song["length_s"] for song in songs) // 60, 60)
    bars = []
    for id_, count in top:
        artist = collection(ctx.state, "artist", id_)
        if artist is not None:
            bars.append(
                compose.bar_entry(
                    artist.name,
                    f"{count} song{'s' * (count > 1)}",
                    count / top[0][1],
                    ref=f"top/{id_}",
                    on_tap=partial(ctx.go, "artist", id=id_),
                )
            )
    return compose.compose_page(
        ctx,
        "Listening stats",
        compose.heading("Your collection"),
        Text(value=f"{hours} h {minutes} min", style="display_small", padding=(16, 4), ref=""),
        compose.entry(f"{len(songs)} songs", "Liked songs and playlists together"),
        compose.heading("Top artists"),
        *(bars or [compose.entry("No artists yet", "Like a song, and who sings it stands here")]),
    )


_WORDS = {
    "terms": site.Leaf(
        "Terms of use",
        ("You may listen to everything here as often as you like.",
         "Songs, artists and their numbers are made up; whoever finds a song that exists may keep "
         "it.",
         "A playlist belongs to whoever made it. We do not read it, and we do not judge it."),
    ),
    "privacy": site.Leaf(
        "Privacy",
        ("What you play stays on this phone.",
         "In a private session it is not even among what you played recently.",
         "The microphone is used while you identify music, and at no other time."),
    ),
    "help": site.Leaf(
        "Help",
        ("The music stops: a song may be the last of its queue. Switch on Repeat in the player.",
         "I cannot change the streaming quality: switch off Data saver first.",
         "I deleted a playlist: it cannot be had back."),
    ),
}  # fmt: skip


PAGES: dict[str, Page] = {
    **LAYOUT.pages({"about": ABOUT}),
    "stats": stats,
    "web": partial(site.booklet, title="Music", host=_SITE, pages=_WORDS),
}
