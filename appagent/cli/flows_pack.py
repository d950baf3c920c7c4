"""`appagent flows export` and `import`: flows for another machine or person."""

from __future__ import annotations

import shlex
from pathlib import Path

from appagent.api import open_store
from appagent.cli.docs_files import NO_FLOWS, store_to_read
from appagent.cli.flows_files import StoredFlow, named, of_app, stored
from appagent.config import load
from appagent.errors import StoreError, UsageError
from appagent.flows import BESIDE
from appagent.knowledge.docfile import package_folder
from appagent.knowledge.flowfiles import flows_of
from appagent.knowledge.flowpack import Taken, copy_out, offered, take
from appagent.knowledge.pack import known_packages
from appagent.knowledge.store import DocStore
from appagent.report import plain
from appagent.report.plain import plural
from appagent.screen.describe import quote
from appagent.suggest import did_you_mean, near
from appagent.texts import first_few

_TOLD = 5  # that are wrong


def export_flows(
    place: Path, names: list[str], app: str | None, folder: Path | None,
    *, replaces: bool, as_json: bool,
) -> int:  # fmt: skip
    """Copy flows to a folder, or one to a file; gives the exit code."""
    store = store_to_read(folder)
    if names:
        found = [named(store, name, app) for name in dict.fromkeys(names)]
    else:
        found = stored(flows_of(store), of_app(store, app))
    if not found:
        raise UsageError(NO_FLOWS)
    if wrong := [problem for each in found for problem in each.wrong]:
        raise StoreError(f"nothing was exported: {'; '.join(first_few(wrong, _TOLD))}")
    files = _targets(found, place)
    copy_out(files, replaces=replaces)
    plain.aside("Flows may quote what was on the screen: read them before you share them.")
    apps = sorted({each.package for each in found})
    if as_json:
        plain.document({"files": list(map(str, files.values())), "packages": apps})
    else:
        plain.line(f"{place}: {plural(len(found), 'flow')} of {', '.join(apps)}")
    return 0


def _targets(found: list[StoredFlow], place: Path) -> dict[Path, Path]:
    """Where each file is copied to: to a file goes the flow alone, to a folder what stands beside
    it, too."""
    if place.suffix in (".yaml", ".yml") and not place.is_dir():
        if len(found) > 1:
            raise UsageError(
                f"{place} holds one flow: name it, or a folder; `appagent flows list` shows them"
            )
        return {found[0].path: place}
    both = ((each, path) for each in found for path in (each.path, each.path.with_suffix(BESIDE)))
    return {path: place / each.package / path.name for each, path in both if path.exists()}


def import_flows(
    place: Path, app: str | None, folder: Path | None, *, replaces: bool, as_json: bool
) -> int:
    """Copy flows into the store and tell what they do there; gives the exit code."""
    store = open_store(load({"store": folder}).config)
    flows = flows_of(store)
    taken = take(flows, offered(place, _package(app, store)), replaces=replaces)
    if as_json:
        parts = {"new": taken.new, "known": taken.known, "kept": taken.differing}
        plain.document({name: list(map(str, paths)) for name, paths in parts.items()})
    else:
        _tell(taken)
    return 0


def _package(app: str | None, store: DocStore) -> str:
    """The package that `--app` names; "" without one. Raises: `UsageError`."""
    if app is None or "." in app:
        return package_folder(app) if app else ""
    known = sorted({*known_packages(store), *flows_of(store).packages()})
    found = [each for each in known if app.casefold() in each.casefold()]
    if len(found) == 1:
        return found[0]
    meant = did_you_mean(found[:3] or near(app, known))
    raise UsageError(f"--app {app!r}: name the package of the app, as com.example.app{meant}")


def _tell(taken: Taken) -> None:
    for path, offer in taken.differing.items():
        plain.aside(f"kept as it was: {path}, which {offer.source} differs from; see --replace")
    for path, offer in taken.new.items():
        plain.line(f"imported: {path}")
        if offer.kept:
            plain.aside(f"  `appagent run` plays it from now on for requests such as "
                        f"{quote(str(offer.kept.form))}")  # fmt: skip
        else:
            plain.aside(f"  `appagent play {shlex.quote(str(path))}` plays it")
    if any(offer.kept for offer in taken.new.values()):
        plain.aside(
            "Read them first: `appagent flows show NAME`. What your request does not ask for, a "
            "run asks you about, in a flow as elsewhere."
        )
    count, known = len(taken.new), len(taken.known)
    left = f", {len(taken.differing)} left out" if taken.differing else ""
    plain.line(f"{plural(count + known + len(taken.differing), 'flow')}: {count} imported, "
               f"{known} known already{left}")  # fmt: skip
