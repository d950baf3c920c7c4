"""A worker of Dask with phones: what it announces, and how it does the items of a work."""

from __future__ import annotations

import asyncio
import logging
import shutil
import signal
import socket
import tempfile
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock
from typing import Any

import dask
from distributed import Status, Worker, get_worker
from distributed.comm.addressing import parse_host_port
from distributed.diagnostics.plugin import SchedulerPlugin, WorkerPlugin
from distributed.diskutils import WorkDir, WorkSpace
from distributed.scheduler import Scheduler
from distributed.utils import sync
from distributed.worker_state_machine import UnpauseEvent

from appagent import __version__, background, stop
from appagent.config import user_cache
from appagent.errors import SetupError
from appagent.spread.engine import Bucket, Lost, Place, Work, on_a_phone, pack, unpack
from appagent.spread.shelf import PHONE, POCKET, Loan, Need, Phones, Shelf
from appagent.spread.tunnel import lent

LOOK_S = 0.5
"""Between two looks at whether an item is still wanted."""
RETRY_S = 5.0
"""Between two tries to reach a scheduler."""
JOIN_S = 30.0
CLOSE_S = 5.0
STOP_S = 10.0
TURN = "appagent_turn"
HERE = "127.0.0.1"
WITHOUT_TLS = {"distributed.comm.require-encryption": False}
"""For a scheduler of this machine's own, whatever is set for others."""
log = logging.getLogger(__name__)
_shelf: Shelf | None = None  # of this process
_shelf_lock = Lock()


class Job(WorkerPlugin):
    """A work, as each worker has it: those that are there, and those that come later."""

    def __init__(
        self, name: str, work: Work, read: Mapping[str, bytes], calls_per_minute: float | None
    ) -> None:
        self.name, self.version, self.paced = name, __version__, calls_per_minute
        self._work, self._read = work, read

    def setup(self, worker: Worker) -> None:
        """What goes wrong here is told by each item: Dask has the worker join all the same."""
        self._worker, self._stopped = worker, Event()
        self._running, self._counting = 0, Lock()
        self._room: WorkDir | None = None
        self._unfit = ""
        if __version__ != self.version:
            self._unfit = (
                f"the worker {worker.name} has appagent {__version__}, and this is "
                f"{self.version}: install one version everywhere"
            )
            return
        try:
            self._room = WorkSpace(_rooms()).new_work_dir(prefix="work-")
            self._folder = Path(self._room.dir_path)
            self._folders = {name: self._folder / "read" / name for name in self._read}
            for name, packed in self._read.items():
                unpack(packed, self._folders[name])
        except OSError as err:
            self._unfit = f"the worker {worker.name} cannot write to {_rooms()}: {err.strerror}"

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002
        self._stopped.set()
        self._count(0)

    def _count(self, more: int) -> None:
        """Count an item that begins or ends; the last one takes the folder with it."""
        with self._counting:
            self._running += more
            if self._room and self._stopped.is_set() and not self._running:
                self._room.release()

    def do(self, item: str, key: str) -> tuple[Any, bytes]:
        """What came of an item, and the files that it wrote; `Lost` where it is no longer
        wanted."""
        if self._unfit:
            return Lost(self._unfit, unfit=True), b""
        self._count(1)
        try:
            return self._do(item, key)
        finally:
            self._count(-1)

    def _do(self, item: str, key: str) -> tuple[Any, bytes]:
        shelf, over = _shelf_of(self._worker), Event()
        write = Path(tempfile.mkdtemp(prefix="item-", dir=self._folder))
        stopped = self._when_unwanted(key, over, shelf)

        def place(loan: Loan) -> Place:
            where = f"{loan.name} of {self._worker.name}"
            self._worker.log_event(self.name, {"item": item, "key": key, "where": where})
            turn = self._turn if self.paced else lambda: 0.0
            return Place(
                loan.serial, where, shelf.server, write, self._folders, False, stopped, turn
            )  # fmt: skip

        try:
            result = on_a_phone(self._work, item, shelf, stopped, place)
            return result, pack(write)
        except KeyboardInterrupt:  # which Dask would take for its own end
            return Lost("it was stopped"), b""
        finally:
            over.set()
            shutil.rmtree(write, ignore_errors=True)

    def _when_unwanted(self, key: str, over: Event, shelf: Shelf) -> Event:
        """What is set when the work ends, or nobody waits for this item any more, as where the
        command that wanted it was killed."""
        stopped = Event()

        def watch() -> None:
            while not over.wait(LOOK_S):
                task = self._worker.state.tasks.get(key)
                if self._stopped.is_set() or task is None or task.state == "cancelled":
                    stopped.set()
                    shelf.wake()
                    return

        background.begin(watch, f"watch {key}")
        return stopped

    def _turn(self) -> float:
        """The seconds that the next call waits, as the scheduler counts the calls of all."""
        ask = getattr(self._worker.scheduler, TURN)
        return float(sync(self._worker.loop, ask, calls_per_minute=self.paced))


class Tidy(SchedulerPlugin):
    """Takes a work away once whoever wanted it is gone: one that is killed cannot do so itself."""

    idempotent = True

    def remove_client(self, scheduler: Scheduler, client: str) -> None:
        for name in scheduler.worker_plugins:
            if name.startswith(client):
                scheduler.loop.add_callback(scheduler.unregister_worker_plugin, None, name)


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


def _rooms() -> str:
    """A folder for what workers write meanwhile: what one that was killed left there, the next one
    takes away."""
    return str(user_cache() / "work")


def _shelf_of(worker: Worker) -> Shelf:
    """The phones of this process: those that it was started with, else the pocket phones that a
    worker of Dask's own announces."""
    global _shelf
    with _shelf_lock:
        if _shelf is None:
            _shelf = Shelf(Phones(pockets=int(worker.state.total_resources.get(POCKET, 0))))
        return _shelf


def serve(address: str, phones: Phones, name: str | None, say: Callable[[str], object]) -> None:
    """Do what the scheduler has for these phones, until Ctrl-C; where the scheduler goes away, wait
    until it is there again. Raises: `SetupError` where it does not take the worker."""
    hush()
    if address.startswith("tls:") and not dask.config.get("distributed.comm.tls.ca-file", None):
        raise SetupError(f"{address} wants Dask's settings for TLS: docs/many-phones.md tells them")
    if address.startswith(f"tcp://{HERE}"):
        dask.config.set(WITHOUT_TLS)
    # Not by `run`, which waits for each task of Dask's to end, and some do not.
    asyncio.new_event_loop().run_until_complete(_serve(address, phones, name, say))


async def _serve(
    address: str, phones: Phones, name: str | None, say: Callable[[str], object]
) -> None:
    global _shelf
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def end() -> None:
        stop.begin()
        ended.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number == signal.SIGHUP and signal.getsignal(number) is signal.SIG_IGN:
            continue
        # Python's own interrupt may hit any task, and leave it half done.
        loop.add_signal_handler(number, end)
    current: list[Worker] = []

    def changed(left: int) -> None:
        say(f"{left} of {len(phones.serials)} phones can be lent")
        for worker in current:
            asyncio.run_coroutine_threadsafe(_announce(worker, left), loop)

    with Shelf(phones, changed=changed) as _shelf:
        say(f"looking for the scheduler {address}")
        told, been = "", False
        while not ended.is_set():
            try:
                worker = Worker(
                    address,
                    nthreads=phones.jobs,
                    name=name,
                    resources={PHONE: _shelf.there, POCKET: phones.pockets},
                    local_directory=_rooms(),
                    memory_limit=0,
                    host=await _facing(address),  # to nobody but those who reach the scheduler
                    dashboard_address=f"{HERE}:0",
                )
                await _join(worker, ended, been=been)
            except _NotYet as err:
                if str(err) != told and not ended.is_set():
                    told = str(err)
                    say(f"{told}; trying again")
                await _within(ended.wait(), RETRY_S)
                continue
            say(f"{worker.name} at {address}: {_told(phones)}")
            current[:], told, been = [worker], "", True
            await _within(_announce(worker, _shelf.there), CLOSE_S)  # of now
            await _first(worker.finished(), ended.wait())
            current.clear()
            await _within(worker.close(timeout=CLOSE_S), CLOSE_S)
            # What is under way was stopped, and puts its phone in order.
            await asyncio.to_thread(_shelf.settle, STOP_S)
            if not ended.is_set():
                say("the scheduler went away")


async def _announce(worker: Worker, phones: int) -> None:
    """Tell how many phones there are, and begin what waits for one that is back."""
    await worker.set_resources(phone=phones)
    if worker.status is Status.running:
        worker.handle_stimulus(UnpauseEvent(stimulus_id="a phone came or went"))


class _NotYet(Exception):
    """Why a worker has no scheduler by now."""


async def _join(worker: Worker, ended: asyncio.Event, *, been: bool) -> None:
    """Have the scheduler take the worker. Raises: `_NotYet`, `SetupError` where it refuses to; one
    that had `been` there may be refused until it is known that it left."""

    async def start() -> None:
        await worker

    address = worker.scheduler.address
    why = unreached(address, TimeoutError())
    try:
        await asyncio.wait_for(_first(start(), ended.wait()), JOIN_S)
    except OSError as err:
        why = unreached(address, err)
    except RuntimeError as err:  # "Worker failed to start": its cause tells why
        cause = err.__cause__ or err
        if "name taken" in str(cause):
            why = f"a worker of {address} is called {worker.name} already"
            if not been:
                raise SetupError(f"{why}: name this one otherwise, with --name") from err
        elif isinstance(cause, OSError):
            why = unreached(address, cause)
        else:
            raise SetupError(f"the scheduler does not take this worker: {cause}") from err
    if worker.status is not Status.running or ended.is_set():
        await _within(worker.close(timeout=1), CLOSE_S)
        raise _NotYet(why)


async def _facing(address: str) -> str:
    """The address of this machine towards a scheduler, as it is now. Raises: `_NotYet` without a
    network, or for a name that nobody knows."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(*parse_host_port(address), type=socket.SOCK_DGRAM)
        family, kind, _, _, place = found[0]
        with socket.socket(family, kind) as way:
            way.connect(place)  # nothing is sent
            return str(way.getsockname()[0])
    except (OSError, UnicodeError) as err:
        raise _NotYet(unreached(address, err)) from err


def unreached(address: str, err: Exception) -> str:
    """That a scheduler cannot be reached, for which Dask raised an error."""
    log.info("%s: %s", address, err)
    return (
        f"no Dask scheduler answers at {address}: `dask scheduler` starts one, with the settings "
        "for TLS that are in force here (docs/many-phones.md)"
    )


async def _first(*ways: Coroutine[Any, Any, object]) -> None:
    """Wait for the first of them to end, and have the others end. Raises: what it raises."""
    tasks = [asyncio.ensure_future(way) for way in ways]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:  # also where it takes too long
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=CLOSE_S)


async def _within(way: Awaitable[object], seconds: float) -> None:
    with suppress(OSError, TimeoutError, RuntimeError):
        await asyncio.wait_for(way, seconds)


def hush() -> None:
    """Log nothing of what Dask does, which we tell ourselves, unless logs of everything are
    wanted."""
    if not logging.getLogger().isEnabledFor(logging.DEBUG):
        for name in ("distributed", "distributed.client", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _told(phones: Phones) -> str:
    pockets = f"{phones.pockets} pocket phone{'s' * (phones.pockets > 1)}"
    return ", ".join([*phones.serials, *[pockets] * bool(phones.pockets)])
