"""Keep what a run did, proven, as a flow for requests of the same form."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from appagent.actions.verbs import Back, Each, Exit
from appagent.agent.permission import Permissions
from appagent.agent.sequence import note_step
from appagent.agent.session import Session
from appagent.agent.turn import Turn
from appagent.errors import ActionImpossible, SetupError, StoreError
from appagent.flows import VALUE, Deed, Flow, Form, Keeper, Kept, texts_in
from appagent.guard import Allow
from appagent.knowledge.flowfiles import flows_of
from appagent.screen.proof import Proof
from appagent.screen.reading import as_quote, quotes
from appagent.screen.shown import ways
from appagent.screen.values import Screen

log = logging.getLogger(__name__)


@dataclass
class KeepsFlow:
    """What a run did so far, as it may be kept."""

    session: Session
    task: str
    fresh: bool  # whether it began on the first page of its app
    _keeper: Keeper = field(init=False)
    _proof: Proof = field(default_factory=Proof)
    _first: Turn | None = None
    _said: Exit | None = None  # how the last reply would end the task, as it was written
    _set: set[str] = field(default_factory=set)  # the names of what was touched
    _objection: str = ""
    _changed: bool = False  # something was, by what is kept
    _kept: tuple[str, Flow, Kept] | None = None  # as it would be written, and its app

    def __post_init__(self) -> None:
        self._keeper = Keeper(self.task)

    def add(self, turn: Turn, does: str = "") -> None:
        """Note a step, with what is known of what it touched if that does no harm."""
        self._first = self._first or turn
        if turn.decision and not turn.reply_of:
            last = turn.decision.actions[-1]
            self._said = last if isinstance(last, Exit) else None
            if any(isinstance(action, Each) for action in turn.decision.actions):
                self._objection = "a flow has no words for each row of a list"
        if turn.move is None or turn.after is None or not isinstance(turn.verdict, Allow):
            return
        note_step(self._proof, turn)
        if turn.error or turn.may_be_swallowed:
            return
        self._changed = self._changed or turn.made_difference
        if turn.move.element:
            self._set.add(turn.move.element.name)
        deed = Deed(
            turn.move, turn.before.view,
            commits=turn.commits, did=turn.did_commit, does=does, step=turn.n,
        )  # fmt: skip
        self._keeper.add(deed)
        if isinstance(turn.move.action, Back):
            self._keeper.went_back(turn.after.screen)

    def propose(self, turn: Turn, app: str, permissions: Permissions) -> str:
        """Make the flow of a task that ends with a step, if it can be one; returns what proves that
        it did the task, "" for none."""
        now, session, name = turn.before.screen, self.session, app or self._app
        self._kept = None
        try:
            said = self._answer(now)
            if not (self._changed or quotes(said.answer)):
                raise ActionImpossible("nothing was changed")
            self._keeper.quoted = quotes(said.answer)
            flow, kept = self._keeper.flow(name, fresh=self.fresh)
            end = self._end(said, now, kept.form)
        except ActionImpossible as err:
            log.info("no flow is kept: %s", err)
            return ""
        kept = replace(
            kept,
            form=kept.form.hidden(session.secrets.hide_in),
            shows=kept.form.told(end.if_shows),
            answer=kept.form.told(end.answer),
            language=session.device.language(),
            app_version=session.device.version(name),
            permissions=tuple(permissions.granted),
            made=datetime.now(UTC),
            run=session.trail.folder.name,
            model=session.model.name,
        )
        if why := holds_secret(session, flow, kept):
            log.info("no flow is kept: %s", why)
            return ""
        self._kept = name, flow, kept
        return end.if_shows or end.answer

    def keep(self, objection: str) -> None:
        """Write the flow of a task that is done, unless something speaks against its proof; tells
        it."""
        say, person = self.session.progress.say, self.session.person
        if not (self._changed or self._kept):
            say("nothing was changed for it, so no flow is kept")
        if objection or self._kept is None:
            log.info("no flow is kept: %s", objection)
            return
        name, flow, kept = self._kept
        if self.session.config.flows == "ask" and not (
            person and person.confirm(f"Keep what was done as a flow for {str(kept.form)!r}?")
        ):
            return
        try:
            path = flows_of(self.session.store).keep(name, flow, kept)
        except (SetupError, StoreError) as err:
            say(f"what was done is not kept as a flow: {err}")
        else:
            say(f"kept as a flow, for the next time without a model: {path}")

    @property
    def _app(self) -> str:
        """The app that was in front when it began."""
        return self._first.before.screen.app.package if self._first else ""

    def _answer(self, now: Screen) -> Exit:
        """How the last reply ended the task, its answer read from the page where it was. Raises:
        `ActionImpossible` where it was read elsewhere."""
        said = self._said
        if self._objection or said is None or said.status != "done":
            raise ActionImpossible(self._objection or "it was not the last reply that ended it")
        if not quotes(said.answer):
            words = " ".join((self.task, *self._keeper.typed))
            said = said.model_copy(update={"answer": as_quote(said.answer, words, now)})
        return said

    def _end(self, said: Exit, now: Screen, form: Form) -> Exit:
        """How the task ended, proven. Raises: `ActionImpossible`."""
        if quotes(said.answer) and not (ways(said.if_shows) or self._proof.before_deed):
            self._proof.of_quote(said.answer, now)
            return said
        for way in map(" & ".join, ways(said.if_shows)):
            if why := self._objection_to(way, now):
                log.info("what the model said shows proves nothing: %s", why)
            elif not _counts(form.told(way)):
                return said.model_copy(update={"if_shows": way})
        return said.model_copy(update={"if_shows": self._shown_of(now, form)})

    def _objection_to(self, text: str, now: Screen) -> str:
        """Why a text proves nothing; "" where it newly shows."""
        try:
            self._proof.of(text, now)
        except ActionImpossible as err:
            return str(err)
        return ""

    def _shown_of(self, now: Screen, form: Form) -> str:
        """What newly shows of what was set, or of the request's values; with a count it is another
        one next time. Raises: `ActionImpossible` where nothing does."""
        texts = {text for e in now.elements for text in texts_in(e) if "text" not in e.uses}
        texts |= {slot.said for slot in form.slots if slot.kind == "text"}
        told = {text: form.told(text) for text in texts}
        valued = sorted(
            (t for t in texts if "${" in told[t] and not _counts(told[t])),
            key=lambda t: (_is_cut(told[t]), len(t)),
        )
        states = (f"{e.name}: {e.state}" for e in now.elements if e.state and e.name in self._set)
        for text in (*states, *valued):
            if not self._objection_to(text, now):
                return text
        raise ActionImpossible("nothing on its last page is new")


def holds_secret(session: Session, flow: Flow, kept: Kept) -> str:
    """Why a flow is not to be written, with what stands beside it; "" where it holds no secret."""
    told = repr((flow, kept))
    return "it would hold a secret" if session.secrets.hide(told) != told else ""


def _is_cut(text: str) -> bool:
    """Whether a text has no more than the beginning of a value, which may be that of another
    word."""
    return ".slice(" in text


def _counts(text: str) -> bool:
    """Whether a text holds a number that is no value of the request."""
    return any(map(str.isdigit, VALUE.sub("", text)))
