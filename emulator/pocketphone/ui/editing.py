"""What keys and characters do to the text field in focus."""

from __future__ import annotations

from pocketphone.ui.field import TextField
from pocketphone.ui.widget import Ui

DPAD_LEFT, DPAD_RIGHT, SPACE, DEL = 21, 22, 62, 67
FORWARD_DEL, MOVE_HOME, MOVE_END, PASTE = 112, 122, 123, 279


def insert(field: TextField, ui: Ui, text: str) -> None:
    """Characters at the cursor, or in the place of what is selected."""
    first, last = _span(field, ui)
    ui.cursor = field.replace(first, last, text)
    ui.selected = False


def press_key(field: TextField, ui: Ui, code: int, clipboard: str) -> None:
    """A key by its number; those that edit nothing do nothing."""
    first, last = _span(field, ui)
    end = len(field.value)
    if code == SPACE:
        insert(field, ui, " ")
    elif code == PASTE:
        insert(field, ui, clipboard)
    elif code == DEL:
        ui.cursor = field.replace(first if first < last else first - 1, last, "")
    elif code == FORWARD_DEL:
        ui.cursor = field.replace(first, last if first < last else last + 1, "")
    elif code in (MOVE_HOME, MOVE_END, DPAD_LEFT, DPAD_RIGHT):
        places = {MOVE_HOME: 0, MOVE_END: end, DPAD_LEFT: first - 1, DPAD_RIGHT: last + 1}
        ui.cursor = max(0, min(end, places[code]))
    else:
        return
    ui.selected = False


def _span(field: TextField, ui: Ui) -> tuple[int, int]:
    """The characters that are selected; an empty span at the cursor where none are."""
    if ui.selected:
        return 0, len(field.value)
    at = min(ui.cursor, len(field.value))
    return at, at
