"""What the task of a run allows: the model is asked once a class, by the task's words alone.

Nothing from the phone is in the question, so nothing on the phone can answer it.
"""

from __future__ import annotations

from appagent.actions.verbs import TaskReading
from appagent.agent.ask import ask
from appagent.agent.session import Session
from appagent.agent.turn import Draft
from appagent.danger import Danger
from appagent.errors import ModelNotConfigured, ModelRefused, ModelUseless, ReplyInvalid
from appagent.prompts import fill
from appagent.safety.names import says
from appagent.safety.permission import Permission
from appagent.safety.task import read_task


class Permissions:
    """The permissions of one task, each found once."""

    def __init__(self, session: Session, task: str) -> None:
        self._session, self._task = session, task
        self._found: dict[Danger, Permission] = {}

    def find(self, danger: Danger, draft: Draft) -> Permission:
        """What the task says of a class. A new answer is put in the draft."""
        if danger not in self._found:
            found = self._ask(danger, draft)
            self._found[danger] = found
            draft.add(permissions=(*draft.turn.permissions, found))
        return self._found[danger]

    def _ask(self, danger: Danger, draft: Draft) -> Permission:
        """The model's answer; that of the word rules if it gives none."""
        prompt = fill("permission", task=self._task, danger=danger)

        def usable(said: TaskReading) -> Permission:
            names = tuple(name for name in said.names if name.strip())
            for name in names:
                if not says(self._task, name):
                    raise ReplyInvalid(
                        f"the task does not say {name!r}: take the names from its words", ""
                    )
            return Permission(danger, said.asks, names, "model", said.why)

        try:
            return ask(self._session, draft, prompt, [], TaskReading, usable)
        except (ModelUseless, ModelRefused, ModelNotConfigured) as err:
            self._session.progress.say(f"the task is read by rules, for {err}.")
            return read_task(self._task, danger)
