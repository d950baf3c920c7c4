"""Video: channels, what they show, and what people say about it."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

from pocketphone.apps import names
from pocketphone.apps.media import STOPPED
from pocketphone.apps.permission import permission
from pocketphone.apps.share import share
from pocketphone.apps.video import (
    about,
    catalogue,
    channel,
    comments,
    home,
    library,
    playback,
    search,
    settings,
    shorts,
    watch,
)
from pocketphone.apps.video.parts import watch as open_video
from pocketphone.ui import VIEW, App, Context, Filter, Intent, State


class Video(App):
    package = "com.pocketphone.video"
    label = "Video"
    icon = "play-box"
    accent = (196, 48, 48)
    version_name = "19.4.2"
    version_code = 19_402
    first_page = "home"
    activities: ClassVar = {
        "watch": ".WatchActivity",
        "settings": ".SettingsActivity",
    }
    pages: ClassVar = {
        **home.PAGES,
        **search.PAGES,
        **watch.PAGES,
        **comments.PAGES,
        **playback.PAGES,
        **channel.PAGES,
        **library.PAGES,
        **settings.PAGES,
        **shorts.PAGES,
        **about.PAGES,
        "permission": permission,
        "share": share,
    }
    handles = (Filter(VIEW, scheme="https", host="video.example.com"),)

    def initial(self, rng: Random, now: datetime) -> State:
        del now
        drawn = catalogue.generate(rng)
        (name,) = names.people(rng, 1)
        ids = [video["id"] for video in drawn["videos"]]
        rng.shuffle(ids)
        return {
            **drawn,
            "account": {"name": name, "handle": f"@{name.split()[0].lower()}"},
            "liked": ids[:4],
            "disliked": [],
            "comments": [],
            "liked_comments": [],
            "liked_shorts": [],
            "playlists": [
                {"id": "later", "name": "Watch later", "lower": "watch later", "videos": ids[4:7]},
                {"id": "list-1", "name": "Rainy Sunday", "lower": "rainy sunday",
                 "videos": ids[7:11]},
                {"id": "list-2", "name": "To learn", "lower": "to learn", "videos": ids[11:13]},
            ],
            "history": ids[13:23],
            "searches": [one["lower"] for one in rng.sample(drawn["channels"], 3)],
            "player": {
                **STOPPED,
                "video": None,
                "channel": None,
                "quality": "auto",
                "captions": False,
                "loop": False,
            },
            "settings": dict(settings.DEFAULTS),
            "shared": [],
        }  # fmt: skip

    def arrive(self, ctx: Context, intent: Intent) -> None:
        """ "https://video.example.com/watch?v=v12" plays it; a channel or a short is opened."""
        address = urlsplit(intent.data)
        asked = parse_qs(address.query)
        video = catalogue.video_of(ctx.state, asked.get("v", [""])[0])
        if video is not None:
            open_video(ctx, video)
            return
        handle = address.path.strip("/")
        if handle.startswith("shorts/"):
            shorts.arrive(ctx, handle.removeprefix("shorts/"))
        for one in ctx.state["channels"]:
            if one["handle"] == handle:
                ctx.go("channel", id=one["id"])
