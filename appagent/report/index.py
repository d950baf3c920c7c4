"""An index over runs: one page, a line for each, with a link to its own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from appagent.report.ending import mood
from appagent.report.html import render
from appagent.runs import PastRun
from appagent.trail import REPORT


def index_page(runs: Sequence[PastRun], file: Path) -> str:
    """The HTML of the index; its links lead from `file` to the pages of the runs."""
    return render("index.html", runs=[_line(run, file) for run in runs])


def _line(run: PastRun, file: Path) -> dict[str, object]:
    found, ended = run.outcome, run.ending or "benchmark"
    own = run.folder / "report" / "index.html" if run.is_bench else run.folder / REPORT
    to = os.path.relpath(own, file.parent) if own.is_file() else ""
    return {
        "href": quote(os.fsencode(to)),  # a name may be no UTF-8
        "number": run.number or "",
        "when": f"{run.started:%Y-%m-%d %H:%M}",
        "command": run.command,
        "app": run.app.rpartition(".")[2],
        "task": (found.task if found else "") or run.name,
        "ending": ended,
        "mood": mood(ended, run.command) if run.ending else "dim",
        "steps": run.steps or "",
        "calls": found.calls if found else "",
        "money": f"{found.cost:.4f}" if found and found.cost is not None else "",
        "seconds": f"{found.seconds:.1f}" if found else "",
    }
