"""Walk to a page that the map names: each edge is looked for on a fresh screen, and is a step of
its own, which the guard sees like any other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field

from rapidfuzz import process

from appagent.actions.gestures import Move, resolve
from appagent.actions.verbs import AnyVerb, Back, Go, LongPress, OpenApp, ScrollTo, Tap
from appagent.agent.observe import Observation
from appagent.errors import ActionImpossible
from appagent.knowledge.map import BACK, AppMap, Page, Step, steps_from
from appagent.screen.describe import phrase, quote
from appagent.screen.fields import looks_up
from appagent.screen.general import is_filled
from appagent.screen.match import learned
from appagent.screen.pages import page_kind
from appagent.screen.values import Use
from appagent.texts import folded

NEAR = 60  # rapidfuzz points, of 100, from which a name is told as one that may be meant
BACKS = 3  # presses of a walk, where no edge is known
MOST_WRONG = 2  # edges of one walk that lead elsewhere
_TOUCHED = 2  # pages on which one control was, from which it stands around the pages of an app
_Touch = tuple[str, str, str, str]  # of what: key, role and name; and how
_Edge = tuple[str, str, str]  # of which page, by what, and how
_TOUCHES: dict[str, Use] = {"tap": "tap", "long_press": "long_press"}


@dataclass
class Walk:
    """The way to one page, as far as it was walked. What no known edge leads out of is left by
    Back, a few times, and then by opening the app anew."""

    known: AppMap
    goal: Page
    package: str  # of the app
    typed: Set[str] = frozenset()  # texts that are lost where a page that holds one is left
    _taken: Step | None = None  # the edge that was walked last
    _guessed: bool = False  # whether it is known from other pages alone
    _barred: set[_Edge] = field(default_factory=set)  # walked, or not found
    _wrong: int = 0  # those that led elsewhere
    _sought: set[_Edge] = field(default_factory=set)  # what a list was searched for
    _backs: int = 0
    _opened: bool = False

    @classmethod
    def to(cls, action: Go, known: AppMap, package: str, typed: Set[str] = frozenset()) -> Walk:
        """Raises: `ActionImpossible` where the map has no such page."""
        if goal := known.page(action.page):
            return cls(known, goal, package, typed)
        names = {folded(page.name): page.name for page in known.pages}
        near = process.extract(folded(action.page), names.keys(), limit=3, score_cutoff=NEAR)
        told = ", ".join(quote(names[name]) for name, *_ in near)
        hint = f"; near is {told}" if told else ""
        raise ActionImpossible(f"the map has no page {quote(action.page)}{hint}")

    def next(self, now: Observation) -> Move | None:
        """The next move; None where the page is reached.

        Raises: `ActionImpossible` at the first surprise, or where no way is known.
        """
        in_app = now.screen.app.package == self.package
        here = self.known.at(now.page, self._taken.to if self._taken else "") if in_app else None
        if here and here.name == self.goal.name:
            return None
        self._check(here, now)
        while here and (way := self._way(here)):
            if any(map(_is_row, way)) and (move := self._by_frame(here, now)):
                return move
            if choice := self._choice(here, way[0]):
                raise ActionImpossible(f"{choice} leads there: touch the one that is meant")
            if move := self._move(way[0], now):
                return move
            self._barred.add(_edge(way[0]))
        if in_app and (move := self._by_frame(here, now)):
            return move
        if in_app and self._backs < BACKS and (here is None or here.name != self.known.start):
            self._backs += 1
            return resolve(Back(), now.view)
        start = self.known.page(self.known.start)
        if not self._opened and start and (start is self.goal or self._way(start)):
            self._opened = True
            return Move(OpenApp(app=self.package), package=self.package, fresh=True)
        told = quote(here.name) if here else "this page, which is not on the map,"
        raise ActionImpossible(f"no way is known from {told} to {quote(self.goal.name)}")

    def _way(self, here: Page) -> Sequence[Step] | None:
        """The way from a page, by rows only where no other leads there."""
        plain = self._plain_way(here.name)
        return plain or self.known.way(here.name, self.goal.name, self._is_usable)

    def _plain_way(self, start: str) -> Sequence[Step] | None:
        """The way from the page of a name on which no row has to be chosen."""
        goal = self.goal.name
        return self.known.way(start, goal, lambda s: self._is_usable(s) and not _is_row(s))

    def _by_frame(self, here: Page | None, now: Observation) -> Move | None:
        """The touch of what stands around the pages of an app, a tab or the bar of what is playing,
        where no edge of this page leads on: it leads where it does on others. The buttons of a
        dialog answer that dialog alone."""
        if page_kind(now.screen) != "page":
            return None
        own = {*map(_touch, steps_from(here))} if here else set[_Touch]()
        ways = [(way, s) for s in self._frame() if (way := self._plain_way(s.to)) is not None]
        for _, frame in sorted(ways, key=lambda each: len(each[0])):
            step = frame._replace(page=here.name if here else "")
            if _edge(step) in self._barred or _touch(step) in own:
                continue
            with suppress(ActionImpossible):
                move = resolve(touch_of(step, self.known, now), now.view)
                if move.element and move.element.key == step.control.key:
                    self._taken, self._guessed = step, True
                    return move
        return None

    def _frame(self) -> Iterator[Step]:
        """What was touched on several pages, led to one page from all of them, and further into
        the app from one at least: an arrow up only leads out of it."""
        led = defaultdict[_Touch, list[Step]](list)
        for page in self.known.pages:
            for step in steps_from(page) if page.kind == "page" else ():
                if step.control.key and not _is_row(step) and step.verb == "tap":
                    led[_touch(step)].append(step)
        far = self.known.distances(self.known.start)
        for steps in led.values():
            edges = [step.control.edges["tap"] for step in steps]
            is_fixed = not any(e.surely_back or e.filled for e in edges)
            holds = all(map(self._is_usable, steps)) and is_fixed
            leads_on = any(far.get(s.to, 0) > far.get(s.page, 0) for s in steps)
            is_one = len(steps) >= _TOUCHED and len({step.to for step in steps}) == 1
            if is_one and holds and leads_on:
                yield steps[0]

    def _choice(self, here: Page, step: Step) -> str:
        """What leads from one page to another behind it, where a row does: another row leads to
        another thing. "" where there is nothing to choose."""
        found = [each for each in steps_from(here) if each.to == step.to]
        far = self.known.distances(self.known.start)
        behind = far.get(step.to, 0) > far.get(here.name, 0)
        if not step.control.row and not (behind and any(each.control.row for each in found)):
            return ""
        return " or ".join(dict.fromkeys(map(_words, found)))

    def _check(self, here: Page | None, now: Observation) -> None:
        """Raises: `ActionImpossible` where the last edge led elsewhere, and not for the first time,
        or the page holds what was typed."""
        led, guessed = self._taken, self._guessed
        self._taken, self._guessed = None, False
        if led:
            self._barred.add(_edge(led))  # once is enough: no walk goes round in a circle
        goes_back = led and here and led.control.edges[led.verb].back
        if led and not goes_back and (here is None or here.name not in (led.to, led.page)):
            self._wrong += 1
            told = quote(here.name) if here else "a page that is not on the map"
            if (here is None and not guessed) or self._wrong == MOST_WRONG:
                raise ActionImpossible(f"{_words(led)} led to {told} instead of {quote(led.to)}")
        fields = (e for e in now.screen.elements if "text" in e.uses and not looks_up(e))
        if held := next((e for e in fields if folded(e.value) in self.typed), None):
            raise ActionImpossible(
                f"{phrase(held)} holds what was typed: save it or clear it first"
            )

    def _is_usable(self, step: Step) -> bool:
        edge = step.control.edges[step.verb]
        walkable = step.verb == BACK or step.verb in _TOUCHES
        holds = edge.holds_in(self.known.app_version)
        return holds and walkable and _edge(step) not in self._barred

    def _move(self, step: Step, now: Observation) -> Move | None:
        """The move for an edge; None where its control is not found."""
        if step.verb == BACK:
            self._taken = step
            return resolve(Back(), now.view)
        if step.control.edges[step.verb].filled and not is_filled(now.screen):
            return None
        try:
            touch = touch_of(step, self.known, now)
        except ActionImpossible:
            return self._search(step, now)
        self._taken = step
        return resolve(touch, now.view)

    def _search(self, step: Step, now: Observation) -> Move | None:
        """A look further down for what the page holds and does not show; None where there is no
        list, or it was searched already."""
        sought, name = _edge(step), next(iter(_names(step, self.known, now)), "")
        scrolls = any("swipe" in e.uses for e in now.screen.elements)
        if not name or not scrolls or sought in self._sought:
            return None
        self._sought.add(sought)
        return resolve(ScrollTo(text=name), now.view)


def touch_of(step: Step, known: AppMap, now: Observation) -> AnyVerb:
    """The touch that walks an edge. Raises: `ActionImpossible` where its control is not found."""
    use, c = _TOUCHES[step.verb], step.control
    names = _names(step, known, now)
    mark = learned(c.key, c.role, names, use, now.view, c.id, nameless=not c.name)
    return Tap(element=mark.label) if use == "tap" else LongPress(element=mark.label)


def _names(step: Step, known: AppMap, now: Observation) -> Sequence[str]:
    """What the control of an edge is called on the screen; nothing on a phone of another
    language."""
    languages, control = {known.language, now.screen.language} - {""}, step.control
    if len(languages) > 1 or control.by_id:
        return ()
    return (control.name, *control.also)


def _is_row(step: Step) -> bool:
    return step.control.row


def _touch(step: Step) -> _Touch:
    return step.control.key, step.control.role, step.control.name, step.verb


def _edge(step: Step) -> _Edge:
    return step.page, step.control.key or step.control.name, step.verb


def _words(step: Step) -> str:
    named = step.control.name or step.control.role
    return f"a row of {quote(step.page)}" if step.control.row else quote(named)
