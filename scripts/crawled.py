"""The map of an app of the pocket phone, from touching what it shows once on each page.

It is learned as an agent learns it, by `Mapper`, from steps on a phone in this process; what does
harm, or could by the words of the guard, is neither done nor learned.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import numpy as np

from appagent.actions.gestures import Move, resolve
from appagent.actions.verbs import AnyVerb, Back, Enter, LongPress, Swipe, Tap, Text
from appagent.agent.explore import explore
from appagent.agent.mapping import Mapper
from appagent.agent.observe import Observation
from appagent.agent.session import Session
from appagent.agent.turn import Turn
from appagent.bench.solve import act, launch, view_of
from appagent.bench.stage import Stage
from appagent.config import Config
from appagent.errors import ActionImpossible
from appagent.exchange import Picture
from appagent.knowledge.docfile import dump
from appagent.knowledge.map import AppMap
from appagent.knowledge.mapfile import Maps
from appagent.knowledge.store import DocStore
from appagent.model.offline import OfflineModel
from appagent.outcome import Outcome
from appagent.ports import Device
from appagent.screen.change import Change
from appagent.screen.fields import looks_up
from appagent.screen.general import general
from appagent.screen.keys import fingerprint, row_of
from appagent.screen.values import Element
from appagent.trail import Trail
from pocketphone.phone import Phone
from scripts.crawl import Copy
from scripts.harm import dangers, harm
from scripts.truth import harms
from tests.bench.player import Silent

LOOKS = 80  # of an app, at most: a page that scrolls or is filled in has several
ROWS = 2  # of a kind, on a page: the first may be "None"
TYPED = "a"  # finds something in any list
_BLANK = np.broadcast_to(np.uint8(0), (1, 1, 3))
_PICTURE = Picture(b"", 1, 1)


PageId = tuple[str, str]  # of the phone: its app and its page


class _InMemory(Maps):
    """A map that no file holds."""

    def __init__(self) -> None:
        super().__init__([Path()])
        self.known = AppMap()

    def read(self, package: str) -> AppMap:  # noqa: ARG002
        return self.known

    def change(self, package: str, change: Callable[[AppMap], AppMap]) -> AppMap:  # noqa: ARG002
        self.known = change(self.known)
        return self.known


class _Versions:
    def version(self, package: str) -> str:  # noqa: ARG002
        return ""


@dataclass
class Crawl:
    """A walk over an app, from each look of its pages by each control that it shows."""

    package: str
    phone: Phone
    maps: _InMemory = field(default_factory=_InMemory)
    steps: int = 0
    pages: set[tuple[frozenset[str], PageId]] = field(default_factory=set)  # by their looks
    _seen: set[frozenset[str]] = field(default_factory=set)
    _tried: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def run(self) -> AppMap:
        mapper = Mapper(self.maps, cast(Device, _Versions()), lambda _: None)
        launch(self.phone, self.package)
        mapper.opened(self.package)
        waiting = deque([(Copy.of(self.phone), mapper._openers)])
        while waiting and len(self._seen) < LOOKS:
            start, openers = waiting.popleft()
            start.put(self.phone)
            before = look(self.phone)
            if _state_of(before) in self._seen:
                continue
            self._seen.add(_state_of(before))
            self.pages.add((before.page, page_of(self.phone)))
            for action in self._touches(before, mapper):
                start.put(self.phone)
                mapper._openers = {**openers}  # as they were on the way here
                after = self._step(mapper, before, action)
                if after and after.screen.app.package == self.package:
                    waiting.append((Copy.of(self.phone), mapper._openers))
        return self.maps.known

    def _step(self, mapper: Mapper, before: Observation, action: AnyVerb) -> Observation | None:
        """What a touch shows; None if it is not to be made, or did harm."""
        try:
            move = resolve(action, before.view)
            if harms(move, before.screen).keys() - {"unknown"}:
                return None
            was = self.phone.state()
            act(self.phone, move)
        except ActionImpossible:
            return None
        if dangers(harm(was, self.phone.truth), exploring=True):
            return None
        self.steps += 1
        after = look(self.phone)
        self.pages.add((after.page, page_of(self.phone)))
        mapper.learn(_turn(self.steps, before, move, after))
        return after

    def _touches(self, seen: Observation, mapper: Mapper) -> Iterator[AnyVerb]:
        """One of each kind of touch that this page has and no earlier look of it had."""
        page = self.maps.known.at(seen.page)
        where = page.name if page else str(sorted(seen.page))
        filled = str(any(e.value for e in seen.screen.elements if "text" in e.uses))
        for mark in seen.view.marks:
            if mark.element is None:
                continue
            told = general(mark.element, seen.screen, mapper._own, self.maps.known.words)
            kind = (told.key, told.role, told.name)
            for action in _verbs(mark.element, mark.label):
                scrolls = isinstance(action, Swipe)
                most = ROWS if told.row else 1
                if scrolls or self._is_new((where, filled, action.verb, *kind), most):
                    yield action
        if seen.screen.keyboard and filled == "True":
            yield Enter()
        yield Back()

    def _is_new(self, what: tuple[str, ...], most: int) -> bool:
        self._tried[what] += 1
        return self._tried[what] <= most


def look(phone: Phone) -> Observation:
    view = view_of(phone)
    screen = replace(view.screen, language=phone.language)
    page = fingerprint(screen.elements, screen.language)
    return Observation(replace(view, screen=screen), _PICTURE, (), page, _BLANK)


def page_of(phone: Phone) -> PageId:
    return phone.app.package, str(phone.page.page)


def crawl(app: str, seed: int) -> tuple[AppMap, int]:
    """The map of an app, and the steps that it took."""
    walk = Crawl(app, Phone(seed=seed))
    return walk.run(), walk.steps


def _state_of(seen: Observation) -> frozenset[str]:
    """What tells looks apart: the page, and whether its fields are empty."""
    filled = {f"filled {e.key}" for e in seen.screen.elements if "text" in e.uses and e.value}
    return seen.page | filled | {"keyboard"} if seen.screen.keyboard else seen.page | filled


def _verbs(element: Element, label: int) -> Iterator[AnyVerb]:
    if "text" in element.uses and looks_up(element) and not element.value:
        yield Text(element=label, text=TYPED)
    if "tap" in element.uses:
        yield Tap(element=label)
    if "long_press" in element.uses and "text" not in element.uses:
        yield LongPress(element=label)
    if "swipe" in element.uses and not row_of(element.key) and not element.scale:
        sideways = element.role == "pages"
        yield Swipe(element=label, direction="left" if sideways else "up", dist="long")


def _turn(n: int, before: Observation, move: Move, after: Observation) -> Turn:
    nothing = _texts(before) == _texts(after)
    change = Change(
        share=0.0 if nothing else 1.0,
        regions=(),
        appeared=(),
        vanished=(),
        changed=() if nothing else ("",),
        app_changed=before.screen.app.package != after.screen.app.package,
        app=after.screen.app.package,
        screen_changed=before.page != after.page,
    )
    return Turn(n, datetime.now(UTC), before, move=move, after=after, change=change)


def _texts(seen: Observation) -> list[object]:
    return [(e.key, e.name, e.value, e.checked, e.selected) for e in seen.screen.elements]


# --- stores ---------------------------------------------------------------------------------------


def store_of(known: AppMap, app: str, folder: Path) -> DocStore:
    """A store with nothing but the map of an app."""
    store = DocStore(folder)
    path = Maps([store.folders[-1]]).own(app)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(dump(known))
    return store


def explore_by_rules(stage: Stage, app: str, store: DocStore, folder: Path, steps: int) -> Outcome:
    """An exploration with the offline model, which learns into a store."""
    trail, config = Trail.open(folder, "explored", app), Config(explore_steps=steps)
    return explore(Session(stage.device, OfflineModel(), store, trail, config, Silent()), app)
