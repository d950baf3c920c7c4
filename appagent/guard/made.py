"""Whether a move did what it could do: not every deed can be seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from appagent.actions.gestures import Move
from appagent.danger import WORDED, Danger
from appagent.guard.target import outgoing
from appagent.screen.about import asked
from appagent.screen.change import Change
from appagent.screen.keys import row_of
from appagent.screen.names import stands_in, titled
from appagent.screen.pages import OVER_PAGES, page_kind
from appagent.screen.values import Element, Screen


@dataclass(frozen=True)
class Made:
    """A move that was made and could do harm, and the page that it led to."""

    move: Move
    before: Screen
    after: Screen
    change: Change

    def is_done(self, danger: Danger) -> bool:
        """Whether it was seen to be done: its text has gone."""
        return danger in WORDED and self.has_gone and not self._is_asked

    def may_be_done(self, danger: Danger, names: Sequence[str]) -> bool:
        """Whether it may have been done: it changed something, and what came of it neither holds
        the text still nor asks anything, or whom of these `names` it is for."""
        held = danger in WORDED and any(self._texts) and not self.has_gone
        goes_on = held or self._is_asked or any(_is_row_of(e, names) for e in self._new)
        return not self.change.nothing and not goes_on

    def brought(self, element: Element | None) -> bool:
        """Whether a control came up by the move."""
        return element is not None and element.name in {e.name for e in self._new}

    @cached_property
    def _new(self) -> Sequence[Element]:
        known = {e.name for e in self.before.elements}
        return [e for e in self.after.elements if e.name not in known]

    @cached_property
    def _texts(self) -> Sequence[str]:
        return outgoing(self.move, self.before)

    @cached_property
    def has_gone(self) -> bool:
        """Whether a text that was to go did: no field holds it any more, or it stands on the page
        now."""
        held = {e.value.strip() for e in self.after.elements if "text" in e.uses}
        told = [e.name for e in self._new if "text" not in e.uses]
        texts = filter(None, self._texts)
        return any(t not in held or any(stands_in(t, name) for name in told) for t in texts)

    @cached_property
    def _is_asked(self) -> bool:
        """Whether a window asks something."""
        return bool(asked(self.after)) and page_kind(self.after) in OVER_PAGES


def _is_row_of(element: Element, names: Sequence[str]) -> bool:
    in_row = element.uses and row_of(element.key) != ""
    return bool(in_row) and any(titled(element.name, name) for name in names)
