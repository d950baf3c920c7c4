"""The photos of a phone: how the first ones are drawn, how they are put in order and found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from pocketphone.apps.photos.edits import PLAIN, Edit, shape
from pocketphone.apps.photos.sketches import KINDS
from pocketphone.apps.words import matches

Photo = dict[str, Any]
"""{"id", "title", "title_lower", "kind", "number", "upright", "place", "album", "taken", "width",
"height", "favourite", "deleted", "edit", "source"}; `kind` and `number` say what it shows, `source`
is the id of the photo that it was made of."""

PACKAGE = "com.pocketphone.photos"
DRAWN = 54
CAMERA = "camera"
COPY = " (edited)"
_FRAMES = {False: (4000, 3000), True: (3000, 4000)}  # px of the camera, by `upright`
ALBUMS = {CAMERA: "Camera", "received": "Received", "downloads": "Downloads",
          "holiday": "Holiday", "weekend": "Weekend walks"}  # fmt: skip

_TITLES: dict[str, tuple[str, ...]] = {
    "mountains": ("Morning at the pass", "Three peaks", "Above the tree line", "Hut on the ridge",
                  "Valley before the rain", "The long climb"),
    "sea": ("Boats off the pier", "Regatta day", "Low tide", "Calm water", "Sails in the bay",
            "First swim of the year"),
    "sunset": ("Last light at the harbour", "Red evening", "Sun behind the breakwater",
               "End of a long day", "Evening ferry", "Sky on fire"),
    "forest": ("Path through the pines", "Fog among the firs", "Mushroom walk", "Autumn woods",
               "Clearing at noon", "Where the owl lives"),
    "city": ("Skyline from the bridge", "Lights downtown", "View from the office", "Rooftops",
             "Rush hour from above", "Moon over the towers"),
    "desert": ("Dunes at noon", "Camel track", "Sand and more sand", "Red dunes", "The dry sea"),
    "flowers": ("Poppies by the road", "Grandma's garden", "Meadow in June", "Bees at work",
                "Tulip field", "First crocuses"),
    "balloons": ("Balloon fair", "Up and away", "Race of the balloons", "Over the fields",
                 "Baskets and ropes"),
    "food": ("Birthday pizza", "Sunday lunch", "Paella for six", "Salad at the beach bar",
             "Breakfast bowl", "My first risotto"),
    "lighthouse": ("The old lighthouse", "Lighthouse in the storm", "Keeper's house",
                   "Striped tower", "Lamp at dusk"),
    "snow": ("Snowman in the yard", "First snow", "Cold hands", "Winter holidays",
             "The big freeze"),
}  # fmt: skip
_PLACES = ("Port Alder", "Alder Park", "Quay Street", "Old Lighthouse", "Meadow Lane", "Ferry Road",
           "Northgate", "Observatory Hill", "Linden Valley", "Stonewick", "Easter Sound",
           "Cape Merrow")  # fmt: skip


def generate(rng: Random, now: datetime) -> list[Photo]:
    """The photos of a new phone, the newest first; no two share a title."""
    titles = [(kind, title) for kind in KINDS for title in _TITLES[kind]]
    taken, found = now - timedelta(hours=rng.randint(1, 6)), []
    for id_, (kind, title) in zip(range(DRAWN, 0, -1), rng.sample(titles, DRAWN), strict=True):
        upright = rng.random() < 0.3
        found.append(
            {
                "id": id_,
                "title": title,
                "title_lower": title.lower(),
                "kind": kind,
                "number": rng.randrange(10_000),
                "upright": upright,
                "place": rng.choice(_PLACES),
                "album": rng.choice([CAMERA] * 5 + [key for key in ALBUMS if key != CAMERA]),
                "taken": taken.isoformat(timespec="minutes"),
                "width": _FRAMES[upright][0],
                "height": _FRAMES[upright][1],
                "favourite": rng.random() < 0.1,
                "deleted": False,
                "edit": dict(PLAIN),
                "source": None,
            }
        )
        taken -= timedelta(minutes=rng.choice((4, 25, 70, 300, 1500, 4000)) + rng.randrange(50))
    return found


def frame(photo: Photo) -> tuple[int, int]:
    """The size of a photo before anything was made of it, px."""
    return _FRAMES[photo["upright"]]


def kept(photos: Iterable[Photo]) -> list[Photo]:
    """Those that are not in the bin, the newest first."""
    return sorted(
        (photo for photo in photos if not photo["deleted"]),
        key=lambda photo: (photo["taken"], photo["id"]),
        reverse=True,
    )


def by_day(photos: Sequence[Photo], today: datetime) -> dict[str, list[Photo]]:
    """Photos in their order under "Today", "Yesterday", "Fri, 27 Feb", "Mon, 29 Dec 2025"."""
    days: dict[str, list[Photo]] = {}
    for photo in photos:
        days.setdefault(day_name(datetime.fromisoformat(photo["taken"]), today), []).append(photo)
    return days


def day_name(day: datetime, today: datetime) -> str:
    ago = (today.date() - day.date()).days
    if ago in (0, 1):
        return "Yesterday" if ago else "Today"
    year = f" {day.year}" if day.year != today.year else ""
    return f"{day:%a}, {day.day} {day:%b}{year}"


def find(photos: Iterable[Photo], query: str, albums: Mapping[str, str]) -> list[Photo]:
    """The photos that a query means: by title, place, album or what they show."""
    return [
        photo
        for photo in kept(photos)
        if query.strip()
        and matches(
            query,
            f"{photo['title']} {photo['place']} {photo['kind']} {albums.get(photo['album'], '')}",
        )
    ]


def copy_of(photos: Sequence[Photo], photo: Photo, edit: Edit) -> Photo:
    """A new photo that is `photo` after an edit."""
    width, height = shape(edit, *frame(photo))
    title = f"{photo['title'].removesuffix(COPY)}{COPY}"
    return photo | {
        "id": max(one["id"] for one in photos) + 1,
        "title": title,
        "title_lower": title.lower(),
        "width": width,
        "height": height,
        "favourite": False,
        "edit": dict(edit),
        "source": photo["id"],
    }
