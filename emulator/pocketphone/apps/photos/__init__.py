"""Photos: the pictures on the phone, their albums, and what can be made of them."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import ClassVar

from pocketphone.apps.photos import library
from pocketphone.apps.pick import pick
from pocketphone.ui import App, State


class Photos(App):
    package = library.PACKAGE
    label = "Photos"
    icon = "image-multiple"
    accent = (60, 92, 180)
    first_page = "pick"
    pages: ClassVar = {"pick": pick}

    def initial(self, rng: Random, now: datetime) -> State:
        return {"photos": library.drawn(rng, now)}
