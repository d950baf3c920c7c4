"""Those who do one work on Dask's workers: which item goes to which, and what comes of it."""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
from collections import Counter, deque
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from distributed import Client, Future
from distributed.client import ClosedClientError
from distributed.scheduler import KilledWorker

from appagent.errors import EngineGone, SetupError
from appagent.spread import worker
from appagent.spread.cluster import OwnWorker
from appagent.spread.engine import Ended, Follower, Lost, Work, unpack
from appagent.spread.shelf import PATIENCE_S, PHONE, POCKET, Need

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
class Hub:
    """A scheduler, as a command uses it."""

    client: Client
    address: str
    own: Sequence[OwnWorker] = ()  # that were started for it: there will be no others
    most: int | None = None  # phones at a time

    def workers(self) -> Workers:
        """The workers that are there. Raises: `EngineGone`."""
        try:
            workers = self.client.scheduler_info(n_workers=-1).get("workers")
        except GONE as err:
            raise self.gone() from err
        # What it says without a connection was known before.
        if workers is None or self.client.status != "running":
            raise self.gone()
        return dict(workers)

    def processing(self) -> Mapping[str, Sequence[object]]:
        """The keys of what each worker has, by its address, whoever wants it. Raises:
        `EngineGone`."""
        try:
            return dict(self.client.processing())
        except GONE as err:
            raise self.gone() from err

    def gone(self) -> EngineGone:
        return EngineGone(f"the scheduler {self.address} went away")


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
class DaskShift:
    """What each worker does for us, a future each. Which worker that is we say, one with a phone
    that nobody uses: Dask goes by threads and time, and has an item wait for a phone while another
    is free."""

    hub: Hub
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
        there = self.hub.workers()
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
        while self.waiting and room and len(self.items) < (self.hub.most or inf):
            where = max(room, key=lambda address: free[address])
            self._submit(self.waiting.popleft(), where)
            free[where] -= 1
            room -= Counter([where])

    def _submit(self, item: str, where: str) -> None:
        self.tried.add(where)
        self.given[item] += 1
        future = self.hub.client.submit(
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
        processing = self.hub.processing()
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
            f"{who} has a {self.work.needs}: `appagent worker --scheduler {self.hub.address} "
            f"{option} ...` starts one; waiting for it"
        )

    def give_each(self) -> int:
        """Have an item done by each phone there is; returns how many. Raises: `SetupError`,
        `EngineGone`."""
        there = self.hub.workers()
        count = self._phones(there).total()
        if not count:
            pockets = self.work.needs == PHONE and self._having(POCKET, there)
            hint = ", but pocket phones, which --device pocket takes" * bool(pockets)
            raise SetupError(
                f"no worker of {self.hub.address} has a {self.work.needs} to lend{hint}"
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
        ends = [each.ended for each in self.hub.own]
        if self.hub.own and (all(ends) or time.monotonic() - self.none_since_s > PATIENCE_S):
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
                    raise self.hub.gone()
        except GONE as err:
            raise self.hub.gone() from err
        finally:
            future.release()

    def _told(self, future: Future[Any], where: str) -> tuple[Any, bytes] | None:
        """What a worker has to tell of an item that it did; None where it went away meanwhile."""
        client = self.hub.client
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
                if where not in self.hub.workers():  # Dask waits for one that does it again
                    coming.cancel()
                    return None

    def _unpack(self, files: bytes) -> None:
        """Raises: `SetupError` where they cannot be written."""
        try:
            unpack(files, self.into)
        except OSError as err:
            raise SetupError(f"cannot write to {self.into}: {err.strerror}") from err

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
                self.hub.client.cancel(futures)
