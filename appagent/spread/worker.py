"""A worker of Dask with phones: what it announces, and how it does the items of a work."""

from __future__ import annotations

import asyncio
import logging
import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from distributed import Worker, get_worker
from distributed.diagnostics.plugin import SchedulerPlugin, WorkerPlugin
from distributed.scheduler import Scheduler
from distributed.utils import sync

from appagent import __version__, background
from appagent.errors import SetupError
from appagent.spread.bucket import Bucket
from appagent.spread.engine import Lost, Place, Work, on_a_phone
from appagent.spread.packs import pack, unpack
from appagent.spread.shelf import PHONE, POCKET, Loan, Need, Phones, Shelf
from appagent.spread.tunnel import lent

LOOK_S = 0.5
"""Between two looks at whether an item is still wanted."""
RETRY_S = 5.0
"""Between two tries to reach a scheduler."""
STOP_S = 10.0
TURN = "appagent_turn"
_shelf: Shelf | None = None  # of this process


class Job(WorkerPlugin):
    """A work, as each worker has it: those that are there, and those that come later."""

    def __init__(
        self, name: str, work: Work, read: Mapping[str, bytes], calls_per_minute: float | None
    ) -> None:
        self.name, self.version, self.paced = name, __version__, calls_per_minute
        self._work, self._read = work, read

    def setup(self, worker: Worker) -> None:
        """Raises: `SetupError` on a worker with another version."""
        self._worker, self._stopped = worker, Event()
        self._check()
        self._folder = Path(tempfile.mkdtemp(prefix="appagent-work-"))
        self._folders = {name: self._folder / "read" / name for name in self._read}
        for name, packed in self._read.items():
            unpack(packed, self._folders[name])

    def _check(self) -> None:
        if __version__ != self.version:
            raise SetupError(
                f"the worker {self._worker.name} has appagent {__version__}, and this is "
                f"{self.version}: install one version everywhere"
            )

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002
        self._stopped.set()
        shutil.rmtree(self._folder, ignore_errors=True)

    def do(self, item: str, key: str) -> tuple[Any, bytes]:
        """What came of an item, and the files that it wrote; `Lost` where it is no longer
        wanted."""
        self._check()  # Dask has a worker join whose setup failed
        shelf, over = _shelf_of(self._worker), Event()
        write = Path(tempfile.mkdtemp(prefix="item-", dir=self._folder))
        stopped = self._when_unwanted(key, over)

        def place(loan: Loan) -> Place:
            where = f"{loan.name} of {self._worker.name}"
            self._worker.log_event(self.name, {"item": item, "where": where})
            turn = self._turn if self.paced else lambda: 0.0
            return Place(loan.serial, shelf.server, write, self._folders, False, stopped, turn)

        try:
            result = on_a_phone(self._work, item, shelf, place)
            return result, pack(write)
        except KeyboardInterrupt:  # which Dask would take for its own end
            return Lost("it was stopped"), b""
        finally:
            over.set()
            shutil.rmtree(write, ignore_errors=True)

    def _when_unwanted(self, key: str, over: Event) -> Event:
        """What is set when the work ends, or nobody waits for this item any more, as where the
        command that wanted it was killed."""
        stopped = Event()

        def watch() -> None:
            while not over.wait(LOOK_S):
                task = self._worker.state.tasks.get(key)
                if self._stopped.is_set() or task is None or task.state == "cancelled":
                    stopped.set()
                    return

        background.begin(watch, f"watch {key}")
        return stopped

    def _turn(self) -> float:
        """The seconds that the next call waits, as the scheduler counts the calls of all."""
        ask = getattr(self._worker.scheduler, TURN)
        return float(sync(self._worker.loop, ask, calls_per_minute=self.paced))


class Pace(SchedulerPlugin):
    """The bucket that the workers of a scheduler share."""

    idempotent = True  # that of a command before goes on counting

    def __init__(self) -> None:
        self._buckets: dict[float, Bucket] = {}

    async def start(self, scheduler: Scheduler) -> None:
        self._buckets = {}
        scheduler.handlers[TURN] = self.turn

    async def turn(self, calls_per_minute: float) -> float:
        return self._buckets.setdefault(calls_per_minute, Bucket(calls_per_minute)).take()


def do(job: str, item: str) -> tuple[Any, bytes]:
    """What Dask calls on a worker."""
    worker = get_worker()
    found = worker.plugins[job]
    assert isinstance(found, Job)
    return found.do(item, str(worker.get_current_task()))


@dataclass(frozen=True)
class Lending:
    """A work that is no more than to have a phone, and to let others use it."""

    topic: str  # where its address is told
    needs: Need

    def do(self, item: str, place: Place) -> None:
        worker = get_worker()
        with lent(worker, place.phone) as (serial, address):
            worker.log_event(self.topic, {"item": item, "serial": serial, "address": address})
            place.stopped.wait()


def _shelf_of(worker: Worker) -> Shelf:
    """The phones of this process: those that it was started with, else the pocket phones that a
    worker of Dask's own announces."""
    global _shelf
    if _shelf is None:
        _shelf = Shelf(Phones(pockets=int(worker.state.total_resources.get(POCKET, 0))))
    return _shelf


async def serve(
    address: str, phones: Phones, name: str | None, say: Callable[[str], object]
) -> None:
    """Do what the scheduler has for these phones; where it goes away, wait until it is there again.
    Ends when it is cancelled, or where the scheduler retires the worker."""
    global _shelf
    hush()
    loop = asyncio.get_running_loop()
    current: list[Worker] = []

    def changed(left: int) -> None:
        say(f"{left} of {len(phones.serials)} phones are there")
        for worker in current:
            asyncio.run_coroutine_threadsafe(worker.set_resources(phone=left), loop)

    with Shelf(phones, changed=changed) as _shelf, tempfile.TemporaryDirectory() as folder:
        waited = False
        while True:
            worker = Worker(
                address,
                nthreads=phones.jobs,
                name=name,
                resources={PHONE: _shelf.there, POCKET: phones.pockets},
                local_directory=folder,
                memory_limit=0,
            )
            try:
                await asyncio.wait_for(_start(worker), 30)
            except (OSError, TimeoutError) as err:
                if not waited:
                    say(f"no scheduler answers at {address}: waiting for it ({err})")
                waited = True
                with suppress(OSError, TimeoutError):
                    await worker.close(timeout=1)
                await asyncio.sleep(RETRY_S)
                continue
            waited = False
            say(f"{worker.name} at {address}: {_told(phones)}")
            current[:] = [worker]
            try:
                await worker.finished()
            finally:
                current.clear()
                with suppress(OSError, TimeoutError):
                    await worker.close(timeout=5)
                _shelf.settle(STOP_S)  # what is under way was stopped, and puts its phone in order
            say("the scheduler went away")
            await asyncio.sleep(1)


async def _start(worker: Worker) -> None:
    await worker


def hush() -> None:
    """Log nothing of what Dask does, which we tell ourselves, unless logs of everything are
    wanted."""
    if not logging.getLogger().isEnabledFor(logging.DEBUG):
        logging.getLogger("distributed").setLevel(logging.CRITICAL)


def _told(phones: Phones) -> str:
    pockets = [f"{phones.pockets} pocket phones"] * bool(phones.pockets)
    return ", ".join([*phones.serials, *pockets])
