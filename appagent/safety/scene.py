"""What stands around a control: the question of its dialog, a field with a text, its list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from appagent.danger import Danger
from appagent.geometry import Point, Rect, bounding_box
from appagent.safety.controls import (
    edits,
    has_state,
    holds_number,
    is_filled,
    sends_its_field,
    stands_beside,
)
from appagent.safety.folding import is_question, is_unspaced, plain
from appagent.safety.labels import (
    chooses,
    danger_of,
    danger_of_yes,
    is_harmless,
    is_opener,
    is_refusal,
    opens,
    picks,
    subscribes,
)
from appagent.safety.rows import id_text
from appagent.safety.signs import danger_of_switch
from appagent.safety.wordlists import has_any, phrases
from appagent.screen.keys import CHOICES, is_whole_row, row_of, title
from appagent.screen.values import Element, Screen

# "bank" in any word of theirs (commerzbank), not where it lends no money.
_GUARDED_APPS = re.compile(
    r"vending|\bfinsky|appgallery|\bmarket\b|galaxystore|amazon\.mshop|\bebay\b"
    r"|(?<!power)(?<!food)(?<!blood)(?<!word)(?<!sound)bank|\bchase\b|monzo|getmondo|wallet|paypal"
    r"|payments?\b|\bs?pay\b|samsungpay|phonepe|paytm|alipay|venmo|revolut|broker|crypto|coinbase"
    r"|trading",
    re.IGNORECASE,
)
_FAILED = phrases("unable") | phrases("failures")
_ACKNOWLEDGEMENTS = phrases("acknowledgements")
_TAKEN_BACK = re.compile(
    "|".join(w if is_unspaced(w) else rf"\b{w}" for w in map(re.escape, phrases("taken_back")))
)
_DIALOG_HEIGHT = 0.75  # of the screen, at most
_SHEET_TOP = 0.25  # of the height: the title of what covers a part of a page stands lower
_DIALOG_BUTTONS = 6  # at most; a page has more
_ROW_WIDTH = 0.7  # of the screen: a narrower thing is a tile, not a row that is swiped away
_TO_SOMEBODY = re.compile(
    r"\b(?:to|with|an|mit|à|avec|a|con|para|com|aan|naar|met|do|z|с|إلى|مع)$|给$|給$|…$|\.\.\.$"
)
_CURRENCY = r"(?:[$€£¥₩₽₺₹₴₫฿]|(?:usd|eur|gbp|chf|pln|brl|zł|tl|kr|руб)\b)"
_PRICE = re.compile(rf"{_CURRENCY}\s?\d|\d\s?(?:{_CURRENCY}|[元円원])", re.IGNORECASE)


@dataclass(frozen=True)
class Scene:
    """A screen on which moves are judged. What is the same for all its elements is told once."""

    screen: Screen
    exploring: bool = False  # stricter: it puts nothing away, and calls nobody
    opener: str = ""  # the label of what opened this page

    @cached_property
    def guarded(self) -> bool:
        """Whether the app is a store or a bank."""
        return bool(_GUARDED_APPS.search(self.screen.app.package))

    # --- dialogs ----------------------------------------------------------------------------------

    def dialog_danger(self, element: Element) -> Danger | None:
        """The danger of a yes to the dialog that an element is in, or of a choice under a title
        like "Schedule send"; None outside of dialogs."""
        return self._dialogs.get(_window(element))

    def window_danger(self, element: Element, label: str) -> Danger | None:
        """The danger of a choice in a small window without a field for words, by the label of what
        opened it: "Repost" opens "Repost" and "Quote", of which the other opens a page of its own.
        """
        danger = self._opened
        if danger is None or is_refusal(label) or is_harmless(label) or picks(label):
            return None
        window = _window(element)
        small = window in self._small_windows and not self.is_written_in
        other = opens(label) and plain(label) != plain(self.opener)
        read = plain(label) in _ACKNOWLEDGEMENTS and self._only_tells(window)
        return danger if small and not (other or read) else None

    def _only_tells(self, window: str) -> bool:
        """Whether a window says that something cannot be done, and has one button to close it. What
        cannot be taken back is done by that button."""
        inside = self._windows[window]
        texts = [e.name for e in inside if e.role == "text"]
        failed = bool(texts) and has_any(texts[0], _FAILED)
        alone = sum("tap" in e.uses for e in inside) == 1
        return failed and alone and not any(map(_TAKEN_BACK.search, map(plain, texts)))

    def choice_danger(self, element: Element) -> Danger | None:
        """The danger of one of the choices in a dialog, by its title or by what opened it: of
        "None" under "Screen lock", of "07:00" behind "Schedule send"."""
        texts = self._texts
        if CHOICES not in element.key or not texts:
            return None
        asked = danger_of_switch(texts[0], on=None) or danger_of_yes(texts[0], title=True)
        return asked or self._opened

    @cached_property
    def _opened(self) -> Danger | None:
        return danger_of(self.opener) or opens(self.opener)

    @cached_property
    def is_small_window(self) -> bool:
        """Whether all that can be touched is in a dialog, a menu or a sheet."""
        inside = self._windows.get("", ())
        listed = any(CHOICES in e.key for e in inside)
        return bool(inside) and (listed or self._is_low(inside))

    @cached_property
    def page_danger(self) -> Danger | None:
        """The danger of a yes to what a page asks or is called."""
        texts = [e.name for e in self.screen.elements if not e.uses and is_question(e.name)]
        return _question_danger([self._title, *texts])

    @cached_property
    def _dialogs(self) -> Mapping[str, Danger | None]:
        return {name: self._danger_in(inside) for name, inside in self._windows.items()}

    def _danger_in(self, window: Sequence[Element]) -> Danger | None:
        """The danger of a yes in a window; None if it is no dialog."""
        buttons = sum("tap" in e.uses and not row_of(e.key) and not has_state(e) for e in window)
        texts = [e.name for e in window if e.role == "text" and not (e.uses or row_of(e.key))]
        if not (0 < buttons <= _DIALOG_BUTTONS and texts and self._is_low(window)):
            return None
        return _question_danger(texts) or chooses(texts[0])

    @cached_property
    def _small_windows(self) -> frozenset[str]:
        """The windows with few choices."""
        return frozenset(
            name
            for name, inside in self._windows.items()
            if sum("tap" in e.uses for e in inside) <= _DIALOG_BUTTONS and self._is_low(inside)
        )

    def _is_low(self, window: Sequence[Element]) -> bool:
        """Whether a window covers no more of the screen than a dialog or a sheet does."""
        height_px = bounding_box([e.bounds for e in window]).height
        return height_px <= _DIALOG_HEIGHT * self.screen.size.height

    @cached_property
    def _windows(self) -> Mapping[str, Sequence[Element]]:
        """What is in each window."""
        found: dict[str, list[Element]] = {}
        for element in self.screen.elements:
            found.setdefault(_window(element), []).append(element)
        return found

    # --- pages ------------------------------------------------------------------------------------

    @cached_property
    def editors(self) -> Sequence[Element]:
        """The fields in which nothing is looked up."""
        return [e for e in self.screen.elements if edits(e)]

    @property
    def is_written_in(self) -> bool:
        """Whether there is a field for words; those of a picker hold a time or a date."""
        return not all(map(holds_number, self.editors))

    @cached_property
    def filled(self) -> Sequence[Element]:
        """The fields that hold a text."""
        return [field for field in self.editors if is_filled(field)]

    def has_sender(self, field: Element) -> bool:
        """Whether a control in the line of a field says that it sends what the field holds: then
        the others do not."""
        return any(stands_beside(e, field) for e in self._senders)

    @cached_property
    def _senders(self) -> Sequence[Element]:
        taps = (e for e in self.screen.elements if "tap" in e.uses and "text" not in e.uses)
        return list(filter(sends_its_field, taps))

    @cached_property
    def hands_on(self) -> Danger | None:
        """The danger of choosing a row on a page that asks whom to send something to, by its title,
        the title of its sheet, or the hint of the field above it; else None."""
        fields = (e for e in self.screen.elements if e.role == "text field" and not row_of(e.key))
        hints = (e.name.rstrip("…. ") for e in fields)  # "Reply…" asks for a text, not for whom
        said = (text.strip().casefold() for text in (self._title, *hints))
        asks = any("send" in (danger_of(t), opens(t)) for t in filter(_TO_SOMEBODY.search, said))
        return "send" if asks or self.is_share_sheet else None

    @cached_property
    def is_share_sheet(self) -> bool:
        """Whether what covers the lower part of a page is called "Share"."""
        low_px = self.screen.size.height * _SHEET_TOP
        return any(
            is_opener(e.name, "send")
            for e in self.screen.elements
            if e.role == "text" and e.bounds.top >= low_px and not row_of(e.key)
        )

    def is_about_person(self, element: Element) -> bool:
        """Whether a choice stands in a column with one like "Block"."""
        return (element.bounds.left, element.bounds.right) in self._columns_about_person

    def only_follows(self, element: Element) -> bool:
        """Whether an element subscribes to something, and no price stands on its page."""
        free = not (self.prices or _PRICE.search(element.name))
        return free and subscribes(element.name)

    @cached_property
    def _columns_about_person(self) -> frozenset[tuple[int, int]]:
        blocks = (e.bounds for e in self.screen.elements if danger_of(e.name) == "account")
        return frozenset((box.left, box.right) for box in blocks)

    @cached_property
    def prices(self) -> tuple[str, ...]:
        """The texts that tell one, in the order of the page."""
        return tuple(e.name for e in self.screen.elements if not e.uses and _PRICE.search(e.name))

    @cached_property
    def _title(self) -> str:
        return title(self.screen.elements)

    @cached_property
    def _texts(self) -> Sequence[str]:
        """What is said outside of lists."""
        found = (e for e in self.screen.elements if e.role == "text" and not row_of(e.key))
        return [e.name for e in found]

    # --- lists ------------------------------------------------------------------------------------

    def is_wide_row(self, element: Element) -> bool:
        """Whether it is a row of a page or a drawer; that of a menu is narrower."""
        return is_whole_row(element) and self._is_wide(element)

    def row_to_swipe(self, start: Point | None, element: Element | None) -> Element | None:
        """The row that a finger would move aside: one of a vertical list, below nothing that itself
        moves sideways."""
        if start is None:
            start = element.bounds.center if element else None
        here = [e for e in self.screen.elements if start and e.bounds.contains(start)]
        row = min(filter(is_whole_row, here), key=lambda e: e.bounds.area, default=None)
        if row is None:
            return element if element and is_whole_row(element) and not _moves(element) else None
        if not self._is_wide(row) or _moves(row):
            return None
        return None if any(self._moves_sideways(e) for e in here if _moves(e)) else row

    def siblings(self, element: Element) -> Sequence[Element]:
        """The element; and where it shows no word, those with its key that do: a row cut off by the
        edge of the screen does what the other rows do."""
        others = () if _shows_word(element) else self._with_words.get(element.key, ())
        return [element, *others]

    @cached_property
    def _with_words(self) -> Mapping[str, Sequence[Element]]:
        """Those that show a word, by their keys."""
        found: dict[str, list[Element]] = {}
        for element in filter(_shows_word, self.screen.elements):
            found.setdefault(element.key, []).append(element)
        return found

    def _is_wide(self, element: Element) -> bool:
        return element.bounds.width >= _ROW_WIDTH * self.screen.size.width

    def _moves_sideways(self, mover: Element) -> bool:
        """Whether it turns pages, is a slider, or shows things side by side."""
        if mover.role in ("pages", "slider"):
            return True
        inside = [e.bounds for e in self._parts(mover)]
        return any(_beside(one, other) for one in inside for other in inside)

    def _parts(self, mover: Element) -> Iterator[Element]:
        own = f"{mover.key}/row"
        for element in self.screen.elements:
            if element.key == own or (
                mover.role == "scroll area" and mover.key and _child(element, mover)
            ):
                yield element


def _question_danger(texts: Sequence[str]) -> Danger | None:
    """The danger of a yes to these texts, of which the first is the title."""
    first, *others = texts
    return danger_of_yes(first, title=True) or next(filter(None, map(danger_of_yes, others)), None)


def _window(element: Element) -> str:
    """The name of the window that an element is in."""
    return element.key.partition("/")[0] if element.key.startswith("window:") else ""


def _shows_word(element: Element) -> bool:
    # The words of an id are lower case: a row "Block" may well have the id `block`.
    named = element.name not in id_text(element).lower()
    return named or bool(element.text or element.description)


def _moves(element: Element) -> bool:
    return "swipe" in element.uses


def _child(element: Element, mover: Element) -> bool:
    return element is not mover and "tap" in element.uses and element.key.startswith(mover.key)


def _beside(one: Rect, other: Rect) -> bool:
    return one.right <= other.left and one.top < other.bottom and other.top < one.bottom
