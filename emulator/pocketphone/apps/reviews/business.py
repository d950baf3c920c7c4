"""The page of one business: pictures, hours, the menu, what people think of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import quote

from pocketphone.apps.hours import DAY_NAMES, DAYS, status
from pocketphone.apps.others import dial, hand_on
from pocketphone.apps.pager import pager
from pocketphone.apps.pick import photo_of
from pocketphone.apps.reviews import parts
from pocketphone.apps.reviews.businesses import FEATURES, Business, menu, opinions
from pocketphone.apps.stars import INK
from pocketphone.ui import (
    VIEW,
    Button,
    Column,
    Context,
    Grid,
    Icon,
    IconButton,
    Intent,
    List,
    Row,
    Scroll,
    Strip,
    Text,
    Widget,
    ask_which,
    empty,
    list_row,
    more_options,
    scaffold,
    section,
)
from pocketphone.ui import menu as overflow_menu
from pocketphone.ui.theme import Weight

_PHOTOS, _ALL_PHOTOS = 5, 10  # on the page of a business; of it altogether
_ORDERS = {"newest": "Newest first", "highest": "Highest rated", "lowest": "Lowest rated"}


def _nothing(ctx: Context) -> Widget:
    return scaffold(empty("store-off-outline", "No such business"), title="", back=ctx.back)


def business(ctx: Context) -> Widget:
    one = parts.business_of(ctx.state, ctx.args["id"])
    if one is None:
        return _nothing(ctx)
    id_, marked = one["id"], one["id"] in ctx.state["bookmarks"]
    body = [
        _photos(ctx, one),
        _head(ctx, one),
        _deeds(ctx, one),
        _rate(ctx, one),
        *_facts(ctx, one),
        *_opinions(ctx, one),
    ]
    return scaffold(
        Scroll(id="business_scroll", ref="", padding=(0, 0, 0, 24), children=body),
        title="",
        back=ctx.back,
        actions=[
            IconButton(
                id="bookmark",
                icon="bookmark" if marked else "bookmark-outline",
                description="Bookmark",
                on=marked,
                color="primary" if marked else "on_surface_dim",
                on_tap=partial(parts.bookmark, ctx, one),
            ),
            IconButton(ref="share", icon="share-variant-outline",
                       on_tap=partial(ctx.go, "share", text=parts.share_text(one))),
            more_options(partial(ctx.go, "more", id=id_), id="more"),
        ],
    )  # fmt: skip


def _photos(ctx: Context, one: Business) -> Widget:
    """Pictures side by side; the others come into sight when they are swiped."""
    wide = min(ctx.width_dp, ctx.height_dp) * 0.66
    pictures = [
        Column(
            id="photo",
            ref=f"photo/{place}",
            key=place,
            description=f"Photo {place + 1} of {_PHOTOS}",
            on_tap=partial(ctx.go, "photos", id=one["id"]),
            children=[parts.picture(one, place, width=wide, height=wide * 0.58, radius=16)],
        )
        for place in range(_PHOTOS)
    ]
    return Strip(id="photo_strip", ref="", width="fill", gap=8, padding=(16, 4), children=pictures)


def _head(ctx: Context, one: Business) -> Widget:
    kind = f"{parts.kind_line(one)} \u00b7 {parts.distance(ctx, one)}"
    return Column(
        node="",
        padding=(20, 12, 20, 8),
        gap=4,
        align="start",
        children=[
            Text(id="title", value=one["name"], style="headline", lines=2),
            parts.rating_row(one),
            Text(id="kind", ref="", value=kind, style="body_small", color="on_surface_dim"),
            parts.status_text(ctx, one),
        ],
    )


def _deeds(ctx: Context, one: Business) -> Widget:
    """What can be done with a business, side by side."""
    deeds: list[tuple[str, str, str, Callable[[], object]]] = [
        ("directions", "Directions", "directions", partial(_directions, ctx, one)),
        ("call", "Call", "phone-outline", partial(dial, ctx, one["phone"])),
        ("write", "Write a review", "pencil-outline", partial(write_review, ctx, one, 0)),
        ("collect", "Collect", "folder-plus-outline", partial(ctx.go, "collect", id=one["id"])),
    ]
    if one["cuisine"]:
        deeds.insert(2, ("menu", "Menu", "book-open-variant",
                         partial(ctx.go, "web", id=one["id"], path="menu")))  # fmt: skip
    buttons = [
        Button(id=id_, label=label, icon=icon, kind="tonal", on_tap=deed)
        for id_, label, icon, deed in deeds
    ]
    return Strip(id="deeds", ref="", width="fill", gap=8, padding=(20, 4), children=buttons)


def write_review(ctx: Context, one: Business, count: int) -> None:
    """Open the form: empty, with so many stars, or with what was written before."""
    held = parts.mine(ctx.state, one["id"])
    ctx.go(
        "write",
        id=one["id"],
        stars=count or (held["stars"] if held else 0),
        text=held["text"] if held else "",
        photo=held["photo"] if held else None,
        error="",
    )


def _rate(ctx: Context, one: Business) -> Widget:
    """Five stars to be touched, each of which begins a review."""
    held = parts.mine(ctx.state, one["id"])
    given = held["stars"] if held else 0
    row = [
        IconButton(
            id="rate",
            ref=f"rate/{count}",
            key=count,
            icon="star" if count <= given else "star-outline",
            color=INK if count <= given else "outline",
            size=28,
            description=f"{count} star{'s' * (count > 1)}",
            on_tap=partial(write_review, ctx, one, count),
        )
        for count in range(1, 6)
    ]
    asked = "Your review" if held else "Been here? Say how it was"
    return Row(
        id="rate_bar",
        ref="",
        width="fill",
        padding=(20, 8, 8, 8),
        children=[Text(id="asked", ref="", value=asked, style="label", weight=1, lines=3), *row],
    )


def _facts(ctx: Context, one: Business) -> list[Widget]:
    unfolded = ctx.args.get("unfolded", False)
    offered = [label for name, label in FEATURES.items() if one.get(name)]
    rows = [
        list_row(
            "Opening hours",
            status(one["hours"], ctx.minute),
            id="hours",
            leading=Icon(name="clock-outline"),
            trailing=Icon(name="chevron-up" if unfolded else "chevron-down"),
            on_tap=partial(ctx.args.update, unfolded=not unfolded),
        ),
        *([_day(ctx, one, place) for place in range(7)] if unfolded else []),
        list_row(f"{one['address']}, {one['town']}", id="address",
                 leading=Icon(name="map-marker-outline"),
                 on_tap=partial(_directions, ctx, one)),
        list_row(one["phone"], id="phone", leading=Icon(name="phone-outline"),
                 on_tap=partial(dial, ctx, one["phone"])),
        list_row(one["website"], id="website", leading=Icon(name="web"),
                 on_tap=partial(ctx.go, "web", id=one["id"], path="home")),
    ]  # fmt: skip
    if offered:
        rows.append(
            list_row(", ".join(offered), id="features", leading=Icon(name="check-circle-outline"))
        )
    if one["cuisine"]:
        dishes = menu(one["id"], one["cuisine"], one["price"])
        rows.append(section("Popular dishes"))
        rows += [_dish(name, price) for name, price in dishes[:3]]
    return rows


def _day(ctx: Context, one: Business, place: int) -> Widget:
    bold: Weight | None = "Bold" if ctx.minute.weekday() == place else None
    return Row(
        id="day",
        ref=f"hours/{DAYS[place]}",
        key=DAYS[place],
        width="fill",
        padding=(56, 4, 20, 4),
        children=[
            Text(value=DAY_NAMES[place], style="body_small", weight=1, ref="", bold=bold),
            Text(value=one["times"][DAYS[place]]["said"], style="body_small", ref="", bold=bold),
        ],
    )  # fmt: skip


def _dish(name: str, price: str) -> Widget:
    return Row(
        id="dish",
        ref=f"dish/{name}",
        key=name,
        width="fill",
        padding=(20, 6),
        children=[
            Text(value=name, style="body", weight=1, ref=""),
            Text(value=price, style="body_small", color="on_surface_dim", ref=""),
        ],
    )


def _directions(ctx: Context, one: Business) -> None:
    """Hand the place to whichever app shows maps."""
    hand_on(
        ctx,
        Intent(VIEW, data=f"geo:0,0?q={one['lat']},{one['lng']}({quote(one['name'])})"),
        "can show a map",
    )


# what people think of it


def _cards(ctx: Context, one: Business, order: str = "newest") -> list[Widget]:
    """The owner's own review, then the others' in that order."""
    said = list(opinions(one["id"], one["rating"]))
    if order != "newest":
        said.sort(key=lambda each: each.stars if order == "lowest" else -each.stars)
    cards = [
        parts.opinion_card(each.writer, each.stars, each.text, parts.weeks(each.weeks_ago))
        for each in said
    ]
    held = parts.mine(ctx.state, one["id"])
    if held is None:
        return cards
    own = parts.opinion_card(
        ctx.state["owner"],
        held["stars"],
        held["text"],
        "Your review",
        photo=photo_of(ctx, held["photo"]),
        ref=f"mine/{held['id']}",
        on_tap=partial(write_review, ctx, one, 0),
        on_long_press=partial(ctx.go, "my_review_menu", id=held["id"]),
    )
    return [own, *cards]


def _opinions(ctx: Context, one: Business) -> list[Widget]:
    everything = list_row(
        "All reviews",
        f"{one['reviews']:,} reviews",
        id="all_reviews",
        trailing=Icon(name="chevron-right"),
        on_tap=partial(ctx.go, "opinions", id=one["id"], order="newest"),
    )
    return [section("Reviews"), *_cards(ctx, one)[:3], everything]


def all_opinions(ctx: Context) -> Widget:
    one = parts.business_of(ctx.state, ctx.args["id"])
    if one is None:
        return _nothing(ctx)
    order: str = ctx.args.get("order", "newest")
    bar = [
        IconButton(id="order", icon="sort-variant", description=f"Order: {_ORDERS[order]}",
                   on_tap=partial(ctx.go, "order", order=order)),
    ]  # fmt: skip
    return scaffold(
        List(id="review_list", ref="", children=_cards(ctx, one, order)),
        title=f"Reviews of {one['name']}",
        back=ctx.back,
        actions=bar,
    )


def order(ctx: Context) -> Widget:
    """The order of the reviews on the page below."""
    held = ctx.args["order"]
    return ask_which(ctx, "Order of reviews", _ORDERS, held, ctx.edit("order"))


def photos(ctx: Context) -> Widget:
    one = parts.business_of(ctx.state, ctx.args["id"])
    if one is None:
        return _nothing(ctx)
    pictures = [
        Column(
            id="photo",
            ref=f"photo/{place}",
            key=place,
            description=f"Photo {place + 1}",
            on_tap=partial(ctx.go, "photo", id=one["id"], place=place),
            children=[parts.picture(one, place, height=168, radius=12)],
        )
        for place in range(_ALL_PHOTOS)
    ]
    return scaffold(
        Scroll(id="photo_grid", ref="", padding=(16, 8), children=[
            Grid(columns=2, gap=8, children=pictures),
        ]),
        title=f"Photos of {one['name']}",
        back=ctx.back,
    )  # fmt: skip


def photo(ctx: Context) -> Widget:
    one = parts.business_of(ctx.state, ctx.args["id"])
    if one is None:
        return _nothing(ctx)
    high = min(ctx.width_dp * 0.75, ctx.height_dp * 0.6)
    return pager(ctx, [parts.picture(one, place, height=high) for place in range(_ALL_PHOTOS)])


def more(ctx: Context) -> Widget:
    """The overflow menu of a business."""

    def instead(page: str) -> None:
        id_ = ctx.args["id"]
        ctx.back()
        ctx.go(page, id=id_)

    def report() -> None:
        ctx.back()
        ctx.snackbar("Thank you. We will look into it.")

    return overflow_menu(
        [
            ("All photos", partial(instead, "photos")),
            ("Add to collection", partial(instead, "collect")),
            ("Report a problem", report),
        ]
    )


PAGES = {
    "business": business,
    "opinions": all_opinions,
    "order": order,
    "photos": photos,
    "photo": photo,
    "more": more,
}
