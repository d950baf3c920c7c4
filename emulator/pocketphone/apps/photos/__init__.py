"""Photos: the pictures on the phone, their albums, and what can be made of them."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import ClassVar

from pocketphone.apps.permission import permission
from pocketphone.apps.photos import albums, editor, grid, library, places, settings, viewer
from pocketphone.apps.photos.picker import pick
from pocketphone.apps.share import photo_in, share
from pocketphone.ui import VIEW, App, Context, Filter, Intent, State


class Photos(App):
    package = library.PACKAGE
    label = "Photos"
    icon = "image-multiple"
    accent = (60, 92, 180)
    first_page = "photos"
    activities: ClassVar = {"editor": ".EditorActivity"}
    pages: ClassVar = {
        **grid.PAGES,
        **albums.PAGES,
        **viewer.PAGES,
        **editor.PAGES,
        **places.PAGES,
        **settings.PAGES,
        "permission": permission,
        "share": share,
        "pick": pick,
    }
    handles = (Filter(VIEW, scheme="content", host="photos"),)

    def initial(self, rng: Random, now: datetime) -> State:
        return {
            "photos": library.generate(rng, now),
            "albums": dict(library.ALBUMS),
            "shared": [],
            "settings": {"grid": "comfortable", "received": True},
        }

    def arrive(self, ctx: Context, intent: Intent) -> None:
        """Show the photo of "content://photos/7"."""
        id_ = photo_in(intent.data)
        ids = [photo["id"] for photo in library.kept(ctx.state["photos"])]
        if id_ in ids:
            ctx.go("viewer", id=id_, among=ids)
