"""The runs in a folder: which there are, and which one is meant by a number, a name or a path."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path

from appagent.errors import SetupError, StoreError, UsageError
from appagent.files import read_file
from appagent.outcome import Outcome, read_outcome
from appagent.texts import first_few
from appagent.trail import OUTCOME, REPORT, STEPS, is_held, read_steps

PLAN_FILE = "bench.json"  # of a benchmark: it makes a folder a run, as `STEPS` does
DAMAGED = "damaged"  # in an ending
NEAR = 5  # runs that are named where several are meant

_NAME = re.compile(r"(?P<time>\d{8}-\d{6})-(?P<command>[a-z]+)(?:-(?P<app>.+))?")
_AGE = re.compile(r"(\d{1,5})\s*([hdw])")
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


@dataclass(frozen=True)
class PastRun:
    """A folder that a command left."""

    folder: Path
    number: int = 0  # from 1, the newest; 0: of another folder

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def is_bench(self) -> bool:
        return (self.folder / PLAN_FILE).is_file()

    @cached_property
    def goes_on(self) -> bool:
        """Whether a process still writes to it."""
        return is_held(self.folder)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on, where it was killed, and for a benchmark."""
        try:
            return read_outcome(self.folder)
        except StoreError:
            return None

    @cached_property
    def started(self) -> datetime:
        """By its name, else by its outcome, else by its file: a page changes the folder's time."""
        try:
            return datetime.strptime(self._named("time"), "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
        except ValueError:
            if self.outcome:
                return self.outcome.started.astimezone(UTC)
            file = self.folder / (PLAN_FILE if self.is_bench else STEPS)
            return datetime.fromtimestamp(file.stat().st_mtime, UTC)

    def _named(self, part: str) -> str:
        """A part of what the name of its folder tells; "" for none."""
        named = _NAME.match(self.name)
        return (named[part] or "") if named else ""

    @property
    def command(self) -> str:
        if self.is_bench:
            return "bench"
        return self.outcome.command if self.outcome else self._named("command") or "run"

    @property
    def app(self) -> str:
        return self.outcome.app if self.outcome else self._named("app")

    @property
    def ending(self) -> str:
        """In one word or two: "done", "step limit", "running"; "cut off" where nothing tells. What
        is damaged says so."""
        if self.outcome:
            ending = self.outcome.ending.replace("_", " ")
            return f"{ending}, {DAMAGED}" if self.damage else ending
        if self.goes_on:
            return "running"
        if self.is_bench:
            return ""
        return DAMAGED if self._has_outcome else "cut off"

    @property
    def _has_outcome(self) -> bool:
        return os.path.lexists(self.folder / OUTCOME)

    @cached_property
    def damage(self) -> str:
        """What is missing of it, though it is over; "" for nothing."""
        if self.is_bench or self.goes_on:
            return ""
        lines, is_whole = self._written
        missing = []
        if self._has_outcome and not self.outcome:
            missing.append(f"{OUTCOME} cannot be read")
        if not is_whole:
            missing.append(f"the last line of {STEPS} is cut off")
        if self.outcome and lines < self.outcome.steps:
            missing.append(f"{STEPS} holds {lines} of {self.outcome.steps} steps")
        return "; ".join(missing)

    @cached_property
    def _written(self) -> tuple[int, bool]:
        """How many steps are written whole, and whether there is nothing else."""
        try:
            text = read_file(self.folder / STEPS)
        except OSError:
            return 0, True
        return text.count(b"\n"), text.endswith(b"\n") or not text

    @property
    def steps(self) -> int:
        return self.outcome.steps if self.outcome else self._written[0]

    def picture(self, step: int) -> bytes | None:
        """The picture that a step was done on; None where it is no longer there."""
        with suppress(StoreError, OSError):
            images = next((s.images for s in read_steps(self.folder) if s.n == step), {})
            if file := images.get("again") or images.get("seen"):
                return read_file(self.folder / Path(file).name)
        return None

    def is_older(self, than: datetime) -> bool:
        """Whether it began before and goes on no more: it has an outcome, or nothing was written
        since. A folder that somebody named, or another program, is not."""
        if not self._named("time") or self.started >= than or self.goes_on:
            return False
        return self.outcome is not None or self.written_s() < than.timestamp()

    def written_s(self) -> float:
        """When something else than its page was written to it last, s since 1970."""
        found = [0.0]
        for each in self.folder.iterdir():
            with suppress(FileNotFoundError):  # a draft that took its place by now
                found += [each.lstat().st_mtime] if each.name != REPORT else []
        return max(found)

    def says(self, words: Sequence[str]) -> bool:
        """Whether its name, task, app, ending and model have all the words."""
        about = [self.name, self.app, self.ending]
        if found := self.outcome:
            about += [found.task, found.model, found.answer]
        text = " ".join(about).casefold()
        return all(word.casefold() in text for word in words)


def list_runs(folder: Path) -> list[PastRun]:
    """The runs in a folder, the newest first. Raises: `SetupError` where it cannot be read."""
    try:
        found = [PastRun(each) for each in folder.iterdir() if _is_run(each)]
    except FileNotFoundError:
        return []
    except OSError as err:
        raise SetupError(f"cannot read {folder}: {err.strerror}") from err
    found.sort(key=lambda run: (run.started, run.name), reverse=True)
    return [PastRun(run.folder, number) for number, run in enumerate(found, 1)]


def _is_run(folder: Path) -> bool:
    try:
        return (folder / STEPS).is_file() or (folder / PLAN_FILE).is_file()
    except OSError:  # somebody else's
        return False


def find_run(folder: Path, named: str | None, *, by_digits: bool = True) -> PastRun:
    """The run that is meant: the newest one, the n-th newest, that of a path, of a name in the
    folder, or of a part of one; with `by_digits` also of a time in it, `093000`.

    Raises: `UsageError`, with those that come near.
    """
    if named == "":
        raise UsageError("the name of a run is empty: give its number, its name or its folder")
    if named and ("/" in named or Path(named).is_dir()):
        if not Path(named).is_dir():
            raise UsageError(f"there is no folder {named}; runs are in {folder}")
        if not _is_run(Path(named)):
            raise UsageError(f"{named} is no run: there is no {STEPS} in it")
        # "." and "a/.." are no names.
        folder = Path(named)
        return PastRun(folder if folder.name.strip(".") else folder.resolve())
    runs = list_runs(folder)
    if not runs:
        what = "" if named is None else f"no run {named!r}: "
        raise UsageError(f"{what}there are no runs in {folder} yet")
    if named is None:
        return runs[0]
    parts = [run for run in runs if named in run.name]
    if named.isdecimal() and len(named) < len("20260101"):
        if 1 <= int(named) <= len(runs):
            return runs[int(named) - 1]
        if not by_digits or len(named) < len("0930") or not parts:
            raise UsageError(f"there is no run {named}: {folder} holds {len(runs)}, 1 the newest")
    found = [run for run in runs if run.name == named] or parts
    if not found:
        raise UsageError(f"no run in {folder} is called {named!r}: `appagent runs` lists them")
    if len(found) > 1:
        several = ", ".join(first_few([f"{run.number} {run.name}" for run in found], NEAR))
        raise UsageError(f"{named!r} fits {len(found)} runs: name one by its number: {several}")
    return found[0]


def folder_of(runs: Path, named: Path) -> Path:
    """The folder that is named itself, else that of the run that `find_run` takes it for.

    Raises: `UsageError`.
    """
    return named if os.path.lexists(named) else find_run(runs, str(named)).folder


def age(text: str) -> timedelta:
    """`12h`, `30d` or `2w`. Raises: `UsageError`."""
    if not (found := _AGE.fullmatch(text.strip())):
        raise UsageError(f"{text!r} is no age: expected hours, days or weeks, such as 12h, 30d, 2w")
    return int(found[1]) * _UNITS[found[2]]


def check_is_over(run: PastRun) -> None:
    """Raises: `UsageError` for a run that goes on."""
    if run.goes_on:
        raise UsageError(f"{run.name} is still running: stop it with Ctrl-C, or wait for its end")


def remove_run(run: PastRun) -> None:
    """Remove the folder and all in it. Raises: `UsageError` while it goes on, `SetupError`."""
    check_is_over(run)
    try:
        if run.folder.is_symlink():
            run.folder.unlink()
        else:
            shutil.rmtree(run.folder)
    except OSError as err:
        raise SetupError(f"cannot remove {run.folder}: {err.strerror}") from err
