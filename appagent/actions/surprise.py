"""Why what was planned after a move is not to be gone on with: the same for every form of a list.

A selection mode, a share sheet, a keyboard and a toast are none; nor is a window that the action
to come names.
"""

from __future__ import annotations

from appagent.actions.gestures import Move, TouchAt
from appagent.actions.readback import mistyped
from appagent.actions.verbs import AnyVerb, Back, Each, Enter, Go, Home, OpenApp, Swipe, Text
from appagent.screen.change import Change
from appagent.screen.describe import quote
from appagent.screen.match import is_called
from appagent.screen.pages import OVER_PAGES, page_kind, page_phrase
from appagent.screen.shown import new_error
from appagent.screen.system import asks_permission, is_broken, is_home, is_over_app
from appagent.screen.values import Element, Screen, View

_ANSWERS = (Enter, Text, Swipe, Each)
_NAMED = 2  # things of a window


def surprise(move: Move, was: View, now: View, change: Change, coming: AnyVerb | None) -> str:
    """What was not to be expected of a move that led from one screen to another, before the action
    that is `coming`; "" for nothing."""
    before, after, name = was.screen, now.screen, getattr(coming, "name", "")
    if is_broken(after.app.activity):
        return "the app broke down"
    below = bool(name) and is_called(name, was.marks)
    foreseen = bool(name) and not below and is_called(name, now.marks)
    walks_back = isinstance(move.action, Back) and isinstance(coming, Go)  # it opens the app anew
    foreseen = foreseen or walks_back
    if before.app.package != after.app.package and not (_changes_app(move, was, now) or foreseen):
        asked = asks_permission(after.app.package)
        return "a permission is asked for" if asked else "another app is in front"
    if change.screen_changed and is_window(now) and not is_window(was):
        others = [mark for mark in was.marks if mark.element is not move.element]
        if below and is_called(name, others):
            return f"a window came up, and {quote(name)} may be meant of the page below it"
        if coming and isinstance(coming, _ANSWERS) and not name:  # any of these may answer it
            return f"a window came up: {page_phrase(now.screen, _NAMED)}"
    if isinstance(move.action, Text) and (told := mistyped(move.element, move.action, after)):
        return told if move.sets_value else "the field does not hold the text"
    if not change.screen_changed and (error := new_error(before, after)):
        return f"it says {quote(error.name)}"
    return "nothing changed" if change.nothing and _has_to_show(move.action, move.element) else ""


def _changes_app(move: Move, was: View, now: View) -> bool:
    """Whether a move is to bring another app to the front: by its icon, or by sharing to it; or a
    sheet to share by."""
    one, other = was.screen.app.package, now.screen.app.package
    sheet = is_over_app(other) and not asks_permission(other)
    chosen = move.element is not None and page_kind(was.screen) == "sheet"
    leads = is_home(one) or is_over_app(one) or sheet or chosen
    return isinstance(move.action, OpenApp | Home) or leads


def is_window(view: View) -> bool:
    """Whether something is shown that lies before a page."""
    in_app = page_kind(view.screen) in OVER_PAGES
    return in_app or is_over_app(view.screen.app.package)


def _has_to_show(action: AnyVerb, element: Element | None) -> bool:
    """Whether something changes where a key, a text or a slider did what it is for. What a field
    holds tells more of a text."""
    slides = element is not None and element.scale is not None
    is_read_back = element is not None and not (element.secret or slides)
    typed = isinstance(action, Text) and not is_read_back
    return isinstance(action, Back | Enter) or slides or typed


def broken_app(move: Move | None, was: Screen, now: Screen) -> str | None:
    """The app that crashed or hangs: Android says so, or the home screen came up by itself, for of
    a first crash Android says nothing. "" where Android does not tell which; None for none."""
    for screen in (now, was):
        if is_broken(screen.app.activity):
            return screen.window.partition(": ")[2]  # "Application Error: com.example"
    led = move is None or isinstance(move.action, Back | Home | OpenApp)
    left = is_home(now.app.package) and not is_home(was.app.package)
    return was.app.package if left and not led else None


def only_closed_keyboard(move: Move, was: View, now: View, change: Change) -> bool:
    """Whether a touch closed the keyboard and did nothing else: many lists take the first one for
    that alone."""
    closed = was.screen.keyboard and not now.screen.keyboard
    touched = isinstance(move.gesture, TouchAt) and move.element is not None
    others = [text for text in change.changed if not text.startswith("keyboard:")]
    told = now.screen.toast not in ("", was.screen.toast)
    drawn = move.element and any(map(move.element.bounds.overlaps, change.regions))
    return closed and touched and not (others or drawn or told or change.screen_changed)
