"""The flows of an app, `docs_store/com.example.clock/flows/`: what `run` did once, for people to
read and edit, each with a file beside it for what Maestro has no words for."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path

from appagent.errors import StoreError
from appagent.flows import (
    BESIDE,
    MOST_BYTES,
    Flow,
    FlowFile,
    FlowFiles,
    Kept,
    KeptFlow,
    dump,
    load_kept,
    write,
)
from appagent.knowledge.docfile import (
    FLOWS,
    check_inside,
    listing,
    locked,
    package_folder,
    read_bytes,
    replace_file,
)
from appagent.knowledge.docs import Documents
from appagent.texts import first_few

_NAME = re.compile(r"[^\W_]+")
_WORDS = 8  # of a file's name
_TOLD = 5  # problems of a text


class Flows:
    """The flows in a folder, and in the layers below it, the lowest last."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folder, *_ = self._folders = folders

    def packages(self) -> list[str]:
        """The apps that have flows, sorted. Raises: `StoreError` as `listing` does."""
        found = (each for folder in self._folders for each in listing(folder))
        return sorted({each.name for each in found if any((each / FLOWS).glob("*.yaml"))})

    def files(self, package: str) -> list[Path]:
        """The flows of an app, those that are written first; of two of one name the first."""
        folders = (folder / package_folder(package) / FLOWS for folder in self._folders)
        found = [path for folder in folders for path in sorted(folder.glob("*.yaml"))]
        return list({path.name: path for path in reversed(found)}.values())[::-1]

    def own(self, package: str) -> Path:
        """The folder that is written, whether it is there or not."""
        return self.folder / package_folder(package) / FLOWS

    def fitting(
        self, request: str, package: str = "", say: Callable[[str], object] = str
    ) -> KeptFlow | None:
        """The flow that does a request, of this app or of any: of several the one that failed
        least, then of the fewest values, and then the latest. What cannot be read is told."""
        fits = [
            given
            for each in ([package] if package else self.packages())
            for path in self.files(each)
            if (given := self._given(path, request, say))
        ]
        return min(fits, key=_rank, default=None)

    def read(self, path: Path) -> KeptFlow:
        """A flow of the store. Raises: `StoreError` where it, or what stands beside it, is damaged
        or not there: a flow that a person put here is played by its name alone."""
        for each in (path, path.with_suffix(BESIDE)):
            check_inside(each)
        found = FlowFiles().check(path)
        if found.flow is None or found.problems:
            first = next(iter(found.problems), None)
            raise StoreError(f"{path} cannot be played: {first or 'it holds no flow'}")
        if not found.flow.commands:
            raise StoreError(f"{path} does nothing: give it commands, or remove it")
        return KeptFlow(path, found.flow, load_kept(path))

    def keep(self, package: str, flow: Flow, kept: Kept) -> Path:
        """Write a flow, in the place of one for requests of the same form; returns its file.

        Raises: `StoreError`; `SetupError` where it cannot be written.
        """
        folder = self.own(package)
        with locked(folder.parent):
            folder.mkdir(exist_ok=True)
            path = self._place(folder, kept)
            replace_file(path.with_suffix(BESIDE), dump(kept))
            replace_file(path, write(flow).encode())
        return path

    def replace(self, flow: KeptFlow) -> None:
        """Write a flow in the place of that of its name. Raises: as `keep` does."""
        path = self.own(flow.file.parents[1].name) / flow.file.name
        with locked(path.parent.parent):
            path.parent.mkdir(exist_ok=True)
            replace_file(path.with_suffix(BESIDE), dump(flow.kept))
            replace_file(path, write(flow.flow).encode())

    def note(self, flow: KeptFlow, *, held: bool, failed: int = 1) -> None:
        """Remember whether a flow held when it was played, else that it `failed` so often: the flow
        itself stays as it stands, with what a person wrote between its lines. Raises: as `keep`."""
        failures = 0 if held else flow.kept.failures + failed
        if failures == flow.kept.failures:
            return
        kept = replace(flow.kept, failures=failures)
        if not flow.file.is_relative_to(self.folder):
            self.replace(replace(flow, kept=kept))
            return
        with locked(flow.file.parents[1]):
            replace_file(flow.file.with_suffix(BESIDE), dump(kept))

    def rewrite(self, path: Path, before: bytes, after: bytes) -> FlowFile:
        """Replace the text of a flow by what a person made of it, and return that; one that lies
        in a layer below is written above it. What stands beside it stays.

        Raises: `StoreError` where anything is wrong with it, or the file no longer holds `before`;
        `SetupError` where it cannot be written. The file is then unchanged.
        """
        own = self.own(path.parents[1].name) / path.name
        found = FlowFiles().check_content(own, after)
        if found.problems:
            told = [str(replace(problem, file=Path(path.name))) for problem in found.problems]
            raise StoreError("; ".join(first_few(told, _TOLD)))
        with locked(own.parent.parent):
            if read_bytes(path, MOST_BYTES) != before:
                raise StoreError(f"{path}: another program has changed it meanwhile")
            beside = path.with_suffix(BESIDE)
            own.parent.mkdir(exist_ok=True)
            if own != path and beside.exists():
                replace_file(own.with_suffix(BESIDE), read_bytes(beside, MOST_BYTES))
            replace_file(own, after)
        return found

    def forget(self, path: Path) -> None:
        """Remove a flow, and what stands beside it. Raises: `StoreError`, `SetupError`."""
        with locked(path.parent.parent):
            for each in (path, path.with_suffix(BESIDE)):
                each.unlink(missing_ok=True)

    def problems(self) -> Iterator[StoreError]:
        """The error of every file that cannot be read."""
        for path in (path for package in self.packages() for path in self.files(package)):
            try:
                if path.with_suffix(BESIDE).exists():
                    self.read(path)
            except StoreError as err:
                yield err

    def _given(self, path: Path, request: str, say: Callable[[str], object]) -> KeptFlow | None:
        """A flow with the values of a request; None for one of another form, whose commands are
        not even read."""
        if not path.with_suffix(BESIDE).exists():
            return None
        try:
            check_inside(path.with_suffix(BESIDE))
            fits = load_kept(path).form.values(request) is not None
            return self.read(path).given(request) if fits else None
        except StoreError as err:
            say(f"{err}; it is not played")
            return None

    def _place(self, folder: Path, kept: Kept) -> Path:
        """The file of a flow: that of the same form, or a new one."""
        words = _NAME.findall(str(kept.form).casefold())
        stem = "-".join(words[:_WORDS]) or "flow"
        for n in count(1):
            path = folder / f"{stem}{f'-{n}' if n > 1 else ''}.yaml"
            if not os.path.lexists(path):
                return path
            beside = path.with_suffix(BESIDE)
            same = beside.exists() and str(load_kept(path).form) == str(kept.form)
            if same and self._plays(path):  # what is damaged may be somebody's work
                return path
        raise AssertionError

    def _plays(self, path: Path) -> bool:
        with suppress(StoreError):
            return not self.read(path).unused
        return False


def _rank(flow: KeptFlow) -> tuple[int, int, float]:
    made, slots = flow.kept.made, flow.kept.form.slots
    return flow.kept.failures, len(slots), -made.timestamp() if made else 0.0


def flows_of(store: Documents) -> Flows:
    """The flows that lie in a store, beside its documents."""
    return Flows(store.folders[::-1])
