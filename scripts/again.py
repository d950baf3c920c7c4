"""Do tasks once with a model, and then with other values on phones that hold something else: what
was kept of the first run is to do them without a call, judged by the phone's own state.

With `--drift` the first request is done again where the phone or the app has changed, with the flow
that was kept: what the model mends is written, and then it is played once more, which is to take no
call. "a step more" is a flow that lacks one, as where an app came to ask for it.
"""

from __future__ import annotations

import argparse
import json
import logging
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from appagent.agent.run import run
from appagent.agent.session import Session
from appagent.api import make_model
from appagent.bench.draw import TaskInstance, instantiate
from appagent.bench.judge import Judge
from appagent.bench.solve import set_up_without_faults
from appagent.bench.stage import open_stage
from appagent.bench.suite import Task, default_suites, load_suite
from appagent.config import Config, load
from appagent.device.server import AdbServer
from appagent.files import data_folder
from appagent.flows import TapOn, names_in, told
from appagent.knowledge.flowfiles import Flows
from appagent.knowledge.store import DocStore
from appagent.trail import Step, Trail
from pocketphone.phone import Phone
from scripts.perturb import DRIFTS, what_was_done

FIRST = 1  # the seed of what is done once
A_STEP_MORE = "a step more"
Result = Mapping[str, object]
Change = Callable[[Phone, TaskInstance], str]  # tells what it changed; "" for nothing


@dataclass
class Watch:
    """Tells what a run says."""

    def say(self, text: str) -> None:
        print(f"    {text}", flush=True)

    def looked(self, n: int, seen: object) -> None: ...

    def planned(self, program: object, at: int) -> None: ...

    def stepped(self, step: Step) -> None: ...


@dataclass(frozen=True)
class Bench:
    """Where tasks are tried."""

    server: AdbServer
    config: Config
    out: Path

    def attempt(
        self,
        task: Task,
        app: str,
        seed: int,
        store: Path,
        change: Change | None = None,
    ) -> Result:
        """What became of a task as a seed draws it, on a phone that is changed first."""
        with open_stage(self.server, seed) as stage:
            call = stage.running.call
            drawn = call(lambda phone: instantiate(task, app, seed, phone.truth))
            changed = call(lambda phone: change(phone, drawn)) if change else ""
            judge = Judge(drawn, call(lambda phone: set_up_without_faults(phone, app, drawn.setup)))
            trail = Trail.open(self.out / "trails", task.id, f"seed{seed}")
            docs = DocStore(store, [data_folder("docs_store")])
            print(f"{task.id}, seed {seed}: {drawn.instruction}", flush=True)
            model = make_model(self.config, print)
            session = Session(stage.device, model, docs, trail, self.config, Watch())
            outcome = run(session, drawn.instruction, app, ("auto", "demo", "manual"))
            met = judge.verdict(stage.state(), outcome.answer).success
        result = {
            "task": task.id, "seed": seed, "ending": outcome.ending, "met": met,
            "calls": outcome.calls, "steps": outcome.steps, "flow": Path(outcome.flow).name,
            "seconds": round(outcome.seconds, 1), "answer": outcome.answer,
            "error": outcome.error, "changed": changed,
        }  # fmt: skip
        print(f"    {json.dumps(result)}", flush=True)
        return result

    def again(self, task: Task, app: str, drift: str) -> list[Result]:
        """What becomes of what was done once, where something has changed; twice, if it can."""
        store = self.out / "changed" / f"{task.id}-{drift}".replace(" ", "-")
        shutil.rmtree(store, ignore_errors=True)
        shutil.copytree(self.out / "store", store)
        request = instantiate(task, app, FIRST, Phone(seed=FIRST).truth).instruction
        removed = _without_a_step(Flows([store]), request) if drift == A_STEP_MORE else ""

        def change(phone: Phone, drawn: TaskInstance) -> str:
            by = next((each for each in DRIFTS if each.name == drift), None)
            done = what_was_done(drawn, Phone(seed=FIRST))
            return by.apply(phone, done, Random(f"{drift}/{task.id}")) if by else removed

        if not _on_a_phone(change, task, app):
            print(f"{task.id}: nothing here can change so: {drift}")
            return []
        return [self.attempt(task, app, FIRST, store, change) for _ in range(2)]


def _on_a_phone(change: Change, task: Task, app: str) -> str:
    """What changes of a phone for a task; "" for nothing."""
    phone = Phone(seed=FIRST)
    return change(phone, instantiate(task, app, FIRST, phone.truth))


def _without_a_step(flows: Flows, request: str) -> str:
    """Take a touch out of the flow of a request, neither the first nor the last; tells which."""
    kept = flows.fitting(request)
    if kept is None:
        return ""
    commands = kept.flow.commands
    held = kept.kept.of_commands(kept.flow)
    leads = [n for n, each in enumerate(commands) if isinstance(each, TapOn)][1:-1]
    counts = {at for at, control in held.items() if control.sets or control.did}
    others = [n for n in leads if id(commands[n]) not in counts]
    touches = [n for n in others if not names_in(commands[n])]  # no app comes to ask for a value
    if not touches:
        return ""
    at = Random(str(kept.kept.form)).choice(touches)
    flow = replace(kept.flow, commands=(*commands[:at], *commands[at + 1 :]))
    now = kept.kept.for_flow(flow, held, ())
    flows.replace(replace(kept, flow=flow, kept=now))
    return f"it lacks {told(commands[at])}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--seeds", type=int, default=1)
    names = [A_STEP_MORE, *(drift.name for drift in DRIFTS)]
    parser.add_argument("--drift", action="append", default=[], choices=names)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("tasks", nargs="+")
    asked = parser.parse_args()
    logging.basicConfig(format="    %(message)s")
    logging.getLogger("appagent.agent.keep").setLevel(logging.INFO)  # why nothing is kept
    config = load({"model": asked.model, "heal": "write"}).config
    server = AdbServer.on_free_port()
    server.start()
    try:
        later = _all(Bench(server, config, asked.out), asked)
    finally:
        server.stop()
    without = [each for each in later if not each["calls"]]
    met = sum(bool(each["met"]) for each in without)
    print(f"{len(later)} requests with other values: {len(without)} without a call, {met} met")


def _all(bench: Bench, asked: argparse.Namespace) -> list[Result]:
    """The results of the requests with other values."""
    results: list[Result] = []
    later: list[Result] = []

    def keep(*found: Result) -> None:
        results.extend(found)
        (bench.out / "results.json").write_text(json.dumps(results, indent=1))

    suites = map(load_suite, default_suites())
    tasks = [(each, suite.app) for suite in suites for each in suite.tasks]
    for task, app in (each for each in tasks if each[0].id in asked.tasks):
        for seed in range(FIRST, 1 + FIRST + asked.seeds):
            keep(bench.attempt(task, app, seed, bench.out / "store"))
            later += results[-1:] if seed != FIRST else []
        for drift in asked.drift:
            keep(*bench.again(task, app, drift))
    return later


if __name__ == "__main__":
    main()
