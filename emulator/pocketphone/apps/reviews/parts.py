"""What several pages of Reviews are made of, and what they change in its state."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from pocketphone.apps.artwork import photo
from pocketphone.apps.city import Point
from pocketphone.apps.faces import face
from pocketphone.apps.hours import status
from pocketphone.apps.pick import Photograph
from pocketphone.apps.reviews.businesses import CATEGORIES, Business, metres
from pocketphone.apps.stars import stars
from pocketphone.ui import (
    Column,
    Context,
    Icon,
    Row,
    State,
    Text,
    Widget,
    card,
    destinations,
    list_row,
    sheet,
)

MAPS = "com.pocketphone.maps"
OPEN_INK, CLOSED_INK = (30, 132, 73), (192, 57, 43)
VIEWED = 30  # kept in the list of what was looked at
FILTERS: dict[str, Any] = {
    "prices": [],
    "cuisines": [],
    "open_now": False,
    "bookings": False,
    "delivery": False,
    "outdoor": False,
    "sort": "recommended",
}
WISH = {**FILTERS, "what": "", "lower": "", "where": "", "category": ""}


def navigation(ctx: Context) -> Widget:
    tabs = (
        ("home", "Home", "home-outline"),
        ("activity", "Activity", "comment-quote-outline"),
        ("collections", "Collections", "folder-multiple-outline"),
        ("me", "Me", "account-circle-outline"),
    )
    return destinations(ctx, tabs)


# the state


def business_of(state: State, id_: str) -> Business | None:
    businesses: list[Business] = state["businesses"]
    return next((one for one in businesses if one["id"] == id_), None)


def here(ctx: Context) -> Point:
    """Where the phone is, as Maps knows it."""
    you = ctx.apps[MAPS]["you"]
    return Point.at(you["lat"], you["lng"])


def viewed(one: Business) -> dict[str, str]:
    """A line of the list of what was looked at."""
    return {name: one[name] for name in ("id", "name", "lower", "category")}


def open_business(ctx: Context, one: Business) -> None:
    """Open a business's page, and remember that it was looked at."""
    recent = ctx.state["recently_viewed"]
    recent[:] = [viewed(one), *(old for old in recent if old["id"] != one["id"])][:VIEWED]
    ctx.go("business", id=one["id"])


def bookmark(ctx: Context, one: Business) -> None:
    """Put a business on the bookmarks, or take it off."""
    bookmarks: list[str] = ctx.state["bookmarks"]
    if one["id"] in bookmarks:
        bookmarks.remove(one["id"])
        ctx.snackbar("Bookmark removed")
    else:
        bookmarks.insert(0, one["id"])
        ctx.snackbar("Bookmarked")


def mine(state: State, id_: str) -> Review | None:
    """The owner's own review of a business."""
    return next((one for one in state["my_reviews"] if one["business"] == id_), None)


Review = dict[str, Any]
"""One of the owner's own: {"id", "business", "stars", "text", "lower", "date", "said", "photo"}:
the day as "2026-02-19" and as "19 February 2026", and the id of a photo of the phone or None."""


def review(
    id_: int, business_id: str, count: int, text: str, day: date, photo: int | None = None
) -> Review:
    return {
        "id": id_,
        "business": business_id,
        "stars": count,
        "text": text,
        "lower": text.lower(),
        "date": day.isoformat(),
        "said": f"{day.day} {day:%B %Y}",
        "photo": photo,
    }


# texts


def distance(ctx: Context, one: Business) -> str:
    """ "850 m", "2.4 km"; in miles where the settings say so."""
    away = metres(one, here(ctx))
    if ctx.state["settings"]["units"] == "miles":
        return f"{away / 1609.344:.1f} mi"
    return f"{away / 1000:.1f} km" if away >= 1000 else f"{round(away, -1):.0f} m"


def kind_line(one: Business) -> str:
    """ "$$ \u00b7 Mexican"."""
    return " \u00b7 ".join(part for part in ("$" * one["price"], one["kind"]) if part)


# widgets


def picture(one: Business, place: int = 0, **more: Any) -> Widget:
    """One of the pictures of a business."""
    icons = (one["icon"], CATEGORIES[one["category"]].icon, "storefront-outline", "table-chair")
    return photo(icons[place % len(icons)], one["number"] + place, dusk=place % 2 == 0, **more)


def rating_row(one: Business) -> Widget:
    return Row(
        gap=6,
        children=[
            stars(one["rating"]),
            Text(id="rating", ref="", value=f"{one['rating']} ({one['reviews']:,} reviews)",
                 style="caption", color="on_surface_dim", lines=1),
        ],
    )  # fmt: skip


def status_text(ctx: Context, one: Business, **more: Any) -> Widget:
    text = status(one["hours"], ctx.minute)
    ink = OPEN_INK if text.startswith("Open") else CLOSED_INK
    if ctx.env.dark:
        red, green, blue = (channel + (255 - channel) // 2 for channel in ink)
        ink = red, green, blue
    return Text(id="status", ref="", value=text, style="caption", color=ink, **more)


def result(ctx: Context, one: Business, title: str = "") -> Widget:
    """A business with all that helps to choose: a touch opens it, a long one offers more."""
    return Row(
        id="business_card",
        ref=f"business/{one['id']}",
        key=one["id"],
        node="android.view.ViewGroup",
        description=one["name"],
        width="fill",
        padding=(16, 10),
        gap=14,
        align="start",
        on_tap=partial(open_business, ctx, one),
        on_long_press=partial(ctx.go, "business_menu", id=one["id"]),
        children=[
            picture(one, width=92, height=92, radius=12),
            Column(
                node="",
                weight=1,
                gap=3,
                align="start",
                children=[
                    Text(id="name", ref="", value=title or one["name"], style="title_small",
                         lines=1),
                    rating_row(one),
                    Text(id="kind", ref="", value=f"{kind_line(one)} \u00b7 {distance(ctx, one)}",
                         style="caption", lines=1),
                    Text(id="address", ref="", value=f"{one['address']}, {one['town']}",
                         style="caption", color="on_surface_dim", lines=1),
                    status_text(ctx, one, lines=1),
                ],
            ),
        ],
    )  # fmt: skip


def row(ctx: Context, one: Business, trailing: Widget | None = None) -> Widget:
    """A business in a short list."""
    return list_row(
        one["name"],
        f"{kind_line(one)} \u00b7 {distance(ctx, one)}",
        id="business_row",
        ref=f"business/{one['id']}",
        key=one["id"],
        leading=picture(one, width=56, height=56, radius=12),
        trailing=trailing,
        on_tap=partial(open_business, ctx, one),
        on_long_press=partial(ctx.go, "business_menu", id=one["id"]),
    )


def opinion_card(
    writer: str,
    count: int,
    text: str,
    when: str,
    *,
    about: str = "",
    heart: Widget | None = None,
    photo: dict[str, Any] | None = None,
    ref: str = "",
    on_tap: Callable[[], object] | None = None,
    on_long_press: Callable[[], object] | None = None,
) -> Widget:
    """What somebody thinks of a business."""
    head = Row(
        node="",
        gap=12,
        width="fill",
        children=[
            face(writer, 36),
            Column(
                node="",
                weight=1,
                children=[
                    Text(id="writer", ref="", value=writer, style="label", lines=1),
                    Text(id="when", ref="", value=when, style="caption", color="on_surface_dim"),
                ],
            ),
            stars(count),
        ],
    )
    return card(
        head,
        Text(id="about", ref="", value=about, style="title_small", visible=bool(about)),
        Row(
            node="",
            width="fill",
            children=[
                Text(id="review_text", ref="", value=text, style="body_small", weight=1),
                *([heart] if heart is not None else []),
            ],
        ),
        *([Photograph(photo=photo, shape=0.5, radius=12, ref="")] if photo else []),
        id="review",
        ref=ref,
        key=ref or f"{writer}/{when}",
        on_tap=on_tap,
        on_long_press=on_long_press,
        gap=8,
    )


def weeks(ago: int) -> str:
    return f"{ago} week{'s' * (ago > 1)} ago"


def business_menu(ctx: Context) -> Widget:
    """What a long press on a business offers."""
    one = business_of(ctx.state, ctx.args["id"])

    def after(deed: Callable[[Business], object]) -> None:
        ctx.back()
        if one is not None:
            deed(one)

    marked = one is not None and one["id"] in ctx.state["bookmarks"]
    deeds: tuple[tuple[str, str, str, Callable[[Business], object]], ...] = (
        ("bookmark", "Remove bookmark" if marked else "Bookmark", "bookmark-outline",
         partial(bookmark, ctx)),
        ("collect", "Add to collection", "folder-plus-outline",
         lambda it: ctx.go("collect", id=it["id"])),
        ("share", "Share", "share-variant-outline",
         lambda it: ctx.go("share", text=share_text(it))),
    )  # fmt: skip
    rows = [
        list_row(label, id="action", ref=f"action/{ref}", leading=Icon(name=icon),
                 on_tap=partial(after, deed))
        for ref, label, icon, deed in deeds
    ]  # fmt: skip
    return sheet(*rows, title=one["name"] if one else "")


def share_text(one: Business) -> str:
    """What is shared of a business."""
    return f"{one['name']}\n{one['address']}, {one['town']}\nhttps://{one['website']}"


PAGES = {"business_menu": business_menu}
