"""Task files: what a person asks for, how it is judged, how it is solved.

The form stands in emulator/tasks/README.md. What does not fit it is refused with file and line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

import jmespath
import yaml
from jmespath.exceptions import JMESPathError
from jmespath.functions import Functions
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from appagent.actions.verbs import Action
from appagent.device.apps import near_packages
from appagent.errors import SuiteError
from appagent.files import data_folder, read_file
from appagent.suggest import did_you_mean
from appagent.yamltext import FastLoader, mistake, read_yaml
from pocketphone.apps import installed

TASKS = "emulator/tasks"
MOST_BYTES = 4 << 20  # of a task file: the largest of ours has 20 kB
SLOT = re.compile(r"\$\{([^{}]*)\}")
_QUOTED = re.compile(r"'(?:\\.|[^'])*'|`(?:\\.|[^`])*`|\"(?:\\.|[^\"])*\"")
Place = tuple[int | str, ...]
"""A position in a file: keys, and list indices from 0."""

_YES_OR_NO = {"contains", "starts_with", "ends_with", "not_null", "max_by", "min_by"}
UNNUMBERED = 0  # a label that no mark has: the number is put in when the screen is seen


class SuiteFault(SuiteError):
    """An error at a position of a suite."""

    def __init__(self, problem: str, place: Place) -> None:
        super().__init__(problem)
        self.place = place


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _expression(text: str) -> str:
    """The text, checked to be a JMESPath expression once its `${...}` are literals."""
    if inside := next((q for q in _QUOTED.findall(text) if SLOT.search(q)), ""):
        raise ValueError(f"{inside}: remove the quotes, for `${{...}}` is a literal already")
    try:
        tree = _syntax_tree(text)
    except JMESPathError as err:
        raise ValueError(f"not a JMESPath expression: {' '.join(str(err).split())}") from err
    if unknown := sorted(_functions(tree) - Functions.FUNCTION_TABLE.keys()):
        raise ValueError(f"not a JMESPath expression: there is no function {unknown[0]!r}")
    return text


def _syntax_tree(expression: str) -> Mapping[str, Any]:
    """The syntax tree of the expression, with null for each template."""
    tree: Mapping[str, Any] = jmespath.compile(SLOT.sub("`null`", expression)).parsed
    return tree


def _functions(node: Mapping[str, Any]) -> set[str]:
    own = {node["value"]} if node["type"] == "function_expression" else set()
    inner = [child for child in node["children"] if isinstance(child, Mapping)]  # a slice has ints
    return own.union(*map(_functions, inner))


Expression = Annotated[str, AfterValidator(_expression)]


class Variable(_Strict):
    """A variable that the seed draws: one of `choice`, or one of the records that `from` finds."""

    choice: tuple[Any, ...] = ()
    found: Expression = Field("", alias="from")

    @model_validator(mode="after")
    def _either(self) -> Self:
        if bool(self.choice) == bool(self.found):
            raise ValueError("expected `choice: [...]` or `from: JMESPATH`")
        return self


class TargetElement(_Strict):
    """The element of a step, as a person would describe it."""

    name: str = ""
    role: str = ""
    key: str = ""
    nth: int | None = Field(None, ge=1)  # of those that fit, in reading order

    @model_validator(mode="before")
    @classmethod
    def _by_name(cls, value: Any) -> Any:
        return {"name": str(value)} if isinstance(value, str | int | float) else value

    @model_validator(mode="after")
    def _not_empty(self) -> Self:
        if not (self.name or self.role or self.key):
            raise ValueError("expected the name of an element, or some of {name, role, key, nth}")
        return self


class SolutionStep(_Strict):
    """One step of a solution: an action, and its element if it has one."""

    action: Action
    target: TargetElement | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_yaml(cls, value: Any) -> Any:
        if isinstance(value, str):
            value = {value: None}
        if not isinstance(value, Mapping) or len(value) != 1:
            return value
        ((verb, rest),) = value.items()
        return _parts(str(verb), rest)


def _parts(verb: str, rest: Any) -> dict[str, Any]:
    """The fields of a step that is written as `verb: rest`."""
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
        f"`{verb}: {rest}` is not a step; expected tap|long_press: ELEMENT, text: [ELEMENT, TEXT], "
        "text: TEXT, swipe: WAY, swipe: [ELEMENT, WAY, DIST], open_app: NAME, wait: SECONDS, "
        "back, enter, home, exit, exit: ANSWER"
    )


class Scenario(_Strict):
    """Something to do in an app, and how to do it."""

    vars: dict[str, Variable] = Field(default_factory=dict)
    setup: dict[str, Any] = Field(default_factory=dict)  # a patch of the phone's state
    solution: tuple[SolutionStep, ...] = Field(min_length=1)

    @property
    def fewest(self) -> int:
        """The number of steps of the solution, without the exit."""
        return sum(step.action.kind != "exit" for step in self.solution)


class Demo(Scenario):
    """A scripted demonstration of a task that is not tested."""

    task: str


class Task(Scenario):
    """A task that is tested."""

    id: str = Field(pattern=r"^[\w.-]+$")
    instruction: str
    goal: Expression
    milestones: tuple[Expression, ...] = ()
    wrong: tuple[tuple[SolutionStep, ...], ...] = Field(min_length=1)


class Suite(_Strict):
    """The tasks of one app, and the instructions and demonstrations to learn it from."""

    app: str
    apart: bool = False  # reported beside the whole, not in it
    tasks: tuple[Task, ...] = Field(min_length=1)
    explore: tuple[str, ...] = ()
    demos: tuple[Demo, ...] = ()


def load_suite(path: Path) -> Suite:
    """The suite in a file. Raises: `SuiteError` with file, line and what was expected."""
    root, value = _read(path)
    try:
        suite = Suite.model_validate(value)
    except ValidationError as err:
        # A misspelt key is what a missing one comes of.
        first = min(err.errors(), key=lambda error: error["type"] != "extra_forbidden")
        raise _at(path, root, first["loc"], first["msg"].removeprefix("Value error, ")) from err
    for fault in faults(suite):
        raise _at(path, root, fault.place, str(fault))
    return suite


def suite_error(path: Path, place: Place, problem: str) -> SuiteError:
    """The error for `place` in a file, with its line."""
    return SuiteError(f"{path}, line {_line(_read(path)[0], place)}: {problem}")


def _at(path: Path, root: yaml.Node | None, place: Place, problem: str) -> SuiteError:
    where = "".join(f"{part}." for part in place)
    return SuiteError(f"{path}, line {_line(root, place)}: {where[:-1] or 'the file'}: {problem}")


def _read(path: Path) -> tuple[yaml.Node | None, Any]:
    """The content of a file, as nodes that know their lines and as a value."""
    text = ""
    try:
        text = read_file(path, MOST_BYTES).decode()
        value = read_yaml(text, _Loader)
        json.dumps(value)  # raises for what is no JSON: a `!!set`, an alias within its own value
        return yaml.compose(text, _Loader), value
    except yaml.MarkedYAMLError as err:
        hint = "; within [...] and {...} a text with ${...} needs quotes" if "${" in text else ""
        raise SuiteError(f"{path}, {mistake(err, text)}{hint}") from err
    except (OSError, ValueError, TypeError, RecursionError, yaml.YAMLError) as err:
        raise SuiteError(f"{path}: cannot be read: {err}") from err


def faults(suite: Suite) -> Iterator[SuiteFault]:
    """Every mistake that can be found without a phone, with its place."""
    packages = sorted(app.package for app in installed())
    if suite.app not in packages:
        near = did_you_mean(near_packages(suite.app, packages))
        offered = near or f": it has {', '.join(packages)}"
        yield SuiteFault(f"the pocket phone has no app {suite.app}{offered}", ("app",))
    names = [task.id for task in suite.tasks]
    for number, task in enumerate(suite.tasks):
        place: Place = ("tasks", number)
        if task.id in names[:number]:
            yield SuiteFault(f"another task is called {task.id!r}: rename one", (*place, "id"))
        yield from _slots(task, place)
        if not _boolean(_syntax_tree(task.goal)):
            yield SuiteFault(f"{task.goal}: expected a condition", (*place, "goal"))
        for n, milestone in enumerate(task.milestones):
            if not _boolean(_syntax_tree(milestone)):
                where = (*place, "milestones", n)
                yield SuiteFault(f"{milestone}: expected a condition", where)
    tested = {task.instruction: task.id for task in suite.tasks}
    for number, shown in enumerate(suite.demos):
        yield from _slots(shown, ("demos", number))
        if shown.task in tested:
            where = ("demos", number, "task")
            yield SuiteFault(f"{tested[shown.task]} is tested: demonstrate another task", where)
    for number, instruction in enumerate(suite.explore):
        if instruction in tested:
            where = ("explore", number)
            yield SuiteFault(
                f"{tested[instruction]} is tested: explore towards another task", where
            )
        if found := SLOT.search(instruction):
            where = ("explore", number)
            yield SuiteFault(f"{found[0]}: an exploration has no variables", where)


def _slots(scenario: Scenario, place: Place) -> Iterator[SuiteFault]:
    """Every template that refers to no variable, with its place; a variable may refer to those
    before it."""
    names = list(scenario.vars)
    for path, slot in _templates(scenario.model_dump(by_alias=True), ()):
        where = (*place, *path)
        known = names[: names.index(str(path[1]))] if path[0] == "vars" else names
        name = re.split(r"\W", slot.strip(), maxsplit=1)[0]
        if name not in known:
            there = ", ".join(known) or "none"
            yield SuiteFault(f"${{{slot}}}: no variable {name!r}; there are: {there}", where)
            continue
        for choice in scenario.vars[name].choice:
            if _search({name: choice}, slot) is None:
                yield SuiteFault(f"${{{slot}}}: not in the choice {choice}", where)


def _search(values: Mapping[str, Any], path: str) -> Any:
    try:
        return jmespath.search(path, values)
    except JMESPathError:
        return None


def _templates(value: Any, place: Place) -> Iterator[tuple[Place, str]]:
    """The inside of each `${...}` in a value, with its place."""
    match value:
        case str():
            yield from ((place, slot) for slot in SLOT.findall(value))
        case Mapping():
            for key, inner in value.items():
                yield from _templates(str(key), (*place, key))
                yield from _templates(inner, (*place, key))
        case list() | tuple():
            for number, inner in enumerate(value):
                yield from _templates(inner, (*place, number))


def _boolean(node: Mapping[str, Any]) -> bool:
    """Whether a node of the syntax tree can be a boolean; the types in the state are not known."""
    match node["type"]:
        case "comparator" | "not_expression" | "field" | "index" | "current" | "identity":
            return True
        case "and_expression" | "or_expression":
            return all(map(_boolean, node["children"]))
        case "subexpression" | "pipe" | "index_expression":
            return _boolean(node["children"][-1])
        case "literal":
            return node["value"] is None or isinstance(node["value"], bool)  # null: a template
        case "function_expression":
            return node["value"] in _YES_OR_NO
    return False


def default_suites() -> list[Path]:
    """The task files that come with appagent, sorted by name."""
    return sorted(data_folder(TASKS).glob("*.yaml"))


def _line(node: yaml.Node | None, place: Place) -> int:
    """The line of `place`, from 1; for a missing key the line of its mapping."""
    if node is None:
        return 1
    for part in place:
        inner: yaml.Node | None = None
        if isinstance(node, yaml.MappingNode):
            inner = next((value for key, value in node.value if key.value == str(part)), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            inner = node.value[part] if part < len(node.value) else None
        node = inner or node  # pydantic may name a member of a union here
    return int(node.start_mark.line) + 1


class _Loader(FastLoader):
    """YAML with JSON's types: `No`, 6:15, 05 and 2026-03-02 are texts."""

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
