"""The rest of a way in one reply: the first step by its number, the others by their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from appagent.agent.observe import Observation
from appagent.bench.solve import view_of
from appagent.geometry import Point
from pocketphone.phone import Phone
from scripts.crawl import TYPED, middle, parts_of, take
from scripts.gallery import place
from scripts.gullible import Action, Move

_KINDS = {"tap": "tap", "hold": "long_press", "fill": "text", "enter": "tap"}


def names_on(phone: Phone, way: Sequence[str]) -> list[str]:
    """What each step of a way touches is called; "" where it has no name. The phone goes it."""
    return [_name_on(phone, step) for step in way]


def _name_on(phone: Phone, step: str) -> str:
    name = ""
    if step != "back":
        x, y = middle(place(phone, parts_of(step)[1]))
        there = [m for m in view_of(phone).marks if m.bounds.contains(Point(round(x), round(y)))]
        smallest = min(there, key=lambda mark: mark.bounds.area, default=None)
        name = smallest.element.name if smallest and smallest.element else ""
    take(phone, step)
    return name


def by_names(way: Sequence[str], names: Sequence[str]) -> list[Action]:
    """The actions of a way by the names of what they touch, up to one that has none."""
    found: list[Action] = []
    for step, name in zip(way, names, strict=True):
        verb, _ = parts_of(step)
        if step == "back":
            found.append({"kind": "back"})
        elif verb not in _KINDS or not name:
            break
        else:
            typed: dict[str, Any] = {"text": TYPED} if verb == "fill" else {}
            found += [{"kind": _KINDS[verb], "name": name, **typed}]
            found += [{"kind": "enter"}] * (verb == "enter")
    return found


def before_names(first: Iterator[Move], rest: Sequence[Action]) -> Iterator[Move]:
    """The last of the moves in a list with what follows it."""
    moves = list(first)
    yield from moves[:-1]
    yield lambda seen: _list(moves[-1], rest, seen)


def _list(move: Move, rest: Sequence[Action], seen: Observation) -> Action:
    return {"actions": [move(seen), *rest]}
