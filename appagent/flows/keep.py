"""Make a flow of what is done for a request, with the values of the request taken out.

    keeper = Keeper("Set an alarm for 6:45 am")
    keeper.add(Deed(move, view))     for each move, on the screen it was made on
    flow, kept = keeper.flow("com.android.deskclock")

What was chosen by what the phone showed, and not by the request, is another one next time: a text
that answers a message. Such a flow is not kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile
from typing import NamedTuple

import numpy as np

from appagent.actions.gestures import Move, resolve
from appagent.actions.verbs import Back, Commits, Tap, Text
from appagent.errors import ActionImpossible
from appagent.flows.change import templated
from appagent.flows.files import parts_of, texts_of
from appagent.flows.forms import Form, Place, shared
from appagent.flows.kept import (
    VALUE,
    Control,
    Kept,
    is_shared,
    list_of,
    names_in,
    names_told,
    row_texts,
    window_of,
)
from appagent.flows.language import (
    Commands,
    Config,
    Flow,
    InputText,
    LaunchApp,
    Selector,
    TapOn,
)
from appagent.flows.record import Recorder
from appagent.flows.write import told
from appagent.screen.describe import quote
from appagent.screen.fields import looks_up
from appagent.screen.keys import heading, row_of, same_screen, without_ordinal
from appagent.screen.names import says
from appagent.screen.pages import OVER_PAGES, page_kind, page_title
from appagent.screen.values import Element, Image, Screen, View
from appagent.texts import telling_words, words_of

_CHOSEN = frozenset({"item", "radio", "checkbox", "option", "row", "text", "tab"})
"""Roles of what is touched for what it is called, and not for what it does."""
_SET = frozenset({"radio", "toggle"})
"""Roles of what only sets something, as its like of the same key do."""
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")


class Deed(NamedTuple):
    """A move that was made."""

    move: Move
    view: View  # that it was made on
    commits: Commits = "none"  # what it does, by the word of who did it
    did: bool = False  # it did something that counts
    does: str = ""  # the guard's answer about what was touched
    step: int = 0  # of its run


class InForm(NamedTuple):
    """What was done, for requests of a form."""

    commands: Commands
    controls: tuple[Control, ...]  # that they touched
    scrolled: str  # the direction that was looked in at last, where nothing was touched since


@dataclass
class Keeper:
    """What was done for a request so far."""

    request: str
    quoted: Sequence[str] = ()  # what the answer quotes of the last page
    _deeds: list[Deed] = field(default_factory=list)

    def add(self, deed: Deed) -> None:
        """Note a move that was made."""
        view, screen = deed.view, deed.view.screen
        view = replace(
            view, screen=replace(screen, image=_blank(screen.image)), image=_blank(view.image)
        )
        self._deeds.append(deed._replace(view=view))

    @property
    def typed(self) -> list[str]:
        """The texts that were typed."""
        actions = (deed.move.action for deed in self._deeds)
        return [action.text for action in actions if isinstance(action, Text)]

    def went_back(self, now: Screen) -> None:
        """Forget what led away from the page that is shown now, where that did nothing but look:
        the last move was a step back."""
        at = len(self._deeds)
        while at and _only_looked(self._deeds[at - 1]):
            at -= 1
            if same_screen(self._deeds[at].view.screen, now):
                del self._deeds[at:]
                return

    def flow(self, app: str, *, fresh: bool = False) -> tuple[Flow, Kept]:
        """What was done, as a flow of an app that begins as it was left, or on its first page where
        `fresh`, and what stands beside it.

        Raises: `ActionImpossible` where no flow can say it, or where it would not do the same for
        the same request.
        """
        if not fresh:  # how it got to the page that it began its work on is another way next time
            self._deeds = list(dropwhile(_goes_back, self._deeds))
        done = self._with_held()
        form = Form.of(self.request, done.places)
        done.check_composed(form)
        found = done.in_form(form)
        first = "" if fresh or not self._deeds else page_title(self._deeds[0].view.screen.elements)
        quoted = map(form.templated, self.quoted)
        used = names_in(*found.commands) | names_told(found.controls, quoted)
        if unused := {*form.names} - used:
            form = form.without(unused)
            found = done.in_form(form)
        config, begins = Config(app_id=app, name=str(form)), LaunchApp(stop_app=fresh)
        kept = Kept(form, found.controls, begins=form.told(first))
        return Flow(config=config, commands=(begins, *found.commands)), kept

    def in_form(self, form: Form) -> InForm:
        """What was done, for requests of a form. Raises: as `flow` does."""
        done = self._written()
        done.check_composed(form)
        return done.in_form(form)

    def _with_held(self) -> _Written:
        """What was done, and before it in each form that was filled in what that held already of
        the request: the "6" of "6:45". It is set all the same, for next time it is another."""
        touched = {deed.move.element.key for deed in self._deeds if deed.move.element}
        for deed in list(self._deeds):
            if not (isinstance(deed.move.action, Text) or _is_set(deed.move.element)):
                continue
            held = [mark for mark in deed.view.marks if mark.element and _holds(mark.element)]
            values = Counter(_held(mark.element) for mark in held if mark.element)
            for mark in held:
                e, value = mark.element, _held(mark.element) if mark.element else ""
                if e is None or e.key in touched or values[value] > 1 or not self._lacks(value, e):
                    continue
                kind = (
                    Text(element=mark.label, text=value)
                    if "text" in e.uses
                    else Tap(element=mark.label)
                )
                self._deeds.insert(
                    self._deeds.index(deed), Deed(resolve(kind, deed.view), deed.view)
                )
                touched.add(e.key)
        return self._written()

    def _lacks(self, value: str, holder: Element) -> bool:
        """Whether the request has a value, or a part of one, that nothing but this holds."""
        places = self._written().places
        more = Form.of(self.request, [*places, Place(value, _is_set(holder), holder.name)])
        new = {*more.names} - {*Form.of(self.request, places).names}
        kinds = {slot.kind for slot in more.slots if new & {*slot.names}}
        return bool(kinds) and (_is_set(holder) or "text" not in kinds)

    def _written(self) -> _Written:
        written = _Written(self.request, Recorder(asked=self.request, seeks=True, hides=False))
        for deed in self._deeds:
            written.add(deed)
        written.places += (Place(text, touched=True) for text in self.quoted)
        return written


@dataclass
class _Written:
    """What was done as commands, and what of it may be a value of the request."""

    request: str
    recorder: Recorder
    places: list[Place] = field(default_factory=list)
    _touched: list[tuple[TapOn, Deed]] = field(default_factory=list)
    _filled: list[tuple[InputText, Element, Screen]] = field(default_factory=list)
    _composed: list[str] = field(default_factory=list)  # texts that may be of what was seen
    _shown: set[str] = field(default_factory=set)  # what the phone said

    def add(self, deed: Deed) -> None:
        """Write down a move. Raises: `ActionImpossible` where no command says it."""
        move, view = deed.move, deed.view
        for e in view.screen.elements:
            self._shown |= {text.casefold() for text in (e.name, e.value, e.title) if text}
        element, before = move.element, len(self.recorder.commands)
        self.recorder.add(move, view)
        if isinstance(move.action, Text):
            self._typed(move.action.text, element)
            text = move.action.text.strip()
            is_number = _NUMBER.fullmatch(text) and text not in self._shown
            if not (move.sets_value and (is_number or (element and element.state))):
                self._composed.append(text)
        elif element and element.name:
            said = row_texts(element, view.screen)
            if not _is_choice(element, view.screen):  # what it says beside what it is called
                said = [text for text in said if text not in (element.name, element.title)]
            name = _asked_for(element, view.screen)
            self.places += (Place(text, touched=True, name=name) for text in said)
        new = list(parts_of(*self.recorder.commands[before:]))
        self._touched += ((c, deed) for c in new if isinstance(c, TapOn))
        field = element or view.screen.focused_field
        self._filled += ((c, field, view.screen) for c in new if isinstance(c, InputText) and field)

    def in_form(self, form: Form) -> InForm:
        commands = tuple(templated(c, form.templated) for c in self.recorder.commands)
        touched = (self._control(*each, form) for each in self._touched)
        filled = (self._field(*each, form) for each in self._filled)
        return InForm(commands, (*touched, *filled), self.recorder.scrolled)

    def check_composed(self, form: Form) -> None:
        """Raises: `ActionImpossible` where a text may have been made of what was seen, if only on
        the first screen: it has words that the request has not; and where it has a part of a
        value: "Hi Ada" of an address."""
        said = words_of(self.request)
        values = (slot.said for slot in form.slots if slot.kind == "text")
        parts = {part.casefold() for value in values for part in telling_words(value)}
        for text in self.recorder.typed:
            own = words_of(VALUE.sub(" ", form.templated(text)))
            if part := next((word for word in own if word in parts), ""):
                raise ActionImpossible(f"{quote(text)} has a part of a value: {part}")
        for text in self._composed:
            whole = form.templated(text)
            own = words_of(VALUE.sub(" ", whole))
            new = [word for word in own if word not in said]  # an "a" beside others tells nothing
            alone = new == own != [] and whole == text
            if any(len(word) > 1 or word.isdigit() for word in new) or alone:
                raise ActionImpossible(f"{quote(text)} may be of what the phone showed")

    def _typed(self, text: str, element: Element | None) -> None:
        """What was typed is a value, or what it has of the request's words."""
        name = element.name if element else ""
        whole = text.casefold() in self.request.casefold()
        parts = [text] if whole else shared(text, self.request)
        self.places += (Place(part, name=name) for part in parts or [text])

    def _control(self, command: TapOn, deed: Deed, form: Form) -> Control:
        move, screen = deed.move, deed.view.screen
        element, said = move.element, templated(command, form.templated)
        assert element is not None
        told_by = (text for part in parts_of(command.target) for text in texts_of(part) if text)
        texts = [_unescaped(text) for text in told_by]
        chosen = command.target.index is None and any(says(self.request, text) for text in texts)
        named = form.templated(element.title or element.name)
        others = [text for text in row_texts(element, screen) if text not in texts]
        in_words = map(form.templated, others)
        by = " ".join(texts_of(said.target))
        in_row, is_choice = bool(row_of(element.key)), _is_choice(element, screen)
        by_id = command.target == Selector(id=command.target.id)
        shows_more = element.title != element.name  # what it shows may be another thing next time
        chosen = chosen or (in_row and by_id)
        by_key = by_id and shows_more
        on_page = page_kind(screen) not in OVER_PAGES
        choice = element.title if is_choice and VALUE.search(by) else ""
        is_set = bool(choice and element.state) and element.role in _SET
        return Control(
            command=told(said),
            key=without_ordinal(element.key),
            role=element.role,
            name="" if (in_row and chosen) or by_key else named,
            choice=choice,
            activity=screen.app.activity,
            on=page_kind(screen),
            window=form.templated(window_of(screen)) if is_shared(element.key) else "",
            state=element.state,
            commits=deed.commits,
            did=deed.did,
            does=deed.does if in_row or (by_key and on_page) or is_set else "",
            step=deed.step,
            among=tuple(list_of(element, screen)) if in_row and not chosen else (),
            says=tuple(t for t in dict.fromkeys(in_words) if VALUE.fullmatch(t)),
            sets=form.templated(move.action.text)
            if isinstance(move.action, Text) and element.scale
            else "",
        )

    def _field(self, command: InputText, field: Element, screen: Screen, form: Form) -> Control:
        name = field.title or field.name
        return Control(
            command=told(templated(command, form.templated)),
            key=without_ordinal(field.key),
            role=field.role,
            name="" if says(field.value, name) else form.templated(name),
            activity=screen.app.activity,
            on=page_kind(screen),
        )


def _is_set(element: Element | None) -> bool:
    """Whether it is one of several, of which one is chosen."""
    return element is not None and element.role == "radio"


def _holds(element: Element) -> bool:
    """Whether it is a field that shows what it holds, or the one of several that is chosen."""
    return bool(element.key and _held(element)) and not element.secret and not looks_up(element)


def _held(element: Element) -> str:
    if "text" in element.uses:
        return element.value.strip()
    return element.title if _is_set(element) and element.is_chosen else ""


def _blank(image: Image) -> Image:
    """A picture of the same size that takes no room."""
    return np.broadcast_to(np.uint8(0), image.shape)


def _goes_back(deed: Deed) -> bool:
    return isinstance(deed.move.action, Back)


def _only_looked(deed: Deed) -> bool:
    """Whether a deed did nothing that counts, and neither typed nor set anything."""
    return not (deed.did or isinstance(deed.move.action, Text))


def _is_choice(element: Element, screen: Screen) -> bool:
    """Whether it was touched for what it is called, and not for what it does: it is one of
    several."""
    if element.role in _CHOSEN or row_of(element.key):
        return True
    if is_shared(element.key):
        return False
    key = without_ordinal(element.key)
    return any(
        without_ordinal(e.key) == key and e.name != element.name
        for e in screen.elements
        if e.uses and e.key
    )


def _asked_for(element: Element, screen: Screen) -> str:
    """What a choice in a window is of, by its title: "Sort by"; a menu has any."""
    title = heading(screen.elements) if window_of(screen) and element.role == "radio" else None
    return title.name if title else ""


def _unescaped(text: str) -> str:
    """The text that a pattern of a selector is made of."""
    return re.sub(r"\\(.)", r"\1", text)
