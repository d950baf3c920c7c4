"""A model that plays the solutions of tasks: it knows the answers, and finds elements by name."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Mapping, Sequence
from typing import Any

from appagent.bench.draw import instantiate
from appagent.bench.suite import SolutionStep, Suite
from pocketphone.phone import Phone
from tests.e2e.script import IS_DONE, REFLECTION, label, screen
from tests.model.endpoint import Endpoint, completion

Solutions = Mapping[str, Sequence[SolutionStep]]  # by the instruction of the task


def play_solutions(endpoint: Endpoint, suite: Suite, wrong: Container[str] = ()) -> None:
    """The endpoint does the tasks of a suite under two seeds, those that are named by their first
    wrong solution; it explores by one touch of a tab, and reads no pictures."""
    solutions: dict[str, Sequence[SolutionStep]] = {}
    for seed in (1, 2):
        state = Phone(seed=seed).truth
        for task in suite.tasks:
            drawn = instantiate(task, suite.app, seed, state)
            solutions[drawn.instruction] = drawn.wrong[0] if task.id in wrong else drawn.solution
    endpoint.rule(lambda body: completion(_reply(solutions, body)))


def _reply(solutions: Solutions, body: Mapping[str, Any]) -> str:
    text = screen(dict(body))
    if "</before>" in text:
        return IS_DONE
    if "<screen" not in text and "<change" not in text:
        return '{"digits": ""}'
    if "<change" in text:
        return REFLECTION
    done = len(re.findall(r"^\d+\. ", _block(text, "past"), re.M))
    if "<task>" not in text:
        tab = re.search(r'^(\d+) tab "[^"]+"$', text, re.M)
        return _decision({"kind": "tap", "element": int(tab[1])} if tab and not done else _EXIT)
    steps = solutions[_block(text, "task")]
    if done >= len(steps):
        return _decision(_EXIT)
    step = steps[done]
    action = step.action.model_dump(mode="json")
    if step.target is not None:
        action["element"] = label(text, step.target.name)
    return _decision(action)


_EXIT = {"kind": "exit", "status": "done"}


def _decision(action: Mapping[str, Any]) -> str:
    said = {"observation": "a screen", "thought": "the solution says so", "plan": "the rest of it"}
    return json.dumps(said | {"action": action, "summary": "as the solution says"})


def _block(text: str, name: str) -> str:
    found = re.search(rf"<{name}>\n(.*?)\n</{name}>", text, re.DOTALL)
    return found[1] if found else ""
