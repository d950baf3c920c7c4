"""What the policies share whose moves come from outside, of a program or of a flow."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from appagent.actions.gestures import Move
from appagent.actions.way import Way
from appagent.agent.deeds import Deeds
from appagent.agent.observe import Observation
from appagent.agent.session import Session
from appagent.agent.turn import Draft
from appagent.danger import Danger
from appagent.guard import Allow, Ask, ask_person, target


class Caller(NamedTuple):
    """Who says the moves."""

    strict: bool = False  # a model may have written them: what nobody knows is asked about, too
    allow: Collection[Danger] = ()  # the classes of harm that need nobody's yes


PERSON = Caller()


class Outside:
    """Part of a policy: what is known to do harm is asked of a person. What nobody knows is not,
    where a person said each touch."""

    keeps_after = False  # the next step's picture shows it
    limit: int | None = None

    def __init__(self, session: Session, caller: Caller, unasked: str) -> None:
        """`unasked`: why such a move is not made where nobody can be asked."""
        self.session, self.caller, self._unasked = session, caller, unasked
        self.history = session.history()
        self.deeds = Deeds.of(session, strict=caller.strict and session.config.guard == "strict")
        self.way = Way()

    def verdict(self, draft: Draft) -> Allow | Ask:
        seen, move, strict = draft.turn.before, draft.turn.move, self.caller.strict
        assert move is not None
        page = self.deeds.page(seen, self.way)
        if strict:
            self.deeds.ask_moves(draft, page, [move])
        found = {**self.deeds.assess(move, page, self.noted(seen, move), draft.turn.commits)}
        if not strict:
            found.pop("unknown", None)
        dangers = {harm: told for harm, told in found.items() if harm not in self.caller.allow}
        if not dangers:
            return Allow(guarded=bool(found))
        touched = target(move, seen.screen, self.way)
        return ask_person(next(iter(dangers)), self._unasked, dangers, touched, move, seen.screen)

    def noted(self, seen: Observation, move: Move) -> Sequence[Danger]:  # noqa: ARG002
        """What the docs warn of."""
        return ()

    def judge(self, draft: Draft) -> Observation:
        move, before, after, _ = draft.turn.effect
        self.way = self.way.after(move, before.screen, after.screen)
        return after

    def chart(self, draft: Draft) -> None:
        self.session.mapper.learn(draft.turn)
