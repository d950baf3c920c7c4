"""Rows that are cut by the top of their list: what they are called, without their first text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from appagent.screen.keys import is_whole_row, row_of
from appagent.screen.nodes import Node
from appagent.screen.values import Element, Screen
from appagent.screen.words import is_text

Wholes = dict[tuple[str, str], dict[str, Element]]
"""Rows that were seen whole, by their app and key, and by all that they say."""


def tell_cut(screen: Screen, wholes: Wholes) -> Screen:
    """The screen; a row whose first texts are scrolled out of sight, over the top of its list, with
    the name that it had when it was whole, which `wholes` keeps. The name of one that was not seen
    whole begins with an ellipsis."""
    told = {id(e): e for e in screen.elements}
    lists = [e.bounds for e in screen.elements if e.role == "list"]
    rows = [e for e in screen.elements if is_whole_row(e) and e.name and e.uses]
    heads = {n.order: _head(n) for n in screen.nodes}
    for row in rows:
        around = next((box for box in reversed(lists) if box.contains(row.bounds)), row.bounds)
        known = wholes.setdefault((screen.app.package, row.key), {})
        below = {heads.get(e.order) for e in rows if e.key == row.key and e.bounds.top > around.top}
        if around.top < row.bounds.top and row.bounds.bottom < around.bottom:
            known[row.says or row.name] = row
        elif around.top == row.bounds.top and (whole := _whole(row, known)):
            _rename(row, whole.name, whole.says, whole.first, screen, told)
        elif around.top == row.bounds.top and len(below) == 1 and heads.get(row.order) not in below:
            says = row.says and f"…{row.says}"
            _rename(row, f"…{row.name}", says, f"…{row.title}", screen, told)
    return replace(screen, elements=tuple(told.values()))


def _head(node: Node) -> str:
    """The id of the first text in a node; "" for none."""
    return next((n.short_id for n in node.below() if is_text(n)), "")


def _whole(row: Element, known: Mapping[str, Element]) -> Element | None:
    """What a row is that was seen when more of it was in sight; None where two could be meant."""
    said = set((row.says or row.name).split(", "))
    taller = ((says, e) for says, e in known.items() if e.bounds.height > row.bounds.height)
    same = {e.name: e for says, e in taller if said <= set(says.split(", "))}
    return next(iter(same.values())) if len(same) == 1 else None


def _rename(
    row: Element, name: str, says: str, first: str, screen: Screen, told: dict[int, Element]
) -> None:
    """Tell a row by another name, and the icons in it that are called after it."""
    told[id(row)] = whole = replace(row, name=name, says=says, first=first)
    for e in screen.elements:
        if e.by_row and row_of(e.key) == row.key and row.bounds.contains(e.bounds.center):
            icon = e.name.replace(e.by_row, whole.title, 1)
            told[id(e)] = replace(e, name=icon, by_row=whole.title)
