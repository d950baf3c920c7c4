"""The way that led to the page that is shown: what was touched on it, and what the pages told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from appagent.actions.gestures import Drag, Move
from appagent.actions.verbs import Back, Home, OpenApp, ScrollTo, Swipe
from appagent.screen.about import (
    is_in_menu,
    is_window,
    row_text,
    shown,
    title_text,
    told,
)
from appagent.screen.fields import label_of
from appagent.screen.folding import letters
from appagent.screen.keys import (
    fingerprint,
    is_whole_row,
    row_of,
    same_page,
    same_screen,
    tab_or_title,
)
from appagent.screen.values import Element, Screen

_DIGITS = re.compile(r"\d+")
_TIME = re.compile(r"\d+(?::\d\d)+")


@dataclass(frozen=True, slots=True)
class Stop:
    """A page on the way to the one that is shown."""

    page: frozenset[str]  # its fingerprint
    led: str = ""  # what was touched on the page before; "" where that has no name
    opener: str = ""  # the label of that control itself, whatever its row says
    touched: tuple[str, ...] = ()  # the rows that were touched here; twice is not at all
    told: tuple[str, ...] = ()  # all that it said when it was left
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
        row = row_text(element, before) if element and not is_in_menu(before) else ""
        if same and not (row and element and _goes_on(element, before, now)):
            here = here.with_row(row) if row and _is_touch(move) else here
            stayed = Way((*stops[:-1], here))
            return Way((*stops[:-1], new)) if _turned(move, before, now) else stayed
        label = label_of(element) if element and not element.web else ""
        led = row or (element.name if element else "")
        new = replace(new, led=led, opener=self._opener(label, before, now))
        stops = (*stops[:-1], replace(here, told=told(before)))
        # A row leads also from one thing to the next: what led to the first leads here no more.
        if element and row and is_whole_row(element):
            first = next((n for n, stop in enumerate(stops) if stop.is_like(page)), len(stops))
            return Way((*stops[:first], new))
        return Way(_way_back(stops, new) or (*stops, new))

    def opener(self, page: frozenset[str]) -> str:
        """The label of the control that opened a page; "" if the way ends elsewhere."""
        last = self.stops[-1] if self.stops else None
        return last.opener if last and last.is_like(page) else ""

    def _opener(self, label: str, before: Screen, now: Screen) -> str:
        """The label of what opened the page that is shown now. What a chain of small windows is
        opened by is what its first was: "Schedule send", not "Pick date and time"."""
        first = self.opener(fingerprint(before.elements, before.language))
        windows = is_window(before) and is_window(now) and not is_in_menu(before)
        return first if first and windows else label

    def texts(self) -> Iterator[str]:
        """What was touched on the way, the last first."""
        for stop in reversed(self.stops):
            yield from reversed(stop.touched)
            yield stop.led


def _is_touch(move: Move) -> bool:
    return not isinstance(move.gesture, Drag)


def _turned(move: Move, before: Screen, now: Screen) -> bool:
    """Whether the same kind of page shows another thing: a finger went across it, or its title, or
    the one large thing on it, is another one. Of a title that may count the rows that were
    touched, the number does not matter."""
    in_row = move.element is not None and row_of(move.element.key) != ""
    match move.action:
        case Swipe(direction=direction) | ScrollTo(direction=direction):
            across = direction in ("left", "right")
        case _ if isinstance(move.gesture, Drag):
            start, end = move.gesture.start, move.gesture.end
            across = abs(end.x - start.x) > abs(end.y - start.y)
        case _:
            across = False
    one, other = (_thing(screen, counts=in_row) for screen in (before, now))
    return (across and not in_row) or one != other


def _thing(screen: Screen, *, counts: bool) -> tuple[str, str]:
    """What a page shows. A time runs on by itself, and a number alone is no name; a title whose
    number `counts` what was touched stays the same."""
    told = _TIME.sub("*", title_text(screen))
    bare = not any(map(str.isalpha, told))
    return _DIGITS.sub("*", told) if counts or bare else told, shown(screen)


def _goes_on(element: Element, before: Screen, now: Screen) -> bool:
    """Whether the touch of a row led to another thing on the same kind of page."""
    gone = all(e.key != element.key for e in now.elements)
    return gone or tab_or_title(before.elements) != tab_or_title(now.elements)


def _back(stops: tuple[Stop, ...], new: Stop, *, same: bool, closed: bool) -> tuple[Stop, ...]:
    if same:  # the keyboard was closed; or another thing is shown on the same kind of page
        return stops if closed else (*stops[:-1], new)
    return _way_back(stops, new) or stops[:-1] or (new,)


def _way_back(stops: tuple[Stop, ...], new: Stop) -> tuple[Stop, ...]:
    """The way to a page that was left before; () for a new one. The same kind of page with another
    title is of another thing."""
    found = [n for n, stop in enumerate(stops[:-1]) if stop.is_like(new.page)]
    if not found:
        return ()
    before, now = (_DIGITS.sub("*", stop.title) for stop in (stops[found[-1]], new))
    if before != now and letters(before) and letters(now):
        return (*stops[: found[-1]], new)
    return stops[: found[-1] + 1]
