"""Maps: the city from above, its places, and the ways between them."""

from __future__ import annotations

import re
from datetime import datetime
from random import Random
from typing import ClassVar
from urllib.parse import parse_qs

from pocketphone.apps.city import Point, crossing
from pocketphone.apps.maps import (
    directions,
    explore,
    hotels,
    navigation,
    parts,
    place,
    places,
    saved,
    search,
    timeline,
    website,
    you,
)
from pocketphone.apps.permission import permission
from pocketphone.apps.share import share
from pocketphone.ui import VIEW, App, Context, Filter, Intent, State

# "46.81,-38.18" or "46.81,-38.18(Boathouse)"
_POINT = re.compile(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)(?:\((.+)\))?")
_LISTS = {"favourites": "Favourites", "want_to_go": "Want to go", "starred": "Starred"}


class Maps(App):
    package = "com.pocketphone.maps"
    label = "Maps"
    icon = "map-marker"
    accent = (24, 128, 92)
    first_page = "explore"
    activities: ClassVar = {"navigation": ".NavigationActivity"}
    pages: ClassVar = {
        **explore.PAGES,
        **search.PAGES,
        **place.PAGES,
        **hotels.PAGES,
        **directions.PAGES,
        **navigation.PAGES,
        **saved.PAGES,
        **you.PAGES,
        **timeline.PAGES,
        **website.PAGES,
        "permission": permission,
        "share": share,
    }
    handles = (Filter(VIEW, scheme="geo"),)

    def initial(self, rng: Random, now: datetime) -> State:
        drawn = places.generate(rng)
        at = crossing((rng.randint(3, 7), rng.randint(3, 7)))
        here = {"lat": at.lat, "lng": at.lng}
        for one in drawn:
            one["away_m"] = round(places.point_of(one).to(at))
        plain = [one for one in drawn if one["rating"] and one["id"] not in places.LANDMARKS]
        kept = [one["id"] for one in rng.sample(plain, 6)]
        recent = [one["name"] for one in rng.sample(plain, 3)]
        return {
            "places": drawn,
            "you": here,
            "map": {
                "center": dict(here),
                "zoom": 15.0,
                "bearing": 0.0,
                "layer": "default",
                "details": {"traffic": False, "transit": False, "cycling": False},
            },
            "selected": None,
            "pin": None,
            "search": {
                "query": "",
                "category": "",
                "sort": "relevance",
                "open_now": False,
                "top_rated": False,
            },
            "stay": hotels.first_stay(now),
            "availability": [],
            "recent": recent,
            "labels": saved.labels(rng, [one for one in plain if one["id"] not in kept]),
            "trips": timeline.generate(rng, plain, now),
            "lists": dict(_LISTS),
            "saved": {"favourites": kept[:3], "want_to_go": kept[3:5], "starred": kept[5:]},
            "directions": {
                "from": parts.YOU,
                "to": None,
                "mode": "driving",
                "navigating": False,
                "started": None,
            },
            "shared": [],
            "settings": {
                "units": "km",
                "mode": "driving",
                "list": "favourites",
                "voice": True,
                "history": True,
            },
        }

    def arrive(self, ctx: Context, intent: Intent) -> None:
        """Drop a pin at "geo:46.81,-38.18"; search for "geo:0,0?q=Town Hall", and open one hit."""
        spot, _, rest = intent.data.partition(":")[2].partition("?")
        query = parse_qs(rest).get("q", [""])[0].strip()
        if ctx.page != "explore":
            ctx.replace("explore")
        point = _POINT.match(query or spot)
        if point:
            _drop(ctx, Point.at(float(point[1]), float(point[2])), point[3])
            return
        if not query:
            return
        ctx.state["search"] |= {"query": query, "category": ""}
        hits = search.find_places(ctx.state, query)
        exact = [hit for hit in hits if query.casefold() in (hit["name"].casefold(), hit["id"])]
        if len(hits) == 1 or len(exact) == 1:
            search.open_hit(ctx, (exact or hits)[0])
        else:
            parts.remember(ctx.state, query)
            ctx.go("results")


def _drop(ctx: Context, point: Point, name: str | None) -> None:
    """Show a point with a pin that may have a name."""
    pin = explore.dropped(point, name or "Dropped pin")
    parts.pin_at(ctx.state, pin)
    parts.look(ctx.state, point)
