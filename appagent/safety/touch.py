"""What a move could do, told from the screen before it is made."""

from __future__ import annotations

import re
from typing import assert_never

from appagent.actions.gestures import Move
from appagent.actions.verbs import (
    Back,
    DragAt,
    Enter,
    Exit,
    Home,
    LongPress,
    LongPressArea,
    LongPressAt,
    OpenApp,
    ShowGrid,
    Swipe,
    SwipeArea,
    Tap,
    TapArea,
    TapAt,
    Text,
    Wait,
)
from appagent.danger import Danger
from appagent.safety.labels import danger_of
from appagent.screen.keys import row_of
from appagent.screen.values import Element, Screen

# "bank" in any word of theirs (commerzbank), not where it lends no money.
GUARDED_APPS = re.compile(
    r"vending|\bfinsky|appgallery|\bmarket\b|galaxystore|amazon\.mshop|\bebay\b"
    r"|(?<!power)(?<!food)(?<!blood)(?<!word)(?<!sound)bank|\bchase\b|monzo|getmondo|wallet|paypal"
    r"|payments?\b|\bs?pay\b|samsungpay|phonepe|paytm|alipay|venmo|revolut|broker|crypto|coinbase"
    r"|trading",
    re.IGNORECASE,
)
BY_ENTER: tuple[Danger, ...] = ("send", "post", "pay")


def risk(move: Move, screen: Screen, *, exploring: bool = False) -> Danger | None:
    """The danger of a move on this screen: "delete", "send", ...; None if none is known.

    Reading, typing and scrolling are free everywhere; a store or a bank is looked at, not touched.
    The enter key may do what a button beside the field would: send, post, pay. `exploring` is
    stricter: what cannot be told is a danger too.
    """
    action = move.action
    label = _danger_of_element(move.element) if move.element else None
    match action:
        case Tap() | TapArea() | TapAt():
            danger = label
        case Swipe() | SwipeArea() | DragAt():
            scrolls = isinstance(action, Swipe) and action.direction in ("up", "down")
            row = move.element and move.element.key == row_of(move.element.key) != ""
            # "Slide to pay"; and a row that is swiped away may be archived or deleted
            danger = label or ("delete" if row and exploring else None)
            if scrolls or not danger:
                return None
        case LongPress() | LongPressArea() | LongPressAt():
            danger = None  # holding opens a choice, it does not act
        case Enter():
            danger = _danger_of_enter(screen)
        case Text(text=text):
            if "\n" not in text and "\r" not in text:
                return None
            danger = _danger_of_enter(screen)  # a line end is typed as the enter key
        case OpenApp():
            return danger_of(move.icon)  # the icon is looked for by its label, and touched
        case Back() | Home() | Wait() | ShowGrid() | Exit():
            return None
        case _:
            assert_never(action)
    return danger or ("pay" if GUARDED_APPS.search(screen.app.package) else None)


def _danger_of_enter(screen: Screen) -> Danger | None:
    buttons = (e for e in (*screen.elements, *screen.shapes) if "tap" in e.uses)
    dangers = map(_danger_of_element, buttons)
    return next((danger for danger in dangers if danger in BY_ENTER), None)


def _danger_of_element(element: Element) -> Danger | None:
    identifier = element.resource_id.rsplit("/", 1)[-1]
    return danger_of(element.name) or danger_of(element.description) or danger_of(identifier)
