"""The replies beside a decision: what came of an action, what a task asks for."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from appagent.actions.words import Word, first_word
from appagent.danger import Answer, Danger, parse_danger

Judgement = Literal["BACK", "INEFFECTIVE", "CONTINUE", "SUCCESS"]


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class FreeForm(_Reply):
    """A reply as it came, of a model that answers in a form of its own; see coords.py."""

    text: str


Committed = Annotated[Danger | None, BeforeValidator(parse_danger)]
"""What the action did for good, by the model's word; None for nothing."""

Flag = Annotated[bool, BeforeValidator(lambda said: said is True)]
"""True where a model says so outright."""

Like = str | None
"""The letter of another element's note that also describes this one."""


class Reflection(_Reply):
    """One reply about what an action did."""

    decision: Judgement
    thought: str = ""
    documentation: str | None = None
    obvious: Flag = False  # the documentation says no more than a look at the element tells
    danger: Committed = None
    like: Like = None


class Documentation(_Reply):
    """One reply about an action that a person took."""

    thought: str = ""
    documentation: str = Field(min_length=1)
    obvious: Flag = False  # the documentation says no more than a look at the element tells
    danger: Committed = None
    like: Like = None


def _as_names(said: object) -> object:
    """A list of names, also where a model writes one name, or null; `{"1": "opens"}` as `1
    opens`."""
    if isinstance(said, dict):
        return [f"{name} {told}" for name, told in said.items()]
    if isinstance(said, str):
        said = [said]
    return [] if said is None else said


Said = Annotated[Answer, BeforeValidator(first_word)]
Names = Annotated[tuple[str, ...], BeforeValidator(_as_names)]


class TaskReading(_Reply):
    """One reply about whether a task means a deed."""

    why: Word = ""
    answer: Said


class ScopeReading(_Reply):
    """One reply about which classes of deeds a task may involve."""

    classes: Names = ()


class DeedReading(_Reply):
    """One reply about what controls do: the number of a line and a word or two, for each."""

    deeds: Names


class DoneReading(_Reply):
    """One reply about whether a task is done, and whether what is kept as its proof tells that."""

    why: Word = ""
    answer: Said
    proof: Annotated[bool, BeforeValidator(lambda said: said is not False)] = True


class PageReading(_Reply):
    """One reply about a page: what it is called, what of it is the app's own, what it tells."""

    name: Word = ""
    fixed: Names = ()
    shows: Names = ()
