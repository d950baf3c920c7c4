"""The choice of one action towards a task: a ladder of rules, the first that applies decides.

    astray, answered, done → fill in, switch → follow the task's words → commit → look around
    → back → give up

Each rule reads nothing but the request; what was done before stands in its history.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from appagent.actions.verbs import AnyVerb, Back, Enter, Exit, Swipe, Tap, Text
from appagent.model.offline import place
from appagent.model.offline.request import Control
from appagent.model.offline.scene import Scene, commits
from appagent.model.offline.task import Word
from appagent.model.offline.words import Sense, bears, best, content, has, parts, senses, words

PULL = 0.4  # what an element must draw more than, to be touched for its words
NOTED, NOTED_TOO = 0.6, 0.2  # the pull of the first and of each further word in the documents
NEWS, PLACE = 0.05, 0.01  # of an undocumented element, while exploring; of each word before it
ROW = 0.9  # of a row that is named in one of its parts
SWIPES = 4  # a list is scrolled so often on one screen
RETURNS = 3  # steps back in one run
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

    def choose(self) -> Choice:
        rules: tuple[Callable[[], Choice | None], ...] = (
            self.return_from_elsewhere,
            self.answer,
            self.finish_committed,
            self.fill,
            self.switch,
            self.take_named,
            self.submit,
            self.follow,
            self.reveal,
            self.commit,
            self.open,
            self.finish,
            self.look,
            self.back,
        )
        return next((choice for rule in rules if (choice := rule())), None) or self.give_up()

    def return_from_elsewhere(self) -> Choice | None:
        """Back into an app that was left, unless the way led into the app that was meant."""
        last = self.scene.last
        if self.exploring or last is None or not last.outcome.startswith("left the app"):
            return None
        if last.verb == "back":
            return self.give_up()
        meant = any(word in self.scene.request.app.casefold() for word in words(last.name))
        return None if meant or last.verb == "open_app" else Choice(Back(), "that left the app")

    def answer(self) -> Choice | None:
        """An answer, once a text on the screen speaks of all that the question still asks."""
        share, text = self._best_text()
        if not self.scene.task.question or share < 1:
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
            if switching.due and switching.control in scene.touchable and not led_on:
                state = "on" if switching.on else "off"
                return _tap(switching.control, f"the task wants it {state}")
        return None

    def take_named(self) -> Choice | None:
        """The row that bears a value of the task as its name."""
        scene = self.scene
        if scene.creating:
            return None
        wanted = [slot.text for slot in scene.waiting if slot.free]
        if scene.missing:  # more is to be done with what was looked for
            wanted += [f.text for f in scene.fillings if f.slot is None]
        rows = [
            (fit, -n, fuzz.ratio(text.casefold(), c.name.casefold()), -(c.label or 0), c)
            for n, text in enumerate(wanted)
            for c in scene.touchable
            if c.on is None and not scene.taken(c) and (fit := bears(c.name, text))
        ]
        if not rows:
            return None
        _, n, *_, control = max(rows, key=lambda row: row[:4])
        return _tap(control, f"it bears the name {wanted[-n]!r}")

    def submit(self) -> Choice | None:
        """Enter, after something was typed that nothing on the screen takes over."""
        last = self.scene.last
        if last is None or last.verb != "text" or self.scene.rejected("enter"):
            return None
        if last.outcome.startswith("refused"):
            return None
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
            (-first, self._pull(c, clause), c)
            for c in self.scene.touchable
            if not self.scene.taken(c) and (first := self._first_clause(c)) <= clause
        ]
        pulling = [item for item in drawn if item[1] > PULL]
        if not pulling:
            return None
        *_, control = max(pulling, key=lambda item: item[:2])
        return _tap(control, "its name or its notes share words with the task")

    def reveal(self) -> Choice | None:
        """The rest of a form, while something of the task has no place on what is seen of it."""
        waits = self.scene.missing or self.scene.waiting
        return self._scroll("the rest of the form") if self.scene.on_form and waits else None

    def commit(self) -> Choice | None:
        """The button that takes over what was entered."""
        scene = self.scene
        arrived = scene.on_form and scene.earned and not scene.homeless
        if scene.commits and (scene.uncommitted or scene.asked_to_confirm or arrived):
            return _tap(scene.commits[0], "it takes over what was entered")
        return None

    def open(self) -> Choice | None:
        """What opens a form or a search, while values of the task have no place here."""
        scene = self.scene
        searches = [c for c in scene.touchable if has(c.name, Sense.SEARCH) and not scene.taken(c)]
        if not scene.homeless and (scene.earned or not scene.task.asks_for(*_STARTS)):
            return None
        # What was found goes where the task says by the button that takes it over.
        found = scene.task.slots and not scene.sought and scene.task.asks_for(Sense.ADD)
        wanted = scene.openers or (scene.commits if found else []) or searches
        if scene.task.asks_for(Sense.SEARCH):
            wanted = searches or scene.openers
        if not wanted:
            return None
        return _tap(max(wanted, key=self._pull), "a value of the task has no place here yet")

    def finish(self) -> Choice | None:
        """The end, where nothing of the task is left and something was done for it."""
        scene = self.scene
        left = scene.waiting or scene.missing or scene.unfinished
        if left or not scene.earned or scene.task.question:
            return None
        return Choice(Exit(status="done"), "nothing of the task is left to do")

    def look(self) -> Choice | None:
        """What may show more: a scroll, a menu, an element that does not say what it is."""
        scene = self.scene
        scroll = self._scroll("what is looked for may lie below")
        plain = [c for c in scene.touchable if c.on is None and not scene.taken(c)]
        menus = [c for c in plain if has(c.name, Sense.MORE, Sense.SETUP)]
        nameless = [c for c in plain if not c.name and not c.docs]
        astray = scene.homeless or not scene.earned
        tabs = [c for c in plain if c.role == "tab" and astray]
        # A picture alone most often stands for the making of a new thing.
        first = nameless + tabs + menus if scene.homeless else menus + tabs + nameless
        return scroll or (_tap(first[0], "it may lead to what is looked for") if first else None)

    def back(self) -> Choice | None:
        """Back, while pages lie below: a page that shows no way off may be the first one."""
        scene = self.scene
        returns = sum(d.verb == "back" for d in scene.request.past)
        came_back = scene.last is not None and scene.last.verb == "back"
        leaves = any(has(c.name, *_ENDS) for c in scene.touchable)
        spent = returns >= RETURNS or scene.rejected("back") or (came_back and not leaves)
        if not scene.request.depth or spent:
            return None
        return Choice(Back(), "nothing here answers to the task")

    def give_up(self) -> Choice:
        """The end, and what is left of the task; done only where a question has a likely answer."""
        scene = self.scene
        share, text = self._best_text()
        if scene.task.question and share >= HALF:
            return Choice(Exit(status="done", answer=text), "nothing shown fits the question more")
        values, left = [s.text for s in scene.waiting], [w.text for w in scene.missing]
        why = f"the rules found no way to: {', '.join(values + left) or scene.task.text}"
        return Choice(Exit(status="failed", answer=why), why)

    # --- what the rules share -------------------------------------------------------------------

    def _wanted(self, clause: int) -> list[Word]:
        """What the task still wants up to that clause. That a thing is to be made or looked for
        says nothing of the thing: `open` is there for that. What is done with a thing waits
        until it is found."""
        late = {self.scene.clause(slot) for slot in self.scene.sought}
        return [
            w
            for w in self.scene.open_words
            if w.clause <= clause
            and not (w.off or senses(w.text) & set(_STARTS))
            and not (w.clause in late and senses(w.text) & {Sense.COMMIT, Sense.RISK})
        ]

    def _first_clause(self, control: Control) -> int:
        """The first clause of the task that the element speaks of: a task is done in its order."""
        said = content(f"{control.name} {control.docs.get('tap', '')}")
        clauses = (w.clause for w in self._wanted(sys.maxsize) if best(w.text, said))
        return min(clauses, default=sys.maxsize)

    def _pull(self, control: Control, clause: int = sys.maxsize) -> float:
        """How much of what the task still wants an element speaks of."""
        scene, named = self.scene, content(control.name)
        all_said = [w.text for w in scene.task.words]
        known = _share(named, all_said)
        if has(" ".join(named[:2]), *_ENDS) and known < 1:
            return 0.0
        if scene.on_form and (commits(control) or (named and known < 1)):
            return 0.0  # on a form, only what is wholly named belongs to the task
        # A row tells more than its name, part by part.
        known = max([known, *(ROW * _share(content(p), all_said) for p in parts(control.name))])
        wanted = [w.text for w in self._wanted(clause)]
        by_name = {word: likeness for word in wanted if (likeness := best(word, named))}
        noted = [] if scene.on_form and named else content(control.docs.get("tap", ""))
        by_notes = [word for word in wanted if word not in by_name and best(word, noted)]
        pull = sum(by_name.values()) * known
        pull += (NOTED + NOTED_TOO * (len(by_notes) - 1)) if by_notes else 0.0
        # Equals go in the order of the task; who explores takes what is not known yet.
        place_in_task = min((all_said.index(word) for word in by_name), default=0)
        news = NEWS if self.exploring and not control.docs else 0.0
        return pull - PLACE * place_in_task + news if pull else 0.0

    def _best_text(self) -> tuple[float, str]:
        """How much of the question the best text here speaks of, and that text."""
        scene = self.scene
        asked = [w.text for w in scene.open_words if not w.lead]
        asked += [word for slot in scene.waiting for word in words(slot.text)]
        asked = asked or [w.text for w in scene.task.content]
        said = [w.text for w in scene.task.words]
        shown = [": ".join(filter(None, (c.name, c.value))) for c in scene.request.controls]
        found = [(0.0, False, 0, "")]
        for width in (1, 2, 3):
            for n in range(len(shown) - width + 1):
                text = ": ".join(part for part in shown[n : n + width] if part)
                held = words(text)
                share = sum(bool(best(word, held)) for word in asked) / (len(asked) or 1)
                if share and any(not best(word, said) for word in held):
                    found.append((share, any(map(str.isdigit, text)), -width, text))
        share, _, _, text = max(found, key=lambda item: item[:3])
        return share, text

    def _scroll(self, why: str) -> Choice | None:
        """A swipe over the first list that still shows more."""
        for control in (c for c in self.scene.request.controls if c.scrolls):
            swipes = [d for d in self.scene.request.here if d.title == control.title and d.way]
            ended = any(not d.worked or d.outcome == "the picture changed" for d in swipes)
            if not ended and len(swipes) < SWIPES and not self.scene.rejected("swipe", control):
                swipe = Swipe(element=control.label, direction="up", name=control.name)
                return Choice(swipe, why)
        return None


_STARTS = (Sense.SEARCH, Sense.ADD)
_ENDS = (Sense.LEAVE, Sense.REFUSE)


def _share(part: Sequence[str], whole: Sequence[str]) -> float:
    """How much of `part` is said in `whole`."""
    return sum(bool(best(word, whole)) for word in part) / (len(part) or 1)


def _tap(control: Control, why: str) -> Choice:
    assert control.label is not None
    return Choice(Tap(element=control.label, name=control.name), why)
