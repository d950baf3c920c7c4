"""The program of one reply, action by action: each is looked for again on the screen that it is
done on. It goes on up to the first surprise, and then the model is asked again. What is refused is
left out, with what hangs on it.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field

from appagent.actions.decision import Decision
from appagent.actions.each import BACKS, Loop
from appagent.actions.gestures import Move, opener, resolve
from appagent.actions.program import outline
from appagent.actions.surprise import only_closed_keyboard, surprise
from appagent.actions.verbs import (
    PLACES,
    AnyVerb,
    Back,
    Each,
    Enter,
    Exit,
    Go,
    ShowGrid,
    Tap,
    Zoom,
)
from appagent.agent.ask import note_secret, resolve_move, with_quotes
from appagent.agent.guide import Walk
from appagent.agent.observe import Observation
from appagent.agent.path import REFUSED, Path
from appagent.agent.session import Session
from appagent.agent.turn import Draft, Turn
from appagent.errors import ActionImpossible, TargetUntold
from appagent.guard import Allow
from appagent.screen.describe import phrase, quote
from appagent.screen.match import carry
from appagent.screen.proof import Proof
from appagent.screen.reading import quotes
from appagent.screen.shown import ways
from appagent.screen.values import Element
from appagent.trail import LeftUndone

SEEN = 16  # screens, two a step, among which a refusal finds its way back
WAITS = 3  # of a second each, for what is to prove that the task is done


@dataclass
class Rest:
    """What a reply asks for that is still to be done."""

    session: Session
    stops: bool = False  # at what is refused: nobody is there to say how it ends
    _decision: Decision | None = None
    _seen: Observation | None = None  # the screen that its numbers are of
    _n: int = 0  # the step that it was given in
    _left: list[AnyVerb] = field(default_factory=list)
    loop: Loop | None = None  # the `each` that is gone through
    _proof: Proof = field(default_factory=Proof)
    _next: Move | None = None  # found on the screen that is shown
    _shown: str = ""  # what proves that an exit is right
    _rows: str = ""  # that a loop did, where this proves it
    _vain: bool = False  # what was sought is nowhere
    _refused: int = 0  # the last step that was
    _skipped: list[str] = field(default_factory=list)  # since the last step
    _seen_last: deque[Observation] = field(default_factory=lambda: deque(maxlen=SEEN))
    _path: Path | None = None  # on which a refusal leads back
    _walk: Walk | None = None  # to a page of the map
    _opened: AnyVerb | None = None  # a text whose field was to be opened
    _again: int = 0  # the step of a touch that only closed the keyboard

    @property
    def pending(self) -> bool:
        """Whether the next move is of the last reply."""
        return self._next is not None

    @property
    def in_row(self) -> bool:
        """Whether the next move is for a row of a loop that has had one."""
        return self.pending and self.loop is not None and self.loop.steps > 0

    def begin(self, turn: Turn, move: Move) -> Move:
        """The first move of a new reply."""
        assert turn.decision is not None
        self._decision, self._seen, self._n = turn.decision, turn.before, turn.n
        view = turn.before.view
        goes = isinstance(turn.decision.actions[0], Go)
        self._left = list(turn.decision.actions[0 if goes else 1 :])
        self.loop = Loop.of(move, view, view) if isinstance(move.action, Each) else None
        self._proof, self._shown, self._walk, self._path = Proof(), "", None, None
        self._rows, self._vain = "", False
        if isinstance(turn.decision.actions[0], Go):
            self._go(turn.decision.actions[0], turn.before)
        self._tell(move)
        return move

    def take(self, draft: Draft) -> Move | None:
        """The next move, put in the draft; None where the model is to be asked."""
        in_row = self.in_row
        move, self._next = self._next, None
        if move is None or self._decision is None:
            return None
        note_secret(self.session, move)
        self._tell(move)
        decision = self._decision.model_copy(update={"actions": (move.action,)})
        draft.add(decision=decision, move=move, reply_of=self._n, proof=self._shown, in_row=in_row)
        if self.loop:  # what looks for a row once more counts for itself
            self.loop.steps = 0 if isinstance(move.action, Each) else self.loop.steps + 1
        return move

    def _tell(self, move: Move) -> None:
        """Tell which of the actions the move is for: the next one is left until it is begun."""
        if self._decision and self._seen:
            begun = self._opened, self._walk and self._left and self._left[0]
            ahead = self._left and (isinstance(move.action, Exit) or self._left[0] in begun)
            words = outline(self._decision.actions, self._seen.view)
            at = len(words) - len(self._left) - (not ahead)
            self.session.progress.planned([*map(self.session.secrets.hide, words)], at)

    def look_ahead(self, draft: Draft, now: Observation, *, last: bool) -> Observation:
        """Look for the next one on the screen that is shown now, and return the one that is shown
        then. If it is not to be done, the draft tells what is left undone and why. `last`: a single
        step is left."""
        turn = draft.turn
        note_step(self._proof, turn, self.loop)
        self._seen_last += (turn.before, now)
        if turn.status in ("FINISH", "FAIL") or not (self._left or self.loop):
            return now
        try:
            if isinstance(turn.verdict, Allow) or self.stops:
                self._check(turn)
            else:
                self._leave_out(turn, now)
            left = [*self._left]
            self._next, now = self._find_next(draft, now)
            if last and self._next and not (self.in_row or isinstance(self._next.action, Exit)):
                self._left = left
                raise ActionImpossible("one step is left, to end the task in")
        except ActionImpossible as err:
            draft.add(left_undone=LeftUndone(why=str(err), what=self._undone()))
            self._left, self.loop, self._next = [], None, None
        told, self._skipped = [draft.turn.came, *self._skipped], []
        draft.add(came="; ".join(filter(None, told)))
        return now

    def _check(self, turn: Turn) -> None:
        """Raises: `ActionImpossible` with why what was planned with the move of a turn is not to be
        gone on with."""
        coming = next(iter(self.loop.left if self.loop else self._left), None)
        if self._path or (self.loop and (coming is None or isinstance(coming, Back))):
            coming = Enter()  # no window is closed unread on the way back
        if why := _objection(turn, coming):
            raise ActionImpossible(why)
        self._vain = turn.looked_through

    def _leave_out(self, turn: Turn, now: Observation) -> None:
        """Leave out what hangs on the refused move of a turn: the rest of its row, or what the path
        tells. Raises: `ActionImpossible`."""
        self._refused = turn.n
        if self.loop and self.loop.row:
            self.loop.refuse(now.view)
            return
        if self.loop:
            raise ActionImpossible(REFUSED)
        opened = [self._left.pop(0)] if self._left[:1] and self._left[0] is self._opened else []
        self._path = Path.of(self._seen_last)
        out = [*opened, *self._path.leave_out(self._left, turn, now, self._found)]
        if out:
            self._skipped.append(f"left out with it: {'; '.join(map(self._words, out))}")

    def _found(self, action: AnyVerb, page: Observation) -> Element | None:
        try:
            return resolve(self._carried(action, page), page.view).element
        except TargetUntold:
            raise
        except ActionImpossible:
            return None

    def _find_next(self, draft: Draft, now: Observation) -> tuple[Move | None, Observation]:
        """The next move; None where nothing is left.

        Raises: `ActionImpossible` with what stands against it.
        """
        turn = draft.turn
        if self._again != turn.n - 1 and (again := self._once_more(turn, now)):
            self._again = turn.n
            return again, now
        if self._path and self._path.goes_back(now):
            return resolve_move(self.session, now, Back()), now
        self._path = None
        if self.loop and (following := self._in_loop(self.loop, now)):
            return following, now
        if self.loop:
            draft.add(came="; ".join(filter(None, (turn.came, self.loop.told))))
            ends = next(iter(self._left), None)
            self._vain = not (self.loop.done or self.loop.refused)
            if self._vain and not (self.loop.action.optional or _gives_up(ends)):
                raise ActionImpossible(f"no row fits {quote(self.loop.action.where)}")
            self._rows = self.loop.proof if isinstance(ends, Exit) else ""
            self.loop = None
        move = self._first(self._left, now)
        if move and isinstance(move.action, Exit):
            return self._until_shown(move.action, now)
        return move, now

    def _first(
        self, left: list[AnyVerb], now: Observation, loop: Loop | None = None
    ) -> Move | None:
        """The move for the first of those that are `left`, without what may be left out and has no
        target here; None where there is none."""
        while left:
            action = left[0]
            try:
                if isinstance(action, Go):
                    if walked := self._go(action, now):
                        return walked
                    left.pop(0)
                    continue
                on_row = loop.target(action, now.view) if loop else None
                move = self._resolve(on_row or self._carried(action, now), left, now)
            except TargetUntold:
                raise
            except ActionImpossible as err:
                if not action.optional:
                    raise
                self._skipped.append(f"left out {self._words(left.pop(0))}: {err}")
                if loop:
                    loop.skipped = True
            else:
                begins = self.loop if isinstance(move.action, Each) else None
                return (begins and self._in_loop(begins, now)) or move
        return None

    def _go(self, action: Go, now: Observation) -> Move | None:
        """The next move to a page of the map; None where it is shown."""
        self._walk = self._walk or self.session.mapper.walk(action, now)
        move = self._walk.next(now)
        self._walk = self._walk if move else None
        return move

    def _in_loop(self, loop: Loop, now: Observation) -> Move | None:
        """The next move of a loop: of its row, back to its list, or on to another row."""
        while True:
            if move := self._first(loop.left, now, loop):
                loop.made = True
                return move
            if loop.row and not loop.is_back(now.view):
                if loop.backs == BACKS:
                    raise ActionImpossible("the list did not come back")
                loop.backs += 1
                return resolve_move(self.session, now, Back())
            loop.finish()
            if row := loop.next_row(now.view):
                loop.begin(row, now.view)
                self._opened = None
            elif loop.ended:
                return None
            else:
                return resolve_move(self.session, now, self._carried(loop.action, now))

    def _resolve(self, action: AnyVerb, left: list[AnyVerb], now: Observation) -> Move:
        """The move for the first of those that are `left`, as it is written for this screen; or for
        the touch that it needs first."""
        if self._opened is not action and (mark := opener(action, now.view)):
            self._opened = action
            touch = Tap(element=mark.label, commits=action.commits)
            return resolve_move(self.session, now, touch)
        move = resolve_move(self.session, now, action)
        if move.element and not move.element.enabled:
            raise ActionImpossible(f"{phrase(move.element)} is disabled")
        begun = left[0] if isinstance(left[0], Exit) else left.pop(0)  # it may not be the end yet
        if isinstance(begun, Each):
            self.loop = Loop.of(move, now.view, (self._seen or now).view)
        return move

    def _carried(self, action: AnyVerb, now: Observation) -> AnyVerb:
        """The action with the number that its target has on this screen."""
        if isinstance(action, PLACES):
            raise ActionImpossible("a place is of the screen that it was seen on")
        old = self._target(action)
        if old is None or self._seen is None:
            return action
        label = carry(old, self._seen.view, now.view).label
        return action.model_copy(update={"element": label})

    def _once_more(self, turn: Turn, now: Observation) -> Move | None:
        """The touch of a turn once more, if it did nothing but close the keyboard."""
        move, seen = turn.move, turn.before.view
        if not (move and move.element and turn.change) or turn.did_commit:
            return None
        if not only_closed_keyboard(move, seen, now.view, turn.change):
            return None
        label = carry(move.element, seen, now.view).label
        return resolve_move(self.session, now, move.action.model_copy(update={"element": label}))

    def _until_shown(self, action: Exit, now: Observation) -> tuple[Move, Observation]:
        """The end, on the screen that shows what it was to show. Where all of a list was done that
        is enough, and where something was refused, or is nowhere, it may be given up.

        Raises: `ActionImpossible`.
        """
        if _gives_up(action) and (self._refused or self._vain):
            return with_quotes(action, now), now
        if self._refused >= self._n:
            raise ActionImpossible(REFUSED)
        if self._rows and not ways(action.if_shows):
            self._shown = self._rows
            return with_quotes(action, now), now
        move, self._shown, now = until_shown(self.session, self._proof, action, now)
        return move, now

    def _target(self, action: AnyVerb) -> Element | None:
        """What an action means by a number of the screen that the reply was given on."""
        label = getattr(action, "element", None)
        mark = self._seen.view.mark(label) if self._seen and label is not None else None
        return mark.element if mark else None

    def _undone(self) -> str:
        loop = [f"each row ({self.loop.told_cut})"] if self.loop else []
        return "; ".join([*loop, *map(self._words, self._left)])

    def _words(self, action: AnyVerb) -> str:
        """An action in words, without what it types: that may be a secret."""
        target, name = self._target(action), getattr(action, "name", "")
        named = phrase(target) if target else quote(name) if name else ""
        return f"{action.verb} {named}".strip()


def note_step(proof: Proof, turn: Turn, loop: Loop | None = None) -> None:
    """Let a proof remember the screens of a step."""
    after = turn.after.screen if turn.after else None
    touched = turn.move.element if turn.move else None
    proof.note(turn.before.screen, after, commits=turn.did_commit, loop=loop, touched=touched)
    if loop:
        loop.acted |= turn.did_commit


def until_shown(
    session: Session, proof: Proof, action: Exit, now: Observation
) -> tuple[Move, str, Observation]:
    """The end, with what its answer quotes, and what proves it, on the screen that shows within
    some seconds what it was to show. What only was to be found out is proven by the quote.

    Raises: `ActionImpossible` where nothing does.
    """
    if not (ways(action.if_shows) or (quotes(action.answer) and not proof.before_deed)):
        raise ActionImpossible("what was done has to be seen first")
    for _ in range(WAITS):
        with suppress(ActionImpossible):
            return *_end(proof, action, now), now
        session.device.wait(1)
        now = session.eyes.observe()
    return *_end(proof, action, now), now


def _end(proof: Proof, action: Exit, now: Observation) -> tuple[Move, str]:
    move = with_quotes(action, now)
    shows = ways(action.if_shows)
    told = (
        proof.of(action.if_shows, now.screen)
        if shows
        else proof.of_quote(action.answer, now.screen)
    )
    return move, told


def _gives_up(action: AnyVerb | None) -> bool:
    return isinstance(action, Exit) and action.status == "failed"


def _objection(turn: Turn, coming: AnyVerb | None) -> str:
    """Why what was planned with the move of a turn is not to be gone on with; "" if it is."""
    if not isinstance(turn.verdict, Allow):
        return REFUSED
    if turn.error or turn.move is None:
        return "this failed"
    if isinstance(turn.move.action, ShowGrid | Zoom):
        return "this is to be looked at first"
    if turn.after is None or turn.change is None:
        return ""
    views = turn.before.view, turn.after.view
    if told := surprise(turn.move, *views, turn.change, coming):
        return told
    if turn.sought_in_vain and not (
        turn.move.action.optional or (turn.looked_through and _gives_up(coming))
    ):
        return "the text did not show"
    return "nothing changed" if turn.may_be_swallowed else ""
