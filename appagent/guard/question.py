"""What is asked of a control, and is not known of it yet: its page and a line, in words that hold
nothing that others wrote.

    dialog "Delete …?" says "It is gone for good.", opened by "Delete"
    button "Delete"

The answer is kept for these words, so they are the same whenever the same is shown. Numbers are
"#", what is the person's own "…". Rows that each show something of the person's are asked about as
one kind; only where these vary is one asked about by its label. Where that leaves it open, a run
asks about the one that it touches by all that is shown, and keeps no answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256

from appagent.geometry import Rect
from appagent.guard import android
from appagent.guard.shown import has_phone_number, opens_one, shows, texts_beside
from appagent.screen.change import crop
from appagent.screen.describe import quote
from appagent.screen.general import general, id_words, is_worded, key_words, owned, row_titles
from appagent.screen.icons import look_of
from appagent.screen.keys import (
    heading,
    is_whole_row,
    row_of,
    selected_tab,
    without_ordinal,
)
from appagent.screen.naming import UNTOLD
from appagent.screen.pages import page_kind
from appagent.screen.rows import row_control
from appagent.screen.values import Element, Screen, Use
from appagent.texts import as_words, only_words, shorten, words_of

OWN = "…"
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_WORD = re.compile(r"\S+")
_MOST_WORDS = 8  # of a label; what is longer is a text
_MOST_LABEL = 60  # characters of what a row is called
_MOST_SAID = 200  # characters of what a dialog says
_FEWEST_IDS = 2
_MOST_IDS = 3  # that tell a page without a title
_TEXTS = 3  # of a dialog that are read
_TILES = ("item", "image")
_SIGNS = ("button", "image")
_ICON_SHARE = 0.25  # of the shorter side of the screen, at most


def persons(screen: Screen) -> set[str]:
    """The texts of a page that are the person's, as words: those of its rows and its fields, and
    the titles of rows that hold a number, "Studio 9"."""
    numbered = (title for title in row_titles(screen) if _NUMBER.search(title))
    return {*owned(screen), *map(as_words, numbered)} - {""}


@dataclass(frozen=True)
class Asked:
    """What is asked of one control."""

    page: str
    line: str
    label: str = ""  # the line to ask about where rows of the kind `line` vary
    fact: str = ""  # what Android itself tells, where nothing has to be asked
    drawn: Rect | None = None  # of a control that nothing but its picture tells: where that is
    kept: bool = True  # else what is said of it holds while it is shown so
    bare: bool = field(default=False, compare=False)  # no word of the line tells it from others
    whole: str = field(default="", compare=False)  # the line with all that it shows
    element: Element | None = field(default=None, compare=False)
    use: Use | None = field(default=None, compare=False)
    plain: bool = field(default=False, compare=False)  # one of many things that a touch opens


@dataclass(frozen=True)
class Page:
    """A screen as it is asked about."""

    screen: Screen
    own: Set[str] = frozenset()  # texts of the person's, as words
    words: Set[str] = frozenset()  # of the app's ids, on the pages that were seen
    opener: str = ""  # the label of what opened this page
    _told: dict[Element, Asked] = field(default_factory=dict, compare=False)
    _looks: dict[Rect, str] = field(default_factory=dict, compare=False)
    _row_words: dict[str, str] = field(default_factory=dict, compare=False)

    @cached_property
    def said(self) -> str:
        """What is said of it in a question."""
        title = self._title
        told = f"{self.kind} {quote(title)}" if title else self.kind
        if self.kind == "dialog":
            said = " ".join(self._said())
            told += f" says {quote(said)}" if said else ""
        elif not title:
            told += _ids("; ".join(dict.fromkeys(self._ids())))
        opener = self.told(self.opener.partition(", ")[0])
        hidden = self.kind != "page" or told == "page"
        return f"{told}, opened by {quote(opener)}" if hidden and opener.strip(OWN) else told

    @cached_property
    def _web(self) -> str:
        """What the web page on it is called: by all that it says, for its controls do what its
        author wants, and others' pages have the same labels."""
        shown = (e for e in (*self.screen.elements, *self.screen.shapes) if e.web)
        rest = (e for e in shown if not any(map(e.bounds.overlaps, self.screen.moving)))
        said = "\n".join(f"{e.role} {without_numbers(e.name)}" for e in rest)
        return f"web page {_digest(said.encode())}"

    @cached_property
    def kind(self) -> str:
        return page_kind(self.screen)

    @cached_property
    def _of_app(self) -> Sequence[Element]:
        """What the app shows, but for what a web page in it does."""
        return [e for e in self.screen.elements if not e.web]

    @cached_property
    def _owned(self) -> Set[str]:
        return self.own | persons(self.screen)

    @cached_property
    def _sizes(self) -> Mapping[str, Sequence[int]]:
        """How many words the person's texts have that begin with a word, the most first."""
        found: dict[str, set[int]] = {}
        for text in self._owned:
            found.setdefault(text.partition(" ")[0], set()).add(text.count(" ") + 1)
        return {word: sorted(sizes, reverse=True) for word, sizes in found.items()}

    @cached_property
    def _app_words(self) -> Set[str]:
        """The words of the app's ids on this page: what they say is not the person's alone."""
        return self.words | {word for e in self._of_app for word in id_words(e)}

    @cached_property
    def _repeated(self) -> Set[str]:
        """What a dialog says twice, as words: by its title or what opened it, and on a button. That
        is a deed, "Delete account", also where a row is called so."""
        if self.kind != "dialog":
            return frozenset()
        head = heading(self._of_app)
        said = {as_words(text) for text in (head.name if head else "", self.opener)}
        return said & {as_words(e.title) for e in self._of_app if e.uses}

    @cached_property
    def _title(self) -> str:
        """Its title and its selected tab. A page about a thing is called by that: its title counts
        where an id of the app says it too, or where the app has no ids."""
        head, tab = heading(self._of_app), selected_tab(self._of_app)
        texts = dict.fromkeys(self.told(e.name) for e in (head, tab) if e)
        is_page = self.kind in ("page", "drawer") and self._app_words
        return ", ".join(t for t in texts if not is_page or is_worded(t, self._app_words))

    def _ids(self) -> Iterator[str]:
        """What the ids of its lists and its fixed controls say, which stay as it is scrolled; where
        that is too little to tell it from others, those of what scrolls as well."""
        elements = self._of_app
        lists = {row_of(e.key).rpartition("/")[0]: None for e in elements if row_of(e.key)}
        movers = (e.key.rpartition("/")[2] for e in elements if "swipe" in e.uses)
        moved = tuple(f"{key}/" for key in movers if key)
        others = [e for e in elements if not row_of(e.key)]
        fixed = [e for e in others if not e.key.startswith(moved)]
        told = [*map(key_words, lists), *map(id_words, fixed)]
        if sum(map(bool, told)) < _FEWEST_IDS:
            told = [*map(key_words, lists), *map(id_words, others)]
        yield from [" ".join(words) for words in told if words][:_MOST_IDS]

    def _said(self) -> Iterator[str]:
        """What a window says beside its title."""
        left = _MOST_SAID
        for n, e in enumerate(texts_beside(self._of_app)):
            if n == _TEXTS or left <= 0:
                return
            told = shorten(self.told(e.name, whole=True), left)
            left -= len(told)
            yield told

    def told(self, text: str, *, whole: bool = False) -> str:
        """A text of the app without what is the person's own in it; of a long one, unless it is
        wanted `whole`, as much as a label says."""
        text = self._masked(" ".join(text.split()))
        spans = _words(text)
        if not whole and len(spans) > _MOST_WORDS:
            text = f"{text[: spans[_MOST_WORDS - 1].end()]} {OWN}"
        return without_numbers(text)

    def _masked(self, text: str) -> str:
        """A text with what is the person's own hidden, the longest runs of words first."""
        spans = _words(text)
        out, at, n = "", 0, 0
        while n < len(spans):
            sizes = self._sizes.get(as_words(_said(text, spans[n])), ())
            size = next((k for k in sizes if self._is_own(text, spans, n, k)), 0)
            if not size:
                n += 1
                continue
            out += text[at : spans[n].start()] + OWN
            at, n = spans[n + size - 1].end(), n + size
        return out + text[at:]

    def _is_own(self, text: str, spans: list[re.Match[str]], n: int, size: int) -> bool:
        if n + size > len(spans):
            return False
        run = as_words(text[spans[n].start() : spans[n + size - 1].end()])
        if run not in self._owned or run in self._repeated:
            return False
        if size > 1 and self._app_words >= {*run.split()}:
            return False
        word = _said(text, spans[n])
        is_name = word[0] != word[0].lower() or word[0].lower() == word[0].upper()
        last = n + 1 == len(spans) or text[spans[n].end() : spans[n + 1].start()].strip()
        return size > 1 or (run not in self._app_words and is_name and bool(n > 0 or last))

    # --- controls ---------------------------------------------------------------------------------

    def asked(self, element: Element, verb: str = "tap") -> Asked:
        """What is asked of a control that is tapped, or of another `verb`; a slider is set."""
        if element not in self._told:
            line, label, bare = self._lines(element)
            drawn = None if '"' in line else self._drawn(element)
            fact = android.does(element, self.screen)
            page = f"{self._web} in {self.said}" if element.web else self.said
            photo = drawn and not row_of(element.key) and not self._look(drawn)
            kept = not (element.web or photo)
            shown = ", ".join(filter(None, shows(element, self.screen))) or element.key
            whole = f"{line}: {quote(shown, _MOST_SAID)}"
            self._told[element] = Asked(
                page, line, label, fact, drawn, kept,
                bare, whole, element, "tap", self._is_plain(element),
            )  # fmt: skip
        told = self._told[element]
        verb = "set" if element.role == "slider" else verb
        if verb == "tap":
            return told
        texts = (told.line, told.label, told.whole)
        line, label, whole = (text and f"{verb} {text}" for text in texts)
        use: Use | None = "long_press" if verb == "hold" else None
        return replace(told, line=line, label=label, whole=whole, use=use, plain=False)

    def _is_plain(self, e: Element) -> bool:
        """Whether a touch of it opens one of many things: a row of a page that the app itself shows
        first, or under a tab. What another button opened may ask for a choice."""
        head, tab = heading(self._of_app), selected_tab(self._of_app)
        if self.kind != "page" or not opens_one(e, self.screen):
            return False
        if tab is None:
            first = as_words(head.name) if head else ""
            return not self.opener and first in self.screen.app.package.split(".")
        return self.opener in tab.name or _is_hidden(self.told(self.opener))

    def _drawn(self, e: Element) -> Rect | None:
        """Where a control is drawn that no word and no id names, and nothing lies over it; what is
        larger than an icon shows what others made."""
        most = _ICON_SHARE * min(self.screen.size)
        small = max(e.bounds.width, e.bounds.height) <= most
        seen = small and self.screen.picture == "ok" and not e.covers
        return e.bounds if seen and not _id_words(e) else None

    def _look(self, drawn: Rect) -> str:
        """What tells the icon that is drawn there; "" for a photo. Worked out once."""
        if drawn not in self._looks:
            self._looks[drawn] = look_of(crop(self.screen.image, drawn))
        return self._looks[drawn]

    def _lines(self, e: Element) -> tuple[str, str, bool]:
        """What is asked of a control, and of one that shows something of the person's what is asked
        where those of its kind vary; and whether nothing tells it from others of its role."""
        ids, role = " ".join(_id_words(e)), e.word or e.role
        state = f" [{e.state}]" if e.state and role != "radio" else ""
        row = row_of(e.key)
        if not row or (is_whole_row(e) and self._is_entry(e)):
            told = self._label(e)
            if told == OWN and is_worded(e.title, {*id_words(e)} or {*words_of(e.title)}):
                told = _label(e.title)  # a button without a list around it: the app called it so
            hidden = not told or _is_hidden(told)
            if not (hidden or (role in _TILES and self._shows_a_thing(e))):
                return _line(role, told, "", state), "", False
            sign = ids or self._sign(e)
            kind = _line(role, "", sign, state)
            name = e.title if told else ""
            line = f"{kind}, named by what it shows" if name else kind
            return line, _named(kind, name), not sign
        where = "" if e.web else _ids(" ".join(key_words(row.rpartition("/")[0])) or ids)
        if is_whole_row(e):
            calls = " with a phone number" if has_phone_number(e.name) else ""
            return f"row{where}{calls}{state}", _named(f"row{where}{state}", e.title), False
        words = self._words_in_row(e)
        sign = self._sign(e)
        if role in _SIGNS and not (words or ids or sign):  # two of a row have two lines
            sign = _ordinal(e.key)
        kind = _line(role, words, ids or sign, state)
        title = "" if words else e.by_row or e.title
        return f"{kind} in a row{where}", _named(f"{kind} in a row{where}", title), False

    def _shows_a_thing(self, e: Element) -> bool:
        """Whether a tile is one of many, and called by what it shows."""
        shown = general(e, self.screen, self._owned, self._app_words)
        return shown.row and not shown.name

    def _words_in_row(self, e: Element) -> str:
        """What a control says in each row of a list; "" where each says something else."""
        key = without_ordinal(e.key)
        if key not in self._row_words:
            same = (other for other in self.screen.elements if without_ordinal(other.key) == key)
            controls = filter(None, (row_control(other, self.screen) for other in same))
            first = next(controls, ("", ""))[1]
            told = first if all(words == first for _, words in controls) else ""
            self._row_words[key] = "" if told == UNTOLD.strip(": ") else self.told(told)
        return self._row_words[key]

    def _is_entry(self, e: Element) -> bool:
        """Whether a row is one of the app's own: of a menu or a dialog, or it alone has its id."""
        if self.kind in ("menu", "dialog", "drawer", "sheet"):
            return True
        return bool(e.resource_id) and self._with_id[e.resource_id] == 1

    @cached_property
    def _with_id(self) -> Counter[str]:
        """How many elements have which id."""
        return Counter(e.resource_id for e in self.screen.elements)

    def _label(self, e: Element) -> str:
        if (e.by_id and e.name == e.by_id) or e.name.endswith(UNTOLD):
            return ""
        return self.told(e.title)

    def _sign(self, e: Element) -> str:
        """What stands for the name of a control that has none."""
        if name := self.told(e.learned) or (e.icon and f"{e.icon} icon"):
            return name
        drawn = self._drawn(e)
        look = self._look(drawn) if drawn else ""
        if drawn and not look and not row_of(e.key):  # an icon may lie on a photo
            look = _digest(crop(self.screen.image, drawn).tobytes())
        return ", ".join(filter(None, (e.place, look and f"looks {look}")))


def _words(text: str) -> list[re.Match[str]]:
    """Where the words of a text stand, as `words_of` tells them."""
    return list(_WORD.finditer(only_words(text)))


def _said(text: str, span: re.Match[str]) -> str:
    return text[span.start() : span.end()]


def _line(role: str, name: str, unwritten: str, state: str) -> str:
    """A control in words; what no word of the screen says stands in brackets."""
    return f"{role} {quote(name)}{state}" if name else f"{role}{_ids(unwritten)}{state}"


def _named(kind: str, title: str) -> str:
    """One of a kind, by its title; "" where it has none."""
    return title and f"{kind}, named {quote(_label(title))}"


def _id_words(e: Element) -> Sequence[str]:
    """The words of a control's id; not those that the author of a web page wrote."""
    return () if e.web else id_words(e)


def _ids(ids: str) -> str:
    return f" ({ids})" if ids else ""


def _ordinal(key: str) -> str:
    """Which of its kind it is in its row; "" for the first."""
    return key.rpartition("/")[2].partition(":")[2]


def _is_hidden(told: str) -> bool:
    """Whether all that a masked text says is the person's own: "…, …"."""
    return OWN in told and not any(map(str.isalpha, told))


def _label(text: str) -> str:
    return without_numbers(shorten(text, _MOST_LABEL))


def without_numbers(text: str) -> str:
    """A text as it is told, its numbers "#"."""
    return _NUMBER.sub("#", text)


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:12]
