"""Tell what came of a move, in one line for the next prompt: first what a person would tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from appagent.actions.gestures import Drag, Move
from appagent.actions.verbs import ScrollTo, Swipe, Tap, Text
from appagent.geometry import bounding_box
from appagent.screen.change import Change, match
from appagent.screen.describe import phrase, quote
from appagent.screen.keys import heading, is_whole_row, page_name, row_of, selected_tab
from appagent.screen.notice import is_notice
from appagent.screen.system import CRASH, HANGS, asks_permission, is_home, is_over_app
from appagent.screen.values import SHAPE, Element, Screen
from appagent.texts import first_few

NAMED = 4
"""Things named of each kind of change; the rest is counted."""

RECOGNISED = 2
"""Things by which a page without a title is recognised once it was seen."""

IN_PICTURE = "a short notice came up, in the picture alone"

_TOP, _SIDE = 0.12, 0.05  # of the screen: what a page leaves free there, at most


def tell(
    move: Move, before: Screen, after: Screen, change: Change, known: Sequence[Element] = ()
) -> str:
    """What came of a move, the point first. `known` is what the page that is shown now held when it
    was last seen, if the move came back to it; nothing for one that was opened."""
    toast = [_says(after.notice) if after.notice else IN_PICTURE] * (
        after.toast not in ("", before.toast)
    )
    if change.nothing:
        chosen = isinstance(move.action, Tap) and move.element and move.element.is_chosen
        return "; ".join(toast) or ("it was chosen already" if chosen else "nothing changed")
    parts = [*toast, *_notices(before, after)]
    before, after = _without_notices(before), _without_notices(after)
    if change.app_changed or (change.screen_changed and not _scrolls(move)):
        parts += _field_value(move, before, after)
        parts += _place(before, after, known)
        parts += _interruption(move, before, after)
    else:
        parts += _differences(before.elements, before, after, move)
        parts += [] if parts != toast else _keyboard(before, after)
    notice_went = before.toast and not after.toast
    return "; ".join(parts) or (
        "only the notice went" if notice_went else "only the picture changed"
    )


def _scrolls(move: Move) -> bool:
    """Whether it moves a page up or down: what was out of sight is no other page."""
    return isinstance(move.action, ScrollTo | Swipe) and move.action.direction in ("up", "down")


# --- notices --------------------------------------------------------------------------------------


def _notices(before: Screen, after: Screen) -> Iterator[str]:
    """What passes by: "Alarm saved" at the foot of a page."""
    old = {e.name for e in before.elements if is_notice(e)}
    for e in after.elements:
        if is_notice(e) and not e.uses and e.name and e.name not in old:
            yield _says(e.name)


def _says(notice: str) -> str:
    """What passes by, as it is told."""
    return f"it says {quote(notice)}"


def _without_notices(screen: Screen) -> Screen:
    return replace(screen, elements=tuple(e for e in screen.elements if not is_notice(e)))


# --- pages ----------------------------------------------------------------------------------------


def _place(before: Screen, after: Screen, known: Sequence[Element]) -> list[str]:
    """Where the move led."""
    title, activity = page_name(after.elements), after.app.activity
    if activity.startswith(CRASH):
        return [f"the app crashed: {quote(title)}"]
    if activity.startswith(HANGS):
        return [f"the app hangs: {quote(title)}"]
    if asks_permission(after.app.package):
        return [f"a permission is asked for: {quote(title)}"]
    page, came_from = _page(after), before.app.package
    if came_from != after.app.package and not is_over_app(after.app.package):
        if is_home(after.app.package):
            return ["the home screen"]
        if not (is_over_app(came_from) or is_home(came_from)):
            return [f"left {came_from} for {after.app.package}: {page}"]
    if not known:
        return [f"opened {page}"]
    differences, back = _differences(known, before, after), f"back on {_page(after, RECOGNISED)}"
    # A title is short, and says more than what differs below it.
    return [back, *differences] if title else [*differences, back]


def _page(screen: Screen, most: int = NAMED) -> str:
    """The page or the window that is shown, by its title or by what it offers, `most` of it."""
    title, kind = _title(screen.elements), kind_of(screen)
    offered = [e for e in screen.elements if e.uses and e.name and e.role not in (SHAPE, "list")]
    if kind == "menu" or not title:
        return f"{kind} with {', '.join(first_few([phrase(e) for e in offered], most))}"
    if kind in ("page", "drawer"):
        return f"{kind} {title}"
    names = first_few([quote(e.name) for e in offered], most)
    return f"{kind} {title} with {', '.join(names)}"


def _title(elements: Sequence[Element]) -> str:
    """The title of a page and, below it, the selected tab: `"Grand Hotel", tab "Overview"`. A text
    in line with another is the label of a field and no title. "" for neither."""
    head, tab = heading(elements), selected_tab(elements)
    texts = (e.bounds for e in elements if e.role == "text" and e is not head)
    if head and any(t.top < head.bounds.bottom and head.bounds.top < t.bottom for t in texts):
        head = None
    if tab is None:
        return quote(head.name) if head else ""
    above = head is not None and head.bounds.bottom <= tab.bounds.top
    return f"{quote(head.name)}, tab {quote(tab.name)}" if head and above else quote(tab.name)


def kind_of(screen: Screen) -> Literal["page", "drawer", "menu", "sheet", "dialog"]:
    """What is shown, by the part of the screen that it takes."""
    if not screen.elements:
        return "page"
    box, (width, height) = bounding_box([e.bounds for e in screen.elements]), screen.size
    at_top, at_foot = box.top < _TOP * height, box.bottom > (1 - _TOP) * height
    at_sides = box.left < _SIDE * width, box.right > (1 - _SIDE) * width
    if at_top and all(at_sides):
        return "page"
    if at_top and at_foot and any(at_sides):
        return "drawer"
    if all(e.uses for e in screen.elements):
        return "menu"
    return "sheet" if at_foot and all(at_sides) else "dialog"


def _field_value(move: Move, before: Screen, after: Screen) -> list[str]:
    """The field's new value, where a text led to another page that has the field too."""
    pairs, _, _ = match(before.elements, after.elements)
    if not isinstance(move.action, Text):
        return []
    return [text for was, now in pairs if was == move.element for text in _states(was, now)]


def _interruption(move: Move, before: Screen, after: Screen) -> list[str]:
    """A word on a field that a window stands over since it was typed into: what was typed may have
    gone to the window. Without an element what was typed went wherever the focus was."""
    field = move.element
    if not isinstance(move.action, Text) or field is None or "\n" in move.action.text:
        return []
    pairs, _, _ = match((field,), after.elements)
    is_over = before.app.package != after.app.package or kind_of(after) in ("dialog", "sheet")
    return [] if pairs or not is_over else ["this may have cut the typing short: look at the field"]


# --- differences ----------------------------------------------------------------------------------


def _differences(
    old: Sequence[Element], before: Screen, after: Screen, move: Move | None = None
) -> list[str]:
    """What differs on a page from what it held, what was touched first; without the focus, and what
    the keyboard covers. Of what was moved into sight the first and the last are told."""
    pairs, gone, came = match(old, after.elements)
    touched = move.element if move else None
    pairs.sort(key=lambda pair: touched is None or pair[0] != touched)
    came = [e for e in came if not after.is_covered(e)]
    gone = [e for e in gone if not (before.is_covered(e) or after.is_covered(e))]
    states = [text for was, now in pairs for text in _states(was, now)]
    parts = ["; ".join(first_few(states, NAMED))] if states else []
    new = [phrase(e) for e in _outermost(came) if e.name]
    drags = move is not None and isinstance(move.gesture, Drag)
    moves_page = drags and (touched is None or touched.role != "slider")
    if new and (moves_page or _is_scroll(pairs, came, gone)):
        return [*parts, f"now shows {_ends(new)}"]
    if after.keyboard > before.keyboard:  # it pushed them out
        gone = [e for e in gone if not row_of(e.key)]
    parts += [f"new: {', '.join(first_few(new, NAMED))}"] if new else []
    old_ones = [phrase(e) for e in _outermost(gone) if e.name]
    parts += [f"gone: {', '.join(first_few(old_ones, NAMED))}"] if old_ones else []
    # Mostly that a form can be sent now, which is no news beside the rest.
    switched = [
        f"{phrase(now)}: {'enabled' if now.enabled else 'disabled'}"
        for was, now in pairs
        if was.enabled != now.enabled
    ]
    return [*parts, "; ".join(first_few(switched, NAMED))] if switched else parts


def _states(was: Element, now: Element) -> Iterator[str]:
    """Each state that differs, but for the focus: `switch "Vibrate": on`."""
    name = phrase(now)
    if was.value != now.value and not now.secret:
        yield f"{name} = {quote(now.value)}"
    if was.checked is not None and now.checked is not None and was.checked != now.checked:
        yield f"{name}: {'on' if now.checked else 'off'}"
    elif was.name != now.name:
        yield _new_name(was, now)
    if was.selected != now.selected and now.selected:
        yield f"{name}: selected"
    if was.filled != now.filled:
        yield f"{name}: {'filled' if now.filled else 'empty'}"


def _new_name(was: Element, now: Element) -> str:
    """`button "Week starts on": "Sunday" -> "Monday"`, where the names begin with one title."""
    (old_title, _, old), (title, _, new) = was.name.partition(", "), now.name.partition(", ")
    if title == old_title and old and new:
        return f"{now.role} {quote(title)}: {quote(old)} -> {quote(new)}"
    return f"{phrase(was)} is now {quote(now.name)}"


def _is_scroll(
    pairs: Sequence[tuple[Element, Element]], came: Sequence[Element], gone: Sequence[Element]
) -> bool:
    """Whether what stayed has moved by one distance, as a list does under a finger."""
    moves = [
        (now.bounds.left - was.bounds.left, now.bounds.top - was.bounds.top)
        for was, now in pairs
        if row_of(now.key)
    ]
    shifted = [move for move in moves if move != (0, 0)]
    whole = bool(came) and all(row_of(e.key) for e in (*came, *gone))
    return whole and len(shifted) * 2 > len(moves)


def _outermost(elements: Sequence[Element]) -> list[Element]:
    """Without what stands in a row that is named itself."""
    rows = {row_of(e.key) for e in elements if is_whole_row(e)}
    return [e for e in elements if is_whole_row(e) or row_of(e.key) not in rows]


def _keyboard(before: Screen, after: Screen) -> list[str]:
    """The keyboard, or the field in focus, where nothing else is to be told."""
    if before.keyboard != after.keyboard:
        return ["the keyboard came up" if after.keyboard else "the keyboard was closed"]
    focused = (e for e in after.elements if e.focused and "text" in e.uses)
    was = {e.key for e in before.elements if e.focused}
    return [f"{phrase(e)} is in focus" for e in focused if e.key not in was]


def _ends(texts: Sequence[str]) -> str:
    """The first and the last."""
    return texts[0] if len(texts) == 1 else f"{texts[0]} to {texts[-1]}, {len(texts)} new"
