"""The engine of many machines: Dask's scheduler, and workers that have phones."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any
from uuid import uuid4

import dask
from distributed import Client, Future, LocalCluster
from distributed.client import ClosedClientError
from distributed.comm.addressing import parse_host_port
from distributed.scheduler import KilledWorker

from appagent import background, stop
from appagent.errors import EngineGone, SetupError
from appagent.spread import worker
from appagent.spread.engine import Ended, Follower, Lost, Shift, Work
from appagent.spread.packs import pack, unpack
from appagent.spread.shelf import PATIENCE_S, PHONE, POCKET, Need, Phones
from appagent.spread.tunnel import reached
from appagent.spread.worker import Job, Lending, Pace, Tidy

CONNECT_S = 5.0
START_S = 60.0
STOP_S = 10.0
PAUSE_S = 0.05
LOOK_S = 1.0
"""Between two looks for phones that came or went."""
GONE = (OSError, TimeoutError, RuntimeError, ClosedClientError)
"""What Dask raises where the scheduler is gone. RuntimeError: "ConnectionPool is closed"."""
WORKER_GONE = "the worker that had it went away"


@dataclass(frozen=True)
class DaskEngine:
    """The phones of a scheduler's workers."""

    client: Client
    address: str
    calls_per_minute: float | None = None
    own: Sequence[_OwnWorker] = ()  # that were started for it: there will be no others
    most: int | None = None  # phones at a time

    @contextmanager
    def open(
        self, work: Work, into: Path, read: Mapping[str, Path], follower: Follower
    ) -> Iterator[Shift]:
        with self._open(work, into, read, follower) as shift:
            yield shift

    @contextmanager
    def _open(
        self, work: Work, into: Path, read: Mapping[str, Path], follower: Follower
    ) -> Iterator[_Shift]:
        name = f"{self.client.id}-{uuid4().hex[:8]}"
        packs = {known: pack(folder) for known, folder in read.items()}
        shift = _Shift(self, name, work, into, follower)
        with ExitStack() as stack:
            stack.callback(self._forget, name)
            try:
                self.client.register_plugin(Tidy(), name="appagent_tidy")
                if self.calls_per_minute:
                    self.client.register_plugin(Pace(), name=worker.TURN)
                job = Job(name, work, packs, self.calls_per_minute)
                self.client.register_plugin(job, name=name)
            except ImportError as err:
                raise SetupError(
                    f"the scheduler {self.address} or a worker of it cannot load this ({err}): "
                    "install the same appagent there, with its extras"
                ) from err
            self.client.subscribe_topic(name, shift.hear)
            stack.callback(self._unsubscribe, name)
            stack.callback(shift.drop)
            yield shift

    @contextmanager
    def borrow(self, need: Need, say: Callable[[str], object]) -> Iterator[Mapping[str, str]]:
        """Every phone of a kind that the workers have by now, for the block: as `--device` takes
        it, with what it is called. Raises: `SetupError` where there is none, or none can be
        reached."""
        topic = f"appagent-{uuid4().hex[:8]}"
        told: SimpleQueue[Mapping[str, str]] = SimpleQueue()

        def hear(event: tuple[float, Mapping[str, str]]) -> None:
            told.put(event[1])

        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            self.client.subscribe_topic(topic, hear)
            stack.callback(self._unsubscribe, topic)
            places = _Places(say)
            shift = stack.enter_context(self._open(Lending(topic, need), folder, {}, places))
            count = shift.send_to_each()
            say(f"borrowing the workers' phones, {count}")
            phones, tunnels = dict[str, str](), stack.enter_context(ExitStack())
            end_s = time.monotonic() + START_S
            while len(phones) < count and time.monotonic() < end_s:
                if why := shift.refused():
                    say(why)
                    count -= 1
                with suppress(Empty):
                    found = told.get(timeout=LOOK_S)
                    port = tunnels.enter_context(reached(self.client, found["address"]))
                    device = f"{found['serial']}@127.0.0.1:{port}"
                    phones[device] = places.where.get(found["item"], "a worker's")
            if not phones:
                raise SetupError(f"no worker of {self.address} lends a {need}")
            over, gone = Event(), Event()
            stack.callback(over.set)
            background.begin(
                lambda: self._stop_without(over, gone, tunnels), "look for the scheduler"
            )
            yield phones
            if gone.is_set():
                raise EngineGone(
                    f"the scheduler {self.address} went away, and its phones with it: what was "
                    "learned is kept"
                )

    def _stop_without(self, over: Event, gone: Event, tunnels: ExitStack) -> None:
        """Have this process stop what it does where the scheduler goes away before it is over."""
        while not over.wait(LOOK_S):
            if self.client.status != "running":
                gone.set()
                stop.begin()
                tunnels.close()
                return

    def _forget(self, name: str) -> None:
        with suppress(*GONE, ValueError):
            if self.client.status == "running":  # a scheduler that is gone forgot it
                self.client.unregister_worker_plugin(name)

    def _unsubscribe(self, topic: str) -> None:
        with suppress(*GONE, ValueError):
            if self.client.status == "running":
                self.client.unsubscribe_topic(topic)


@dataclass
class _Shift:
    """What each worker does for us, a future each: no more at a time than there are phones, so that
    none waits for a worker that may be gone by then."""

    engine: DaskEngine
    job: str
    work: Work
    into: Path
    follower: Follower
    waiting: deque[str] = field(default_factory=deque)
    items: dict[Future[Any], str] = field(default_factory=dict)  # under way
    given: Counter[str] = field(default_factory=Counter)
    begun: Counter[str] = field(default_factory=Counter)
    ended: SimpleQueue[Future[Any]] = field(default_factory=SimpleQueue)
    unfit: dict[str, str] = field(default_factory=dict)  # why, by a worker's address
    warned: bool = False
    none_since_s: float = inf  # that there is no phone

    def hear(self, event: tuple[float, Mapping[str, str]]) -> None:
        """A worker began an item."""
        item, where = event[1]["item"], event[1]["where"]
        self.begun[item] += 1
        if self.begun[item] > self.given[item]:  # Dask's own retry, where it is set to make any
            self.given[item] += 1
            self.follower.say(f"{item}: {WORKER_GONE}; it is done again")
        self.follower.began(item, where)

    def give(self, item: str) -> None:
        self.waiting.append(item)

    def take(self) -> Ended:
        while True:
            self._send()
            with suppress(Empty):
                if ended := self._ended(self.ended.get(timeout=LOOK_S)):
                    return ended

    def _send(self) -> None:
        """Have as many items done as there are phones. Where there is none, that is said once.
        Raises: `EngineGone`."""
        if not self.waiting:
            return
        phones = self._phones()
        if not (phones or self.warned):
            self.follower.say(self._lacking())
        self.warned = not phones
        free = min(phones, self.engine.most or phones) - len(self.items)
        for _ in range(min(free, len(self.waiting))):
            item = self.waiting.popleft()
            self.given[item] += 1
            future = self.engine.client.submit(
                worker.do, self.job, item,
                key=f"{item}-{self.given[item]}-{self.job}", pure=False,
                resources={self.work.needs: 1},
                workers=[*self._workers()] if self.unfit else None,
            )  # fmt: skip
            self.items[future] = item
            future.add_done_callback(self.ended.put)

    def _lacking(self) -> str:
        """What is waited for, in words."""
        if self.work.needs == PHONE and (pockets := self._count(POCKET)):
            return (
                f"no worker has a phone, but pocket phones are there, which --pockets {pockets} "
                "takes; waiting for a phone"
            )
        need, address = self.work.needs, self.engine.address
        option = "--device" if need == PHONE else "--pockets"
        return (
            f"no worker has a {need}: `appagent worker --scheduler {address} {option} ...` starts "
            "one; waiting for it"
        )

    def send_to_each(self) -> int:
        """Have an item done by each phone there is; returns how many. Raises: `SetupError`,
        `EngineGone`."""
        count = self._phones()
        if not count:
            pockets = self.work.needs == PHONE and self._count(POCKET)
            hint = ", but pocket phones, which --device pocket takes" * bool(pockets)
            raise SetupError(
                f"no worker of {self.engine.address} has a {self.work.needs} to lend{hint}"
            )
        for n in range(count):
            self.give(f"phone {n + 1}")
        self._send()
        return count

    def _phones(self) -> int:
        """How many phones of the kind that is needed all workers have. Raises: `EngineGone`
        where there are none, and none will come."""
        if phones := self._count(self.work.needs):
            self.none_since_s = inf
            return phones
        self.none_since_s = min(self.none_since_s, time.monotonic())
        if self.unfit and not self.items:
            raise EngineGone(f"no worker can do it: {'; '.join({*self.unfit.values()})}")
        ends = [each.ended for each in self.engine.own]
        if self.engine.own and (all(ends) or time.monotonic() - self.none_since_s > PATIENCE_S):
            why = next(filter(None, ends), "no phone is left")
            raise EngineGone(f"{why}; --resume does the rest")
        return 0

    def _count(self, kind: Need) -> int:
        """How many phones of a kind the workers have that can do the work. Raises:
        `EngineGone`."""
        return int(sum(each["resources"].get(kind, 0) for each in self._workers().values()))

    def _workers(self) -> Mapping[str, Any]:
        """What is known of each worker that can do the work, by its address. Raises:
        `EngineGone`."""
        try:
            workers = self.engine.client.scheduler_info(n_workers=-1).get("workers")
        except GONE as err:
            raise self._gone() from err
        # What it says without a connection was known before.
        if workers is None or self.engine.client.status != "running":
            raise self._gone()
        return {address: each for address, each in workers.items() if address not in self.unfit}

    def _ended(self, future: Future[Any]) -> Ended | None:
        """What came of an item; None where its worker can do nothing of this work: it gets nothing
        more, and another one the item. Raises: `EngineGone`, `SetupError`."""
        item = self.items.pop(future)
        try:
            match future.status:
                case "finished":
                    result, files, where = future.result()
                    if isinstance(result, Lost) and result.unfit:
                        if where not in self.unfit:
                            self.follower.say(f"{result.why}: it gets nothing more to do")
                        self.unfit[where] = result.why
                        self.waiting.appendleft(item)
                        return None
                    self._unpack(files)
                    return Ended(item, result)
                case "error":
                    crash = future.exception()
                    if isinstance(crash, KilledWorker):
                        return Ended(item, Lost(WORKER_GONE))
                    return Ended(item, crash=crash)
                case _:
                    raise self._gone()
        except GONE as err:
            raise self._gone() from err
        finally:
            future.release()

    def _unpack(self, files: bytes) -> None:
        """Raises: `SetupError` where they cannot be written."""
        try:
            unpack(files, self.into)
        except OSError as err:
            raise SetupError(f"cannot write to {self.into}: {err.strerror}") from err

    def _gone(self) -> EngineGone:
        return EngineGone(
            f"the scheduler {self.engine.address} went away: what has ended is kept, and --resume "
            "does the rest"
        )

    def refused(self) -> str:
        """Why an item ended, where one has that was not to; "" where none has."""
        try:
            ended = self._ended(self.ended.get_nowait())
        except Empty:
            return ""
        if ended is None:
            return "a worker cannot lend its phone"
        why = ended.result.why if isinstance(ended.result, Lost) else ended.crash
        return f"a worker lends no phone: {why}"

    def drop(self) -> None:
        """Have nothing begun any more."""
        with suppress(*GONE):
            self.engine.client.cancel(list(self.items))


@dataclass(frozen=True)
class _Places:
    """A follower that notes where each item is."""

    tell: Callable[[str], object]
    where: dict[str, str] = field(default_factory=dict)

    def began(self, item: str, where: str) -> None:
        self.where[item] = where

    def ended(self, item: str) -> None:
        pass

    def say(self, text: str) -> None:
        self.tell(text)


def address_at(host: str) -> str:
    """The address of a scheduler: with TLS where Dask's own settings name an authority."""
    secured = dask.config.get("distributed.comm.tls.ca-file", None)
    return f"{'tls' if secured else 'tcp'}://{host}"


@contextmanager
def connect(
    host: str | None,
    phones: Phones,
    calls_per_minute: float | None,
    say: Callable[[str], object],
) -> Iterator[DaskEngine]:
    """The engine of the scheduler at HOST:PORT, of whose phones so many are used at a time;
    without one, of a scheduler and workers that have the phones of this machine, until the block
    ends.

    Raises: `SetupError` where nobody answers.
    """
    worker.hush()
    with ExitStack() as stack:
        address, own = (
            stack.enter_context(_cluster(phones)) if host is None else (address_at(host), ())
        )
        try:
            _listen_for(address)
            client = stack.enter_context(
                Client(address, timeout=CONNECT_S, set_as_default=False, name="appagent")
            )
        except (OSError, TimeoutError) as err:
            raise SetupError(worker.unreached(address, err)) from err
        _await(client, own)
        if "dashboard" in client.scheduler_info(n_workers=0)["services"]:
            say(f"Dask's dashboard: {client.dashboard_link}")
        most = phones.jobs or None if host else None
        yield DaskEngine(client, address, calls_per_minute, own, most)


def _listen_for(address: str) -> None:
    """Hear a scheduler begin, which without TLS speaks first: a client waits without end for what
    does not. Raises: `OSError` where nobody listens, `SetupError` where nothing is said."""
    host, port = parse_host_port(address)
    if address.startswith("tls"):
        return
    with socket.create_connection((host, port), CONNECT_S) as stream:
        try:
            spoke = bool(stream.recv(1))
        except TimeoutError:
            spoke = False
    if not spoke:
        raise SetupError(
            f"what listens at {address} is no Dask scheduler, or wants TLS: is it the port of the "
            "dashboard?"
        )


def _await(client: Client, own: Sequence[_OwnWorker]) -> None:
    """Wait until these workers have joined. Raises: `SetupError` where one does not."""
    end_s = time.monotonic() + START_S
    while len(client.scheduler_info(n_workers=-1)["workers"]) < len(own):
        ended = next((each for each in own if each.ended), None)
        if ended or time.monotonic() > end_s:
            why = ended.ended if ended else f"it did not join within {START_S:g} s"
            raise SetupError(f"a worker for --engine dask could not be started: {why}")
        time.sleep(PAUSE_S)


@contextmanager
def _cluster(phones: Phones) -> Iterator[tuple[str, Sequence[_OwnWorker]]]:
    """The address of a scheduler in this process, and a worker a core that have the phones."""
    with ExitStack() as stack:
        # It is this machine's own, whatever is set for others.
        stack.enter_context(dask.config.set(worker.WITHOUT_TLS))
        cluster = stack.enter_context(
            LocalCluster(
                n_workers=0, processes=False, protocol="tcp", host="127.0.0.1",
                dashboard_address="127.0.0.1:0", silence_logs=logging.ERROR,
                scheduler_kwargs={"allowed_failures": 0},
            )
        )  # fmt: skip
        command = [sys.executable, "-m", "appagent", "-q", "worker", "--scheduler"]
        command += [cluster.scheduler_address, "--until-eof", "--device"]
        shares = _shares(phones, os.cpu_count() or 1)
        own = [
            _OwnWorker([*command, *options, "--name", f"process {n}"])
            for n, options in enumerate(shares, 1)
        ]
        for each in own:
            stack.callback(each.close)
        stack.callback(_end, own)
        yield cluster.scheduler_address, own


def _shares(phones: Phones, processes: int) -> Iterator[list[str]]:
    """What follows `--device` for each worker: the phones, dealt out to so many."""
    for n in range(min(phones.jobs, processes)):
        serials = phones.serials[n::processes]
        pockets = len(range(phones.pockets)[n::processes])
        yield [
            ",".join(serials),
            "--pockets",
            str(pockets),
        ]  # none: also where a setting names some


def _end(own: Sequence[_OwnWorker]) -> None:
    """Ask all of them to end, so that they do it at the same time."""
    for each in own:
        each.process.terminate()


class _OwnWorker:
    """A worker of this machine, which ends with the engine."""

    def __init__(self, command: Sequence[str]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed by `close`
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,  # it ends with this process, also where that is killed
            stderr=self._errors,
            start_new_session=True,
        )

    @property
    def ended(self) -> str:
        """Why it ended by itself; "" while it runs."""
        if self.process.poll() is None:
            return ""
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip()
        return said or f"exit code {self.process.returncode}"

    def close(self) -> None:
        """Wait for its end, which it was asked for."""
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for file in (self.process.stdin, self._errors):
            if file:
                file.close()
