"""`appagent runs`: what there is, and what is to go."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from appagent.cli.out import terminal
from appagent.cli.report import renew_index, runs_folder, write_report
from appagent.cli.table import print_table
from appagent.errors import UsageError
from appagent.report import plain
from appagent.report.ending import result_text
from appagent.report.plain import plural
from appagent.runs import PastRun, age, check_is_over, find_run, list_runs, remove_run
from appagent.texts import shorten

TASK = 48  # characters of a task, at most
SHOWN = 400  # of them where one run is shown


def show_runs(words: Sequence[str], runs: Path | None, as_json: bool) -> int:
    """List the runs that have all the words, the newest first."""
    folder = runs_folder(runs)
    found = [run for run in list_runs(folder) if run.says(words)]
    if as_json:
        plain.document([_as_document(run) for run in found])
        return 0
    if not found:
        fits = f" with {' '.join(words)!r}" if words else ""
        plain.aside(f"there are no runs{fits} in {folder}")
        return 0
    heads = ("", "when (UTC)", "command", "app", "ending", "steps", "calls", "money", "task")
    print_table(heads, list(map(_cells, found)), figures=("", "steps", "calls", "money"))
    return 0


def _cells(run: PastRun) -> list[str]:
    found = run.outcome
    task = found.task if found else ""
    return [
        str(run.number),
        f"{run.started:%Y-%m-%d %H:%M}",
        run.command,
        run.app.rpartition(".")[2],
        run.ending,
        str(run.steps) if not run.is_bench else "",
        str(found.calls) if found else "",
        f"{found.cost:.4f}" if found and found.cost is not None else "",
        shorten(" ".join(task.split()), TASK),
    ]


def _as_document(run: PastRun) -> dict[str, object]:
    """A run as JSON."""
    return {
        "number": run.number or None,  # of another folder
        "name": run.name,
        "folder": str(run.folder),
        "started": run.started.isoformat(),
        "command": run.command,
        "app": run.app,
        "ending": run.ending,
        "damage": run.damage,
        "steps": run.steps,
        "outcome": run.outcome.model_dump(mode="json") if run.outcome else None,
    }


def show_run(named: str | None, runs: Path | None, as_json: bool) -> int:
    """Tell how a run ended, and where its files are."""
    run = find_run(runs_folder(runs), named)
    if as_json:
        plain.document(_as_document(run))
        return 0
    found = run.outcome
    told = [("run", run.name), ("folder", str(run.folder)), ("command", run.command)]
    told += [("app", run.app), ("ending", run.ending), ("damage", run.damage)]
    told += [("steps", str(run.steps))] if not run.is_bench else []
    if found:
        told += [
            ("task", shorten(" ".join(found.task.split()), SHOWN)),
            ("result", result_text(found, Path("the store"))),
        ]
        told += [("error", found.error), ("model", found.model), ("calls", str(found.calls))]
        told += [("seconds", f"{found.seconds:.1f}")]
    for name, value in told:
        if value:
            plain.line(f"{name:8} {value}")
    return 0


def open_run(named: str | None, runs: Path | None) -> int:
    """Write the page of a run and open it."""
    return write_report(named, None, runs, every=False, opens=True, as_json=False)


def remove_runs(named: Sequence[str], runs: Path | None, *, yes: bool, as_json: bool) -> int:
    """Remove the runs that are named."""
    folder = runs_folder(runs)
    meant = [find_run(folder, each, by_digits=False) for each in named]
    found = {run.folder.absolute(): run for run in meant}
    return _remove(list(found.values()), yes, as_json)


def prune_runs(older: str, runs: Path | None, *, yes: bool, as_json: bool) -> int:
    """Remove the runs that are older than an age."""
    folder, than = runs_folder(runs), datetime.now(UTC) - age(older)
    return _remove([run for run in list_runs(folder) if run.is_older(than)], yes, as_json)


def _remove(found: Sequence[PastRun], yes: bool, as_json: bool) -> int:
    for run in found:
        check_is_over(run)
    if found and not yes:
        named = ", ".join(run.name for run in found[:5]) + ", ..." * (len(found) > 5)
        person = terminal()
        if not person.person:
            raise UsageError(f"this removes {plural(len(found), 'run')} ({named}): add --yes")
        if not person.confirm(f"Remove {plural(len(found), 'run')}, {named}?"):
            return _tell_removed([], as_json) or 1
    for run in found:
        remove_run(run)
    for folder in {run.folder.parent for run in found}:
        renew_index(folder)
    return _tell_removed(found, as_json)


def _tell_removed(found: Sequence[PastRun], as_json: bool) -> int:
    if as_json:
        plain.document({"removed": [run.name for run in found]})
    else:
        plain.line(f"{plural(len(found), 'run')} removed")
    return 0
