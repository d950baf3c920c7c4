"""Form and filter tasks on pocket phones, with lists of actions and with one a reply."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest
import yaml
from pydantic import BaseModel

from appagent.actions.decision import Decision
from appagent.agent.observe import Observation
from appagent.agent.run import run
from appagent.agent.session import Session
from appagent.bench.draw import TaskInstance, instantiate
from appagent.bench.judge import Judge
from appagent.bench.solve import bind, set_up
from appagent.bench.stage import Stage, open_stage
from appagent.bench.suite import SolutionStep, default_suites, load_suite
from appagent.config import Config
from appagent.device.server import AdbServer
from appagent.exchange import Picture, Prompt, Reply, Usage
from appagent.knowledge.store import DocStore
from appagent.model.reply import parse
from appagent.trail import Step, Trail
from tests.bench.player import PROGRAMS, answered

T = TypeVar("T", bound=BaseModel)
PLANNED: dict[str, list[int]] = yaml.safe_load(
    Path(__file__).with_name("forms.yaml").read_text("utf-8")
)
SEED = 1
END = {"kind": "exit", "status": "done"}


@dataclass
class Planner:
    """A model that knows the solution and gives so many of its actions in each reply: by number
    what the screen shows, by name what is not there yet. It also watches the run."""

    solution: Sequence[SolutionStep]
    sizes: Sequence[int]
    reads: Mapping[str, Any]
    name: str = "planner"
    host: str = ""
    spent: Usage = field(default_factory=Usage)
    asked: int = 0
    made: int = 0  # steps
    seen: Observation | None = None
    steps: list[Step] = field(default_factory=list)

    def ask(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],  # noqa: ARG002
        reply: type[T],
        problems: Sequence[tuple[str, str]] = (),
    ) -> Reply[T]:
        assert not problems, problems
        if not issubclass(reply, Decision):
            return answered(prompt, reply, self.reads)
        assert self.made == sum(self.sizes[: self.asked]), prompt.text  # all was done
        size = self.sizes[self.asked] if self.asked < len(self.sizes) else 0
        steps = self.solution[self.made : self.made + size]
        self.asked += 1
        raw = json.dumps({"actions": [self._action(step) for step in steps] or [END]})
        usage = Usage(calls=1)
        self.spent += usage
        return Reply(parse(raw, reply), raw, usage)

    def _action(self, step: SolutionStep) -> dict[str, Any]:
        assert self.seen is not None
        target, marks = step.target, self.seen.view.marks
        titles = {m.element.name.partition(", ")[0] for m in marks if m.element}
        if target is None or not target.name or {target.name} & titles:
            return bind(step, self.seen.view).model_dump()
        return step.action.model_dump() | {"element": None, "name": target.name}

    def say(self, text: str) -> None: ...

    def looked(self, n: int, seen: Observation) -> None:  # noqa: ARG002
        self.seen = seen

    def planned(self, program: object, at: int) -> None: ...

    def stepped(self, step: Step) -> None:
        self.steps.append(step)
        self.made += 1


@pytest.fixture(scope="module")
def server() -> Iterator[AdbServer]:
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("ANDROID_ADB_SERVER_PORT", raising=False)
        server = AdbServer.on_free_port()
        server.start()
        yield server
        server.stop()


def done(stage: Stage, task: TaskInstance, sizes: Sequence[int], folder: Path) -> Planner:
    """The run of a task, which reaches its goal."""
    start = stage.running.call(lambda phone: set_up(phone, task.app, task.setup))
    read = PROGRAMS[task.task.id].get("reads", {})
    asks = {danger: {"asks": said["asks"], "count": "all"} for danger, said in read.items()}
    model = Planner(task.solution, sizes, asks)
    session = Session(
        stage.device, model, DocStore(folder / "docs"), Trail.open(folder, "run", "form"),
        Config(image_width_px=360), model,
    )  # fmt: skip
    ended = run(session, task.instruction, task.app, ())
    told = [step.outcome for step in model.steps]
    assert ended.ending == "done", (ended.error, told)
    assert Judge(task, start).verdict(stage.state(), ended.answer).success, told
    assert ended.steps == len(task.solution) + 1
    assert ended.calls == model.asked == len(sizes) + 1
    return model


@pytest.mark.timeout(600)
def test_lists_take_half_of_the_calls(server: AdbServer, tmp_path: Path) -> None:
    """The same steps, each guarded and told, and at most half of the calls."""
    counts: dict[str, tuple[int, int]] = {}
    for path in default_suites():
        suite = load_suite(path)
        for task in suite.tasks:
            if task.id not in PLANNED:
                continue
            calls = []
            for planned in (PLANNED[task.id], [1] * len(task.solution)):
                with open_stage(server, SEED) as stage:
                    drawn = stage.running.call(
                        lambda phone, task=task, app=suite.app: instantiate(
                            task, app, SEED, phone.truth
                        )
                    )
                    calls.append(done(stage, drawn, planned, tmp_path).asked)
            counts[task.id] = (calls[0], calls[1])
    listed, single = (sum(column) for column in zip(*counts.values(), strict=True))
    print(f"{listed} calls with lists, {single} with single actions: {counts}")
    assert counts.keys() == PLANNED.keys()
    assert listed <= single / 2
