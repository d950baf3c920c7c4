"""What a move would touch: the row, the dialog's question, the way that led there, the page.

What a task names must be there: "Delete the Gym alarm" deletes no other one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from appagent.actions.gestures import Move
from appagent.actions.verbs import Back, Home, OpenApp, Text
from appagent.safety.controls import label_of
from appagent.safety.folding import is_question
from appagent.safety.labels import danger_of, opens
from appagent.safety.names import says
from appagent.safety.scene import Scene
from appagent.screen.keys import (
    fingerprint,
    is_whole_row,
    page_name,
    row_of,
    same_page,
    same_screen,
    tab_or_title,
)
from appagent.screen.values import Element, Screen

_SENTENCE = 60  # characters; a longer text is content that anybody may have written
_QUOTED = re.compile(r"[“„\"«「『‘]([^“”„\"«»「」『』‘’]+)[”“\"»」』’]")


@dataclass(frozen=True, slots=True)
class Stop:
    """A page on the way to the one that is shown."""

    page: frozenset[str]  # its fingerprint
    led: str = ""  # what was touched on the page before; "" where that has no name
    opener: str = ""  # the label of that control itself, whatever its row says
    by_row: bool = False  # that was a row of a list, or in one
    done: tuple[tuple[str, str], ...] = ()  # what was touched or typed here, by its key

    def is_like(self, page: frozenset[str]) -> bool:
        return same_page(self.page, page)

    def with_done(self, key: str, text: str) -> Stop:
        kept = tuple(each for each in self.done if each[0] != key)
        return replace(self, done=(*kept, (key, text)))


@dataclass(frozen=True, slots=True)
class Way:
    """The way that led to the page that is shown, as far as it was followed."""

    stops: tuple[Stop, ...] = ()

    def after(self, move: Move, before: Screen, now: Screen) -> Way:
        """The way after a move."""
        page = fingerprint(now.elements, now.language)
        stops = self.stops or (Stop(fingerprint(before.elements, before.language)),)
        here, element = stops[-1], move.element
        same = same_screen(before, now)
        match move.action:
            case Home() | OpenApp():
                return Way((Stop(page),))
            case Back():
                return Way(_back(stops, page, same=same, closed=before.keyboard > now.keyboard))
            case Text(text=text) if element and not element.secret:
                here = here.with_done(element.key, text)
        row = row_text(element, before) if element else ""
        if same and not (row and element and _goes_on(element, before, now)):
            if row and element:
                here = here.with_done(row_of(element.key), row)
            return Way((*stops[:-1], here))
        led = row or (element.name if element else "")
        label = label_of(element) if element else ""
        opener = self._opener(label, before, now)
        stops = (*stops[:-1], here)
        # A row leads also from one thing to the next: what led to the first leads here no more.
        if row and not opens(label):
            first = next((n for n, stop in enumerate(stops) if stop.is_like(page)), len(stops))
            return Way((*stops[:first], Stop(page, led, opener, by_row=True)))
        return Way(_way_back(stops, page) or (*stops, Stop(page, led, opener)))

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
        """What was touched and typed on the way. What was typed to find a row is no more than what
        the row says."""
        typed = True
        for stop in reversed(self.stops):
            yield from (text for _, text in stop.done if typed)
            typed = typed and not stop.by_row
            yield stop.led

    def rows(self) -> Iterator[str]:
        """What was touched to get to this page."""
        return (stop.led for stop in reversed(self.stops))

    @property
    def known(self) -> bool:
        return any(self.texts())


def _goes_on(element: Element, before: Screen, now: Screen) -> bool:
    """Whether the touch of a row led to another thing on the same kind of page."""
    gone = all(e.key != element.key for e in now.elements)
    return gone or tab_or_title(before.elements) != tab_or_title(now.elements)


def _back(
    stops: tuple[Stop, ...], page: frozenset[str], *, same: bool, closed: bool
) -> tuple[Stop, ...]:
    if same:  # the keyboard was closed; or another thing is shown on the same kind of page
        return stops if closed else (*stops[:-1], Stop(page))
    return _way_back(stops, page) or stops[:-1] or (Stop(page),)


def _way_back(stops: tuple[Stop, ...], page: frozenset[str]) -> tuple[Stop, ...]:
    """The way to a page that was left before; () for a new one."""
    found = [n for n, stop in enumerate(stops[:-1]) if stop.is_like(page)]
    return stops[: found[-1] + 1] if found else ()


@dataclass(frozen=True, slots=True)
class Target:
    """What a move would touch."""

    row: str = ""  # the text of the row, if it is in one
    chosen: tuple[str, ...] = ()  # the rows that are selected, if it is in none
    question: str = ""  # of a dialog
    way: tuple[str, ...] = ()  # what led there, the last first
    page: tuple[str, ...] = ()  # what the page says outside of its lists, its title first
    on_sheet: bool = False  # it is a row of a share sheet: an app, or a person

    def fits(self, names: Sequence[str]) -> bool:
        """Whether one of these is touched, and none else; anything fits no name."""
        if not names:
            return True

        def named(text: str) -> bool:
            return any(says(text, name) for name in names)

        if any(map(named, self.chosen)):
            return all(map(named, self.chosen))
        if _QUOTED.search(self.question) and not named(self.question):
            return False
        return any(map(named, (self.row, self.question, *self.way, *self.page)))

    @property
    def words(self) -> str:
        """What a person is told of it: the nearest text; "" if nothing tells it."""
        near = (self.row, "; ".join(self.chosen), self.question, *self.way, *self.page)
        return next(filter(None, near), "")


def target(move: Move, screen: Screen, way: Way) -> Target:
    """What a move on this screen would touch."""
    row = row_text(move.element, screen) if move.element else ""
    title = tuple(filter(None, [page_name(screen.elements)]))
    if row:
        rows = tuple(filter(None, way.rows()))
        return Target(row, way=rows or title, on_sheet=Scene(screen).is_share_sheet)
    outside = [e for e in screen.elements if not row_of(e.key)]
    texts = [text for e in outside for text in (e.value, e.name) if text]
    questions = [e.name for e in outside if not e.uses and is_question(e.name)]
    short = (text for text in texts if len(text) <= _SENTENCE or not way.known)
    return Target(
        chosen=tuple(_selection(screen)),
        question=max(questions, key=len, default=""),
        way=tuple(filter(None, way.texts())),
        page=tuple(dict.fromkeys((*title, *short))),
    )


def _selection(screen: Screen) -> Iterator[str]:
    rows = (e for e in screen.elements if e.selected and is_whole_row(e))
    return (row.name for row in rows if row.name)


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
