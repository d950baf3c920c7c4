"""What the shop sells: how products are drawn, priced and found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from pocketphone.apps.names import people
from pocketphone.apps.words import matches, words
from pocketphone.ui import Rgb

Product = dict[str, Any]
"""{"id", "name", "lower", "kind", "category", "icon", "number", "price_cents", "was_cents",
"rating", "reviews", "sold", "free_delivery", "colours": [name], "sizes": [name]}"""


class Category(NamedTuple):
    label: str
    icon: str


class Kind(NamedTuple):
    """A sort of thing; the seed draws two makes of each."""

    name: str
    category: str
    icon: str
    pounds: tuple[int, int]
    colours: int = 0  # how many of them there are to choose from
    sizes: str = ""


CATEGORIES = {
    "electronics": Category("Electronics", "headphones"),
    "home": Category("Home", "sofa-outline"),
    "kitchen": Category("Kitchen", "pot-steam-outline"),
    "fashion": Category("Fashion", "tshirt-crew-outline"),
    "sport": Category("Sport", "basketball"),
    "toys": Category("Toys", "teddy-bear"),
    "garden": Category("Garden", "flower-outline"),
    "beauty": Category("Beauty", "lipstick"),
}
COLOURS: dict[str, Rgb] = {
    "Black": (44, 46, 52), "White": (236, 236, 232), "Navy": (40, 62, 120), "Red": (192, 48, 52),
    "Sage": (122, 150, 118), "Sand": (204, 178, 138), "Lilac": (164, 138, 204),
    "Orange": (226, 128, 44), "Teal": (28, 128, 132), "Pink": (228, 138, 164),
}  # fmt: skip
_CLOTHES, _SHOES, _LITRES = "XS S M L XL", "37 38 39 40 41 42 43", "0.5_L 0.75_L 1_L"
_MAKES = (
    "Orbi", "Velta", "Nimbo", "Tarn", "Kestrel", "Luma", "Pollux", "Fenwick", "Brio", "Solen",
    "Marlo", "Quint", "Hazelby", "Rook", "Aster", "Dovetail", "Pico", "Ember", "Fjell", "Tolva",
)  # fmt: skip
KINDS = (
    Kind("gaming headset", "electronics", "headset", (24, 90), 4),
    Kind("wireless earbuds", "electronics", "earbuds", (15, 80), 4),
    Kind("mechanical keyboard", "electronics", "keyboard", (35, 120), 3),
    Kind("gaming mouse", "electronics", "mouse", (12, 60), 3),
    Kind("power bank", "electronics", "battery-charging", (10, 45), 3),
    Kind("bluetooth speaker", "electronics", "speaker", (18, 95), 5),
    Kind("desk lamp", "home", "desk-lamp", (14, 60), 4),
    Kind("wall clock", "home", "clock-outline", (12, 48), 3),
    Kind("storage basket", "home", "basket-outline", (6, 24)),
    Kind("alarm clock", "home", "alarm", (9, 35), 3),
    Kind("electric kettle", "kitchen", "kettle", (18, 70), 4),
    Kind("cast iron pot", "kitchen", "pot", (28, 110), 3),
    Kind("water bottle", "kitchen", "bottle-soda", (7, 30), 5, _LITRES),
    Kind("coffee grinder", "kitchen", "coffee-maker", (22, 90)),
    Kind("chef's knife", "kitchen", "knife", (15, 85)),
    Kind("storm umbrella", "fashion", "umbrella", (12, 48), 5),
    Kind("cotton t-shirt", "fashion", "tshirt-crew", (7, 25), 6, _CLOTHES),
    Kind("wool jumper", "fashion", "tshirt-v", (24, 95), 5, _CLOTHES),
    Kind("sun hat", "fashion", "hat-fedora", (9, 38), 4),
    Kind("leather wallet", "fashion", "wallet", (14, 60), 3),
    Kind("running shoes", "sport", "shoe-sneaker", (35, 130), 4, _SHOES),
    Kind("yoga mat", "sport", "yoga", (11, 50), 5),
    Kind("bike helmet", "sport", "bike", (19, 90), 4, "S M L"),
    Kind("tennis racket", "sport", "tennis", (22, 150)),
    Kind("travel backpack", "sport", "bag-personal", (25, 110), 5),
    Kind("building blocks", "toys", "toy-brick", (10, 60)),
    Kind("teddy bear", "toys", "teddy-bear", (8, 32), 3),
    Kind("jigsaw puzzle", "toys", "puzzle", (6, 28)),
    Kind("kite", "toys", "kite", (9, 40), 3),
    Kind("watering can", "garden", "watering-can", (8, 34), 4),
    Kind("plant pot", "garden", "pot-mix", (4, 22), 4, "S M L"),
    Kind("garden gloves", "garden", "hand-front-right", (4, 18), 3, "S M L"),
    Kind("hair dryer", "beauty", "hair-dryer", (16, 85), 3),
    Kind("electric toothbrush", "beauty", "toothbrush-electric", (18, 90), 3),
    Kind("hand cream", "beauty", "lotion", (3, 15)),
)
SORTS = {
    "relevance": "Best match",
    "price_up": "Price: low to high",
    "price_down": "Price: high to low",
    "rating": "Customer rating",
}
BANDS = {"any": (0, 10**9), "low": (0, 1500), "middle": (1500, 5000), "high": (5000, 10**9)}


def generate(rng: Random) -> list[Product]:
    """Two makes of every kind of thing, in any order."""
    found = [
        _product(rng, kind, make, number)
        for number, kind in enumerate(KINDS)
        for make in rng.sample(_MAKES, 2)
    ]
    rng.shuffle(found)
    return found


def _product(rng: Random, kind: Kind, make: str, number: int) -> Product:
    name = f"{make} {kind.name}"
    price = rng.randint(*kind.pounds) * 100 + rng.choice((0, 49, 95, 99))
    return {
        "id": "-".join(words(name)),
        "name": name,
        "lower": name.lower(),
        "kind": kind.name,
        "category": kind.category,
        "icon": kind.icon,
        "number": number * 10 + rng.randrange(10),
        "price_cents": price,
        "was_cents": round(price * rng.uniform(1.15, 1.7)) if rng.random() < 0.6 else 0,
        "rating": round(rng.uniform(3.2, 4.9), 1),
        "reviews": int(10 ** rng.uniform(1.3, 3.6)),
        "sold": int(10 ** rng.uniform(2, 4)) // 100 * 100,
        "free_delivery": rng.random() < 0.5,
        "colours": rng.sample(sorted(COLOURS), kind.colours),
        "sizes": kind.sizes.replace("_", "\u00a0").split(" ") if kind.sizes else [],
    }


def find(products: Iterable[Product], query: str) -> list[Product]:
    """The products that a text may mean, those called so before those of such a category."""
    hits = []
    for one in products:
        named = matches(query, one["name"], typos=True)
        if named or matches(query, f"{one['name']} {CATEGORIES[one['category']].label}"):
            hits.append((not named, one))
    return [one for _, one in sorted(hits, key=lambda hit: hit[0])]


def sift(products: Iterable[Product], wish: Mapping[str, Any]) -> list[Product]:
    """Those that the filters of `wish` let through, in its order."""
    least, most = BANDS[wish["band"]]
    kept = [
        one
        for one in products
        if least <= one["price_cents"] < most
        and one["rating"] >= wish["least_rating"]
        and (one["free_delivery"] or not wish["free_delivery"])
        and wish["category"] in ("", one["category"])
    ]
    match wish["sort"]:
        case "price_up":
            kept.sort(key=lambda one: one["price_cents"])
        case "price_down":
            kept.sort(key=lambda one: -one["price_cents"])
        case "rating":
            kept.sort(key=lambda one: -one["rating"])
    return kept


# money

CURRENCIES = {  # code: sign, name, worth of a pound
    "GBP": ("£", "British pound", 1.0),
    "EUR": ("€", "Euro", 1.16),
    "USD": ("$", "US dollar", 1.27),
    "CAD": ("C$", "Canadian dollar", 1.74),
    "AUD": ("A$", "Australian dollar", 1.94),
    "NZD": ("NZ$", "New Zealand dollar", 2.11),
    "CHF": ("CHF\u00a0", "Swiss franc", 1.12),
    "SEK": ("kr\u00a0", "Swedish krona", 13.3),
    "JPY": ("¥", "Japanese yen", 191.0),
    "INR": ("₹", "Indian rupee", 106.0),
}


def money(pence: int, currency: str) -> str:
    """An amount as a price tag shows it: "£12.95", "¥2,480"."""
    sign, _, worth = CURRENCIES[currency]
    amount = pence / 100 * worth
    return f"{sign}{amount:,.0f}" if worth > 10 else f"{sign}{amount:,.2f}"


# reviews

_PRAISE = (
    "Does what it should, and looks better than in the pictures.",
    "Second one I have ordered. My sister took the first.",
    "Arrived early and well packed.",
    "Feels solid. Would buy again.",
)
_BLAME = (
    "The colour is paler than shown.",
    "Fine for the price, no more than that.",
    "Came a week late and the box was dented.",
    "Smaller than I had expected, read the measures.",
)


class Review(NamedTuple):
    writer: str
    stars: int
    text: str


@lru_cache(maxsize=128)
def reviews(id_: str, rating: float) -> tuple[Review, ...]:
    """Nine reviews of a product, whose stars lie about its rating."""
    rng = Random(f"{id_}/{rating}")
    stars = [max(1, min(5, round(rng.gauss(rating, 0.8)))) for _ in range(9)]
    return tuple(
        Review(writer, count, rng.choice(_PRAISE if count > 3 else _BLAME))
        for writer, count in zip(people(rng, 9), stars, strict=True)
    )
