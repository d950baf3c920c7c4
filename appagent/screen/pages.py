"""A page or a window in a sentence: by its title, or by what it offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from appagent.geometry import bounding_box
from appagent.screen.describe import phrase, quote
from appagent.screen.keys import heading, selected_tab
from appagent.screen.values import SHAPE, Element, Screen
from appagent.texts import first_few

NAMED = 4
"""Things named of a page; the rest is counted."""

OVER_PAGES = ("dialog", "sheet")
"""Kinds of what lies before a page, and may ask something."""

_DRAWER = "#design_navigation_view/"
"""The list of Material's NavigationView, which may end above the foot of the screen."""
_TOP, _SIDE = 0.12, 0.05  # of the screen: what a page leaves free there, at most


def page_phrase(
    screen: Screen, most: int = NAMED, rank: Callable[[Element], object] | None = None
) -> str:
    """The page or the window that is shown, by its title or by what it offers: `most` of it, of a
    window first what is chosen in it, of a page without a title those of the lowest rank."""
    title, kind = page_title(screen.elements), page_kind(screen)
    offered = [e for e in screen.elements if e.uses and e.name and e.role not in (SHAPE, "list")]
    if title and kind in ("page", "drawer"):
        return f"{kind} {title}"
    by_title = title and kind != "menu"
    chosen = ["" if kind == "page" else _chosen(e) for e in offered]
    said = [
        f"{quote(e.name) if by_title else phrase(e)}{word}"
        for e, word in zip(offered, chosen, strict=True)
    ]
    others = [*map(rank, offered)] if rank and not title else [0] * len(offered)
    ranks = [(not word, other) for word, other in zip(chosen, others, strict=True)]
    names = ", ".join(first_few(said, most, ranks))
    return f"{kind} {title} with {names}" if by_title else f"{kind} with {names}"


def _chosen(element: Element) -> str:
    """The state of what was chosen before anybody touched it: a box that is ticked beforehand."""
    is_on = element.state == "on"
    return " [on]" if is_on else " [selected]" * element.selected


def page_title(elements: Sequence[Element]) -> str:
    """The title of a page and, below it, the selected tab: `"Grand Hotel", tab "Overview"`. "" for
    neither."""
    head, tab = alone_at_head(elements), selected_tab(elements)
    if tab is None:
        return quote(head.name) if head else ""
    if head is None or head.name == tab.name or head.bounds.bottom > tab.bounds.top:
        return quote(tab.name)
    return f"{quote(head.name)}, tab {quote(tab.name)}"


def alone_at_head(elements: Sequence[Element]) -> Element | None:
    """The heading of a page; None where it is in line with another text: the label of a field."""
    head = heading(elements)
    texts = (e.bounds for e in elements if e.role == "text" and e is not head)
    if head and any(t.top < head.bounds.bottom and head.bounds.top < t.bottom for t in texts):
        return None
    return head


def page_kind(screen: Screen) -> Literal["page", "drawer", "menu", "sheet", "dialog"]:
    """What is shown, by the part of the screen that it takes."""
    if not screen.elements:
        return "page"
    box, (width, height) = bounding_box([e.bounds for e in screen.elements]), screen.size
    at_top, at_foot = box.top < _TOP * height, box.bottom > (1 - _TOP) * height
    at_sides = box.left < _SIDE * width, box.right > (1 - _SIDE) * width
    if at_top and all(at_sides):
        return "page"
    is_list = any(_DRAWER in e.key for e in screen.elements) and not all(at_sides)
    if any(at_sides) and (is_list or (at_top and at_foot)):
        return "drawer"
    if all(e.uses for e in screen.elements):
        return "menu"
    return "sheet" if at_foot and all(at_sides) else "dialog"
