"""What an exploration has tried on each page of an app, and what is left to try."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from appagent.agent.observe import Observation
from appagent.prompts import escape
from appagent.screen.describe import phrase, quote
from appagent.screen.keys import SAME_SCREEN, likeness, page_name, row_of
from appagent.screen.rows import RowControl, row_control
from appagent.screen.values import SHAPE, Element, Mark, Use

NAMED = 8  # untouched elements that are named, of this page and of the others

ElementId = tuple[str, str]  # key and name: rows of one list share a key
ProbeId = tuple[ElementId, Use | None]  # and what was done to it


class Probe(NamedTuple):
    """An element and what was done to it."""

    element: Element
    use: Use
    words: str  # 'tap button "Save"'


@dataclass
class Page:
    """What was tried on one page of the app, and in which words."""

    fingerprint: frozenset[str]
    name: str = ""  # what a person calls it
    tried: dict[ProbeId, str] = field(default_factory=dict)
    useless: dict[ProbeId, str] = field(default_factory=dict)
    refused: dict[ProbeId, str] = field(default_factory=dict)
    untouched: dict[ElementId, str] = field(default_factory=dict)
    offered: Counter[ElementId] = field(default_factory=Counter)  # how often, of the untouched
    controls: set[tuple[RowControl, Use]] = field(default_factory=set)  # tried in one row


@dataclass
class Frontier:
    """The pages seen so far. A control that every row of a list has is tried in one row only,
    except with `row_by_row`."""

    row_by_row: bool
    pages: list[Page] = field(default_factory=list)

    def page(self, seen: Observation) -> Page:
        """The page on screen; a new one if it is like none seen before."""
        near = [(likeness(page.fingerprint, seen.page), page) for page in self.pages]
        best, page = max(near, key=lambda pair: pair[0], default=(0.0, Page(seen.page)))
        if best < SAME_SCREEN:
            page = Page(seen.page, page_name(seen.screen.elements))
            self.pages.append(page)
        return page

    def record(self, seen: Observation, probe: Probe) -> None:
        """Remember a probe on the page on screen."""
        page, own = self.page(seen), element_id(probe.element)
        page.tried[own, probe.use] = probe.words
        page.untouched.pop(own, None)
        if control := row_control(probe.element, seen.screen):
            page.controls.add((control, probe.use))

    def retire(self, seen: Observation, probe: Probe) -> None:
        """Mark a probe as useless on the page on screen."""
        self.page(seen).useless[element_id(probe.element), probe.use] = probe.words

    def refuse(self, seen: Observation, element: Element, use: Use | None, words: str) -> None:
        """Remember on the page on screen what was not allowed."""
        self.page(seen).refused[element_id(element), use] = words

    def is_useless(self, seen: Observation, element: Element, use: Use | None) -> bool:
        return (element_id(element), use) in self.page(seen).useless

    def repeats(self, seen: Observation, element: Element, use: Use | None) -> bool:
        """Whether the same control was already tried in another row. The one that was tried may be
        used again, if no other has its name."""
        return self._repeats(self.page(seen), seen, element, use)

    def _repeats(self, page: Page, seen: Observation, element: Element, use: Use | None) -> bool:
        control = row_control(element, seen.screen)
        tried = control is not None and use is not None and (control, use) in page.controls
        if not tried or self.row_by_row:
            return False
        here = [e for e in seen.screen.elements if element_id(e) == element_id(element)]
        return len(here) > 1 or (element_id(element), use) not in page.tried

    def tried_block(self, seen: Observation) -> str:
        """The `<tried>` block: what has been done on this page."""
        page = self.page(seen)
        lines = [words for at, words in page.tried.items() if at not in page.useless]
        lines += [f"useless: {words}" for words in page.useless.values()]
        lines += [f"never allowed: {words}" for words in page.refused.values()]
        lines += [
            f"like one that was tried: {use} {phrase(mark.element)}"
            for mark in seen.view.marks
            if mark.element
            for use in sorted(mark.element.uses)
            if self._repeats(page, seen, mark.element, use)
        ]
        return escape("\n".join(lines)) or "nothing yet"

    def untouched_block(self, seen: Observation, known: Container[int] = ()) -> str:
        """The `<untouched>` block: what the next goal could be about, what was offered least first.
        `known` has the numbers with a note and those that are refused."""
        here = self.page(seen)
        touched = {element for element, _ in (*here.tried, *here.refused)}
        here.untouched = {
            element_id(mark.element): phrase(mark.element)
            for mark in _rows_last(seen.view.marks)
            if mark.element
            and element_id(mark.element) not in touched
            and mark.label not in known
            and _is_worth_a_try(mark.element)
            and not self._repeats(here, seen, mark.element, "tap")
        }
        elsewhere = [page for page in self.pages if page is not here]
        lines = [("here", self._offer([here], here=True)), ("elsewhere", self._offer(elsewhere))]
        return escape("\n".join(f"{at}: {told or 'nothing'}" for at, told in lines))

    def _offer(self, pages: Sequence[Page], *, here: bool = False) -> str:
        """Some of what is untouched on these pages, and how much more there is."""
        tried = {element for page in self.pages for element, _ in page.tried}
        waiting = [(page, element) for page in pages for element in page.untouched]
        # What was tried on another page, as "Navigate up", is hardly different here.
        waiting.sort(key=lambda at: (at[1] in tried, at[0].offered[at[1]]))
        told: dict[str, list[str]] = {}
        for page, element in waiting[:NAMED]:
            page.offered[element] += 1
            told.setdefault(page.name, []).append(page.untouched[element])
        parts = [
            ", ".join(words) + (f" on {quote(name)}" if name and not here else "")
            for name, words in told.items()
        ]
        more = len(waiting) - NAMED
        return "; ".join(parts) + (f", and {more} more" if more > 0 else "")


def _is_worth_a_try(element: Element) -> bool:
    """Whether a touch may teach something: not of what only moves, is chosen or is disabled."""
    if not element.enabled or element.selected or element.uses <= {"swipe"}:
        return False
    return bool(element.name) or element.role != SHAPE  # there may be dozens


def _rows_last(marks: Sequence[Mark]) -> Sequence[Mark]:
    """The marks in their order, but for all rows of a list after the first: they are many, and
    mostly do the same."""
    seen: set[str] = set()
    later: list[Mark] = []
    first: list[Mark] = []
    for mark in marks:
        key = mark.element.key if mark.element else ""
        (later if row_of(key) and key in seen else first).append(mark)
        seen.add(key)
    return [*first, *later]


def element_id(element: Element) -> ElementId:
    """Tells elements with the same key apart, for the length of an exploration."""
    place = str(element.bounds.center) if element.role == SHAPE else ""
    return element.key, element.name or place
