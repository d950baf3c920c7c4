"""Which controls a move touches, what is asked of them, and what an answer says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import assert_never

from appagent.actions.gestures import Drag, Move, TouchAt
from appagent.actions.verbs import (
    Back,
    DragAt,
    Each,
    Enter,
    Exit,
    Go,
    Home,
    LongPress,
    LongPressArea,
    LongPressAt,
    OpenApp,
    Read,
    ScrollTo,
    ShowGrid,
    Swipe,
    SwipeArea,
    Tap,
    TapArea,
    TapAt,
    Text,
    Wait,
    WaitFor,
    Zoom,
)
from appagent.danger import ANSWERS, DANGERS, Danger
from appagent.guard import android
from appagent.guard.question import Asked, Page
from appagent.knowledge.answers import Answers
from appagent.screen.describe import quote
from appagent.screen.keys import is_whole_row, row_of
from appagent.screen.pages import page_kind
from appagent.screen.system import is_home
from appagent.screen.values import SHAPE, SURFACE, Element, Screen

NEAR_SHARE = 0.02  # of the screen's width: a finger that misses a control by so much may hit it
VARIES = "varies"
_MOVERS = ("list", "scroll area", "pages")


def words_of(said: str) -> tuple[str, ...]:
    """The words of an answer that mean something, in its order: "delete", "send, post"."""
    return tuple(dict.fromkeys(w for w in re.findall(r"[a-z]+", said.casefold()) if w in ANSWERS))


def dangers_of(said: str) -> tuple[Danger, ...]:
    """The classes that an answer names."""
    return tuple(danger for danger in DANGERS if danger in words_of(said))


def answer(asked: Asked, known: Answers) -> str:
    """What is known of what a control does; "" where it has to be asked."""
    said = known.of(asked.page, asked.line)
    if VARIES in words_of(said) and asked.label:
        return known.of(asked.page, asked.label)
    return said


def to_ask(asked: Asked, known: Answers) -> str:
    """The line that has to be asked about; "" for none."""
    if asked.fact or answer(asked, known):
        return ""
    return asked.label if known.of(asked.page, asked.line) else asked.line


def touched(move: Move, page: Page) -> Iterator[Asked]:
    """What has to be known before a move is made; nothing where it only reads, types or scrolls."""
    action, screen = move.action, page.screen
    match action:
        case Tap() | TapArea() | TapAt():
            yield from _enters(move, page) if _on_keyboard(move, screen) else _taps(move, page)
        case LongPress() | LongPressArea() | LongPressAt():
            for element in under_finger(move, screen):
                if not _looks(element, screen):
                    held = "long_press" in element.uses
                    yield page.asked(element, "hold" if held else "tap")
        case Text() if move.sets_value and move.use == "tap":  # a switch
            yield from _taps(move, page)
        case Enter():
            yield from _enters(move, page)
        case Text(text=text):
            if "\n" in text or "\r" in text:
                yield from _enters(move, page)
        case OpenApp() if move.icon:  # it is looked for by its label, and touched
            yield Asked("home screen", f"icon {quote(page.told(move.icon))}")
        case OpenApp() | Back() | Home() | Wait() | WaitFor() | ShowGrid() | Zoom() | Exit() | Go():
            return
        case SwipeArea() | DragAt() if _stays(move, screen):  # the phone takes it for a touch
            for element in under_finger(move, screen):
                if not _looks(element, screen):
                    yield page.asked(element)
                    if "long_press" in element.uses:
                        yield page.asked(element, "hold")
        case Swipe() | SwipeArea() | DragAt():
            moved = move.element
            aside = moved and android.goes_aside(move) and not is_whole_row(moved)
            if moved and aside and not _looks(moved, screen):
                yield page.asked(moved, "swipe on")
        case ScrollTo() | Each() | Read():
            return
        case _:
            assert_never(action)


def _taps(move: Move, page: Page) -> Iterator[Asked]:
    """The controls under a finger; where there is none, a text there, which may be one:
    the trees of Compose and of the web do not call all of them so."""
    there = list(under_finger(move, page.screen))
    bare = not any("tap" in element.uses for element in there)
    for element in there:
        is_text = bare and not element.uses and element.role == "text" and bool(element.name)
        if is_text or not _looks(element, page.screen):
            yield page.asked(element)


def _enters(move: Move, page: Page) -> Iterator[Asked]:
    focused = next((e for e in page.screen.elements if e.focused), None)
    touched = move.element or page.screen.focused_field or focused
    if touched is None:
        yield Asked(page.said, "the enter key")
    else:
        yield page.asked(touched, "enter in" if "text" in touched.uses else "tap")


def under_finger(move: Move, screen: Screen) -> Iterator[Element]:
    """What a finger may touch: the element of the move; of a point, and in the middle of a list,
    also what it may have missed, and a text there that the tree does not call a control."""
    if move.element:
        yield move.element
    by_number = isinstance(move.action, Tap | LongPress)
    gesture = move.gesture
    if not isinstance(gesture, TouchAt | Drag) or (
        by_number and not (move.element and only_moves(move.element))
    ):
        return
    point = gesture.point if isinstance(gesture, TouchAt) else gesture.start
    whole = move.element is not None and move.element.role not in (SURFACE, "list", "scroll area")
    near_px = 0 if whole else round(NEAR_SHARE * screen.size.width)
    for element in (*screen.elements, *screen.shapes):
        here = element.bounds.inset(-near_px).contains(point) and element is not move.element
        if here and (not whole or not element.uses):
            yield element


def _on_keyboard(move: Move, screen: Screen) -> bool:
    """Whether a finger comes down on the keyboard, where a key may send."""
    area, gesture = screen.keyboard_area, move.gesture
    if area is None or move.element is not None or not isinstance(gesture, TouchAt):
        return False
    return area.contains(gesture.point)


def _stays(move: Move, screen: Screen) -> bool:
    """Whether a finger comes up where it came down."""
    if not isinstance(move.gesture, Drag):
        return False
    (x1, y1), (x2, y2) = move.gesture.start, move.gesture.end
    return max(abs(x2 - x1), abs(y2 - y1)) <= 2 * NEAR_SHARE * screen.size.width


def only_moves(element: Element) -> bool:
    """Whether a finger does nothing to it but move it."""
    return bool(element.uses) and element.uses <= {"swipe"} and element.role != SHAPE


def _looks(element: Element, screen: Screen) -> bool:
    """Whether touching it can do nothing for good: it is written in, moved or switched to, it is
    an icon of a home screen, or it takes no touch (View.onTouchEvent swallows those of what is
    disabled)."""
    if is_home(screen.app.package) and not row_of(element.key) and page_kind(screen) == "page":
        return True
    if not element.uses & {"tap", "long_press"} or not element.enabled:
        return True
    if element.role == SHAPE:
        return not (element.name or element.icon or element.learned)
    return "text" in element.uses or element.role in ("tab", "slider", SURFACE, *_MOVERS)


def controls(page: Page) -> Sequence[Asked]:
    """What is asked of all that a page shows, each once."""
    found: dict[Asked, None] = {}
    for element in page.screen.elements:
        if "text" in element.uses and not element.secret and element.enabled:
            found[page.asked(element, "enter in")] = None
        if _looks(element, page.screen):
            continue
        if "tap" in element.uses:
            found[page.asked(element)] = None
        if "long_press" in element.uses:
            found[page.asked(element, "hold")] = None
    return list(found)
