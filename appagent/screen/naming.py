"""What a person would call a control, from its own words, its parts, its row or its id."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

from appagent.screen.nodes import Node
from appagent.screen.roles import is_row, kind

NAME_LIMIT = 80
"""Characters of a name that is joined from several texts."""

_UNSAID = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc\ufffd]")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_AFFIXES = frozenset(
    """
    btn button iv imageview img image tv textview txt text et edittext ll rl fl cl cb rb sw
    view layout container wrapper root content ic icon id item cell holder widget frame main
    compose android recycler recyclerview list listview scroll scrollview pager viewpager
    linear relative constraint group panel parent coordinator drawer
    """.split()  # noqa: SIM905
)  # what programmers write around the word that means something
_STATE_WORDS = frozenset({"on", "off"})  # what a Switch prints as its own text


def clean(text: str) -> str:
    """The text on one line, without icon glyphs (private use) and invisible marks."""
    text = _UNSAID.sub("", text)
    if not text.isascii():
        text = "".join(c for c in text if unicodedata.category(c) != "Co")
    return " ".join(text.split())


def words(node: Node) -> str:
    """The words of its id that mean something: `id/btn_add_alarm` gives "add alarm"."""
    _, _, name = node.short_id.rpartition(":")
    found = [word.lower() for word in _WORDS.findall(name)]
    told = [word for word in found if word not in _AFFIXES and not word.isdigit()]
    return " ".join(told)


def own_words(node: Node) -> str:
    """What the node itself says: its text, else its description, else its hint."""
    text = "" if kind(node) in {"text field", "slider", "dropdown", "progress"} else node.text
    if kind(node) == "switch" and text.strip().lower() in _STATE_WORDS:
        text = ""
    return clean(text) or clean(node.description) or clean(node.hint)


def parts(node: Node, apart: Collection[Node]) -> Iterator[tuple[Node, str]]:
    """The texts inside a node that do not belong to one of the controls `apart`."""
    for child in node.children:
        if child in apart:
            continue
        said = own_words(child)
        if said and kind(child) != "text field":
            yield child, said
        yield from parts(child, apart)


def joined(texts: Collection[str]) -> str:
    """The texts as one short name: the first whole, others as long as there is room."""
    name = ""
    for text in dict.fromkeys(texts):
        if not name:
            name = text
        elif len(name) + 2 + len(text) <= NAME_LIMIT and text not in name:
            name = f"{name}, {text}"
    return name


def label(node: Node, touchable: Collection[Node], height_px: int) -> tuple[Node, str] | None:
    """The text that stands beside a control and names it, or None.

    A row names everything in it. In a form the text on the same line comes first, then the
    nearest one above.
    """
    controls = [n for n in touchable if kind(n) != "text"]
    inner = node
    for above in node.above():
        if above.bounds.height > max(height_px // 3, 4 * node.bounds.height):
            return None
        others = {n for n in controls if n is not above}
        found = list(parts(above, others))
        row = is_row(above) or above in touchable
        if found and (choice := _nearest(node, found, row)):
            return choice
        if row:
            return None
        inner = above
    return _nearest(node, list(parts(inner, set(controls))), row=False)


def _nearest(node: Node, found: list[tuple[Node, str]], row: bool) -> tuple[Node, str] | None:
    if row:
        return found[0]
    if kind(node) in {"button", "image"} or not found:
        return None  # an icon in a toolbar is not named by the toolbar's title
    box = node.bounds
    beside = [
        pair
        for pair in found
        if pair[0].bounds.top < box.bottom and pair[0].bounds.bottom > box.top
    ]
    if beside:
        return min(beside, key=lambda pair: pair[0].order)
    before = [pair for pair in found if pair[0].order < node.order]
    return max(before, key=lambda pair: pair[0].order) if before else None
