"""The rules as a `Model`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel

from appagent.actions.decision import Decision
from appagent.actions.replies import Documentation, Reflection
from appagent.actions.verbs import AnyVerb, Exit
from appagent.config import Config
from appagent.errors import ModelNotConfigured, UsageError
from appagent.exchange import Picture, Prompt, Reply, Usage
from appagent.model.offline.explore import try_something
from appagent.model.offline.prompt import Asked, read_prompt
from appagent.model.offline.reflect import documentation, reflection
from appagent.model.offline.steps import next_step
from appagent.model.offline.tasks import KNOWN, lacking_half, read_task
from appagent.model.reply import parse
from appagent.ports import Waiting

NAME = "offline"
NO_GOAL = "none"  # how the goal of an exploration begins that has none
T = TypeVar("T", bound=BaseModel)


def make_offline_model(config: Config, rest: str, waiting: Waiting) -> OfflineModel:
    """The rules. Raises: `UsageError` for settings that only a model can follow."""
    del rest, waiting
    if config.coords or config.see == "raw":
        raise UsageError(f"{NAME} reads no pictures, it cannot point: leave out --coords")
    return OfflineModel()


class OfflineModel:
    """A `Model` that is a few rules."""

    name, host = NAME, ""

    def __init__(self) -> None:
        self.spent = Usage()

    def ask(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],
        reply: type[T],
        problems: Sequence[tuple[str, str]] = (),
    ) -> Reply[T]:
        """The reply by the rules; see `ports.Model`.

        Raises: `ModelNotConfigured` for a task or a question that the rules do not know.
        """
        del pictures
        asked = read_prompt(prompt.text)
        said: BaseModel
        if issubclass(reply, Decision):
            said = _decision(asked, problems)
        elif issubclass(reply, Reflection):
            said = reflection(asked)
        elif issubclass(reply, Documentation):
            said = documentation(asked)
        else:
            raise ModelNotConfigured(f"{NAME} is a few rules and no model: name a model by --model")
        raw, usage = json.dumps(said.model_dump(mode="json")), Usage(calls=1)
        self.spent += usage
        return Reply(parse(raw, reply), raw, usage)


def _decision(asked: Asked, problems: Sequence[tuple[str, str]]) -> Decision:
    """The next action for the task, or for no task something that was not tried.

    Raises: `ModelNotConfigured` for a task of no known form.
    """
    goal = asked.block("task") or asked.block("goal")
    action: AnyVerb
    if "goal" in asked.blocks and goal.startswith(NO_GOAL):
        goal = "try what was not tried yet"
        rejected = [Decision.model_validate_json(raw).action for raw, _ in problems]
        action, why = try_something(asked, [getattr(each, "element", None) for each in rejected])
    elif problems:
        action, why = Exit(status="failed", answer=problems[-1][1]), "that cannot be done here"
    elif task := read_task(goal):
        action, why = next_step(task, asked)
    else:
        raise ModelNotConfigured(
            f"{NAME} does not know this task: {lacking_half(goal)}name a model by --model. "
            f"It knows: {KNOWN}"
        )
    done = [attempt.words for attempt in asked.past if attempt.took_effect]
    seen = f"{len(asked.controls)} elements"
    summary = "; ".join(done[-4:])
    return Decision(observation=seen, thought=why, plan=goal, actions=(action,), summary=summary)
