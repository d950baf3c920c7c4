"""`appagent bench`: how well the agent does on the pocket phone, by the phone's own state."""

from __future__ import annotations

import csv
import dataclasses
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from appagent.bench.plan import (
    PAPER,
    PLAN_FILE,
    Book,
    Condition,
    Docs,
    Learned,
    Plan,
    Result,
    Space,
    chosen,
    keep,
    kept,
    lessons,
    trials,
)
from appagent.bench.runner import carry_out
from appagent.bench.score import Row, rows, warnings
from appagent.bench.solve import check
from appagent.bench.suite import Suite, load, shipped_suites
from appagent.bench.trial import House
from appagent.cli import INTERRUPTED
from appagent.cli.parts import POCKET, RECORDED, chosen_model, docs, writable
from appagent.cli.sight import sight
from appagent.config import Config, See
from appagent.config import load as settings
from appagent.device.server import AdbServer
from appagent.errors import SuiteError, UsageError
from appagent.report import bench as report
from appagent.trail import new_folder


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of the command."""

    model: str | None
    space: str
    docs: str
    see: str
    paper: bool
    seeds: int
    steps: int
    learning_steps: int
    tasks: str
    apps: str
    suites: Sequence[Path]
    faults: bool
    jobs: int
    resume: Path | None
    store: Path | None
    runs: Path | None
    html: Path | None
    csv: Path | None
    as_json: bool


def bench(asked: Asked) -> int:
    for option, file in (("--html", asked.html), ("--csv", asked.csv)):
        if file:
            writable(option, file)
    plan = kept(asked.resume) if asked.resume else _plan(asked)
    suites = [load(path) for path in plan.suites]
    flags: dict[str, Any] = {"model": plan.model, "device": POCKET, "runs": asked.runs}
    flags |= {"store": asked.store, "run_steps": plan.steps, "explore_steps": plan.learning_steps}
    config = settings(flags).config
    folder = asked.resume or new_folder(config.runs, "bench")
    if not (folder / PLAN_FILE).exists():
        keep(plan, folder)
    code = 0
    try:
        _carry_out(plan, suites, config, folder, asked.jobs)
    except KeyboardInterrupt:
        code = INTERRUPTED
    book = Book(folder)
    results = sorted(book.results(), key=_order(plan, suites))
    found = rows(plan, suites, results)
    learned = sorted(book.learned(), key=lambda line: line.key)
    doubts = list(warnings(results, learned))
    if asked.csv:
        _write_csv(asked.csv, results)
    if asked.html:
        text = report.page(plan, found, results, doubts, folder, asked.html)
        asked.html.write_text(text, "utf-8")
    if asked.as_json:
        print(json.dumps(_document(plan, folder, found, results, learned, doubts)))
    else:
        report.show(found, plan)
    for doubt in doubts:
        _say(f"warning: {doubt}")
    _say(f"trails: {folder}")
    if code:
        _say(f"stopped: what is missing counts as failed; `appagent bench --resume {folder}`")
    return code


def _plan(asked: Asked) -> Plan:
    """What the options ask for. Raises: `UsageError`, `SuiteError`."""
    conditions = PAPER if asked.paper else _conditions(asked)
    seeds, tasks = tuple(range(1, asked.seeds + 1)), tuple(_words(asked.tasks))
    suites = _suites(asked, seeds)
    chosen(list(suites.values()), tasks)
    config = settings({"model": asked.model, "device": POCKET}).config
    if config.model.startswith(RECORDED):
        raise UsageError("--model: a recording answers one run; name a model, or `offline`")
    model = chosen_model(config, _say)
    return Plan(
        model=model.name,
        blind=not sight(model).sees,  # which also finds a dead endpoint before any trial
        conditions=conditions,
        seeds=seeds,
        steps=asked.steps,
        learning_steps=asked.learning_steps,
        suites=tuple(suites),
        tasks=tasks,
        faults=asked.faults,
    )


def _suites(asked: Asked, seeds: Sequence[int]) -> dict[Path, Suite]:
    """The suites that are meant, by their files. Raises: `UsageError`, `SuiteError`."""
    suites = {path.resolve(): load(path) for path in asked.suites or shipped_suites()}
    places: dict[str, Path] = {}
    for path, suite in suites.items():
        for name in (suite.app, *(task.id for task in suite.tasks)):
            if name in places:
                raise SuiteError(f"{path}: {name} stands in {places[name]} already")
            places[name] = path
    known = {suite.app.rpartition(".")[2]: path for path, suite in suites.items()}
    apps = _words(asked.apps) or list(known)
    if unknown := [app for app in apps if app not in known]:
        raise UsageError(f"--apps: no tasks for {unknown[0]!r}; there are: {', '.join(known)}")
    for path in (known[app] for app in apps if asked.suites):  # ours are checked by the tests
        try:
            check(suites[path], seeds)
        except SuiteError as err:
            raise SuiteError(f"{path}: {err}") from err
    return {known[app]: suites[known[app]] for app in apps}


def _conditions(asked: Asked) -> tuple[Condition, ...]:
    """Each of its kind once: a bare picture has no elements that docs or a list could tell of."""
    found = (
        Condition(space=space) if space == "raw" else Condition(docs=source, see=see)
        for space in _of("--space", asked.space, get_args(Space))
        for source in _of("--docs", asked.docs, get_args(Docs))
        for see in _of("--see", asked.see, [see for see in get_args(See) if see != "raw"])
    )
    return tuple(dict.fromkeys(found))


def _of(option: str, said: str, known: Sequence[str]) -> list[str]:
    words = _words(said)
    if not words or not set(words) <= set(known):
        raise UsageError(f"{option}: {said!r}: expected some of {','.join(known)}")
    return words


def _words(said: str) -> list[str]:
    return list(dict.fromkeys(word.strip() for word in said.split(",") if word.strip()))


def _carry_out(
    plan: Plan, suites: Sequence[Suite], config: Config, folder: Path, jobs: int
) -> None:
    total = len(list(trials(plan, suites))) + len(lessons(plan, suites))
    known = len(Book(folder).lines())
    model = chosen_model(config, _say)
    where = f"screens go to {model.host}" if model.host else "screens stay on this machine"
    _say(f"bench with {model.name} on pocket phones; {where}")

    def done(line: Result | Learned) -> None:
        nonlocal known
        known += 1
        _say(f"{known:>4}/{total}  {report.line(line)}")

    with ExitStack() as stack:
        server = AdbServer.on_free_port()
        stack.callback(server.stop)
        server.start()
        house = House(folder, config, server, lambda: chosen_model(config, _say), plan.faults)
        carry_out(house, plan, suites, manual=docs(config), jobs=jobs, done=done)


def _order(plan: Plan, suites: Sequence[Suite]) -> Callable[[Result], int]:
    places = {trial.key: place for place, trial in enumerate(trials(plan, suites))}
    return lambda result: places.get(result.key, len(places))


def _document(
    plan: Plan,
    folder: Path,
    found: Sequence[Row],
    results: Sequence[Result],
    learned: Sequence[Learned],
    doubts: Sequence[str],
) -> dict[str, Any]:
    return {
        "folder": str(folder),
        "plan": plan.model_dump(mode="json"),
        "rows": [dataclasses.asdict(row) for row in found],
        "trials": [result.model_dump(mode="json") for result in results],
        "lessons": [line.model_dump(mode="json") for line in learned],
        "warnings": list(doubts),
    }


def _write_csv(path: Path, results: Sequence[Result]) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        table = csv.DictWriter(out, [name for name in Result.model_fields if name != "kind"])
        table.writeheader()
        table.writerows(result.model_dump(mode="json", exclude={"kind"}) for result in results)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
