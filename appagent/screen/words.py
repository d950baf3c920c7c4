"""The texts of a view: its own, and those inside of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

from appagent.screen.nodes import Node, once
from appagent.screen.roles import role

NAME_LIMIT = 80
"""Characters of a name that is joined from several texts."""

ABBREVIATED = 2
"""Characters: a text that is no longer is an abbreviation, and says less than a description."""

_UNSAID = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc\ufffd]")
_HYPHENATED = re.compile(r"(?<=[^\W\d_])-\n(?=([^\W\d_]))")
_COMMA = re.compile("[,،、，]")
_AMOUNT = re.compile(r"\d+(?:[.,]\d+)?\s*%")  # what some sliders print as their description
_STATE_WORDS = frozenset({"on", "off"})  # what a Switch prints as its own text


def clean(text: str) -> str:
    """The text on one line, without icon glyphs (private use), invisible characters and the hyphen
    of a word that continues on the next line."""
    if not text:
        return ""
    if "-\n" in text:
        text = _HYPHENATED.sub(lambda m: "" if m[1].islower() else m[0], text)
    if not text.isascii():
        text = _UNSAID.sub("", text)
        text = "".join(c for c in text if unicodedata.category(c) != "Co")
    return " ".join(text.split())


@once
def own_text(node: Node) -> str:
    """The node's text, else its description, else its hint; the description first where the text is
    an abbreviation. Of a tab's description the first line."""
    text = "" if node.kind in {"text field", "slider", "dropdown", "progress"} else node.text
    if node.kind == "switch" and text.strip().lower() in _STATE_WORDS:
        text = ""
    description = "" if shown_amount(node) else node.description
    if "\n" in description and role(node) == "tab":  # Flutter's go on: "\nTab 1 of 3"
        description = description.partition("\n")[0] or description
    text, description = clean(text), clean(description)
    if description and len(text) <= ABBREVIATED:
        return description  # a day's chip shows "S" and is described as "Sunday"
    return text or clean(node.hint)


def shown_amount(node: Node) -> str:
    """How far a slider or a progress bar is, where its description is no more than that: "40%"."""
    if node.kind not in {"slider", "progress"}:
        return ""
    said = clean(node.description)
    return said if _AMOUNT.fullmatch(said) else ""


def inner_texts(node: Node, apart: Collection[Node]) -> Iterator[tuple[Node, str]]:
    """The texts inside a node, without those of the controls `apart`."""
    return ((child, own_text(child)) for child in outside(node, apart) if is_text(child))


def first_text(node: Node, name: str, apart: Collection[Node]) -> str:
    """The text that a node's name begins with, where it has a comma of its own: "Ada, Ben" of
    "Ada, Ben, Hi". A description says several things with commas between them."""
    if not _COMMA.search(name):
        return ""
    for each in (node, *outside(node, apart)):
        own = own_text(each)
        if own and f"{name}, ".startswith(f"{own}, "):
            return own if own == clean(each.text) and _COMMA.search(own) else ""
    return ""


def is_text(node: Node) -> bool:
    """Whether it says something that may name what is around or beside it."""
    return bool(own_text(node)) and node.kind != "text field"


def outside(node: Node, apart: Collection[Node]) -> Iterator[Node]:
    """The nodes under a node, without those `apart` and what is under them, in tree order."""
    nodes, place = node.tree.nodes, node.order + 1
    while place <= node.last:
        child = nodes[place]
        if child in apart:
            place = child.last + 1
        else:
            yield child
            place += 1


def offscreen_texts(node: Node, apart: Collection[Node]) -> Iterator[str]:
    """The texts inside a node that lie off the screen: a tab's label below its icon."""
    for each in (node, *outside(node, apart)):
        yield from filter(None, map(clean, each.offscreen))


def join_texts(texts: Collection[str]) -> str:
    """The texts as one short name: the first whole, and others while there is room.

    Words are not repeated; a number is, since it belongs to the words beside it.
    """
    name = last = ""
    # The letter of an avatar says less than the name beside it.
    for text in [text for text in texts if len(text) > 1 or text.isdecimal()] or texts:
        new = text not in name if any(map(str.isalpha, text)) else text != last
        if not name:
            name = text
        elif new and len(name) + 2 + len(text) <= NAME_LIMIT:
            name = f"{name}, {text}"
        last = text
    return name
