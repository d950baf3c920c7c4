"""What stands around a control: the question of its dialog, a field with a text, its list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from appagent.danger import Danger
from appagent.geometry import Point, Rect
from appagent.safety.folding import id_words, is_question, plain
from appagent.safety.labels import (
    chooses,
    danger_of,
    danger_of_yes,
    is_harmless,
    is_opener,
    is_refusal,
    is_title,
    opens,
    subscribes,
)
from appagent.safety.signs import danger_of_switch, is_message, is_search
from appagent.screen.keys import is_whole_row, row_of, tab_or_title
from appagent.screen.layout import bounding_box
from appagent.screen.values import Element, Screen

_DIALOG_HEIGHT = 0.75  # of the screen, at most
_SHEET_TOP = 0.25  # of the height: the title of what covers a part of a page stands lower
_DIALOG_BUTTONS = 6  # at most; a page has more
_ROW_WIDTH = 0.7  # of the screen: a narrower thing is a tile, not a row that is swiped away
# What an app tells of its content: "09:41", "2h", "4.8M views", "· 3 stars", "7,347,237".
_MONTHS = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATA = re.compile(
    r"\d:\d\d|·|\b\d+ ?(?:s|min|h|d|w|mo|y)\b|\d[KM]\b|\d,\d{3}"
    r"|\b(?:views|answers|ago|yesterday|today)\b|\b(?:mon|tues?|wed|thu|fri|sat|sun)(?:[a-z]*day)?\b"
    rf"|\b\d{{1,2}}\.? {_MONTHS}\b|\b{_MONTHS} \d{{1,2}}\b",
    re.IGNORECASE,
)
_TO_SOMEBODY = re.compile(
    r"\b(?:to|with|an|mit|à|avec|a|con|para|com|aan|naar|met|do|z|с|إلى|مع)$|给$|給$|…$|\.\.\.$"
)
_CURRENCY = r"(?:[$€£¥₩₽₺₹₴₫฿]|(?:usd|eur|gbp|chf|pln|brl|zł|tl|kr|руб)\b)"
_PRICE = re.compile(rf"{_CURRENCY}\s?\d|\d\s?(?:{_CURRENCY}|[元円원])", re.IGNORECASE)
_CHOICES = "#select_dialog_listview"  # Android's own id of the list in a dialog


# --- dialogs --------------------------------------------------------------------------------------


def dialog_danger(screen: Screen, element: Element) -> Danger | None:
    """The danger of a yes to the dialog that an element is in, or of a choice under a title like
    "Schedule send"; None outside of dialogs."""
    inside = _window_of(element, screen)
    buttons = (e for e in inside if "tap" in e.uses and not row_of(e.key) and not has_state(e))
    if not 0 < len(list(islice(buttons, _DIALOG_BUTTONS + 1))) <= _DIALOG_BUTTONS:
        return None  # a page, of perhaps thousands
    texts = [e.name for e in inside if e.role == "text" and not (e.uses or row_of(e.key))]
    if not texts or not _is_low(inside, screen):
        return None
    return question_danger(texts) or chooses(texts[0])


def window_danger(screen: Screen, element: Element, label: str, opener: str) -> Danger | None:
    """The danger of a choice in a small window without a field, by the label of what opened it:
    "Repost" opens "Repost" and "Quote", of which the other opens a page of its own."""
    danger = danger_of(opener) or opens(opener)
    if danger is None or is_refusal(label) or is_harmless(label):
        return None
    inside = _window_of(element, screen)
    choices = sum("tap" in e.uses for e in inside)
    small = choices <= _DIALOG_BUTTONS and _is_low(inside, screen) and not editors(screen)
    other = opens(label) and plain(label) != plain(opener)
    return danger if small and not other else None


def _is_low(inside: list[Element], screen: Screen) -> bool:
    """Whether a window covers no more of the screen than a dialog or a sheet does."""
    return bounding_box([e.bounds for e in inside]).height <= _DIALOG_HEIGHT * screen.size.height


def choice_danger(screen: Screen, element: Element) -> Danger | None:
    """The danger of one of the choices in a dialog: of "None" under "Screen lock"."""
    if _CHOICES not in element.key:
        return None
    texts = [e.name for e in screen.elements if e.role == "text" and not row_of(e.key)]
    if not texts:
        return None
    return danger_of_switch(texts[0], on=None) or danger_of_yes(texts[0], title=True)


def page_danger(screen: Screen) -> Danger | None:
    """The danger of a yes to what a page asks or is called."""
    texts = [e.name for e in screen.elements if not e.uses and is_question(e.name)]
    return question_danger([tab_or_title(screen.elements), *texts])


def question_danger(texts: list[str]) -> Danger | None:
    """The danger of a yes to these texts, of which the first is the title."""
    title, *others = texts
    return danger_of_yes(title, title=True) or next(filter(None, map(danger_of_yes, others)), None)


def is_about_person(screen: Screen, element: Element) -> bool:
    """Whether a choice stands in a column with one like "Block"."""
    box = element.bounds
    return any(
        danger_of(e.name) == "account"
        for e in screen.elements
        if e is not element and (e.bounds.left, e.bounds.right) == (box.left, box.right)
    )


def only_follows(screen: Screen, element: Element) -> bool:
    """Whether an element subscribes to something, and no price stands on its page."""
    texts = [element.name, *(e.name for e in screen.elements if not e.uses)]
    return subscribes(element.name) and not any(map(_PRICE.search, texts))


def hands_on(screen: Screen) -> Danger | None:
    """The danger of choosing a row on a page that asks whom to send something to, by its title, the
    title of its sheet, or the hint of the field above it; else None."""
    texts = [e for e in screen.elements if not row_of(e.key) and e.role in ("text", "text field")]
    said = [tab_or_title(screen.elements), *(e.name for e in texts if e.role == "text field")]
    for text in filter(_TO_SOMEBODY.search, (text.strip().casefold() for text in said)):
        if "send" in (danger_of(text), opens(text)):
            return "send"
    return "send" if is_share_sheet(screen) else None


def is_share_sheet(screen: Screen) -> bool:
    """Whether what covers the lower part of a page is called "Share"."""
    low_px = screen.size.height * _SHEET_TOP
    return any(
        is_opener(e.name, "send")
        for e in screen.elements
        if e.role == "text" and e.bounds.top >= low_px and not row_of(e.key)
    )


def _window_of(element: Element, screen: Screen) -> list[Element]:
    """All that is in the window of an element."""
    own = _window(element)
    return [e for e in screen.elements if _window(e) == own]


def _window(element: Element) -> str:
    return element.key.partition("/")[0] if element.key.startswith("window:") else ""


# --- fields ---------------------------------------------------------------------------------------


def editors(screen: Screen) -> list[Element]:
    """The fields of a screen in which nothing is looked up."""
    return [e for e in screen.elements if "text" in e.uses and not looks_up(e)]


def looks_up(field: Element) -> bool:
    """Whether a field is one to search in."""
    return is_search(" ".join([field.name, field.description, *id_words(field.resource_id)]))


def is_filled(field: Element) -> bool:
    """Whether a field holds a text; a secret one may."""
    return bool(field.value.strip()) or field.secret


def writes_to_somebody(field: Element) -> bool:
    """Whether what is typed into a field goes to somebody."""
    return any(map(is_message, (field.name, " ".join(id_words(field.resource_id)))))


def stands_after(element: Element, field: Element) -> bool:
    """Whether an element stands in the line of a field, at one of its ends."""
    box, line = element.bounds, field.bounds
    level = line.top <= box.center.y < line.bottom
    return level and (box.center.x >= line.right - box.width or box.center.x <= line.left)


# --- lists ----------------------------------------------------------------------------------------


def has_state(element: Element) -> bool:
    """Whether it is a switch or the like, not a row of a drawer that can be checked."""
    if element.role in ("switch", "radio") or _CHOICES in element.key:
        return True
    return element.checked is not None and element.key != row_of(element.key)


def is_content(element: Element) -> bool:
    """Whether it is a row that tells of something: who, when, how many."""
    _, comma, told = element.name.partition(", ")
    if not row_of(element.key):
        return False
    return bool(comma and _DATA.search(told)) or is_title(element.name)


def is_wide_row(element: Element, screen: Screen) -> bool:
    """Whether it is a row of a page or a drawer; that of a menu is narrower."""
    return is_whole_row(element) and element.bounds.width >= _ROW_WIDTH * screen.size.width


def row_to_swipe(screen: Screen, start: Point | None, element: Element | None) -> Element | None:
    """The row that a finger would move aside: one of a vertical list, below nothing that itself
    moves sideways."""
    if start is None:
        start = element.bounds.center if element else None
    rows = filter(is_whole_row, screen.elements)
    here = [e for e in rows if start and e.bounds.contains(start)]
    row = min(here, key=lambda e: e.bounds.area, default=None)
    if row is None:
        return element if element and is_whole_row(element) and not _moves(element) else None
    if row.bounds.width < _ROW_WIDTH * screen.size.width or _moves(row):
        return None
    movers = [e for e in screen.elements if _moves(e) and start and e.bounds.contains(start)]
    return None if any(_sideways(mover, screen) for mover in movers) else row


def _moves(element: Element) -> bool:
    return "swipe" in element.uses


def _sideways(mover: Element, screen: Screen) -> bool:
    """Whether it turns pages, is a slider, or shows things side by side."""
    if mover.role in ("pages", "slider"):
        return True
    inside = [e.bounds for e in _parts(mover, screen)]
    return any(_beside(one, other) for one in inside for other in inside)


def _parts(mover: Element, screen: Screen) -> Iterator[Element]:
    own = f"{mover.key}/row"
    for element in screen.elements:
        if element.key == own or (
            mover.role == "scroll area" and mover.key and _child(element, mover)
        ):
            yield element


def _child(element: Element, mover: Element) -> bool:
    return element is not mover and "tap" in element.uses and element.key.startswith(mover.key)


def _beside(one: Rect, other: Rect) -> bool:
    return one.right <= other.left and one.top < other.bottom and other.top < one.bottom
