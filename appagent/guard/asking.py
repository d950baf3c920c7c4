"""Which controls a move touches, what is asked of them, and what an answer says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import assert_never

from appagent.actions.gestures import Move
from appagent.actions.verbs import (
    Back,
    ClearApp,
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
    OpenLink,
    Permit,
    Press,
    Read,
    ScrollTo,
    ShowGrid,
    StartApp,
    StopApp,
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
from appagent.guard.question import Asked, Page
from appagent.guard.reach import is_harmless, stays, taken_along, touched_at, under_finger
from appagent.knowledge.answers import Answers
from appagent.screen.describe import quote
from appagent.screen.values import Screen

_OPEN = frozenset({"unknown", "varies"})  # answers that leave it open


def deeds_in(said: str) -> tuple[str, ...]:
    """The words of an answer that mean something, in its order: "delete", "send, post"."""
    return tuple(dict.fromkeys(w for w in re.findall(r"[a-z]+", said.casefold()) if w in ANSWERS))


def dangers_of(said: str) -> tuple[Danger, ...]:
    """The classes that an answer names."""
    return tuple(danger for danger in DANGERS if danger in deeds_in(said))


def answered(asked: Asked, known: Answers) -> str:
    """The line whose answer counts: that of the control itself where its kind leaves it open, or
    where it was asked about by all that it shows."""
    if asked.whole and known.of(asked.page, asked.whole):
        return asked.whole
    said = known.of(asked.page, asked.line)
    return asked.label if asked.label and said and is_open(said) else asked.line


def answer(asked: Asked, known: Answers) -> str:
    """What is known of what a control does; "" where it has to be asked."""
    return known.of(asked.page, answered(asked, known))


def is_open(said: str) -> bool:
    """Whether an answer leaves open what a control does."""
    return not said or not _OPEN.isdisjoint(deeds_in(said))


def harmless(move: Move, page: Page, known: Answers) -> str:
    """What is known of what a move touches, if that is known to do no harm, and not of one of a
    kind that leaves it open; else ""."""
    said = [asked.fact or known.of(asked.page, asked.line) for asked in touched(move, page)]
    return "" if any(map(is_open, said)) or any(map(dangers_of, said)) else " ".join(said)


def warning(asked: Asked, known: Answers) -> str:
    """What somebody else's pack warns of."""
    found = (known.warned(asked.page, line) for line in (asked.line, asked.label) if line)
    return " ".join(filter(None, found))


def to_ask(asked: Asked, known: Answers) -> str:
    """The line that has to be asked about; "" for none."""
    return "" if asked.fact or answer(asked, known) else answered(asked, known)


def touched(move: Move, page: Page) -> Iterator[Asked]:
    """What has to be known before a move is made; nothing where it only reads, types or scrolls."""
    action, screen = move.action, page.screen
    match action:
        case Tap() | TapArea() | TapAt():
            yield from _touches(move, page)
        case LongPress() | LongPressArea() | LongPressAt():
            yield from _touches(move, page, held=True)
        case Text() if move.sets_value:
            yield from _touches(move, page)
        case Enter():
            yield from _enters(move, page)
        case Text(text=text):
            if "\n" in text or "\r" in text:
                yield from _enters(move, page)
        case OpenApp() if move.icon:  # it is looked for by its label, and touched
            yield Asked("home screen", f"icon {quote(page.told(move.icon))}")
        case Press(key="dpad_center"):  # it touches what has the focus
            yield from _enters(move, page)
        case OpenApp() | Back() | Home() | Wait() | WaitFor() | ShowGrid() | Zoom() | Exit() | Go():
            return
        case Press() | StartApp() | StopApp() | ClearApp() | Permit() | OpenLink():
            return
        case SwipeArea() | DragAt() if stays(move, screen):  # the phone takes it for a touch
            yield from _touches(move, page, held=None)
        case Swipe() | SwipeArea() | DragAt() | ScrollTo() | Each() | Read():
            if taken := taken_along(move, screen):
                yield page.asked(taken, "swipe on")
        case _:
            assert_never(action)


def _touches(move: Move, page: Page, *, held: bool | None = False) -> Iterator[Asked]:
    """The controls under a finger; where there is none, a text there, which may be one: the trees
    of Compose and of the web do not call all of them so. It is `held` or not, or (None) the app
    may see it either way; what knows no holding takes it for a tap.
    """
    if _on_keyboard(move, page.screen):
        yield from _enters(move, page)
        return
    there = list(under_finger(move, page.screen))
    controls = [element for element in there if not is_harmless(element, page.screen)]
    bare = not any("tap" in element.uses for element in controls)
    texts = (e for e in there if not e.uses and e.role == "text" and e.name)
    for element in (*controls, *(texts if bare else ())):
        holds = held is not False and "long_press" in element.uses
        if not holds or held is None:
            yield page.asked(element)
        if holds:
            yield page.asked(element, "hold")


def _enters(move: Move, page: Page) -> Iterator[Asked]:
    focused = next((e for e in page.screen.elements if e.focused), None)
    touched = move.element or page.screen.focused_field or focused
    if touched is None:
        yield Asked(page.said, "the enter key")
    else:
        yield page.asked(touched, "enter in" if "text" in touched.uses else "tap")


def _on_keyboard(move: Move, screen: Screen) -> bool:
    """Whether a finger comes down on the keyboard, where a key may send."""
    area, point = screen.keyboard_area, touched_at(move)
    return bool(area and point and move.element is None and area.contains(point))


def controls(page: Page) -> Sequence[Asked]:
    """What is asked of all that a page shows, each once."""
    found: dict[Asked, None] = {}
    for element in page.screen.elements:
        if "text" in element.uses and not element.secret and element.enabled:
            found[page.asked(element, "enter in")] = None
        if is_harmless(element, page.screen):
            continue
        found[page.asked(element)] = None  # what knows only holding is tapped too
        if "long_press" in element.uses:
            found[page.asked(element, "hold")] = None
    return list(found)
