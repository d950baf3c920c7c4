"""A screen as text for a model: one line for each element.

11 button (search icon)
12 switch "Vibrate" [off]
13 text field "Hour" = "6" [focused]
14 item "Home" {long_press}
15 list
- text "No alarms"
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from typing import get_args

from appagent.geometry import Rect
from appagent.screen.naming import UNTOLD
from appagent.screen.sight import find_slivers, is_hidden
from appagent.screen.values import Element, Mark, Screen, Use, View
from appagent.screen.wording import MARKED
from appagent.texts import shorten, spell_unseen

TEXT_LIMIT = 80
"""Characters of a name or a value in a sentence; a longer one ends in an ellipsis."""
LINE_LIMIT = 320
"""Characters of the same in a line of its own."""
LOOSE_LIMIT = 40
"""Lines without a number; the rest is counted."""
IMPLIED: Mapping[str, Set[Use]] = {
    "text field": {"tap", "long_press", "text"},
    "list": {"swipe"},
    "scroll area": {"swipe"},
    "pages": {"swipe"},
}
"""The uses of a role that its line does not tell; of any other role a tap."""
HIDDEN = "•••"
"""Stands in the place of a secret."""
UNSEEN = {"secure": "forbidden by the app, so it is black", "black": "all black"}
"""Why a picture shows nothing."""


def mark_line(mark: Mark, guarded: str = "") -> str:
    """The line of a mark: `LABEL role "name" (unwritten) = "value" [states] {uses}`. `guarded` is
    the class of harm for which touching it is refused."""
    if mark.element is None:
        return f"{mark.label} cell"
    words = [*states(mark.element), *[guard_word(guarded)] * bool(guarded)]
    return f"{mark.label} {element_text(mark.element, words)}"


def guard_word(danger: str) -> str:
    """What marks an element that is not to be touched."""
    return f"guarded: {danger}"


def view_lines(view: View, guarded: Mapping[int, str] | None = None) -> list[str]:
    """A line for each mark, and in tree order between them, without a number, the texts that name
    no mark and what the keyboard or a snackbar covers. `guarded` has the classes of harm for which
    touching a number is refused.

    On the grid no element has a number: a line for each element says what can be read there.
    """
    marked = {id(mark.element): mark for mark in view.marks}
    out: list[str] = []
    if view.grid:
        rows = len({mark.bounds.top for mark in view.marks})
        out.append(f'- grid "{rows} rows of {len(view.marks) // max(1, rows)} cells"')
    loose = 0
    drawn = [shape for shape in view.screen.shapes if shape.name or not view.grid]
    shown = (*view.screen.elements, *drawn)
    hidden = {id(e) for e in shown if is_hidden(e, view.screen)}
    listed = {e.bounds for e in view.screen.elements if view.grid or id(e) in hidden}
    listed |= {mark.element.bounds for mark in view.marks if mark.element}
    listed |= _slivers(view.screen)
    for element in shown:
        covered = id(element) in hidden
        if (mark := marked.get(id(element))) is not None:
            out.append(mark_line(mark, (guarded or {}).get(mark.label, "")))
        elif element.told_in in listed:
            continue
        elif view.grid or covered or not element.uses:
            loose += 1
            if loose <= LOOSE_LIMIT:
                words = [*states(element), *["covered"] * covered]
                out.append(f"- {element_text(element, words)}")
    if loose > LOOSE_LIMIT:
        out.append(f"- … {loose - LOOSE_LIMIT} more")
    return out


def _slivers(screen: Screen) -> set[Rect]:
    """The bounds of what is cut too short to be read."""
    touchable = [e for e in screen.elements if e.uses]
    return {touchable[place].bounds for place in find_slivers(touchable, screen.size)}


def phrase(element: Element, limit: int = TEXT_LIMIT) -> str:
    """The element as it is called in a sentence: `switch "Vibrate"`. In brackets stands what no
    word of the screen says: `button (add alarm)` by its id, `button (learned: "Voice message")` by
    who tried it out, `button (search icon)` by its picture, `button (top right)` by its place."""
    guess = element.by_id or (UNTOLD if element.icon else "")
    name = element.called.removesuffix(guess).removesuffix(": ") if guess else element.called
    by_picture = element.icon and f"{element.icon} icon"
    told = f"learned: {quote(element.learned, limit)}" if element.learned else by_picture
    told = told or element.by_id
    unwritten = ", ".join(filter(None, [told, element.place]))
    parts = [
        element.word or element.role,
        name and quote(name, limit),
        unwritten and f"({unwritten})",
    ]
    return " ".join(filter(None, parts))


def states(element: Element) -> list[str]:
    """The words for its states, in a fixed order."""
    words: list[str] = [element.state] * bool(element.state)
    selected = element.selected and MARKED not in element.remarks
    words += [*element.remarks, *["selected"] * selected, *["focused"] * element.focused]
    words += ["disabled"] * (not element.enabled) + ["filled"] * element.filled
    return words + ["secret"] * element.secret


def quote(text: str, limit: int = TEXT_LIMIT) -> str:
    """The text as a JSON string on one line, shortened to `limit` characters; what cannot be seen
    in it is spelled out."""
    return spell_unseen(json.dumps(shorten(text, limit), ensure_ascii=False))


def element_text(element: Element, states: Sequence[str], limit: int = LINE_LIMIT) -> str:
    """The element as a line of its own tells it, with words for its states."""
    text = phrase(element, limit)
    if element.value or (element.role == "text field" and not element.filled):
        text += f" = {quote(element.value, limit)}"
    if states:
        text += f" [{', '.join(states)}]"
    left = element.uses - IMPLIED.get(element.role, {"tap"})
    if uses := [use for use in get_args(Use) if use in left]:
        text += f" {{{', '.join(uses)}}}"
    return text


def state_lines(screen: Screen) -> list[str]:
    """Lines about the screen as a whole."""
    states = ['- keyboard "shown"'] if screen.keyboard else []
    states += [f"- notice {quote(screen.notice)}"] if screen.notice else []
    return states + ([f'- picture "{UNSEEN[screen.picture]}"'] if screen.picture != "ok" else [])
