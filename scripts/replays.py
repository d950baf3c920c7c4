"""Do each task of the suites once by its solution, write that as a flow with the values of the
request taken out, and play it for requests with other values, on phones that hold something else.

What comes of a request: it is of another form (the model would be asked), the flow fails (the model
would take over), it is right by the phone's own state, or it is wrong, which must not be.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from appagent.actions.gestures import Move, resolve
from appagent.actions.verbs import Exit, Text
from appagent.bench.draw import TaskInstance, instantiate
from appagent.bench.flows import PocketStage, play_on
from appagent.bench.judge import Judge
from appagent.bench.solve import act, bind, set_up_without_faults, view_of
from appagent.bench.suite import Task, default_suites, load_suite
from appagent.errors import ActionImpossible, FlowFailed
from appagent.flows import Flow, FlowConfig, FlowFile, FlowFiles, Player, Recorder
from appagent.flows.forms import Form, Place
from appagent.flows.language import Commands, Part
from appagent.screen.keys import row_of
from pocketphone.phone import Phone

P = TypeVar("P", bound=Part)
ROLES = {"item", "radio", "checkbox", "option", "row", "text", "tab"}
"""Of what is touched for what it is called, and not for what it does."""
DONE, FAILED, WRONG, OTHER = "right", "the flow failed", "WRONG", "of another form"


@dataclass(frozen=True)
class Learned:
    """A task that was done once."""

    form: Form
    commands: Commands


def learn(task: Task, app: str, seed: int) -> Learned:
    """Raises: `ActionImpossible` where no flow can say what was done."""
    phone = Phone(seed=seed)
    drawn = instantiate(task, app, seed, phone.truth)
    set_up_without_faults(phone, drawn.app, drawn.setup)
    recorder, places = Recorder(asked=drawn.instruction), list[Place]()
    for step in drawn.solution:
        view = view_of(phone)
        move = resolve(bind(step, view), view)
        if isinstance(move.action, Exit):
            break
        places += _places(move)
        recorder.add(move, view)
        act(phone, move)
    form = Form.of(drawn.instruction, places)
    return Learned(form, tuple(_map(each, form.templated) for each in recorder.commands))


def _places(move: Move) -> Iterator[Place]:
    element = move.element
    if isinstance(move.action, Text):
        yield Place(move.action.text, name=element.name if element else "")
    elif element and element.name and (element.role in ROLES or row_of(element.key)):
        for text in {element.name, element.title, *element.name.split(", ")}:
            yield Place(text, touched=True)


def _map(part: P, change: Callable[[str], str]) -> P:
    """A part of a flow with each of its texts changed."""

    def changed(value: Any) -> Any:
        match value:
            case str():
                return change(value)
            case Part():
                return _map(value, change)
            case tuple() if value and isinstance(value[0], Part):
                return tuple(map(changed, value))
            case _:
                return value

    named = ((f.name, getattr(part, f.name)) for f in fields(part) if f.name != "direction")
    return replace(part, **{name: changed(value) for name, value in named})


def replay(learned: Learned, drawn: TaskInstance, phone: Phone) -> tuple[str, str]:
    """What comes of a request, and why."""
    values = learned.form.values(drawn.instruction)
    if values is None:
        return OTHER, str(learned.form)
    judge = Judge(drawn, set_up_without_faults(phone, drawn.app, drawn.setup))
    why = _play(learned, drawn.app, phone, values)
    if why:
        return FAILED, why
    ends = drawn.solution[-1].action
    answer = ends.answer if isinstance(ends, Exit) else ""  # it is read again, which is not tried
    return (DONE if judge.verdict(phone.truth, answer).success else WRONG), ""


def _play(learned: Learned, app: str, phone: Phone, values: Mapping[str, str]) -> str:
    stage, files = PocketStage(phone, wait_s=0), FlowFiles()
    flow = Flow(config=FlowConfig(app_id=app), commands=learned.commands)
    try:
        play_on(stage, Player(stage, files, values), FlowFile(Path("flow.yaml"), flow, ()))
    except FlowFailed as err:
        return str(err)
    return ""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("tasks", nargs="*")
    asked = parser.parse_args()
    came: Counter[str] = Counter()
    for suite in map(load_suite, default_suites()):
        for task in suite.tasks:
            if asked.tasks and task.id not in asked.tasks:
                continue
            try:
                learned = learn(task, suite.app, seed=1)
            except ActionImpossible as err:
                came["not written"] += asked.seeds
                print(f"{task.id}: {err}")
                continue
            for seed in range(2, 2 + asked.seeds):
                phone = Phone(seed=seed)
                drawn = instantiate(task, suite.app, seed, phone.truth)
                what, why = replay(learned, drawn, phone)
                came[what] += 1
                if asked.lines and what != DONE:
                    print(f"{task.id}, seed {seed}: {what}: {drawn.instruction}\n    {why}")
    total = came.total()
    print(f"{total} requests: " + ", ".join(f"{n} {what}" for what, n in came.most_common()))
    print(f"{came[DONE] / total:.0%} by flow alone, {came[WRONG] / total:.1%} wrong")


if __name__ == "__main__":
    main()
