"""The engine of this machine: threads, one for each phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Any

from appagent.spread.engine import Bucket, Ended, Follower, Place, Shift, Work, on_a_phone
from appagent.spread.shelf import Loan, Shelf


@dataclass(frozen=True)
class LocalEngine:
    """The phones of a shelf, so many at a time."""

    shelf: Shelf
    jobs: int
    bucket: Bucket | None = None

    @contextmanager
    def open(
        self, work: Work, into: Path, read: Mapping[str, Path], follower: Follower
    ) -> Iterator[Shift]:
        stopped = Event()
        pool = ThreadPoolExecutor(self.jobs, "spread")
        try:
            yield _Shift(self, work, into, read, follower, stopped, pool)
        finally:  # where it breaks off, the pool would work off all that waits in it
            stopped.set()
            self.shelf.wake()
            pool.shutdown(cancel_futures=True)


@dataclass(frozen=True)
class _Shift:
    engine: LocalEngine
    work: Work
    into: Path
    read: Mapping[str, Path]
    follower: Follower
    stopped: Event
    pool: ThreadPoolExecutor
    ended: SimpleQueue[Ended] = field(default_factory=SimpleQueue)

    def give(self, item: str) -> None:
        self.pool.submit(self._do, item).add_done_callback(partial(self._note, item))

    def take(self) -> Ended:
        return self.ended.get()

    def _do(self, item: str) -> Any:
        shelf, bucket = self.engine.shelf, self.engine.bucket
        turn = bucket.take if bucket else lambda: 0.0

        def place(loan: Loan) -> Place:
            self.follower.began(item, loan.name)
            return Place(
                loan.serial, loan.name, shelf.server, self.into, self.read, True, self.stopped, turn
            )  # fmt: skip

        return on_a_phone(self.work, item, shelf, self.stopped, place)

    def _note(self, item: str, future: Future[Any]) -> None:
        if future.cancelled():
            return
        crash = future.exception()
        self.ended.put(Ended(item, crash=crash) if crash else Ended(item, future.result()))
