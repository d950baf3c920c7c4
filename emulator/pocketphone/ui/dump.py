"""The window's nodes as the XML that `uiautomator dump` writes.

<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0"
text="" resource-id="" class="android.widget.FrameLayout" package="com.pocketphone.clock" ...
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from pocketphone.ui.geometry import Rect
from pocketphone.ui.widget import Node

HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
NAF = 'NAF="true" '  # "not accessibility friendly": can be pressed, and nothing names it
_QUOTES = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufddf\ufffe\uffff]")
_PLAIN = re.compile(r"[\w .,:;/()+-]*", re.ASCII)
_NAF_EXEMPT = frozenset(
    f"android.widget.{name}" for name in ("GridView", "GridLayout", "ListView", "TableLayout")
)


def hierarchy(root: Node, package: str, rotation: int, *, compressed: bool = False) -> str:
    """The whole document, on one line. `compressed` leaves out views that only arrange others."""
    out = [f'{HEAD}<hierarchy rotation="{rotation}">']
    _write(out, root, 0, package, compressed)
    out.append("</hierarchy>")
    return "".join(out)


class Window(NamedTuple):
    """One of all windows, as accessibility services know them."""

    title: str
    bounds: Rect
    type: str = "APPLICATION"  # or INPUT_METHOD, SYSTEM
    root: Node | None = None  # None: it lets nobody read it
    package: str = ""
    focused: bool = False


def windows(shown: Sequence[Window], rotation: int, *, compressed: bool = False) -> str:
    """What `--windows` writes since Android 13: all windows, the top one first.

    <displays><display id="0"><window index="0" title="" bounds="[0,0][1080,2400]" active="true" \
    focused="true" accessibility-focused="false" id="3" layer="2" type="TYPE_APPLICATION">\
    <hierarchy rotation="0"><node ...
    """
    out = [f'{HEAD}<displays><display id="0">']
    for index, window in enumerate(shown):
        layer, (left, top, right, bottom) = len(shown) - 1 - index, window.bounds
        focused = _flag(window.focused)
        out.append(
            f'<window index="{index}" title="{_quote(window.title)}" '
            f'bounds="[{left},{top}][{right},{bottom}]" active="{focused}" focused="{focused}" '
            f'accessibility-focused="false" id="{layer + 1}" layer="{layer}" '
            f'type="TYPE_{window.type}">'
        )
        if window.root is not None:
            out.append(f'<hierarchy rotation="{rotation}">')
            _write(out, window.root, 0, window.package, compressed)
            out.append("</hierarchy>")
        out.append("</window>")
    return "".join([*out, "</display></displays>"])


def tree(root: Node, package: str) -> list[dict[str, object]]:
    """Each visible widget's app-level id, place and text, for those who judge."""
    found: list[dict[str, object]] = []
    for node in root.walk():
        widget = node.widget
        if ref := (widget.id if widget.ref is None else widget.ref):
            bounds = list(node.shown)
            found.append({"id": ref, "app": package, "bounds": bounds, "text": widget.text})
    return found


def _quote(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    return escape(_ILLEGAL.sub(".", text), _QUOTES)


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _child_nodes(node: Node, compressed: bool) -> Iterator[tuple[int, Node]]:
    """The children that are nodes, with their index; one left out is replaced by its children."""
    for count, child in enumerate(node.children):
        index = count if node.widget.recycles else child.index
        widget = child.widget
        if widget.class_name and not (compressed and _arranges(child)):
            yield index, child
        else:
            yield from _child_nodes(child, compressed)


def _arranges(node: Node) -> bool:
    widget = node.widget
    return not (
        widget.text
        or node.description
        or widget.clickable
        or widget.long_clickable
        or widget.checked is not None
        or widget.focusable
        or widget.scrollable(node)
    )


def _has_words(node: Node) -> bool:
    """Whether the node or anything in it has a text or a description."""
    return bool(node.widget.text or node.description) or any(
        _has_words(child) for child in node.children if child.widget.class_name or child.children
    )


def _write(
    out: list[str], node: Node, index: int, package: str, compressed: bool, drawn: int = 1
) -> None:
    widget = node.widget
    clickable, checked, name = widget.clickable, widget.checked, widget.class_name
    focusable = clickable if widget.focusable is None else widget.focusable
    naf = clickable and widget.enabled and name not in _NAF_EXEMPT and not _has_words(node)
    id_ = widget.id or ""
    if id_ and ":" not in id_:
        id_ = f"{package}:id/{id_}"
    left, top, right, bottom = node.shown
    out.append(
        f'<node {NAF if naf else ""}index="{index}" text="{_quote(widget.text)}" '
        f'resource-id="{id_}" class="{name}" package="{package}" '
        f'content-desc="{_quote(node.description)}" '
        f'checkable="{_flag(checked is not None)}" checked="{_flag(bool(checked))}" '
        f'clickable="{_flag(clickable)}" enabled="{_flag(widget.enabled)}" '
        f'focusable="{_flag(focusable)}" focused="{_flag(node.focused)}" '
        f'scrollable="{_flag(widget.scrollable(node))}" '
        f'long-clickable="{_flag(widget.long_clickable)}" password="{_flag(widget.password)}" '
        f'selected="{_flag(widget.selected)}" bounds="[{left},{top}][{right},{bottom}]" '
        # Since Android 13 or so; an empty field's `text` is still its hint. The order is that among
        # the nodes that are printed, though a view between them and their parent is not.
        f'drawing-order="{drawn}" hint="{_quote(widget.hinted)}"'
    )
    children = list(_child_nodes(node, compressed))
    if not children:
        out.append(" />")
        return
    out.append(">")
    for drawn, (place, child) in enumerate(children, 1):
        _write(out, child, place, package, compressed, drawn)
    out.append("</node>")
