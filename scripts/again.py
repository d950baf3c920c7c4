"""Do tasks once with a model, and then with other values on phones that hold something else: what
was kept of the first run is to do them without a call, judged by the phone's own state."""

from __future__ import annotations

import argparse
import json
import logging
from dataclasses import dataclass
from pathlib import Path

from appagent.agent.run import run
from appagent.agent.session import Session
from appagent.bench.draw import instantiate
from appagent.bench.judge import Judge
from appagent.bench.solve import set_up_without_faults
from appagent.bench.stage import open_stage
from appagent.bench.suite import Task, default_suites, load_suite
from appagent.cli.parts import make_model
from appagent.config import Config, load
from appagent.device.server import AdbServer
from appagent.files import data_folder
from appagent.knowledge.store import DocStore
from appagent.trail import Step, Trail


@dataclass
class Watch:
    """Tells what a run says."""

    def say(self, text: str) -> None:
        print(f"    {text}", flush=True)

    def looked(self, n: int, seen: object) -> None: ...

    def planned(self, program: object, at: int) -> None: ...

    def stepped(self, step: Step) -> None: ...


def attempt(
    server: AdbServer, config: Config, out: Path, task: Task, app: str, seed: int
) -> dict[str, object]:
    """What became of a task as a seed draws it."""
    with open_stage(server, seed) as stage:
        call = stage.running.call
        drawn = call(lambda phone: instantiate(task, app, seed, phone.truth))
        judge = Judge(drawn, call(lambda phone: set_up_without_faults(phone, app, drawn.setup)))
        trail = Trail.open(out / "trails", task.id, f"seed{seed}")
        store = DocStore(out / "store", [data_folder("docs_store")])
        print(f"{task.id}, seed {seed}: {drawn.instruction}", flush=True)
        session = Session(stage.device, make_model(config, print), store, trail, config, Watch())
        outcome = run(session, drawn.instruction, app, ("auto", "demo", "manual"))
        met = judge.verdict(stage.state(), outcome.answer).success
    return {
        "task": task.id, "seed": seed, "ending": outcome.ending, "met": met,
        "calls": outcome.calls, "steps": outcome.steps, "flow": Path(outcome.flow).name,
        "seconds": round(outcome.seconds, 1), "answer": outcome.answer, "error": outcome.error,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("tasks", nargs="+")
    asked = parser.parse_args()
    logging.basicConfig(format="    %(message)s")
    logging.getLogger("appagent.agent.keep").setLevel(logging.INFO)  # why nothing is kept
    config = load({"model": asked.model}).config
    results: list[dict[str, object]] = []
    server = AdbServer.on_free_port()
    server.start()
    try:
        _all(server, config, asked, results)
    finally:
        server.stop()
    later = [each for each in results if each["seed"] != 1]
    without = [each for each in later if not each["calls"]]
    met = sum(bool(each["met"]) for each in without)
    print(f"{len(later)} requests with other values: {len(without)} without a call, {met} met")


def _all(
    server: AdbServer, config: Config, asked: argparse.Namespace, results: list[dict[str, object]]
) -> None:
    for suite in map(load_suite, default_suites()):
        for task in (task for task in suite.tasks if task.id in asked.tasks):
            for seed in range(1, 2 + asked.seeds):
                results.append(attempt(server, config, asked.out, task, suite.app, seed))
                print(f"    {json.dumps(results[-1])}", flush=True)
                (asked.out / "results.json").write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
