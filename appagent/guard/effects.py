"""What an action turned out to do, told by the screens before and after it: also of a control that
does not say what it does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from appagent.actions.gestures import Move
from appagent.actions.verbs import Text
from appagent.danger import Danger
from appagent.guard import android
from appagent.screen.about import MOST_BUTTONS, asked
from appagent.screen.change import Change
from appagent.screen.folding import digits, letters
from appagent.screen.keys import is_whole_row, row_of
from appagent.screen.match import same
from appagent.screen.names import stands_in
from appagent.screen.rows import plain_title, row_title, row_titles
from appagent.screen.values import SHAPE, SURFACE, Element, Screen

What = Literal[
    "started a call",
    "sent the text",
    "removed its row",
    "removed a row",  # of the page under a dialog
    "added a row",
    "changed a chosen row",  # "Ann, Muted" where Ann was chosen
    "counted one more",  # a like, a repost
    "switched",  # on or off, or to its other name: "Follow", "Following"
    "moved a slider",
    "overwrote a text",
    "granted a permission",
]


class SideEffect(NamedTuple):
    """One thing that an action did, and the class of harm that it is; None for none."""

    what: What
    danger: Danger | None = None

    def __str__(self) -> str:
        return f"{self.what} ({self.danger})" if self.danger else self.what


OVERWROTE = SideEffect("overwrote a text")
HANG_UP = re.compile(
    r"\b(?:end (?:the )?call|hang ?up|auflegen|anruf beenden|raccrocher|colgar|finalizar llamada"
    r"|riaggancia|termina (?:la )?chiamata|(?:desligar|encerrar) (?:a )?chamada|ophangen"
    r"|gesprek beëindigen|rozłącz|zakończ połączenie|aramayı bitir"
    r"|завершить (?:вызов|звонок)|положить трубку)\b"
    r"|إنهاء المكالمة|挂断|结束通话|掛斷|結束通話|通話を終了|電話を切る|통화 종료|전화 끊기",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:[.,]\d{3})*")
_BESIDE = 3  # heights of a control: a number further off does not count for it


def side_effects(
    move: Move, change: Change, before: Screen, after: Screen, earlier: Sequence[Element] = ()
) -> tuple[SideEffect, ...]:
    """All that a move turned out to do, the most certain first.

    `earlier` is what the page after it held when it was last seen, which tells what a dialog or an
    editor did to the page below.
    """
    if change.nothing:
        return ()
    found = [
        _call(before, after),
        _grant(move, before, after),
        _sending(move, change, before, after),
        _own_row(move, change, before, after),
        _rows_below(change, before, after, earlier),
        _selection_change(move, before, after),
        _switch(move, change, before, after),
        _slid(move, before, after),
        _overwrote(move, before, after),
    ]
    return tuple(filter(None, found))


def danger_of_all(found: Sequence[SideEffect]) -> Danger | None:
    """The danger of the first effect that is one."""
    return next((effect.danger for effect in found if effect.danger), None)


def hang_up_button(before: Screen, after: Screen) -> Element | None:
    """The button that ends a call that began; not a setting or a message about ending calls."""
    new = (e for e in newly_there(before, after) if e.checked is None and not row_of(e.key))
    return next((e for e in new if any(map(HANG_UP.search, _words(e)))), None)


def newly_there(before: Screen, after: Screen) -> list[Element]:
    """What can be touched and has a name that was not there before."""
    there = {e.name for e in before.elements}
    return [e for e in after.elements if "tap" in e.uses and e.name not in there]


# --- calls, permissions, words --------------------------------------------------------------------


def _call(before: Screen, after: Screen) -> SideEffect | None:
    return SideEffect("started a call", "call") if hang_up_button(before, after) else None


def _grant(move: Move, before: Screen, after: Screen) -> SideEffect | None:
    element = move.element
    # What takes the app away that has the rights ("delete permission") gives none.
    grants = element is not None and android.does(element, before).startswith("permission")
    gone = before.app.package != after.app.package
    return SideEffect("granted a permission", "permission") if grants and gone else None


def _sending(move: Move, change: Change, before: Screen, after: Screen) -> SideEffect | None:
    """A text that left its field and now stands on the page: a message, a comment."""
    if change.screen_changed:
        return None
    there = {e.name for e in before.elements}
    new = [e.name for e in after.elements if "text" not in e.uses and e.name not in there]
    holds = _values(after)
    for field, text in _field_texts(move, before):
        now = holds.get(field.key)
        if now is not None and text not in now and any(stands_in(text, name) for name in new):
            return SideEffect("sent the text", "send")
    return None


def _field_texts(move: Move, before: Screen) -> Iterator[tuple[Element, str]]:
    """The fields and what they held just before something could send it."""
    action = move.action
    for field in before.elements:
        if "text" in field.uses and not field.secret:
            typed = action.text if isinstance(action, Text) and field == move.element else ""
            yield from ((field, text) for text in (field.value, typed.strip()) if len(text) > 1)


# --- rows -----------------------------------------------------------------------------------------


def _own_row(move: Move, change: Change, before: Screen, after: Screen) -> SideEffect | None:
    """The row of what was touched is gone, and only that row. A row that is tapped itself may have
    been chosen."""
    element = move.element
    if element is None or not (row := row_of(element.key)) or (element.key == row and is_tap(move)):
        return None
    own = row_title(row, element, before.elements)
    others, left = ({t for t, _ in row_titles(row, s.elements)} for s in (before, after))
    others -= {own}
    stayed = bool(others & left) if others else not change.screen_changed
    if not own or own in left or not stayed or _typing(before, after):
        return None
    if any(_is_chosen_now(element, e) for e in after.elements):  # a chip that filters its list
        return None
    return SideEffect("removed its row", "delete")


def _is_chosen_now(was: Element, now: Element) -> bool:
    there = (was.key, was.name, was.bounds) == (now.key, now.name, now.bounds)
    is_on, was_on = (bool(e.checked or e.selected) for e in (now, was))
    return there and is_on and not was_on


def _typing(before: Screen, after: Screen) -> bool:
    """Whether a field's text changed: what is listed then is another answer."""
    was, now = _values(before), _values(after)
    return any(now[key] != was[key] for key in was.keys() & now.keys())


def _values(screen: Screen) -> dict[str, str]:
    """What each field holds, by its key."""
    return {e.key: e.value for e in screen.elements if "text" in e.uses}


def _rows_below(
    change: Change, before: Screen, after: Screen, earlier: Sequence[Element]
) -> SideEffect | None:
    """What a dialog or an editor did to a list of the page below it."""
    if not earlier or not change.screen_changed:
        return None
    for row in sorted({row_of(e.key) for e in earlier}):
        was, now = row_titles(row, earlier), row_titles(row, after.elements)
        titles, left = [t for t, _ in was], [t for t, _ in now]
        known, still = set(titles), set(left)
        stayed = [t for t in titles if t in still]
        if not was or (now and abs(now[0][1].bounds.top - was[0][1].bounds.top) > 2):
            continue  # scrolled
        gone = len(titles) - len(stayed)
        came = [t for t in left if t not in known]
        if gone and left[: len(stayed)] == stayed and asks(before):
            return SideEffect("removed a row", "delete")
        if len(came) == 1 and not gone:
            return SideEffect("added a row")
    return None


def _selection_change(move: Move, before: Screen, after: Screen) -> SideEffect | None:
    """What a control did to the rows that had been chosen for it: their words are others now, and
    they are no longer chosen. Numbers and the word for being chosen do not count."""
    element = move.element
    if element is None or row_of(element.key) or "text" in element.uses:
        return None
    chosen = [e for e in before.elements if e.selected and is_whole_row(e)]
    for old in chosen:
        now = same(old, before, after)
        if now and not now.selected and letters(now.name) != letters(old.name):
            return SideEffect("changed a chosen row")
    return None


def asks(screen: Screen) -> bool:
    """Whether the screen is a dialog that asks a question: it stands in no list, above few
    buttons."""
    buttons = [e for e in screen.elements if "tap" in e.uses]
    return len(buttons) <= MOST_BUTTONS and bool(asked(screen))


# --- states ---------------------------------------------------------------------------------------


def _switch(move: Move, change: Change, before: Screen, after: Screen) -> SideEffect | None:
    """What was tapped is on now, or off, or is called by its other name."""
    element = move.element
    if element is None or not is_tap(move) or element.role in {"tab", SHAPE, SURFACE}:
        return None
    now = same(element, before, after)
    if now is None or is_picked(element, before, after) or is_picked(now, after, before):
        return None
    turned = state(now) != state(element) or has_other_label(element, now, change)
    if _counts_one(element, before, after) and (turned or _own_number(element, now)):
        return SideEffect("counted one more", "post")
    return SideEffect("switched") if turned else None


def is_picked(row: Element, before: Screen, after: Screen) -> bool:
    """Whether a row was picked, and none let go, for something that came up: for "Next". Nothing is
    done with it yet."""
    now = same(row, before, after)
    if now is None or not is_whole_row(row) or now.checked != row.checked:
        return False
    others = (e for e in before.elements if e.selected and is_whole_row(e))
    let_go = any((later := same(e, before, after)) and not later.selected for e in others)
    came_up = any(not row_of(e.key) for e in newly_there(before, after))
    return now.selected and not row.selected and came_up and not let_go


def state(element: Element) -> tuple[bool, ...]:
    """Whether it is on, or chosen."""
    return bool(element.checked), element.selected


def has_other_label(old: Element, now: Element, change: Change) -> bool:
    """Whether a button's label now tells its other state: "Follow", "Following"."""
    if change.screen_changed or old.key == row_of(old.key) or "text" in old.uses:
        return False
    return is_other_name(old.name, now.name)


def is_other_name(old: str, new: str) -> bool:
    """Whether a label can be the other state of another one: "Mute", "Unmute"."""
    was, now = old.casefold(), new.casefold()
    if not was or not now or was == now or digits(was) != digits(now):  # "Like, 3" -> "Like, 4"
        return False
    return was in now or now in was


def _counts_one(element: Element, before: Screen, after: Screen) -> bool:
    """Whether a number on the control, or beside it, went up or down by one."""
    return any(
        (now := same(old, before, after)) and abs((_count(now) or 0) - count) == 1
        for old, count in _numbers_beside(element, before)
    )


def _numbers_beside(element: Element, screen: Screen) -> Iterator[tuple[Element, int]]:
    """What shows one number, near the control, under the same parent and in the same row; and that
    number."""
    parent, row = element.key.rpartition("/")[0], row_of(element.key)
    own = row_title(row, element, screen.elements)
    for e in screen.elements:
        far_px = abs(e.bounds.center.y - element.bounds.center.y)
        beside = far_px <= _BESIDE * element.bounds.height and e.key.rpartition("/")[0] == parent
        count = _count(e)
        if not beside or count is None:
            continue
        if not row or row_title(row, e, screen.elements) == own:
            yield e, count


def _count(element: Element) -> int | None:
    numbers = _NUMBER.findall(element.name)
    return int(re.sub(r"\D", "", numbers[0])) if len(numbers) == 1 else None


def _own_number(old: Element, now: Element) -> bool:
    return digits(old.name) != digits(now.name) and plain_title(old) == plain_title(now) != " "


def _slid(move: Move, before: Screen, after: Screen) -> SideEffect | None:
    element = move.element
    if element is None or element.role != "slider" or not element.value:
        return None
    now = same(element, before, after)
    return SideEffect("moved a slider") if now and now.value != element.value else None


def _overwrote(move: Move, before: Screen, after: Screen) -> SideEffect | None:
    return OVERWROTE if overwritten(move, before, after) else None


def overwritten(move: Move, before: Screen, after: Screen) -> Element | None:
    """The field whose old text was replaced by a typed one, or None."""
    element = move.element
    if not isinstance(move.action, Text) or element is None or element.secret:
        return None
    if move.sets_value:
        return None
    # A hint may stand in the tree as a text.
    if not element.value or element.value.casefold() in element.name.casefold():
        return None
    now = same(element, before, after)
    return now if now and now.value != element.value else None


def _words(element: Element) -> Iterator[str]:
    yield element.name
    yield element.description
    yield id_text(element)


def is_tap(move: Move) -> bool:
    """Whether a move taps: what knows no holding is touched when the finger goes up, too."""
    held = move.element is not None and "long_press" not in move.element.uses
    return move.use == "tap" or (move.use == "long_press" and held)


def id_text(element: Element) -> str:
    """The words of its id: "end call" of "com.example:id/end_call"."""
    return element.short_id.replace("_", " ")
