"""The tree of a dump, in any of its three forms: one `Node` for each visible view."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from lxml import etree

from appagent.geometry import Rect, Size
from appagent.screen import xmltext

_BOUNDS = re.compile(r"\[(-?\d{1,7}),(-?\d{1,7})\]\[(-?\d{1,7}),(-?\d{1,7})\]")
_OBFUSCATED = "0_resource_name_obfuscated"  # what a shrunk app prints for every id
_ROOTS = {"hierarchy", "displays"}
_FRAMES = {"hierarchy", "displays", "display", "window"}
_IME = re.compile(r"inputmethod|\.ime\b|keyboard|honeyboard|swiftkey", re.IGNORECASE)


@dataclass(eq=False, slots=True)
class Node:
    """A view; its `bounds` are clipped to the screen and never empty."""

    cls: str  # the last part of the class name: "TextView"
    package: str
    resource_id: str
    text: str
    description: str
    hint: str
    bounds: Rect
    flags: frozenset[str]  # the attributes that are true: clickable, checked, ...
    enabled: bool
    drawing_order: int
    parent: Node | None
    children: list[Node] = field(default_factory=list)
    offscreen: list[str] = field(default_factory=list)  # texts of its children off the screen
    order: int = 0  # in the tree, depth first

    def has(self, *flags: str) -> bool:
        """Whether any of these attributes is true."""
        return not self.flags.isdisjoint(flags)

    def holds(self, *flags: str) -> bool:
        """Whether any node under this one has one of these attributes."""
        return any(node.has(*flags) for node in self.below())

    def below(self) -> Iterator[Node]:
        """Every node under this one, in tree order."""
        for child in self.children:
            yield child
            yield from child.below()

    def above(self) -> Iterator[Node]:
        """Every ancestor, the nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def short_id(self) -> str:
        """The id, without its package where that is the node's own; "" where there is none."""
        package, found, name = self.resource_id.partition(":id/")
        if not found:
            return self.resource_id
        if name == _OBFUSCATED:
            return ""
        return name if package == self.package else f"{package}:{name}"


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
    """
    found: list[Window] = []
    first = (d for d in root.iter("display") if d.get("id", "0") == "0")
    focused = (w for w in next(first, root).iter("window") if w.get("focused") == "true")
    lowest = max((_integer(window.get("layer"), 0) for window in focused), default=-1)
    seen: set[str] = set()  # the ids: a window's own windows may be printed twice

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
                    for top in _nodes(child, None, size.rect)
                )

    descend([root], 0, False)
    if len(found) > 1:
        found = [replace(w, keyboard=w.keyboard or _is_ime(w.root)) for w in found]
    every = (node for window in found for node in (window.root, *window.root.below()))
    for order, node in enumerate(every):
        node.order = order
    broken = sum(
        1
        for each in root.iter(etree.Element)
        if each.tag not in _FRAMES and not _BOUNDS.fullmatch(each.get("bounds") or "")
    )
    return found, [f"{broken} nodes without readable bounds"] if broken else []


def _nodes(xml: etree._Element, parent: Node | None, clip: Rect) -> list[Node]:
    """The node of `xml`, or its visible children where it is not visible itself."""
    get = xml.get
    # Bullets on a phone, but a test build may print a password in clear.
    text = "" if get("password") == "true" else get("text") or ""
    match = _BOUNDS.fullmatch(get("bounds") or "")
    bounds = Rect(*map(int, match.groups())) if match else Rect(0, 0, 0, 0)
    # uiautomator leaves invisible views out; Appium prints them with displayed="false".
    hidden = get("visible-to-user") == "false" or get("displayed") == "false"
    inside = bounds.intersect(clip) if not bounds.empty else bounds
    if hidden or inside.empty:
        if parent is not None and not hidden and (label := text or get("content-desc")):
            parent.offscreen.append(label)
        return [node for child in xml for node in _nodes(child, parent, clip)]
    name = get("class") or str(xml.tag)
    hint = get("hint") or ""
    if get("showing-hint") == "true":
        text, hint = "", hint or text
    node = Node(
        cls=name.rsplit(".", 1)[-1],
        package=get("package") or "",
        resource_id=get("resource-id") or "",
        text=text,
        description=get("content-desc") or "",
        hint=hint,
        bounds=inside,
        flags=frozenset(str(key) for key, value in xml.attrib.items() if value == "true"),
        enabled=get("enabled") != "false",
        drawing_order=_integer(get("drawing-order"), 0),
        parent=parent,
    )
    for child in xml:
        node.children += _nodes(child, node, clip)
    return [node]


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
