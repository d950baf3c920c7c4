"""What is known at one step: the task, the screen and the history, put in relation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from appagent.model.offline import place
from appagent.model.offline.request import Control, Deed, Request
from appagent.model.offline.signs import (
    SHORT,
    SHOWN,
    commits,
    edits,
    heading,
    meets,
    opens,
    puts,
    says_commit,
)
from appagent.model.offline.task import Slot, Task, Word
from appagent.model.offline.words import (
    Sense,
    bears,
    best,
    content,
    does,
    has,
    parts,
    senses,
    words,
)

_NO_DEED = {Sense.SEARCH, Sense.SHOW, Sense.ADD}  # verbs that ask to look, or are judged apart
DOUBT = 1 / 3  # of the task's words that may be left where nothing is to be done for them
ASKING = 4  # elements of a dialog that asks for a yes


@dataclass(frozen=True)
class Scene:
    """One request, seen with its task. Everything is derived, nothing is remembered."""

    request: Request
    task: Task

    # --- the screen -----------------------------------------------------------------------------

    @cached_property
    def touchable(self) -> tuple[Control, ...]:
        """What a touch may bring further: not tried in vain, not riskier than the task, and not
        for a new thing where the task is about an old one."""
        careful = not self.task.asks_for(Sense.RISK)
        old = self.task.changes and not self.task.asks_for(Sense.ADD)
        return tuple(
            c
            for c in self.request.controls
            if c.taps
            and not c.is_field
            and not self.request.useless("tap", c)
            and not (careful and has(c.name, Sense.RISK) and len(words(c.name)) <= SHORT)
            and not (old and opens(c))
        )

    @cached_property
    def said(self) -> list[str]:
        """The words of the task."""
        return [word.text for word in self.task.words]

    @cached_property
    def fillings(self) -> list[place.Filling]:
        """What the fields here should hold. Who wants a new thing does not look for it first."""
        found = place.fillings(self.request, self.task, search=not self.creating)
        return [f for f in found if place.is_search(f.field)] if self.task.question else found

    @cached_property
    def switchings(self) -> list[place.Switching]:
        return [] if self.task.question else place.switchings(self.request, self.task)

    @cached_property
    def openers(self) -> list[Control]:
        """What opens a form for a new thing, and was not used yet. Who asks makes nothing, nor
        does who has found the thing that the task names."""
        named = [slot.text for slot in self.task.slots if slot.free]
        found = named and any(bears(d.name, named[0]) == 3 for d in self.request.past if d.worked)
        put = self.task.puts
        unsought = put is not None and any(has(c.name, Sense.SEARCH) for c in self.request.controls)
        if self.task.question or found or (put and unsought and not self._typed(put.text)):
            return []
        return [
            c
            for c in self.touchable
            if opens(c) and not self.taken(c) and not any(bears(c.name, name) for name in named)
        ]

    @cached_property
    def creating(self) -> bool:
        """Whether a new thing is to be made from here: the task says so, or has values that no
        row bears and looks for nothing."""
        values = any(not s.free for s in self.task.slots) and not self.task.asks_for(Sense.SEARCH)
        return bool(self.openers) and (values or self.task.asks_for(Sense.ADD))

    @cached_property
    def commits(self) -> list[Control]:
        """What takes over what was entered, the plainest first."""
        if self.task.question:
            return []
        found = [c for c in self.touchable if commits(c) or self._asked(c)]
        return sorted(found, key=lambda c: (len(words(c.name)), -(c.label or 0)))

    def _asked(self, control: Control) -> bool:
        """Whether it does what needs the task's word, and has it: "Send"."""
        verb = words(control.name)[:1]
        risky = control.role == "button" and Sense.RISK in does(control.name)
        return risky and any(best(word.text, verb) for word in self.task.content)

    @cached_property
    def on_form(self) -> bool:
        """Whether values are entered here and taken over by a button."""
        return bool(self.commits) and any(
            c.checked is not None or (c.is_field and not place.is_search(c))
            for c in self.request.controls
        )

    @cached_property
    def asked_to_confirm(self) -> bool:
        """Whether a question waits: few elements, one that agrees and one that refuses."""
        few = sum(c.label is not None for c in self.request.controls) <= ASKING
        refuses = any(does(c.name) & {Sense.REFUSE, Sense.OFF} for c in self.touchable)
        return few and refuses and bool(self.agreeing) and bool(self.request.past)

    @cached_property
    def agreeing(self) -> list[Control]:
        """What says yes to a question."""
        allowing = [c for c in self.touchable if Sense.ALLOW in does(c.name)]
        return self.commits or [c for c in allowing if c.role == "button"]

    # --- the history ----------------------------------------------------------------------------

    @cached_property
    def last(self) -> Deed | None:
        return self.request.past[-1] if self.request.past else None

    @cached_property
    def earned(self) -> bool:
        """Whether anything was done that worked."""
        idle = ("swipe", "back", "wait")
        return any(d.worked and d.verb not in idle for d in self.request.past)

    @cached_property
    def edits(self) -> list[int]:
        """Which deeds changed a value, by their place in the history."""
        return [n for n, deed in enumerate(self.request.past) if edits(deed)]

    @cached_property
    def commit_at(self) -> int:
        """The place of the last deed that took over what was entered; -1 where none did."""
        first = min(self.edits, default=len(self.request.past))
        shown = {c.title for c in self.request.controls}
        taking = [
            n
            for n, deed in enumerate(self.request.past)
            if n > first and deed.verb == "tap" and deed.worked
            # A form that stays has taken nothing: it may say what is wrong.
            and (deed.moved or deed.title not in shown)
            # One that goes away by a button without a name was most likely taken over.
            and (says_commit(deed.name) if deed.name else deed.moved)
        ]  # fmt: skip
        return max(taking, default=-1)

    @cached_property
    def uncommitted(self) -> bool:
        return any(edit > self.commit_at for edit in self.edits)

    @cached_property
    def unfinished(self) -> bool:
        """Whether a form is open that was not taken over, or a text was typed and not passed on:
        a state holds at once, a text does not."""
        way = self.request.came_by
        begun = self.choosing or (way is not None and Sense.ADD in does(way.name))
        waits = self.uncommitted and any(commits(c) for c in self.request.controls)
        return begun or waits or self._unsent

    @cached_property
    def choosing(self) -> bool:
        """Whether the way here was to choose something, and nothing was chosen yet."""
        taps = [d for d in self.request.past[-2:] if d.verb == "tap" and d.worked | d.left]
        return any(Sense.CHOOSE in does(d.name) for d in taps)

    @cached_property
    def _unsent(self) -> bool:
        """Whether nothing on the page where the last text was typed took it over, sent it off or
        was touched for the task."""
        past, asked = self.request.past, [w.text for w in self.task.content]
        typed = max((n for n in self.edits if past[n].verb == "text"), default=-1)
        if typed <= self.commit_at:
            return False
        left = next((n for n in range(typed + 1, len(past)) if past[n].moved), len(past))
        return not any(
            (d.verb == "enter" and d.moved) or any(best(w, asked) for w in self._answers(d))
            for d in past[typed + 1 : left + 1]
        )

    def taken(self, control: Control) -> bool:
        """Whether it was touched before, and that worked; what a row tells behind its name may
        have changed by that."""
        return bool(control.name) and any(
            d.worked and heading(d.title) == heading(control.title)
            for d in self.request.past
            if d.verb == "tap"
        )  # fmt: skip

    def rejected(self, kind: str, control: Control | None = None) -> bool:
        """Whether this very reply came back with a problem."""
        return any(
            action.get("kind") == kind
            and (control is None or action.get("element") == control.label)
            for action in self.request.rejected
        )

    # --- what is left of the task ---------------------------------------------------------------

    def placed(self, slot: Slot) -> bool:
        """Whether a value of the task is where it belongs."""
        here = [f for f in self.fillings if f.slot is slot and not place.is_search(f.field)]
        if here:
            return all(place.filled(self.request, f) for f in here)
        if any(not s.due and slot in self._slots(s) for s in self.switchings):
            return True
        if any(d.worked and puts(d, slot) for d in self.request.lasting):
            return True
        # What was looked for and is the heading of this page was found.
        shown = [c.name for c in self.request.controls if c.label is None]
        return self._typed(slot.text) and any(bears(name, slot.text) == 3 for name in shown)

    def clause(self, slot: Slot) -> int:
        """The clause of the task that a value stands in."""
        return next((w.clause for w in self.task.words if w.start >= slot.start), 0)

    def _slots(self, switching: place.Switching) -> list[Slot]:
        return [self.task.slots[w.slot] for w in switching.words if w.slot is not None]

    def _typed(self, text: str) -> bool:
        return any(d.typed == text and d.worked for d in self.request.past)

    @cached_property
    def waiting(self) -> list[Slot]:
        """The values that have no place yet."""
        return [slot for slot in self.task.slots if not self.placed(slot)]

    @cached_property
    def sought(self) -> list[Slot]:
        """The names that are to be found next: of each clause the first one. What a clause says
        behind its first name is done with the thing of that name."""
        free = [slot for slot in self.task.slots if slot.free]
        first = {self.clause(slot): slot for slot in reversed(free)}
        for word in self.task.words:
            if Sense.IT in senses(word.text):  # such a clause goes on with what was found before
                first.pop(word.clause, None)
        return [slot for slot in self.waiting if slot in first.values()]

    @cached_property
    def homeless(self) -> bool:
        """Whether a value waits that was not even typed to look for it."""
        return any(slot.kind != "proper" or not self._typed(slot.text) for slot in self.waiting)

    @cached_property
    def open_words(self) -> list[Word]:
        """The words of the task that nothing done, or shown as chosen, has answered yet."""
        answered = [word for deed in self.request.lasting for word in self._answers(deed)]
        for filling in self.fillings:
            answered += words(f"{filling.field.name} {'' if filling.slot else filling.text}")
        for switching in self.switchings:
            answered += [] if switching.due else [w.text for w in switching.words]
        for control in self.request.controls:
            if control.selected and len(words(control.name)) < SHORT:
                answered += words(control.name)
        switched = [w for s in self.switchings if not s.due for w in s.words]
        switched += [w for w in self.task.content if w.off and meets(self._turned, w)]
        return [
            w
            for w in self.task.content
            if meets(self.offered, w)
            or not (w in self._labels or (w in switched if w.off else meets(answered, w)))
        ]

    @cached_property
    def _turned(self) -> list[str]:
        """The words of what was switched, and of what led to the choice of off."""
        past = self.request.lasting
        turned = [d.name for d in past if edits(d)]
        turned += [
            one.name for one, then in pairwise(past) if Sense.OFF in does(then.name) and then.worked
        ]
        return [word for name in turned for word in words(name)]

    def _answers(self, deed: Deed) -> list[str]:
        """The words that a deed answers: its element's own, but for those of a value of the task.
        What else a row tells is no answer."""
        if not deed.worked or deed.verb not in ("tap", "long_press", "text"):
            return []
        values = [word for slot in self.task.slots for word in words(slot.text)]
        said = words(f"{parts(deed.name)[0]} {deed.typed or ''}")
        return [word for word in said if word not in values]

    @cached_property
    def _labels(self) -> list[Word]:
        """The words right before a value that has its place: they say what it is."""
        before = zip(self.task.words, self.task.words[1:], strict=False)
        return [
            one
            for one, next_ in before
            if next_.slot is not None
            and one.slot is None
            and not one.lead
            and self.task.slots[next_.slot] not in self.waiting
        ]

    @cached_property
    def offered(self) -> list[str]:
        """The words of what is here under a name that the task says, and was not touched yet."""
        said = [w.text for w in self.task.content]
        way = words(self.request.came_by.name) if self.request.came_by else []
        named = [
            content(c.name)
            for c in self.touchable
            if c.role != "item" and c.on is None and not self.taken(c)
        ]
        return [
            word
            for name in named
            if all(best(w, said) for w in name) and not all(best(w, way) for w in name)
            for word in name
        ]

    @cached_property
    def missing(self) -> list[Word]:
        """The open words without which the task is not done.

        The verb of a clause is seldom on a screen, unless it is one that screens use; where it
        is and was touched, the clause is done, but for what it wants absent. It is not where
        nothing was done for the clause but to find things.
        """
        own, said = words(self.request.app.replace(".", " ")), [w.text for w in self.task.words]
        taps = [content(d.name) for d in self.request.past if d.worked and d.verb == "tap"]
        touched = [word for name in taps if all(best(w, said) for w in name) for word in name]
        done = {w.clause for w in self.task.words if w.lead and best(w.text, touched)}
        return [
            w
            for w in self.open_words
            if (
                not (w.lead or senses(w.text) or best(w.text, own))
                and (w.off or w.clause not in done)
            )
            or (w.lead and senses(w.text) & SHOWN and not self.on_form)
            or (w.lead and Sense.ADD in senses(w.text) and not self._made)
            or (w.lead and not senses(w.text) & _NO_DEED and w.clause not in self.acted)
        ]

    @cached_property
    def acted(self) -> set[int]:
        """The clauses of the task for which more was done than to look for things."""
        said: list[str] = []
        for deed in self.request.lasting:
            if edits(deed) and deed.verb == "tap":
                said += words(deed.name)
            elif not deed.title.startswith("item "):
                said += self._answers(deed)
        acted = {w.clause for w in self.task.words if meets(said, w)}
        acted |= {w.clause for s in self.switchings if not s.due for w in s.words}
        if self.commit_at >= 0:
            acted |= {0, *(self.clause(s) for s in self.task.slots if s not in self.waiting)}
        return acted

    @cached_property
    def settled(self) -> bool:
        """Whether each clause was pursued, and next to nothing is left of them."""
        return self.met and self.pursued

    @cached_property
    def pursued(self) -> bool:
        """Whether something was done for each clause of the task."""
        return {w.clause for w in self.task.content} <= self.acted

    @cached_property
    def _made(self) -> bool:
        """Whether a new thing was begun and not left again, or taken over."""
        began = [does(d.name) for d in self.request.lasting if d.worked and d.verb == "tap"]
        return self.commit_at >= 0 or any(said & {Sense.ADD, Sense.COMMIT} for said in began)

    @cached_property
    def met(self) -> bool:
        """Whether a form that was taken over did what the task says: no word of it is left that
        this page offers or that is wanted off, and of the others, which only tell of the thing,
        a few."""
        asked = [w for w in self.task.content if not w.lead and not senses(w.text)]
        binding = [w for w in self.missing if w.off or w.lead or best(w.text, self.offered)]
        told = [word for c in self.request.controls if c.label is None for word in words(c.name)]
        unsaid = [w for w in self.missing if not best(w.text, told)]
        return not binding and len(unsaid) <= len(asked) * DOUBT
