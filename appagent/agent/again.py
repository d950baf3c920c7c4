"""Do again what was done before, by its flow; the model goes on where that no longer fits."""

from __future__ import annotations

from collections.abc import Sequence

from appagent.actions.gestures import Move
from appagent.actions.verbs import Exit
from appagent.agent.deploy import Run
from appagent.agent.observe import Observation
from appagent.agent.sequence import until_shown
from appagent.agent.session import Session
from appagent.agent.stage import FlowStage
from appagent.agent.turn import Draft, Turn
from appagent.errors import ActionImpossible, FlowFailed
from appagent.flows import FlowFile, FlowFiles, Heed, KeptFlow
from appagent.guard import Refuse
from appagent.knowledge.element import Source
from appagent.outcome import Ending
from appagent.screen.proof import Proof
from appagent.texts import map_texts
from appagent.trail import Permission


class Again(Run):
    """Policy of a request that has a flow: its commands choose the moves, up to the first that does
    not fit; from there on the model does. The guard is that of a run."""

    def __init__(
        self, session: Session, task: str, app: str, sources: Sequence[Source], kept: KeptFlow
    ) -> None:
        super().__init__(session, task, app, sources)
        heed = Heed(kept, session.device.language())
        file = FlowFile(kept.file, kept.flow, ())
        self.stage = FlowStage(session, file, FlowFiles(), kept.values, heed)
        self.kept = kept
        self._proof = Proof()
        self._next: Move | None = None  # of the flow
        self._shown = ""  # what proves that it did the task
        self.held = True  # it fits up to here
        found = (map_texts(each, kept.fill) for each in kept.kept.permissions)
        self.permissions.recall(map(Permission.model_validate, found))

    def ready(self, seen: Observation) -> Observation:
        if not self.held:
            return super().ready(seen)
        try:
            self._next = self.stage.next(seen)
            return self.stage.shown if self._next else self._end(seen)
        except (FlowFailed, ActionImpossible) as err:
            self._hand_over(err)
        return self.stage.shown

    def decide(self, draft: Draft) -> Move:
        if self._next is None:
            return super().decide(draft)
        move, self._next = self._next, None
        self.stage.note(draft, move)
        draft.add(proof=self._shown)
        return move

    def judge(self, draft: Draft) -> Observation:
        turn = draft.turn
        move, before, after, _ = turn.effect
        did, touched = turn.did_commit, move.element
        self._proof.note(before.screen, after.screen, commits=did, loop=None, touched=touched)
        return super().judge(draft)

    def ending(self, turn: Turn) -> tuple[Ending, str] | None:
        refused = turn.verdict.why if isinstance(turn.verdict, Refuse) else ""
        self.stage.failed = turn.error or refused
        return super().ending(turn)

    def _end(self, seen: Observation) -> Observation:
        """The end of the flow, on the screen that proves it. Raises: `ActionImpossible`."""
        kept, fill = self.kept.kept, self.kept.fill
        end = Exit(status="done", answer=fill(kept.answer), if_shows=fill(kept.shows))
        self._next, self._shown, seen = until_shown(self.session, self._proof, end, seen)
        return seen

    def _hand_over(self, err: FlowFailed | ActionImpossible) -> None:
        self.held, self._next = False, None
        why = err.short if isinstance(err, FlowFailed) else f"its end is not seen: {err}"
        self.session.progress.say(f"the flow does not fit here: {why}; the model goes on")
        self.history.plan = f"a flow that did this once got so far; then {why}"
