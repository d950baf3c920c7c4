"""The flows of the store as people ask for them: by app and name, each with what is known of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from appagent.cli.docs_files import NO_FLOWS, match_packages
from appagent.errors import StoreError, UsageError
from appagent.flows import BESIDE, FlowFile, FlowFiles, Kept, dump, load_kept
from appagent.knowledge.docfile import check_inside
from appagent.knowledge.flowfiles import Flows, flows_of
from appagent.knowledge.store import DocStore
from appagent.suggest import did_you_mean, near
from appagent.texts import first_few

_TOLD = 5  # flows that fit


@dataclass(frozen=True, slots=True)
class StoredFlow:
    """A flow of the store, as far as it can be read."""

    package: str
    file: FlowFile
    kept: Kept | None = None  # None: nothing stands beside it, or nothing that can be read
    damage: str = ""  # of what stands beside it, or why neither may be read

    @property
    def path(self) -> Path:
        return self.file.file

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def wrong(self) -> list[str]:
        """All that is wrong with it."""
        return [*map(str, self.file.problems), *filter(None, (self.damage,))]

    def json(self) -> dict[str, object]:
        """The flow with what stands beside it."""
        kept = self.kept
        return {
            "app": self.package,
            "name": self.name,
            "file": str(self.path),
            "request": str(kept.form) if kept else None,
            "commands": len(self.file.flow.commands) if self.file.flow else None,
            "problems": self.wrong,
            "beside": json.loads(dump(kept)) if kept else None,
        }


def stored(flows: Flows, packages: Sequence[str]) -> list[StoredFlow]:
    """The flows of these apps."""
    return [_read(package, path) for package in packages for path in flows.files(package)]


def of_app(store: DocStore, app: str | None) -> list[str]:
    """The packages with flows that `app` names, or all. Raises: `UsageError` for none."""
    packages = flows_of(store).packages()
    return match_packages(store, app, packages, "flows") if app else packages


def named(store: DocStore, name: str, app: str | None) -> StoredFlow:
    """The one flow that `name` names, whole or in part, or by its file. Raises: `UsageError` for
    none or several."""
    flows, packages = flows_of(store), of_app(store, app)
    every = [(package, path) for package in packages for path in flows.files(package)]
    found = [each for each in every if name in (each[1].stem, each[1].name, str(each[1]))]
    found = found or [each for each in every if name.casefold() in each[1].stem.casefold()]
    if len(found) > 1:
        names = [f"{path.stem} of {package}" for package, path in found]
        told = ", ".join(first_few(names, _TOLD))
        raise UsageError(f"several flows fit {name!r}, {told}: name one, or its app with --app")
    if not found:
        meant = did_you_mean(near(name, dict.fromkeys(path.stem for _, path in every)))
        told = meant or (": `appagent flows list` shows them" if every else f"; {NO_FLOWS}")
        raise UsageError(f"no flow is called {name!r}{told}")
    return _read(*found[0])


def damage_beside(path: Path) -> tuple[Kept | None, str]:
    """What stands beside a flow, and what is wrong with that."""
    if not path.with_suffix(BESIDE).is_file():
        return None, ""
    try:
        return load_kept(path), ""
    except StoreError as err:
        return None, str(err)


def _read(package: str, path: Path) -> StoredFlow:
    try:
        for each in (path, path.with_suffix(BESIDE)):
            check_inside(each)
    except StoreError as err:
        return StoredFlow(package, FlowFile(path, None, ()), damage=str(err))
    return StoredFlow(package, FlowFiles().check(path), *damage_beside(path))
