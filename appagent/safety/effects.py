"""Detect side effects by comparing the screens before and after an action, also of a control that
does not say what it does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from appagent.actions.gestures import Move
from appagent.actions.verbs import Enter, Text
from appagent.danger import Danger
from appagent.safety.labels import danger_of
from appagent.safety.touch import risk
from appagent.screen.change import Change
from appagent.screen.keys import row_of, same_screen
from appagent.screen.values import SHAPE, SURFACE, Element, Screen

RowControl = tuple[str, str]  # a control of a row: its key, and its own words

HANG_UP = re.compile(
    r"\b(?:end (?:the )?call|hang ?up|auflegen|anruf beenden|raccrocher|colgar|finalizar llamada"
    r"|riaggancia|termina (?:la )?chiamata|(?:desligar|encerrar) (?:a )?chamada|ophangen"
    r"|gesprek beëindigen|rozłącz|zakończ połączenie|aramayı bitir"
    r"|завершить (?:вызов|звонок)|положить трубку)\b"
    r"|إنهاء المكالمة|挂断|结束通话|掛斷|結束通話|通話を終了|電話を切る|통화 종료|전화 끊기",
    re.IGNORECASE,
)
UNDO = re.compile(
    r"undo|rückgängig(?: machen)?|deshacer|desfazer|ongedaan maken|cofnij|geri al|تراجع|撤[销消銷]"
    r"|復原|还原|元に戻す|실행 취소",
    re.IGNORECASE,
)
UNDO_OR_CANCEL = re.compile(r"annuler|annulla|отменить", re.IGNORECASE)  # in a dialog: cancel
_PIECES = re.compile(r"[\W\d_]+")


def row_control(element: Element | None, screen: Screen) -> RowControl | None:
    """The identity of a control repeated in every row of a list; None for anything else.

    Its own words are those that nothing else in its row has: "icon" of "Orchid: icon".
    """
    row = row_of(element.key) if element else ""
    if not element or not row or element.key == row or "text" in element.uses:
        return None
    said = element.name
    mates = {name for e in _inside(row, element, screen) for name in (e.name, _title(e))}
    for name in sorted(mates - {""}, key=len, reverse=True):
        said = said.replace(name, " ")
    return element.key, " ".join(_PIECES.split(said)).strip().casefold()


def siblings(element: Element | None, screen: Screen) -> list[Element]:
    """The element, plus those with the same key if it shows no text and is named after its id: a
    row cut off by the edge of the screen does what the other rows do."""
    if element is None:
        return []
    # The words of an id are lower case: a row "Block" may well have the id `block`.
    if element.text or element.description or element.name not in _id_words(element).lower():
        return [element]
    return [element, *(e for e in screen.elements if e.key == element.key and e is not element)]


def danger_seen(move: Move, before: Screen, after: Screen) -> Danger | None:
    """The danger that a move turned out to be: "call" if a call began, "delete" if a control
    without text removed its own row; None for none."""
    if _hang_up(before, after):
        return "call"
    element = move.element
    wordless = element and not (element.text or element.description) and element.checked is None
    if element and wordless and move.use == "tap" and _row_gone(element, before, after):
        return "delete"
    return None


def undo_buttons(before: Screen, after: Screen) -> list[Element]:
    """The buttons that appeared and take the action back: "End call", "Undo"."""
    return [found for found in (_hang_up(before, after), _undo(before, after)) if found]


def switch_back(move: Move, change: Change, before: Screen, after: Screen) -> Element | None:
    """The control that restores the previous state of what was tapped, or None. In a group where
    one excludes the other it is the one that was on."""
    element = move.element
    if element is None or move.use != "tap" or element.role in {"tab", SHAPE, SURFACE}:
        return None
    now = same(element, before, after)
    if now is None or (_state(now) == _state(element) and not _relabelled(element, now, change)):
        return None
    if danger_of(now.name) and not same_screen(before, after):
        return None  # what another page has in its place: "Next", then "Delete"
    group = element.key.rpartition("/")[0]
    others = (e for e in before.elements if e is not element and any(_state(e)))
    for other in (e for e in others if e.key.rpartition("/")[0] == group):
        later = same(other, before, after)
        if later and not any(_state(later)):
            # Another page of the same window: it was gone to, not set.
            gone_to = now.checked is None and change.appeared
            return None if gone_to else later
    return None if element.role == "radio" else now  # one of a group of radios stays on


def overwritten(move: Move, before: Screen, after: Screen) -> Element | None:
    """The field whose old text was replaced by a typed one, or None. None too if the old text has
    several lines and the enter key, which types a line end, might send it."""
    element = move.element
    if not isinstance(move.action, Text) or element is None or element.secret:
        return None
    # A hint may stand in the tree as a text.
    if not element.value or element.value.casefold() in element.name.casefold():
        return None
    if "\n" in element.value and risk(Move(Enter(), element=element), after):
        return None
    now = same(element, before, after)
    return now if now and now.value != element.value else None


# --- the same element, before and after -----------------------------------------------------------


def same(element: Element, before: Screen, after: Screen) -> Element | None:
    """The element after the action, even if its name changed; in a list, the one in its row."""
    found = [e for e in after.elements if e.key == element.key]
    if row := row_of(element.key):
        whose = _row_title(row, element, before)
        found = [e for e in found if _row_title(row, e, after) == whose]
    found = [e for e in found if e.name == element.name] or found
    x, y = element.bounds.center
    return min(
        found,
        key=lambda e: abs(e.bounds.center.x - x) + abs(e.bounds.center.y - y),
        default=None,
    )


def _state(element: Element) -> tuple[bool, ...]:
    takes_away = danger_of(element.name) == "delete"  # as "Add to favourites" then does
    return bool(element.checked), element.selected, takes_away


def _relabelled(old: Element, now: Element, change: Change) -> bool:
    """Whether a button's label now tells its other state: "Follow", "Following"."""
    if change.screen_changed or old.key == row_of(old.key) or "text" in old.uses:
        return False
    was, is_ = old.name.casefold(), now.name.casefold()
    if not was or was == is_ or _numbers(was) != _numbers(is_):  # "Like, 3" -> "Like, 4"
        return False
    return was in is_ or is_ in was


def _numbers(text: str) -> str:
    return "".join(filter(str.isdigit, text))


# --- what came up, and what went ------------------------------------------------------------------


def _new(before: Screen, after: Screen) -> list[Element]:
    """What can be touched and has a name that was not there before."""
    there = {e.name for e in before.elements}
    return [e for e in after.elements if "tap" in e.uses and e.name not in there]


def _hang_up(before: Screen, after: Screen) -> Element | None:
    """The button that ends a call that began; not a setting or a message about ending calls."""
    new = (e for e in _new(before, after) if e.checked is None and not row_of(e.key))
    return next((e for e in new if any(map(HANG_UP.search, _words(e)))), None)


def _undo(before: Screen, after: Screen) -> Element | None:
    new = _new(before, after)
    says = next((e for e in new if UNDO.fullmatch(e.name.strip())), None)
    if says or not same_screen(before, after):
        return says
    return next((e for e in new if UNDO_OR_CANCEL.fullmatch(e.name.strip())), None)


def _words(element: Element) -> Iterator[str]:
    yield element.name
    yield element.description
    yield _id_words(element)


def _id_words(element: Element) -> str:
    return element.resource_id.rpartition("/")[2].replace("_", " ")


# --- rows -----------------------------------------------------------------------------------------


def _title(element: Element) -> str:
    return element.name.partition(", ")[0]


def _titles(row: str, screen: Screen) -> list[Element]:
    """What names the rows: the rows themselves, or the texts in them if rows are no controls."""
    texts = (e for e in screen.elements if e.key.startswith(f"{row}/") and e.role == "text")
    return [e for e in screen.elements if e.key == row and e.name] or list(texts)


def _inside(row: str, element: Element, screen: Screen) -> list[Element]:
    """The elements that name the row an element is in."""
    x, y = element.bounds.center
    return [
        e
        for e in _titles(row, screen)
        if e.bounds.top <= y < e.bounds.bottom and e is not element
        and (e.bounds.left <= x < e.bounds.right or e.key != row)
    ]  # fmt: skip


def _row_title(row: str, element: Element, screen: Screen) -> str:
    """The title of an element's row, by the nearest text; without numbers, which change."""
    x, y = element.bounds.center

    def gap(e: Element) -> int:
        left, top, right, bottom = e.bounds
        return max(left - x, x - right, 0) + max(top - y, y - bottom, 0)

    found = [e for e in _titles(row, screen) if any(map(str.isalpha, e.name))]
    nearest = element if element.key == row else min(found, key=gap, default=None)
    return _PIECES.sub(" ", _title(nearest)) if nearest else ""


def _row_gone(element: Element, before: Screen, after: Screen) -> bool:
    """Whether the element's row disappeared, and only that row."""
    row = row_of(element.key)
    if not row or element.key == row:
        return False
    own = _row_title(row, element, before)
    others, left = (
        {_PIECES.sub(" ", _title(e)) for e in _titles(row, screen)} for screen in (before, after)
    )
    others -= {own}
    stayed = bool(others & left) if others else same_screen(before, after)
    return bool(own) and own not in left and stayed
