"""The program of one reply, action by action: each is looked for again on the screen that it is
done on. It goes on up to the first surprise, and then the model is asked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from appagent.actions.gestures import Move, TouchAt, opener
from appagent.actions.verbs import (
    AnyVerb,
    Back,
    Decision,
    DragAt,
    Each,
    Enter,
    Exit,
    Home,
    LongPressArea,
    LongPressAt,
    OpenApp,
    SwipeArea,
    Tap,
    TapArea,
    TapAt,
    Text,
)
from appagent.agent.ask import note_secret, resolve_move
from appagent.agent.each import BACKS, Loop
from appagent.agent.observe import Observation
from appagent.agent.proof import Proof
from appagent.agent.readback import mistyped
from appagent.agent.session import Session
from appagent.agent.turn import Draft, Turn
from appagent.errors import ActionImpossible
from appagent.safety.verdict import Allow
from appagent.screen.describe import phrase, quote
from appagent.screen.match import carry, is_called
from appagent.screen.pages import page_kind
from appagent.screen.shown import new_error
from appagent.screen.system import asks_permission, is_broken, is_home, is_over_app
from appagent.screen.values import Element

_PLACES = (TapArea, LongPressArea, SwipeArea, TapAt, LongPressAt, DragAt)
LOOKS = 4  # for what is to prove that the task is done, a second apart


@dataclass
class Rest:
    """What a reply asks for that is still to be done."""

    session: Session
    _decision: Decision | None = None
    _seen: Observation | None = None  # the screen that its numbers are of
    _n: int = 0  # the step that it was given in
    _left: list[AnyVerb] = field(default_factory=list)
    _loop: Loop | None = None  # the `each` that is gone through
    _proof: Proof = field(default_factory=Proof)
    _next: Move | None = None  # found on the screen that is shown
    _shown: str = ""  # what proves that an exit is right
    _again: int = 0  # the step of a touch that only closed the keyboard

    def begin(self, turn: Turn, move: Move) -> Move:
        """The first move of a new reply."""
        assert turn.decision is not None
        self._decision, self._seen, self._n = turn.decision, turn.before, turn.n
        self._left, self._loop, self._proof = list(turn.decision.actions[1:]), None, Proof()
        return move

    def take(self, draft: Draft) -> Move | None:
        """The next move, put in the draft; None where the model is to be asked."""
        move, self._next = self._next, None
        if move is None or self._decision is None:
            return None
        note_secret(self.session, move)
        decision = self._decision.model_copy(update={"actions": (move.action,)})
        draft.add(decision=decision, move=move, reply_of=self._n, proof=self._shown)
        return move

    def loop(self, turn: Turn) -> Loop:
        """The loop that the `each` of a turn goes on with, or begins."""
        assert turn.move is not None
        self._loop = self._loop or Loop.of(turn.move, turn.before, self._seen or turn.before)
        return self._loop

    def look_ahead(self, draft: Draft, now: Observation, *, last: bool) -> Observation:
        """Look for the next one on the screen that is shown now, and return the one that is shown
        then. If it is not to be done, the draft tells what is left undone and why. `last`: a single
        step is left."""
        turn = draft.turn
        self._proof.note(turn, self._loop)
        if turn.status in ("FINISH", "FAIL") or not (self._left or self._loop):
            return now
        ends = not self._loop and isinstance(self._left[0], Exit)
        coming = self._loop.left if self._loop else self._left
        why = surprise(turn, *coming[:1]) or (
            "one step is left, to end the task in" if last and not ends else ""
        )
        try:
            if why:
                raise ActionImpossible(why)
            self._next, now = self._find_next(draft, now)
        except ActionImpossible as err:
            draft.add(left_undone=f"the rest was not done, since {err}: {self._undone()}")
            self._left, self._loop, self._next = [], None, None
        return now

    def _find_next(self, draft: Draft, now: Observation) -> tuple[Move | None, Observation]:
        """The next move; None where nothing is left.

        Raises: `ActionImpossible` with what stands against it.
        """
        turn = draft.turn
        if _only_closed_keyboard(turn) and self._again != turn.n - 1:
            self._again = turn.n
            return self._once_more(turn, now), now
        if self._loop and (move := self._in_loop(self._loop, now)):
            return move, now
        if self._loop:
            draft.add(came="; ".join(filter(None, (turn.came, self._loop.told))))
            if not (self._loop.done or self._loop.action.optional):
                raise ActionImpossible(f"no row fits {quote(self._loop.action.where)}")
            self._loop = None
        while self._left:
            action = self._left[0]
            if isinstance(action, Exit):
                return self._end(action, now)
            try:
                _check_window(turn, action, now)
                return self._resolve(self._carried(action, now), self._left, now), now
            except ActionImpossible:
                if not action.optional:
                    raise
                self._left.pop(0)
        return None, now

    def _in_loop(self, loop: Loop, now: Observation) -> Move | None:
        """The next move of a loop: of its row, back to its list, or on to another row."""
        while True:
            while loop.left:
                action = loop.left[0]
                try:
                    on_row = loop.target(action, now)
                    return self._resolve(on_row or self._carried(action, now), loop.left, now)
                except ActionImpossible:
                    if not action.optional:
                        raise
                    loop.left.pop(0)
            if loop.row and not loop.is_back(now):
                if loop.backs == BACKS:
                    raise ActionImpossible("the list did not come back")
                loop.backs += 1
                return resolve_move(self.session, now, Back())
            if row := loop.next_row(now):
                loop.begin(row, now)
            elif loop.ended:
                return None
            else:
                return resolve_move(self.session, now, self._carried(loop.action, now))

    def _resolve(self, action: AnyVerb, left: list[AnyVerb], now: Observation) -> Move:
        """The move for the first of those that are `left`, as it is written for this screen; or for
        the touch that it needs first."""
        if mark := opener(action, now.view):
            return resolve_move(self.session, now, Tap(element=mark.label))
        move = resolve_move(self.session, now, action)
        if move.element and not move.element.enabled:
            raise ActionImpossible(f"{phrase(move.element)} is disabled")
        begun = left.pop(0)
        if isinstance(begun, Each):
            self._loop = Loop.of(move, now, self._seen or now)
            return self._in_loop(self._loop, now) or move
        return move

    def _carried(self, action: AnyVerb, now: Observation) -> AnyVerb:
        """The action with the number that its target has on this screen."""
        if isinstance(action, _PLACES):
            raise ActionImpossible("a place is of the screen that it was seen on")
        old = self._target(action)
        if old is None or self._seen is None:
            return action
        label = carry(old, self._seen.view, now.view).label
        return action.model_copy(update={"element": label})

    def _once_more(self, turn: Turn, now: Observation) -> Move:
        """The touch of a turn, on the screen that the keyboard no longer covers."""
        assert turn.move is not None
        assert turn.move.element is not None
        mark = carry(turn.move.element, turn.before.view, now.view)
        action = turn.move.action.model_copy(update={"element": mark.label})
        return resolve_move(self.session, now, action)

    def _end(self, action: Exit, now: Observation) -> tuple[Move, Observation]:
        """The end, if the screen shows within some seconds what it was to show."""
        if not action.if_shows.strip():
            raise ActionImpossible("what was done has to be seen first")
        for look in range(LOOKS):
            try:
                self._shown = self._proof.of(action.if_shows, now.screen)
            except ActionImpossible:
                if look == LOOKS - 1:
                    raise
                self.session.device.wait(1)
                now = self.session.eyes.observe()
            else:
                break
        self._left = []
        return Move(action), now

    def _target(self, action: AnyVerb) -> Element | None:
        """What an action means by a number of the screen that the reply was given on."""
        label = getattr(action, "element", None)
        mark = self._seen.view.mark(label) if self._seen and label is not None else None
        return mark.element if mark else None

    def _undone(self) -> str:
        left: Sequence[AnyVerb] = self._left
        if self._loop:
            told = f"each row ({self._loop.told})" if self._loop.done else "each row"
            return "; ".join([told, *map(self._words, left)])
        return "; ".join(map(self._words, left))

    def _words(self, action: AnyVerb) -> str:
        """An action in words, without what it types: that may be a secret."""
        target, name = self._target(action), getattr(action, "name", "")
        named = phrase(target) if target else quote(name) if name else ""
        return f"{action.verb} {named}".strip()


def surprise(turn: Turn, coming: AnyVerb | None = None) -> str:
    """Why what was planned with the move of a turn is not to be gone on with; "" if it is. A
    window or an app that the `coming` action names was foreseen."""
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
    was, now = before.app.package, after.app.package
    if was != now and not (_changes_app(turn) or _is_foreseen(turn, coming)):
        return "a permission is asked for" if asks_permission(now) else "another app is in front"
    if isinstance(action, Text) and mistyped(element, action, after):
        return "the field does not hold the text"
    if not turn.change.screen_changed and (error := new_error(before, after)):
        return f"it says {quote(error.name)}"
    if turn.sought_in_vain:
        return "the text did not show"
    if turn.change.nothing and (turn.may_be_swallowed or _has_to_show(action, element)):
        return "nothing changed"
    return ""


def _changes_app(turn: Turn) -> bool:
    """Whether a move is to bring another app to the front: by its icon, or by sharing to it; or a
    sheet to share by."""
    assert turn.after is not None
    assert turn.move is not None
    was, now = (each.screen.app.package for each in (turn.before, turn.after))
    opens = isinstance(turn.move.action, OpenApp | Home)
    sheet = is_over_app(now) and not asks_permission(now)
    return opens or is_home(was) or is_over_app(was) or sheet


def _has_to_show(action: AnyVerb, element: Element | None) -> bool:
    """Whether something changes where a key, a text or a slider did what it is for. What a field
    holds tells more of a text."""
    is_read_back = element is not None and not (element.secret or element.scale)
    slides = element is not None and element.scale is not None
    return (
        isinstance(action, Back | Enter)
        or slides
        or (isinstance(action, Text) and not is_read_back)
    )


def _only_closed_keyboard(turn: Turn) -> bool:
    """Whether a touch closed the keyboard and did nothing else: many lists take the first one for
    that alone."""
    if turn.move is None or turn.after is None or turn.change is None or turn.error:
        return False
    closed = turn.before.screen.keyboard and not turn.after.screen.keyboard
    touched = isinstance(turn.move.gesture, TouchAt) and turn.move.element is not None
    others = [text for text in turn.change.changed if not text.startswith("keyboard:")]
    return closed and touched and not (others or turn.change.screen_changed)


def _is_foreseen(turn: Turn, action: AnyVerb | None) -> bool:
    """Whether an action names what a window has that came up, and the page below it has not."""
    name, after = getattr(action, "name", ""), turn.after
    there = bool(name and after) and is_called(name, after.view.marks if after else ())
    return there and not is_called(name, turn.before.view.marks)


def _check_window(turn: Turn, action: AnyVerb, now: Observation) -> None:
    """Refuse a name for what stands in a window that came up and on the page below it, too: nobody
    knew of the window.

    Raises: `ActionImpossible`.
    """
    name = getattr(action, "name", "")
    if not name or turn.after is None or turn.change is None or not turn.change.screen_changed:
        return
    over_page = page_kind(turn.before.screen) == "page" and (
        page_kind(now.screen) in ("dialog", "sheet") or is_over_app(now.screen.app.package)
    )
    if over_page and is_called(name, turn.before.view.marks):
        told = f"{quote(name)} may be meant of the page below it"
        raise ActionImpossible(f"a window came up, and {told}")
