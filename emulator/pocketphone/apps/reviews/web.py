"""A business's own web pages."""

from __future__ import annotations

from pocketphone.apps.hours import DAY_NAMES, DAYS
from pocketphone.apps.reviews import parts
from pocketphone.apps.reviews.businesses import Business, menu
from pocketphone.apps.site import framed, heading, note, pair, paragraph, web_page
from pocketphone.ui import Context, Widget, empty, scaffold

_PATHS = {"home": "Home", "menu": "Menu", "visit": "Visit us"}


def web(ctx: Context) -> Widget:
    one = parts.business_of(ctx.state, ctx.args["id"])
    if one is None:
        return scaffold(empty("web-off", "This page cannot be opened"), title="", close=ctx.back)
    path: str = ctx.args["path"]
    content = {"home": _home, "menu": _menu, "visit": _visit}[path](one)
    address = f"{one['website']}/{path}"
    return web_page(ctx, one["name"], address, content, links=_PATHS, cookies=True)


def _home(one: Business) -> list[Widget]:
    return [
        framed(parts.picture(one, 0, height=180)),
        heading(one["name"]),
        note(f"{one['kind']} in {one['town']}"),
        paragraph("We open the door early, close it late, and know most of our guests by name."),
        paragraph(f"You find us at {one['address']}, {one['town']}."),
        paragraph(f"Call us: {one['phone']}"),
    ]


def _menu(one: Business) -> list[Widget]:
    if not one["cuisine"]:
        return [paragraph("There is no menu: we sell what is in the window.")]
    return [
        heading("Menu"),
        note("Prices with everything"),
        *(pair(*dish) for dish in menu(one["id"], one["cuisine"], one["price"])),
        note("Tell us what you must not eat."),
    ]


def _visit(one: Business) -> list[Widget]:
    days = [(name, one["times"][day]["said"]) for day, name in zip(DAYS, DAY_NAMES, strict=True)]
    return [heading("Visit us"), *(pair(*day) for day in days)]


PAGES = {"web": web}
