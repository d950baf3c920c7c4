"""What lies over a node and takes the touch there."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from appagent.geometry import Rect
from appagent.screen.nodes import Node
from appagent.screen.places import Places


def find_covers(touchable: Sequence[Node]) -> dict[Node, tuple[Rect, ...] | None]:
    """The places where others lie over each node; None where they leave nothing of it to touch."""
    takers: dict[tuple[Rect, str], list[Node]] = defaultdict(list)
    for node in touchable:
        if node.has("clickable"):
            takers[node.bounds, node.kind].append(node)
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
        found = places.over(node.bounds, bisect_right(ends, node.last) - 1)
        if (first := next(found, None)) is None:
            bare.add(node)
            return
        for number in chain([first], found):
            if groups[number][0].bounds != node.bounds:
                on_top = (n for n in groups[number] if n.order > node.last and _is_above(n, node))
                yield from islice(on_top, 2)

    return {node: _left_by(over(node), node) for node in touchable}


def _left_by(over: Iterable[Node], node: Node) -> tuple[Rect, ...] | None:
    """The bounds of what lies over a node, in tree order; None where nothing of the node is left to
    touch, or it lies behind a bar of buttons: a dump shows the buttons side by side, but not the
    bar."""
    covers: list[Node] = []
    buttons, looked_at = 0, 0
    for cover in over:
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
    covers.sort(key=lambda cover: cover.order)
    return tuple(dict.fromkeys(n.bounds for n in covers))


def _is_covered(node: Node, covers: Sequence[Node]) -> bool:
    return node.bounds.is_taken([cover.bounds for cover in covers])


def _spans(over: Rect, under: Rect) -> bool:
    """Whether `over` reaches from the upper to the lower edge of `under`."""
    return over.top <= under.top and under.bottom <= over.bottom


def _is_above(over: Node, under: Node) -> bool:
    """Whether `over`, which stands behind `under` in the tree, is drawn on top of it; False where
    the tree does not tell."""
    branch = over
    for ancestor in over.above():
        if under.within(ancestor):
            sibling = under
            while sibling.parent is not ancestor and sibling.parent is not None:
                sibling = sibling.parent
            orders = branch.drawing_order, sibling.drawing_order
            if all(orders) and orders[0] != orders[1]:
                return orders[0] > orders[1]
            # Compose prints its nodes by place, not by depth.
            return ancestor.cls not in {"View", "ComposeView"}
        branch = ancestor
    return False
