"""What lets no touch through though no attribute tells: a snackbar, a toolbar over a list."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from appagent.geometry import Rect
from appagent.screen.nodes import Node

_NOTICE_ID = "snackbar_text"  # of Material's library: the words of a snackbar
_CUT_SHARE = 0.25  # of the lower line: as much of each is in sight, and as much of it is not
_LAYER_SHARE = 0.5  # of the window: what is as large holds what lies on a page, and is no panel
_NEAR = 16  # lines of text that are held against one: in a thousand at one place nobody can read


def find_panels(nodes: Sequence[Node]) -> list[Node]:
    """The nodes that hide what is drawn before them, in tree order.

    Nobody writes words across words: where a text cuts through another one, what it stands on is
    opaque.
    """
    texts = [n for n in nodes if n.text and not n.children and n.kind in {"text", "button"}]
    panels = {_panel(text, text) for text in texts if text.short_id == _NOTICE_ID}
    panels |= {_panel(upper, lower) for upper, lower in _cut(texts)}
    return sorted(panels, key=lambda node: node.order)


def _cut(texts: Sequence[Node]) -> Iterator[tuple[Node, Node]]:
    """The texts that cut through another one, each with that one."""
    by_top = sorted(texts, key=lambda text: text.bounds.top)
    tops = [text.bounds.top for text in by_top]
    for one in by_top:
        start = bisect_right(tops, one.bounds.top)
        end = bisect_left(tops, one.bounds.bottom, start)
        for other in by_top[start : min(end, start + _NEAR)]:
            if _cross(one.bounds, other.bounds):
                upper, lower = (one, other) if one.order > other.order else (other, one)
                if is_above(upper, lower):
                    yield upper, lower


def _cross(high: Rect, low: Rect) -> bool:
    """Whether two lines of text overlap, and neither of them wholly; `high` begins above `low`."""
    least_px = _CUT_SHARE * min(high.height, low.height)
    parts_px = low.top - high.top, high.bottom - low.top, low.bottom - high.bottom
    return min(parts_px) >= least_px and high.left < low.right and low.left < high.right


def _panel(text: Node, lower: Node) -> Node:
    """What stands around a text, up to the layer that it lies on; without an empty margin."""
    panel = text
    most = _LAYER_SHARE * text.window.bounds.area
    while panel.parent is not None and panel.parent.bounds.area < most:
        if lower is not text and lower.within(panel.parent):
            break
        panel = panel.parent
    while len(panel.children) == 1:
        panel = panel.children[0]
    return panel


def is_above(over: Node, under: Node) -> bool:
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
