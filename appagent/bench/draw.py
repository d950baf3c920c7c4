"""Tasks with their variables drawn by a seed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError

from appagent.bench.suite import SLOT, Scenario, SolutionStep, Task
from appagent.errors import SuiteError

Values = Mapping[str, Any]
State = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TaskInstance:
    """A task with the values of one seed filled in."""

    task: Task
    app: str
    seed: int
    instruction: str
    setup: dict[str, Any]
    goal: str
    milestones: tuple[str, ...]
    solution: tuple[SolutionStep, ...]
    wrong: tuple[tuple[SolutionStep, ...], ...]


def instantiate(task: Task, app: str, seed: int, state: State) -> TaskInstance:
    """The task of `app` with the values of `seed`, on a phone in `state`.

    Raises: `SuiteError` where a variable finds nothing to draw from.
    """
    values = draw_values(task, f"{seed}/{task.id}", state)
    return TaskInstance(
        task=task,
        app=app,
        seed=seed,
        instruction=fill_text(task.instruction, values),
        setup=fill_value(task.setup, values),
        goal=fill_expression(task.goal, values),
        milestones=tuple(fill_expression(each, values) for each in task.milestones),
        solution=fill_steps(task.solution, values),
        wrong=tuple(fill_steps(each, values) for each in task.wrong),
    )


def draw_values(scenario: Scenario, seed: str, state: State) -> dict[str, Any]:
    """The values of the scenario's variables; a variable may refer to those before it."""
    values: dict[str, Any] = {}
    for name, variable in scenario.vars.items():
        options = variable.choice or _records(name, fill_expression(variable.found, values), state)
        values[name] = deepcopy(Random(f"{seed}/{name}").choice(options))
    return values


def _records(name: str, expression: str, state: State) -> list[Any]:
    try:
        found = jmespath.search(expression, state)
    except JMESPathError as err:
        raise SuiteError(f"variable {name}: {expression}: {err}") from err
    if not isinstance(found, list) or not found:
        raise SuiteError(f"variable {name}: {expression}: expected a list, found {found!r}")
    return found


def fill_text(template: str, values: Values) -> str:
    """The template as text, with values that are not text written as JSON."""

    def text(slot: str) -> str:
        value = _value(slot, values)
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    return SLOT.sub(lambda slot: text(slot[1]), template)


def fill_value(template: Any, values: Values) -> Any:
    """A JSON value with its templates filled; a text that is only `${...}` keeps the type."""
    match template:
        case dict():
            return {
                fill_text(key, values): fill_value(value, values) for key, value in template.items()
            }
        case list() | tuple():
            return [fill_value(value, values) for value in template]
        case str():
            whole = SLOT.fullmatch(template)
            return _value(whole[1], values) if whole else fill_text(template, values)
        case _:
            return template


def fill_expression(template: str, values: Values) -> str:
    """A JMESPath expression with its templates filled by literals."""

    def as_literal(slot: str) -> str:
        return "`" + json.dumps(_value(slot, values)).replace("`", r"\`") + "`"

    return SLOT.sub(lambda slot: as_literal(slot[1]), template)


def fill_steps(templates: tuple[SolutionStep, ...], values: Values) -> tuple[SolutionStep, ...]:
    """Steps with their templates filled."""
    return tuple(
        SolutionStep.model_validate(_words(step.model_dump(), values)) for step in templates
    )


def _words(template: Any, values: Values) -> Any:
    if isinstance(template, dict):
        return {key: _words(value, values) for key, value in template.items()}
    return fill_text(template, values) if isinstance(template, str) else template


def _value(slot: str, values: Values) -> Any:
    """The value at a template's path. Raises: `SuiteError` if there is none."""
    try:
        value = jmespath.search(slot, values)
    except JMESPathError as err:
        raise SuiteError(f"${{{slot}}}: {err}") from err
    if value is None:
        raise SuiteError(f"${{{slot}}}: no such value in {json.dumps(values)[:200]}")
    return value
