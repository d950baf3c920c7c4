"""`appagent flows list|show|edit|forget|export|import`: the flows that `run` kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from appagent.cli.docs_files import match_packages, store_to_read
from appagent.cli.editor import by_editor, editor_or, instead_of
from appagent.cli.parts import open_store, write_out
from appagent.config import load
from appagent.errors import StoreError, UsageError
from appagent.files import read_file
from appagent.flows import BESIDE, MOST_BYTES, FlowFiles, KeptFlow, dump, load_kept, text_of
from appagent.knowledge.docfile import package_folder
from appagent.knowledge.flowfiles import Flows, flows_of
from appagent.report import plain
from appagent.report.plain import plural
from appagent.screen.describe import quote
from appagent.suggest import did_you_mean, near

NONE_YET = "there are no flows yet: `appagent run` keeps one of each task that it proves done"
_PLAIN = re.compile(r"[\w.-]+\.yaml")


@dataclass(frozen=True)
class Found:
    """A flow of the store, as far as it can be read."""

    package: str
    file: Path
    kept: KeptFlow | None  # None: nothing stands beside it, or it is damaged
    damage: str = ""

    @property
    def about(self) -> str:
        """What it is for, in a line."""
        if self.damage:
            return f"damaged: {self.damage}"
        if self.kept is None:
            return "a file of yours: `appagent play` plays it, `run` does not"
        known, count = self.kept.kept, len(self.kept.flow.commands)
        made = f", made {known.made:%Y-%m-%d} by {known.model}" if known.made else ""
        failed = f", failed {plural(known.failures, 'time')}" if known.failures else ""
        return f"{known.form}  ({plural(count, 'command')}{made}{failed})"

    def json(self) -> dict[str, object]:
        told: dict[str, object] = {"app": self.package, "name": self.file.stem}
        told |= {"file": str(self.file), "problem": self.damage}
        if self.kept:
            known = self.kept.kept
            told |= {
                "request": str(known.form),
                "values": [name for slot in known.form.slots for name in slot.names],
                "commands": len(self.kept.flow.commands),
                "shows": known.shows,
                "answer": known.answer,
                "made": known.made.isoformat() if known.made else "",
                "model": known.model,
                "run": known.run,
                "app_version": known.app_version,
                "language": known.language,
                "failures": known.failures,
            }
        return told


def list_flows(app: str | None, folder: Path | None, as_json: bool) -> int:
    """Print the flows of the store, those of an app or all, a line each; gives the exit code."""
    found = list(_found(folder, app))
    if as_json:
        plain.document({"flows": [each.json() for each in found]})
    else:
        package = ""
        for each in found:
            if each.package != package:
                package = each.package
                plain.line(package)
            plain.line(f"  {each.file.stem}: {each.about}")
        if not found:
            plain.aside(NONE_YET)
    return StoreError.exit_code if any(each.damage for each in found) else 0


def show_flow(name: str, app: str | None, folder: Path | None, as_json: bool) -> int:
    """Print a flow, and what is known of it; gives the exit code."""
    one = _one(name, app, folder)
    text = text_of(one.file)
    if as_json:
        plain.document(one.json() | {"flow": text})
        return 0
    plain.line(text.rstrip())
    plain.line("")
    plain.line(f"file: {one.file}")
    if one.kept is None:
        plain.line(one.about)
        return 0
    known = one.kept.kept
    told = {
        "request": str(known.form),
        "its end shows": known.shows or "what the answer quotes",
        "answer": known.answer,
        "made": f"{known.made:%Y-%m-%d %H:%M} by {known.model}, run {known.run}"
        if known.made
        else "",
        "on": ", ".join(filter(None, (f"version {known.app_version}", known.language))),
        "the request asks for": ", ".join(
            str(each.get("danger")) for each in known.permissions if each.get("asks")
        ),
        "failed": plural(known.failures, "time") if known.failures else "",
    }
    for what, said in told.items():
        if said:
            plain.line(f"{what}: {said}")
    return 0


def edit_flow(name: str, app: str | None, folder: Path | None) -> int:
    """Open a flow in the person's editor; gives the exit code. Raises: `UsageError`, `StoreError`
    where it would be no flow any more, which leaves it as it is."""
    one = _one(name, app, folder)
    flows = flows_of(store_to_read(folder))
    path = flows.own(one.package) / one.file.name
    content = read_file(one.file, MOST_BYTES)

    def write(text: bytes) -> None:
        flows.rewrite(one.file, path, text)

    by_editor(editor_or(instead_of(one.file, path)), path, content, write)
    plain.line(f"written: {path}")
    return 0


def forget_flow(name: str, app: str | None, folder: Path | None, as_json: bool) -> int:
    """Remove a flow; gives the exit code."""
    one = _one(name, app, folder)
    store = store_to_read(folder)
    if not one.file.is_relative_to(store.folder):
        raise UsageError(f"{one.file} comes with appagent: it cannot be removed")
    flows_of(store).forget(one.file)
    if as_json:
        plain.document({"removed": str(one.file)})
    else:
        plain.line(f"removed: {one.file}")
    return 0


def export_flows(place: Path, names: Sequence[str], app: str | None, folder: Path | None) -> int:
    """Copy flows of the store into a folder, a folder for each app; gives the exit code."""
    found = [_one(name, app, folder) for name in names] or list(_found(folder, app))
    if not found:
        raise UsageError(NONE_YET)
    for each in found:
        out = place / each.package / each.file.name
        for source, target in ((each.file, out), (_beside(each.file), _beside(out))):
            if source.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                write_out(target, read_file(source, MOST_BYTES))
        plain.line(str(out))
    plain.aside(f"{plural(len(found), 'flow')}: `appagent play` plays them as files, "
                "`appagent flows import` takes them into a store")  # fmt: skip
    return 0


def import_flows(place: Path, app: str | None, folder: Path | None, *, replaces: bool) -> int:
    """Take flows into the store, all of them or none; gives the exit code.

    Raises: `UsageError` for what is no flow, or is there already.
    """
    flows = flows_of(open_store(load({"store": folder}).config))
    taken = list(_to_import(place, app))
    for package, path in taken:
        if problems := FlowFiles().check(path).problems:
            raise UsageError(f"nothing is imported: {problems[0]}")
        if _beside(path).is_file():
            load_kept(path)
        own = flows.own(package) / path.name
        if own.exists() and own.read_bytes() != path.read_bytes() and not replaces:
            raise UsageError(
                f"nothing is imported: {own} is there and says something else; --replace takes "
                "the new one"
            )
    for package, path in taken:
        beside = dump(load_kept(path).from_elsewhere()) if _beside(path).is_file() else b""
        plain.line(str(flows.take(package, path.name, read_file(path, MOST_BYTES), beside)))
    known = sum(_beside(path).is_file() for _, path in taken)
    plain.aside(f"{plural(len(taken), 'flow')}; {known or 'none'} of them for `appagent run`, "
                "which plays one where a request is the same but for values")  # fmt: skip
    return 0


def _to_import(place: Path, app: str | None) -> Iterator[tuple[str, Path]]:
    """The flows of a place, each with its app. Raises: `UsageError`."""
    if not place.exists():
        raise UsageError(f"there is no file or folder {place}")
    files = [place] if place.is_file() else sorted(place.rglob("*.yaml"))
    if not files:
        raise UsageError(f"there is no flow in {place}: files that end in .yaml")
    for path in files:
        if not _PLAIN.fullmatch(path.name) or path.is_symlink():
            raise UsageError(f"nothing is imported: {path} has no plain name, as alarm.yaml is")
        flow = FlowFiles().check(path).flow
        package = app or (flow.config.app_id if flow else "")
        if not package or "$" in package:
            raise UsageError(f"nothing is imported: {path} names no app: name it with --app")
        package_folder(package)  # raises for what could be a path
        yield package, path


def _found(folder: Path | None, app: str | None) -> Iterator[Found]:
    store = store_to_read(folder)
    flows = flows_of(store)
    packages = flows.packages()
    for package in match_packages(store, app, packages, "flows") if app else packages:
        for path in flows.files(package):
            yield _read(flows, package, path)


def _read(flows: Flows, package: str, path: Path) -> Found:
    found = FlowFiles().check(path)
    if found.problems:
        return Found(package, path, None, str(found.problems[0]))
    if not _beside(path).is_file():
        return Found(package, path, None)
    try:
        return Found(package, path, flows.read(path))
    except StoreError as err:
        return Found(package, path, None, str(err))


def _one(name: str, app: str | None, folder: Path | None) -> Found:
    """The flow of a name. Raises: `UsageError` for none, and for several."""
    every = list(_found(folder, app))
    wanted = name.removesuffix(".yaml")
    fit = [each for each in every if each.file.stem == wanted]
    fit = fit or [each for each in every if wanted.casefold() in each.file.stem]
    if len(fit) == 1:
        return fit[0]
    if fit:
        names = ", ".join(f"{each.file.stem} of {each.package}" for each in fit)
        raise UsageError(f"several flows fit {name!r}, {names}: name one, or its app with --app")
    if not every:
        raise UsageError(NONE_YET)
    meant = did_you_mean(map(quote, near(wanted, [each.file.stem for each in every])))
    raise UsageError(f"no flow is called {name!r}{meant or ': `appagent flows list` names them'}")


def _beside(path: Path) -> Path:
    return path.with_suffix(BESIDE)
