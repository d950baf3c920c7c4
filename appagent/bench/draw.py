"""A task with its variables drawn: what one seed makes of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError

from appagent.bench.suite import SLOT, Errand, SolutionStep, Task
from appagent.errors import SuiteError

Values = Mapping[str, Any]
State = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A task as it is given and judged under one seed."""

    task: Task
    app: str
    seed: int
    instruction: str
    setup: dict[str, Any]
    goal: str
    milestones: tuple[str, ...]
    solution: tuple[SolutionStep, ...]
    wrong: tuple[tuple[SolutionStep, ...], ...]


def drawn(task: Task, app: str, seed: int, state: State) -> Drawn:
    """The task of `app` under `seed`, on a phone in `state`.

    Raises: `SuiteError` where a variable finds nothing to draw from.
    """
    values = draw(task, f"{seed}/{task.id}", state)
    return Drawn(
        task=task,
        app=app,
        seed=seed,
        instruction=worded(task.instruction, values),
        setup=laid(task.setup, values),
        goal=literal(task.goal, values),
        milestones=tuple(literal(each, values) for each in task.milestones),
        solution=steps(task.solution, values),
        wrong=tuple(steps(each, values) for each in task.wrong),
    )


def draw(errand: Errand, seed: str, state: State) -> dict[str, Any]:
    """The variables of an errand; one may be looked for with those before it."""
    values: dict[str, Any] = {}
    for name, variable in errand.vars.items():
        options = variable.choice or _found(name, literal(variable.found, values), state)
        values[name] = deepcopy(Random(f"{seed}/{name}").choice(options))
    return values


def _found(name: str, expression: str, state: State) -> list[Any]:
    try:
        found = jmespath.search(expression, state)
    except JMESPathError as err:
        raise SuiteError(f"the variable {name}: {expression}: {err}") from err
    if not isinstance(found, list) or not found:
        raise SuiteError(f"the variable {name}: {expression}: expected records, found {found!r}")
    return found


def worded(template: str, values: Values) -> str:
    """The template as text; what is no text in it as JSON."""

    def said(slot: str) -> str:
        value = _value(slot, values)
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    return SLOT.sub(lambda found: said(found[1]), template)


def laid(template: Any, values: Values) -> Any:
    """A JSON value with its templates filled; one that is nothing but `${...}` keeps its type."""
    match template:
        case dict():
            return {worded(key, values): laid(value, values) for key, value in template.items()}
        case list() | tuple():
            return [laid(value, values) for value in template]
        case str():
            whole = SLOT.fullmatch(template)
            return _value(whole[1], values) if whole else worded(template, values)
        case _:
            return template


def literal(template: str, values: Values) -> str:
    """A JMESPath whose templates have become literals."""

    def said(slot: str) -> str:
        return "`" + json.dumps(_value(slot, values)).replace("`", r"\`") + "`"

    return SLOT.sub(lambda found: said(found[1]), template)


def steps(templates: tuple[SolutionStep, ...], values: Values) -> tuple[SolutionStep, ...]:
    """Steps with the words of this draw."""
    return tuple(
        SolutionStep.model_validate(_words(step.model_dump(), values)) for step in templates
    )


def _words(template: Any, values: Values) -> Any:
    if isinstance(template, dict):
        return {key: _words(value, values) for key, value in template.items()}
    return worded(template, values) if isinstance(template, str) else template


def _value(slot: str, values: Values) -> Any:
    """What a template's path leads to. Raises: `SuiteError` where that is nothing."""
    try:
        value = jmespath.search(slot, values)
    except JMESPathError as err:
        raise SuiteError(f"${{{slot}}}: {err}") from err
    if value is None:
        raise SuiteError(f"${{{slot}}}: not in what was drawn: {json.dumps(values)[:200]}")
    return value
