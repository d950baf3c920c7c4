"""Music: artists, albums, playlists, and what plays of them."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import ClassVar
from urllib.parse import urlsplit

from pocketphone.apps import names
from pocketphone.apps.music import (
    about,
    catalogue,
    home,
    library,
    listen,
    player,
    playing,
    profile,
    search,
    settings,
    tracks,
)
from pocketphone.apps.music.parts import open_
from pocketphone.apps.permission import permission
from pocketphone.apps.share import share
from pocketphone.ui import VIEW, App, Context, Filter, Intent, State

PLAY_FROM_SEARCH = "android.media.action.MEDIA_PLAY_FROM_SEARCH"


class Music(App):
    package = "com.pocketphone.music"
    label = "Music"
    icon = "music-circle"
    accent = (54, 160, 92)
    version_name = "8.9.18"
    version_code = 80_918
    first_page = "home"
    activities: ClassVar = {"player": ".PlayerActivity", "settings": ".SettingsActivity"}
    pages: ClassVar = {
        **home.PAGES,
        **search.PAGES,
        **tracks.PAGES,
        **library.PAGES,
        **player.PAGES,
        **profile.PAGES,
        **settings.PAGES,
        **about.PAGES,
        **listen.PAGES,
        "permission": permission,
        "share": share,
    }
    handles = (
        Filter(VIEW, scheme="https", host="music.example.com"),
        Filter(PLAY_FROM_SEARCH),
    )

    def initial(self, rng: Random, now: datetime) -> State:
        del now
        drawn = catalogue.generate(rng)
        (name,) = names.people(rng, 1)
        heard = [{"kind": "artist", "id": one["id"]} for one in rng.sample(drawn["artists"], 2)]
        heard += [{"kind": "album", "id": one["id"]} for one in rng.sample(drawn["albums"], 2)]
        heard += [{"kind": "mix", "id": one["id"]} for one in rng.sample(drawn["mixes"], 2)]
        rng.shuffle(heard)
        return {
            **drawn,
            "recent": heard,
            "searches": heard[:3],
            "player": {**playing.SILENT, "queue": [], "from": {"kind": "", "id": ""}},
            "profile": {"name": name, "lower": name.lower()},
            "settings": dict(settings.DEFAULTS),
            "shared": [],
        }

    def arrive(self, ctx: Context, intent: Intent) -> None:
        """ "https://music.example.com/album/ID" opens it; a search plays what it finds first."""
        if intent.action == PLAY_FROM_SEARCH:
            hits = catalogue.find(ctx.state, str(intent.extras.get("query", "")))
            if hits:
                playing.play(ctx, hits[0])
                ctx.go("player")
            return
        kind, _, id_ = urlsplit(intent.data).path.strip("/").partition("/")
        known = ("artist", "album", "song", "mix", "playlist")
        found = catalogue.collection(ctx.state, kind, id_) if kind in known else None
        if found is not None:
            open_(ctx, found)
