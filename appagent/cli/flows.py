"""`appagent flows`: look after flow files."""

from __future__ import annotations

from pathlib import Path

from appagent.flows import FlowFile, FlowFiles, flows_in
from appagent.report import plain
from appagent.report.plain import plural


def check_flows(place: Path, as_json: bool) -> int:
    """Tell what is wrong in the flows of a place; gives the exit code. Raises: `UsageError` for a
    place without any."""
    files = FlowFiles()
    found = [files.check(path) for path in flows_in(place)]
    if as_json:
        plain.document({"files": list(map(checked, found))})
    else:
        for problem in (problem for each in found for problem in each.problems):
            plain.line(problem)
        wrong = sum(not each.ok for each in found)
        plain.aside(f"{plural(len(found), 'flow')}, {wrong or 'none'} of them with problems")
    return int(any(not each.ok for each in found))


def checked(found: FlowFile) -> dict[str, object]:
    """A file, and what is wrong in it."""
    problems = [{"line": p.line, "column": p.column, "what": p.what} for p in found.problems]
    return {"file": str(found.file), "ok": found.ok, "problems": problems}
