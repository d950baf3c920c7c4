"""Do again what was done before, by its flow; the model mends what no longer fits."""

from __future__ import annotations

from collections.abc import Sequence

from appagent.actions.gestures import Move
from appagent.actions.verbs import Exit
from appagent.agent.deploy import Run
from appagent.agent.mend import CALLS, Mend, Mended
from appagent.agent.observe import Observation
from appagent.agent.sequence import Rest
from appagent.agent.session import Session
from appagent.agent.stage import FlowEnd, FlowStage
from appagent.agent.turn import Draft, Turn
from appagent.errors import ActionImpossible, FlowFailed
from appagent.flows import Deed, FlowFile, FlowFiles, Heed, KeptFlow
from appagent.guard import Allow, Ask
from appagent.knowledge.element import Source
from appagent.outcome import Ending


class Again(Run):
    """Policy of a request that has a flow: its commands choose the moves. What does not fit the
    model mends, and where that does not help it goes on by itself. The guard is that of a run."""

    def __init__(
        self, session: Session, task: str, app: str, sources: Sequence[Source], kept: KeptFlow
    ) -> None:
        super().__init__(session, task, app, sources)
        self.rest = Rest(session)
        heed = Heed(kept, session.device.language())
        file = FlowFile(kept.file, kept.flow, ())
        mends = session.config.heal != "never"
        self.stage = FlowStage(session, file, FlowFiles(), kept.values, heed, mends=mends)
        self.kept, self.mended = kept, Mended(kept, task)
        self.plays = True  # the flow, and not the model alone
        self.held = True  # it fits up to here
        self.ended_wrong = False  # all of it was done, and its end did not come true
        self._mend: Mend | None = None
        self._ends = FlowEnd(session, kept)
        self._next: Move | None = None  # of the flow
        self._known = ""  # of what that touches, by the guard of then
        self._shown = ""  # what proves that it did the task

    def ready(self, seen: Observation) -> Observation:
        if not self.plays or self.rest.pending:
            return seen
        try:
            done = self._done(seen) if self._mend else None
            if self._mend and done is None:
                return seen
            self._mend = None
            self._next = self.stage.next(seen, done)
            if self.stage.stuck:
                self._ask(self.stage.stuck.failure)
                self._mend = Mend(self.stage.stuck)
            elif self._next is None:
                return self._end(seen)
        except (FlowFailed, ActionImpossible) as err:
            self._hand_over(err)
        return self.stage.shown

    def _end(self, seen: Observation) -> Observation:
        """Choose the end; without a proof it is asked about. Raises: `ActionImpossible`."""
        try:
            self._next, self._shown, seen = self._ends.seen(seen)
        except ActionImpossible:
            seen, asks = self.session.eyes.observe(), self.session.config.verify != "never"
            self._next, self._shown = self._ends.once_more(seen) if asks else None, ""
            if self._next is None:
                raise
        return seen

    def decide(self, draft: Draft) -> Move:
        move, self._next, self._known = self._next, None, ""
        if move is None:
            if self._mend:
                self._mend.asked += 1
            return super().decide(draft)
        if isinstance(move.action, Exit):
            draft.add(move=move, proof=self._shown)
        else:
            self.stage.note(draft, move)
            control, app = self.stage.player.commands[-1].control, draft.turn.before.screen.app
            same = self.deeds.version(app.package) == self.kept.kept.app_version
            self._known = control.does if control and same else ""
        return move

    def verdict(self, draft: Draft) -> Allow | Ask:
        """What the flow touches is not asked about anew where it is called by what it shows, or
        one of several that are set; nor is whether the task means it, where the request says the
        rows that were touched."""
        move, touched = draft.turn.move, [c.control for c in self.stage.player.commands]
        is_known = bool(touched and touched[-1]) and not (self._mend or draft.turn.decision)
        if is_known and not any(control and control.among for control in touched):
            self.permissions.carried = self.kept.kept.granted
        if move and self._known:
            self.deeds.take(move, self.deeds.page(draft.turn.before, self.way), self._known)
        try:
            return super().verdict(draft)
        finally:
            self.permissions.carried = frozenset()

    def flow_block(self) -> str:
        return self._mend.block(self.kept) if self._mend else ""

    def judge(self, draft: Draft) -> Observation:
        turn = draft.turn
        self._ends.hear(turn)
        if self._mend and not turn.may_be_swallowed:
            move, before, *_ = turn.effect
            deed = Deed(move, before.view, turn.commits, turn.did_commit)
            self._mend.deeds.append(deed)
        return super().judge(draft)

    def ending(self, turn: Turn) -> tuple[Ending, str] | None:
        if not self._mend:
            self.stage.hear(turn)
        ended = super().ending(turn)
        ends = turn.move is not None and isinstance(turn.move.action, Exit)
        if self.plays and ends and turn.status == "ERROR" and not ended:
            self._hand_over(ActionImpossible(turn.error))
        if self._mend and self._mend.is_last and ended and ended[0] == "done":
            self._take(self._mend, 1)  # whoever did the last command may end it
        return ended

    def _done(self, seen: Observation) -> int | None:
        """How many commands the model did since the flow was stuck; None where it is to be asked.
        Raises: `FlowFailed` where that did not help."""
        mend = self._mend
        assert mend is not None
        self.stage.see(seen)
        done = mend.done(self.stage.player)
        if done is None:
            if mend.asked < CALLS:
                return None
            raise mend.stuck.failure
        self._take(mend, done)
        return done

    def _take(self, mend: Mend, done: int) -> None:
        try:
            self.mended.take(mend, done)
        except ActionImpossible as err:
            self.mended.refused = str(err)

    def _ask(self, failure: FlowFailed) -> None:
        self.held = False
        self.session.progress.say(f"the flow does not fit here: {failure}; the model is asked")

    def _hand_over(self, err: FlowFailed | ActionImpossible) -> None:
        self.plays, self.held, self._next, self._mend = False, False, None, None
        self.ended_wrong = isinstance(err, ActionImpossible)
        unseen = "its end is not seen: " if self.ended_wrong else ""
        self.session.progress.say(f"the flow ends here: {unseen}{err}; the model goes on")
        why = err.short if isinstance(err, FlowFailed) else f"{unseen}{err}"
        told = f"a flow that did this before was played up to here; {why}"
        self.history.summary = "; ".join(filter(None, (self.history.summary, told)))
