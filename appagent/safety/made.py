"""Whether a move did what it could do: not every deed can be seen, and many are done in steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from appagent.actions.gestures import Move
from appagent.actions.verbs import Tap
from appagent.danger import WORDED, Danger
from appagent.safety.controls import label_of
from appagent.safety.labels import danger_of, is_assent, is_refusal
from appagent.safety.names import stands_in, titled
from appagent.safety.page import asked
from appagent.safety.scene import Scene
from appagent.safety.target import outgoing
from appagent.safety.touch import risks
from appagent.screen.change import Change
from appagent.screen.keys import row_of
from appagent.screen.values import Element, Screen


@dataclass(frozen=True)
class Made:
    """A move that was made and could do harm, and the page that it led to."""

    move: Move
    before: Screen
    after: Scene
    change: Change

    def is_done(self, danger: Danger) -> bool:
        """Whether it was seen to be done: its text has gone, and no other control is to send it."""
        leads_on = self.change.screen_changed and any(self._offered(danger, self.after))
        return danger in WORDED and self.has_gone and not (self._is_asked or leads_on)

    def may_be_done(self, danger: Danger, names: Sequence[str]) -> bool:
        """Whether it may have been done: it led to another page, or changed this one and is called
        so, and that page neither does it nor asks whom of these `names` it is for."""
        touched = self.move.element
        led = self.change.screen_changed or (
            touched is not None and _is_called(touched, danger) and not self.change.nothing
        )
        held = danger in WORDED and any(self._texts) and not self.has_gone
        alone = Scene(self.after.screen)  # whatever opened it
        goes_on = any(_is_called(e, danger) for e in self._offered(danger, alone))
        goes_on = goes_on or any(_is_row_of(e, names) for e in self._new)
        return led and not (held or goes_on or self._is_asked)

    def _offered(self, danger: Danger, scene: Scene) -> Iterator[Element]:
        """The controls that came up and do such a deed too."""
        taps = (e for e in self._new if "tap" in e.uses and not row_of(e.key))
        return (e for e in taps if danger in risks(Move(Tap(element=0), element=e), scene))

    @cached_property
    def _new(self) -> Sequence[Element]:
        known = {e.name for e in self.before.elements}
        return [e for e in self.after.screen.elements if e.name not in known]

    @cached_property
    def _texts(self) -> Sequence[str]:
        return outgoing(self.move, self.before)

    @cached_property
    def has_gone(self) -> bool:
        """Whether a text that was to go did: no field holds it any more, or it stands on the page
        now."""
        held = {e.value.strip() for e in self.after.screen.elements if "text" in e.uses}
        told = [e.name for e in self._new if "text" not in e.uses]
        texts = filter(None, self._texts)
        return any(t not in held or any(stands_in(t, name) for name in told) for t in texts)

    @cached_property
    def _is_asked(self) -> bool:
        """Whether the page asks something, and has an answer to it."""
        screen = self.after.screen
        labels = (label_of(e) for e in screen.elements if "tap" in e.uses)
        return bool(asked(screen)) and any(is_assent(it) or is_refusal(it) for it in labels)


def _is_called(control: Element, danger: Danger) -> bool:
    return danger_of(label_of(control)) == danger


def _is_row_of(element: Element, names: Sequence[str]) -> bool:
    in_row = element.uses and row_of(element.key) != ""
    return bool(in_row) and any(titled(element.name, name) for name in names)
