"""The engine of many machines: Dask's scheduler, and workers that have phones."""

from __future__ import annotations

import asyncio
import concurrent.futures
import socket
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any, NamedTuple
from uuid import uuid4

import dask
from distributed import Client, Future
from distributed.client import ClosedClientError
from distributed.comm.addressing import parse_host_port
from distributed.scheduler import KilledWorker

from appagent import background, stop
from appagent.errors import EngineGone, SetupError
from appagent.spread import worker
from appagent.spread.cluster import START_S, OwnWorker, await_all, own_cluster
from appagent.spread.engine import Ended, Follower, Lost, Shift, Work
from appagent.spread.packs import pack, unpack
from appagent.spread.shelf import PATIENCE_S, PHONE, POCKET, Need, Phones
from appagent.spread.tunnel import reached
from appagent.spread.worker import Job, Lending, Pace, Tidy

CONNECT_S = 5.0
LOOK_S = 1.0
"""Between two looks for phones that came or went."""
HELD_S = 2.0
"""How long an item waits for a phone that was free when it was sent."""
GONE = (OSError, TimeoutError, RuntimeError, ClosedClientError)
"""What Dask raises where the scheduler is gone. RuntimeError: "ConnectionPool is closed"."""
WORKER_GONE = "the worker that had it went away"
Workers = Mapping[str, Mapping[str, Any]]
"""What is known of each, by its address."""


@dataclass(frozen=True)
class DaskEngine:
    """The phones of a scheduler's workers."""

    client: Client
    address: str
    calls_per_minute: float | None = None
    own: Sequence[OwnWorker] = ()  # that were started for it: there will be no others
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
            count = shift.give_each()
            say(f"borrowing the workers' phones, {count}")
            phones, tunnels = dict[str, str](), stack.enter_context(ExitStack())
            lent, end_s = set[str](), time.monotonic() + START_S
            while len(phones) < count and time.monotonic() < end_s:
                shift.look()
                if refused := shift.refused():
                    item, why = refused
                    say(f"a worker lends no phone: {why}")
                    count -= item not in lent
                with suppress(Empty):
                    found = told.get(timeout=LOOK_S)
                    port = tunnels.enter_context(reached(self.client, found["address"]))
                    device = f"{found['serial']}@127.0.0.1:{port}"
                    phones[device] = places.where.get(found["item"], "a worker's")
                    lent.add(found["item"])
            if late := count - len(phones):
                say(f"left out, since others use them: {late}")
                shift.drop(but=lent)
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


class _Sent(NamedTuple):
    """An item that a worker was given."""

    item: str
    where: str  # its address
    since_s: float
    gone: bool = False

    @property
    def is_held(self) -> bool:
        """Whether it ought to have begun by now."""
        return time.monotonic() - self.since_s > HELD_S


@dataclass
class _Shift:
    """What each worker does for us, a future each. Which worker that is we say, one with a phone
    that nobody uses: Dask goes by threads and time, and has an item wait for a phone while another
    is free."""

    engine: DaskEngine
    job: str
    work: Work
    into: Path
    follower: Follower
    waiting: deque[str] = field(default_factory=deque)
    items: dict[Future[Any], _Sent] = field(default_factory=dict)  # under way
    given: Counter[str] = field(default_factory=Counter)
    ended: SimpleQueue[Future[Any]] = field(default_factory=SimpleQueue)
    begun: set[str] = field(default_factory=set)  # their futures' keys
    tried: set[str] = field(default_factory=set)  # workers, by their addresses
    unfit: dict[str, str] = field(default_factory=dict)  # of those, and why
    warned: bool = False
    none_since_s: float = inf  # that there is no phone

    def hear(self, event: tuple[float, Mapping[str, str]]) -> None:
        """A worker began an item."""
        self.begun.add(event[1]["key"])
        self.follower.began(event[1]["item"], event[1]["where"])

    def give(self, item: str) -> None:
        self.waiting.append(item)

    def take(self) -> Ended:
        while True:
            self.look()
            with suppress(Empty):
                if ended := self._ended(self.ended.get(timeout=LOOK_S)):
                    return ended

    def look(self) -> None:
        """Have as many items done as there are phones, by those that nobody uses where there are
        such. Where no worker has a phone, that is said once. Raises: `EngineGone`."""
        there = self._workers()
        self._give_up(there)
        free = self._free(there)
        self._take_back(free)
        if not self.waiting:
            return
        phones = self._phones(there)
        if not (phones or self.warned):
            self.follower.say(self._lacking(there))
        self.warned = not phones
        room = phones - Counter(sent.where for sent in self.items.values())
        while self.waiting and room and len(self.items) < (self.engine.most or inf):
            where = max(room, key=lambda address: free[address])
            self._submit(self.waiting.popleft(), where)
            free[where] -= 1
            room -= Counter([where])

    def _submit(self, item: str, where: str) -> None:
        self.tried.add(where)
        self.given[item] += 1
        future = self.engine.client.submit(
            worker.do, self.job, item,
            key=f"{self.work.needs}-{item}-{self.given[item]}-{self.job}", pure=False,
            resources={self.work.needs: 1}, workers=[where],
        )  # fmt: skip
        self.items[future] = _Sent(item, where, time.monotonic())
        future.add_done_callback(self.ended.put)

    def _free(self, there: Workers) -> Counter[str]:
        """How many phones each worker has that nobody uses, by its address; below 0 where some are
        waited for. Raises: `EngineGone`."""
        free = self._having(self.work.needs, there)
        try:
            processing = self.engine.client.processing()
        except GONE as err:
            raise self._gone() from err
        for where, keys in processing.items():
            free[where] -= sum(str(key).startswith(f"{self.work.needs}-") for key in keys)
        for future, sent in self.items.items():  # those that the scheduler has not heard of
            if not sent.is_held and future.key not in processing.get(sent.where, ()):
                free[sent.where] -= 1
        return free

    def _give_up(self, there: Workers) -> None:
        """Count as lost what a worker had that is gone: Dask would wait for one at its address."""
        lost = [f for f, sent in self.items.items() if sent.where not in there and not sent.gone]
        for future in lost:
            self.items[future] = self.items[future]._replace(gone=True)
        self._cancel(lost)

    def _take_back(self, free: Counter[str]) -> None:
        """Have what waits for a phone that another has, or that went away, done by one that is
        free."""
        held = [
            future
            for future, sent in self.items.items()
            if sent.is_held and future.key not in self.begun and future.status == "pending"
        ]
        back = held[: (+free).total()]
        for future in back:
            self.waiting.appendleft(self.items.pop(future).item)
        self._cancel(back)

    def _lacking(self, there: Workers) -> str:
        """What is waited for, in words."""
        if self.work.needs == PHONE and (pockets := self._having(POCKET, there).total()):
            return (
                f"no worker has a phone, but pocket phones are there, which --pockets {pockets} "
                "takes; waiting for a phone"
            )
        option = "--device" if self.work.needs == PHONE else "--pockets"
        who = "no other worker" if self.unfit else "no worker"
        return (
            f"{who} has a {self.work.needs}: `appagent worker --scheduler {self.engine.address} "
            f"{option} ...` starts one; waiting for it"
        )

    def give_each(self) -> int:
        """Have an item done by each phone there is; returns how many. Raises: `SetupError`,
        `EngineGone`."""
        there = self._workers()
        count = self._phones(there).total()
        if not count:
            pockets = self.work.needs == PHONE and self._having(POCKET, there)
            hint = ", but pocket phones, which --device pocket takes" * bool(pockets)
            raise SetupError(
                f"no worker of {self.engine.address} has a {self.work.needs} to lend{hint}"
            )
        for n in range(count):
            self.give(f"phone {n + 1}")
        return count

    def _phones(self, there: Workers) -> Counter[str]:
        """How many phones of the kind that is needed each worker has, by its address. Raises:
        `EngineGone` where there are none, and none will come."""
        if phones := self._having(self.work.needs, there):
            self.none_since_s = inf
            return phones
        self.none_since_s = min(self.none_since_s, time.monotonic())
        if self.unfit and not self.items and self.tried <= self.unfit.keys():
            raise EngineGone(f"no worker can do it: {'; '.join({*self.unfit.values()})}")
        ends = [each.ended for each in self.engine.own]
        if self.engine.own and (all(ends) or time.monotonic() - self.none_since_s > PATIENCE_S):
            why = next(filter(None, ends), "no phone is left")
            raise EngineGone(why)
        return Counter()

    def _having(self, kind: Need, there: Workers) -> Counter[str]:
        """How many phones of a kind each worker has that can do the work."""
        counts = {
            address: int(each["resources"].get(kind, 0))
            for address, each in there.items() if address not in self.unfit
        }  # fmt: skip
        return +Counter(counts)

    def _workers(self) -> Workers:
        """The workers that are there. Raises: `EngineGone`."""
        try:
            workers = self.engine.client.scheduler_info(n_workers=-1).get("workers")
        except GONE as err:
            raise self._gone() from err
        # What it says without a connection was known before.
        if workers is None or self.engine.client.status != "running":
            raise self._gone()
        return dict(workers)

    def _ended(self, future: Future[Any]) -> Ended | None:
        """What came of an item; None where another does it: it was taken back, or its worker can do
        nothing of this work and gets nothing more. Raises: `EngineGone`, `SetupError`."""
        sent = self.items.pop(future, None)
        if sent is None:
            return None
        item = sent.item
        try:
            if sent.gone:
                return Ended(item, Lost(WORKER_GONE))
            match future.status:
                case "finished":
                    told = self._told(future, sent.where)
                    if told is None:
                        return Ended(item, Lost(WORKER_GONE))
                    result, files = told
                    if isinstance(result, Lost) and result.unfit:
                        if sent.where not in self.unfit:
                            self.follower.say(f"{result.why}: it gets nothing more to do")
                        self.unfit[sent.where] = result.why
                        self.waiting.appendleft(item)
                        return None
                    self._unpack(files)
                    return Ended(item, result)
                case "error":
                    crash = future.exception()
                    if isinstance(crash, KilledWorker):
                        return Ended(item, Lost(WORKER_GONE))
                    return Ended(item, crash=crash)
                case "lost":
                    return Ended(item, Lost(WORKER_GONE))
                case _:
                    raise self._gone()
        except GONE as err:
            raise self._gone() from err
        finally:
            future.release()

    def _told(self, future: Future[Any], where: str) -> tuple[Any, bytes] | None:
        """What a worker has to tell of an item that it did; None where it went away meanwhile."""
        client = self.engine.client
        loop: Any = client.loop
        coming: concurrent.futures.Future[tuple[Any, bytes]] = asyncio.run_coroutine_threadsafe(
            client.gather(future, asynchronous=True), loop.asyncio_loop
        )
        while True:
            try:
                return coming.result(timeout=LOOK_S)
            except TimeoutError:
                if coming.done():
                    return coming.result()
                if where not in self._workers():  # Dask waits for one that does it again
                    coming.cancel()
                    return None

    def _unpack(self, files: bytes) -> None:
        """Raises: `SetupError` where they cannot be written."""
        try:
            unpack(files, self.into)
        except OSError as err:
            raise SetupError(f"cannot write to {self.into}: {err.strerror}") from err

    def _gone(self) -> EngineGone:
        return EngineGone(f"the scheduler {self.engine.address} went away")

    def refused(self) -> tuple[str, object] | None:
        """An item that has ended and was not to, and why; None where there is none."""
        try:
            future = self.ended.get_nowait()
        except Empty:
            return None
        sent, ended = self.items.get(future), self._ended(future)
        if sent is None:
            return None
        if ended is None:
            return sent.item, self.unfit[sent.where]
        return sent.item, ended.result.why if isinstance(ended.result, Lost) else ended.crash

    def drop(self, but: Container[str] = ()) -> None:
        """Have nothing done any more but these items."""
        self.waiting.clear()
        self._cancel([future for future, sent in self.items.items() if sent.item not in but])

    def _cancel(self, futures: Sequence[Future[Any]]) -> None:
        if futures:
            with suppress(*GONE):
                self.engine.client.cancel(futures)


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
            stack.enter_context(own_cluster(phones)) if host is None else (address_at(host), ())
        )
        try:
            _listen_for(address)
            client = stack.enter_context(
                Client(address, timeout=CONNECT_S, set_as_default=False, name="appagent")
            )
        except (OSError, UnicodeError) as err:
            raise SetupError(worker.unreached(address, err)) from err
        await_all(client, own)
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
