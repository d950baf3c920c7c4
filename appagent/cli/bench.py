"""`appagent bench`: how well the agent does on the pocket phone, judged by the phone's state."""

from __future__ import annotations

import dataclasses
import os
import shlex
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from appagent.api import POCKET, make_model, open_store
from appagent.bench.past import recall
from appagent.bench.plan import (
    BOOK_FILE,
    Book,
    LessonResult,
    Plan,
    Trial,
    TrialResult,
    WorkResult,
    lessons,
    load_plan,
    save_plan,
    trials,
)
from appagent.bench.runner import Runner, carry_out
from appagent.bench.score import Row, TruthQueries, rows, warnings
from appagent.bench.suite import Suite, load_suite
from appagent.bench.trial import TRAILS, blank_result
from appagent.cli import INTERRUPTED
from appagent.cli.bench_plan import BenchOptions, make_plan, resume_plan, say
from appagent.cli.out import make_folder, replaceable, writable, write_out
from appagent.cli.rows import GrowingCsv, write_csv
from appagent.config import Config, credentials, without_secrets
from appagent.config import load as settings
from appagent.errors import EngineGone, StoreError, UsageError
from appagent.files import atomic_write, new_folder
from appagent.report import bench as report
from appagent.report import plain
from appagent.report.board import Board
from appagent.report.html import is_own_page
from appagent.report.run import page as run_page
from appagent.runs import PLAN_FILE, PastRun, folder_of
from appagent.secrets import Secrets
from appagent.spread import Phones, open_engine
from appagent.trail import STEPS, hold, release

FIRST = "index.html"  # the page of a benchmark, beside those of its trials
COLUMNS = [
    *(name for name in TrialResult.model_fields if name not in {"kind", *WorkResult.model_fields}),
    *WorkResult.model_fields,
]
"""The columns of --csv."""


def run_bench(asked: BenchOptions) -> int:
    if asked.html and asked.csv and asked.html.resolve() == asked.csv.resolve():
        raise UsageError(f"--html and --csv both name {asked.csv}: name two different files")
    files = [("--html", asked.html), ("--csv", asked.csv)]
    if not asked.spreading.here and "jobs" in asked.given:
        raise UsageError("--jobs is of this machine: workers have as many phones as they announce")
    for option, file in [*files, ("--csv", asked.csv and _rows_csv(asked.csv))]:
        if file:
            writable(option, file)
    named = asked.resume
    if named and named.name == BOOK_FILE:
        named = named.parent
    resumed = named and folder_of(settings({"runs": asked.runs}).config.runs, named)
    plan = resume_plan(asked, resumed) if resumed else make_plan(asked)
    suites = [load_suite(path) for path in plan.suites]
    flags: dict[str, Any] = {"model": plan.model, "device": POCKET, "driver": "adb"}
    flags |= {"runs": asked.runs}
    flags |= {"store": plan.store, "see": plan.learning_see}
    flags |= {"run_steps": plan.steps, "explore_steps": plan.learning_steps}
    flags |= {"sequence": plan.sequence}
    config = settings(flags).config
    plain.never_print(Secrets(credentials(config)).hide)
    folder = resumed or new_folder(config.runs, "bench")
    if not (folder / PLAN_FILE).exists():
        save_plan(plan, folder)
    code, held = 0, hold(folder)
    try:
        _carry_out(plan, suites, config, folder, asked)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except EngineGone as err:
        say(str(err))
        code = err.exit_code
    finally:
        release(held)
    _report(asked, plan, suites, folder)
    if code:
        again = f"appagent bench --resume {shlex.quote(str(folder))}"
        say(f"stopped: trials that did not run count as failed; `{again}`")
    return code


@dataclass(frozen=True)
class _Found:
    """What came of a benchmark so far."""

    plan: Plan
    rows: Sequence[Row]
    results: Sequence[TrialResult]
    learned: Sequence[LessonResult]
    has_lines: bool
    changed: Sequence[str]  # what was said of the task files

    @classmethod
    def of(
        cls, plan: Plan, suites: Sequence[Suite], folder: Path, changed: Sequence[str] = ()
    ) -> _Found:
        book = Book(folder)
        done = book.results()
        results = _complete(plan, suites, folder, done)
        learned = sorted(book.lessons(), key=lambda line: line.key)
        found = rows(plan, suites, done)
        return cls(plan, found, results, learned, bool(book.lines()), changed)

    @cached_property
    def doubts(self) -> list[str]:
        return [*self.changed, *warnings(self.results, self.learned)]

    def page(self, link: Callable[[str], str]) -> str:
        return report.page(self.plan, self.rows, self.results, self.learned, self.doubts, link)


def _report(asked: BenchOptions, plan: Plan, suites: Sequence[Suite], folder: Path) -> None:
    """Print and write the results in the forms that were asked for."""
    found = _Found.of(plan, suites, folder)
    truth = TruthQueries.of(*found.results, *found.learned)
    if found.has_lines:

        def page(file: Path) -> str:
            place = os.path.relpath(folder.resolve(), file.resolve().parent)
            return found.page(lambda trail: quote(f"{place}/{trail}/") if trail else "")

        _write_files(asked, found.results, found.rows, page)
    elif asked.csv or asked.html:
        say("nothing came to a result: --html and --csv are left as they were")
    if asked.as_json:
        document = {
            "folder": str(folder),
            "plan": plan.model_dump(mode="json"),
            "rows": [dataclasses.asdict(row) for row in found.rows],
            "trials": [result.model_dump(mode="json") for result in found.results],
            "lessons": [line.model_dump(mode="json") for line in found.learned],
            "truth": dataclasses.asdict(truth),
            "warnings": found.doubts,
        }
        plain.document(document)
    else:
        report.show_table(found.rows, plan, truth)
    for doubt in found.doubts:
        say(f"warning: {doubt}")
    quoted = shlex.quote(str(folder))
    say(f"trails: {folder}; `appagent report {quoted}` writes a page of each")


def write_pages(folder: Path, out: Path) -> Path:
    """Write the page of a benchmark and those of its trials into a folder that can be sent as it
    is; returns the first one. Raises: `UsageError`, `StoreError`."""
    plan, suites, changed = recall(load_plan(folder), Book(folder).results())
    found = _Found.of(plan, suites, folder, changed)
    trails = [result.trail for result in found.results]
    trails += [trail for lesson in found.learned for trail in lesson.trails]
    kept = [trail for trail in trails if (folder / trail / STEPS).is_file()]
    names = {trail: f"{trail.replace('/', '-')}.html" for trail in kept}
    pages: dict[str, str] = {}
    for trail, name in [*names.items()]:
        try:
            pages[name] = run_page(PastRun(folder / trail), FIRST)
        except StoreError as err:  # the others have pages
            say(f"no page of {trail}: {err}")
            del names[trail]
    pages[FIRST] = found.page(lambda trail: quote(names.get(trail, "")))
    make_folder(out)
    for name in pages:
        replaceable(out / name, "page of appagent", is_own_page)
    for name, text in pages.items():
        write_out(out / name, text.encode())
    return out / FIRST


def _write_files(
    asked: BenchOptions,
    results: Sequence[TrialResult],
    found: Sequence[Row],
    page: Callable[[Path], str],
) -> None:
    """Write --csv and --html. All are whole before one of them takes the place of an older one."""
    with ExitStack() as drafts:
        if asked.csv:
            lines = [result.model_dump(mode="json") for result in results]
            write_csv(drafts.enter_context(atomic_write(asked.csv)), lines, COLUMNS)
            figures = [dataclasses.asdict(row) for row in found]
            draft = drafts.enter_context(atomic_write(_rows_csv(asked.csv)))
            write_csv(draft, figures, list(figures[0]))
        if asked.html:
            text = page(asked.html)
            drafts.enter_context(atomic_write(asked.html)).write_text(text, "utf-8")


def _carry_out(
    plan: Plan, suites: Sequence[Suite], config: Config, folder: Path, asked: BenchOptions
) -> None:
    total = len(list(trials(plan, suites))) + len(lessons(plan, suites))
    finished = sum(not line.broke for line in Book(folder).lines())
    model = make_model(config, say)
    where = f"screens go to {model.host}" if model.host else "screens stay on this machine"
    say(f"bench with {model.name} on pocket phones; {where}")
    if plan.settings:
        say(f"settings: {report.settings(plan)}")

    known = [line.model_dump(mode="json") for line in Book(folder).results() if not line.broke]
    table = GrowingCsv(asked.csv, COLUMNS, known)

    def tell(line: TrialResult | LessonResult) -> None:
        nonlocal finished
        finished += 1
        if isinstance(line, TrialResult):
            table.write(line.model_dump(mode="json"))
        say(f"{finished:>4}/{total}  {report.result_line(line)}")

    spreading = asked.spreading
    phones = Phones(pockets=asked.jobs if spreading.here else 0)
    pace = spreading.calls_per_minute
    runner = Runner(plan, suites, without_secrets(config), partial(make_model, say=say))
    with (
        Board(total, finished) as board,
        open_engine(spreading.engine, phones, calls_per_minute=pace, say=say) as engine,
    ):
        carry_out(
            runner, engine, folder,
            manual=open_store(config), follower=board, done=tell, retries=spreading.retries,
        )  # fmt: skip


def _complete(
    plan: Plan, suites: Sequence[Suite], folder: Path, results: Sequence[TrialResult]
) -> list[TrialResult]:
    """A result for each trial, in their order; those that did not run are interrupted."""
    done = {result.key: result for result in results}
    stopped = {"ending": "cancelled", "error": "interrupted", "broke": True}
    found = [
        (trial, done.get(trial.key) or blank_result(trial).model_copy(update=stopped))
        for trial in trials(plan, suites)
    ]
    return [
        result if result.trail else result.model_copy(update={"trail": _trail(trial, folder)})
        for trial, result in found
    ]


def _trail(trial: Trial, folder: Path) -> str:
    """The newest trail of a trial that broke off, below the folder; "" for none."""
    name = f"{'[0-9]' * 8}-{'[0-9]' * 6}-{trial.task.id}-seed{trial.seed}"
    found = sorted((folder / TRAILS / trial.condition.name).glob(name))
    return found[-1].relative_to(folder).as_posix() if found else ""


def _rows_csv(path: Path) -> Path:
    """The file for the rows of the table, beside the one for the trials."""
    return path.with_stem(f"{path.stem}-rows")
