"""Names for what has no text of its own: from its row, the text beside it, or its id."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise

from appagent.geometry import Rect
from appagent.screen.nodes import Node
from appagent.screen.roles import GROUP, is_row, kind, role
from appagent.screen.words import inner_texts, join_texts, own_text

HEADING_LIMIT = 40
"""Characters of a heading; a longer text is a sentence."""

_LINES = 10  # of a heading, on a page: what is higher is a picture with a description

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_DIGITS = re.compile(r"\d+")
_AFFIXES = frozenset(
    """
    btn button iv imageview img image tv textview txt text et edittext ll rl fl cl cb rb sw
    input src click zone
    view layout container wrapper root content ic icon id item cell holder widget frame main
    compose android recycler recyclerview list listview scroll scrollview pager viewpager
    linear relative constraint group panel parent coordinator drawer toolbar radio design delegate
    horizontal vertical
    """.split()  # noqa: SIM905
)  # what programmers write around the word that means something
_MENUS = ("action", "menu")  # in front of the id of a menu's items: `action_share`


def id_words(node: Node) -> str:
    """The meaningful words of its id: "add alarm" for `id/btn_add_alarm`; "" for `id/d3_`, as a
    shrunk app has it. For a field without any, "search" where its frame says so."""
    _, _, name = node.short_id.rpartition(":")
    found = [word.lower() for word in _WORDS.findall(name)]
    counted = _is_one_of_several(node)
    meaning = [w for w in found if w not in _AFFIXES and (counted if w.isdigit() else len(w) > 1)]
    if meaning[1:] and meaning[0] in _MENUS:
        del meaning[0]
    if not meaning and kind(node) == "text field" and _searches(node):
        return "search"
    return " ".join(meaning)


def _searches(node: Node) -> bool:
    """Whether it is the only field inside a frame for searching: `search_view_container`."""
    frames = (a for a in node.above() if "search" in a.short_id.lower())
    return any(all(n is node or kind(n) != "text field" for n in a.below()) for a in frames)


def _is_one_of_several(node: Node) -> bool:
    """Whether only the number in its id distinguishes it from a sibling: `star_1`, `star_2`."""
    if node.parent is None or is_row(node):
        return False
    same = _DIGITS.sub("", node.short_id)
    alike = {n.short_id for n in node.parent.children if _DIGITS.sub("", n.short_id) == same}
    return len(alike) > 1


def find_label(
    node: Node, touchable: Collection[Node], unseen: Collection[Node], height_px: int
) -> tuple[Node, str] | None:
    """The text beside a control that names it, with its node; None where there is none.

    A row names everything in it. Elsewhere the nearest text on the same line comes first, then
    the nearest one above; an icon in a toolbar is not named by the toolbar's title, nor anything
    by a list beside it.
    """
    # What is just as large is the same thing to a person: the frame of a field.
    around = (a for a in node.above() if a.bounds != node.bounds)
    row = next((a for a in around if is_row(a) or a in touchable), None)
    apart = {n for n in touchable if n is not row} | set(unseen)
    # A card of a feed may be taller than other rows; what is taller than both is a page.
    if row is not None and row.bounds.height * (1.5 if is_row(row) else 3) <= height_px:
        if said := own_text(row):
            return row, said
        found = list(inner_texts(row, apart))
        return next((pair for pair in found if len(pair[1]) > 1), found[0] if found else None)
    if kind(node) in {"button", "image", "tab"} or _stays_pressed(node):
        return None
    line = set(node.above())
    what = role(node)
    bare = what == "button" and not id_words(node)
    if bare and node.bounds.height * 2 > height_px:
        return None  # the veil under a dialog is not named by the dialog's title

    def names(text: Node) -> bool:
        if any(a.has("scrollable") for a in text.above() if a not in line):
            return False
        # "Ann: avatar" tells an icon by what stands beside it; "Mirrors" alone, of a bare icon
        # that closes the page, would not: that is named only by a text it lies on.
        return not bare or not text.bounds.intersect(node.bounds).empty

    others = apart - {node}
    for above in node.above():
        if near := _near(node, [p for p in inner_texts(above, apart) if names(p[0])]):
            return near
        if what == "radio" and any(n in others and role(n) == what for n in above.below()):
            return None  # what stands beside a group of choices names none of them
    return None


def name_from_label(node: Node, found: tuple[Node, str], touchable: Collection[Node]) -> str:
    """The name of a control from its label: "Ann: call" for an icon in the row "Ann", "Ann: icon"
    where nothing says what the icon does."""
    text, said = found
    icon = role(node) in {"button", "image"} or _stays_pressed(node)
    if not icon or node.bounds.contains(text.bounds):
        return said
    if words := id_words(node):
        return f"{said}: {words}"
    named = {text, *text.above()}
    return f"{said}: icon" if any(a in named and a in touchable for a in node.above()) else said


def _stays_pressed(node: Node) -> bool:
    """Whether it is an icon with two states, such as a star: a toggle button without text."""
    return node.cls == "ToggleButton" and not node.text.strip()


def find_heading(node: Node, touchable: Collection[Node], unseen: Collection[Node]) -> str:
    """The name of a list or another area that scrolls: the one title or selected tab right above
    it, else the title that it begins with; "" where there is neither."""
    apart = {*touchable, *unseen}
    line = (node, *node.above())
    page = line[-1].bounds.height
    strip = node.bounds.height * 2 < page
    for branch, above in pairwise(line):
        if strip and not any(map(_scrolls, (above, *above.above()))):
            break  # the title of the page is not that of a strip of chips below it
        aside = (child for child in above.children if child is not branch)
        found = (pair for child in aside for pair in _titles(child, apart, page))
        over = {said for title, said in found if _stands_on(title.bounds, node.bounds)}
        if over:
            said = over.pop()
            return said if not over and _is_title(said) else ""
    if kind(node) != "scroll area" or node.cls.startswith("Horizontal"):
        return ""  # the first text of a list heads its first rows only
    heights = sorted(text.bounds.height for text, _ in inner_texts(node, unseen))
    first, said = next(_titles(node, apart, page), (node, ""))
    tallest = len(heights) > 1 and heights[-2] < first.bounds.height
    return said if tallest and _is_title(said) else ""


def _scrolls(node: Node) -> bool:
    return node.has("scrollable") or kind(node) in {"list", "scroll area"}


def _titles(node: Node, apart: Collection[Node], page: int) -> Iterator[tuple[Node, str]]:
    """The texts that may be a heading: the selected tab, and texts that belong to no control. A
    description of a picture, or of a card in several lines, is none."""
    said = own_text(node)
    if node in apart:
        if node.has("selected") and role(node) == "tab":
            yield node, said or join_texts([part for _, part in inner_texts(node, apart)])
        return
    written = "\n" not in node.description and node.bounds.height * _LINES <= page
    if said and written and kind(node) in {"text", GROUP}:
        yield node, said
    for child in node.children:
        yield from _titles(child, apart, page)


def _stands_on(text: Rect, box: Rect) -> bool:
    within = box.left <= text.left and text.right <= box.right
    return within and 0 <= box.top - text.bottom <= 1.5 * text.height


def _is_title(said: str) -> bool:
    short = len(said) <= HEADING_LIMIT and any(map(str.isalpha, said))
    # A number is content: "2 selected"; a colon points at what stands beside.
    return short and not _DIGITS.search(said) and said[-1] not in ".!?…:。！？："


def _near(node: Node, found: list[tuple[Node, str]]) -> tuple[Node, str] | None:
    box = node.bounds
    level = [(_gap(box, text.bounds), (text, said)) for text, said in found]
    level = [pair for pair in level if _on_one_line(box, pair[1][0].bounds)]
    if level:
        # A title and its explanation start at the same px: the title comes first in the tree.
        nearest = min(gap for gap, _ in level) + box.height // 4
        return next(pair for gap, pair in level if gap <= nearest)
    what = role(node)
    if what not in {"text field", "slider", "dropdown", "picker"}:
        return None  # what stands above five radio buttons is no name for any of them
    over = [
        (text, said)
        for text, said in found
        if 0 <= box.top - text.bounds.bottom <= box.height
        and text.bounds.left < box.right
        # The icon of a slider stands before it, and its title above the icon.
        and (text.bounds.right > box.left or what == "slider")
    ]
    return max(over, key=lambda pair: pair[0].bounds.bottom) if over else None


def _on_one_line(one: Rect, other: Rect) -> bool:
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    return shared * 4 >= min(one.height, other.height)


def _gap(one: Rect, other: Rect) -> int:
    return max(other.left - one.right, one.left - other.right)
