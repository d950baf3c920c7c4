"""Play a flow on the phone: each action that it asks for is a step of the loop."""

from __future__ import annotations

from collections.abc import Mapping

from appagent.actions.gestures import Move
from appagent.actions.verbs import ClearApp, Exit, Permit
from appagent.agent.loop import loop
from appagent.agent.observe import Observation
from appagent.agent.outside import PERSON, Caller, Outside
from appagent.agent.session import Session, conclude
from appagent.agent.stage import FlowEnd, FlowStage
from appagent.agent.turn import Draft, Turn
from appagent.errors import ActionImpossible, FlowFailed
from appagent.flows import FlowFile, FlowFiles, Heed, KeptFlow
from appagent.guard import Allow, Ask
from appagent.outcome import Ending, Outcome

UNTRUSTED = "a flow that another program plays does that only by a person's yes"
UNASKED = "a flow does that only by a person's yes, or --yes"


class Play(Outside):
    """Policy of a flow: its commands choose the moves; where it was kept of a run, they touch only
    what they touched then."""

    def __init__(
        self, session: Session, file: FlowFile, files: FlowFiles, names: Mapping[str, str],
        caller: Caller,
    ) -> None:  # fmt: skip
        super().__init__(session, caller, UNTRUSTED if caller.strict else UNASKED)
        assert file.flow is not None
        self.app, self.task = file.flow.config.app_id, file.name
        kept = KeptFlow.beside(file, names)
        heed = Heed(kept, session.device.language()) if kept else None
        self.stage = FlowStage(session, file, files, names, heed)
        self.answer = ""
        self._ends = FlowEnd(session, kept) if kept and kept.has_end else None
        self._move: Move | None = None

    def ready(self, seen: Observation) -> Observation | None:
        """The screen for the next move, or None where the flow has ended. Raises: `FlowFailed`."""
        self._move = self.stage.next(seen)
        if self._move is None and self._ends:
            self._end(self._ends)
        return self.stage.shown if self._move else None

    def _end(self, ends: FlowEnd) -> None:
        """Keep the answer of a kept flow. Raises: `FlowFailed` where the end does not prove it."""
        try:
            end, *_ = ends.seen(self.stage.shown)
        except ActionImpossible as err:
            raise FlowFailed(f"its end is not seen: {err}") from err
        assert isinstance(end.action, Exit)
        self.answer = end.action.answer

    def decide(self, draft: Draft) -> Move:
        assert self._move is not None
        self.stage.note(draft, self._move)
        return self._move

    def verdict(self, draft: Draft) -> Allow | Ask:
        """A person's file is the person's word for what it names itself. What a value or a script
        names is asked about, and so is what is done without a touch."""
        told, move = super().verdict(draft), draft.turn.move
        by_value = any(command.valued for command in self.stage.player.commands)
        untouched = move is None or isinstance(move.action, ClearApp | Permit)
        if isinstance(told, Allow) or self.caller.strict or by_value or untouched:
            return told
        return Allow(guarded=True)

    def judge(self, draft: Draft) -> Observation:
        if self._ends:
            self._ends.hear(draft.turn)
        return super().judge(draft)

    def ending(self, turn: Turn) -> None:
        """None: the flow ends in `ready`, which hears what went wrong with this turn."""
        self.stage.hear(turn)


def play(
    session: Session, file: FlowFile, files: FlowFiles, names: Mapping[str, str],
    caller: Caller = PERSON,
) -> Outcome:  # fmt: skip
    """Play a flow that was checked, its names worth these."""
    policy = Play(session, file, files, names, caller)

    def work() -> tuple[Ending, str]:
        try:
            ending, _ = loop(policy)
            return ending, policy.answer
        finally:
            policy.stage.keep_commands()

    return conclude(session, policy, work, command="play", flow=str(file.file))
