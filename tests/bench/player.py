"""A model that answers with programs that were written before, over the agent and a pocket phone.

    Played(done, ending, calls, told)

It gives one reply a call, in its text form, as small models do; then it gives up.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from appagent.actions.decision import Decision
from appagent.actions.replies import DeedReading, DoneReading, ScopeReading, TaskReading
from appagent.agent.run import run
from appagent.agent.session import Session
from appagent.bench.draw import State, TaskInstance, draw_values, fill_text, instantiate
from appagent.bench.judge import Judge
from appagent.bench.solve import set_up_without_faults
from appagent.bench.stage import Stage
from appagent.bench.suite import TASKS, Task, default_suites, load_suite
from appagent.config import Config
from appagent.errors import ModelNotConfigured
from appagent.exchange import Picture, Prompt, Reply, Usage
from appagent.files import data_folder
from appagent.knowledge.store import DocStore
from appagent.model.reply import parse
from appagent.outcome import Ending
from appagent.trail import Trail, read_steps
from appagent.yamltext import read_yaml
from pocketphone.phone import Phone
from scripts.truth import classes_of, deeds

T = TypeVar("T", bound=BaseModel)
LONG = sorted((data_folder(TASKS) / "programs").glob("*.yaml"))
PROGRAMS = read_yaml(Path(__file__).with_name("programs.yaml").read_text(encoding="utf-8"))
TASKS_OF = {
    task.id: (suite.app, task)
    for suite in map(load_suite, (*default_suites(), *LONG))
    for task in suite.tasks
}
GIVE_UP = 'exit("failed", answer="nothing is left to say")'


@dataclass
class Speaker:
    """A model that says what it is told, reply by reply, and what the task means by its readings of
    it."""

    replies: Sequence[str]
    reads: Mapping[str, Any] = field(default_factory=dict)
    name: str = "speaker"
    host: str = ""
    spent: Usage = field(default_factory=Usage)
    asked: list[str] = field(default_factory=list)

    def ask(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],  # noqa: ARG002
        reply: type[T],
        problems: Sequence[tuple[str, str]] = (),
    ) -> Reply[T]:
        if not issubclass(reply, Decision):
            return answered(prompt, reply, self.reads)
        n = len(self.asked)
        raw = self.replies[n] if n < len(self.replies) and not problems else GIVE_UP
        self.asked.append("; ".join(problem for _, problem in problems) or prompt.text)
        self.spent += Usage(calls=1)
        return Reply(parse(raw, reply), raw, Usage(calls=1))


def answered(prompt: Prompt, reply: type[T], reads: Mapping[str, Any]) -> Reply[T]:
    """Whether a task means a deed: of the classes that it asks for, by the readings of it; and what
    controls do. Raises: `ModelNotConfigured` for another question."""
    if reply is DeedReading:
        raw = json.dumps({"deeds": list(deeds(prompt.text))})
        return Reply(parse(raw, reply), raw, Usage())
    if reply is ScopeReading:
        raw = json.dumps({"classes": list(reads)})
        return Reply(parse(raw, reply), raw, Usage())
    if reply is DoneReading:
        return Reply(parse('{"answer": "yes"}', reply), "", Usage())
    if reply is not TaskReading:
        raise ModelNotConfigured("it answers no other questions")
    asked = classes_of(prompt)
    meant = all(reads.get(danger, {}).get("asks") for danger in asked)
    raw = json.dumps({"answer": "yes" if meant else "no"})
    return Reply(parse(raw, reply), raw, Usage())


class Silent:
    """Nobody watches."""

    def say(self, text: str) -> None: ...

    def looked(self, n: int, seen: object) -> None: ...

    def planned(self, program: object, at: int) -> None: ...

    def stepped(self, step: object) -> None: ...


@dataclass(frozen=True)
class Played:
    """What came of programs."""

    met: bool  # the goal, by the phone's state
    ending: Ending
    calls: int
    told: tuple[str, ...]  # each step with what came of it, and the last question


def begin(
    stage: Stage, app: str, task: Task, seed: int
) -> tuple[TaskInstance, Mapping[str, Any], State]:
    """A task as the seed draws it, the values that it drew, and the state of the phone, which is
    set up for it."""

    def ready(phone: Phone) -> tuple[TaskInstance, Mapping[str, Any], State]:
        phone.reset()
        drawn = instantiate(task, app, seed, phone.truth)
        values = draw_values(task, f"{seed}/{task.id}", phone.truth)
        return drawn, values, set_up_without_faults(phone, app, drawn.setup)

    return stage.running.call(ready)


def play(stage: Stage, name: str, seed: int, replies: Sequence[str], folder: Path) -> Played:
    """The replies, played by the agent on a phone that is set up for the task of that name."""
    app, task = TASKS_OF[name]
    drawn, values, start = begin(stage, app, task, seed)
    reads = json.loads(fill_text(json.dumps(PROGRAMS[task.id].get("reads", {})), values))
    model = Speaker([fill_text(reply, values) for reply in replies], reads)
    trail = Trail.open(folder, "run", task.id)
    session = Session(
        stage.device, model, DocStore(folder / "docs"), trail,
        Config(image_width_px=360, settle_s=1, run_steps=100), Silent(),
    )  # fmt: skip
    ended = run(session, drawn.instruction, app, ())
    met = Judge(drawn, start).verdict(stage.state(), ended.answer).success
    told = [f"{step.words or step.action} | {step.outcome}" for step in read_steps(trail.folder)]
    return Played(met, ended.ending, ended.calls, (*told, ended.error))
