"""Many tasks in one go, each on whatever phone is free."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Event

from pydantic import Field, ValidationError

from appagent import background
from appagent.api import Agent, Phone, make_model, write_report
from appagent.config import Config, load, with_own_addresses
from appagent.errors import (
    AppAgentError,
    DeviceBusy,
    DeviceError,
    DeviceNotFound,
    SetupError,
    StoreError,
    UsageError,
)
from appagent.files import read_file
from appagent.knowledge.element import Source
from appagent.model.stoppable import StoppableModel
from appagent.outcome import Ending, Outcome
from appagent.record import Record
from appagent.spread import POCKET, Ended, Lost, Need, Place
from appagent.texts import is_blank

log = logging.getLogger("appagent")
TRAILS, LEARNED = "trails", "learned"
OF_A_MACHINE = ("device", "store", "runs", "pocket_port")
"""The settings that each place has for itself."""
PAUSE_S = 0.2
MOST_BYTES = 1 << 24  # of a file of tasks
_UNSAFE = re.compile(r"[^\w.-]+")
_MOST_NAME = 40  # characters


class BatchTask(Record):
    """A task of a batch."""

    id: str = Field("", coerce_numbers_to_str=True)
    task: str
    app: str = ""
    restart: bool = False  # the app begins on its first page


class BatchResult(Record):
    """What became of a task: a line of the results."""

    id: str
    task: str
    app: str = ""
    ok: bool = False
    ending: Ending = "failed"
    exit_code: int = 1
    answer: str = ""
    error: str = ""
    broke: bool = False  # by no doing of the agent's: --resume does it again
    device: str = ""
    steps: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    seconds: float = 0
    flow: str = ""
    trail: str = ""


@dataclass(frozen=True)
class Batch:
    """Tasks, as a work that can be spread: an item is the id of one."""

    tasks: Sequence[BatchTask]
    config: Config  # without secrets
    docs: Sequence[Source]
    needs: Need

    @cached_property
    def by_id(self) -> Mapping[str, BatchTask]:
        return {task.id: task for task in self.tasks}

    @cached_property
    def folders(self) -> Mapping[str, str]:
        """A folder's name for each task: an id may hold anything."""
        return {
            task.id: f"{n:03}-{_UNSAFE.sub('-', task.id)[:_MOST_NAME]}".rstrip("-.")
            for n, task in enumerate(self.tasks, 1)
        }

    def do(self, item: str, place: Place) -> BatchResult | Lost:
        """What became of a task; where it was stopped, `KeyboardInterrupt`. Another machine that
        has no key, or settings that are wrong, is unfit for all."""
        task, folder = self.by_id[item], self.folders[item]
        # Where no model is named, each machine has its own.
        unsaid = () if self.config.model else ("model", "base_url")
        settings = with_own_addresses(self.config).model_dump(exclude={*OF_A_MACHINE, *unsaid})
        settings["runs"] = place.write / TRAILS / folder
        if self.needs == POCKET:
            settings["pocket_port"] = 0  # a new one
        # What is learned elsewhere comes back alone, without what was known before.
        layers = () if place.here else (place.read["store"],)
        settings["store"] = place.read["store"] if place.here else place.write / LEARNED / folder
        try:
            config = load({**settings, "device": place.phone}).config
            model = StoppableModel(make_model(config, log.info), place.stopped, place.turn)
        except SetupError as err:
            if place.here:
                return failure(task, str(err), err.exit_code, place.name)
            return Lost(f"{place.name}: {err}", unfit=True)
        lost, over = "", Event()
        try:
            with ExitStack() as stack:
                stack.callback(over.set)
                phone = stack.enter_context(
                    Phone.connect(place.phone, say=log.info, command="run", **settings)
                )
                background.begin(lambda: _stop_when_unwanted(phone, place, over), "stop")
                try:
                    outcome = self._run(task, phone, model, layers)
                    result = _result(task, outcome, place)
                except AppAgentError as err:
                    result = failure(task, phone.hide(str(err)), err.exit_code, place.name)
                if result.exit_code == DeviceError.exit_code and not phone.answers():
                    lost = f"{phone.serial} went away: {result.error}"
        except (DeviceError, DeviceNotFound) as err:
            gone = f"{place.phone} went away: " * (self.needs != POCKET)
            lost, result = f"{gone}{err}", failure(task, str(err), err.exit_code, place.name)
        except DeviceBusy as err:  # by another command: another phone may be free
            lost, result = str(err), failure(task, str(err), err.exit_code, place.name)
        if place.stopped.is_set():
            raise KeyboardInterrupt
        return Lost(lost, result) if lost else result

    def _run(
        self, task: BatchTask, phone: Phone, model: StoppableModel, layers: Sequence[Path]
    ) -> Outcome:
        agent = Agent(phone, model, layers=layers)
        outcome = agent.run(task.task, task.app or None, docs=self.docs, restart=task.restart)
        if model.lost:
            outcome = outcome.model_copy(update={"exit_code": 4})
        write_report(outcome)
        return outcome


def _stop_when_unwanted(phone: Phone, place: Place, over: Event) -> None:
    """Have what is done on the phone end where nobody wants it any more: also what begins then."""
    while not over.wait(PAUSE_S):
        if place.stopped.is_set():
            phone.stop()


def _result(task: BatchTask, outcome: Outcome, place: Place) -> BatchResult:
    known = outcome.model_dump(include=BatchResult.model_fields.keys() - {"task", "app", "trail"})
    trail = Path(outcome.trail).relative_to(place.write).as_posix()
    known["device"] = place.name  # a pocket phone's serial is soon another's
    if not place.here:  # it is a file of that machine
        known["flow"] = ""
    return BatchResult(
        id=task.id, task=task.task, app=outcome.app, ok=outcome.ok, trail=trail,
        broke=_broke(outcome.exit_code), **known,
    )  # fmt: skip


def failure(task: BatchTask, error: str, exit_code: int, device: str = "") -> BatchResult:
    """The result of a task that was not begun, or broke down."""
    return BatchResult(
        id=task.id, task=task.task, app=task.app, error=error, exit_code=exit_code,
        broke=_broke(exit_code), device=device,
    )  # fmt: skip


def _broke(exit_code: int) -> bool:
    """Whether a task ended by no doing of the agent's, whose own failures have 1: the settings, the
    phone, the model, the store, or a stop."""
    return exit_code > 1


def result_of(task: BatchTask, ended: Ended) -> BatchResult:
    """The result of a task that ended, in whatever way."""
    if ended.crash is not None:
        log.error("%s broke down", task.id, exc_info=ended.crash)
        return failure(task, f"{type(ended.crash).__name__}: {ended.crash}", 3)
    if isinstance(ended.result, Lost):
        lost = ended.result
        return lost.result or failure(task, lost.why, DeviceError.exit_code)
    assert isinstance(ended.result, BatchResult)
    return ended.result


def read_tasks(file: Path) -> list[BatchTask]:
    """The tasks of a file: a line each, as plain words or as a JSON object with `task` and perhaps
    `id`, `app` and `restart`. Empty lines, and those that begin with #, are none. Without an id it
    is the line's number.

    Raises: `UsageError` with the line that is wrong.
    """
    try:
        text = read_file(file, MOST_BYTES).decode("utf-8-sig")
    except OSError as err:
        raise UsageError(f"--batch {file}: {err.strerror}") from err
    except UnicodeDecodeError as err:
        raise UsageError(f"--batch {file}: byte {err.start} is no UTF-8") from err
    tasks: dict[str, BatchTask] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"--batch {file}, line {number}"
        task = _task(line.strip(), where)
        task = task.model_copy(update={"id": task.id or str(number)})
        if task.id in tasks:
            raise UsageError(
                f"{where}: the id {task.id!r} stands above already; a task without one has its "
                "line's number"
            )
        tasks[task.id] = task
    if not tasks:
        raise UsageError(f"--batch {file} holds no task: write one on each line")
    return list(tasks.values())


def _task(line: str, where: str) -> BatchTask:
    if not line.startswith("{"):
        return BatchTask(task=line)
    try:
        task = BatchTask.model_validate(json.loads(line))
    except ValueError as err:
        raise UsageError(f"{where}: {_why(err)}") from err
    if is_blank(task.task) or "\0" in task.task:
        raise UsageError(f"{where}: the task is empty")
    if task.restart and not task.app:
        raise UsageError(f"{where}: restart needs an app")
    return task


def _why(err: ValueError) -> str:
    if isinstance(err, ValidationError):
        first = err.errors()[0]
        return ": ".join([*map(str, first["loc"]), first["msg"]])
    return f"no JSON: {err}"


def read_results(file: Path, tasks: Sequence[BatchTask]) -> list[BatchResult]:
    """The last result of each task in a file of results; a line that was cut off is ignored.

    Raises: `StoreError` for a damaged file, `UsageError` for one of other tasks.
    """
    if not file.exists():
        raise UsageError(f"--resume {file}: there is no such file")
    *whole, _ = read_file(file, 1 << 30).split(b"\n")
    known, found = {task.id: task for task in tasks}, dict[str, BatchResult]()
    for number, line in enumerate(whole, 1):
        try:
            result = BatchResult.model_validate_json(line)
        except ValidationError as err:
            raise StoreError(f"{file}, line {number}: {_why(err)}") from err
        task = known.get(result.id)
        if task is None or task.task != result.task:
            raise UsageError(
                f"--resume {file}, line {number}: {result.id!r} is of another batch: "
                "leave out --resume, or name the tasks that it began with"
            )
        found[result.id] = result
    return list(found.values())
