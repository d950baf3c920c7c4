"""The first page: what to look for, what is new, and what people write."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from pocketphone.apps import permission
from pocketphone.apps.artwork import category
from pocketphone.apps.names import people
from pocketphone.apps.reviews import parts
from pocketphone.apps.reviews.businesses import CATEGORIES, Business, review_texts
from pocketphone.apps.reviews.search import show_category
from pocketphone.apps.stars import stars
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Grid,
    Icon,
    IconButton,
    List,
    Row,
    Strip,
    Text,
    Widget,
    scaffold,
)

_NEW, _FEED = 8, 24


def feed_drawn(rng: Random, businesses: list[Business]) -> list[dict[str, Any]]:
    """What people wrote last: {"id", "business", "writer", "stars", "text", "weeks", "liked"}."""
    feed = []
    for place, (writer, one) in enumerate(
        zip(people(rng, _FEED), rng.sample(businesses, _FEED), strict=True)
    ):
        stars, text = review_texts(rng, one["rating"])
        feed.append(
            {
                "id": place + 1,
                "business": one["id"],
                "writer": writer,
                "stars": stars,
                "text": text,
                "weeks": 1 + place // 4,
                "liked": False,
            }
        )
    return feed


def home(ctx: Context) -> Widget:
    state = ctx.state
    fresh = sorted(state["businesses"], key=lambda one: one["reviews"])
    fresh = [one for one in fresh if one["rating"] >= 4][:_NEW]
    pill = Row(
        id="search_bar",
        width="fill",
        height=52,
        radius=26,
        padding=(16, 0),
        gap=12,
        background="surface_highest",
        on_tap=partial(ctx.go, "search"),
        children=[
            Icon(node="", name="magnify", color="primary"),
            Text(id="search_text", ref="", value="Restaurants, shops, dishes", style="body",
                 color="on_surface_dim", lines=1),
        ],
    )  # fmt: skip
    rows = [
        Grid(key="categories", columns=4, gap=4, padding=(8, 0), children=_categories(ctx)),
        _heading("New and well liked"),
        Strip(id="new_strip", ref="", key="new", width="fill", gap=12, padding=(16, 4),
              children=[_new(ctx, one) for one in fresh]),
        _heading(
            "Recent activity",
            Button(id="see_all", label="See all", on_tap=partial(ctx.replace, "activity")),
        ),
        *(_post(ctx, post) for post in state["feed"][:3]),
    ]  # fmt: skip
    return scaffold(
        Column(
            node="",
            children=[
                Column(node="", padding=(16, 4, 16, 8), children=[pill]),
                List(id="home_list", ref="", weight=1, children=rows, padding=(0, 0, 0, 16)),
            ],
        ),
        title="Reviews",
        actions=[
            IconButton(
                id="near_me",
                icon="crosshairs-gps",
                description="Near me",
                on_tap=partial(permission.ask, ctx, "location", "nearby"),
            ),
            IconButton(
                ref="bookmarks", icon="bookmark-outline", on_tap=partial(ctx.go, "bookmarks")
            ),
        ],
        bottom=parts.navigation(ctx),
    )


def _heading(text: str, more: Widget | None = None) -> Widget:
    title = Text(value=text, style="title_small", weight=1, ref="")
    children = [title, *([more] if more is not None else [])]
    return Row(node="", key=text, width="fill", padding=(16, 16, 8, 4), children=children)


def _categories(ctx: Context) -> list[Widget]:
    return [
        category(key, known.label, known.icon, partial(show_category, ctx, key), size=52,
                 radius=16, padding=(0, 8))
        for key, known in CATEGORIES.items()
    ]  # fmt: skip


def _new(ctx: Context, one: Business) -> Widget:
    return Column(
        id="new_card",
        ref=f"business/{one['id']}",
        key=one["id"],
        node="android.view.ViewGroup",
        width=188,
        radius=16,
        background="surface",
        align="stretch",
        on_tap=partial(parts.open_business, ctx, one),
        on_long_press=partial(ctx.go, "business_menu", id=one["id"]),
        children=[
            parts.picture(one, height=112, radius=16),
            Column(
                node="",
                padding=(12, 8, 12, 12),
                gap=2,
                align="start",
                children=[
                    Text(id="name", ref="", value=one["name"], style="label", lines=1),
                    stars(one["rating"], 14),
                    Text(id="kind", ref="", value=f"{parts.kind_line(one)} \u00b7 {one['town']}",
                         style="caption", lines=1, color="on_surface_dim"),
                ],
            ),
        ],
    )  # fmt: skip


def _post(ctx: Context, post: dict[str, Any]) -> Widget:
    """Somebody's review in the feed, with a heart that is grey or red."""
    one = parts.business_of(ctx.state, post["business"])
    assert one is not None

    def like() -> None:
        post["liked"] = not post["liked"]

    heart = IconButton(
        id="like",
        ref=f"post/{post['id']}/like",
        icon="heart",
        on=post["liked"],
        color="error" if post["liked"] else "outline",
        on_tap=like,
    )
    return parts.opinion_card(
        post["writer"],
        post["stars"],
        post["text"],
        parts.weeks(post["weeks"]),
        about=one["name"],
        heart=heart,
        ref=f"post/{post['id']}",
        on_tap=partial(parts.open_business, ctx, one),
    )


def activity(ctx: Context) -> Widget:
    """All that people wrote last."""
    rows = [_post(ctx, post) for post in ctx.state["feed"]]
    return scaffold(
        List(id="activity_list", ref="", children=rows, padding=(0, 0, 0, 16)),
        title="Activity",
        bottom=parts.navigation(ctx),
    )


PAGES = {"home": home, "activity": activity}
