"""Every task of the benchmark, and ten longer ones, as the programs of `tests/bench/programs.yaml`.

They are played by the agent over adb on pocket phones, judged by the phone's state. Exit code 1 if
a task is not done, takes more calls than it has replies, or is called done where it is not.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import partial
from pathlib import Path

from appagent.bench.stage import open_stage
from appagent.device.server import AdbServer
from tests.bench.player import PROGRAMS, TASKS_OF, Played, play

APART = ("photos-", "settings-")  # beside the 45 of the paper


@dataclass(frozen=True)
class Run:
    """One program of a task: the right one, or an ending that looks nearly right."""

    task: str
    replies: int
    near: bool
    played: Played

    @property
    def is_wrong(self) -> bool:
        """Whether it was called done, and was not."""
        return self.played.ending == "done" and not self.played.met

    @property
    def is_as_meant(self) -> bool:
        ended = self.played.met and self.played.ending == "done"
        return not self.is_wrong and (self.near or (ended and self.played.calls == self.replies))

    def __str__(self) -> str:
        """What went wrong, step by step."""
        what = "near" if self.near else "right"
        told = "\n    ".join(self.played.told)
        return f"{self.task} ({what}): {self.played.ending}, {self.played.calls} calls\n    {told}"


def runs(tasks: Sequence[str], seed: int) -> list[Run]:
    """All programs of some tasks, on one phone."""
    logging.disable(logging.ERROR)
    server = AdbServer.on_free_port()
    server.start()
    try:
        with open_stage(server, seed) as stage, tempfile.TemporaryDirectory() as folder:
            return [
                Run(name, len(replies), n > 0, play(stage, name, seed, replies, Path(folder)))
                for name in tasks
                for n, replies in enumerate((PROGRAMS[name]["replies"], *PROGRAMS[name]["near"]))
            ]
    finally:
        server.stop()


def table(found: Sequence[Run]) -> Iterator[str]:
    groups = {
        "the 45": lambda task: not task.startswith(("long-", *APART)),
        "the ten long ones": lambda task: task.startswith("long-"),
        "photos and settings": lambda task: task.startswith(APART),
    }
    for title, belongs in groups.items():
        mine = [run for run in found if belongs(run.task) and not run.near]
        near = [run for run in found if belongs(run.task) and run.near]
        if mine:
            done = sum(run.played.met and run.played.ending == "done" for run in mine)
            calls = sum(run.played.calls for run in mine) / len(mine)
            wrong = sum(run.is_wrong for run in (*mine, *near))
            yield (
                f"{title:20} {done} of {len(mine)} done, {calls:.2f} calls a task; "
                f"{wrong} wrong done, {len(near)} endings nearly right"
            )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tasks", default="*", help="ids such as clock-1,maps-*")
    options = parser.parse_args()
    wanted = options.tasks.split(",")
    tasks = [name for name in TASKS_OF if any(fnmatch(name, each) for each in wanted)]
    if not tasks:
        parser.error(f"no task is called {options.tasks}: they are {', '.join(TASKS_OF)}")
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        parts = pool.map(partial(runs, seed=options.seed), (tasks[n::cores] for n in range(cores)))
        found = [run for part in parts for run in part]
    for run in found:
        if not run.is_as_meant:
            print(run, file=sys.stderr)
    print("\n".join(table(found)))
    return 0 if found and all(run.is_as_meant for run in found) else 1


if __name__ == "__main__":
    sys.exit(main())
