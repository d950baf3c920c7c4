"""Reviews: restaurants and shops, and what people think of them."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from random import Random
from typing import Any, ClassVar

from pocketphone.apps.city import NAME
from pocketphone.apps.names import people
from pocketphone.apps.reviews import business, businesses, home, me, parts, search, web, write
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
        "share": share,
    }
    handles = (Filter(VIEW, scheme="https", host=HOST),)

    def initial(self, rng: Random, now: datetime) -> State:
        drawn = businesses.drawn(rng)
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
            "my_reviews": [
                _own(place, one["id"], rng, now.date())
                for place, one in enumerate(known[5:], start=1)
            ],
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


def _own(id_: int, business_id: str, rng: Random, today: date) -> dict[str, Any]:
    """A review that the owner wrote."""
    text = rng.choice(_OWN)
    return {
        "id": id_,
        "business": business_id,
        "stars": rng.randint(2, 5),
        "text": text,
        "lower": text.lower(),
        "date": f"{today - timedelta(days=rng.randint(9, 200)):%Y-%m-%d}",
    }


__all__ = ["Reviews"]
