"""One reply while doing a task or exploring an app: what a model saw, thought, and wants done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any

from pydantic import (
    ConfigDict,
    Field,
    create_model,
    field_validator,
    model_validator,
)
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import PydanticCustomError

from appagent.actions.verbs import Action, AnyVerb, Committing, Kinds, Reply, TextInFocus
from appagent.actions.words import Word

_ACTIONS = {"actions", "action"}


def _with_one_action(schema: dict[str, Any]) -> None:
    """The form that asks for one `action` in place of the list."""
    properties: dict[str, Any] = schema["properties"]
    schema["properties"] = {
        name.replace("actions", "action"): value.get("items", value)
        for name, value in properties.items()
    }


class Decision(Reply):
    """One reply while doing a task or exploring an app."""

    model_config = ConfigDict(json_schema_extra=_with_one_action)

    observation: Word = ""
    thought: Word = ""
    plan: Word = ""
    actions: tuple[Action, ...]
    commits: SkipJsonSchema[Committing] = "none"  # of the actions that say none
    summary: Word = ""
    note: Word = ""

    @property
    def action(self) -> AnyVerb:
        """The first of the actions, or the only one."""
        return self.actions[0]

    @model_validator(mode="before")
    @classmethod
    def _as_list(cls, said: object) -> object:
        """A list of one for a single action."""
        if not isinstance(said, dict):
            return said
        told = said.get("actions", said.get("action"))
        several = told is None or isinstance(told, list | tuple)
        return said | {"actions": told if several else [told]} if said.keys() & _ACTIONS else said

    @field_validator("actions")
    @classmethod
    def _as_known_verbs(cls, actions: Sequence[AnyVerb | TextInFocus]) -> tuple[AnyVerb, ...]:
        if not actions:
            raise PydanticCustomError("none", "needs one action at least")
        return tuple(a.as_text() if isinstance(a, TextInFocus) else a for a in actions)


class _Listed(Decision):
    model_config = ConfigDict(json_schema_extra={})


@cache
def decision_type(kinds: Kinds, *, several: bool = False) -> type[Decision]:
    """A `Decision` whose schema allows only `kinds`, one of them or `several`."""
    union: Any = reduce(or_, kinds)
    action = Annotated[union, Field(discriminator="kind")]
    base = _Listed if several else Decision
    return create_model("Decision", __base__=base, actions=(tuple[action, ...], ...))
