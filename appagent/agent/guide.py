"""Walk to a page that the map names: each edge is looked for on a fresh screen, and is a step of
its own, which the guard sees like any other."""

from __future__ import annotations

from dataclasses import dataclass, field

from rapidfuzz import process

from appagent.actions.gestures import Move, resolve
from appagent.actions.verbs import AnyVerb, Back, Go, LongPress, ScrollTo, Tap
from appagent.agent.observe import Observation
from appagent.errors import ActionImpossible
from appagent.knowledge.map import BACK, AppMap, Page, Step
from appagent.screen.describe import quote
from appagent.screen.match import learned
from appagent.screen.values import Mark, Use
from appagent.texts import folded

NEAR = 60  # rapidfuzz points, of 100, from which a name is told as one that may be meant
MOST_WRONG = 2  # edges of one walk that lead elsewhere
_TOUCHES: dict[str, Use] = {"tap": "tap", "long_press": "long_press"}


@dataclass
class Walk:
    """The way to one page, as far as it was walked."""

    known: AppMap
    goal: Page
    _taken: Step | None = None  # the edge that was walked last
    _wrong: set[tuple[str, str, str]] = field(default_factory=set)  # those that led elsewhere
    _sought: set[tuple[str, str]] = field(default_factory=set)  # what a list was searched for

    @classmethod
    def to(cls, action: Go, known: AppMap) -> Walk:
        """Raises: `ActionImpossible` where the map has no such page."""
        if goal := known.page(action.page):
            return cls(known, goal)
        names = {folded(page.name): page.name for page in known.pages}
        near = process.extract(folded(action.page), names.keys(), limit=3, score_cutoff=NEAR)
        told = ", ".join(quote(names[name]) for name, *_ in near)
        hint = f"; near is {told}" if told else ""
        raise ActionImpossible(f"the map has no page {quote(action.page)}{hint}")

    def next(self, now: Observation) -> Move | None:
        """The next move; None where the page is reached.

        Raises: `ActionImpossible` at the first surprise, or where no way is known.
        """
        here, led = self.known.at(now.page), self._taken
        self._taken = None
        if here and here.name == self.goal.name:
            return None
        if led and (here is None or here.name not in (led.to, led.page)):
            self._wrong.add(_identity(led))
            told = f"to {quote(here.name)}" if here else "to a page that is not on the map"
            if here is None or len(self._wrong) == MOST_WRONG:
                raise ActionImpossible(f"{_words(led)} led {told} instead of {quote(led.to)}")
        if here is None:
            raise ActionImpossible("this page is not on the map")
        way = self.known.way(here.name, self.goal.name, self._is_usable)
        if way is None:
            raise ActionImpossible(self._no_way(here))
        return self._move(way[0], now)

    def _is_usable(self, step: Step) -> bool:
        edge = step.control.edges[step.verb]
        walkable = step.verb == BACK or (step.verb in _TOUCHES and not step.control.row)
        return edge.offered and walkable and _identity(step) not in self._wrong

    def _no_way(self, here: Page) -> str:
        """Why no way is walked; one through a row has to be said by the task."""
        through = self.known.way(here.name, self.goal.name, lambda step: step.verb != "text")
        row = next((step for step in through or () if step.control.row), None)
        if row is None:
            return f"no way is known from {quote(here.name)} to {quote(self.goal.name)}"
        return f"{_words(row)} leads there: touch the one that is meant"

    def _move(self, step: Step, now: Observation) -> Move:
        if step.verb == BACK:
            self._taken = step
            return resolve(Back(), now.view)
        same_language = now.screen.language == self.known.language
        names = [step.control.name, *step.control.also] if same_language else []
        use = _TOUCHES[step.verb]
        try:
            mark = learned(step.control.key, step.control.role, names, use, now.view)
        except ActionImpossible:
            if (move := self._search(step, names, now)) is None:
                raise
            return move
        self._taken = step
        return resolve(_touch(use, mark), now.view)

    def _search(self, step: Step, names: list[str], now: Observation) -> Move | None:
        """A look further down for what the page holds and does not show; None where there is no
        list, or it was searched already."""
        sought = step.page, step.control.key
        scrolls = any("swipe" in e.uses for e in now.screen.elements)
        if not names or not names[0] or not scrolls or sought in self._sought:
            return None
        self._sought.add(sought)
        return resolve(ScrollTo(text=names[0]), now.view)


def _touch(use: Use, mark: Mark) -> AnyVerb:
    return Tap(element=mark.label) if use == "tap" else LongPress(element=mark.label)


def _identity(step: Step) -> tuple[str, str, str]:
    return step.page, step.control.key or step.control.name, step.verb


def _words(step: Step) -> str:
    named = step.control.name or step.control.role
    return f"a row of {quote(step.page)}" if step.control.row else quote(named)
