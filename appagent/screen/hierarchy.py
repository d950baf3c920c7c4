"""The elements of a screen from its XML: what can be touched, and the texts beside it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from appagent.geometry import Rect, Size, bounding_box
from appagent.screen import nodes
from appagent.screen.contents import Contents
from appagent.screen.covers import find_covers
from appagent.screen.keys import keys
from appagent.screen.kinds import GROUP, WEB
from appagent.screen.naming import Namer, id_words
from appagent.screen.nodes import Node, Window, once
from appagent.screen.panels import find_panels
from appagent.screen.roles import (
    CONTROLS,
    can_be_moved,
    is_adapter_row,
    is_handle,
    is_plain,
    is_row,
    role,
    state_of,
)
from appagent.screen.values import SURFACE, Element, Use
from appagent.screen.wording import RATING, remarks, word_of
from appagent.screen.words import clean, first_text, is_text, own_text, shown_amount

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
    keyboard: Rect | None = None  # where it takes the touch, if the dump has its window and says so
    nodes: tuple[Node, ...] = ()  # of the same windows, in tree order, but for what is covered


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
    packages = Counter(n.package for r in roots for n in (r, *r.below()) if n.package)
    hidden = _find_hidden(found, board)
    behind = _find_hidden(found, None) if board else hidden
    reader = _Reader(roots, size, hidden)
    return Hierarchy(
        elements=reader.elements(),
        package=packages.most_common(1)[0][0] if packages else "",
        notes=tuple(notes),
        surfaces=reader.surfaces(),
        keyboard=board if board and board.area < _PAGE_SHARE * size.rect.area else None,
        nodes=tuple(
            n for r in roots for n in (r, *r.below()) if n not in behind and not reader.covers(n)
        ),
    )


def _find_hidden(windows: Sequence[Window], board: Rect | None) -> set[Node]:
    """The nodes behind the keyboard, and behind a window that lies on top of theirs."""
    over: dict[int, list[Rect]] = {}
    higher: list[Rect] = [board] if board else []
    for layer in sorted({w.layer for w in windows}, reverse=True):
        over[layer] = higher[:]
        higher += [w.root.bounds for w in windows if w.layer == layer and not w.bar]
    return {
        node
        for w in windows
        if over[w.layer]
        for node in (w.root, *w.root.below())
        if any(cover.contains(node.bounds) for cover in over[w.layer])
    }


class _Reader:
    """Reads the elements out of the windows of a dump."""

    def __init__(self, roots: Sequence[Node], size: Size, hidden: set[Node]) -> None:
        self._size = size
        self._keys = keys(roots)
        self._nodes = [n for root in roots for n in (root, *root.below()) if n not in hidden]
        self._state_nodes = {n: found for n in self._nodes if (found := state_of(n))}
        self._states = {n for found in self._state_nodes.values() for n in found}
        self._uses = {n: u for n in self._nodes if (u := self._uses_of(n))}
        self._covers = find_covers(list(self._uses), find_panels(self._nodes))
        covered = [n for n, covers in self._covers.items() if covers is None]
        self._covered = {part for n in covered for part in (n, *n.below())}
        for node in self._covered & self._uses.keys():
            del self._uses[node]
        for veil in filter(self._is_veil, tuple(self._uses)):
            del self._uses[veil]  # it takes the touch from what it covers, and has no use itself
        taps = {n for n, uses in self._uses.items() if uses != {"swipe"}}
        webs = [n for n in self._nodes if n.kind == WEB]
        self._web = {part for n in webs for part in (n, *n.below())}
        self._namer = Namer(roots, taps, self._covered, size.height)

    def covers(self, node: Node) -> bool:
        """Whether it is a control that others cover wholly, or in one."""
        return node in self._covered

    def elements(self) -> tuple[Element, ...]:
        """The controls, and the texts that name none of them, in tree order."""
        namer = self._namer
        names = {n: namer.name(n, only_swiped=uses == {"swipe"}) for n, uses in self._uses.items()}
        contents = Contents(namer.labels, namer.apart, namer.said, names)
        rows = contents.rows()
        by_node = {
            node: self._element(
                node,
                *names[node],
                uses,
                says="" if uses == {"swipe"} else contents.says(node),
                by_id=namer.by_id.get(node, ""),
                by_row=namer.by_row.get(node, ""),
                row=rows.get(node, ""),
            )
            for node, uses in self._uses.items()
        }
        silent = namer.said | self._states | self._covered
        for node in self._nodes:
            if node in by_node or node in silent:
                continue
            name = own_text(node) or (id_words(node) if _is_off_icon(node) else "")
            value = _value(node)
            if name or value:
                what = role(node) if node.kind in CONTROLS else _kind_of_text(node)
                by_id = "" if own_text(node) else name
                text = self._element(node, what, name, frozenset(), by_id=by_id)
                teller = contents.told_in.get(node)
                by_node[node] = replace(text, told_in=_visible_bounds(teller)) if teller else text
        return tuple(by_node[node] for node in self._nodes if node in by_node)

    def surfaces(self) -> tuple[Element, ...]:
        """The large areas without children or text: an app may have drawn anything there."""
        return tuple(
            self._element(node, SURFACE, own_text(node), self._uses.get(node, frozenset()))
            for node in self._nodes
            if node.kind in _DRAWN
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
        if is_plain(node) or node in self._states or _is_only_shown(node):
            return frozenset()
        what = role(node)
        uses: set[Use] = set()
        control = what in CONTROLS if what != "button" else node.kind == "button"
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
        if not node.enabled and (node.kind == "text" or what not in CONTROLS - {"button"}):
            said = node.kind in {"image", *CONTROLS} and own_text(node)
            # A button of Compose is a clickable View with a Button in it.
            return frozenset(uses if said or node in self._state_nodes else ())
        return frozenset(uses)

    def _element(
        self,
        node: Node,
        what: str,
        name: str,
        uses: frozenset[Use],
        *,
        says: str = "",
        by_id: str = "",
        by_row: str = "",
        row: str = "",
    ) -> Element:
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
            enabled=not _is_off(node) if not uses else node.enabled and state.enabled,
            checked=state.has("checked") or node.has("checked") if checkable else None,
            selected=node.has("selected"),
            focused=node.has("focused"),
            uses=uses,
            secret=node.has("password"),
            filled=node.has("filled"),
            covers=self._covers.get(node) or (),
            word=word_of(node),
            remarks=remarks(node),
            says=says,
            by_id=by_id,
            by_row=by_row,
            row=row,
            first=first_text(node, name, self._namer.apart),
            web=node in self._web,
            order=node.order,
        )


def _answers_tap(node: Node) -> bool:
    """Whether it is a row that answers a tap, though the tree does not call it clickable."""
    touchable = ("clickable", "checkable", "long-clickable")
    if not is_row(node) or not (is_adapter_row(node) or node.has("focusable")):
        return False
    if node.holds("clickable", "long-clickable"):
        return False
    if not node.enabled or node.has(*touchable):
        return False
    return bool(own_text(node) or node.count_below(is_text))


@once
def _is_off(node: Node) -> bool:
    """Whether it is in a control that is switched off, or is one; a label alone never is."""
    if node.has("clickable"):
        return not node.enabled
    return node.parent is not None and _is_off(node.parent)


def _is_off_icon(node: Node) -> bool:
    """Whether it is an icon that is switched off: the arrow beside an empty field."""
    return node.kind in {"image", "button"} and node.has("clickable") and not node.enabled


def _is_drawing(node: Node) -> bool:
    """Whether it is the icon of a button: a button by its class alone, inside a clickable one."""
    return (
        node.kind == "button"
        and not node.has("clickable", "long-clickable")
        and not own_text(node)
        and _is_in_a_button(node)
    )


@once
def _is_in_a_button(node: Node) -> bool:
    around = node.parent
    if around is None:
        return False
    return (around.kind == "button" and around.has("clickable")) or _is_in_a_button(around)


def _is_empty_place(node: Node) -> bool:
    """Whether it is one of several empty places: a share sheet draws them, clickable and with an
    empty label, until it has loaded the contacts."""
    return _is_unfilled(node) and node.parent is not None and _unfilled_in(node.parent) > 1


@once
def _unfilled_in(node: Node) -> int:
    return sum(_is_unfilled(child) for child in node.children)


@once
def _is_unfilled(node: Node) -> bool:
    return (
        node.kind == GROUP
        and node.has("clickable")
        and bool(node.children)
        and not node.short_id
        and not node.description
        and node.count_below(_is_filled) == 0
    )


def _is_filled(node: Node) -> bool:
    return node.cls != "TextView" or bool(node.text or node.description)


def _is_heading(node: Node) -> bool:
    """Whether it is a title among the rows of a `ListView`, all of which the tree calls clickable:
    most rows beside a title are focusable, and it is not."""
    if not is_adapter_row(node) or node.parent is None:
        return False
    if node.has("focusable", "long-clickable") or node.holds("clickable"):
        return False
    return _has_focusable_rows(node.parent)


@once
def _has_focusable_rows(node: Node) -> bool:
    """Whether most of its rows are."""
    rows = node.children
    return sum(n.has("clickable") and n.has("focusable") for n in rows) > len(rows) / 2


def _is_only_shown(node: Node) -> bool:
    """Whether the tree calls it a control, and a person would not."""
    # Stars that cannot be given are a RatingBar that takes no focus (RatingBar.setIsIndicator).
    shows_stars = word_of(node) == RATING and not node.has("focusable")
    return shows_stars or _is_drawing(node) or _is_empty_place(node) or _is_heading(node)


def _is_page(node: Node) -> bool:
    """Whether it is the background of a page or dialog, clickable only to swallow the touches that
    miss its controls."""
    return (
        node.holds("clickable")
        and node.bounds.area >= _PAGE_SHARE * node.window.bounds.area
        and not own_text(node)
    )


def _visible_bounds(node: Node) -> Rect:
    """The bounds of a node; of a frame that scrolls and is mostly empty, those of its children: a
    share sheet reaches to the top of the screen and is visible at the bottom only."""
    boxes = [child.bounds for child in node.children]
    if node.kind != "scroll area" or not boxes:
        return node.bounds
    content = bounding_box(boxes)
    return content if content.area < node.bounds.area / 2 else node.bounds


def _kind_of_text(node: Node) -> str:
    """The role of a text that cannot be touched."""
    return "text" if node.kind == GROUP else node.kind


def _value(node: Node) -> str:
    """The value of a field, slider, progress bar or dropdown; "" for anything else."""
    match node.kind:
        case "text field":
            return "" if node.text == node.hint else node.text
        case "slider" | "progress":
            return clean(node.text) or shown_amount(node)
        case "dropdown":
            inside = (node, *node.below())
            return next((clean(n.text) for n in inside if n.text.strip()), "")
        case _:
            return ""
