"""What takes an effect back: the buttons to touch, the knob to drag, the text to type again."""

from __future__ import annotations

import re

from appagent.actions.gestures import Move
from appagent.geometry import Point
from appagent.guard.effects import (
    hang_up_button,
    has_other_label,
    is_other_name,
    is_picked,
    is_tap,
    newly_there,
    overwritten,
    state,
)
from appagent.guard.reach import taken_along
from appagent.screen.change import Change
from appagent.screen.folding import fold, is_question
from appagent.screen.keys import is_whole_row, same_screen
from appagent.screen.match import same
from appagent.screen.pages import page_kind
from appagent.screen.values import SHAPE, SURFACE, Element, Screen

UNDO = re.compile(
    r"undo|rückgängig(?: machen)?|deshacer|desfazer|ongedaan maken|cofnij|geri al|تراجع|撤[销消銷]"
    r"|復原|还原|元に戻す|실행 취소",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r":\d+$")  # "#action:2"
_NEAR = 0.02  # of the length of a slider: a knob is dragged no closer
UNDO_OR_CANCEL = re.compile(r"annuler|annulla|отменить", re.IGNORECASE)  # in a dialog: cancel


def undo_buttons(before: Screen, after: Screen) -> list[Element]:
    """The buttons that appeared and take the action back: "End call", "Undo"."""
    return [found for found in (hang_up_button(before, after), _undo(before, after)) if found]


def _undo(before: Screen, after: Screen) -> Element | None:
    new = newly_there(before, after)
    says = next((e for e in new if UNDO.fullmatch(e.name.strip())), None)
    if says or not same_screen(before, after):
        return says
    return next((e for e in new if UNDO_OR_CANCEL.fullmatch(e.name.strip())), None)


def switch_back(move: Move, change: Change, before: Screen, after: Screen) -> Element | None:
    """The control that restores the previous state of what was tapped, or None. In a group where
    one excludes the other it is the one that was on."""
    element = move.element
    if element is None or not is_tap(move) or element.role in {"tab", SHAPE, SURFACE}:
        return None
    now = same(element, before, after)
    if now is None or (state(now) == state(element) and not has_other_label(element, now, change)):
        return None
    if is_picked(element, before, after) or is_picked(now, after, before):
        return None
    group = element.key.rpartition("/")[0]
    others = (e for e in before.elements if e is not element and any(state(e)))
    for other in (e for e in others if e.key.rpartition("/")[0] == group):
        later = same(other, before, after)
        if later and not any(state(later)):
            # Another page of the same window: it was gone to, not set. What is set may say so:
            # "Home Wi-Fi, Connected".
            gone_to = now.checked is None and change.appeared and now.name == element.name
            return None if gone_to else later
    return None if element.role == "radio" else now  # one of a group of radios stays on


def old_choice(move: Move, before: Screen) -> Element | None:
    """What was chosen in the list of choices from which another one was tapped, or None: "30 days"
    where "Forever" was touched."""
    element = move.element
    if element is None or not is_tap(move) or element.checked is not False:
        return None
    peers = [e for e in before.elements if e.key == element.key or _beside(e, element)]
    on = [e for e in peers if e.checked and e.role == element.role]
    return on[0] if len(on) == 1 else None


def is_entry(move: Move, screen: Screen) -> bool:
    """Whether a move taps one of the entries of a menu, or another one of several choices. "Cancel"
    and "OK" are neither, nor is the choice that is on."""
    entry = move.element
    if entry is None or not is_tap(move):
        return False
    if entry.checked is not None:
        return old_choice(move, screen) is not None
    in_menu = is_whole_row(entry) or page_kind(screen) == "menu"
    return in_menu and len(_entries(entry, screen)) > 1


def entry_back(move: Move, before: Screen, again: Screen) -> Element | None:
    """What puts back what an entry did, in the menu or the choices that were opened again: the
    choice that was on, or the entry itself if it alone is now called by its other name ("Unmute"
    where "Mute" was touched)."""
    if old := old_choice(move, before):
        found = [e for e in again.elements if (e.key, e.name) == (old.key, old.name)]
        return found[0] if found and not found[0].checked else None
    if move.element is None:
        return None
    was, now = (_entries(move.element, screen) for screen in (before, again))
    differ = [(a, b) for a, b in zip(was, now, strict=False) if a.name != b.name]
    if len(was) != len(now) or len(differ) != 1 or differ[0][0] != move.element:
        return None
    ((_, other),) = differ
    words = [len(name.split()) for name in (move.element.name, other.name)]
    turned = is_other_name(move.element.name, other.name) and abs(words[0] - words[1]) <= 1
    return other if turned else None


def _entries(element: Element, screen: Screen) -> list[Element]:
    """What can be tapped and has the same key but for its number, from the top."""
    key = _NUMBERED.sub("", element.key)
    return [e for e in screen.elements if _NUMBERED.sub("", e.key) == key and "tap" in e.uses]


def _beside(one: Element, other: Element) -> bool:
    return one.key.rpartition("/")[0] == other.key.rpartition("/")[0]


def confirming(control: Element, asking: Screen) -> Element | None:
    """The button that says yes to a question about the control that was just touched: "Unfollow"
    under "Unfollow Ann?"; None if the question is about anything else."""
    questions = [fold(e.name) for e in asking.elements if is_question(e.name)]
    stem = fold(control.name)[:4]  # of "Following"
    for button in asking.elements:
        words = fold(button.name)
        asked = any(question.startswith(words) for question in questions)
        if "tap" in button.uses and words and asked and stem and stem in words:
            return button
    return None


def slide_back(move: Move, before: Screen, after: Screen) -> tuple[Point, Point] | None:
    """Where a finger drags the knob of a slider from, and to, so that it stands as before; None
    where it does, its knob is not seen, or it moves by itself, as that of a song."""
    old = move.element or taken_along(move, before)
    now = same(old, before, after) if old else None
    if old is None or now is None or not (now.scale and old.scale):
        return None
    if any(map(old.bounds.overlaps, (*before.moving, *after.moving))):
        return None
    start, end = now.scale.knob, old.scale.knob
    if start is None or end is None:
        return None
    off_px = max(abs(start.x - end.x), abs(start.y - end.y))
    return (start, end) if off_px > _NEAR * max(old.bounds.size) else None


def text_before(move: Move, before: Screen, after: Screen) -> Element | None:
    """The field that holds another text than before and can be given it again, or None. None too if
    the old text has several lines: the enter key, which types a line end, might send it."""
    field = overwritten(move, before, after)
    old = move.element.value if move.element else ""
    return None if "\n" in old else field
