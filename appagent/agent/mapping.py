"""Learn the maps of apps from steps, whoever takes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial

from appagent.actions.replies import PageReading
from appagent.actions.verbs import Back, Enter, Go, LongPress, Swipe, Tap, Text
from appagent.agent.guide import Walk
from appagent.agent.observe import Observation
from appagent.agent.turn import Turn
from appagent.danger import Danger
from appagent.device.apps import short_name
from appagent.errors import SetupError, StoreError
from appagent.guard import danger_of_all
from appagent.knowledge.map import (
    BACK,
    ENTER,
    AppMap,
    Control,
    Page,
    Step,
    Verb,
    described,
    failed,
    rewritten,
    see,
    walked,
    without,
)
from appagent.knowledge.mapfile import Maps
from appagent.ports import Device
from appagent.screen.general import (
    general,
    is_filled,
    is_general,
    owned,
    row_titles,
    sight,
    texts_in,
)
from appagent.screen.nameless import is_nameless
from appagent.screen.system import is_home, is_over_app
from appagent.texts import as_words, folded

ENOUGH = 3  # rows that a page has scrolled to, from which it is asked about again


@dataclass
class Mapper:
    """What a session adds to the maps. What it saw of the person's own is known to it alone."""

    maps: Maps
    device: Device
    say: Callable[[str], None]
    learns: bool = True
    _own: set[str] = field(default_factory=set)
    _typed: set[str] = field(default_factory=set)
    _called: set[str] = field(default_factory=set)  # what rows are called, or was typed, as words
    _versions: dict[str, str] = field(default_factory=dict)
    _openers: dict[str, str] = field(default_factory=dict)  # of pages, by their names
    _asked: set[str] = field(default_factory=set)  # titles of rows that were shown, as words
    _looks: set[frozenset[str]] = field(default_factory=set)  # of pages that it was asked about
    _damaged: set[str] = field(default_factory=set)  # apps whose maps cannot be read
    _opened: str = ""  # the app that was just opened on its first page

    def share(self, other: Mapper) -> None:
        """Share with a session on another phone what is the person's own, and what was asked."""
        self._own, self._typed, self._called = other._own, other._typed, other._called
        self._asked, self._looks = other._asked, other._looks

    def opened(self, package: str) -> None:
        """The page that the app shows next is its first."""
        self._opened = package

    def rewrite(self, change: Callable[[str], str]) -> None:
        """Put every text of the maps that were written here through `change`."""
        for package in self._versions:
            self.maps.change(package, partial(rewritten, change=change))

    def known(self, seen: Observation) -> AppMap:
        """The map of the app that is shown. Raises: `StoreError`."""
        return self.maps.read(seen.screen.app.package)

    def by_name(self) -> dict[str, AppMap]:
        """The maps of the phone's apps, by the short name that opens one. A damaged one, which may
        be of an app that is not needed, is told once."""
        known = self.maps.packages()
        here = {*self.device.packages()} - self._damaged if known else set[str]()
        found = dict[str, AppMap]()
        for package in filter(here.__contains__, known):
            try:
                found[short_name(package)] = self.maps.read(package)
            except StoreError as err:
                self._damaged.add(package)
                self.say(f"the map of {package} is not read: {err}")
        return found

    def walk(self, action: Go, seen: Observation) -> Walk:
        """The way to a page of the app that is shown. Raises: `ActionImpossible`."""
        return Walk.to(action, self.known(seen), seen.screen.app.package, self._typed)

    def is_new(self, seen: Observation) -> bool:
        """Whether the page was described by nobody, or has scrolled to more of what may be fixed on
        it; True once for what looks the same, and never where nothing is learned.

        Raises: `StoreError`.
        """
        if not self._belongs(seen):
            return False
        known = self.known(seen)
        page, rows = known.at(seen.page), {*map(as_words, row_titles(seen.screen))}
        new = rows - self._asked - known.fixed
        self._asked |= rows
        if page and page.described:
            return bool(page.fixed) and len(new) >= ENOUGH
        is_new = seen.page not in self._looks
        self._looks.add(seen.page)
        return is_new

    def describe(self, seen: Observation, said: PageReading) -> None:
        """Put on the map what a model said of a page, but for what tells something of the person's.

        Raises: `StoreError`; `SetupError`.
        """
        found = {as_words(text): text for text in texts_in(seen.screen)}
        texts = [found[words] for words in map(as_words, said.fixed) if words in found]
        fixed = [text for text in texts if folded(text) not in self._typed]

        def change(known: AppMap) -> AppMap:
            known, page = self._seen(known, seen, None)
            own = self._called - known.fixed - {as_words(text) for text in fixed}
            name, *shows = (
                text if is_general(text, seen.screen, own, known.words) else ""
                for text in (said.name, *said.shows)
            )
            known = described(known, page, name, fixed, [*filter(None, shows)])
            return self._seen(known, seen, None)[0]

        self._change(seen.screen.app.package, change)

    def learn(self, turn: Turn) -> None:
        """Put a step on the map of its app. Where the map cannot be written, this is said, and
        nothing more is learned."""
        if turn.move and isinstance(turn.move.action, Text) and not turn.move.sets_value:
            self._typed.add(folded(turn.move.action.text))
            self._own.add(as_words(turn.move.action.text))
            self._called.add(as_words(turn.move.action.text))
        if not self.learns:
            return
        for each in filter(None, (turn.before, turn.after)):
            self._own.update(owned(each.screen))
            self._called.update(map(as_words, row_titles(each.screen)))
        if self._belongs(turn.before):
            self._change(turn.before.screen.app.package, lambda known: self._with(known, turn))

    def _belongs(self, seen: Observation) -> bool:
        """Whether a page is one of an app's map."""
        package = seen.screen.app.package
        shown = bool(seen.screen.elements) and not (is_home(package) or is_over_app(package))
        return self.learns and shown

    def _change(self, package: str, change: Callable[[AppMap], AppMap]) -> None:
        if package not in self._versions:
            self._versions[package] = self.device.version(package)
        try:
            self.maps.change(package, lambda known: without(change(known), self._own))
        except (SetupError, StoreError) as err:
            self.learns = False
            self.say(f"the map is not learned: {err}")

    def _with(self, known: AppMap, turn: Turn) -> AppMap:
        before, after, today = turn.before, turn.after, datetime.now(UTC).date()
        package = before.screen.app.package
        version = self._versions[package]
        language = known.language or before.screen.language
        known = known.model_copy(update={"app_version": version, "language": language})
        known, page = self._seen(known, before, None)
        if self._opened == package:
            self._opened, known = "", known.model_copy(update={"start": page.name})
        step = self._step(known, turn, page.name)
        stays = after is None or after.screen.app.package != package
        if step is None or after is None or stays or not after.screen.elements:
            return known
        assert turn.change is not None
        known, there = self._seen(known, after, step)
        if there.name == page.name:
            return failed(known, step) if turn.change.nothing else known
        danger = danger_of_all(turn.side_effects) or _said(turn)
        opener = self._openers.get(page.name, "")
        if there.name != opener:
            behind = page.name if page.kind == "page" else opener or page.name
            self._openers[there.name] = behind
        step, filled = step._replace(to=there.name), is_filled(before.screen)
        return walked(known, step, today, version, danger, opener=opener, filled=filled)

    def _seen(self, known: AppMap, seen: Observation, opener: Step | None) -> tuple[AppMap, Page]:
        named = opener.control.name if opener and not opener.control.row else ""
        own, fixed = self._own - known.fixed, _fixed(known, seen)
        told = sight(seen.screen, own, known.words, named, fixed)
        return see(known, seen.page, told, datetime.now(UTC).date(), opener)

    def _step(self, known: AppMap, turn: Turn, page: str) -> Step | None:
        """The edge that a step walked; None if it did what no map holds."""
        verb = _verb(turn)
        move = turn.move
        if verb is None or move is None or turn.change is None:
            return None
        if verb in (BACK, ENTER):
            return Step(page, Control(role="key", name=verb), verb, "")
        if move.element is None or not move.element.key:
            return None
        own, fixed = self._own - known.fixed, _fixed(known, turn.before)
        element = move.element
        if is_nameless(element) and not (element.learned or element.icon):
            element = replace(element, learned=getattr(move.action, "name", ""))  # by who saw it
        found = general(element, turn.before.screen, own, known.words, fixed)
        return Step(page, Control.of(found), verb, "")


def _fixed(known: AppMap, seen: Observation) -> frozenset[str]:
    """The texts of a page that are known to be the app's, as words."""
    page = known.at(seen.page)
    return frozenset(map(as_words, page.fixed)) if page else frozenset()


def _verb(turn: Turn) -> Verb | None:
    match turn.move and turn.move.action:
        case Tap():
            return "tap"
        case LongPress():
            return "long_press"
        case Swipe():
            return "swipe"
        case Text():
            return "tap" if turn.move and turn.move.sets_value else "text"
        case Back():
            return "back"
        case Enter():
            return "enter"
        case _:
            return None


def _said(turn: Turn) -> Danger | None:
    """What the model said that the step does for good."""
    return None if turn.commits == "none" else turn.commits
