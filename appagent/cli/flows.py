"""`appagent flows`: look after flow files, those of the store and others."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from appagent.cli.docs_files import NO_FLOWS, store_to_read
from appagent.cli.editor import by_editor, editor_or, instead_of
from appagent.cli.flows_files import StoredFlow, damage_beside, named, of_app, stored
from appagent.cli.out import agree_to_remove
from appagent.cli.table import print_table
from appagent.danger import DANGERS
from appagent.errors import StoreError, UsageError
from appagent.flows import BESIDE, MOST_BYTES, FlowFile, FlowFiles, Form, Kept, flows_in
from appagent.knowledge.docfile import read_bytes
from appagent.knowledge.flowfiles import flows_of
from appagent.report import plain
from appagent.report.plain import plural
from appagent.screen.describe import quote

_REQUEST = 48  # cells for a request, at least
_HEADS = ("app", "flow", "commands", "made (UTC)", "model", "failures", "request")


def list_flows(app: str | None, folder: Path | None, as_json: bool) -> int:
    """Print the flows of the store, a line each; gives the exit code."""
    store = store_to_read(folder)
    found = stored(flows_of(store), of_app(store, app))
    if as_json:
        plain.document({"flows": [each.json() for each in found]})
    elif found:
        print_table(_HEADS, list(map(_cells, found)), ("commands", "failures"), _REQUEST)
    else:
        plain.aside(NO_FLOWS)
    return _tell_wrong(found, as_json)


def _cells(flow: StoredFlow) -> list[str]:
    kept, file = flow.kept, flow.file
    unkept = "damaged" if flow.wrong else "put there by hand: `appagent play` plays it"
    return [
        flow.package,
        flow.name,
        str(len(file.flow.commands)) if file.flow else "",
        f"{kept.made:%Y-%m-%d %H:%M}" if kept and kept.made else "",
        kept.model if kept else "",
        str(kept.failures or "") if kept else "",
        str(kept.form) if kept and not flow.wrong else unkept,
    ]


def _tell_wrong(flows: list[StoredFlow], as_json: bool) -> int:
    """Tell what is wrong with some flows, where --json does not; gives the exit code."""
    wrong = [problem for each in flows for problem in each.wrong]
    for problem in () if as_json else wrong:
        plain.error(f"appagent: {problem}")
    return StoreError.exit_code if wrong else 0


def show_flow(name: str, app: str | None, folder: Path | None, as_json: bool) -> int:
    """Print a flow, and what is known beside it; gives the exit code."""
    flow = named(store_to_read(folder), name, app)
    text = read_bytes(flow.path, MOST_BYTES).decode(errors="replace")
    if as_json:
        plain.document({**flow.json(), "yaml": text})
    else:
        plain.line(text.rstrip())
        plain.line("")
        for about, value in _about(flow):
            if value:
                plain.line(f"{about:9} {value}")
    return _tell_wrong([flow], as_json)


def _about(flow: StoredFlow) -> Iterator[tuple[str, str]]:
    """What is known of a flow beside its commands, each with what it is called."""
    kept, played = flow.kept, f"`appagent play {shlex.quote(str(flow.path))}{_names(flow.kept)}`"
    yield "app", flow.package
    yield "file", str(flow.path)
    if kept is None:
        yield "request", "" if flow.damage else "none is told: `appagent run` does not play it"
        yield "played", played
        return
    yield "request", str(kept.form)
    yield "values", _values(kept.form)
    yield "end", f"shows {quote(kept.shows)}" if kept.shows else ""
    yield "answer", quote(kept.answer) if kept.answer else ""
    yield "asks for", _asks(kept)
    on = (f"version {kept.app_version}" if kept.app_version else "", kept.language)
    yield "made on", ", ".join(filter(None, on))
    when = f"{kept.made:%Y-%m-%d %H:%M} UTC" if kept.made else ""
    by = (kept.model and f"by {kept.model}", kept.run and f"in the run {kept.run}")
    yield "made", " ".join(filter(None, (when, *by)))
    if flow.file.flow:
        held = len(kept.of_commands(flow.file.flow))
        yield "held to", f"what {plural(held, 'command')} touched" if held else ""
    yield "failures", f"{kept.failures} since it last held" if kept.failures else ""
    yield "played", f"by `appagent run` where a request fits, or {played}"


def _values(form: Form) -> str:
    """`HOUR "4", MINUTE "25", VALUE "Tuesday"`: of the first request."""
    first = {name: said for slot in form.slots for name, said in slot.first.items()}
    return ", ".join(f"{name} {quote(said)}" for name, said in first.items())


def _asks(kept: Kept) -> str:
    """`send, delete`: what requests of its form mean, for the guard."""
    return ", ".join(danger for danger in DANGERS if danger in kept.granted)


def _names(kept: Kept | None) -> str:
    """The options that give a flow its values."""
    names = dict.fromkeys(name for slot in kept.form.slots for name in slot.names) if kept else ()
    return "".join(f" -e {name}=..." for name in names)


def edit_flow(name: str, app: str | None, folder: Path | None, as_json: bool) -> int:
    """Open a flow in the person's editor and write what they made of it; gives the exit code.

    Raises: `StoreError` where anything is wrong with it; the file is then as it was.
    """
    store = store_to_read(folder)
    flows, flow = flows_of(store), named(store, name, app)
    path = flows.own(flow.package) / flow.path.name
    editor, content = editor_or(instead_of(flow.path, path)), read_bytes(flow.path, MOST_BYTES)
    written: list[FlowFile] = []
    by_editor(
        editor, path, content,
        lambda after: written.append(flows.rewrite(flow.path, content, after)),
    )  # fmt: skip
    if free := _freed(flow, written[0]):
        plain.aside(f"{plural(free, 'command')} no longer held to what was touched")
    if as_json:
        plain.document({"file": str(path)})
    else:
        plain.line(f"written: {path}")
    return 0


def _freed(flow: StoredFlow, after: FlowFile) -> int:
    """How many commands of what a person wrote are not those that touched something."""
    kept, was, now = flow.kept, flow.file.flow, after.flow
    if kept is None or was is None or now is None:
        return 0
    return len(kept.of_commands(was)) - len(kept.of_commands(now))


def forget_flow(name: str, app: str | None, yes: bool, folder: Path | None, as_json: bool) -> int:
    """Remove a flow and what stands beside it, once the person has agreed; gives the exit code."""
    store = store_to_read(folder)
    flows, flow = flows_of(store), named(store, name, app)
    if not flow.path.is_relative_to(flows.folder):
        raise UsageError(f"the flow {flow.name} of {flow.package} comes with appagent and stays")
    if not yes:
        agree_to_remove(f"the flow {flow.name} of {flow.package}")
    both = (flow.path, flow.path.with_suffix(BESIDE))
    removed = [str(path) for path in both if os.path.lexists(path)]
    flows.forget(flow.path)
    if as_json:
        plain.document({"removed": removed})
    for path in () if as_json else removed:
        plain.line(f"removed: {path}")
    return 0


def check_flows(places: Sequence[Path], folder: Path | None, as_json: bool) -> int:
    """Tell what is wrong in the flows of some places, or in those of the store; gives the exit
    code. Raises: `UsageError` for a place without any."""
    if not places:
        store = store_to_read(folder)
        found = stored(flows_of(store), of_app(store, None))
    elif folder is not None:
        raise UsageError("--store is for the flows of a store: leave out FILE|FOLDER...")
    else:
        files = FlowFiles()
        paths = dict.fromkeys(path for place in places for path in flows_in(place))
        checks = map(files.check, paths)
        found = [StoredFlow("", file, *damage_beside(file.file)) for file in checks]
    wrong = sum(bool(each.wrong) for each in found)
    if as_json:
        plain.document({"files": [checked(each.file, each.damage) for each in found]})
    else:
        for problem in (problem for each in found for problem in each.wrong):
            plain.line(problem)
        plain.aside(f"{plural(len(found), 'flow')}, {wrong or 'none'} of them with problems")
    return int(wrong > 0)


def checked(found: FlowFile, damage: str = "") -> dict[str, object]:
    """A file, and what is wrong in it, or beside it."""
    problems = [{"line": p.line, "column": p.column, "what": p.what} for p in found.problems]
    problems += [{"line": 0, "column": 0, "what": damage}] if damage else []
    return {"file": str(found.file), "ok": not problems, "problems": problems}
