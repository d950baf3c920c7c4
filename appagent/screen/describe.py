"""A screen as text for a model: one line for each element.

12 switch "Vibrate" [off]
13 text field "Hour" = "6" [focused]
14 list "" {swipe}
- text "No alarms"
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import get_args

from appagent.screen.values import Element, Mark, Screen, Use, View
from appagent.texts import spell_unseen

TEXT_LIMIT = 80
"""Characters of a name or a value; a longer one ends in an ellipsis."""
LOOSE_LIMIT = 40
"""Lines without a number; the rest is counted."""
HIDDEN = "•••"
"""Stands in the place of a secret."""
UNSEEN = {"secure": "forbidden by the app, so it is black", "black": "all black"}
"""Why a picture shows nothing."""


def mark_line(mark: Mark, guarded: str = "") -> str:
    """The line of a mark: `LABEL role "name" = "value" [states] {uses}`. `guarded` is the class of
    harm for which touching it is refused."""
    if mark.element is None:
        return f'{mark.label} cell ""'
    words = [*states(mark.element), *[guard_word(guarded)] * bool(guarded)]
    return f"{mark.label} {_element_text(mark.element, words)}"


def guard_word(danger: str) -> str:
    """What marks an element that is not to be touched."""
    return f"guarded: {danger}"


def view_lines(view: View, guarded: Mapping[int, str] | None = None) -> list[str]:
    """A line for each mark, and in tree order between them, without a number, the texts that name
    no mark and what the keyboard covers. `guarded` has the classes of harm for which touching a
    number is refused.

    On the grid no element has a number: a line for each element says what can be read there.
    """
    marked = {id(mark.element): mark for mark in view.marks}
    out: list[str] = []
    if view.grid:
        rows = len({mark.bounds.top for mark in view.marks})
        out.append(f'- grid "{rows} rows of {len(view.marks) // max(1, rows)} cells"')
    loose = 0
    drawn = [shape for shape in view.screen.shapes if shape.name or not view.grid]
    for element in (*view.screen.elements, *drawn):
        covered = view.screen.is_covered(element)
        if (mark := marked.get(id(element))) is not None:
            out.append(mark_line(mark, (guarded or {}).get(mark.label, "")))
        elif view.grid or covered or not element.uses:
            loose += 1
            if loose <= LOOSE_LIMIT:
                words = [*states(element), *["covered"] * covered]
                out.append(f"- {_element_text(element, words)}")
    if loose > LOOSE_LIMIT:
        out.append(f"- … {loose - LOOSE_LIMIT} more")
    return out


def phrase(element: Element) -> str:
    """The element as it is called in a sentence: `switch "Vibrate"`."""
    return f"{element.role} {quote(element.name)}"


def states(element: Element) -> list[str]:
    """The words for its states, in a fixed order."""
    words = [] if element.checked is None else ["on" if element.checked else "off"]
    words += ["selected"] * element.selected + ["focused"] * element.focused
    return words + ["disabled"] * (not element.enabled) + ["secret"] * element.secret


def quote(text: str) -> str:
    """The text as a JSON string on one line, shortened to `TEXT_LIMIT`; what cannot be seen in it
    is spelled out."""
    if len(text) > TEXT_LIMIT:
        text = text[: TEXT_LIMIT - 1] + "…"
    return spell_unseen(json.dumps(text, ensure_ascii=False))


def _element_text(element: Element, states: Sequence[str]) -> str:
    text = phrase(element)
    if element.value or element.role == "text field":
        text += f" = {quote(element.value)}"
    if states:
        text += f" [{', '.join(states)}]"
    implied = {"tap", "text"} if element.role == "text field" else {"tap"}
    if uses := [use for use in get_args(Use) if use in element.uses and use not in implied]:
        text += f" {{{', '.join(uses)}}}"
    return text


def state_lines(screen: Screen) -> list[str]:
    """Lines about the screen as a whole."""
    states = ['- keyboard "shown"'] if screen.keyboard else []
    return states + ([f'- picture "{UNSEEN[screen.picture]}"'] if screen.picture != "ok" else [])
