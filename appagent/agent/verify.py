"""Whether a run is done: by what newly showed at its end, else by a clean question, in a
conversation of its own, about the task, what was done, and the last two screens."""

from __future__ import annotations

import logging

from appagent.actions.replies import DoneReading
from appagent.actions.verbs import Exit
from appagent.agent.ask import converse, keeping
from appagent.agent.history import History
from appagent.agent.observe import Observation
from appagent.agent.session import Session
from appagent.agent.turn import Draft
from appagent.errors import ModelNotConfigured, ModelRefused, ModelUseless
from appagent.prompts import escape, escape_attribute, fill, phone_block, read_block
from appagent.screen.describe import quote
from appagent.screen.shown import ways
from appagent.texts import words_of

log = logging.getLogger(__name__)

BACKS = 2  # how often a run that is not done goes on
_SEEN = 2500  # characters of what earlier screens showed
_NOTHING = "nothing was done before"


class Verify:
    """Checks the end of one run."""

    def __init__(self, session: Session, task: str, history: History) -> None:
        self._session, self._task, self._history = session, task, history
        self.objection = ""  # to what would prove the same of a flow that is to be kept
        self._backs = 0

    def check(self, draft: Draft, limit: int | None, kept: str = "") -> None:
        """Put in the draft of an exit what proves that the task is done; or an error, with which
        the run goes on, or ends where `History.unproven` tells why. `kept`: what would prove the
        same of a flow. Raises: `ModelUnavailable`."""
        turn, wanted, history = draft.turn, self._session.config.verify, self._history
        ends = turn.move.action if turn.move else None
        if not isinstance(ends, Exit) or wanted == "never":
            return
        newly = history.changed or turn.decision is None or not ways(ends.if_shows)
        proven = bool(turn.proof) and newly and not history.refused
        if proven and not kept and wanted == "auto":
            return
        try:
            said = self._ask(draft, ends, kept)
        except ModelNotConfigured as err:
            said = DoneReading(why=str(err), answer="unsure")
            if (turn.proof or ends.if_shows) and not history.refused:
                draft.add(proof=turn.proof or f"{quote(ends.if_shows)} shows")
                return
        if said.answer != "yes" or not said.proof:
            self.objection = said.why or f"the answer is {said.answer}"
        if said.answer == "yes":
            draft.add(proof=turn.proof or said.why or "the answer is yes")
        elif said.answer == "no" and self._backs < BACKS and not history.is_last(limit):
            self._backs += 1
            draft.add(error=f"not done yet: {self.objection}", proof="")
        elif said.answer == "no" or not proven:
            history.unproven = f"nothing proves that it is done: {self.objection}"
            draft.add(error=history.unproven, proof="")

    def _ask(self, draft: Draft, ends: Exit, kept: str) -> DoneReading:
        """What the model says; unsure where it gives no answer. Raises: `ModelNotConfigured` if it
        answers no questions; `ModelUnavailable`."""
        hide, now = self._session.secrets.hide_typed, draft.turn.before
        before = self._history.before
        shown = [("answer", ends.answer), ("it was to show", ends.if_shows), ("proof", kept)]
        end = [f"{name}: {quote(text, len(text))}" for name, text in shown if text]
        used = {*words_of(" ".join((ends.answer, *self._history.typed)))}
        words = used - {*words_of(self._task)}
        shown_before = self._history.shown(words, _SEEN, filter(None, (before, now)))
        prompt = fill(
            "verify",
            task=hide(self._task),
            past=self._history.text(),
            read=read_block(self._history.reads, hide),
            end=escape(hide("\n".join(end))) or "exit",
            earlier=escape(hide("\n".join(shown_before))) or "nothing else",
            before=self._listing(before) if before else _NOTHING,
            now=self._listing(now),
            phone=phone_block(now.screen),
            app=escape_attribute(now.screen.app.package),
        )
        model, note = self._session.model, keeping(draft)
        try:
            said = converse(model, prompt, [], DoneReading, lambda said: said, note)
        except (ModelUseless, ModelRefused) as err:
            log.info("whether it is done is not known: %s", err)
            return DoneReading(why="the model gives no answer", answer="unsure")
        self._session.secrets.expect(said.why)
        return said

    def _listing(self, seen: Observation) -> str:
        return escape(self._session.secrets.hide_typed("\n".join(seen.lines)))
