"""Restaurants and shops: how they are drawn, found and sifted, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

from pocketphone.apps import hours
from pocketphone.apps.city import NAME as HOME_TOWN
from pocketphone.apps.city import Point, address, locate
from pocketphone.apps.names import people
from pocketphone.apps.words import digits, matches, words

Business = dict[str, Any]
"""{"id", "name", "lower", "category", "cuisine", "kind", "price", "rating", "reviews", "town",
"address", "lat", "lng", "phone", "digits", "website", "icon", "number", "ad", "bookings",
"delivery", "outdoor", "hours", "times": {"fri": {"said", "opens", "closes", "closes_24"}}}

`ad` is the place among the sponsored ones of its cuisine, 0 for none; `price` 1 to 4, 0 for shops.
"""


class Category(NamedTuple):
    label: str
    one: str
    icon: str
    hours: str
    names: tuple[str, ...] = ()
    closed: str = "sun"


class Cuisine(NamedTuple):
    label: str
    icon: str
    names: tuple[str, ...]
    dishes: tuple[str, ...]


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(";"))


CATEGORIES = {
    "restaurant": Category(
        "Restaurants", "Restaurant", "silverware-fork-knife",
        "11:45-21:15|12:15-20:45|11:45-21:45", closed="mon tue wed",
    ),
    "coffee": Category(
        "Coffee & tea", "Coffee shop", "coffee", "07:30-18:00",
        _split("Driftwood Coffee; Second Cup Corner; Teapot Lane; Copper Kettle; Slow Pour;"
                "The Bean Yard"), "",
    ),
    "bakery": Category(
        "Bakeries", "Bakery", "baguette", "07:00-17:30",
        _split("Crumb & Crust; Rye Street Bakery; The Flour Mill; Poppy Seed; Warm Loaf"), "mon",
    ),
    "bar": Category(
        "Bars", "Bar", "glass-cocktail", "16:00-23:30",
        _split("The Tin Whistle; Night Heron; Barrel Room; Low Tide Bar; Lantern & Oak"), "mon",
    ),
    "book": Category(
        "Bookshops", "Bookshop", "bookshelf", "10:00-19:00",
        _split("Dog-Eared Books; Inkwell & Sons; Harbour Pages; The Reading Room; Paper Lantern"),
    ),
    "florist": Category(
        "Florists", "Florist", "flower", "09:00-18:00",
        _split("Wild Stem; Petal Yard; Bloom on Elm; The Green Bucket; Marigold & Moss"),
    ),
    "bike": Category(
        "Bike shops", "Bike shop", "bike", "10:00-18:30",
        _split("Spoke & Chain; Tailwind Cycles; Freewheel; Alder Bikes; The Puncture Shop"),
    ),
    "hair": Category(
        "Hairdressers", "Hairdresser", "content-cut", "09:00-19:00",
        _split("Split Ends; The Parting; Scissors on Fourth; Fringe Benefits; Curl & Comb"),
    ),
}  # fmt: skip
CUISINES = {
    "chinese": Cuisine(
        "Chinese", "noodles",
        _split("Jade Lantern; Lucky Dragon Kitchen; Red Pagoda; Silk Wok; Plum Blossom House;"
                "Nine Dumplings"),
        _split("Pork dumplings; Mapo tofu; Hand-pulled noodles; Sweet and sour fish; Congee"),
    ),
    "pizza": Cuisine(
        "Pizza", "pizza",
        _split("Forno Basso; Slice of Alder; Pizzeria Lupo; The Brick Oven; Margherita's;"
                "Stone & Fire"),
        _split("Margherita; Four cheeses; Mushroom and thyme; Spicy salami; Calzone"),
    ),
    "mexican": Cuisine(
        "Mexican", "taco",
        _split("Casa Amarilla; El Farolito Rojo; Taqueria Paloma; Agave Kitchen; Tres Chiles;"
                "La Mesa Verde"),
        _split("Tacos al pastor; Chicken mole; Corn soup; Cheese quesadilla; Churros"),
    ),
    "indian": Cuisine(
        "Indian", "chili-mild",
        _split("Saffron Gate; Tamarind Room; Curry Quarter; The Clove; Peacock House; Masala Row"),
        _split("Lentil dal; Butter chicken; Chickpea curry; Garlic naan; Mango lassi"),
    ),
    "japanese": Cuisine(
        "Japanese", "fish",
        _split("Sakura Bay; Little Tanuki; Umi Table; Kintsugi; The Paper Crane; Ramen Yoko"),
        _split("Salmon nigiri; Miso ramen; Vegetable tempura; Grilled aubergine; Mochi"),
    ),
    "italian": Cuisine(
        "Italian", "pasta",
        _split("Trattoria Nonna Pia; Osteria del Porto; La Forchetta; Basilico; Via Piccola;"
                "Gnocchi & Co"),
        _split("Ravioli with sage; Spaghetti alle vongole; Risotto; Vitello tonnato; Tiramisu"),
    ),
    "thai": Cuisine(
        "Thai", "rice",
        _split("Lemongrass Lane; Baan Mali; Green Papaya; Tuk Tuk Table; Orchid; Sweet Basil"),
        _split("Green curry; Pad thai; Papaya salad; Coconut soup; Sticky rice with mango"),
    ),
    "burgers": Cuisine(
        "Burgers", "hamburger",
        _split("Patty & Bun; The Flat Top; Burger Foundry; Smokestack; Double Stack; Grill No 9"),
        _split("House burger; Bean burger; Onion rings; Loaded fries; Malt shake"),
    ),
    "vegan": Cuisine(
        "Vegan", "leaf",
        _split("Root & Leaf; Green Table; The Good Bean; Sprout; Wild Carrot; Plant Supper Club"),
        _split("Beetroot tartare; Jackfruit bowl; Roast cauliflower; Lentil pie; Oat brulee"),
    ),
    "breakfast": Cuisine(
        "Breakfast", "egg-fried",
        _split("Sunny Side; Early Gull; The Pancake Press; Toast Office; Morning Bell; Yolk"),
        _split("Buttermilk pancakes; Eggs on toast; Shakshuka; Granola; Waffles with plums"),
    ),
}  # fmt: skip
TOWNS = {HOME_TOWN: (0, 0), "Norwick": (-21_000, 9_000), "Tarnby": (14_000, 26_000),
         "Oldhaven": (31_000, -7_000), "Little Rushmere": (-12_000, -24_000)}  # fmt: skip
SORTS = {"recommended": "Best match", "distance": "Distance", "rating": "Rating"}
FEATURES = {
    "open_now": "Open now",
    "bookings": "Takes bookings",
    "delivery": "Delivery",
    "outdoor": "Outdoor seating",
}
_SHOPS, _ELSEWHERE = 3, 5  # of a category at home; in each other town


def generate(rng: Random) -> list[Business]:
    """Four restaurants of each cuisine at home, some shops, and a few of both in other towns."""
    found: list[Business] = []
    others: list[tuple[str, str, str]] = []
    for key, cuisine in CUISINES.items():
        names = rng.sample(cuisine.names, len(cuisine.names))
        prices = [1, 2, 3, rng.randint(1, 4)]
        ads = rng.sample((1, 2, 0, 0), 4)
        rng.shuffle(prices)
        for name, price, ad in zip(names, prices, ads, strict=False):
            found.append(_business(rng, name, "restaurant", key, price, HOME_TOWN, ad))
        others += [(name, "restaurant", key) for name in names[4:]]
    for key, category in CATEGORIES.items():
        names = rng.sample(category.names, len(category.names))
        found += [_business(rng, name, key, "", 0, HOME_TOWN, 0) for name in names[:_SHOPS]]
        others += [(name, key, "") for name in names[_SHOPS:]]
    rng.shuffle(others)
    towns = [town for town in TOWNS if town != HOME_TOWN for _ in range(_ELSEWHERE)]
    for town, (name, key, cuisine_key) in zip(towns, others, strict=False):
        price = rng.randint(1, 4) if cuisine_key else 0
        found.append(_business(rng, name, key, cuisine_key, price, town, 0))
    rng.shuffle(found)
    return found


def _business(
    rng: Random, name: str, key: str, cuisine_key: str, price: int, town: str, ad: int
) -> Business:
    category, cuisine = CATEGORIES[key], CUISINES.get(cuisine_key)
    where, (east, north) = address(rng), TOWNS[town]
    spot = locate(where) or Point(0, 0)
    spot = Point(spot.x + east, spot.y + north)
    id_ = "-".join(words(name))
    phone = f"(555) 555-01{rng.randrange(100):02}"
    open_at = hours.generate(rng, category.hours, category.closed)
    if cuisine:
        open_at |= {day: hours.later(open_at[day], 30) for day in ("fri", "sat")}
    return {
        "id": id_,
        "name": name,
        "lower": name.lower(),
        "category": key,
        "cuisine": cuisine_key,
        "kind": cuisine.label if cuisine else category.one,
        "price": price,
        "rating": round(rng.uniform(2.6, 4.9), 1),
        "reviews": int(10 ** rng.uniform(1.0, 3.1)),
        "town": town,
        "address": where,
        "lat": spot.lat,
        "lng": spot.lng,
        "phone": phone,
        "digits": digits(phone),
        "website": f"{id_}.example.com",
        "icon": cuisine.icon if cuisine else category.icon,
        "number": rng.randrange(1000),
        "ad": ad,
        "bookings": rng.random() < 0.5,
        "delivery": rng.random() < 0.5,
        "outdoor": rng.random() < 0.4,
        "hours": open_at,
        "times": {day: dict(_times(span)) for day, span in open_at.items()},
    }


@cache
def _times(span: str) -> dict[str, str]:
    """Hours in the forms that people tell them in, without AM and PM: "11:45", "10:15", "22:15"."""
    opens, _, closes = span.partition("-")
    told = [hours.clock_time(time).split(" ")[0] if time else "" for time in (opens, closes)]
    return {"said": hours.span(span), "opens": told[0], "closes": told[1], "closes_24": closes}


# search


def town_of(text: str) -> str | None:
    """The town that a text means, the phone's own for nothing; None where there is no such town."""
    asked = text.strip()
    if not asked or matches(asked, "Current location"):
        return HOME_TOWN
    return next((town for town in TOWNS if matches(asked, town)), None)


def find(
    businesses: Iterable[Business], wish: Mapping[str, Any], here: Point, now: datetime
) -> list[Business]:
    """What a search finds, sifted and in its order."""
    town = town_of(wish["where"])
    hits = [
        one
        for one in businesses
        if one["town"] == town
        and wish["category"] in ("", one["category"])
        and (not wish["what"].strip() or _matches_query(wish["what"], one))
        and (not wish["prices"] or one["price"] in wish["prices"])
        and (not wish["cuisines"] or one["cuisine"] in wish["cuisines"])
        and (not wish["open_now"] or hours.is_open(one["hours"], now))
        and all(one[name] for name in ("bookings", "delivery", "outdoor") if wish[name])
    ]
    match wish["sort"]:
        case "distance":
            hits.sort(key=lambda one: metres(one, here))
        case "rating":
            hits.sort(key=lambda one: -one["rating"])
        case _:
            hits.sort(key=lambda one: -one["rating"] * min(3.0, len(str(one["reviews"]))))
    return hits


def _matches_query(what: str, one: Business) -> bool:
    label = CATEGORIES[one["category"]].label
    return matches(what, f"{one['name']} {one['kind']} {label}") or matches(
        what, one["name"], typos=True
    )


def metres(one: Business, here: Point) -> float:
    return Point.at(one["lat"], one["lng"]).to(here)


# what is said of them

_PRAISE = (
    "We stayed for three hours and nobody hurried us.",
    "The best in town, and I have tried them all.",
    "Ask what is fresh today. They mean it.",
    "Kind people, fair prices. We will be back.",
    "Came for a birthday and was spoiled.",
)
_BLAME = (
    "It was fine. I had been told more of it.",
    "Half an hour until somebody noticed us.",
    "Too loud to talk, too dark to read.",
    "Has been better under the last owner.",
)


def review_texts(rng: Random, rating: float) -> tuple[int, str]:
    """Stars about a rating, and words to go with them."""
    stars = max(1, min(5, round(rng.gauss(rating, 0.9))))
    return stars, rng.choice(_PRAISE if stars > 3 else _BLAME)


class Opinion(NamedTuple):
    writer: str
    stars: int
    text: str
    weeks_ago: int


@lru_cache(maxsize=128)
def opinions(id_: str, rating: float) -> tuple[Opinion, ...]:
    """Twelve reviews of a business, whose stars lie about its rating, the newest first."""
    rng = Random(f"{id_}/{rating}")
    weeks = sorted(rng.sample(range(1, 80), 12))
    return tuple(
        Opinion(writer, *review_texts(rng, rating), ago)
        for writer, ago in zip(people(rng, 12), weeks, strict=True)
    )


@lru_cache(maxsize=128)
def menu(id_: str, cuisine: str, price: int) -> tuple[tuple[str, str], ...]:
    """The dishes of a restaurant with what they cost."""
    rng = Random(id_)
    return tuple(
        (dish, f"{rng.randint(4, 9) * max(1, price)}.{rng.choice(('00', '50', '80'))}")
        for dish in CUISINES[cuisine].dishes
    )
