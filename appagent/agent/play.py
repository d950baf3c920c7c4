"""Play a flow on the phone: each action that it asks for is a step of the loop."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from appagent.actions.gestures import Move
from appagent.actions.verbs import Exit
from appagent.actions.way import Way
from appagent.agent.deeds import Deeds
from appagent.agent.loop import loop
from appagent.agent.observe import Observation
from appagent.agent.session import Session, conclude
from appagent.agent.stage import FlowEnd, FlowStage
from appagent.agent.turn import Draft, Turn
from appagent.danger import Danger
from appagent.errors import ActionImpossible, FlowFailed
from appagent.flows import FlowFile, FlowFiles, Heed, KeptFlow
from appagent.guard import Allow, Ask, ask_person, target
from appagent.outcome import Ending, Outcome

UNTRUSTED = "a flow that another program plays does that only by a person's yes"
UNASKED = "a flow does that only by a person's yes, or --yes"


class Play:
    """Policy of a flow: its commands choose the moves; where it was kept of a run, they touch only
    what they touched then."""

    keeps_after = False  # the next step's picture shows it
    limit: int | None = None

    def __init__(
        self,
        session: Session,
        file: FlowFile,
        files: FlowFiles,
        names: Mapping[str, str],
        allow: Collection[Danger] = (),
        *,
        strict: bool = False,
    ) -> None:
        """`allow`: the classes of harm that need nobody's yes. `strict`: a model may have written
        the flow, so that what nobody knows is asked about."""
        assert file.flow is not None
        self.session, self.app, self.task = session, file.flow.config.app_id, file.name
        self.history = session.history()
        self._allow, self._strict = allow, strict
        self.deeds = Deeds.of(session, strict=strict and session.config.guard == "strict")
        self.way = Way()
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
        """What is known to do harm is asked of a person, and what nobody knows is not, where a
        person wrote the flow: it says each touch."""
        seen, move = draft.turn.before, draft.turn.move
        assert move is not None
        page = self.deeds.page(seen, self.way)
        if self._strict:
            self.deeds.ask_moves(draft, page, [move])
        found = {**self.deeds.assess(move, page, ())}
        if not self._strict:
            found.pop("unknown", None)
        dangers = {harm: told for harm, told in found.items() if harm not in self._allow}
        if not dangers:
            return Allow(guarded=bool(found))
        touched = target(move, seen.screen, self.way, self.history.typed)
        danger = next(iter(dangers))
        return ask_person(
            danger, UNTRUSTED if self._strict else UNASKED, dangers, touched, move, seen.screen
        )

    def judge(self, draft: Draft) -> Observation:
        move, before, after, _ = draft.turn.effect
        self.way = self.way.after(move, before.screen, after.screen)
        if self._ends:
            self._ends.hear(draft.turn)
        return after

    def chart(self, draft: Draft) -> None:
        self.session.mapper.learn(draft.turn)

    def ending(self, turn: Turn) -> None:
        """None: the flow ends in `ready`, which hears what went wrong with this turn."""
        self.stage.hear(turn)


def play(
    session: Session,
    file: FlowFile,
    files: FlowFiles,
    names: Mapping[str, str],
    allow: Collection[Danger] = (),
    *,
    strict: bool = False,
) -> Outcome:
    """Play a flow that was checked, its names worth these; see `Play` for the rest."""
    policy = Play(session, file, files, names, allow, strict=strict)

    def work() -> tuple[Ending, str]:
        try:
            ending, _ = loop(policy)
            return ending, policy.answer
        finally:
            policy.stage.keep_commands()

    return conclude(session, policy, work, command="play", flow=str(file.file))
