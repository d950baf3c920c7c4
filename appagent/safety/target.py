"""What a move would touch: the row, the dialog's question, the way that led there, the page.

What a task names must be there: "Delete the Gym alarm" deletes no other one.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from appagent.actions.gestures import Drag, Move
from appagent.actions.verbs import Back, Home, OpenApp, ScrollTo, Swipe
from appagent.danger import Danger
from appagent.safety.controls import label_of
from appagent.safety.folding import COMMAS
from appagent.safety.labels import danger_of, opens
from appagent.safety.names import is_name, says, titled
from appagent.safety.page import (
    asked,
    called,
    number_in,
    recipients,
    selected_count,
    selection,
    shown,
    tells_several,
    title_text,
)
from appagent.safety.scene import Scene
from appagent.safety.wordlists import phrases
from appagent.screen.keys import (
    fingerprint,
    is_whole_row,
    row_of,
    same_page,
    same_screen,
    tab_or_title,
)
from appagent.screen.values import Element, Screen

_NAMED = "\0"  # stands for a name
_JOINED = re.compile(rf"\W*(?:[+&,،、，和与と]|(?:{'|'.join(phrases('joints'))})\b)", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_TIME = re.compile(r"\d+(?::\d\d)+")
_QUOTED = re.compile(r"[“„\"«「『‘]([^“”„\"«»「」『』‘’]+)[”“\"»」』’]")


@dataclass(frozen=True, slots=True)
class Stop:
    """A page on the way to the one that is shown."""

    page: frozenset[str]  # its fingerprint
    led: str = ""  # what was touched on the page before; "" where that has no name
    opener: str = ""  # the label of that control itself, whatever its row says
    by_row: bool = False  # that was a row of a list, or in one
    touched: tuple[str, ...] = ()  # the rows that were touched here; twice is not at all
    to: tuple[str, ...] = ()  # whom its form was addressed to when it was left
    rows: tuple[str, ...] = ()  # of its lists when it was left
    title: str = field(default="", compare=False)  # when it came up

    def is_like(self, page: frozenset[str]) -> bool:
        return same_page(self.page, page)

    def with_row(self, row: str) -> Stop:
        """After a touch of a row that stays: it is chosen, or let go."""
        kept = tuple(each for each in self.touched if each != row)
        return replace(self, touched=kept if row in self.touched else (*kept, row))


@dataclass(frozen=True, slots=True)
class Way:
    """The way that led to the page that is shown, as far as it was followed."""

    stops: tuple[Stop, ...] = ()

    def after(self, move: Move, before: Screen, now: Screen) -> Way:
        """The way after a move."""
        page = fingerprint(now.elements, now.language)
        new = Stop(page, title=title_text(now))
        stops = self.stops or (Stop(fingerprint(before.elements, before.language)),)
        here, element = stops[-1], move.element
        same = same_screen(before, now)
        match move.action:
            case Home() | OpenApp():
                return Way((new,))
            case Back():
                return Way(_back(stops, new, same=same, closed=before.keyboard > now.keyboard))
        row = row_text(element, before) if element else ""
        if same and not (row and element and _goes_on(element, before, now)):
            here = here.with_row(row) if row and _is_touch(move) else here
            stayed = Way((*stops[:-1], here))
            counts = {0, 1, len(here.touched), len(stayed.chosen)}
            return Way((*stops[:-1], new)) if _turned(move, before, now, counts) else stayed
        label = label_of(element) if element else ""
        led = row or (element.name if element else "")
        new = replace(new, led=led, opener=self._opener(label, before, now))
        stops = (*stops[:-1], replace(here, to=self.to_whom(before), rows=_rows(before)))
        # A row leads also from one thing to the next: what led to the first leads here no more.
        if row and not opens(label):
            first = next((n for n, stop in enumerate(stops) if stop.is_like(page)), len(stops))
            return Way((*stops[:first], replace(new, by_row=True)))
        return Way(_way_back(stops, page) or (*stops, new))

    def opener(self, page: frozenset[str]) -> str:
        """The label of the control that opened a page; "" if the way ends elsewhere."""
        last = self.stops[-1] if self.stops else None
        return last.opener if last and last.is_like(page) else ""

    def _opener(self, label: str, before: Screen, now: Screen) -> str:
        """The label of what opened the page that is shown now. What a chain of small windows is
        opened by is what its first was: "Schedule send", not "Pick date and time"."""
        first = self.opener(fingerprint(before.elements, before.language))
        if first and not (danger_of(label) or opens(label)):
            asked = Scene(before)
            windows = (
                asked.is_small_window and not asked.is_written_in and Scene(now).is_small_window
            )
            return first if windows else label
        return label

    def texts(self) -> Iterator[str]:
        """What was touched on the way, the last first."""
        for stop in reversed(self.stops):
            yield from stop.touched
            yield stop.led

    def rows(self) -> Iterator[str]:
        """What was touched to get to this page."""
        return (stop.led for stop in reversed(self.stops))

    @property
    def chosen(self) -> tuple[str, ...]:
        """The rows that were touched on this page, and the one that was held to get to it."""
        last = self.stops[-1] if self.stops else Stop(frozenset())
        return (*([last.led] if last.by_row else []), *last.touched)

    def counts(self, screen: Screen) -> bool:
        """Whether the number in a page's title is of the rows that were touched: it is nothing but
        a number, or another title than the page came up with; and not what a row is called."""
        last, told = self.stops[-1] if self.stops else Stop(frozenset()), title_text(screen)
        named = any(text.partition(",")[0] == told for text in self.chosen)
        new = told != last.title or not any(map(str.isalpha, told))
        return bool(self.chosen) and new and not named

    @property
    def to(self) -> tuple[str, ...]:
        """Whom the form is addressed to that the page before is, or that opened that window."""
        *before, last = self.stops or (Stop(frozenset()),)
        return before[-1].to if before and not last.by_row else ()

    def to_whom(self, screen: Screen) -> tuple[str, ...]:
        """Whom a form is addressed to, also in the dialogs and menus that it opens; what a page
        of its own does goes to whom that page tells."""
        scene = Scene(screen)
        told = title_text(screen)  # "Schedule send" is called by the deed, and not by a thing
        goes_on = scene.is_small_window or danger_of(told) or opens(told)
        return recipients(screen) or (self.to if goes_on and not scene.is_written_in else ())


def _rows(screen: Screen) -> tuple[str, ...]:
    return tuple(e.name for e in screen.elements if is_whole_row(e) and e.name)


def _is_touch(move: Move) -> bool:
    return not isinstance(move.gesture, Drag)


def _turned(move: Move, before: Screen, now: Screen, counts: Container[int]) -> bool:
    """Whether the same kind of page shows another thing: a finger went across it, or its title, or
    the one large thing on it, is another one. Of a title that tells one of the `counts` of rows
    that were touched, the number does not matter."""
    in_row = move.element is not None and row_of(move.element.key) != ""
    match move.action:
        case Swipe(direction=direction) | ScrollTo(direction=direction):
            across = direction in ("left", "right")
        case _ if isinstance(move.gesture, Drag):
            start, end = move.gesture.start, move.gesture.end
            across = abs(end.x - start.x) > abs(end.y - start.y)
        case _:
            across = False
    is_count = in_row and number_in(title_text(now)) in counts
    one, other = (_thing(screen, is_count=is_count) for screen in (before, now))
    return (across and not in_row) or one != other


def _thing(screen: Screen, *, is_count: bool) -> tuple[str, str]:
    """What a page shows. A time runs on by itself, and a number alone is no name."""
    told = _TIME.sub("*", title_text(screen))
    bare = not any(map(str.isalpha, told))
    return _DIGITS.sub("*", told) if is_count or bare else told, shown(screen)


def _goes_on(element: Element, before: Screen, now: Screen) -> bool:
    """Whether the touch of a row led to another thing on the same kind of page."""
    gone = all(e.key != element.key for e in now.elements)
    return gone or tab_or_title(before.elements) != tab_or_title(now.elements)


def _back(stops: tuple[Stop, ...], new: Stop, *, same: bool, closed: bool) -> tuple[Stop, ...]:
    if same:  # the keyboard was closed; or another thing is shown on the same kind of page
        return stops if closed else (*stops[:-1], new)
    return _way_back(stops, new.page) or stops[:-1] or (new,)


def _way_back(stops: tuple[Stop, ...], page: frozenset[str]) -> tuple[Stop, ...]:
    """The way to a page that was left before; () for a new one."""
    found = [n for n, stop in enumerate(stops[:-1]) if stop.is_like(page)]
    return stops[: found[-1] + 1] if found else ()


@dataclass(frozen=True, slots=True)
class Target:
    """What a move would touch."""

    row: str = ""  # the text of the row, if it is in one
    beside: tuple[str, ...] = ()  # the controls on its line, where the row is no element
    chosen: tuple[str, ...] = ()  # the rows that are selected, if it is in none
    selected: int = 0  # how many the page says are selected
    known: tuple[str, ...] = ()  # the selected rows, those out of sight included
    asked: tuple[str, ...] = ()  # the texts of a dialog, its question first
    to: tuple[str, ...] = ()  # whom a form is addressed to
    way: tuple[str, ...] = ()  # what led there, the last first
    page: tuple[str, ...] = ()  # what the page calls itself, its title first
    others: tuple[str, ...] = ()  # the rows of this page, and of those that led here
    on_sheet: bool = False  # it is a row of a share sheet: an app, or a person
    counted: bool = True  # a number in the question tells how many things it is about

    @property
    def question(self) -> str:
        return self.asked[0] if self.asked else ""

    def of(self, danger: Danger) -> Target:
        """What a deed of this class touches: only what is sent goes to those in a form, and only
        what is put away is counted: other numbers are an amount, or seats."""
        to = self.to if danger == "send" else ()
        return replace(self, to=to, counted=danger in ("delete", "account"))

    def fits(self, names: Sequence[str], inside: Sequence[str] = ()) -> bool:
        """Whether one of these is touched, and none else, and one of the words is `inside` it;
        anything fits no name."""
        return self._is_called(names) and self._holds(inside)

    def _is_called(self, names: Sequence[str]) -> bool:
        if not names:
            return True

        def named(text: str) -> bool:
            return any(titled(text, name) and not self._is_other(text, name) for name in names)

        if self.to:
            return all(map(named, self.to))
        if any(map(named, self.chosen)) or (self.chosen and self.selected):
            return all(map(named, self.chosen))
        if any(_names_more(text, names) for text in self.asked):
            return False
        if any(says(text, name) for text in self.asked for name in names):
            return True
        count = self._asked_of(names)
        if self.counted and tells_several(self.question):
            return False
        if count > 1:  # one who was met on the way does not tell of so many
            return count <= sum(map(named, self.way))
        return any(map(named, (self.row, *self.beside, *self.way, *self.page)))

    def _is_other(self, text: str, name: str) -> bool:
        """Whether a row that was seen is called just so, and this one only like it: "Work" and
        "Work out"."""
        return not is_name(text, name) and any(is_name(row, name) for row in self.others)

    def _holds(self, inside: Sequence[str]) -> bool:
        if not inside:
            return True
        told = (self.row, *self.chosen, *self.asked, *self.way, *self.page)
        if self.chosen:
            return all(any(says(text, word) for word in inside) for text in self.chosen)
        return any(says(text, word) for text in told for word in inside)

    def exceeds(self, most: int, names: Sequence[str]) -> str:
        """What of it is more than so many of these things; "" for nothing."""
        count = max(self._asked_of(names), self.selected)
        if count > most:
            return f"this is {count} things"
        known = [text for text in self.known if any(titled(text, name) for name in names)]
        if names and self.selected > len(known):
            return f"of {self.selected} selected not all are in sight"
        return ""

    def _asked_of(self, names: Sequence[str]) -> int:
        """How many things the question says it is about. What stands behind a name is of that:
        "the album Trip with 12 photos"."""
        first, *rest = _without(self.question, names).split(_NAMED)
        joined = [part for part in rest if _JOINED.match(part)]
        return max(map(number_in, (first, *joined))) if self.counted else 0

    @property
    def words(self) -> str:
        """What a person is told of it: the nearest text; "" if nothing tells it."""
        near = (
            self.row, "; ".join(self.chosen), self.question, "; ".join(self.to), *self.way,
            *self.page,
        )  # fmt: skip
        return next(filter(None, near), "")


def _names_more(text: str, names: Sequence[str]) -> bool:
    """Whether a dialog's text names something beside these: another thing in quotes, or in a list
    with one of them."""
    if not all(any(says(it, name) for name in names) for it in _QUOTED.findall(text)):
        return True
    held = (says(text, name) for name in names)
    parts = COMMAS.split(_without(text, names))
    mine = [_NAMED in part for part in parts]
    return any(held) and any(one != other for one, other in pairwise(mine))


def _without(text: str, names: Sequence[str]) -> str:
    """The text with a mark in the place of each name that stands in it word for word."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", _NAMED, text, flags=re.IGNORECASE)
    return text


def target(move: Move, screen: Screen, way: Way) -> Target:
    """What a move on this screen would touch."""
    row = row_text(move.element, screen) if move.element else ""
    page, here = called(screen), _rows(screen)
    others = (*here, *(text for stop in way.stops for text in stop.rows))
    if row:
        rows = tuple(filter(None, way.rows()))
        sheet = Scene(screen).is_share_sheet
        beside = _beside(move.element, screen) if move.element else ()
        return Target(row, beside, way=rows or page[:1], others=others, on_sheet=sheet)
    chosen = [e.name for e in selection(screen)]
    hidden = (text for text in way.chosen if text and text not in here)
    return Target(
        chosen=tuple(chosen),
        selected=selected_count(screen) if chosen or way.counts(screen) else 0,
        known=tuple(dict.fromkeys((*chosen, *hidden))),
        asked=asked(screen),
        to=way.to_whom(screen),
        way=tuple(filter(None, way.texts())),
        page=page,
        others=others,
    )


# --- rows -----------------------------------------------------------------------------------------


def row_text(element: Element, screen: Screen) -> str:
    """All that the row says that an element is, or is in; "" outside of lists, and for a row that
    says only what it does, as in a menu."""
    row = row_of(element.key)
    if not row:
        return ""
    mates = list(_mates(element, row, screen))
    texts = dict.fromkeys(text for e in mates for text in (e.name, e.value) if text)
    own = {element.name, element.text, element.description}
    told = [text for text in texts if text not in own or not danger_of(text)]
    return ", ".join(told)


def _beside(element: Element, screen: Screen) -> tuple[str, ...]:
    """The names of the controls on the line of one that stands in a list and in no row of its own:
    the channel beside "Subscribe"."""
    row, (_, top, _, bottom) = row_of(element.key), element.bounds
    inside = [e for e in screen.elements if row_of(e.key) == row and e is not element]
    if any(e.key == row and e.bounds.contains(element.bounds.center) for e in inside):
        return ()
    line = (e for e in inside if "tap" in e.uses and top <= e.bounds.center.y < bottom)
    return tuple(e.name for e in line if e.name)


def _mates(element: Element, row: str, screen: Screen) -> Iterable[Element]:
    """The elements of the same row, itself included: those inside its bounds, or, where the row is
    no element, those up to where its keys begin again."""
    inside = [e for e in screen.elements if e.key == row or e.key.startswith(f"{row}/")]
    whole = [e for e in inside if e.key == row and e.bounds.contains(element.bounds.center)]
    if whole:
        bounds = min(whole, key=lambda e: e.bounds.area).bounds
        return [e for e in inside if bounds.contains(e.bounds.center)]
    group: list[Element] = []
    for each in inside:
        if any(each.key == other.key for other in group):
            if element in group:
                return group
            group = []
        group.append(each)
    return group if element in group else [element]
