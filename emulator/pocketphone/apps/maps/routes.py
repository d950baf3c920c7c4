"""Ways through the city: by car, by tram, on foot, by bicycle, and how they are told."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import count, pairwise
from typing import Literal, NamedTuple, cast, get_args

from pocketphone.apps.city import (
    AVENUES,
    MAIN_AVENUES,
    MAIN_STREETS,
    STREETS,
    Crossing,
    Edge,
    Kind,
    Point,
    crossing,
    edges,
    nearest,
)

Mode = Literal["driving", "transit", "walking", "cycling"]
MODES: tuple[Mode, ...] = get_args(Mode)

_TRAM_STREETS = [AVENUES[place] for place in sorted(MAIN_AVENUES)]
_TRAM_STREETS += [STREETS[place] for place in sorted(MAIN_STREETS)]
TRAMS = dict(zip(_TRAM_STREETS, "ABCDEFGH", strict=True))
"""The trams run along the main streets and stop at every crossing."""

_WALK: dict[Kind, float] = {"main": 1.38, "side": 1.34, "path": 1.3}
_SPEEDS: dict[Mode, dict[Kind, float]] = {  # metres a second, where the mode may go at all
    "driving": {"main": 11.5, "side": 7.0},
    "transit": _WALK,
    "walking": _WALK,
    "cycling": {"main": 4.5, "side": 4.3, "path": 4.0},
}
_TRAM = 9.0
_LIGHTS_S, _STOP_S, _WAIT_S = 7, 25, 300
_COMPASS = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)


class Leg(NamedTuple):
    """A part of a way that keeps to one street, on foot or wheels or in its tram."""

    street: str
    tram: bool
    points: tuple[Point, ...]
    metres: float
    seconds: float


class Route(NamedTuple):
    mode: Mode
    legs: tuple[Leg, ...]

    @property
    def points(self) -> list[Point]:
        return [point for leg in self.legs for point in leg.points]

    @property
    def metres(self) -> float:
        return sum(leg.metres for leg in self.legs)

    @property
    def seconds(self) -> float:
        return sum(leg.seconds for leg in self.legs)

    @property
    def via(self) -> str:
        """The street that most of the way keeps to."""
        return max(self.legs, key=lambda leg: leg.metres).street


class Step(NamedTuple):
    icon: str
    text: str
    metres: float


class _Hop(NamedTuple):
    """From one crossing (or end of the way) to the next, or into or out of a tram."""

    to: _Place
    tram: str
    street: str
    points: tuple[Point, ...]
    metres: float
    seconds: float


_Place = Crossing | Literal["start", "end"]


@cache
def _neighbours() -> dict[Crossing, list[tuple[Crossing, Edge]]]:
    found: dict[Crossing, list[tuple[Crossing, Edge]]] = {}
    for edge in edges():
        found.setdefault(edge.start, []).append((edge.end, edge))
        found.setdefault(edge.end, []).append((edge.start, edge))
    return found


def _seconds(mode: Mode, edge: Edge, metres: float) -> float | None:
    """Time along a street; None where the mode may not go."""
    speed = _SPEEDS[mode].get(edge.kind)
    if speed is None:
        return None
    return metres / speed + (_LIGHTS_S if mode == "driving" else 0)


@lru_cache(maxsize=256)
def route(start: Point, end: Point, mode: Mode) -> Route:
    """The quickest way between two places; from the street to the street that the mode may take."""
    first, last = nearest(start, _SPEEDS[mode]), nearest(end, _SPEEDS[mode])
    queue: list[tuple[float, int, _Place, str]] = [(0.0, 0, "start", "")]
    best: dict[tuple[_Place, str], tuple[tuple[_Place, str], _Hop]] = {}
    reached: dict[tuple[_Place, str], float] = {("start", ""): 0.0}
    order = count(1)  # equal times are settled by who came first
    done: set[tuple[_Place, str]] = set()
    while queue:
        seconds, _, place, tram = heapq.heappop(queue)
        if place == "end":
            break
        if (place, tram) in done:
            continue
        done.add((place, tram))
        for hop in _hops(place, tram, mode, first, last):
            then, key = seconds + hop.seconds, (hop.to, hop.tram)
            if then < reached.get(key, math.inf):
                reached[key] = then
                best[key] = (place, tram), hop
                heapq.heappush(queue, (then, next(order), hop.to, hop.tram))
    hops: list[_Hop] = []
    at: tuple[_Place, str] = ("end", "")
    while at != ("start", ""):
        at, hop = best[at]
        hops.append(hop)
    return Route(mode, tuple(_legs(hops[::-1])))


def _hops(
    place: _Place, tram: str, mode: Mode, first: tuple[Edge, Point], last: tuple[Edge, Point]
) -> Iterator[_Hop]:
    """Where one gets to from a place."""

    def along(edge: Edge, start: Point, end: Point, to: _Place) -> Iterator[_Hop]:
        metres = start.to(end)
        if (seconds := _seconds(mode, edge, metres)) is not None:
            yield _Hop(to, "", edge.street, (start, end), metres, seconds)

    if place == "start":
        edge, foot = first
        if edge == last[0]:
            yield from along(edge, foot, last[1], "end")
        for corner in (edge.start, edge.end):
            yield from along(edge, foot, crossing(corner), corner)
        return
    here = cast(Crossing, place)
    point = crossing(here)
    if tram:
        yield _Hop(here, "", tram, (), 0, 0)
    elif here in (last[0].start, last[0].end):
        yield from along(last[0], point, last[1], "end")
    for other, edge in _neighbours()[here]:
        far = crossing(other)
        if tram == edge.street:
            metres = point.to(far)
            yield _Hop(other, tram, tram, (point, far), metres, metres / _TRAM + _STOP_S)
        elif not tram:
            yield from along(edge, point, far, other)
            if mode == "transit" and edge.street in TRAMS:
                yield _Hop(here, edge.street, edge.street, (), 0, _WAIT_S)


def _legs(hops: list[_Hop]) -> Iterator[Leg]:
    """Hops along one street in one vehicle as one."""
    kept = [hop for hop in hops if hop.points or hop.tram]
    while kept:
        head = kept[0]
        same = 0
        while same < len(kept) and (kept[same].street, kept[same].tram) == (head.street, head.tram):
            same += 1
        run, kept = kept[:same], kept[same:]
        points = [hop.points[0] for hop in run if hop.points][:1]
        points += [hop.points[1] for hop in run if hop.points]
        yield Leg(
            head.street,
            bool(head.tram),
            tuple(points),
            sum(hop.metres for hop in run),
            sum(hop.seconds for hop in run),
        )


def steps(way: Route, goal: str) -> list[Step]:
    """The way in words; the last one is the arrival."""
    told: list[Step] = []
    for before, leg in pairwise((None, *way.legs)):
        assert leg is not None
        heading = _bearing(leg.points[0], leg.points[-1])
        compass = _COMPASS[round(heading / 45) % 8]
        if leg.tram:
            stops = len(leg.points) - 1
            text = f"Take tram {TRAMS[leg.street]} along {leg.street}, {stops} stop"
            told.append(Step("tram", text + "s" * (stops > 1), leg.metres))
        elif before is None:
            told.append(Step("arrow-up", f"Head {compass} on {leg.street}", leg.metres))
        elif before.tram:
            text = f"Get off and walk {compass} on {leg.street}"
            told.append(Step("walk", text, leg.metres))
        else:
            turn = (_bearing(*leg.points[:2]) - _bearing(*before.points[-2:]) + 180) % 360 - 180
            icon, text = ("arrow-up", "Continue onto")
            if abs(turn) > 30:
                side = "left" if turn < 0 else "right"
                icon = f"arrow-{side}-top"
                text = f"Turn {side} onto"
            told.append(Step(icon, f"{text} {leg.street}", leg.metres))
    return [*told, Step("flag-checkered", f"Arrive at {goal}", 0)]


def _bearing(start: Point, end: Point) -> float:
    """Degrees clockwise from north."""
    return math.degrees(math.atan2(end.x - start.x, end.y - start.y)) % 360


def along(way: Route, share: float) -> tuple[Point, float]:
    """The point at a share of the way, and the bearing there."""
    left = way.metres * max(0.0, min(1.0, share))
    points = way.points
    for start, end in pairwise(points):
        length = start.to(end)
        if length and left <= length:
            part = left / length
            spot = Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
            return spot, _bearing(start, end)
        left -= length
    return points[-1], _bearing(*points[-2:])


def duration(seconds: float) -> str:
    """ "4 min", "1 hr 5 min"."""
    minutes = max(1, round(seconds / 60))
    hours, minutes = divmod(minutes, 60)
    return f"{hours} hr {minutes} min" if hours else f"{minutes} min"


def distance(metres: float, units: str) -> str:
    """ "350 m", "2.4 km"; in "miles" "900 ft", "1.5 mi"."""
    if units == "miles":
        miles = metres / 1609.34
        return f"{miles:.1f} mi" if miles >= 0.2 else f"{round(metres * 3.281 / 50) * 50} ft"
    return f"{metres / 1000:.1f} km" if metres >= 950 else f"{max(10, round(metres, -1)):.0f} m"
