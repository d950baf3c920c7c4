"""Carry out a task with the docs of the app."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

from appagent.actions.gestures import Move
from appagent.actions.verbs import ON_MARKS, WITH_MAP, Commits, Exit, Text
from appagent.actions.way import Way
from appagent.agent.ask import decide, request, resolve_move
from appagent.agent.deeds import Deeds, dangers_of_taps
from appagent.agent.history import History
from appagent.agent.keep import KeepsFlow
from appagent.agent.observe import Observation
from appagent.agent.permission import Permissions
from appagent.agent.session import Session
from appagent.agent.turn import Draft, Turn
from appagent.agent.verify import Verify
from appagent.danger import DANGERS, Danger, Harm
from appagent.errors import ActionImpossible
from appagent.guard import (
    Allow,
    Ask,
    Deed,
    Target,
    ask_person,
    target,
    verdict,
)
from appagent.knowledge.ahead import ahead, apps
from appagent.knowledge.element import Source
from appagent.outcome import Ending
from appagent.prompts import apps_block, map_block, sequence_words
from appagent.screen.about import title_text
from appagent.screen.describe import quote
from appagent.screen.fields import looks_up
from appagent.screen.folding import digits, letters

UNTRUSTED = "the task, which asks for it, was written by another program"


class Run:
    """Policy of a run: the model decides; what the task does not ask for needs a person's yes."""

    keeps_after = False  # the next step's picture shows it

    def __init__(
        self, session: Session, task: str, app: str = "", sources: Sequence[Source] = ()
    ) -> None:
        self.session, self.task, self.app, self.sources = session, task, app, sources
        self.history = session.history()
        self.limit = session.config.run_steps
        self.permissions = Permissions(session, task, self.history)
        strict = session.config.guard == "strict"
        self.deeds = Deeds.of(session, strict=strict, sources=sources)
        self.way = Way()
        self._touched: Target | None = None  # by the move, where that could do harm
        self.keeps: KeepsFlow | None = None
        self.trusts: Collection[Danger] | None = None  # by the task's word; None: all
        self.verify = Verify(session, task, self.history)
        self._does = ""  # what the move touches, where that is known to be harmless
        session.eyes.recall = partial(session.store.recall_names, sources=sources)

    def ready(self, seen: Observation) -> Observation:
        return seen

    def decide(self, draft: Draft) -> Move:
        seen = draft.turn.before
        told = self._ahead(seen)
        kinds = WITH_MAP if told and seen.kinds is ON_MARKS else seen.kinds
        most = self.session.config.sequence if seen.kinds is ON_MARKS else 1
        words = {} if seen.coords else sequence_words(most)
        notes = self.session.store.mark_notes(seen.view, seen.page, self.sources, obvious=False)
        draft.add(notes=notes)
        prompt = request(
            "run", self.session, seen, self.history,
            task=self.task, kinds=kinds,
            notes=notes, limit=self.limit,
            guarded=self._dangers(seen), read=self.history.read_block(),
            map=told + self.flow_block(), **words,
        )  # fmt: skip
        return decide(self.session, draft, prompt, kinds, most)

    def flow_block(self) -> str:
        """What the prompt tells of a flow; "" where there is none."""
        return ""

    def _ahead(self, seen: Observation) -> str:
        """What the map tells of the pages behind this one; without sources nothing is read."""
        if not self.sources or seen.kinds is not ON_MARKS:
            return ""
        known = self.session.mapper.known(seen)
        if known.pages:
            return map_block(ahead(known, known.at(seen.page), self.task))
        return apps_block(apps(self.session.mapper.by_name(), self.task))

    def verdict(self, draft: Draft) -> Allow | Ask:
        seen, move = draft.turn.before, draft.turn.move
        assert move is not None
        page = self.deeds.page(seen, self.way)
        self.deeds.ask_moves(draft, page, self._moves(draft))
        self._does = self.deeds.harmless(move, page) if self.keeps else ""
        dangers = dict(self._votes(move, seen, draft.turn.commits))
        if kept := self._overwrites(move, seen):
            text = move.action.text if isinstance(move.action, Text) else ""
            lost = f"overwrite {quote(kept, len(kept))}, which the phone keeps, by {quote(text)}"
            dangers["delete"] = Deed(lost)
        self._touched = self._target(move, seen) if dangers else None
        if self._touched is None:
            return Allow()
        find = partial(self.permissions.find, dangers=dangers, target=self._touched, draft=draft)
        told = verdict(move, seen.screen, dangers, find, self._touched)
        doubted = [each for each in dangers if self.trusts is not None and each not in self.trusts]
        if isinstance(told, Ask) or not doubted:
            return told
        return ask_person(doubted[0], UNTRUSTED, dangers, self._touched, move, seen.screen)

    def _target(self, move: Move, seen: Observation) -> Target:
        learned = self.deeds.learned
        note = learned.note(move.element, move.use, seen) if learned else ""
        return target(move, seen.screen, self.way, note)

    def _overwrites(self, move: Move, seen: Observation) -> str:
        """The text that this one takes the place of, if an earlier page showed it: of a contact's
        name, not of what a new form holds by itself; else ""."""
        field = move.element or seen.screen.focused_field
        if not isinstance(move.action, Text) or move.sets_value:
            return ""
        if field is None or field.secret or looks_up(field):
            return ""
        self.history.begin(seen)
        kept = field.value.strip()
        other = kept != move.action.text.strip()
        told = len(letters(kept) + digits(kept)) > 1
        led = (title_text(seen.screen), *self.way.texts())
        return kept if told and other and self.history.showed(kept, seen, led) else ""

    def _votes(
        self, move: Move, seen: Observation, commits: Commits = "none"
    ) -> Mapping[Harm, str]:
        """The classes of harm that a move could do; without sources no doc is read at all."""
        package, store = seen.screen.app.package, self.session.store
        noted = store.dangers(package, move.element, move.use, seen.page) if self.sources else ()
        return self.deeds.assess(move, self.deeds.page(seen, self.way), noted, commits)

    def _moves(self, draft: Draft) -> Iterator[Move]:
        """The move of a step; of a new reply, also what else it touches on this screen."""
        turn = draft.turn
        assert turn.move is not None
        yield turn.move
        if turn.decision is None or turn.reply_of:
            return
        for action in turn.decision.actions[1:]:
            if getattr(action, "element", None) is not None:
                with suppress(ActionImpossible):
                    yield resolve_move(self.session, turn.before, action)

    def _dangers(self, seen: Observation) -> Mapping[int, Harm]:
        """The numbers whose touch was refused already, since the task does not mean it."""

        def denied(move: Move) -> Sequence[Harm]:
            dangers = self._votes(move, seen)
            known = [each for each in DANGERS if each in dangers]
            if self.history.dangers.isdisjoint(known):
                return ()
            is_denied = self.permissions.denies(known, dangers, self._target(move, seen))
            return known if is_denied else ()

        return dangers_of_taps(seen, denied) if self.history.dangers else {}

    def judge(self, draft: Draft) -> Observation:
        """What was missed on the grid has to be pointed at, in full size."""
        move, before, after, _ = draft.turn.effect
        self.way = self.way.after(move, before.screen, after.screen)
        if isinstance(move.action, Text) and not move.sets_value:
            self.history.typed.add(move.action.text.strip())
        if self._touched:
            self.permissions.note(self._touched, draft.turn)
        if draft.turn.missed:
            return self.session.eyes.show(after.screen, "bare")
        return after

    def chart(self, draft: Draft) -> None:
        self.session.mapper.learn(draft.turn)  # no call is spent on it
        if self.keeps:
            self.keeps.add(draft.turn, self._does)
        if draft.turn.status == "FINISH":
            kept = self.keeps.propose(draft.turn, self.app, self.permissions) if self.keeps else ""
            self.verify.check(draft, self.limit, kept)

    def ending(self, turn: Turn) -> tuple[Ending, str] | None:
        return model_ending(turn, self.history)


def model_ending(turn: Turn, history: History) -> tuple[Ending, str] | None:
    """How the work ends if a model decides: by its `exit`, or by going round in circles."""
    action = turn.move.action if turn.move else None
    if isinstance(action, Exit) and (history.unproven or not turn.error):
        done: Ending = "unverified" if history.unproven else "done"
        return (done if action.status == "done" else "gave_up"), action.answer
    return ("stuck", "") if history.stuck else None
