"""What a map of an app saves a model in calls, by one that knows names and no places.

The seeker (scripts/seeking.py) is an instrument, no model of the product. Of a task it knows the
names that the solution touches and their order (`--knows way`), or those without the ones that only
lead on and that the task does not say (`--knows goal`). It runs over the agent and adb, and the
phone's state judges. Maps are learned on phones of another seed.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import Any

from appagent.actions.gestures import resolve
from appagent.agent.run import run
from appagent.agent.session import Session
from appagent.bench.draw import TaskInstance, draw_values, fill_text, instantiate
from appagent.bench.judge import Judge
from appagent.bench.lesson import STORES, teach
from appagent.bench.plan import Lesson
from appagent.bench.solve import act, bind, set_up_without_faults, view_of
from appagent.bench.stage import Stage, open_stage
from appagent.bench.suite import default_suites, load_suite
from appagent.bench.trial import Bench
from appagent.config import Config
from appagent.device.server import AdbServer
from appagent.knowledge.element import Source
from appagent.knowledge.map import AppMap
from appagent.knowledge.mapfile import Maps
from appagent.knowledge.store import DocStore
from appagent.model.offline import OfflineModel
from appagent.outcome import Ending
from appagent.texts import words_of
from appagent.trail import Trail, read_steps
from pocketphone.phone import Phone
from scripts.crawled import crawl, explore_by_rules, store_of
from scripts.seeking import CALLS, Seeker, Want, wants
from tests.bench.player import PROGRAMS, TASKS_OF, Silent

APART = ("photos-", "settings-", "long-")  # beside the 45 of the paper
CONDITIONS = ("nothing", "crawl", "explored", "shown")
STORE = "store"
LEARNING = 1000  # seeds of the phones that are learned on, as in the benchmark
EXPLORED = 60  # steps
_STEM = 4  # letters by which two forms of a word are one


@dataclass(frozen=True)
class Sought:
    """What came of a task under a condition."""

    condition: str
    task: str
    met: bool
    ending: Ending
    calls: int
    steps: int
    replies: tuple[str, ...]
    told: tuple[str, ...]  # why what was named ahead was not done


@dataclass(frozen=True)
class Learned:
    """A map of an app, and what it took."""

    condition: str
    app: str
    known: AppMap
    calls: int
    steps: int


@dataclass(frozen=True)
class Asked:
    """What is measured: what the seeker knows, and with which maps."""

    knows: str = "way"
    proof: bool = False
    conditions: Sequence[str] = CONDITIONS
    store: Path | None = None  # of the condition STORE: maps that were learned before


# --- maps -----------------------------------------------------------------------------------------


def learned(
    condition: str, app: str, seed: int, server: AdbServer, folder: Path, store: Path | None
) -> Learned:
    """The map that a condition has of an app."""
    if condition == STORE and store:
        return Learned(condition, app, Maps([store]).read(app), 0, 0)
    if condition == "nothing":
        return Learned(condition, app, AppMap(), 0, 0)
    if condition == "crawl":
        known, steps = crawl(app, LEARNING + seed)
        return Learned(condition, app, known, 0, steps)
    if condition == "explored":
        docs = DocStore(folder / condition / app)
        with open_stage(server, LEARNING + seed) as stage:
            ended = explore_by_rules(stage, app, docs, folder, EXPLORED)
        return Learned(condition, app, Maps([docs.folders[-1]]).read(app), ended.calls, ended.steps)
    suite = next(s for s in map(load_suite, default_suites()) if s.app == app)
    lesson = Lesson(docs="demo", suite=suite, seed=seed)
    found = teach(Bench(folder / condition, Config(), server, OfflineModel), lesson)
    docs = DocStore(folder / condition / STORES / f"demo-{seed}" / app)
    return Learned(condition, app, Maps([docs.folders[-1]]).read(app), found.calls, found.steps)


# --- tasks ----------------------------------------------------------------------------------------


def seek(stage: Stage, name: str, seed: int, map_: Learned, folder: Path, asked: Asked) -> Sought:
    """A task, done by the seeker with a map."""
    app, task = TASKS_OF[name]

    def ready(phone: Phone) -> tuple[TaskInstance, Mapping[str, Any], list[Want], Any]:
        phone.reset()
        drawn = instantiate(task, app, seed, phone.truth)
        values = draw_values(task, f"{seed}/{task.id}", phone.truth)
        known = known_of(phone, drawn) if asked.knows == "goal" else [*wants(drawn.solution)]
        phone.reset()
        return drawn, values, known, set_up_without_faults(phone, app, drawn.setup)

    drawn, values, known, start = stage.running.call(ready)
    told = PROGRAMS[task.id]
    *_, end = told["replies"][-1].strip().splitlines()
    proof = json.loads(end.partition("if_shows=")[2].rpartition(")")[0] or '""')
    model = Seeker(
        known,
        next((a.answer for step in drawn.solution if (a := step.action).kind == "exit"), ""),
        fill_text(proof, values) if asked.proof else "",
        json.loads(fill_text(json.dumps(told.get("reads", {})), values)),
    )
    trail = Trail.open(folder, "seek", task.id)
    config = Config(image_width_px=360, settle_s=1, run_steps=300, learn="never")
    store = store_of(map_.known, app, folder / "maps" / map_.condition)
    session = Session(stage.device, model, store, trail, config, Silent())
    sources: Sequence[Source] = ["auto"] if map_.known.pages else []
    ended = run(session, drawn.instruction, app, sources)
    met = Judge(drawn, start).verdict(stage.state(), ended.answer).success
    steps = sum(bool(step.gesture) for step in read_steps(trail.folder))
    is_done = met and ended.ending == "done"
    return Sought(
        map_.condition, name, is_done, ended.ending, min(ended.calls, CALLS), steps,
        tuple(model.said), (*model.told, *filter(None, [ended.error])),
    )  # fmt: skip


def known_of(phone: Phone, drawn: TaskInstance) -> list[Want]:
    """What a solution touches without what only leads on: it changes nothing that the phone keeps,
    and the task has no word of it."""
    set_up_without_faults(phone, drawn.app, drawn.setup)
    said = {word[:_STEM] for word in words_of(drawn.instruction)}
    kept = []
    for n, step in enumerate(drawn.solution):
        was, view = phone.state(), view_of(phone)
        act(phone, resolve(bind(step, view), view))
        now = phone.state()
        want = next(wants([step]), None)
        does = was["apps"] != now["apps"] or was["settings"] != now["settings"]
        is_told = want and {word[:_STEM] for word in words_of(want.name)} & said
        if want and (does or is_told or want.verb == "text" or n == len(drawn.solution) - 1):
            kept.append(want)
    return kept


def of_app(
    app: str, tasks: Sequence[str], seed: int, asked: Asked
) -> tuple[list[Learned], list[Sought]]:
    """The maps of an app, and its tasks with each of them."""
    logging.disable(logging.ERROR)
    server = AdbServer.on_free_port()
    server.start()
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            fixed = app, seed, server, folder, asked.store
            maps = [learned(each, *fixed) for each in asked.conditions]
            with open_stage(server, seed) as stage:
                found = [seek(stage, t, seed, m, folder, asked) for m in maps for t in tasks]
        return maps, found
    finally:
        server.stop()


# --- the table ------------------------------------------------------------------------------------


def table(maps: Sequence[Learned], found: Sequence[Sought]) -> Iterator[dict[str, Any]]:
    """A row a condition."""
    apps = {each.app for each in maps}
    conditions = [*dict.fromkeys(each.condition for each in maps)]
    for condition in conditions:
        mine = [each for each in found if each.condition == condition]
        first = [each for each in found if each.condition == conditions[0]]
        calls, before = (sum(s.calls for s in some) / len(some) for some in (mine, first))
        spent = sum(each.calls for each in maps if each.condition == condition) / len(apps)
        yield {
            "condition": condition,
            "done": sum(each.met for each in mine),
            "tasks": len(mine),
            "calls": round(calls, 2),
            "steps": round(sum(each.steps for each in mine) / len(mine), 2),
            "of nothing": round(calls / before, 3),
            "learning": round(spent, 1),  # calls an app
            "paid back": round(spent / (before - calls), 1) if before > calls else None,  # tasks
        }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--apps", default="*", help="such as clock,maps")
    parser.add_argument("--tasks", default="*", help="ids such as clock-1,maps-*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--knows", choices=("way", "goal"), default="way")
    parser.add_argument("--proof", action="store_true", help="it knows what shows when all is done")
    parser.add_argument(
        "--conditions", default=",".join(CONDITIONS), help="the first is compared to"
    )
    parser.add_argument("--store", type=Path, help=f"maps of one more condition, {STORE}")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    apps, ids = options.apps.split(","), options.tasks.split(",")
    by_app: dict[str, list[str]] = {}
    for name, (app, _) in TASKS_OF.items():
        short = app.rpartition(".")[2]
        wanted = any(fnmatch(short, a) for a in apps) and any(fnmatch(name, i) for i in ids)
        if wanted and (options.tasks != "*" or not name.startswith(APART)):
            by_app.setdefault(app, []).append(name)
    if not by_app:
        parser.error(f"no task is called {options.tasks} in {options.apps}")
    given = [STORE] if options.store else []
    asked = Asked(
        options.knows, options.proof, [*options.conditions.split(","), *given], options.store
    )
    if unknown := {*asked.conditions} - {*CONDITIONS, *given}:
        parser.error(f"no condition is called {min(unknown)}: they are {', '.join(CONDITIONS)}")
    with ProcessPoolExecutor(min(os.cpu_count() or 1, len(by_app))) as pool:
        work = partial(of_app, seed=options.seed, asked=asked)
        parts = [*pool.map(work, by_app, by_app.values())]
    maps = [each for some, _ in parts for each in some]
    found = [each for _, some in parts for each in some]
    rows = [*table(maps, found)]
    if options.json:
        told = [asdict(each) for each in found]
        print(json.dumps({"table": rows, "tasks": told}, indent=1, ensure_ascii=False))
        return 0
    print("  ".join(f"{name:>12}" for name in rows[0]))
    for row in rows:
        print("  ".join(f"{'-' if value is None else value:>12}" for value in row.values()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
