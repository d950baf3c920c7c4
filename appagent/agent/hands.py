"""Do the programs that a caller sends, one after the other, on one phone; no model decides."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from appagent.actions.decision import Decision
from appagent.actions.gestures import Move
from appagent.actions.program import Program
from appagent.actions.verbs import BY_FLOW, WITH_MAP, Exit, Kinds, ShowGrid, Zoom
from appagent.agent.ask import begin, note_secret
from appagent.agent.loop import loop
from appagent.agent.observe import Observation
from appagent.agent.outside import Caller, Outside
from appagent.agent.sequence import Rest
from appagent.agent.session import Session
from appagent.agent.turn import Draft, Turn
from appagent.danger import Danger
from appagent.errors import ActionImpossible
from appagent.outcome import Ending

IN_PROGRAMS: Kinds = tuple(kind for kind in WITH_MAP if kind not in (ShowGrid, Zoom))
"""The verbs of a program that comes from outside, where what is touched has a name or a number; on
a grid a place has those of cells."""
_NOT = (*BY_FLOW, Zoom)
UNASKED = "a program does that only by a person's yes"


class Hands(Outside):
    """Policy of programs that come from outside: their actions choose the moves."""

    app = task = ""

    def __init__(self, session: Session, *, strict: bool) -> None:
        """`strict`: a model wrote the programs."""
        super().__init__(session, Caller(strict), UNASKED)
        self.turns: list[Turn] = []  # of the last program
        self.shown: Observation | None = None  # the screen that the caller was told last
        self._seen: Observation | None = None  # the one that the last step left
        self._program: Program | None = None  # that is still to be begun
        self._rest = Rest(session, stops=True)

    def do(self, program: Program, allow: Collection[Danger] = ()) -> tuple[Ending, str]:
        """Do a program up to the first surprise; how it ended, and its answer. Its numbers are of
        the screen that is `shown`. `allow` has the classes of harm that are allowed.

        Raises: `ActionImpossible` where it cannot be begun; `DeviceError`.
        """
        if strange := next((a for a in program.all_actions if isinstance(a, _NOT)), None):
            raise ActionImpossible(f"{strange.verb} has no place in a program")
        if program.needs_numbers and self.shown is None:
            raise ActionImpossible("numbers are of the screen that was looked at last: look first")
        seen = self.shown if program.needs_numbers else None
        self.caller = self.caller._replace(allow=allow)
        self.turns, self._program = [], program
        self._rest = Rest(self.session, stops=True)
        self.history.denied.clear()  # a new program is a new request
        return loop(self, self._rest, seen)

    def look(self) -> Observation:
        """What is shown now, for a caller to see."""
        self.shown = self.session.eyes.observe()
        return self.shown

    def latest(self) -> Observation:
        """What the last program left, for a caller to see; with a grid where it asked for one."""
        latest, seen = self.session.eyes.latest, self._seen
        assert latest is not None
        self.shown = seen if seen and seen.screen is latest.screen else latest
        return self.shown

    def ready(self, seen: Observation) -> Observation | None:
        self._seen = seen
        return seen if self._program or self._rest.pending else None

    def decide(self, draft: Draft) -> Move:
        program, self._program = self._program, None
        assert program is not None
        actions, move, skipped = begin(self.session, draft.turn.before, program)
        note_secret(self.session, move)
        decision = Decision.model_construct(actions=tuple(actions))
        draft.add(decision=decision, move=move, came=skipped)
        return move

    def noted(self, seen: Observation, move: Move) -> Sequence[Danger]:
        package, store = seen.screen.app.package, self.session.store
        return store.dangers(package, move.element, move.use, seen.page)

    def ending(self, turn: Turn) -> tuple[Ending, str] | None:
        self.turns.append(turn)
        action = turn.move.action if turn.move else None
        if not isinstance(action, Exit):
            return None
        return ("done" if action.status == "done" else "gave_up"), action.answer
