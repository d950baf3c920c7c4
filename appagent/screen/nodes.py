"""The tree of a dump, in any of its three forms: one `Node` for each visible view."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, wraps
from itertools import accumulate
from typing import Any, TypeVar

from lxml import etree

from appagent.errors import ScreenUnreadable
from appagent.geometry import Rect, Size
from appagent.screen import xmltext
from appagent.screen.kinds import kind_of

_BOUNDS = re.compile(r"\[(-?\d{1,7}),(-?\d{1,7})\]\[(-?\d{1,7}),(-?\d{1,7})\]")
_MOST_ATTRIBUTES = 200  # lxml takes the square of their number to list them
_MOST_VISIBLE, _MOST = 10_000, 100_000
"""Nodes. The largest of a hundred dumps of real apps has 323; what lies over what takes a second
among ten thousand at one place, and ten among fifty."""
_NOWHERE = Rect(0, 0, 0, 0)
_OBFUSCATED = "0_resource_name_obfuscated"  # what a shrunk app prints for every id
_ROOTS = {"hierarchy", "displays"}
_FRAMES = {"hierarchy", "displays", "display", "window"}
_MASKS = frozenset("•●∙⦁*")  # PasswordTransformationMethod's dot, and those of other apps
_IME = re.compile(r"inputmethod|\.ime\b|keyboard|honeyboard|swiftkey", re.IGNORECASE)


T = TypeVar("T")


@dataclass(eq=False, slots=True)
class Node:
    """A view; its `bounds` are clipped to the screen and never empty."""

    cls: str  # the last part of the class name: "TextView"
    kind: str  # the role by the class alone
    package: str
    resource_id: str
    short_id: str  # without its package where that is the node's own; "" where there is none
    text: str
    description: str
    hint: str
    bounds: Rect
    flags: frozenset[str]  # the attributes that are true: clickable, checked, ...
    enabled: bool
    drawing_order: int
    parent: Node | None
    tree: Tree
    order: int  # its place in the tree, depth first
    last: int  # the place of the last node under it; its own where there is none
    children: list[Node] = field(default_factory=list)
    offscreen: list[str] = field(default_factory=list)  # texts of its children off the screen
    known: dict[object, Any] = field(default_factory=dict)  # what `once` has worked out

    def has(self, *flags: str) -> bool:
        """Whether any of these attributes is true."""
        return not self.flags.isdisjoint(flags)

    def holds(self, *flags: str) -> bool:
        """Whether any node under this one has one of these attributes."""
        return self.last > self.order and self.count_below(_having(flags)) > 0

    def below(self) -> list[Node]:
        """Every node under this one, in tree order."""
        return self.tree.nodes[self.order + 1 : self.last + 1]

    def count_below(self, says: Callable[[Node], object]) -> int:
        """How many nodes under this one `says` is true of."""
        tally = self.tree.tally(says)
        return tally[self.last + 1] - tally[self.order + 1]

    def above(self) -> Iterator[Node]:
        """Every ancestor, the nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def window(self) -> Node:
        """The outermost node around it."""
        return _window(self)

    def within(self, other: Node) -> bool:
        """Whether it is under another node, or is it."""
        return other.order <= self.order <= other.last


class Tree:
    """All nodes of a dump in tree order: those under a node stand right behind it."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.read = 0  # nodes, visible or not
        self.without_bounds = 0  # nodes that are left out since nobody can tell where they are
        self._tallies: dict[Callable[[Node], object], list[int]] = {}

    def tally(self, says: Callable[[Node], object]) -> list[int]:
        """How many of the first 0, 1, 2, ... nodes `says` is true of; counted once."""
        found = self._tallies.get(says)
        if found is None:
            found = [0, *accumulate(1 if says(node) else 0 for node in self.nodes)]
            self._tallies[says] = found
        return found


def once(tell: Callable[[Node], T]) -> Callable[[Node], T]:
    """The same function, worked out once for each node: a tree that was read never changes."""

    @wraps(tell)
    def told(node: Node) -> T:
        if tell not in node.known:
            node.known[tell] = tell(node)
        found: T = node.known[tell]
        return found

    return told


@once
def _window(node: Node) -> Node:
    return node if node.parent is None else _window(node.parent)


@cache
def _having(flags: tuple[str, ...]) -> Callable[[Node], bool]:
    return lambda node: not node.flags.isdisjoint(flags)


@dataclass(frozen=True, slots=True)
class Window:
    """One window of the dump, or one of several root nodes."""

    root: Node
    layer: int  # larger lies on top; 0 where the dump does not tell
    keyboard: bool
    bar: bool  # the status or the navigation bar


def read_root(xml: bytes) -> tuple[etree._Element, tuple[str, ...]]:
    """The root element of a dump, and a sentence for each repair that was needed to reach it.

    Raises: `ScreenUnreadable`, with line and cause, where the XML cannot be read whole.
    """
    if xml.startswith(b"<") and b"<!" not in xml:  # no document type, whose entities may be a bomb
        with suppress(etree.XMLSyntaxError):
            root = etree.fromstring(xml, xmltext.PARSER)
            encoding = root.getroottree().docinfo.encoding or "UTF-8"
            if root.tag in _ROOTS and encoding.upper() == "UTF-8":
                return root, ()
    return xmltext.repair(xml)


def windows(root: etree._Element, size: Size) -> tuple[list[Window], list[str]]:
    """The windows of a dump in their order, and a sentence for each thing that was wrong.

    The three forms of a dump: `<hierarchy><node .../></hierarchy>` (uiautomator),
    `<displays><display><window layer=".."><hierarchy>` (`--windows`), and Appium's page source,
    where the element's name is the class. Left out are windows below the one in focus, which a
    touch does not reach, and those of other displays.

    Raises: `ScreenUnreadable` for a node that no phone prints.
    """
    found: list[Window] = []
    first = (d for d in root.iter("display") if d.get("id", "0") == "0")
    focused = (w for w in next(first, root).iter("window") if w.get("focused") == "true")
    lowest = max((_integer(window.get("layer"), 0) for window in focused), default=-1)
    seen: set[str] = set()  # the ids: a window's own windows may be printed twice
    tree = Tree()

    def descend(frame: Iterable[etree._Element], layer: int, keyboard: bool) -> None:
        for child in frame:
            if child.tag == "display" and child.get("id", "0") != "0":
                continue
            if child.tag == "window":
                if (id_ := child.get("id", "")) in seen:
                    continue
                seen.update({id_} - {""})
                descend(
                    child,
                    _integer(child.get("layer"), layer),
                    keyboard or _is_keyboard_window(child),
                )
            elif child.tag in _FRAMES:
                descend(child, layer, keyboard)
            elif layer >= lowest:
                found.extend(
                    Window(top, layer, keyboard, _is_bar(top, size))
                    for top in _read_nodes(child, tree, size.rect)
                )

    descend([root], 0, False)
    if len(found) > 1:
        found = [replace(w, keyboard=w.keyboard or _is_ime(w.root)) for w in found]
    for node in reversed(tree.nodes):
        if node.parent is not None:
            node.parent.last = max(node.parent.last, node.last)
    broken = tree.without_bounds
    return found, [f"{broken} nodes without readable bounds"] if broken else []


def _read_nodes(top: etree._Element, tree: Tree, clip: Rect) -> list[Node]:
    """The visible nodes of `top` that have no visible parent; all of them are added to the tree."""
    roots: list[Node] = []
    waiting: list[tuple[etree._Element, Node | None]] = [(top, None)]
    while waiting:
        xml, parent = waiting.pop()
        node = _node(xml, parent, tree, clip)
        tree.read += 1
        if len(tree.nodes) >= _MOST_VISIBLE or tree.read > _MOST:
            raise ScreenUnreadable(
                f"the hierarchy has more than {_MOST_VISIBLE:,} nodes in sight, or {_MOST:,} in "
                "all, where a screen has some hundreds: close what is open, or go to another page"
            )
        if node is not None:
            tree.nodes.append(node)
            (roots if parent is None else parent.children).append(node)
        if len(xml):
            inside = parent if node is None else node
            waiting += [(child, inside) for child in reversed(xml)]
    return roots


def _node(xml: etree._Element, parent: Node | None, tree: Tree, clip: Rect) -> Node | None:
    """The node of `xml`; None where it is not visible."""
    if len(xml.attrib) > _MOST_ATTRIBUTES:
        raise ScreenUnreadable(
            f"a node of the hierarchy has {len(xml.attrib):,} attributes, where a phone prints 30: "
            "dump the screen again"
        )
    said: dict[str, str] = dict(xml.items())  # type: ignore[arg-type]  # never bytes
    get = said.get
    # Bullets on a phone, but a test build may print a password in clear.
    secret = get("password") == "true"
    filled = secret and get("text") != get("hint") and _is_masked(get("text", ""))
    text = "" if secret else get("text", "")
    match = _BOUNDS.fullmatch(get("bounds", ""))
    tree.without_bounds += match is None
    bounds = Rect(*map(int, match.groups())) if match else _NOWHERE
    # uiautomator leaves invisible views out; Appium prints them with displayed="false".
    hidden = get("visible-to-user") == "false" or get("displayed") == "false"
    inside = bounds.intersect(clip) if not bounds.empty else bounds
    if hidden or inside.empty:
        if parent is not None and not hidden and (label := text or get("content-desc")):
            parent.offscreen.append(label)
        return None
    name = get("class") or str(xml.tag)
    hint = get("hint", "")
    if get("showing-hint") == "true":
        text, hint = "", hint or text
    package, resource_id = get("package", ""), get("resource-id", "")
    place = len(tree.nodes)
    return Node(
        cls=(cls := name.rpartition(".")[2]),
        kind=kind_of(cls),
        package=package,
        resource_id=resource_id,
        short_id=short_id(resource_id, package) if resource_id else "",
        text=text,
        description=get("content-desc", ""),
        hint=hint,
        bounds=inside,
        flags=frozenset(
            [*(key for key, value in said.items() if value == "true"), *["filled"] * filled]
        ),
        enabled=get("enabled") != "false",
        drawing_order=_integer(get("drawing-order"), 0),
        parent=parent,
        tree=tree,
        order=place,
        last=place,
    )


def _is_masked(text: str) -> bool:
    """Whether it is what a phone shows of a password: dots, for a moment with the last letter. An
    empty field shows its hint."""
    return not _MASKS.isdisjoint(text)


def short_id(resource_id: str, package: str) -> str:
    """A resource id without its package where that is the app's own; "" for one that is hidden."""
    owner, found, name = resource_id.partition(":id/")
    if not found:
        return resource_id
    if name == _OBFUSCATED:
        return ""
    return name if owner == package else f"{owner}:{name}"


def _integer(text: str | None, otherwise: int) -> int:
    return int(text) if text and re.fullmatch(r"-?\d{1,9}", text) else otherwise


def _is_keyboard_window(window: etree._Element) -> bool:
    # AccessibilityWindowInfo.TYPE_INPUT_METHOD is 2; newer dumps print the name.
    return (window.get("type") or "").upper() in {"2", "TYPE_INPUT_METHOD", "INPUT_METHOD"}


def _is_ime(root: Node) -> bool:
    return bool(_IME.search(root.package))


def _is_bar(root: Node, size: Size) -> bool:
    """Whether it is a bar of the system, less than a tenth of the screen high or wide."""
    thin = root.bounds.height * 10 <= size.height or root.bounds.width * 10 <= size.width
    return thin and root.package == "com.android.systemui"
