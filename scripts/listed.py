"""The rest of a way in one reply, in each form that a program has: a list, the first step by its
number and the others by their names; behind a `read`; with a last step that is `optional`; as what
is done for `each` row that the way goes by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from appagent.agent.observe import Observation
from appagent.bench.solve import view_of
from appagent.danger import Danger
from appagent.geometry import Point
from appagent.screen.rows import rows_in
from pocketphone.phone import Phone
from scripts.crawl import TYPED, middle, parts_of, take
from scripts.gallery import place
from scripts.gullible import Action, Gullible, Move, always

SEQUENCE, READ, OPTIONAL, EACH = "sequence", "read", "optional", "each"
PROGRAMS = (SEQUENCE, READ, OPTIONAL, EACH)
SAID = ", said"  # behind one of them: the reply says itself what it commits
_KINDS = {"tap": "tap", "hold": "long_press", "fill": "text", "enter": "tap"}


class Touched(NamedTuple):
    """What a step of a way touches."""

    name: str = ""  # "" where it has none
    row: str = ""  # the title of the row of a list that it is in
    is_row: bool = False  # it is that row itself


def touched_on(phone: Phone, way: Sequence[str]) -> list[Touched]:
    """What each step of a way touches. The phone goes it."""
    return [_touched(phone, step) for step in way]


def _touched(phone: Phone, step: str) -> Touched:
    found = Touched()
    if step != "back":
        x, y = middle(place(phone, parts_of(step)[1]))
        view = view_of(phone)
        there = [m for m in view.marks if m.bounds.contains(Point(round(x), round(y)))]
        smallest = min(there, key=lambda mark: mark.bounds.area, default=None)
        if smallest and (element := smallest.element):
            rows = rows_in(view.screen.size.rect, view.screen)
            row = next((row for row in rows if element in row.elements), None)
            is_row = row is not None and element.bounds == row.bounds
            found = Touched(element.name, row.title if row else "", is_row)
    take(phone, step)
    return found


def row_step(touched: Sequence[Touched]) -> int | None:
    """The last step that is in a row, if a program can name all that follows."""
    at = max((n for n, each in enumerate(touched) if each.row), default=None)
    named = at is not None and all(each.name for each in touched[at + 1 :])
    return at if named and (touched[at].is_row or touched[at].name) else None


def programs(
    model: Gullible,
    way: Sequence[str],
    touched: Sequence[Touched],
    by_number: Callable[[str], Iterator[Move]],
    means: str,
    commits: Danger,
) -> Iterator[Move]:
    """The way in lists, each as far as the one before it did not come; where the means is to go
    by `each` row, step by step up to the list."""
    form = means.removesuffix(SAID)
    last: Action = {"optional": True} if form == OPTIONAL else {}
    last |= {"commits": commits} if form != means else {}
    n = 0
    if form == EACH and (at := row_step(touched)) is not None:
        for step in way[:at]:
            yield from by_number(step)
        n, made = at, model.made
        yield always({"actions": [_each(way[at:], touched[at:]) | last]})
        n += model.made - made
    while n < len(way):
        made, rest = model.made, by_names(way[n + 1 :], touched[n + 1 :])
        *moves, first = by_number(way[n])
        yield from moves
        yield _list([{"kind": "read"}] * (form == READ), first, rest, last)
        n += max(1, model.made - made)


def by_names(way: Sequence[str], touched: Sequence[Touched]) -> list[Action]:
    """The actions of a way by the names of what they touch, up to one that has none."""
    found: list[Action] = []
    for step, each in zip(way, touched, strict=True):
        verb, _ = parts_of(step)
        if step == "back":
            found.append({"kind": "back"})
        elif verb == "enter" and found and found[-1].get("text"):
            found.append({"kind": "enter"})  # the field has the focus
        elif verb not in _KINDS or not each.name:
            break
        else:
            found += _by_name(verb, each.name)
    return found


def _by_name(verb: str, name: str) -> list[Action]:
    if verb in ("left", "right"):
        return [{"kind": "swipe", "name": name, "direction": verb, "dist": "long"}]
    typed: dict[str, Any] = {"text": TYPED} if verb == "fill" else {}
    return [{"kind": _KINDS[verb], "name": name, **typed}, *[{"kind": "enter"}] * (verb == "enter")]


def _each(way: Sequence[str], touched: Sequence[Touched]) -> Action:
    """A loop over the rows that are called as the first one of the way is."""
    verb, _ = parts_of(way[0])
    whole = touched[0].is_row or verb in ("left", "right")
    first = _by_name(verb, "row" if whole else touched[0].name)
    do = [*first, *by_names(way[1:], touched[1:])]
    return {"kind": "each", "where": touched[0].row, "do": do}


def _list(before: Sequence[Action], first: Move, rest: Sequence[Action], last: Action) -> Move:
    """A move that makes a list of the others, and says `last` of the last one."""

    def made(seen: Observation) -> Action:
        *others, end = first(seen), *rest
        return {"actions": [*before, *others, end | last]}

    return made
