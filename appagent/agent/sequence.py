"""The actions of one reply after its first: each is looked for again on the screen that it is done
on. They go on up to the first surprise, and then the model is asked again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from appagent.actions.gestures import Move
from appagent.actions.verbs import (
    AnyVerb,
    Back,
    Decision,
    DragAt,
    Enter,
    Exit,
    Home,
    LongPressArea,
    LongPressAt,
    OpenApp,
    SwipeArea,
    TapArea,
    TapAt,
    Text,
)
from appagent.agent.ask import note_secret, resolve_move
from appagent.agent.observe import Observation
from appagent.agent.readback import mistyped
from appagent.agent.session import Session
from appagent.agent.turn import Draft, Turn
from appagent.errors import ActionImpossible
from appagent.safety.rows import same
from appagent.safety.verdict import Allow
from appagent.screen.describe import phrase, quote
from appagent.screen.keys import row_of, same_screen, tab_or_title
from appagent.screen.system import asks_permission, is_broken
from appagent.screen.values import Element, Mark, Screen

_DIGITS = re.compile(r"\d+")
_PLACES = (TapArea, LongPressArea, SwipeArea, TapAt, LongPressAt, DragAt)


@dataclass
class Rest:
    """What a reply asks for that is still to be done."""

    session: Session
    _decision: Decision | None = None
    _seen: Observation | None = None  # the screen that its numbers are of
    _n: int = 0  # the step that it was given in
    _left: list[AnyVerb] = field(default_factory=list)
    _next: Move | None = None  # the first of them, found on the screen that is shown

    def take(self, draft: Draft) -> Move | None:
        """The next move, put in the draft; None where the model is to be asked."""
        move, self._next = self._next, None
        if move is None or self._decision is None:
            return None
        action = self._left.pop(0)
        note_secret(self.session, move)
        decision = self._decision.model_copy(update={"actions": (action,)})
        draft.add(decision=decision, move=move, reply_of=self._n)
        return move

    def look_ahead(self, draft: Draft, now: Observation, *, last: bool) -> None:
        """Look for the next one on the screen that is shown now. If it is not to be done, the draft
        tells what is left undone and why. `last`: a single step is left."""
        turn = draft.turn
        if turn.decision and not turn.reply_of:
            self._decision, self._seen, self._n = (
                turn.decision,
                turn.decided_on or turn.before,
                turn.n,
            )
            self._left = list(turn.decision.actions[1:])
        if not self._left or turn.status in ("FINISH", "FAIL"):
            return
        why = surprise(turn) or ("one step is left, to end the task in" if last else "")
        if not why:
            try:
                self._next = self._find(self._left[0], now)
                return
            except ActionImpossible as err:
                why = str(err)
        undone = "; ".join(map(self._words, self._left))
        draft.add(left_undone=f"the rest was not done, since {why}: {undone}")
        self._left = []

    def _find(self, action: AnyVerb, now: Observation) -> Move:
        """The move for an action on a screen that its reply had not seen.

        Raises: `ActionImpossible` with what stands against it.
        """
        if isinstance(action, Exit):
            raise ActionImpossible("what was done has to be seen first")
        if isinstance(action, _PLACES):
            raise ActionImpossible("a place is of the screen that it was seen on")
        old = self._target(action)
        if old is not None and self._seen is not None:
            label = find_again(old, self._seen, now).label
            action = action.model_copy(update={"element": label})
        move = resolve_move(self.session, now, action)
        if move.element and not move.element.enabled:
            raise ActionImpossible(f"{phrase(move.element)} is disabled")
        return move

    def _target(self, action: AnyVerb) -> Element | None:
        """What an action means by a number of the screen that the reply was given on."""
        label = getattr(action, "element", None)
        mark = self._seen.view.mark(label) if self._seen and label is not None else None
        return mark.element if mark else None

    def _words(self, action: AnyVerb) -> str:
        """An action in words, without what it types: that may be a secret."""
        target, name = self._target(action), getattr(action, "name", "")
        named = phrase(target) if target else quote(name) if name else ""
        return f"{action.verb} {named}".strip()


def surprise(turn: Turn) -> str:
    """Why what was planned with the move of a turn is not to be gone on with; "" if it is."""
    if not isinstance(turn.verdict, Allow):
        return "this was refused"
    if turn.error or turn.move is None:
        return "this failed"
    if turn.after is None or turn.change is None:
        return ""
    action, element, before, after = (
        turn.move.action, turn.move.element, turn.before.screen, turn.after.screen,
    )  # fmt: skip
    if is_broken(after.app.activity):
        return "the app broke down"
    if asks_permission(after.app.package) > asks_permission(before.app.package):
        return "a permission is asked for"
    if after.app.package != before.app.package and not isinstance(action, OpenApp | Home):
        return "another app is in front"
    if isinstance(action, Text) and mistyped(element, action, after):
        return "the field does not hold the text"
    if turn.sought_in_vain:
        return "the text did not show"
    if turn.change.nothing and (turn.may_be_swallowed or _has_to_show(action, element)):
        return "nothing changed"
    return ""


def _has_to_show(action: AnyVerb, element: Element | None) -> bool:
    """Whether something changes where a key or a text did what it is for. What a field holds tells
    more of a text."""
    is_read_back = element is not None and not element.secret
    return isinstance(action, Back | Enter) or (isinstance(action, Text) and not is_read_back)


def find_again(old: Element, seen: Observation, now: Observation) -> Mark:
    """The mark of an element of an earlier screen, by its key and its name.

    Raises: `ActionImpossible` where another page is shown, or it is gone or changed its name.
    """
    was, screen = seen.screen, now.screen
    if on_another_page(was, screen):
        raise ActionImpossible("another page is shown")
    later = same(old, was, screen)
    before, marks = (
        [m for m in each.view.marks if m.element and _is_like(m.element, old, later)]
        for each in (seen, now)
    )
    places = [m.bounds for m in before if m.element is old]
    if len(before) > 1:  # several are called so: they must all be where they were
        marks = [m for m in marks if len(marks) == len(before) and m.bounds in places]
    its_row_told = old.row or not row_of(old.key)
    if len(marks) == 1 and old.key and (its_row_told or marks[0].element is later):
        return marks[0]
    if later is None or not old.key:
        raise ActionImpossible(f"{phrase(old)} is gone")
    if later.name != old.name:
        if mark := _counting(old, later, now):
            return mark
        raise ActionImpossible(f"{phrase(old)} is now called {quote(later.name)}")
    covered = screen.is_covered(later)
    raise ActionImpossible(f"{phrase(old)} is {'covered' if covered else 'not the only one'}")


def on_another_page(was: Screen, now: Screen) -> bool:
    """Whether another page is shown, or the same one about something else, by its title."""
    return not same_screen(was, now) or tab_or_title(was.elements) != tab_or_title(now.elements)


def _counting(old: Element, later: Element, now: Observation) -> Mark | None:
    """The mark of a control whose name differs in its numbers alone: "Pause, 0:17". In a list the
    numbers tell one row from another."""
    if row_of(old.key) or _DIGITS.sub("", later.name) != _DIGITS.sub("", old.name):
        return None
    marks = [m for m in now.view.marks if m.element and m.element.key == old.key]
    return marks[0] if len(marks) == 1 else None


def _is_like(element: Element, old: Element, later: Element | None) -> bool:
    """Whether an element is called as the old one was, in a row that is called so too; that is told
    only while several have the name: then it is to be the one that is found `later`."""
    if (element.key, element.role, element.name) != (old.key, old.role, old.name):
        return False
    told = bool(element.row), bool(old.row)
    return element.row == old.row if all(told) or not any(told) else element is later
