"""The choice of one action towards a task: a ladder of rules, the first that applies decides.

    astray, answered, done → fill in, slide, switch → take what bears a name or was found → follow
    the task's words → commit → menus, forms, searches → done → look around, try out → back →
    give up

Each rule reads nothing but the request; what was done before stands in its history.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import fuzz

from appagent.actions.verbs import AnyVerb, Back, Enter, Exit, Swipe, Tap, Text
from appagent.model.offline import place, slide
from appagent.model.offline.request import Control
from appagent.model.offline.scene import Scene
from appagent.model.offline.signs import commits
from appagent.model.offline.weigh import ENDS, STARTS, Weigher, share
from appagent.model.offline.words import (
    Sense,
    bears,
    content,
    does,
    has,
    words,
)

PULL = 0.4  # what an element must draw more than, to be touched for its words
LATER = 0.3  # of a word's pull, for each clause of the task that comes before its own
SWIPES = 4  # a list is scrolled so often on one screen
RETURNS = 3  # steps back in one run
MENU = 4  # words in the name of a menu, at most
TRIED = 3  # buttons of one page that are touched without a reason
HALF = 0.5  # of a question that a text must speak of, where nothing better was found


@dataclass(frozen=True, slots=True)
class Choice:
    action: AnyVerb
    why: str


@dataclass(frozen=True)
class Chooser:
    """The rules, over one scene."""

    scene: Scene
    exploring: bool = False

    @cached_property
    def weigher(self) -> Weigher:
        return Weigher(self.scene, self.exploring)

    def choose(self) -> Choice:
        rules: tuple[Callable[[], Choice | None], ...] = (
            self.return_from_elsewhere,
            self.answer,
            self.finish_committed,
            self.fill,
            self.slide,
            self.switch,
            self.take_named,
            self.take_result,
            self.submit,
            self.follow,
            self.reveal,
            self.commit,
            self.set_up,
            self.open,
            self.finish,
            self.look,
            self.try_out,
            self.back,
        )
        return next((choice for rule in rules if (choice := rule())), None) or self.give_up()

    def return_from_elsewhere(self) -> Choice | None:
        """Back into an app that was left, unless the way led into the app that was meant."""
        last, scene = self.scene.last, self.scene
        if self.exploring or last is None or not last.left or scene.asked_to_confirm:
            return None
        if last.verb == "back":
            return self.give_up()
        if sum(deed.left for deed in scene.request.past) % 2 == 0:
            return None  # another app asked something, and gave way again
        meant = any(word in scene.request.app.casefold() for word in words(last.name))
        meant |= bool(content(last.name)) and share(content(last.name), scene.said) == 1
        return None if meant or last.verb == "open_app" else Choice(Back(), "that left the app")

    def answer(self) -> Choice | None:
        """An answer, once a text on the screen speaks of all that the question still asks."""
        fit, text = self.weigher.best_text()
        if not self.scene.task.question or fit < 1:
            return None
        return Choice(Exit(status="done", answer=text), "the screen answers the question")

    def finish_committed(self) -> Choice | None:
        """The end, where what was entered was taken over and nothing is left that could be."""
        scene = self.scene
        if scene.commit_at < 0 or scene.uncommitted or scene.asked_to_confirm:
            return None
        if not scene.met:
            return None
        # Numbers, times and states may have been right from the start; texts cannot.
        left = [slot for slot in scene.waiting if slot.kind not in ("time", "number")]
        rows = [c.name for c in scene.touchable]
        if any(w.lead for w in scene.missing) or any(bears(r, s.text) for r in rows for s in left):
            return None
        if not left:
            return Choice(Exit(status="done"), "what the task asks for was entered and taken over")
        placed = {slot.kind for slot in scene.task.slots if slot not in scene.waiting}
        if placed & {slot.kind for slot in left}:
            return None  # there may be a second thing to enter
        why = f"the form had no place for: {', '.join(slot.text for slot in left)}"
        return Choice(Exit(status="failed", answer=why), why)

    def fill(self) -> Choice | None:
        """Text into the first field that wants it."""
        for filling in self.scene.fillings:
            field = filling.field
            if place.due(self.scene.request, filling) and not self.scene.rejected("text", field):
                return Choice(
                    Text(element=field.label, text=filling.text, name=field.name),
                    f"{filling.text!r} of the task belongs into {field.title}",
                )
        return None

    def switch(self) -> Choice | None:
        """A touch of what the task wants in another state."""
        scene = self.scene
        half = place.half_due(scene.request, scene.task)
        timed = any(f.slot is not None and f.slot.kind == "time" for f in scene.fillings)
        if timed and half is not None and half in scene.touchable:
            return _tap(half, "the time is in that half of the day")
        if scene.openers and scene.homeless and not scene.on_form:
            return None  # what is switched here belongs to something that is there already
        for switching in scene.switchings:
            led_on = any(d.moved and d.title == switching.control.title for d in scene.request.past)
            # One of several choices goes off again as soon as the next one is made.
            led_on |= switching.control.role != "switch" and scene.taken(switching.control)
            if switching.due and switching.control in scene.touchable and not led_on:
                state = "on" if switching.on else "off"
                return _tap(switching.control, f"the task wants it {state}")
        return None

    def slide(self) -> Choice | None:
        """A swipe of a slider towards the range that the task names."""
        for slider in self.scene.request.controls:
            if slider.role == "slider" and slider.label is not None:
                swipe = slide.due(self.scene.request, self.scene.task, slider)
                if swipe:
                    way, dist = swipe
                    action = Swipe(element=slider.label, direction=way, dist=dist, name=slider.name)
                    return Choice(action, "the task wants its value elsewhere")
        return None

    def take_named(self) -> Choice | None:
        """The row that bears a value of the task as its name."""
        scene, last = self.scene, self.scene.last
        wanted = [] if scene.creating else [slot.text for slot in scene.waiting if slot.free]
        if scene.missing and not scene.creating:  # more is to be done with what was looked for
            wanted += [f.text for f in scene.fillings if f.slot is None]
        if last is not None and last.worked and last.typed:  # what was typed brought it up
            wanted.append(last.typed)
        rows = [
            (fit, -n, fuzz.ratio(text.casefold(), c.name.casefold()), -(c.label or 0), c)
            for n, text in enumerate(wanted)
            for c in scene.touchable
            if not c.on and not scene.taken(c) and (fit := bears(c.name, text))
        ]
        if not rows:
            return None
        _, n, *_, control = max(rows, key=lambda row: row[:4])
        return _tap(control, f"it bears the name {wanted[-n]!r}")

    def take_result(self) -> Choice | None:
        """The first row that a search brought up, where none bears the name that was typed, or of
        those that one is to choose from."""
        typed = [d for d in self.scene.request.past[-2:] if d.verb == "text" and d.worked]
        found = bool(typed) and has(typed[-1].name, Sense.SEARCH)
        return self._first_row() if found or self.scene.choosing else None

    def submit(self) -> Choice | None:
        """Enter, after something was typed that nothing on the screen takes over."""
        last = self.scene.last
        if last is None or last.verb != "text" or self.scene.rejected("enter"):
            return None
        if last.outcome.startswith("refused"):
            return None
        said = [content(c.name) for c in self.scene.touchable if c.role == "button"]
        if any(name and share(name, self.scene.said) == 1 for name in said):
            return None  # a button for that is here
        if has(last.name, Sense.SEARCH) or not self.scene.commits:
            return Choice(Enter(), "what was typed is to be sent off")
        return None

    def follow(self) -> Choice | None:
        """The element whose name or documents say most of what the task still wants.

        What comes behind a value in the task is done with it, so it waits until that is found.
        """
        ahead = [self.scene.clause(slot) for slot in self.scene.sought]
        clause = min(ahead, default=sys.maxsize)
        drawn = [
            (not commits(c), pull - LATER * first, c)
            for c in self.scene.touchable
            if not self.scene.taken(c)
            and (first := self.weigher.first_clause(c)) <= clause
            and (pull := self.weigher.pull(c, clause)) > PULL
        ]
        if not drawn:
            return None
        *_, control = max(drawn, key=lambda item: item[:2])
        return _tap(control, "its name or its notes share words with the task")

    def reveal(self) -> Choice | None:
        """The rest of a form, while something of the task has no place on what is seen of it."""
        waits = self.scene.missing or self.scene.waiting
        return self._scroll("the rest of the form") if self.scene.on_form and waits else None

    def commit(self) -> Choice | None:
        """The button that takes over what was entered."""
        scene = self.scene
        arrived = scene.on_form and scene.earned and not scene.homeless
        if scene.asked_to_confirm:
            return _tap(scene.agreeing[0], "it says yes to what is asked")
        if scene.commits and (scene.uncommitted or arrived):
            return _tap(scene.commits[0], "it takes over what was entered")
        return None

    def set_up(self) -> Choice | None:
        """The menu, where the task is about what apps keep behind it."""
        if self.scene.on_form or not has(self.scene.task.text, Sense.SETUP):
            return None
        menus = self._menus()
        return _tap(menus[0], "settings lie behind such a menu") if menus else None

    def open(self) -> Choice | None:
        """What opens a form or a search, while values of the task have no place here."""
        scene = self.scene
        searches = [c for c in scene.touchable if has(c.name, Sense.SEARCH) and not scene.taken(c)]
        if not scene.homeless and (scene.earned or not scene.task.asks_for(*STARTS)):
            return None
        # What was found goes where the task says by the button that takes it over.
        found = scene.task.slots and not scene.sought and scene.task.asks_for(Sense.ADD)
        wanted = scene.openers or (scene.commits if found else []) or searches
        if scene.task.asks_for(Sense.SEARCH):
            wanted = searches or scene.openers
        if not wanted:
            return None
        return _tap(max(wanted, key=self.weigher.pull), "a value of the task has no place here yet")

    def finish(self) -> Choice | None:
        """The end, where nothing of the task is left and something was done for it."""
        scene = self.scene
        left = scene.waiting or scene.unfinished or (scene.missing and not scene.settled)
        if left or not scene.earned or scene.task.question:
            return None
        return Choice(Exit(status="done"), "nothing of the task is left to do")

    def look(self) -> Choice | None:
        """What may show more: a scroll, a menu, an element that does not say what it is."""
        scene, plain = self.scene, self._plain()
        edits = [c for c in plain if Sense.EDIT in does(c.name)] if scene.earned else []
        scroll = None if edits else self._scroll("what is looked for may lie below")
        nameless = [c for c in plain if not c.name and not c.docs]
        astray = scene.homeless or not scene.earned
        tabs = [c for c in plain if c.role == "tab" and astray]
        # A picture alone most often stands for the making of a new thing.
        menus = self._menus()
        ways = nameless + tabs + menus if scene.homeless else menus + tabs + nameless
        ways = edits + ways
        way = _tap(ways[0], "it may lead to what is looked for") if ways else None
        entering = scene.task.asks_for(Sense.ADD) or not scene.sought
        return (way or scroll) if entering else (scroll or way)

    def try_out(self) -> Choice | None:
        """What else can be touched here, a few of it: what it leads to is seen then."""
        scene = self.scene
        tried = [c for c in scene.touchable if c.role == "button" and scene.taken(c)]
        left = [c for c in self._plain() if c.role == "button" and not has(c.name, *ENDS)]
        left = [c for c in left if not (commits(c) or does(c.name) & {Sense.RISK, Sense.ADD})]
        if not left or len(tried) >= TRIED or scene.on_form or scene.pursued:
            return None
        return _tap(left[0], "nothing here speaks of the task: what is behind it?")

    def back(self) -> Choice | None:
        """Back, while pages lie below: a page that shows no way off may be the first one."""
        scene = self.scene
        returns = sum(d.verb == "back" for d in scene.request.past)
        came_back = scene.last is not None and scene.last.verb == "back"
        leaves = any(has(c.name, *ENDS) for c in scene.touchable)
        spent = returns >= RETURNS or scene.rejected("back") or (came_back and not leaves)
        if not scene.request.depth or spent:
            return None
        return Choice(Back(), "nothing here answers to the task")

    def give_up(self) -> Choice:
        """The end, and what is left of the task; done only where a question has a likely answer."""
        scene = self.scene
        fit, text = self.weigher.best_text()
        if scene.task.question and fit >= HALF:
            return Choice(Exit(status="done", answer=text), "nothing shown fits the question more")
        values, left = [s.text for s in scene.waiting], [w.text for w in scene.missing]
        why = f"the rules found no way to: {', '.join(values + left) or scene.task.text}"
        return Choice(Exit(status="failed", answer=why), why)

    # --- what the rules share -------------------------------------------------------------------

    def _first_row(self) -> Choice | None:
        plain = [c for c in self.scene.touchable if not self.scene.taken(c)]
        lists = [c.label for c in self.scene.request.controls if c.role == "list" and c.label]
        rows = [c for c in plain if c.role == "item"] or [
            c for c in plain if c.role == "button" and lists and (c.label or 0) > lists[0]
        ]
        return _tap(rows[0], "it is the first of the rows") if rows else None

    def _plain(self) -> list[Control]:
        """What can be touched, holds no state and was not touched yet."""
        return [c for c in self.scene.touchable if c.on is None and not self.scene.taken(c)]

    def _menus(self) -> list[Control]:
        plain = [c for c in self._plain() if len(words(c.name)) <= MENU]
        return [c for c in plain if has(c.name, Sense.MORE, Sense.SETUP)]

    def _scroll(self, why: str) -> Choice | None:
        """A swipe over the first list that still shows more."""
        for control in (c for c in self.scene.request.controls if c.scrolls):
            swipes = [d for d in self.scene.request.here if d.title == control.title and d.way]
            ended = any(not d.worked or d.outcome == "the picture changed" for d in swipes)
            if not ended and len(swipes) < SWIPES and not self.scene.rejected("swipe", control):
                swipe = Swipe(element=control.label, direction="up", name=control.name)
                return Choice(swipe, why)
        return None


def _tap(control: Control, why: str) -> Choice:
    assert control.label is not None
    return Choice(Tap(element=control.label, name=control.name), why)
