"""What a page itself says it is about: its title line, the one thing it shows, its dialog's texts,
what its fields hold, what is selected."""

from __future__ import annotations

import re

from appagent.geometry import bounding_box
from appagent.screen.describe import element_text, states
from appagent.screen.fields import edits, holds_number
from appagent.screen.folding import is_question
from appagent.screen.keys import heading, is_fixed, row_of, selected_tab
from appagent.screen.pages import page_kind
from appagent.screen.rows import row_mates
from appagent.screen.values import SHAPE, SURFACE, Element, Screen

_MOST = 200  # characters of a text that is told
_SHOWN_SHARE = 1 / 3  # of the screen: what is as large is what the page shows
_MENU_SHARE = 0.9  # of the screen's width, at most
MOST_BUTTONS = 5  # that a dialog has under its question
_CURRENCY = r"(?:[$€£¥₩₽₺₹₴₫฿]|(?:usd|eur|gbp|chf|pln|brl|zł|tl|kr|руб)\b)"
_PRICE = re.compile(rf"{_CURRENCY}\s?\d|\d\s?(?:{_CURRENCY}|[元円원])", re.IGNORECASE)


def text_of(element: Element) -> str:
    """What an element says, its title apart where that has commas of its own."""
    return _parted(element.name, element.first)


def called(screen: Screen) -> tuple[str, ...]:
    """The names that a page gives to what it is about: its selected tab, its title, and the one
    large thing that it shows. What its fields hold and what its lists and texts tell are not among
    them: anybody may have written those."""
    first = filter(None, (selected_tab(screen.elements), heading(screen.elements)))
    told = (*map(text_of, first), shown(screen))
    return tuple(dict.fromkeys(filter(None, told)))


def shown(screen: Screen) -> str:
    """The name of the one large thing on a page that can be touched, as a photo; "" for none."""
    area = screen.size.width * screen.size.height * _SHOWN_SHARE
    large = (
        e for e in screen.elements
        if e.uses and not e.text and e.bounds.area >= area and not row_of(e.key)
        and e.role not in ("list", "scroll area", "text field", SURFACE, SHAPE)
    )  # fmt: skip
    return next((e.name for e in large if e.name), "")


def asked(screen: Screen) -> tuple[str, ...]:
    """The texts of a dialog that asks something, its question first; () for any other page."""
    outside = [e for e in screen.elements if not row_of(e.key)]
    texts = [e.name for e in outside if not e.uses and e.role == "text" and e.name]
    questions = [text for text in texts if is_question(text)]
    small = sum("tap" in e.uses for e in outside) <= MOST_BUTTONS
    if not questions:
        return ()
    others = (text for text in texts if text not in questions) if small else ()
    return (max(questions, key=len), *others)


def told(screen: Screen) -> tuple[str, ...]:
    """A line for each thing on a page that has a name or holds something, with its states."""
    shown = (e for e in screen.elements if (e.name or e.value) and not e.secret)
    return tuple(dict.fromkeys(element_text(e, states(e), _MOST) for e in shown))


def field_text(field: Element, value: str | None = None) -> str:
    """What a field is called, with what it holds, or another `value`."""
    return ": ".join(filter(None, (field.name, field.value if value is None else value)))


def prices(screen: Screen) -> tuple[str, ...]:
    """The texts that tell one, in the order of the page."""
    return tuple(e.name for e in screen.elements if not e.uses and _PRICE.search(e.name))


def is_window(screen: Screen) -> bool:
    """Whether all that can be touched is in a dialog, a menu or a sheet, and it is no form: there
    is no field for words; those of a picker hold a time or a date."""
    written = (e for e in screen.elements if edits(e))
    return page_kind(screen) not in ("page", "drawer") and all(map(holds_number, written))


def is_in_menu(screen: Screen) -> bool:
    """Whether a menu is shown: all of it can be touched, and it is narrower than a list."""
    width_px = bounding_box([e.bounds for e in screen.elements]).width if screen.elements else 0
    return page_kind(screen) == "menu" and width_px <= _MENU_SHARE * screen.size.width


def title_text(screen: Screen) -> str:
    """The first text in the title's line, also one without a letter: "2"."""
    fixed = (e for e in screen.elements if is_fixed(e) and e.role == "text" and not e.uses)
    return next((e.name for e in fixed if e.name), "")


# --- rows of lists -------------------------------------------------------------------------------


def row_text(element: Element, screen: Screen) -> str:
    """All that the row says that an element is, or is in; "" outside of lists."""
    row = row_of(element.key)
    if not row:
        return ""
    beside = row_mates(element, screen)
    title = () if any(e.key == row for e in beside) else (e.by_row for e in beside)
    shown = (text for e in beside for text in (e.name, e.value))
    told = list(dict.fromkeys(filter(None, (*title, *shown))))
    first = next((e.first for e in beside if e.first and e.name in told[:1]), "")
    return _parted(", ".join(told), first)


def _parted(said: str, first: str) -> str:
    """What a row or a page says, its title on a line of its own where commas in it would part it:
    "Ada, Ben\\nHi, 6:30"."""
    return f"{first}\n{said.removeprefix(first).lstrip(', ')}" if first else said
