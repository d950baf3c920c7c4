"""The elements of a screen from its XML: what can be touched, and the texts beside it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from appagent.geometry import Rect, Size
from appagent.screen import naming, nodes
from appagent.screen.keys import keys
from appagent.screen.nodes import Node
from appagent.screen.roles import (
    CONTROLS,
    GROUP,
    can_be_moved,
    is_adapter_row,
    is_handle,
    is_row,
    kind,
    role,
    state_of,
)
from appagent.screen.values import SURFACE, Element, Use
from appagent.screen.words import clean, inner_texts, join_texts, offscreen_texts, own_text

_PAGE_SHARE = 0.75
"""Of its window: what is larger and holds other controls is the page, and no control."""
LARGE_SHARE = 0.3  # of the screen: an area of that size that the tree leaves empty
_DRAWN = frozenset({GROUP, "picture", "web page"})
_VEIL = re.compile(r"scrim|touch_?outside|(?:^|_)(?:dim|shadow\b)", re.IGNORECASE)
"""Ids of the dark layer over what is behind a sheet."""


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """What one dump contains."""

    elements: tuple[Element, ...]  # in tree order
    package: str  # of the app in front; "" for an empty tree
    notes: tuple[str, ...] = ()  # what was repaired, and what was left out
    surfaces: tuple[Element, ...] = ()  # large and empty: a canvas, a game, a web page


def parse_hierarchy(xml: bytes, size: Size) -> Hierarchy:
    """The elements of a dump, clipped to a screen of `size` px.

    The status bar, the navigation bar and the keyboard are left out.

    Raises: `ScreenUnreadable` where the XML cannot be read whole.
    """
    root, repairs = nodes.read_root(xml)
    found, notes = nodes.windows(root, size)
    notes = [*repairs, *notes]
    board = next((w.root.bounds for w in found if w.keyboard), None)
    if board:
        notes.append("the keyboard's window is left out")
    roots = [w.root for w in found if not w.keyboard and not w.bar]
    covers = [(w.root.bounds, w.layer) for w in found if not w.bar]
    hidden = {
        node
        for w in found
        for node in (w.root, *w.root.below())
        if any(layer > w.layer and cover.contains(node.bounds) for cover, layer in covers)
        or (board and board.contains(node.bounds))
    }
    packages = Counter(n.package for r in roots for n in (r, *r.below()) if n.package)
    reader = _Reader(roots, size, hidden)
    return Hierarchy(
        elements=reader.elements(),
        package=packages.most_common(1)[0][0] if packages else "",
        notes=tuple(notes),
        surfaces=reader.surfaces(),
    )


class _Reader:
    """Reads the elements out of the windows of a dump."""

    def __init__(self, roots: Sequence[Node], size: Size, hidden: set[Node]) -> None:
        self._size = size
        self._keys = keys(roots)
        self._covered: set[Node] = set()
        self._nodes = [n for root in roots for n in (root, *root.below()) if n not in hidden]
        self._state_nodes = {n: found for n in self._nodes if (found := state_of(n))}
        self._states = {n for found in self._state_nodes.values() for n in found}
        self._uses = {n: u for n in self._nodes if (u := self._uses_of(n))}
        self._covers = _find_covers(list(self._uses))
        for node in [n for n, covers in self._covers.items() if _is_covered(n, covers)]:
            for part in (node, *node.below()):
                self._uses.pop(part, None)
                self._covered.add(part)
        for veil in filter(self._is_veil, tuple(self._uses)):
            del self._uses[veil]  # it takes the touch from what it covers, and has no use itself
        self._taps = {n for n, uses in self._uses.items() if uses != {"swipe"}}
        self._name_texts: set[Node] = set()  # texts that already name a control

    def elements(self) -> tuple[Element, ...]:
        """The controls, and the texts that name none of them, in tree order."""
        by_node = {
            node: self._element(node, *self._name(node), uses) for node, uses in self._uses.items()
        }
        silent = self._name_texts | self._states | self._covered
        for node in self._nodes:
            if node in by_node or node in silent:
                continue
            name = own_text(node)
            value = _value(node)
            if name or value:
                what = role(node) if kind(node) in CONTROLS else _kind_of_text(node)
                by_node[node] = self._element(node, what, name, frozenset())
        return tuple(by_node[node] for node in self._nodes if node in by_node)

    def surfaces(self) -> tuple[Element, ...]:
        """The large areas without children or text: an app may have drawn anything there."""
        return tuple(
            self._element(node, SURFACE, own_text(node), self._uses.get(node, frozenset()))
            for node in self._nodes
            if kind(node) in _DRAWN
            and not (node.children or node.text.strip())
            and self._is_large(node)
            and not self._is_veil(node)
        )

    def _is_large(self, node: Node) -> bool:
        return node.bounds.area >= LARGE_SHARE * self._size.rect.area

    def _is_veil(self, node: Node) -> bool:
        """Whether it is the dark layer over what is behind a sheet."""
        match = _VEIL.search(f"{node.short_id} {node.description}")
        return bool(match) and not node.children and self._is_large(node)

    def _uses_of(self, node: Node) -> frozenset[Use]:
        if node in self._states or any(says(node) for says in _UNTOUCHED):
            return frozenset()
        what = role(node)
        uses: set[Use] = set()
        control = what in CONTROLS if what != "button" else kind(node) == "button"
        if (control or node.has("clickable", "checkable") or _answers_tap(node)) and not _is_page(
            node
        ):
            uses.add("tap")
        if node.has("long-clickable") or is_handle(node) or can_be_moved(node):
            uses.add("long_press")
        if node.has("scrollable") or what == "slider" or is_handle(node):
            uses.add("swipe")
        if what == "text field":
            uses.add("text")
        # A disabled button tells something; a disabled label, divider or area does not.
        if not node.enabled and (kind(node) == "text" or what not in CONTROLS - {"button"}):
            said = kind(node) in {"image", *CONTROLS} and own_text(node)
            # A button of Compose is a clickable View with a Button in it.
            return frozenset(uses if said or node in self._state_nodes else ())
        return frozenset(uses)

    def _name(self, node: Node) -> tuple[str, str]:
        """The role and the name of a control; remembers the texts that the name is made of."""
        what = role(node)
        own = own_text(node)
        if self._uses[node] == {"swipe"} and what != "slider":
            own = own or naming.find_heading(node, self._taps, self._covered)
            return what, own or naming.id_words(node)
        inside = list(inner_texts(node, self._taps | self._covered))
        if what in {"dropdown", "slider"}:  # what is chosen is its value; a thumb is no name
            self._name_texts.update(n for n, _ in inside)
        elif not own:
            own = join_texts([said for _, said in inside])
            own = own or join_texts(list(offscreen_texts(node, self._taps)))
        self._name_texts.update(n for n, said in inside if said in own)
        if own:
            return what, own
        if any(child in self._taps for child in node.below()):
            return GROUP, naming.id_words(node)
        found = naming.find_label(node, self._taps, self._covered, self._size.height)
        if found is None:
            return what, naming.id_words(node)
        if found[0] not in self._taps:
            self._name_texts.add(found[0])
        return what, naming.name_from_label(node, found, self._taps)

    def _element(self, node: Node, what: str, name: str, uses: frozenset[Use]) -> Element:
        state = self._state_nodes.get(node, [node])[0]
        checkable = state.has("checkable") or node.has("checkable")
        return Element(
            key=self._keys[node],
            bounds=_visible_bounds(node),
            role=what,
            name=name,
            text="" if node.text == node.hint else node.text,
            description=node.description,
            resource_id=node.resource_id,
            value=_value(node),
            enabled=(node.enabled and state.enabled) or not uses,  # a label is never disabled
            checked=state.has("checked") or node.has("checked") if checkable else None,
            selected=node.has("selected"),
            focused=node.has("focused"),
            uses=uses,
            secret=node.has("password"),
            covers=tuple(cover.bounds for cover in self._covers.get(node, ())),
        )


def _answers_tap(node: Node) -> bool:
    """Whether it is a row that answers a tap, though the tree does not call it clickable."""
    touchable = ("clickable", "checkable", "long-clickable")
    if not is_row(node) or not (is_adapter_row(node) or node.has("focusable")):
        return False
    if node.holds("clickable", "long-clickable"):
        return False
    has_text = bool(own_text(node) or next(inner_texts(node, ()), None))
    return node.enabled and not node.has(*touchable) and has_text


def _is_drawing(node: Node) -> bool:
    """Whether it is the icon of a button: a button by its class alone, inside a clickable one."""
    return (
        kind(node) == "button"
        and not node.has("clickable", "long-clickable")
        and not own_text(node)
        and any(kind(a) == "button" and a.has("clickable") for a in node.above())
    )


def _is_empty_place(node: Node) -> bool:
    """Whether it is one of several empty places: a share sheet draws them, clickable and with an
    empty label, until it has loaded the contacts."""
    beside = node.parent.children if node.parent else []
    return _is_unfilled(node) and sum(_is_unfilled(n) for n in beside) > 1


def _is_unfilled(node: Node) -> bool:
    return (
        kind(node) == GROUP
        and node.has("clickable")
        and bool(node.children)
        and not node.short_id
        and not node.description
        and all(n.cls == "TextView" and not n.text + n.description for n in node.below())
    )


def _is_heading(node: Node) -> bool:
    """Whether it is a title among the rows of a `ListView`, all of which the tree calls clickable:
    most rows beside a title are focusable, and it is not."""
    if not is_adapter_row(node) or node.parent is None:
        return False
    if node.has("focusable", "long-clickable") or node.holds("clickable"):
        return False
    rows = node.parent.children
    return sum(n.has("clickable") and n.has("focusable") for n in rows) > len(rows) / 2


_UNTOUCHED = (_is_drawing, _is_empty_place, _is_heading)
"""What the tree calls a control, and a person would not."""


def _is_page(node: Node) -> bool:
    """Whether it is the background of a page or dialog, clickable only to swallow the touches that
    miss its controls."""
    window = next(reversed([*node.above()]), node)
    return (
        node.bounds.area >= _PAGE_SHARE * window.bounds.area
        and not own_text(node)
        and node.holds("clickable")
    )


def _visible_bounds(node: Node) -> Rect:
    """The bounds of a node; of a frame that scrolls and is mostly empty, those of its children: a
    share sheet reaches to the top of the screen and is visible at the bottom only."""
    boxes = [child.bounds for child in node.children]
    if kind(node) != "scroll area" or not boxes:
        return node.bounds
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    content = Rect(min(lefts), min(tops), max(rights), max(bottoms))
    return content if content.area < node.bounds.area / 2 else node.bounds


def _kind_of_text(node: Node) -> str:
    """The role of a text that cannot be touched."""
    return "text" if kind(node) == GROUP else kind(node)


def _value(node: Node) -> str:
    """The value of a field, slider, progress bar or dropdown; "" for anything else."""
    match kind(node):
        case "text field":
            return "" if node.text == node.hint else node.text
        case "slider" | "progress":
            return clean(node.text)
        case "dropdown":
            texts = [node.text, *(child.text for child in node.below())]
            return next((clean(text) for text in texts if text.strip()), "")
        case _:
            return ""


def _find_covers(touchable: Sequence[Node]) -> dict[Node, list[Node]]:
    """For each node, the nodes that lie over a part of it and take the touch there."""
    takers = [node for node in touchable if node.has("clickable")]
    return {
        node: [
            taker
            for taker in takers
            if _overlap(taker.bounds, node.bounds)
            and taker.bounds != node.bounds
            and _is_above(taker, node)
        ]
        for node in touchable
    }


def _is_covered(node: Node, covers: Sequence[Node]) -> bool:
    """Whether nothing of a node is left to touch, or it lies behind a bar of buttons: a dump shows
    the buttons side by side, but not the bar."""
    if node.bounds.free_point([cover.bounds for cover in covers]) is None:
        return True
    buttons = [n for n in covers if kind(n) == "button" and _spans(n.bounds, node.bounds)]
    return len(buttons) > 1


def _overlap(one: Rect, other: Rect) -> bool:
    return (
        one.top < other.bottom
        and other.top < one.bottom
        and one.left < other.right
        and other.left < one.right
    )


def _spans(over: Rect, under: Rect) -> bool:
    """Whether `over` reaches from the upper to the lower edge of `under`."""
    return over.top <= under.top and under.bottom <= over.bottom


def _is_above(over: Node, under: Node) -> bool:
    """Whether `over` is drawn on top of `under`; False where the tree does not tell."""
    if over.order < under.order:
        return False
    line = [under, *under.above()]
    branch = over
    for ancestor in over.above():
        if ancestor in line:
            place = line.index(ancestor)
            if place == 0:
                return False  # `over` is a part of `under`
            sibling = line[place - 1]
            orders = branch.drawing_order, sibling.drawing_order
            if all(orders) and orders[0] != orders[1]:
                return orders[0] > orders[1]
            # Compose prints its nodes by place, not by depth.
            return ancestor.cls not in {"View", "ComposeView"}
        branch = ancestor
    return False
