"""What a node is, in the word that a person would use."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence

from appagent.geometry import Rect
from appagent.screen.kinds import GROUP
from appagent.screen.nodes import Node, once

CONTROLS = frozenset(
    {"text field", "switch", "radio", "checkbox", "tab", "chip", "button", "slider", "dropdown"}
)
"""Roles that can be touched even where the tree does not say so."""

_TOUCHABLE = frozenset(
    {"clickable", "long-clickable", "checkable", "scrollable", "selected", "editable"}
)
_HANDLE_ID = re.compile(r"(?:^|_)(?:handle|grabber|drag|reorder|grip)(?:_|$)", re.IGNORECASE)

_CHECKED = frozenset({"switch", "radio", "checkbox"})
_ALIVE = frozenset({"text field", "slider", "dropdown"})  # always take the touch themselves


def is_list(node: Node) -> bool:
    """Whether the children of a node are rows.

    A lazy list of Compose is a plain `android.view.View` that scrolls; a scrolling column of
    fixed things is printed as `ScrollView`.
    """
    if node.cls == "View":
        return node.has("scrollable") and not node.has("clickable")
    return node.kind == "list"


def is_row(node: Node) -> bool:
    """Whether it is a child of a list."""
    return node.parent is not None and is_list(node.parent)


@once
def fills_row(node: Node) -> bool:
    """Whether it is a row, or all that a row holds."""
    alone = node.parent is not None and len(node.parent.children) == 1
    return is_row(node) or (alone and node.parent is not None and fills_row(node.parent))


def is_plain(node: Node) -> bool:
    """Whether neither its class nor an attribute nor its place in a list lets it be touched."""
    still = node.kind in {GROUP, "text"} and node.flags.isdisjoint(_TOUCHABLE)
    return still and not is_row(node)


@once
def role(node: Node) -> str:
    """The role of a node, by its class, its state, its parent and its children."""
    own = node.kind
    if own == GROUP or own in {"text", "image", "button"}:
        if _is_tab(node):
            return "tab"
        if own == GROUP:
            return _role_of_group(node)
    if own in {"text", "image"}:
        if is_adapter_row(node) and node.enabled:
            return "item"
        return "button" if node.has("clickable") else own
    # A bar that only shows progress has no parts; one with a thumb in it can be dragged. What holds
    # buttons is the frame of a stepper.
    thumbed = own == "progress" and node.children and not node.holds("clickable")
    return "slider" if thumbed else own


def _role_of_group(node: Node) -> str:
    if node.has("editable"):
        return "text field"
    if shown := state_of(node):
        return shown[0].kind
    if node.has("checkable"):
        return "checkbox"
    if node.has("clickable", "long-clickable") or is_adapter_row(node) or can_be_moved(node):
        return "item" if fills_row(node) else "button"
    if node.has("scrollable"):
        return "list"
    # Flutter prints every text as the description of a plain View.
    return "text" if node.text.strip() or node.description.strip() else GROUP


@once
def state_of(node: Node) -> list[Node]:
    """The controls inside a touchable group, or inside another control, that only show its state.

    A preference row is clickable and its `CheckBox` is not; Compose prints the role of a
    clickable `View` as a child of the same size; a row that can be checked and the switch in it
    are one.
    """
    if node.kind in _CHECKED:
        return [n for n in _own(node) if n.kind == node.kind] if node.children else []
    if node.kind != GROUP or not (node.has("clickable", "checkable") or is_adapter_row(node)):
        return []
    inside = [n for n in _own(node) if n.kind in CONTROLS and not _is_beside(n)]
    alike = len({n.has("checked") for n in inside}) == 1
    alive = any(
        n.kind in _ALIVE or (n.has("clickable", "long-clickable") and not _is_same(n, node))
        for n in inside
    )
    return inside if alike and not alive else []


def _is_same(inner: Node, row: Node) -> bool:
    """Whether a row is checked where the control inside it is."""
    both = inner.has("checkable") and row.has("checkable")
    return both and inner.has("checked") == row.has("checked")


def _is_beside(node: Node) -> bool:
    """Whether it is a button that does something else than what is around it."""
    return node.kind == "button" and node.has("clickable")


def _own(node: Node) -> Iterator[Node]:
    """The nodes below a node, without those inside another one that can be touched."""
    for child in node.children:
        yield child
        if not child.has("clickable", "long-clickable"):
            yield from _own(child)


def is_adapter_row(node: Node) -> bool:
    """Whether it is a row of a `ListView`: such rows answer a touch without being clickable."""
    return node.parent is not None and _has_an_adapter(node.parent)


@once
def _has_an_adapter(node: Node) -> bool:
    return (
        node.cls in {"ListView", "GridView", "ExpandableListView"}
        and node.enabled
        # A web page's <ul> is printed as a ListView too.
        and not any(above.cls == "WebView" for above in node.above())
    )


@once
def is_handle(node: Node) -> bool:
    """Whether a row is dragged by it; no attribute of a tree tells what can be dragged."""
    drawn = node.kind in {"image", "button"} and _HANDLE_ID.search(node.short_id)
    return bool(drawn) and any(is_row(a) for a in node.above())


def can_be_moved(node: Node) -> bool:
    """Whether it is a row with a handle: Android's `ItemTouchHelper` also lifts such a row where it
    is held."""
    return is_row(node) and node.count_below(is_handle) > 0


def _is_tab(node: Node) -> bool:
    """Whether it is one of several touchable siblings, in a row or a column, of which exactly one
    is selected."""
    parent = node.parent
    if parent is None or not node.has("clickable", "selected") or is_list(parent):
        return False
    tabs = _tabs_in(parent)
    if tabs is None:
        return False
    selected, peers = tabs
    return selected.in_line(node.bounds) == 1 and peers.in_line(node.bounds) > 1


@once
def _tabs_in(parent: Node) -> tuple[_Lines, _Lines] | None:
    """Where the selected children of a node stand, and all that may be its tabs; None where no
    child is selected."""
    selected = [n.bounds for n in parent.children if n.has("selected")]
    peers = (n.bounds for n in parent.children if n.has("clickable", "selected"))
    return (_Lines(selected), _Lines([*peers])) if selected else None


class _Lines:
    """Counts the boxes that stand side by side with another, or exactly above or below it."""

    def __init__(self, boxes: Sequence[Rect]) -> None:
        self._all = _edges(boxes)
        columns: defaultdict[tuple[int, ...], list[Rect]] = defaultdict(list)
        for box in boxes:
            columns[box[::2]].append(box)
        self._columns = {sides: _edges(column) for sides, column in columns.items()}

    def in_line(self, box: Rect) -> int:
        middle = box.center.y
        tops, bottoms = self._columns.get(box[::2], ([], []))
        below = len(tops) - _crossing(tops, bottoms, middle)
        return _crossing(*self._all, middle) + below


def _edges(boxes: Sequence[Rect]) -> tuple[list[int], list[int]]:
    return sorted(box.top for box in boxes), sorted(box.bottom for box in boxes)


def _crossing(tops: Sequence[int], bottoms: Sequence[int], y: int) -> int:
    """How many boxes with these edges reach over a height."""
    return bisect_right(tops, y) - bisect_right(bottoms, y)
