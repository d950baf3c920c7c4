"""The texts beside controls that name them, and the titles above what scrolls."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import islice, pairwise
from unicodedata import bidirectional

from appagent.geometry import Rect
from appagent.screen.kinds import GROUP
from appagent.screen.nodes import Node, once
from appagent.screen.places import Places
from appagent.screen.roles import is_row, role
from appagent.screen.words import inner_texts, is_text, join_texts, own_text

Label = tuple[Node, str]
"""A node, and what it says."""

HEADING_LIMIT = 40
"""Characters of a heading; a longer text is a sentence."""

_LINES = 10  # of a heading, on a page: what is higher is a picture with a description
_BACK = 8  # texts before a control that may be the title of its section
_NAMED_ABOVE = frozenset({"text field", "slider", "dropdown", "picker"})
_DIGIT = re.compile(r"\d")
_DIALOG_TITLE_ID = re.compile(r"(?:^|:)alertTitle$")  # of Android's dialogs; says what all is about


class TextMap:
    """The texts of a screen, to be found by where they stand."""

    def __init__(
        self, roots: Sequence[Node], touchable: Collection[Node], unseen: Collection[Node]
    ) -> None:
        self._nodes = [node for root in roots for node in (root, *root.below())]
        self._touchable, self._unseen = touchable, unseen
        self._apart = {*touchable, *unseen}
        self._of_rows: dict[Node, Label | None] = {}

    def row_around(self, node: Node) -> Node | None:
        """The row or control that a control is in; what is just as large is the same thing to a
        person: the frame of a field."""
        around = (a for a in node.above() if a.bounds != node.bounds)
        return next((a for a in around if is_row(a) or a in self._touchable), None)

    def of_row(self, row: Node) -> Label | None:
        """What a row says itself, else the first text in it, best of more than a letter."""
        if row not in self._of_rows:
            found = list(inner_texts(row, self._apart))
            first = next((pair for pair in found if len(pair[1]) > 1), found[0] if found else None)
            self._of_rows[row] = (row, said) if (said := own_text(row)) else first
        return self._of_rows[row]

    def beside(self, node: Node, row: Node | None, *, bare: bool) -> Label | None:
        """The nearest text on the line of a control, else the nearest one above, in the smallest
        frame around it that has any; never one of a list beside it.

        "Ann: avatar" tells an icon by what stands beside it; "Mirrors" alone, of a `bare` icon that
        closes the page, would not: that is named only by a text it lies on.
        """
        what, box = role(node), node.bounds
        # Close by first: hundreds may stand on one line. What is found there is the nearest.
        reach_px = self._width_px if bare or what == "radio" else 2 * box.height
        while reach_px < self._width_px:
            near = self._near(node, what, reach_px)
            found, branch = self._nearest_of(near, node, what, row)
            if found and _is_level(box, found.bounds):
                settled = _gap(box, found.bounds) + _slack_px(box) <= reach_px
                if settled and (branch is node or not branch.count_below(is_text)):
                    return found, own_text(found)
            reach_px *= 4
        near = self._near(node, what, self._width_px)
        near = [text for text in near if not bare or text.bounds.overlaps(box)]
        found, _ = self._nearest_of(near, node, what, row)
        return (found, own_text(found)) if found else None

    def _nearest_of(
        self, near: Sequence[Node], node: Node, what: str, row: Node | None
    ) -> tuple[Node | None, Node]:
        """The text that names a control, in the smallest frame that has any of those near it, and
        the part of that frame that holds the control."""
        branch = node
        for above in node.above():
            shown = [t for t in near if t.order > above.order and t.within(above)]
            shown = [t for t in shown if _is_outside(self._control_of(t, row), above)]
            if found := _nearest(node, what, shown):
                return found, branch
            if what == "radio" and self._has_radios(above, {node, row}):
                break  # what stands beside a group of choices names none of them
            branch = above
        return None, branch

    def _near(self, node: Node, what: str, reach_px: int) -> list[Node]:
        """The texts on the line of a control or right above it, no further than `reach_px` to its
        sides, in tree order."""
        texts, places = self._texts
        box = node.bounds
        left, right = box.left - reach_px - 1, box.right + reach_px + 1
        line = Rect(max(0, left), box.top - box.height - 1, min(self._width_px, right), box.bottom)
        return [
            text
            for text in (texts[number] for number in sorted(places.over(line)))
            if (_is_level(box, text.bounds) or _stands_over(text.bounds, box, what))
            and (what != "slider" or any(map(str.isalpha, own_text(text))))  # its value
            and not _DIALOG_TITLE_ID.search(text.short_id)
            and ((list_ := _scroller(text)) is None or (list_ is not node and node.within(list_)))
        ]

    def _control_of(self, text: Node, row: Node | None) -> Node | None:
        """The innermost control around a text, or the text itself; the `row` does not count."""
        control = self._controls[text]
        if control is None or control is not row:
            return control
        return None if row.parent is None else self._controls[row.parent]

    def _has_radios(self, frame: Node, but: Collection[Node | None]) -> bool:
        """Whether a frame holds other choices that can be touched."""
        first = bisect_right(self._radios, frame.order, key=lambda radio: radio.order)
        several = self._radios[first : first + len(but) + 1]
        return any(radio.within(frame) and radio not in but for radio in several)

    def heading(self, node: Node) -> str:
        """The name of a list or another area that scrolls: the one title or selected tab right
        above it, else the title that it begins with; "" where there is neither."""
        line = (node, *node.above())
        page = line[-1]
        strip = node.bounds.height * 2 < page.bounds.height
        over = [title for title in self._titles_over(node) if title.within(page)]
        for branch, above in pairwise(line):
            if strip and not _is_scrolled(above):
                break  # the title of the page is not that of a strip of chips below it
            said = {
                self._said(title)
                for title in over
                if title.order > above.order
                and title.within(above)
                and not title.within(branch)
                and _is_outside(self._around(title), above)
            }
            if said:
                return _only_title(said)
        if node.kind != "scroll area" or node.cls.startswith("Horizontal"):
            return ""  # the first text of a list heads its first rows only
        return self._first_title(node)

    def section(self, node: Node, labels: Collection[Node]) -> str:
        """The title of the part of a page that a control is in: the last one before it that stands
        above it, in a frame around it, and is none of the `labels` of other controls; "" for none.
        A line begins no further from the page's edge than what stands in it."""
        end = bisect_left(self._titles, node.order, key=lambda title: title.order)
        heads = (
            title
            for title in reversed(self._titles[max(0, end - _BACK) : end])
            if title.bounds.bottom <= node.bounds.top and title not in labels
            if title.parent is not None and node.within(title.parent)
            if _begins_before(title, node)
        )
        return next(filter(None, (_only_title({self._said(title)}) for title in heads)), "")

    def _first_title(self, node: Node) -> str:
        """The title that an area begins with, where it is taller than all other texts there."""
        start = bisect_right(self._titles, node.order, key=lambda title: title.order)
        for title in islice(self._titles, start, None):
            if title.order > node.last:
                break
            if _is_outside(self._around(title), node):
                heights = sorted(text.bounds.height for text, _ in inner_texts(node, self._unseen))
                tallest = len(heights) > 1 and heights[-2] < title.bounds.height
                return _only_title({self._said(title)}) if tallest else ""
        return ""

    def _titles_over(self, node: Node) -> list[Node]:
        """The titles right above an area and no wider than it."""
        box = node.bounds
        edge = Rect(box.left, box.top, box.right, box.top + 1)
        found = [self._titles[number] for number in self._title_places.over(edge)]
        return [title for title in found if _stands_on(title.bounds, box)]

    def _said(self, title: Node) -> str:
        inside = (said for _, said in inner_texts(title, self._apart))
        return own_text(title) or (join_texts(list(inside)) if title in self._apart else "")

    def _around(self, node: Node) -> Node | None:
        return None if node.parent is None else self._controls[node.parent]

    @cached_property
    def _controls(self) -> dict[Node, Node | None]:
        """The innermost control around each node, or the node itself where it is one."""
        found: dict[Node, Node | None] = {}
        for node in self._nodes:
            around = None if node.parent is None else found[node.parent]
            found[node] = node if node in self._apart else around
        return found

    @cached_property
    def _texts(self) -> tuple[list[Node], Places]:
        texts = [node for node in self._nodes if is_text(node)]
        return texts, Places.of([text.bounds for text in texts])

    @cached_property
    def _width_px(self) -> int:
        return max(node.bounds.right for node in self._nodes)

    @cached_property
    def _radios(self) -> list[Node]:
        radios = [node for node in self._apart if role(node) == "radio"]
        return sorted(radios, key=lambda radio: radio.order)

    @cached_property
    def _titles(self) -> list[Node]:
        """What may be a heading: the selected tab, and texts that are no control. A description of
        a picture, or of a card in several lines, is none."""
        return [
            node
            for node in self._nodes
            if (
                node.has("selected") and role(node) == "tab"
                if node in self._apart
                else _heads(node)
            )
        ]

    @cached_property
    def _title_places(self) -> Places:
        """Each title by the place right under it."""
        boxes = (title.bounds for title in self._titles)
        return Places.of([b._replace(top=b.bottom, bottom=b.bottom + 2 * b.height) for b in boxes])


def _heads(node: Node) -> bool:
    if not own_text(node) or node.kind not in {"text", GROUP}:
        return False
    low = node.bounds.height * _LINES <= node.window.bounds.height
    return low and "\n" not in node.description


def _is_outside(control: Node | None, frame: Node) -> bool:
    """Whether nothing inside of a frame is the control around something there."""
    return control is None or control.order <= frame.order


@once
def _scroller(node: Node) -> Node | None:
    """The nearest that scrolls around a node."""
    return next((a for a in node.above() if a.has("scrollable")), None)


@once
def _is_scrolled(node: Node) -> bool:
    """Whether it scrolls, or is in something that does."""
    scrolls = node.has("scrollable") or node.kind in {"list", "scroll area"}
    return scrolls or (node.parent is not None and _is_scrolled(node.parent))


def _begins_before(title: Node, node: Node) -> bool:
    if bidirectional(own_text(title)[0]) in {"R", "AL"}:  # it is written from the right
        return title.bounds.right >= node.bounds.right
    return title.bounds.left <= node.bounds.left


def _stands_on(text: Rect, box: Rect) -> bool:
    within = box.left <= text.left and text.right <= box.right
    return within and 0 <= box.top - text.bottom <= 1.5 * text.height


def _only_title(said: Collection[str]) -> str:
    """What is said, where it is one thing and reads as a title."""
    (first, *others) = said
    short = len(first) <= HEADING_LIMIT and any(map(str.isalpha, first))
    # A number is content: "2 selected"; a colon points at what stands beside.
    title = short and not _DIGIT.search(first) and first[-1] not in ".!?…:。！？："
    return first if title and not others else ""


def _nearest(node: Node, what: str, texts: Sequence[Node]) -> Node | None:
    """Of the `texts` in tree order the one on the same line, else the one right above."""
    box = node.bounds
    level = [(_gap(box, text.bounds), text) for text in texts if _is_level(box, text.bounds)]
    if level:
        # A title and its explanation start at the same px: the title comes first in the tree.
        nearest = min(gap for gap, _ in level) + _slack_px(box)
        return next(text for gap, text in level if gap <= nearest)
    over = [text for text in texts if _stands_over(text.bounds, box, what)]
    return max(over, key=lambda text: text.bounds.bottom) if over else None


def _is_level(one: Rect, other: Rect) -> bool:
    """Whether they are on one line."""
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    return shared * 4 >= min(one.height, other.height)


def _stands_over(text: Rect, box: Rect, what: str) -> bool:
    """Whether a text stands right above a control that may be named so: what stands above five
    radio buttons is no name for any of them."""
    if what not in _NAMED_ABOVE or not 0 <= box.top - text.bottom <= box.height:
        return False
    # The icon of a slider stands before it, and its title above the icon.
    return text.left < box.right and (text.right > box.left or what == "slider")


def _slack_px(box: Rect) -> int:
    """How much further from a control a text may start than one beside it that is as near."""
    return box.height // 4


def _gap(one: Rect, other: Rect) -> int:
    return max(other.left - one.right, one.left - other.right)
