"""What the row of a list says that an element stands in, as the guard reads it."""

from __future__ import annotations

from appagent.actions.gestures import Move
from appagent.safety.names import parted
from appagent.safety.page import text_of
from appagent.screen.keys import is_whole_row, row_of
from appagent.screen.rows import row_mates
from appagent.screen.values import Element, Screen


def is_tap(move: Move) -> bool:
    """Whether a move taps: what knows no holding is touched when the finger goes up, too."""
    held = move.element is not None and "long_press" not in move.element.uses
    return move.use == "tap" or (move.use == "long_press" and held)


def id_text(element: Element) -> str:
    """The words of its id: "end call" of "com.example:id/end_call"."""
    return element.short_id.replace("_", " ")


def rows_of(screen: Screen) -> tuple[str, ...]:
    """What the rows of all lists say."""
    return tuple(text_of(e) for e in screen.elements if is_whole_row(e) and e.name)


def row_text(element: Element, screen: Screen) -> str:
    """All that the row says that an element is, or is in; "" outside of lists."""
    row = row_of(element.key)
    if not row:
        return ""
    beside = row_mates(element, screen)
    title = () if any(e.key == row for e in beside) else (e.by_row for e in beside)
    shown = (text for e in beside for text in (e.name, e.value))
    told = list(dict.fromkeys(filter(None, (*title, *shown))))
    first = next((e.first for e in beside if e.first and e.name in told[:1]), "")
    return parted(", ".join(told), first)


def beside_of(element: Element, screen: Screen) -> tuple[str, ...]:
    """The names of the controls on the line of one that stands in a list and in no row of its own:
    the channel beside "Subscribe"."""
    row, (_, top, _, bottom) = row_of(element.key), element.bounds
    inside = [e for e in screen.elements if row_of(e.key) == row and e is not element]
    if any(e.key == row and e.bounds.contains(element.bounds.center) for e in inside):
        return ()
    line = (e for e in inside if "tap" in e.uses and top <= e.bounds.center.y < bottom)
    return tuple(e.name for e in line if e.name)
