"""What an exploration has tried on each page of an app, and what is left to try.

Several phones may explore an app together, each with a frontier of its own on the same ground: what
one is at is no goal of another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from threading import Lock, RLock
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from appagent.actions.replies import Reflection
from appagent.agent.observe import Observation
from appagent.prompts import escape
from appagent.screen.describe import phrase, quote
from appagent.screen.keys import SAME_SCREEN, likeness, page_name, row_of
from appagent.screen.rows import RowControl, row_control
from appagent.screen.values import SHAPE, Element, Mark, Use

NAMED = 8  # untouched elements that are named, of this page and of the others
TURN_S = 60.0  # how long a phone waits for another that decides on the same page

ElementId = tuple[str, str]  # key and name: rows of one list share a key
ProbeId = tuple[ElementId, Use | None]  # and what was done to it
P = ParamSpec("P")
R = TypeVar("R")


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
    judged: dict[ProbeId, Reflection] = field(default_factory=dict)
    turn: Lock = field(default_factory=Lock)  # of who decides on it


class Goal(NamedTuple):
    """What a phone is at: from its decision on until what came of it is judged and known."""

    page: Page
    probe: Probe
    control: RowControl | None

    @property
    def id(self) -> ProbeId:
        return element_id(self.probe.element), self.probe.use


@dataclass
class Ground:
    """The pages seen so far, by the phones that explore an app."""

    shared: bool = False  # by several phones
    pages: list[Page] = field(default_factory=list)
    frontiers: list[Frontier] = field(default_factory=list)  # of the phones that are at work
    lock: RLock = field(default_factory=RLock)


def _locked(
    method: Callable[Concatenate[Frontier, P], R],
) -> Callable[Concatenate[Frontier, P], R]:
    """The method, while no other phone reads or changes the ground."""

    @wraps(method)
    def alone(self: Frontier, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self.ground.lock:
            return method(self, *args, **kwargs)

    return alone


@dataclass(eq=False)
class Frontier:
    """What one phone may try. A control that every row of a list has is tried in one row only,
    except with `row_by_row`."""

    row_by_row: bool
    ground: Ground = field(default_factory=Ground)
    goal: Goal | None = None

    @_locked
    def __post_init__(self) -> None:
        self.ground.frontiers.append(self)

    @_locked
    def page(self, seen: Observation) -> Page:
        """The page on screen; a new one if it is like none seen before."""
        near = [(likeness(page.fingerprint, seen.page), page) for page in self.ground.pages]
        best, page = max(near, key=lambda pair: pair[0], default=(0.0, Page(seen.page)))
        if best < SAME_SCREEN:
            page = Page(seen.page, page_name(seen.screen.elements))
            self.ground.pages.append(page)
        return page

    # --- what others are at -----------------------------------------------------------------------

    @contextmanager
    def turn(self, seen: Observation) -> Iterator[None]:
        """Inside, no other phone decides on the page on screen, or asks about it: what one asks is
        an answer for the next, and what it chooses is no goal of the next. A model that hangs holds
        the others up for `TURN_S` at most."""
        if not self.ground.shared:
            yield
            return
        turn = self.page(seen).turn
        held = turn.acquire(timeout=TURN_S)
        try:
            yield
        finally:
            if held:
                turn.release()

    @_locked
    def take(self, seen: Observation, probe: Probe) -> None:
        """Make a probe on the page on screen the goal of this phone, if it is no other's."""
        if not self.is_taken(seen, probe.element, probe.use):
            self.goal = Goal(self.page(seen), probe, row_control(probe.element, seen.screen))

    @_locked
    def is_taken(self, seen: Observation, element: Element, use: Use | None) -> bool:
        """Whether another phone is at it, or at the same control of another row."""
        own, control = (element_id(element), use), row_control(element, seen.screen)
        return any(
            goal.id == own
            or (control is not None and not self.row_by_row and goal.control == control)
            for goal in self._others(self.page(seen))
        )

    def _others(self, page: Page) -> list[Goal]:
        goals = [each.goal for each in self.ground.frontiers if each is not self]
        return [goal for goal in goals if goal and goal.page is page]

    def finish(self) -> None:
        """What this phone was at is done: it is judged, refused, or not there any more."""
        self.goal = None

    @_locked
    def leave(self) -> None:
        """Leave the ground to the other phones. What this one was at and did not come to know is
        untouched again."""
        self.ground.frontiers.remove(self)
        goal, self.goal = self.goal, None
        if goal is None or goal.id in goal.page.judged:
            return
        page, probe = goal.page, goal.probe
        if page.tried.pop(goal.id, None) and goal.control:
            page.controls.discard((goal.control, probe.use))
        page.untouched[element_id(probe.element)] = phrase(probe.element)

    @_locked
    def judge(self, seen: Observation, probe: Probe, judged: Reflection) -> None:
        """Remember what was said of a probe on the page on screen."""
        self.page(seen).judged.setdefault((element_id(probe.element), probe.use), judged)

    @_locked
    def said(self, seen: Observation, probe: Probe) -> Reflection | None:
        """What was said of the probe by whichever phone made it first; None where the ground is one
        phone's, which may look twice."""
        if not self.ground.shared:
            return None
        return self.page(seen).judged.get((element_id(probe.element), probe.use))

    # --- what was tried ---------------------------------------------------------------------------

    @_locked
    def record(self, seen: Observation, probe: Probe) -> None:
        """Remember a probe on the page on screen."""
        page, own = self.page(seen), element_id(probe.element)
        page.tried[own, probe.use] = probe.words
        page.untouched.pop(own, None)
        if control := row_control(probe.element, seen.screen):
            page.controls.add((control, probe.use))

    @_locked
    def retire(self, seen: Observation, probe: Probe) -> None:
        """Mark a probe as useless on the page on screen."""
        self.page(seen).useless[element_id(probe.element), probe.use] = probe.words

    @_locked
    def refuse(self, seen: Observation, element: Element, use: Use | None, words: str) -> None:
        """Remember on the page on screen what was not allowed."""
        self.page(seen).refused[element_id(element), use] = words

    @_locked
    def is_useless(self, seen: Observation, element: Element, use: Use | None) -> bool:
        return (element_id(element), use) in self.page(seen).useless

    @_locked
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

    @_locked
    def tried_block(self, seen: Observation) -> str:
        """The `<tried>` block: what has been done on this page."""
        page = self.page(seen)
        lines = [words for at, words in page.tried.items() if at not in page.useless]
        lines += [f"useless: {words}" for words in page.useless.values()]
        lines += [f"never allowed: {words}" for words in page.refused.values()]
        lines += [f"another phone tries it: {goal.probe.words}" for goal in self._others(page)]
        lines += [
            f"like one that was tried: {use} {phrase(mark.element)}"
            for mark in seen.view.marks
            if mark.element
            for use in sorted(mark.element.uses)
            if self._repeats(page, seen, mark.element, use)
        ]
        return escape("\n".join(lines)) or "nothing yet"

    @_locked
    def untouched_block(self, seen: Observation, known: Container[int] = ()) -> str:
        """The `<untouched>` block: what the next goal could be about, what was offered least first.
        `known` has the numbers with a note and those that are refused."""
        here = self.page(seen)
        others = [goal.id for goal in self._others(here)]
        touched = {element for element, _ in (*here.tried, *here.refused, *others)}
        here.untouched = {
            element_id(mark.element): phrase(mark.element)
            for mark in _rows_last(seen.view.marks)
            if mark.element
            and element_id(mark.element) not in touched
            and mark.label not in known
            and _is_worth_a_try(mark.element)
            and not self._repeats(here, seen, mark.element, "tap")
        }
        elsewhere = [page for page in self.ground.pages if page is not here]
        lines = [("here", self._offer([here], here=True)), ("elsewhere", self._offer(elsewhere))]
        return escape("\n".join(f"{at}: {told or 'nothing'}" for at, told in lines))

    def _offer(self, pages: Sequence[Page], *, here: bool = False) -> str:
        """Some of what is untouched on these pages, and how much more there is."""
        tried = {element for page in self.ground.pages for element, _ in page.tried}
        taken = {(id(page), goal.id[0]) for page in pages for goal in self._others(page)}
        waiting = [
            (page, element)
            for page in pages
            for element in page.untouched
            if (id(page), element) not in taken
        ]
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
