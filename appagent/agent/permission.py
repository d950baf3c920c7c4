"""What the task of a run allows: the model is asked once a class, by the task's words alone.

Nothing from the phone is in the question, so nothing on the phone can answer it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence

from appagent.actions.replies import TaskReading
from appagent.agent.ask import converse, keeping
from appagent.agent.turn import Draft
from appagent.danger import Danger, Harm, Permission
from appagent.errors import ModelNotConfigured, ModelRefused, ModelUseless, ReplyInvalid
from appagent.guard import Target, Uses
from appagent.ports import Model
from appagent.prompts import fill
from appagent.screen.names import says
from appagent.trail import Problem

log = logging.getLogger(__name__)


class Permissions:
    """The permissions of one task, each found once."""

    def __init__(self, model: Model, task: str) -> None:
        self._model, self._task = model, task
        self._found: dict[Danger, Permission] = {}
        self.uses = Uses()

    def find(self, danger: Danger, draft: Draft) -> Permission:
        """What the task says of a class. A new answer is put in the draft."""
        if danger not in self._found:
            self._found[danger] = self._read(danger, draft)
            draft.add(permissions=(*draft.turn.permissions, self._found[danger]))
        return self._found[danger]

    @property
    def found(self) -> Sequence[Permission]:
        """What was found out so far."""
        return tuple(self._found.values())

    def recall(self, found: Iterable[Permission]) -> None:
        """Take what was found out of the task before, so that nobody is asked again."""
        self._found |= {each.danger: each for each in found}

    def denies(self, danger: Harm) -> bool:
        """Whether the task is known not to ask for a class at all."""
        return danger in self._found and not self._found[danger].asks

    def names(self, danger: Danger) -> Sequence[str]:
        """What the task names for a class, as far as it was read."""
        return self._found[danger].names if danger in self._found else ()

    def note(self, danger: Danger, target: Target, *, done: bool) -> None:
        """Remember that a deed of this class was done to a target, or may have been."""
        if danger in self._found:
            self.uses.note(self._found[danger], target, done=done)

    def _read(self, danger: Danger, draft: Draft) -> Permission:
        """The model's answer; where it gives none, the task asks for nothing.

        Raises: `ModelUnavailable`.
        """
        try:
            return ask_model(self._model, self._task, danger, keeping(draft))
        except (ModelUseless, ModelRefused, ModelNotConfigured) as err:
            log.info("what the task allows is not known: %s", err)
            return Permission(danger=danger, asks=False, by="nobody")


def ask_model(
    model: Model, task: str, danger: Danger, note: Callable[[Sequence[Problem]], None]
) -> Permission:
    """What a model says that the task asks for. `note` gets the replies that could not be used.

    Raises: `ModelUseless` if none could, `ModelNotConfigured` if the model answers no questions;
    `ModelError`.
    """

    def usable(said: TaskReading) -> Permission:
        told = {
            part: tuple(word for word in getattr(said, part) if word.strip())
            for part in ("names", "inside", "texts")
        }
        every = (word for words in told.values() for word in words)
        unsaid = next((word for word in every if not says(task, word, loosely=True)), None)
        if unsaid is not None:
            raise ReplyInvalid(
                f"the task does not say {unsaid!r}: take the names from its words",
                said.model_dump_json(),
            )
        changes = said.changes and danger == "delete"
        return Permission(
            danger=danger, asks=said.asks, count=said.count, changes=changes,
            by="model", why=said.why, **told,
        )  # fmt: skip

    prompt = fill("permission", task=task, danger=danger)
    return converse(model, prompt, [], TaskReading, usable, note)
