"""Tell what came of a move, in one line for the next prompt: first what a person would tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from appagent.actions.gestures import Drag, Move
from appagent.actions.verbs import Each, OpenApp, Read, ScrollTo, Swipe, Tap, Text, WaitFor
from appagent.screen.change import Change, match
from appagent.screen.describe import phrase, quote
from appagent.screen.keys import page_name, row_of
from appagent.screen.news import about, differences, states_told
from appagent.screen.pages import OVER_PAGES, page_kind, page_phrase
from appagent.screen.search import reached_end, saying
from appagent.screen.system import CRASH, HANGS, asks_permission, is_home, is_over_app
from appagent.screen.values import Element, Screen

RECOGNISED = 2
"""Things by which a page without a title is recognised once it was seen."""

IN_PICTURE = "a short notice came up, in the picture alone"


def tell(
    move: Move, before: Screen, after: Screen, change: Change, known: Sequence[Element] = ()
) -> str:
    """What came of a move, the point first. `known` is what the page that is shown now held when it
    was last seen, if the move came back to it; nothing for one that was opened."""
    toast = [_says(after.notice) if after.notice else IN_PICTURE] * (
        after.toast not in ("", before.toast)
    )
    if change.nothing:
        if move.holds and move.element:
            return f"it was {move.element.state} already"
        chosen = isinstance(move.action, Tap) and move.element and move.element.is_chosen
        if toast or _sought(move):
            return "; ".join(toast)
        if isinstance(move.action, OpenApp):
            return "it was in front already"
        return "it was chosen already" if chosen else _end(move, before, after) or "nothing changed"
    parts = [*toast, *_notices(before, after)]
    notice_went = (before.toast and not after.toast) or _notice_names(before)
    before, after = _without_notices(before), _without_notices(after)
    known = [e for e in known if not e.is_notice]
    if change.app_changed or (change.screen_changed and not _scrolls(move)):
        parts += _field_value(move, before, after)
        parts += _place(move, before, after, known)
        parts += _interruption(move, before, after)
    else:
        one, other = (_without_sought(move, each) for each in (before, after))
        drags = isinstance(move.gesture, Drag) and getattr(move.element, "role", "") != "slider"
        touched, related = move.element, _related(move, before)
        parts += differences(one.elements, one, other, related, touched, moved=drags)
        parts += [] if parts != toast else _keyboard(before, after)
        parts += filter(None, [_end(move, before, after)])
    if parts or _sought(move):
        return "; ".join(parts)
    return "only the notice went" if notice_went else "only the picture changed"


def _sought(move: Move) -> bool:
    """Whether what the move looked for is told already, and how far it went."""
    return isinstance(move.action, ScrollTo | WaitFor | Each | Read)


def _without_sought(move: Move, screen: Screen) -> Screen:
    """The screen without what was waited for: that it came, or went, is told already."""
    text = move.action.text if isinstance(move.action, WaitFor) else ""
    found = saying(screen.elements, text) if text else None
    return replace(screen, elements=tuple(e for e in screen.elements if e is not found))


def _related(move: Move, before: Screen) -> Callable[[Element], bool]:
    """Whether something has a word of the title of what was touched, of what is typed, or of what
    was typed before."""
    typed = move.action.text if isinstance(move.action, Text) else ""
    held = [e.value for e in before.elements if "text" in e.uses]
    return about(typed, move.element.title if move.element else "", *held)


def _end(move: Move, before: Screen, after: Screen) -> str:
    """The end of a list that a swipe reached; "" for none, and for what is dragged itself."""
    if not (isinstance(move.action, Swipe) and isinstance(move.gesture, Drag)):
        return ""
    return reached_end(before, after, move.gesture.start, move.gesture.end)


def _scrolls(move: Move) -> bool:
    """Whether it moves a page up or down: what was out of sight is no other page."""
    if isinstance(move.gesture, Drag):
        (x, y), (end_x, end_y) = move.gesture.start, move.gesture.end
        return abs(end_y - y) > abs(end_x - x)
    return isinstance(move.action, Each | Read)


# --- notices --------------------------------------------------------------------------------------


def _notices(before: Screen, after: Screen) -> Iterator[str]:
    """What passes by: "Alarm saved" at the foot of a page."""
    old = _notice_names(before)
    yield from (_says(name) for name in _notice_names(after) if name not in old)


def _says(notice: str) -> str:
    """What passes by, as it is told."""
    return f"it says {quote(notice)}"


def _notice_names(screen: Screen) -> list[str]:
    return [e.name for e in screen.elements if e.is_notice and not e.uses and e.name]


def _without_notices(screen: Screen) -> Screen:
    return replace(screen, elements=tuple(e for e in screen.elements if not e.is_notice))


# --- pages ----------------------------------------------------------------------------------------


def _place(move: Move, before: Screen, after: Screen, known: Sequence[Element]) -> list[str]:
    """Where the move led."""
    title, activity = page_name(after.elements), after.app.activity
    if activity.startswith(CRASH):
        return [f"the app crashed: {quote(title)}"]
    if activity.startswith(HANGS):
        return [f"the app hangs: {quote(title)}"]
    if asks_permission(after.app.package):
        return [f"a permission is asked for: {quote(title)}"]
    related, old = _related(move, before), {e.name for e in before.elements}
    page = page_phrase(after, rank=lambda e: (not related(e), not row_of(e.key) and e.name in old))
    came_from = before.app.package
    if came_from != after.app.package and not is_over_app(after.app.package):
        if is_home(after.app.package):
            return ["the home screen"]
        if not (is_over_app(came_from) or is_home(came_from)):
            return [f"left {came_from} for {after.app.package}: {page}"]
    if not known:
        return [f"opened {page}"]
    news = differences(known, before, after, related)
    back = f"back on {page_phrase(after, RECOGNISED)}"
    # A title is short, and says more than what differs below it.
    return [back, *news] if title else [*news, back]


def _field_value(move: Move, before: Screen, after: Screen) -> list[str]:
    """The field's new value, where a text led to another page that has the field too."""
    pairs, _, _ = match(before.elements, after.elements)
    if not isinstance(move.action, Text):
        return []
    return [text for was, now in pairs if was == move.element for text in states_told(was, now)]


def _interruption(move: Move, before: Screen, after: Screen) -> list[str]:
    """A word on a field that a window stands over since it was typed into: what was typed may have
    gone to the window. Without an element what was typed went wherever the focus was."""
    field = move.element
    if not isinstance(move.action, Text) or field is None or "\n" in move.action.text:
        return []
    pairs, _, _ = match((field,), after.elements)
    is_over = before.app.package != after.app.package or page_kind(after) in OVER_PAGES
    return [] if pairs or not is_over else ["this may have cut the typing short: look at the field"]


def _keyboard(before: Screen, after: Screen) -> list[str]:
    """The keyboard, or the field in focus, where nothing else is to be told."""
    if before.keyboard > after.keyboard:
        return ["the keyboard was closed"]
    focused = (e for e in after.elements if e.focused and "text" in e.uses)
    was = {e.key for e in before.elements if e.focused}
    holds = [f"{phrase(e)}{f' = {quote(e.value)}' * bool(e.value)} is in focus"
             for e in focused if e.key not in was]  # fmt: skip
    return [*["the keyboard came up"] * (after.keyboard > before.keyboard), *holds]
