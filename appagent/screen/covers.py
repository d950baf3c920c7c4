"""What lies over a node and takes the touch there."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain, islice

from appagent.geometry import Rect
from appagent.screen.nodes import Node
from appagent.screen.panels import is_above
from appagent.screen.places import Places


def find_covers(
    touchable: Sequence[Node], panels: Sequence[Node] = ()
) -> dict[Node, tuple[Rect, ...] | None]:
    """The places where others, and `panels`, lie over each node; None where the others leave
    nothing of it to touch: what only a bar hides is there again when that goes."""
    takers: dict[tuple[Rect, str], list[Node]] = defaultdict(list)
    clickable = (n for n in touchable if n.has("clickable"))
    silent = (n for n in panels if not n.has("clickable"))
    for node in sorted([*clickable, *silent], key=_order):
        takers[node.bounds, node.kind].append(node)
    bars = (n for n in panels if not (n.has("scrollable") or n.holds("scrollable")))
    on_bars = {part for bar in bars for part in (bar, *bar.below())}
    # Those at one place are one thing to find: a thousand of them may lie there.
    groups = sorted(takers.values(), key=lambda group: group[-1].order)
    ends = [group[-1].order for group in groups]
    places = Places.of([group[0].bounds for group in groups])
    bare: set[Node] = set()  # over which nothing lies

    def over(node: Node) -> Iterator[Node]:
        around = node.parent
        if around in bare and around.last == node.last and around.bounds.contains(node.bounds):
            bare.add(node)  # as what it is the last part of
            return
        if node.last == node.window.last:
            bare.add(node)  # it ends its tree, and what is of another one is not told to be above
            return
        found = places.over(node.bounds, bisect_right(ends, node.last) - 1)
        if (first := next(found, None)) is None:
            bare.add(node)
            return
        for number in chain([first], found):
            if groups[number][0].bounds != node.bounds:
                on_top = (n for n in groups[number] if n.order > node.last and is_above(n, node))
                yield from islice(on_top, 2)

    return {node: _left_by(over(node), node, on_bars) for node in touchable}


def _order(node: Node) -> int:
    return node.order


def _left_by(over: Iterable[Node], node: Node, on_bars: Set[Node]) -> tuple[Rect, ...] | None:
    """The bounds of what lies over a node, in tree order; None where what is not `on_bars` leaves
    nothing of it to touch, or it lies behind a row of buttons: a dump shows the buttons side by
    side, but not what they stand on."""
    covers: list[Node] = []
    above: list[Node] = []
    buttons, looked_at = 0, 0
    for cover in over:
        if cover in on_bars:
            above.append(cover)
            continue
        covers.append(cover)
        buttons += cover.kind == "button" and _spans(cover.bounds, node.bounds)
        if buttons > 1:
            return None
        if len(covers) >= 2 * looked_at:  # often one is enough, and a thousand may follow
            looked_at = len(covers)
            if _is_covered(node, covers):
                return None
    if len(covers) > looked_at and _is_covered(node, covers):
        return None
    return tuple(dict.fromkeys(n.bounds for n in sorted([*covers, *above], key=_order)))


def _is_covered(node: Node, covers: Sequence[Node]) -> bool:
    return node.bounds.is_taken([cover.bounds for cover in covers])


def _spans(over: Rect, under: Rect) -> bool:
    """Whether `over` reaches from the upper to the lower edge of `under`."""
    return over.top <= under.top and under.bottom <= over.bottom
