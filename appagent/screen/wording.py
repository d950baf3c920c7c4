"""What a line says of an element besides its role, its name and its states: a better word for its
role, that the person wrote it, that it is one of several marked rows."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from appagent.geometry import bounding_box
from appagent.screen.nodes import Node, once
from appagent.screen.roles import is_row, role, state_of
from appagent.screen.words import is_text, own_text

YOURS, MARKED, RATING = "from you", "marked", "rating"
_UNEVEN = 0.04  # of a row's width, at least: how much further a message is from one edge
_BUTTONS = 1  # of a dialog in which a touch chooses: "Cancel"
_SAMPLE = 2000  # characters that tell which way a page is written


def word_of(node: Node) -> str:
    """A person's word for it where its role says too much: "item" for the entry of a drawer, whose
    class could be checked, and "radio" for one of several of which exactly one is on; or too
    little: "toggle" for a button that stays pressed, such as a heart, and "rating" for a slider
    that is drawn as stars; else ""."""
    if node.cls.endswith("RatingBar"):
        return RATING
    if role(node) in {"button", "image"} and node.has("checkable"):
        return "toggle"
    if role(node) != "checkbox":
        return ""
    if not _is_checkable(node):
        return "item"
    return "radio" if _is_one_choice(node) else ""


def _is_checkable(node: Node) -> bool:
    return any(each.has("checkable") for each in (node, *state_of(node)))


def _is_one_choice(node: Node) -> bool:
    if _shape(node) == "CheckBox" or node.parent is None:
        return False
    checked = _checked_in(node.parent)
    if _shape(node) == "CheckedTextView" and _buttons_in(node.window) > _BUTTONS:
        return False  # several may be chosen before "OK"
    return len(checked) > 1 and sum(checked) == 1


def _shape(node: Node) -> str:
    """The class of what shows whether it is checked."""
    return (*state_of(node), node)[0].cls


@once
def _checked_in(parent: Node) -> list[bool]:
    """Whether each of the children is checked that can be."""
    return [
        any(each.has("checked") for each in (child, *state_of(child)))
        for child in parent.children
        if role(child) == "checkbox" and _is_checkable(child)
    ]


@once
def _buttons_in(window: Node) -> int:
    return window.count_below(_is_worded_button)


def _is_worded_button(node: Node) -> bool:
    return node.kind == "button" and node.has("clickable") and bool(own_text(node))


def remarks(node: Node) -> tuple[str, ...]:
    """What else is told of it among its states."""
    if node.parent is None or not is_row(node):
        return ()
    marked = node.has("selected") and _selected_in(node.parent) > 1
    return (YOURS,) * (node in _own_messages(node.parent)) + (MARKED,) * marked


@once
def _selected_in(parent: Node) -> int:
    return sum(child.has("selected") for child in parent.children)


@once
def _own_messages(rows: Node) -> frozenset[Node]:
    """The rows of a conversation that stand at the end of their line, where all others stand at its
    start: those that the person wrote. A conversation has a field to write in below."""
    if not _has_field_below(rows):
        return frozenset()
    leaning = {row: lean for row in rows.children if (lean := _lean(row)) is not None}
    if not all(leaning.values()):
        return frozenset()
    to_the_left = _reads_leftwards(rows.window)
    return frozenset(row for row, lean in leaning.items() if (lean < 0) is to_the_left)


def _has_field_below(rows: Node) -> bool:
    parent = rows.parent
    frame = parent.parent if parent is not None and parent.parent is not None else parent
    fields = (n for n in frame.below() if n.kind == "text field") if frame else ()
    return any(field.bounds.top >= rows.bounds.bottom for field in fields)


def _lean(row: Node) -> int | None:
    """To which edge of its row a message leans: below 0 for the left one, 0 for neither; None for a
    row that is no message."""
    if not row.has("clickable", "long-clickable"):
        return None  # a date between them
    drawn = [part.bounds for part in row.below() if is_text(part) or part.kind == "image"]
    if not drawn:
        return None
    box = bounding_box(drawn)
    before, behind = box.left - row.bounds.left, row.bounds.right - box.right
    return before - behind if abs(before - behind) >= _UNEVEN * row.bounds.width else 0


def _reads_leftwards(window: Node) -> bool:
    """Whether most letters of a page are of a script that is written from the right."""
    sides = [unicodedata.bidirectional(letter) for letter in _letters(window)]
    return sum(side in {"R", "AL"} for side in sides) > len(sides) / 2


def _letters(window: Node) -> Iterator[str]:
    left = _SAMPLE
    for node in window.below():
        for letter in filter(str.isalpha, own_text(node)[:left]):
            yield letter
            left -= 1
        if left <= 0:
            return
