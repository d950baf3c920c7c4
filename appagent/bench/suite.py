"""A task file, as values: what a person asks for, how it is judged, how it is solved.

The form stands in emulator/tasks/README.md. What does not fit it is refused with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

import jmespath
import yaml
from jmespath.exceptions import JMESPathError
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from appagent.actions.verbs import Action
from appagent.errors import SuiteError
from appagent.prompts import shipped

TASKS = "emulator/tasks"
SLOT = re.compile(r"\$\{([^{}]*)\}")
_QUOTED = re.compile(r"'(?:\\.|[^'])*'|`(?:\\.|[^`])*`|\"(?:\\.|[^\"])*\"")
UNNUMBERED = 0  # a label that no mark has: the number is put in when the screen is seen


class _Said(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _expression(text: str) -> str:
    """The text, which is JMESPath once its `${...}` are literals."""
    if inside := next((q for q in _QUOTED.findall(text) if SLOT.search(q)), ""):
        raise ValueError(f"{inside}: a `${{...}}` is a literal by itself: take the quotes away")
    try:
        jmespath.compile(SLOT.sub("`null`", text))
    except JMESPathError as err:
        raise ValueError(f"no JMESPath: {' '.join(str(err).split())}") from err
    return text


Expression = Annotated[str, AfterValidator(_expression)]


class Variable(_Said):
    """What the seed draws: one of `choice`, or one of the records that `from` finds."""

    choice: tuple[Any, ...] = ()
    found: Expression = Field("", alias="from")

    @model_validator(mode="after")
    def _either(self) -> Self:
        if bool(self.choice) == bool(self.found):
            raise ValueError("expected `choice: [...]` or `from: JMESPATH`")
        return self


class Target(_Said):
    """The element of a step, as a person tells it from the others."""

    name: str = ""
    role: str = ""
    key: str = ""
    nth: int | None = Field(None, ge=1)  # of those that fit, in reading order

    @model_validator(mode="before")
    @classmethod
    def _by_name(cls, said: Any) -> Any:
        return {"name": str(said)} if isinstance(said, str | int | float) else said

    @model_validator(mode="after")
    def _told(self) -> Self:
        if not (self.name or self.role or self.key):
            raise ValueError("expected the name of an element, or some of {name, role, key, nth}")
        return self


class SolutionStep(_Said):
    """One step of a solution: an action, and the element that it is done to, if any."""

    action: Action
    target: Target | None = None

    @model_validator(mode="before")
    @classmethod
    def _spoken(cls, said: Any) -> Any:
        if isinstance(said, str):
            said = {said: None}
        if not isinstance(said, Mapping) or len(said) != 1:
            return said
        ((verb, rest),) = said.items()
        return _parts(str(verb), rest)


def _parts(verb: str, rest: Any) -> dict[str, Any]:
    """The parts of a step that is written as `verb: rest`."""
    kind, on = {"kind": verb}, {"kind": verb, "element": UNNUMBERED}
    match verb, rest:
        case "back" | "enter" | "home", None:
            return {"action": kind}
        case "exit", None | str() | int() | float():
            answer = "" if rest is None else str(rest)
            return {"action": kind | {"status": "done", "answer": answer}}
        case "tap" | "long_press", str() | int() | float() | dict():
            return {"action": on, "target": rest}
        case "text", [target, str() | int() | float() as typed]:
            return {"action": on | {"text": str(typed)}, "target": target}
        case "text", str() | int() | float():
            return {"action": kind | {"text": str(rest)}}
        case "swipe", str():
            return {"action": kind | {"direction": rest}}
        case "swipe", [target, way]:
            return {"action": on | {"direction": way}, "target": target}
        case "swipe", [target, way, dist]:
            return {"action": on | {"direction": way, "dist": dist}, "target": target}
        case "open_app", str():
            return {"action": kind | {"app": rest}}
        case "wait", int() | float():
            return {"action": kind | {"seconds": rest}}
    raise ValueError(
        f"no step `{verb}: {rest}`; expected tap|long_press: ELEMENT, text: [ELEMENT, TEXT], "
        "text: TEXT, swipe: WAY, swipe: [ELEMENT, WAY, DIST], open_app: NAME, wait: SECONDS, "
        "back, enter, home, exit, exit: ANSWER"
    )


class Errand(_Said):
    """Something to be done in an app, and the way to do it."""

    vars: dict[str, Variable] = Field(default_factory=dict)
    setup: dict[str, Any] = Field(default_factory=dict)  # a patch of the phone's state
    solution: tuple[SolutionStep, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _known_variables(self) -> Self:
        for slot in SLOT.findall(self.model_dump_json(by_alias=True)):
            if (name := re.split(r"\W", slot.strip(), maxsplit=1)[0]) not in self.vars:
                known = ", ".join(self.vars) or "none"
                raise ValueError(f"${{{slot}}}: no variable {name!r}; there are: {known}")
        return self

    @property
    def fewest(self) -> int:
        """The steps of the solution; the exit is none."""
        return sum(step.action.kind != "exit" for step in self.solution)


class Demo(Errand):
    """A scripted demonstration, of a task that is not tested."""

    task: str


class Task(Errand):
    """What is tested."""

    id: str = Field(pattern=r"^[\w.-]+$")
    instruction: str
    goal: Expression
    milestones: tuple[Expression, ...] = ()
    wrong: tuple[tuple[SolutionStep, ...], ...] = Field(min_length=1)


class Suite(_Said):
    """The tasks of one app, and what it is learned from."""

    app: str
    apart: bool = False  # reported beside the whole, not in it
    tasks: tuple[Task, ...] = Field(min_length=1)
    explore: tuple[str, ...] = ()
    demos: tuple[Demo, ...] = ()


def load(path: Path) -> Suite:
    """The suite in a file. Raises: `SuiteError` with file, line and what was expected."""
    try:
        text = path.read_text(encoding="utf-8")
        root = yaml.compose(text, _Loader)
        value = yaml.load(text, _Loader)
    except yaml.MarkedYAMLError as err:
        line = err.problem_mark.line + 1 if err.problem_mark else 1
        raise SuiteError(f"{path}, line {line}: {err.problem}") from err
    except (OSError, ValueError, yaml.YAMLError) as err:
        raise SuiteError(f"{path}: cannot be read: {err}") from err
    try:
        return Suite.model_validate(value)
    except ValidationError as err:
        # A misspelt key is what a missing one comes of.
        first = min(err.errors(), key=lambda error: error["type"] != "extra_forbidden")
        place = ".".join(str(part) for part in first["loc"])
        said = first["msg"].removeprefix("Value error, ")
        raise SuiteError(f"{path}, line {_line(root, first['loc'])}: {place}: {said}") from err


def shipped_suites() -> list[Path]:
    """The task files that come with appagent, in the order of their names."""
    return sorted(shipped(TASKS).glob("*.yaml"))


def _line(node: yaml.Node | None, place: Sequence[int | str]) -> int:
    """The line, from 1, of what `place` leads to; of a missing key that of its owner."""
    if node is None:
        return 1
    for part in place:
        inner: yaml.Node | None = None
        if isinstance(node, yaml.MappingNode):
            inner = next((value for key, value in node.value if key.value == str(part)), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            inner = node.value[part] if part < len(node.value) else None
        node = inner or node  # a part may be a name that pydantic gives to a choice of types
    return int(node.start_mark.line) + 1


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML that means JSON: `No` is a word, 6:15, 05 and 2026-03-02 are texts."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}


for _tag, _form, _first in (
    ("bool", r"true|false", "tf"),
    ("null", r"null|~|", ["n", "~", ""]),
    ("int", r"-?(?:0|[1-9][0-9]*)", "-0123456789"),
    ("float", r"-?(?:0|[1-9][0-9]*)\.[0-9]+(?:[eE][-+]?[0-9]+)?", "-0123456789"),
):
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_form})$"), list(_first)
    )
