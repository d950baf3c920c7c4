"""What a model needs for tasks that others wrote, with nothing learned and with a store.

Each task has a phone of its own, and the phone's state judges. What was learned comes from
`appagent explore --app music --store FOLDER`; without a store neither docs nor a map are told.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
from contextlib import nullcontext
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from appagent.agent.run import run
from appagent.agent.session import Session
from appagent.bench.judge import Judge
from appagent.bench.stage import open_stage
from appagent.bench.suite import TASKS, Suite, Task, load_suite
from appagent.config import load
from appagent.device.server import AdbServer
from appagent.errors import ModelNotConfigured
from appagent.files import data_folder
from appagent.knowledge.element import Source
from appagent.knowledge.store import DocStore
from appagent.model.configured import at_endpoint
from appagent.outcome import Ending
from appagent.trail import Trail
from tests.bench.player import Silent, begin

UNSEEN = sorted((data_folder(TASKS) / "unseen").glob("*.yaml"))
STEPS = 40


@dataclass(frozen=True)
class Tried:
    """What came of one task."""

    task: str
    met: bool
    ending: Ending
    calls: int
    steps: int
    answer: str

    @property
    def is_wrong(self) -> bool:
        return self.ending == "done" and not self.met

    def __str__(self) -> str:
        met = "met" if self.met else "NOT MET"
        return f"{self.task:<18} {met:<8} {self.ending:<10} {self.calls:>3} calls  {self.answer}"


def attempt(
    server: AdbServer, suite: Suite, task: Task, options: argparse.Namespace, runs: Path
) -> Tried:
    """One task, on a phone of its own."""
    with open_stage(server, options.seed) as stage:
        drawn, _, start = begin(stage, suite.app, task, options.seed)
        config = load({"model": options.model}).config
        config = config.model_copy(update={"run_steps": STEPS, "learn": "never"})
        model = at_endpoint(config, options.model, lambda _: nullcontext())
        store = DocStore(options.store or runs / "nothing learned")
        session = Session(
            stage.device, model, store, Trail.open(runs, "run", task.id), config, Silent()
        )
        sources: list[Source] = ["auto", "demo"] if options.store else []
        ended = run(session, drawn.instruction, suite.app, sources)
        met = Judge(drawn, start).verdict(stage.state(), ended.answer).success
        return Tried(task.id, met, ended.ending, ended.calls, ended.steps, ended.answer)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--model", required=True)
    parser.add_argument("--store", type=Path, help="what was learned; default: nothing")
    parser.add_argument("--tasks", default="*", help="ids such as unseen-music-*")
    parser.add_argument("--runs", type=Path, help="folder for the trails; default: none are kept")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.store and not options.store.is_dir():
        parser.error(f"there is no store {options.store}")
    logging.disable(logging.ERROR)
    found: list[Tried] = []
    server = AdbServer.on_free_port()
    server.start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for suite in map(load_suite, UNSEEN):
                for task in suite.tasks:
                    if any(fnmatch(task.id, each) for each in options.tasks.split(",")):
                        runs = options.runs or Path(folder)
                        found.append(attempt(server, suite, task, options, runs))
                        print(found[-1], flush=True)
    except ModelNotConfigured as err:
        parser.error(str(err))
    finally:
        server.stop()
    if not found:
        parser.error(f"no task is called {options.tasks}")
    calls = sum(each.calls for each in found)
    print(f"{sum(t.met for t in found)} of {len(found)} met, {calls / len(found):.2f} calls each")
    return 1 if any(each.is_wrong for each in found) else 0


if __name__ == "__main__":
    sys.exit(main())
