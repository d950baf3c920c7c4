"""What a page itself says it is about: its title line, the one thing it shows, its dialog's texts,
to whom a form is addressed, how many things are selected."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from appagent.geometry import bounding_box
from appagent.screen.fields import DAY, edits, holds_number, is_subject
from appagent.screen.folding import digits, is_question
from appagent.screen.keys import heading, is_fixed, is_whole_row, row_of, selected_tab
from appagent.screen.names import parted
from appagent.screen.pages import page_kind
from appagent.screen.rows import row_mates
from appagent.screen.values import SHAPE, SURFACE, Element, Screen

_SHOWN_SHARE = 1 / 3  # of the screen: what is as large is what the page shows
_MENU_SHARE = 0.9  # of the screen's width, at most
MOST_BUTTONS = 5  # that a dialog has under its question
_BETWEEN = re.compile(r"[,،、，;]")  # one who is written to, and the next
_ADDRESS = re.compile(r"[\w.+-]+@[\w.-]+\.\w+")
# "12345", "1,024", "1.024"; not "6:30", "8.5", "4th".
_NUMBER = re.compile(r"(?<![\w:.,])\d+(?:[.,'’٬\u00a0\u202f]\d{3})*(?![:.,]\d|\w)")
_CURRENCY = r"(?:[$€£¥₩₽₺₹₴₫฿]|(?:usd|eur|gbp|chf|pln|brl|zł|tl|kr|руб)\b)"
_PRICE = re.compile(rf"{_CURRENCY}\s?\d|\d\s?(?:{_CURRENCY}|[元円원])", re.IGNORECASE)
_DATE = re.compile(rf"(?:{DAY})(?:\.?,? \d{{4}}\b)?|\d+[./-]\d+[./-]\d+", re.IGNORECASE)


def text_of(element: Element) -> str:
    """What an element says, its title apart where that has commas of its own."""
    return parted(element.name, element.first)


def called(screen: Screen) -> tuple[str, ...]:
    """The names that a page gives to what it is about: its selected tab, its title, what else
    stands in the title's line, and the one large thing that it shows. What its fields hold and
    what its lists and texts tell are not among them: anybody may have written those."""
    first = filter(None, (selected_tab(screen.elements), heading(screen.elements)))
    told = (*map(text_of, first), *_title_line(screen), shown(screen))
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


def _title_line(screen: Screen) -> Iterator[str]:
    fixed = [e for e in screen.elements if is_fixed(e) and "text" not in e.uses and e.name]
    top = min(fixed, key=lambda e: e.bounds.top, default=None)
    if top:
        line = (e for e in fixed if top.bounds.top <= e.bounds.center.y < top.bounds.bottom)
        yield from map(text_of, line)


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


def recipients(screen: Screen) -> tuple[str, ...]:
    """To whom a form is addressed: what its fields above the text hold, but for the subject, and
    the chips that stand before what is written there. A page with one field has none: that one's
    is the text."""
    heads, others = _form(screen)
    whom = [text for field in heads for text in (*_chips(field, screen), field.value)]
    more = (e.value for e in others if _is_address(e.value))  # a copy goes there
    said = (each.strip() for text in (*whom, *more) for each in _BETWEEN.split(text))
    return tuple(dict.fromkeys(filter(None, said)))


def _form(screen: Screen) -> tuple[Sequence[Element], Sequence[Element]]:
    """The fields that say to whom a form goes, and the others; where none is its subject's, the
    text alone is none of them."""
    fields = sorted(_fields(screen), key=lambda e: e.bounds.top)
    heads = [e for e in fields[:-1] if not is_subject(e)]
    return heads, [e for e in fields if e not in heads]


def _chips(to: Element, screen: Screen) -> Iterator[str]:
    parent = to.key.rpartition("/")[0]
    beside = [
        e for e in screen.elements
        if "tap" in e.uses and "text" not in e.uses and e.key.rpartition("/")[0] == parent
    ]  # fmt: skip
    chips = [e for e in beside if e.bounds.top < to.bounds.bottom and _is_within(e, to)]
    ids = {e.resource_id for e in chips if e.resource_id}
    chips += [e for e in beside if e not in chips and (e.resource_id in ids or _is_address(e.name))]
    return (e.name for e in chips)


def _is_within(chip: Element, field: Element) -> bool:
    return field.bounds.left <= chip.bounds.left and chip.bounds.right <= field.bounds.right


def _is_address(text: str) -> bool:
    parts = list(filter(None, map(str.strip, _BETWEEN.split(text))))
    return bool(parts) and all(map(_ADDRESS.fullmatch, parts))


def written(screen: Screen) -> Sequence[Element]:
    """The fields that hold what would go, and not to whom."""
    _, others = _form(screen)
    return [e for e in others if e.value.strip() and not _is_address(e.value)]


def filled_in(screen: Screen) -> tuple[str, ...]:
    """What a form that is to be addressed holds: as it comes up, a signature, what is answered."""
    heads, _ = _form(screen)
    return tuple(e.value for e in written(screen)) if heads else ()


def _fields(screen: Screen) -> Sequence[Element]:
    return [e for e in screen.elements if edits(e) and not e.secret and not row_of(e.key)]


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


def selection(screen: Screen) -> tuple[Element, ...]:
    """The rows that are selected."""
    return tuple(e for e in screen.elements if e.selected and is_whole_row(e) and e.name)


def selected_count(screen: Screen) -> int:
    """How many things a page says are selected, in its title; 0 where it does not say so."""
    return number_in(title_text(screen))


def title_text(screen: Screen) -> str:
    """The first text in the title's line, also one without a letter: "2"."""
    fixed = (e for e in screen.elements if is_fixed(e) and e.role == "text" and not e.uses)
    return next((e.name for e in fixed if e.name), "")


def _asking(text: str) -> str:
    """A text up to its question mark: what stands behind it tells something else, "kept for 30
    days"."""
    asked = re.match(r".*[?？؟]", text, re.DOTALL)
    return asked[0] if asked else text


def number_in(text: str) -> int:
    """The largest whole number in what a text asks, or tells; 0 for none. A date is none."""
    found = _NUMBER.findall(_DATE.sub(" ", _asking(text)))
    return max((int(digits(number)) for number in found), default=0)


# --- rows of lists -------------------------------------------------------------------------------


def rows_of(screen: Screen) -> tuple[str, ...]:
    """What the rows of all lists say."""
    return tuple(text_of(e) for e in screen.elements if is_whole_row(e) and e.name)


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
    return parted(", ".join(told), first)


def beside_of(element: Element, screen: Screen) -> tuple[str, ...]:
    """The names of the controls on the line of one that stands in a list and in no row of its own:
    the channel beside "Subscribe"."""
    row, (_, top, _, bottom) = row_of(element.key), element.bounds
    inside = [e for e in screen.elements if row_of(e.key) == row and e is not element]
    if any(e.key == row and e.bounds.contains(element.bounds.center) for e in inside):
        return ()
    line = (e for e in inside if "tap" in e.uses and top <= e.bounds.center.y < bottom)
    return tuple(e.name for e in line if e.name)
