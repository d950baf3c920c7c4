"""Social: short posts, the people who write them, and communities."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import ClassVar

from pocketphone.apps.permission import permission
from pocketphone.apps.pick import pick
from pocketphone.apps.share import SEND, share
from pocketphone.apps.social import (
    communities,
    composer,
    friends,
    help,
    home,
    members,
    news,
    posts,
    preferences,
    profile,
    search,
    statistics,
)
from pocketphone.ui import App, Context, Filter, Intent, State


class Social(App):
    package = "com.pocketphone.social"
    label = "Social"
    icon = "feather"
    accent = (108, 62, 188)
    version_name = "10.12.0"
    version_code = 101200
    first_page = "home"
    activities: ClassVar = {
        "composer": ".ComposerActivity",
        "results": ".SearchActivity",
        "settings": ".SettingsActivity",
    }
    pages: ClassVar = {
        **home.PAGES,
        **composer.PAGES,
        **posts.PAGES,
        **search.PAGES,
        **profile.PAGES,
        **communities.PAGES,
        **news.PAGES,
        **preferences.PAGES,
        **friends.PAGES,
        **help.PAGES,
        **statistics.PAGES,
        "permission": permission,
        "pick": pick,
        "share": share,
    }
    handles = (Filter(SEND, mime="text/plain"), Filter(SEND, mime="image/"))

    def initial(self, rng: Random, now: datetime) -> State:
        return members.generate(rng, now)

    def arrive(self, ctx: Context, intent: Intent) -> None:
        """SEND opens the composer with the text, or the photo, that was shared."""
        text = str(intent.extras.get("android.intent.extra.TEXT", ""))
        stream = str(intent.extras.get("android.intent.extra.STREAM", ""))
        photo = stream.rpartition("/")[2]
        ctx.go("composer", text=text, photo=int(photo) if photo.isdigit() else None)
