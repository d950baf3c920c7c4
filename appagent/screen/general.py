"""What a page is like whatever it shows: its controls, its kinds of rows, the kinds of facts that
it tells. What is the person's own, names, messages, numbers, is left out.

Who made the app wrote the ids, and the words of its buttons. So a text counts as the app's if its
id says it too (`setting_style`: "Style, Digital"), or if it stands on a button of its own and in no
row of a list. What was typed, what stood in a field or in a row is the person's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from appagent.screen.keys import (
    CHOICES,
    is_whole_row,
    row_of,
    selected_tab,
    without_ordinal,
)
from appagent.screen.naming import UNTOLD
from appagent.screen.pages import OVER_PAGES, alone_at_head, page_kind
from appagent.screen.rows import row_control
from appagent.screen.sliders import span
from appagent.screen.values import SHAPE, SURFACE, Element, Screen, Use
from appagent.texts import as_words, folded, words_of

MANY = 2  # of one id make a list, wherever they stand
_TILES = ("button", "image", "item")
_AMOUNT_WORDS = 3  # at most: "15 unread messages"
MOST_WORDS = 6  # of a name: what is longer is a text
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NUMBER = re.compile(r"[\d@]|\w\.\w")  # or an address
_AMOUNT = re.compile(
    r"\b\d{1,3} (?=[^\W\d_]{3})"
)  # "15 minutes": no name, address or number of a person
_BETWEEN = re.compile(r", | [·•|] ")  # the texts that a name is made of
_TOP = 0.2  # of the height of a page: where its title stands
_STEM = 4  # letters that two forms of a word begin with: "alarm", "alarms"
_HOLDERS = ("list", "scroll area", "pages", SURFACE, SHAPE)
_PARTS_OF_IDS = frozenset(
    "item row list view listview layout container content text label title button btn icon image "  # noqa: SIM905
    "img field edit input bar page widget frame recycler recyclerview action tab setting pref tv "
    "iv et menu nav".split()
)
"""Words of ids that say what a thing is, and not what for."""


class General(NamedTuple):
    """A control of a page, or a kind of row of one of its lists."""

    key: str
    role: str
    name: str  # "" where it has none but the person's own
    uses: frozenset[Use]
    row: bool = False  # one of many, of which each shows something else
    id: str = ""  # of a row that alone has it; its key is that of all rows
    sign: str = ""  # what the picture of a nameless one shows: "queue icon"
    values: str = ""  # of a slider whose range is sure: "0 to 12"


@dataclass(frozen=True, slots=True)
class Sight:
    """A page without what is the person's own."""

    kind: str  # page, drawer, menu, sheet or dialog
    title: str  # "" where it is the person's own, or none
    controls: tuple[General, ...]
    shows: tuple[str, ...]  # the kinds of facts: "opening hours", "phone"


@dataclass(frozen=True)
class _Page:
    """A screen, and what is known of its texts."""

    screen: Screen
    own: Set[str] = frozenset()  # the person's, as words
    words: Set[str] = frozenset()  # that the app is known to use
    fixed: Set[str] = frozenset()  # known to be the app's, as words

    @cached_property
    def kind(self) -> str:
        return page_kind(self.screen)

    @cached_property
    def rows(self) -> Counter[str]:
        """How many rows have which id."""
        return Counter(e.resource_id for e in self.screen.elements if is_whole_row(e))

    @cached_property
    def said(self) -> Set[str]:
        """The words of the app, with those of its ids on this page and of its package."""
        package = self.screen.app.package.split(".")[2:]
        return self.words | {w for e in self.screen.elements for w in id_words(e)} | {*package}


def general(
    element: Element,
    screen: Screen,
    own: Set[str],
    words: Set[str],
    fixed: Set[str] = frozenset(),
) -> General:
    """A control of a page as `sight` tells it."""
    return _general(element, _Page(screen, own, words, fixed))


def sight(
    screen: Screen,
    own: Set[str],
    words: Set[str] = frozenset(),
    opener: str = "",
    fixed: Set[str] = frozenset(),
) -> Sight:
    """What a page is like. `own` are texts of the person's, `words` those that the app is known to
    use, `fixed` the texts of this page that are known to be the app's, as words, and `opener` is
    the name of what led here: a title that says the same is the app's."""
    page = _Page(screen, own, words, fixed)
    lasting = [e for e in screen.elements if not e.is_notice]
    shown = [e for e in lasting if e.uses and e.role not in _HOLDERS]
    controls = tuple(dict.fromkeys(_general(e, page) for e in shown))
    texts = (e for e in lasting if not (row_of(e.key) or e.told_in))
    facts = tuple(_facts(texts, page)) if page.kind in ("page", "drawer") else ()
    return Sight(page.kind, _title(page, opener), controls, facts)


def owned(screen: Screen) -> Iterator[str]:
    """The texts of a page that are the person's: what its rows and its fields say, as words."""
    page = _Page(screen)
    for element in screen.elements:
        told: list[str] = []
        if is_whole_row(element):
            entry = _entry(element, page)
            told = [part for part in _written(element.name) if part != entry]
        elif row_of(element.key) and (not element.uses or ", " in element.name):
            told = _written(element.name)
        for text in (*told, element.value):
            if text:
                yield as_words(text)


def row_titles(screen: Screen) -> Iterator[str]:
    """What each row of a page is called, without what stands behind its title."""
    return (_BETWEEN.split(e.name)[0] for e in screen.elements if is_whole_row(e) and e.name)


def texts_in(screen: Screen) -> Iterator[str]:
    """What the parts of names say, but for numbers and long texts: the app's, or the person's."""
    for element in screen.elements:
        if "text" not in element.uses:
            parts = _BETWEEN.split(element.name)
            yield from (part for part in parts if _is_plain(_AMOUNT.sub("", part), frozenset()))


def is_general(text: str, screen: Screen, own: Set[str], words: Set[str]) -> bool:
    """Whether what a model says of a page tells nothing of the person's, as far as that is known:
    "Artist" is the app's where an id on the page says it too, although rows say it as well."""
    page = _Page(screen, own, words)
    return _is_plain(text, frozenset()) and not tells(text, own, page.said)


def is_filled(screen: Screen) -> bool:
    """Whether a field of a page holds something."""
    return any(e.value or e.filled for e in screen.elements if "text" in e.uses)


def id_words(element: Element) -> list[str]:
    """The words of an element's id that tell what it is for: `setting_style` is "style"."""
    return _telling(element.short_id)


def key_words(key: str) -> list[str]:
    """The same words, of the key of an element that has an id."""
    last = key.rpartition("/")[2]
    return _telling(last.partition(":")[0]) if last.startswith("#") else []


def _telling(own: str) -> list[str]:
    said = words_of(_HUMP.sub(" ", own).replace("_", " "))
    return [w for w in said if w not in _PARTS_OF_IDS and not _NUMBER.search(w)]


def _general(e: Element, page: _Page) -> General:
    if told := next((p for p in _BETWEEN.split(e.name) if as_words(p) in page.fixed), ""):
        return General(e.key, e.word or e.role, told, e.uses, id=_own_id(e, page))
    if not row_of(e.key):
        if _is_one_of_many(e, page.screen):
            name, key = " ".join(id_words(e)), without_ordinal(e.key)
            return General(key, e.word or e.role, name, e.uses, row=True)
        name = _name(e, page)
        sign = "" if name else _sign(e, page)
        row = bool(e.name and not name)
        values = span(e)
        return General(e.key, e.word or e.role, name, e.uses, row=row, sign=sign, values=values)
    if is_whole_row(e):
        name = _entry(e, page)
        if name and (e.resource_id or as_words(name) not in page.own):
            return General(e.key, e.word or e.role, name, e.uses, id=e.short_id)
        return General(e.key, e.word or e.role, " ".join(_row_words(e)), e.uses, row=True)
    if "text" in e.uses and (by_id := id_words(e)) and _times(e, page.screen) == 1:  # of a form
        return General(e.key, e.word or e.role, " ".join(by_id), e.uses)
    control = row_control(e, page.screen)
    words = control[1] if control else ""
    is_own = not _is_plain(words, page.own) or tells(words, page.own, page.said)
    is_tile = e.role == "item"  # of a shelf in a list: what it is called is what it shows
    fits = words == UNTOLD or (not (is_own or is_tile) and shares(words, page.said))
    name = words if fits else " ".join(id_words(e))
    return General(e.key, e.word or e.role, name, e.uses, row=True)


def _row_words(e: Element) -> list[str]:
    """What rows of a kind are called: by their id, or by that of their list."""
    of_list = e.key.rpartition("/")[0]
    return id_words(e) or ([] if of_list.endswith(CHOICES) else key_words(of_list))


def _own_id(e: Element, page: _Page) -> str:
    """The id of a row that alone has it; "" for others."""
    return e.short_id if is_whole_row(e) and page.rows[e.resource_id] == 1 else ""


def _sign(e: Element, page: _Page) -> str:
    """What stands in for the name of a control that has none: what a model called it, or what its
    picture shows."""
    called = _is_plain(e.learned, page.own) and not tells(e.learned, page.own, page.said)
    return e.learned if called else e.icon and f"{e.icon} icon"


def _is_one_of_many(e: Element, screen: Screen) -> bool:
    """Whether a button outside of lists shares its id with others, as chips and avatars do, and
    that does not say what it is called."""
    if e.role not in _TILES or not e.resource_id or _told_by_id(e):
        return False
    return _times(e, screen) >= MANY


def _times(e: Element, screen: Screen) -> int:
    """How many elements of a screen have its id."""
    return sum(other.resource_id == e.resource_id for other in screen.elements)


def _entry(e: Element, page: _Page) -> str:
    """The name of a row that is an entry of the app's own: it alone has its id, which says so, or
    it is one of a menu, as "15 minutes"; "" for a row that shows something of the person's."""
    if e.resource_id:
        return _told_by_id(e) if page.rows[e.resource_id] == 1 else ""
    is_option = page.kind == "menu" or (page.kind in OVER_PAGES and e.word == "radio")
    return e.name if is_option and _is_plain(_AMOUNT.sub("", e.name), frozenset()) else ""


def _name(e: Element, page: _Page) -> str:
    """The name of a control, or the words of its id, without what is the person's."""
    if told := _told_by_id(e):
        return told
    alone = e.name in (e.text, e.description) or "text" in e.uses
    if alone and _is_plain(e.name, page.own) and not tells(e.name, page.own, page.said):
        return e.name
    first = _label(e)
    by_word = _is_plain(first, page.own) and is_worded(first, page.said)
    return first if by_word else " ".join(id_words(e))


def _told_by_id(e: Element) -> str:
    """The part of a name that its id says too: all of it, or some of the label."""
    words = {*id_words(e)}
    whole = (p for p in _parts(e.name) if all(shares(w, words) for w in words_of(p)))
    told = next(whole, _label(e))
    return told if shares(told, words) and _is_short(told) else ""


def _label(e: Element) -> str:
    """The first text of a name: what it labels stands behind it."""
    return next(iter(_parts(e.name)), "")


def _title(page: _Page, opener: str) -> str:
    screen, own, said = page.screen, page.own, page.said
    tab, head = selected_tab(screen.elements), alone_at_head(screen.elements)
    low = page.kind == "page" and head and head.bounds.top > _TOP * screen.size.height
    texts = [e.name for e in (tab, None if low else head) if e]
    plain = [t for t in texts if _is_plain(t, own) and not tells(t, own, said)]
    fits = (t for t in plain if (opener and folded(t) == folded(opener)) or is_worded(t, said))
    return next(fits, "")


def is_worded(text: str, said: Set[str]) -> bool:
    """Whether half the words of a text, at least, are words of the app."""
    words = [w for w in words_of(text) if len(w) >= _STEM]
    return 2 * sum(shares(w, said) for w in words) >= max(1, len(words))


def tells(text: str, own: Set[str], said: Set[str], by_id: Set[str] = frozenset()) -> bool:
    """Whether something of the person's stands in a text: the city in "Remove Oslo?". What its id
    says too is not the person's."""
    words = words_of(text)
    runs = {(start, end) for start in range(len(words)) for end in range(start + 1, len(words) + 1)}
    return any(
        (run := " ".join(words[start:end])) in own and not shares(run, by_id)
        for start, end in runs
        if end - start > 1 or words[start] not in said
    )


def _facts(elements: Iterable[Element], page: _Page) -> Iterator[str]:
    """The kinds of facts that texts tell, and buttons without a name of their own, by their ids."""
    told: set[str] = set()
    for e in elements:
        words = " ".join(id_words(e))
        is_fact = not e.uses or _name(e, page) == words
        if words and words not in told and is_fact and any(map(str.isalnum, e.name)):
            told.add(words)
            yield words


def _parts(name: str) -> list[str]:
    """The parts of a name without a number in them: "Cart" of "Cart, 2 items"."""
    return [part for part in _BETWEEN.split(name) if part and not _NUMBER.search(part)]


def _written(name: str) -> list[str]:
    """The parts of a name that may be somebody's text: those without a number, which may be the
    app's, and what is too long for a number of something."""
    parts = [part for part in _BETWEEN.split(name) if part]
    return [p for p in parts if not _NUMBER.search(p) or len(p.split()) > _AMOUNT_WORDS]


def _is_plain(text: str, own: Set[str]) -> bool:
    return bool(text) and _is_short(text) and not _NUMBER.search(text) and as_words(text) not in own


def _is_short(text: str) -> bool:
    return len(text.split()) <= MOST_WORDS


def shares(text: str, words: Set[str]) -> bool:
    """Whether a text has one of the words, in any of its forms."""
    stems = {w[:_STEM] for w in words if len(w) >= _STEM}
    return any(w in words or (len(w) >= _STEM and w[:_STEM] in stems) for w in words_of(text))
