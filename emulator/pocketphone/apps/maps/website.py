"""The web pages of a place, and the help of the app, shown as in a WebView."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.forms import Page
from pocketphone.apps.hours import DAY_NAMES, DAYS, span
from pocketphone.apps.maps import hotels, parts
from pocketphone.apps.maps.places import CATEGORIES, Place
from pocketphone.apps.site import Leaf, booklet, heading, note, pair, paragraph, web_page
from pocketphone.ui import Context, Widget, empty, scaffold


def website(ctx: Context) -> Widget:
    """The site of a place: what it is, when it is open, and the rooms of a hotel."""
    one = parts.place_of(ctx.state, ctx.args["id"])
    if one is None:
        return scaffold(empty("web-off", "This page cannot be opened"), title="", close=ctx.back)
    path: str = ctx.args["path"]
    links = {"home": "Home", "hours": "Opening hours"}
    if one["category"] == "hotel":
        links["rooms"] = "Rooms"
    content = {"home": _home, "hours": _hours, "rooms": _rooms}[path](one)
    return web_page(ctx, one["name"], f"{one['website']}/{path}", content, links=links)


def _home(one: Place) -> list[Widget]:
    kind = CATEGORIES[one["category"]].label.lower()
    return [
        heading(one["name"]),
        note(f"{CATEGORIES[one['category']].label} in Port Alder"),
        paragraph(f"Welcome to {one['name']}, a {kind} that the city has known for years."),
        paragraph(f"You find us at {one['address']}. Call us: {one['phone']}"),
    ]


def _hours(one: Place) -> list[Widget]:
    days = zip(DAYS, DAY_NAMES, strict=True)
    return [heading("Opening hours"), *(pair(name, span(one["hours"][day])) for day, name in days)]


def _rooms(one: Place) -> list[Widget]:
    rooms = hotels.rooms(one["id"], one["price"])
    return [
        heading("Rooms"),
        *(pair(f"{room.name}, sleeps {room.sleeps}", f"\u20ac{room.price}") for room in rooms),
        note("Prices for a night. To book a room, call us."),
    ]


_HELP = {
    "start": Leaf("Start", heading="Find your way", content=(
        "Type a name, an address or a kind of place into the field above the map. A finger that "
        "rests on the map drops a pin there.",
        "While you are led along a way, draw the green banner aside to see the turns to come.",
    )),
    "saved": Leaf("Places", heading="Save places", content=(
        "Save keeps a place in a list. A label, such as Dentist, gives a place a name of your own; "
        "hold a label to take it off again.",
    )),
    "location": Leaf("Location", heading="Your location", content=(
        "Maps shows roughly where you are. To have the map turned to where you look, let it use "
        "your precise location. What you allowed stands in the phone's settings, under Apps.",
    )),
}  # fmt: skip
PAGES: dict[str, Page] = {
    "website": website,
    "help": partial(
        booklet, title="Maps Help", host="support.example.com/maps", pages=_HELP, cookies=False
    ),
}
