"""The verbs that look again by themselves until they see a text, and so spare calls of the model.

Each returns what was seen, in a line for the past.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from appagent.actions.each import Loop
from appagent.actions.fingers import swiped, way
from appagent.actions.gestures import Drag, Move
from appagent.actions.verbs import Direction, Distance, Each, Read, ScrollTo, WaitFor
from appagent.agent.observe import Observation
from appagent.agent.session import Session
from appagent.agent.turn import Draft
from appagent.errors import ActionImpossible
from appagent.geometry import Rect, bounding_box
from appagent.guard import Allow, Ask, Refuse, Verdict, could
from appagent.screen.change import difference
from appagent.screen.describe import phrase
from appagent.screen.general import id_words
from appagent.screen.keys import page_name
from appagent.screen.match import same
from appagent.screen.reading import joined, readable
from appagent.screen.search import ends, inside, saying, told_with_row
from appagent.screen.values import Element, Screen
from appagent.texts import words_of

SWIPES = 12  # one way; the other way as many more as lead back
SCROLL_S = 120  # no swipe is begun later
DRAG_MS = 2000  # so slow that a list is not flung past what is sought
WAIT_S, STILL_S, PAUSE_S = 30, 5, 1  # STILL_S: where nothing moves
_BACK: dict[Direction, Direction] = {"up": "down", "down": "up", "left": "right", "right": "left"}
_EDGES = {"up": "bottom", "down": "top", "left": "right", "right": "left"}  # where more comes from
_SIDES = {"up": "below", "down": "above", "left": "to the right", "right": "to the left"}


class Sought(NamedTuple):
    """How the search for a text ended."""

    told: str
    found: bool  # or gone, where it was to go
    whole: bool = False  # all that can be scrolled to was looked through


Guard = Callable[[Observation, Move], Verdict]
"""Whether a move is allowed on a screen that was seen after the one that it was decided on."""


def scroll_to(session: Session, draft: Draft, move: Move, action: ScrollTo, guard: Guard) -> Sought:
    """Scroll until something says the text; where nothing moves any more, the other way. The first
    swipe is allowed; each further one must be, on its own screen."""
    scroll = _Scroll(session, draft, action, guard, move.element, draft.turn.before)
    for direction in (action.direction, _BACK[action.direction]):
        if told := scroll.go(direction):
            return Sought(told, scroll.found)
    return Sought(f"not there: the {scroll.kind} {' and '.join(scroll.reached)}", False, whole=True)


def next_row(session: Session, draft: Draft, move: Move, loop: Loop, guard: Guard) -> Sought:
    """Scroll until the next row is in sight that fits and is not done; down to the end, then up.

    Raises: `ActionImpossible` where it must not be scrolled on.
    """
    assert isinstance(move.action, Each)
    scroll = _Rows(session, draft, move.action, guard, move.element, draft.turn.before, loop=loop)
    ways: tuple[Direction, ...] = ("down",) if loop.turned else ("up", "down")
    for direction in ways:
        if told := scroll.go(direction):
            if scroll.stopped:
                raise ActionImpossible(told)
            return Sought(told, scroll.found)
        loop.turned, loop.edge = True, "below" if direction == "up" else "above"
    loop.ended = True
    return Sought(f"no further row: the {scroll.kind} {' and '.join(scroll.reached)}", False)


def read(session: Session, draft: Draft, move: Move, guard: Guard) -> str:
    """Read the page or an element, and with `all` what scrolling on shows. The draft keeps it."""
    assert isinstance(move.action, Read)
    seen, words = draft.turn.before, words_of(move.action.name)
    texts = (e for e in seen.screen.elements if not e.uses - {"swipe"} and words)
    by_id = [e.bounds for e in texts if id_words(e) == words]  # a map tells of it in these words
    place = move.element.bounds if move.element else seen.screen.size.rect
    read = readable(bounding_box(by_id) if by_id and not move.action.all else place, seen.screen)
    says_its_name = move.element is not None and read == [move.element.called]
    if not read or (says_its_name and not move.action.all):  # "player" is meant for the page
        read = readable(seen.screen.size.rect, seen.screen)
    told = ""
    if move.action.all:
        scroll = _Reading(session, draft, move.action, guard, move.element, seen, lines=read)
        told, read = scroll.go("up"), scroll.lines
        told = told or f"to its end: the {scroll.kind} {scroll.reached[0]}"
    draft.add(read=(page_name(seen.screen.elements) or seen.screen.app.package, *read))
    return "; ".join(filter(None, [f"read {len(read)} line{'s' * (len(read) != 1)}", told]))


@dataclass
class _Scroll:
    """A list, or the page, that is moved swipe by swipe."""

    session: Session
    draft: Draft
    action: ScrollTo | Each | Read
    guard: Guard
    over: Element | None  # what is moved; None: the screen
    now: Observation
    swipes: int = 0  # that moved it
    reached: list[str] = field(default_factory=list)  # "ends with ...", "begins with ..."
    deadline: float = field(default_factory=lambda: time.monotonic() + SCROLL_S)
    gone: bool = False
    found: bool = False
    stopped: bool = False  # it must not be swiped on

    @property
    def kind(self) -> str:
        return "list" if self.over and self.over.role == "list" else "page"

    @property
    def so_far(self) -> str:
        return f"{self.swipes} swipe{'s' * (self.swipes != 1)}"

    @property
    def box(self) -> Rect:
        """What the finger moves over."""
        return swiped(self.over, self.now.screen)

    def go(self, direction: Direction) -> str:
        """Swipe to the end. Returns what came before it; "" if nothing did."""
        most = self.swipes + SWIPES
        while True:
            if found := self._sought():
                found, self.found = self._whole(found, direction), True
                turned = f" (turned back, found {_SIDES[direction]})" if self.reached else ""
                return f"found {told_with_row(found, self.now.screen)} after {self.so_far}{turned}"
            if self.swipes >= most or time.monotonic() > self.deadline:
                return f"not seen after {self.so_far}, and the {self.kind} goes on"
            if why := self._objection(direction):
                self.stopped = self.gone or self.session.person is None
                return f"stopped after {self.so_far}: {why}"
            if not self._swipe(direction):
                self.reached.append(self._end(direction))
                return ""

    def _sought(self) -> Element | None:
        """What says the text and can be seen, and touched if it is a control."""
        assert isinstance(self.action, ScrollTo)
        view, screen = self.now.view, self.now.screen
        within = self.over.bounds if self.over and self.action.element else screen.size.rect
        numbered = {id(mark.element) for mark in view.marks if mark.element}
        shown = [
            e
            for e in inside(within, screen)
            if not screen.is_covered(e)
            and not (e.focused and "text" in e.uses)  # the query of a search
            and (id(e) in numbered or not e.uses or not numbered)
        ]
        return saying(shown, self.action.text)

    def _whole(self, found: Element, direction: Direction) -> Element:
        """What was found, moved into sight where the edge that it came over cuts it: then it is
        smaller than others of its kind."""
        edge, box = _EDGES[direction], self.box
        is_cut = getattr(found.bounds, edge) == getattr(box, edge) and any(
            e.key == found.key and e.bounds.area > found.bounds.area
            for e in self.now.screen.elements
        )
        if is_cut and not self._objection(direction):
            self._swipe(direction, "short")
        return self._sought() or found

    def _gesture(self, direction: Direction, dist: Distance) -> Drag:
        screen = self.now.screen
        ends = way(self.box, direction, dist, screen.size)
        return Drag(*ends, screen.size, DRAG_MS, screen.rotation)

    def _objection(self, direction: Direction) -> str:
        """Why it must not be swiped here; "" if it may."""
        if self.gone:
            return f"the {self.kind} is gone"
        if self.now.screen.app != self.draft.turn.before.screen.app:
            return "another page came up"
        first = getattr(self.action, "direction", "up")
        if self.now is self.draft.turn.before and direction == first:
            return ""
        move = Move(self.action, element=self.over, gesture=self._gesture(direction, "long"))
        match self.guard(self.now, move):
            case Allow():
                return ""
            case Ask(danger, why, told=told):
                return f"the next one {could(danger, told)}, and {why}"
            case Refuse(why, danger):
                return f"the next one {why}" if danger else why

    def _swipe(self, direction: Direction, dist: Distance = "long") -> bool:
        """Swipe once; returns whether anything moved."""
        gesture, box, was = self._gesture(direction, dist), self.box, self.now.screen
        self.draft.add(gesture=f"swipe {self.swipes + 1}: {gesture!r}")
        self.session.device.perform(gesture)
        self.now = self.session.eyes.observe()
        now = self.now.screen
        later = self.over and same(self.over, was, now)
        self.gone = bool(self.over) and later is None
        self.over = later or self.over
        held, holds = ([(e.name, e.bounds) for e in inside(box, each)] for each in (was, now))
        drawn = any(map(box.overlaps, difference(was, now).regions)) or now.picture != "ok"
        moved = self.gone or (drawn and (held != holds or not holds))
        self.swipes += moved
        return moved

    def _end(self, direction: Direction) -> str:
        """What stands at the end that was reached."""
        screen = self.now.screen
        found = ends(inside(self.box if self.over else screen.size.rect, screen))
        word, place = ("ends", -1) if direction in ("up", "left") else ("begins", 0)
        return f"{word} with {phrase(found[place])}" if found else f"{word} here"


@dataclass
class _Rows(_Scroll):
    """A list that is looked through for the next row of a loop."""

    loop: Loop = field(kw_only=True)
    _before: int = 0  # swipes until the last look

    def _sought(self) -> Element | None:
        if self.swipes > self._before:
            self.loop.edge, self._before = "", self.swipes
        row = self.loop.next_row(self.now.view, scrolled=self.swipes > 0)
        return row.elements[0] if row else None

    def _whole(self, found: Element, direction: Direction) -> Element:  # noqa: ARG002
        return found


@dataclass
class _Reading(_Scroll):
    """A list that is read to its end."""

    lines: list[str] = field(kw_only=True)

    def _sought(self) -> None:
        if self.swipes:
            self.lines = joined(self.lines, readable(self.box, self.now.screen))


def wait_for(session: Session, action: WaitFor) -> Sought:
    """Look until something says the text, or until nothing does; on a screen on which nothing
    moves not for long."""
    start, waited, moved = time.monotonic(), 0, 0
    was: Screen | None = None
    while True:
        screen = session.eyes.observe().screen
        found = saying((*screen.elements, *screen.shapes), action.text)
        spent_s = max(waited, round(time.monotonic() - start))  # a simulated phone waits at once
        if found and not action.gone:
            return Sought(f"found {told_with_row(found, screen)} after {spent_s} s", True)
        if action.gone and not found:
            return Sought(f"gone after {spent_s} s", True)
        if was is None or screen.moving or not difference(was, screen).nothing:
            moved = spent_s
        was = screen
        if spent_s >= WAIT_S or spent_s - moved >= STILL_S:
            told = f"{phrase(found)} is still" if found else "not"
            return Sought(f"{told} there after {spent_s} s", False)
        session.device.wait(PAUSE_S)
        waited += PAUSE_S
