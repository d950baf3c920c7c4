"""`appagent report`: the page of a run, or an index over all."""

from __future__ import annotations

from pathlib import Path

from appagent.cli.desktop import open_file
from appagent.cli.out import replaceable, write_out
from appagent.config import load
from appagent.errors import StoreError, UsageError
from appagent.report import plain
from appagent.report.html import is_own_page
from appagent.report.index import index_page
from appagent.report.run import page
from appagent.runs import PastRun, find_run, list_runs
from appagent.trail import REPORT

INDEX = "index.html"


def runs_folder(runs: Path | None) -> Path:
    """The folder of the runs. Raises: `UsageError` for one that is named and is not there."""
    if runs is not None and not runs.is_dir():
        raise UsageError(f"there is no folder {runs}: name the one that holds the runs with --runs")
    return load({"runs": runs}).config.runs


def write_report(
    named: str | None,
    out: Path | None,
    runs: Path | None,
    *,
    every: bool,
    opens: bool,
    as_json: bool,
) -> int:
    """Write the page that is asked for, and say where; gives the exit code."""
    folder = runs_folder(runs)
    if every and named:
        raise UsageError(f"--all is for every run: leave out {named!r}, or --all")
    file = _index(folder, out) if every else _page(find_run(folder, named), out)
    if as_json:
        plain.document({"file": str(file), "bytes": file.stat().st_size})
    else:
        plain.line(file)
    if opens and not open_file(file):
        plain.aside(f"there is no desktop to open it: open {file} in a browser")
    return 0


def _page(run: PastRun, out: Path | None) -> Path:
    if run.is_bench:
        from appagent.cli.bench import write_pages

        return write_pages(run.folder, out or run.folder / "report")
    if out:
        _check(out)
    return _write(out or run.folder / REPORT, page(run))


def _check(out: Path) -> None:
    """Raises: `UsageError` where a page cannot go to `out`."""
    if out.is_dir() or not (out.suffix or out.exists()):
        raise UsageError(f"--out {out}: expected a file that ends in .html, such as {out / INDEX}")
    replaceable(out, "page of appagent", is_own_page)


def _index(folder: Path, out: Path | None) -> Path:
    """The index, and the page of each run that has none yet or has gone on since."""
    found = list_runs(folder)
    if not found:
        raise UsageError(f"there are no runs in {folder} yet")
    file = out or folder / INDEX
    _check(file)
    for run in found:
        if run.is_bench or _is_new(run):
            continue
        try:
            _write(run.folder / REPORT, page(run))
        except StoreError as err:  # the others have pages
            plain.aside(f"no page of {run.name}: {err}")
    return _write(file, index_page(found, file))


def renew_index(folder: Path) -> None:
    """Write the index of a folder anew, if it has one: a run was removed. Its last run takes it
    along."""
    file = folder / INDEX
    if not file.is_file() or not is_own_page(file):
        return
    if found := list_runs(folder):
        _write(file, index_page(found, file))
    else:
        file.unlink()


def _is_new(run: PastRun) -> bool:
    """Whether the page of a run is younger than the run. One without an end may have gone on when
    its page was written, and be cut off now."""
    own = run.folder / REPORT
    return bool(run.outcome) and own.is_file() and run.written_s() <= own.stat().st_mtime


def _write(file: Path, text: str) -> Path:
    write_out(file, text.encode())
    return file
