"""Reviews: restaurants and shops, and what people think of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from random import Random
from typing import ClassVar

from pocketphone.apps.city import NAME
from pocketphone.apps.names import people
from pocketphone.apps.permission import permission
from pocketphone.apps.pick import pick
from pocketphone.apps.reviews import (
    about,
    business,
    businesses,
    home,
    me,
    nearby,
    parts,
    search,
    web,
    write,
)
from pocketphone.apps.share import share
from pocketphone.ui import VIEW, App, Context, Filter, Intent, State

HOST = "reviews.example.com"
_COLLECTIONS = ("Date night", "Lunch near work", "Take visitors here", "Rainy Sundays",
                "Cheap and cheerful", "To try")  # fmt: skip
_OWN = (
    "Would come again for the soup alone.",
    "Slow on a Friday, but worth the wait.",
    "Not as good as the last time we were here.",
)


class Reviews(App):
    package = "com.pocketphone.reviews"
    label = "Reviews"
    icon = "star-circle-outline"
    accent = (190, 32, 62)
    version_name = "12.6.0"
    version_code = 120600
    first_page = "home"
    activities: ClassVar = {
        "business": ".BusinessActivity",
        "write": ".WriteReviewActivity",
        "web": ".WebActivity",
    }
    pages: ClassVar = {
        **home.PAGES,
        **search.PAGES,
        **business.PAGES,
        **write.PAGES,
        **web.PAGES,
        **me.PAGES,
        **parts.PAGES,
        **nearby.PAGES,
        **about.PAGES,
        "permission": permission,
        "pick": pick,
        "share": share,
    }
    handles = (Filter(VIEW, scheme="https", host=HOST),)

    def initial(self, rng: Random, now: datetime) -> State:
        drawn = businesses.generate(rng)
        eats = [one for one in drawn if one["category"] == "restaurant"]
        shops = [one for one in drawn if one["category"] != "restaurant"]
        last, *others = rng.sample(shops, 5)
        seen = rng.sample(eats, 6) + others
        rng.shuffle(seen)
        (owner,) = people(rng, 1)
        known = rng.sample([one for one in drawn if one["town"] == NAME], 8)
        return {
            "businesses": drawn,
            "owner": owner,
            "feed": home.feed_drawn(rng, drawn),
            "search": dict(parts.WISH),
            "recently_viewed": [parts.viewed(one) for one in [last, *seen]],
            "bookmarks": [one["id"] for one in known[:5]],
            "collections": [
                {"id": place, "name": name, "lower": name.lower(),
                 "businesses": [one["id"] for one in rng.sample(drawn, rng.randint(2, 5))]}
                for place, name in enumerate(rng.sample(_COLLECTIONS, 3), start=1)
            ],
            "my_reviews": _own([one["id"] for one in known[5:]], rng, now.date()),
            "cookies": "",
            "shared": [],
            "settings": {"units": "km", "answers": True, "news": rng.random() < 0.5},
        }  # fmt: skip

    def arrive(self, ctx: Context, intent: Intent) -> None:
        """Open the business of a link ".../b/jade-lantern", the search of ".../s/dumplings"."""
        way = intent.data.partition(HOST)[2].strip("/").split("/")
        match way:
            case ["b", id_]:
                if (one := parts.business_of(ctx.state, id_)) is not None:
                    parts.open_business(ctx, one)
            case ["s", text] if text:
                ctx.state["search"] = {**parts.WISH, "what": text, "lower": text.lower()}
                ctx.go("results")


def _own(ids: Sequence[str], rng: Random, today: date) -> list[parts.Review]:
    """What the owner wrote of those businesses, the last first."""
    days = sorted(rng.sample(range(9, 200), len(ids)))
    return [
        parts.review(
            len(ids) - place,
            id_,
            rng.randint(2, 5),
            rng.choice(_OWN),
            today - timedelta(days=ago),
        )
        for place, (id_, ago) in enumerate(zip(ids, days, strict=True))
    ]


__all__ = ["Reviews"]
