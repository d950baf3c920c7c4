"""What stands in the city: how places are drawn, when they are open, and how they are found."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from pocketphone.apps import hours
from pocketphone.apps.city import Point, address, bent, locate
from pocketphone.apps.words import digits, matches, words
from pocketphone.ui import Rgb

Place = dict[str, Any]
"""{"id", "name", "category", "address", "lat", "lng", "rating", "reviews", "phone", "digits",
"hours": {"mon": "09:00-17:00" or ""}, "website", "price", "away_m": from the phone at boot}"""


class Category(NamedTuple):
    label: str  # one of them
    plural: str  # a chip
    icon: str
    color: Rgb
    hours: str  # usual ones, and others that some have, between bars
    closed: str = ""  # the days that some rest on
    names: tuple[str, ...] = ()  # drawn from by the seed
    drawn: int = 0


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(";"))


_FOOD, _STAY, _SHOP, _CIVIC, _GREEN, _FUN, _CARE = (
    (214, 106, 30), (196, 74, 132), (56, 112, 200), (96, 110, 130), (44, 132, 82), (126, 84, 176),
    (200, 66, 60),
)  # fmt: skip

CATEGORIES: dict[str, Category] = {
    "restaurant": Category(
        "Restaurant", "Restaurants", "silverware-fork-knife", _FOOD,
        "11:30-22:00|08:00-22:30|07:30-15:00", "mon tue sun",
        _names("Blue Anchor Kitchen; Casa Paloma; The Copper Pot; Lemon & Thyme; Saffron House;"
               "Trattoria Volpe; Golden Noodle; Harvest Table; The Salty Spoon; Bento Corner;"
               "Olive Terrace; Smoke & Barrel; Little Lisbon; Curry Lantern; Pier Seven Grill;"
               "Green Fork"), 12,
    ),
    "coffee": Category(
        "Coffee shop", "Coffee", "coffee", _FOOD, "07:00-18:00", "",
        _names("Daybreak Coffee; Kettle & Crumb; The Roasting Shed; Paper Cup; Morning Tide;"
               "Bean Street Espresso; Velvet Mug; North Star Coffee; The Quiet Bean; Marlow's"), 8,
    ),
    "hotel": Category(
        "Hotel", "Hotels", "bed", _STAY, hours.ALWAYS, "",
        _names("Hotel Meridian; The Alder Inn; Quayside Lodge; Grand Harbour Hotel;"
               "Hotel Marigold; Linden House; Riverbend Suites; The Old Mill Hotel; Compass Rooms;"
               "Hotel Aurora"), 8,
    ),
    "petrol": Category(
        "Petrol station", "Petrol", "gas-station", _SHOP, hours.ALWAYS, "",
        _names("Swift Fuel; Pegasus Petrol; Orchard Road Garage; Red Kite Fuel; Delta Energy;"
               "Roadstar; Coastline Petrol"), 5,
    ),
    "grocery": Category(
        "Supermarket", "Groceries", "cart", _SHOP, "08:00-21:00", "",
        _names("Fresh Basket; Corner Larder; Greenway Market; Daily Grocer; Sunny Foods;"
               "Harbour Provisions; The Pantry; Farmfield"), 6,
    ),
    "pharmacy": Category(
        "Pharmacy", "Pharmacies", "pill", _CARE, "08:30-19:00", "sun",
        _names("Willow Pharmacy; Cooper Street Chemist; Beacon Pharmacy; Heron Health;"
               "Northgate Pharmacy; Vital Chemist"), 5,
    ),
    "shop": Category(
        "Shop", "Shopping", "shopping", _SHOP, "10:00-19:00", "sun",
        _names("Fable Books; Saddler & Daughter; The Paper Kite; Tidewater Outfitters; Vinyl Attic;"
               "Brass Button; Clockwork Toys"), 5,
    ),
    "gym": Category(
        "Gym", "Gyms", "dumbbell", _FUN, "06:00-22:00", "",
        _names("Iron Harbour Gym; Peak Fitness; Riverside Climbing; Stride Studio"), 3,
    ),
    "bank": Category(
        "Bank", "Banks", "bank", _CIVIC, "09:00-16:30", "sat sun",
        _names("Alder Savings Bank; Union Trust; Merchant Bank; Keystone Bank"), 3,
    ),
    "museum": Category("Museum", "Museums", "bank", _FUN, "10:00-18:00", "mon"),
    "park": Category("Park", "Parks", "tree", _GREEN, "06:00-22:00"),
    "attraction": Category("Attraction", "Attractions", "ferris-wheel", _FUN, "10:00-18:00"),
    "theatre": Category("Theatre", "Theatres", "theater", _FUN, "12:00-23:00"),
    "library": Category("Library", "Libraries", "library", _CIVIC, "09:00-20:00", "sun"),
    "station": Category("Station", "Stations", "train", _CIVIC, hours.ALWAYS),
    "hospital": Category("Hospital", "Hospitals", "hospital-box", _CARE, hours.ALWAYS),
    "civic": Category("Public building", "Public buildings", "city", _CIVIC, "08:00-16:00",
                      "sat sun"),
    "school": Category("University", "Universities", "school", _CIVIC, "08:00-20:00", "sun"),
    "home": Category("Home", "Home", "home", _SHOP, ""),
    "work": Category("Work", "Work", "briefcase", _CIVIC, ""),
    "pin": Category("Dropped pin", "Pins", "map-marker", _CARE, ""),
    "address": Category("Address", "Addresses", "map-marker", _CARE, ""),
}  # fmt: skip
CHIPS = ("restaurant", "coffee", "hotel", "petrol", "grocery", "pharmacy", "park", "museum",
         "attraction", "shop")  # fmt: skip

_LANDMARKS = (
    ("Harbour Museum", "museum", "18 Quay Street"),
    ("Foundry Art Centre", "museum", "301 Foundry Road"),
    ("Natural History Museum", "museum", "205 Church Street"),
    ("City Library", "library", "171 Alder Avenue"),
    ("Central Station", "station", "238 Station Road"),
    ("Ferry Terminal", "station", "262 Quay Street"),
    ("Northgate Station", "station", "240 Northgate Street"),
    ("Alder Park", "park", ""),
    ("Botanical Garden", "park", "226 Elm Street"),
    ("Meadow Lane Gardens", "park", "480 Meadow Lane"),
    ("Old Lighthouse", "attraction", "3 Lighthouse Road"),
    ("Quayside Aquarium", "attraction", "150 Quay Street"),
    ("Observatory", "attraction", "96 Observatory Hill"),
    ("Riverside Wheel", "attraction", "120 Riverside"),
    ("Grand Theatre", "theatre", "129 Market Street"),
    ("Weaver Street Cinema", "theatre", "58 Weaver Street"),
    ("Town Hall", "civic", "170 Harbour Street"),
    ("Post Office", "civic", "95 Tanner Avenue"),
    ("St Brendan's Hospital", "hospital", "355 Kingfisher Avenue"),
    ("University of Port Alder", "school", "401 Chandler Avenue"),
)
LANDMARKS = frozenset("-".join(words(name)) for name, _, _ in _LANDMARKS)
_PARK_MIDDLE = (1415, 3155)


def generate(rng: Random) -> list[Place]:
    """The city's places: the landmarks, those that the seed names, and the owner's two."""
    found = [
        _place(rng, name, category, where, locate(where) or bent(*_PARK_MIDDLE))
        for name, category, where in _LANDMARKS
    ]
    for key, category in CATEGORIES.items():
        for name in rng.sample(category.names, category.drawn):
            where = address(rng)
            found.append(_place(rng, name, key, where, locate(where) or bent(0, 0)))
    for key in ("home", "work"):
        where = address(rng)
        found.append(bare(key, CATEGORIES[key].label, key, where, locate(where) or bent(0, 0)))
    return found


def _place(rng: Random, name: str, key: str, where: str, point: Point) -> Place:
    category = CATEGORIES[key]
    id_ = "-".join(words(name))
    phone = f"(555) 555-01{rng.randrange(100):02}"
    return bare(id_, name, key, where or "Park Street", point) | {
        "rating": round(rng.uniform(3.1, 4.9), 1),
        "reviews": int(10 ** rng.uniform(1.2, 3.4)),
        "phone": phone,
        "digits": digits(phone),
        "hours": hours.generate(rng, category.hours, category.closed),
        "website": f"{id_}.example.com",
        "price": "$" * rng.choice((1, 2, 2, 3)) if key in ("restaurant", "hotel") else "",
    }


def bare(id_: str, name: str, category: str, where: str, point: Point) -> Place:
    """A place of which no more is known than where it is."""
    return {
        "id": id_,
        "name": name,
        "category": category,
        "address": where,
        "lat": point.lat,
        "lng": point.lng,
        "rating": 0.0,
        "reviews": 0,
        "phone": "",
        "digits": "",
        "hours": {},
        "website": "",
        "price": "",
        "away_m": 0,
    }


def point_of(place: Place) -> Point:
    return Point.at(place["lat"], place["lng"])


# search


def find(places: Iterable[Place], query: str, here: Point) -> list[Place]:
    """The places that a query may mean, the likeliest first, then the nearest."""
    ranked = [(_rank(place, query), point_of(place).to(here), place) for place in places]
    hits = [(rank, away, place) for rank, away, place in ranked if rank is not None]
    return [place for _, _, place in sorted(hits, key=lambda hit: hit[:2])]


def _rank(place: Place, query: str) -> int | None:
    """How well a place answers: 0 by its whole name, to 5 with a typing error; None not at all."""
    asked, name = words(query), words(place["name"])
    category = CATEGORIES[place["category"]]
    kind = f"{category.label} {category.plural}"
    if not asked:
        return None
    if asked == name:
        return 0
    if name[: len(asked)] == asked or " ".join(name).startswith(" ".join(asked)):
        return 1
    if matches(query, place["name"]):
        return 2
    if matches(query, f"{place['name']} {kind}"):
        return 3
    if matches(query, f"{place['name']} {kind} {place['address']}"):
        return 4
    return 5 if matches(query, place["name"], typos=True) else None


# reviews

_PRAISE = (
    "Friendly people, and never too long a wait.",
    "We come here whenever we are in town.",
    "Clean, bright and easy to find.",
    "Better than I had hoped.",
    "A place to bring visitors to.",
)
_BLAME = (
    "Crowded at weekends, go early.",
    "Fine, but nothing special.",
    "Parking nearby is hopeless.",
    "They were closed although the hours said otherwise.",
    "Too loud for my taste.",
)
_WRITERS = (
    "Ilse",
    "Tom R.",
    "Marisol",
    "Bao",
    "Henrike",
    "J. Okafor",
    "Pilar",
    "Dmitri",
    "Sunniva",
)


class Review(NamedTuple):
    writer: str
    stars: int
    weeks_ago: int
    text: str


@lru_cache(maxsize=128)
def reviews(id_: str, rating: float) -> tuple[Review, ...]:
    """Six reviews of a place, whose stars lie about its rating."""
    rng = Random(f"{id_}/{rating}")
    found = []
    for writer, ago in zip(rng.sample(_WRITERS, 6), rng.sample(range(1, 50), 6), strict=True):
        stars = max(1, min(5, round(rng.gauss(rating, 0.8))))
        found.append(Review(writer, stars, ago, rng.choice(_PRAISE if stars > 3 else _BLAME)))
    return tuple(sorted(found, key=lambda review: review.weeks_ago))
