"""Port Alder, the made-up city that the phone is in: its streets, water, parks and addresses.

A plane of metres, x to the east and y to the north, whose streets are a slightly bent grid:
avenues run north, streets run east. Nothing of it depends on a seed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator
from functools import cache
from random import Random
from typing import Literal, NamedTuple, get_args

NAME = "Port Alder"

AVENUES = (
    "Lighthouse Road", "Chandler Avenue", "Rope Walk", "Mill Lane", "Alder Avenue", "Orchard Road",
    "Tanner Avenue", "Station Road", "Riverside", "Ferry Road", "Kingfisher Avenue",
    "Foundry Road", "Meadow Lane",
)  # fmt: skip
STREETS = (
    "Quay Street", "Fisher Street", "Market Street", "Cooper Street", "Harbour Street",
    "Saddler Street", "Church Street", "Weaver Street", "Park Street", "Elm Street",
    "Northgate Street", "Hazel Street", "Quarry Street", "Observatory Hill", "Linden Street",
)  # fmt: skip
_COLUMNS = (0, 330, 700, 1040, 1420, 1790, 2110, 2480, 2820, 3390, 3760, 4140, 4480)
_ROWS = (330, 600, 910, 1240, 1540, 1880, 2190, 2490, 2830, 3140, 3470, 3790, 4090, 4430, 4760)
MAIN_AVENUES, MAIN_STREETS = frozenset({1, 4, 7, 10}), frozenset({0, 4, 8, 12})
BANK = 8  # the river flows between this avenue and the next
BRIDGES = frozenset({1, 4, 8, 11})
PARK = (3, 8, 5, 10)  # first avenue, first street, last avenue, last street
SQUARES = (
    (6, 5),
    (1, 11),
    (10, 6),
    (2, 2),
    (11, 12),
    (6, 12),
)  # green blocks, by lower left corner
EAST, NORTH = _COLUMNS[-1], _ROWS[-1]
_LENGTHS = NORTH - _ROWS[0], EAST  # of an avenue, of a street

_LAT, _LNG = 46.8, -38.2  # of the plane's corner: open sea, as far from any real city as can be
_METRES = 111_320.0
_PER_LNG = _METRES * math.cos(math.radians(_LAT))
_PER_NUMBER = 9.0  # metres of street from one house number to the next

Kind = Literal["main", "side", "path"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Point(NamedTuple):
    """A place on the plane, metres."""

    x: float
    y: float

    @classmethod
    def at(cls, lat: float, lng: float) -> Point:
        return cls((lng - _LNG) * _PER_LNG, (lat - _LAT) * _METRES)

    @property
    def lat(self) -> float:
        return round(_LAT + self.y / _METRES, 6)

    @property
    def lng(self) -> float:
        return round(_LNG + self.x / _PER_LNG, 6)

    def to(self, other: Point) -> float:
        """Metres as the crow flies."""
        return math.hypot(self.x - other.x, self.y - other.y)


Crossing = tuple[int, int]
"""Number of the avenue, number of the street."""


class Edge(NamedTuple):
    """A street between two neighbouring crossings."""

    start: Crossing
    end: Crossing
    street: str
    kind: Kind


def bent(x: float, y: float) -> Point:
    """Where a point of the straight grid really is."""
    return Point(x + 60 * math.sin(y / 1150 + 0.4), y + 48 * math.sin(x / 1300 + 1.1))


@cache
def crossing(at: Crossing) -> Point:
    avenue, street = at
    return bent(_COLUMNS[avenue], _ROWS[street])


@cache
def edges() -> tuple[Edge, ...]:
    """All streets, crossing by crossing; no street but a bridge leads over the river."""
    found = []
    for avenue, column in enumerate(AVENUES):
        for street in range(len(STREETS) - 1):
            ends = (avenue, street), (avenue, street + 1)
            found.append(Edge(*ends, column, _kind(*ends, avenue in MAIN_AVENUES)))
    for street, row in enumerate(STREETS):
        for avenue in range(len(AVENUES) - 1):
            if avenue != BANK or street in BRIDGES:
                ends = (avenue, street), (avenue + 1, street)
                found.append(Edge(*ends, row, _kind(*ends, street in MAIN_STREETS)))
    return tuple(found)


def _kind(start: Crossing, end: Crossing, main: bool) -> Kind:
    left, low, right, high = PARK
    inside = any(left < avenue < right and low < street < high for avenue, street in (start, end))
    return "path" if inside else "main" if main else "side"


def blocks() -> Iterator[tuple[Crossing, tuple[Point, ...]]]:
    """The ground between four crossings, by its lower left one."""
    for avenue in range(len(AVENUES) - 1):
        for street in range(len(STREETS) - 1):
            corners = ((0, 0), (1, 0), (1, 1), (0, 1))
            yield (
                (avenue, street),
                tuple(crossing((avenue + right, street + up)) for right, up in corners),
            )


def green(block: Crossing) -> bool:
    left, low, right, high = PARK
    return block in SQUARES or (left <= block[0] < right and low <= block[1] < high)


def river() -> list[Point]:
    """The river's middle, from north to south."""
    middle = (_COLUMNS[BANK] + _COLUMNS[BANK + 1]) / 2
    return [bent(middle + 40 * math.sin(y / 420), y) for y in range(NORTH + 900, -200, -60)]


RIVER_WIDTH = 230


def coast() -> list[Point]:
    """The shore of the bay in the south, from west to east."""
    return [
        Point(x, 205 + 55 * math.sin(x / 520) + 25 * math.sin(x / 170))
        for x in range(-3000, EAST + 3000, 60)
    ]


# addresses


def locate(text: str) -> Point | None:
    """Where "12 Mill Lane" is; None where there is no such street, or no house of that number."""
    match = re.match(r"\s*(\d+)\s+(.+?)\s*(?:,.*)?$", text)
    if not match:
        return None
    number, name = int(match[1]), match[2].casefold()
    aside = 24 if number % 2 else -24
    along = number * _PER_NUMBER
    for place, street in enumerate(AVENUES):
        if street.casefold() == name and along <= _LENGTHS[0]:
            return _build_house(_COLUMNS[place] + aside, _ROWS[0] + along)
    for place, street in enumerate(STREETS):
        if street.casefold() == name and along <= _LENGTHS[1]:
            return _build_house(along, _ROWS[place] + aside)
    return None


def _build_house(x: float, y: float) -> Point | None:
    """A house's place; there is none between the river's banks, and none in the park."""
    left, low, right, high = PARK
    in_park = _COLUMNS[left] < x < _COLUMNS[right] and _ROWS[low] < y < _ROWS[high]
    on_river = _COLUMNS[BANK] + 40 < x < _COLUMNS[BANK + 1] - 40
    return None if in_park or on_river else bent(x, y)


def address(rng: Random) -> str:
    """A house somewhere in the city."""
    while True:
        place = rng.randrange(len(AVENUES) + len(STREETS))
        most = _LENGTHS[0 if place < len(AVENUES) else 1] / _PER_NUMBER
        text = f"{rng.randrange(1, int(most))} {(AVENUES + STREETS)[place]}"
        if locate(text) is not None:
            return text


def nearest(point: Point, kinds: Collection[Kind] = KINDS) -> tuple[Edge, Point]:
    """The street of those kinds that a point stands on, and the point of it that is nearest."""

    def foot(edge: Edge) -> Point:
        start, end = crossing(edge.start), crossing(edge.end)
        dx, dy = end.x - start.x, end.y - start.y
        share = ((point.x - start.x) * dx + (point.y - start.y) * dy) / (dx * dx + dy * dy)
        share = max(0.0, min(1.0, share))
        return Point(start.x + dx * share, start.y + dy * share)

    near = (edge for edge in edges() if edge.kind in kinds)
    edge = min(near, key=lambda edge: foot(edge).to(point))
    return edge, foot(edge)
