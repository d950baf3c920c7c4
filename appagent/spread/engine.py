"""What spreads work: its contract, and what becomes of the items that were lost on the way."""

from __future__ import annotations

import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from threading import Event, Lock
from typing import Any, Protocol

from appagent.device.server import AdbServer
from appagent.errors import DeviceGone
from appagent.spread.shelf import Loan, Need, Shelf
from appagent.trail import RUNNING


@dataclass(frozen=True)
class Place:
    """Where an item is done: on a phone that nobody else has, in folders of its own."""

    phone: str  # its adb serial; "pocket" for one that the work starts
    name: str  # by which it is told apart from all others: `pocket 2 of lab`
    server: AdbServer  # for pocket phones
    write: Path  # what is written here comes back
    read: Mapping[str, Path]  # what was sent along, by its name
    here: bool = True  # these folders are those of whoever wanted the work, and no copies
    stopped: Event = field(default_factory=Event)  # whoever wanted the work wants it no longer
    turn: Callable[[], float] = lambda: 0.0  # the seconds that the next call of a model waits


class Work(Protocol):
    """Work that is spread, item by item. It can be pickled, and holds no secret: each machine has
    its own."""

    @property
    def needs(self) -> Need: ...

    def do(self, item: str, place: Place) -> Any:
        """What came of an item, which can be pickled; `Lost` where its phone went away."""


@dataclass(frozen=True)
class Lost:
    """An item that was not done to its end, by no fault of its own: its phone, or the worker that
    had it, went away. It may be done elsewhere."""

    why: str
    result: Any = None  # what counts where nobody does it
    unfit: bool = False  # who had it can do nothing of this work, as without a key


@dataclass(frozen=True)
class Ended:
    """An item, and what came of it."""

    item: str
    result: Any = None  # `Lost` where it was lost as often as it may be
    crash: BaseException | None = None  # what the work raised


class Shift(Protocol):
    """Those who do one work."""

    def give(self, item: str) -> None:
        """Have an item done as soon as a phone is free."""

    def take(self) -> Ended:
        """The next item that has ended, once there is one; one that was lost has `Lost`. Raises:
        `EngineGone`."""


class Follower(Protocol):
    """Whoever wants to know what goes on."""

    def began(self, item: str, where: str) -> None:
        """An item is being done on a phone; of one that began before, elsewhere."""

    def ended(self, item: str) -> None:
        """An item has ended, and is not done again."""

    def say(self, text: str) -> None: ...


class Engine(Protocol):
    """What has phones, here or on other machines."""

    def open(
        self, work: Work, into: Path, read: Mapping[str, Path], follower: Follower
    ) -> AbstractContextManager[Shift]:
        """A shift for the work; at the end of the block what is still being done is stopped. What
        is written comes to the folder `into`; `read` are folders that each place has."""


def on_a_phone(
    work: Work, item: str, shelf: Shelf, stopped: Event, place: Callable[[Loan], Place]
) -> Any:
    """What came of an item on the next phone of a shelf that is free; `Lost` where it, or the last
    one, went away, or nobody wanted it any more by then."""
    try:
        with shelf.lend(work.needs, stopped) as loan:
            try:
                result = work.do(item, place(loan))
            except DeviceGone as err:
                result = Lost(str(err))
            if isinstance(result, Lost) and not result.unfit:
                shelf.lose(loan.serial)
            return result
    except DeviceGone as err:
        return Lost(str(err))


def spread(
    engine: Engine,
    work: Work,
    items: Sequence[str],
    follower: Follower,
    *,
    into: Path,
    read: Mapping[str, Path] = {},
    retries: int = 2,
    clear: Callable[[str], object] = str,
) -> Iterator[Ended]:
    """Each item once it has ended. One that was lost is done again up to `retries` times, by
    whoever is free, after `clear` took away what it left."""
    lost, results = Counter[str](), dict[str, Any]()
    if not items:
        return
    with engine.open(work, into, read, follower) as shift:
        for item in items:
            shift.give(item)
        left = len(items)
        while left:
            ended = shift.take()
            if isinstance(ended.result, Lost):
                why, item = ended.result.why, ended.item
                results[item] = ended.result.result or results.get(item)
                if lost[item] < retries:
                    lost[item] += 1
                    follower.say(f"{item}: {why}; it is done again")
                    clear(item)
                    shift.give(item)
                    continue
                ended = Ended(item, Lost(why, results[item]))
            left -= 1
            follower.ended(ended.item)
            yield ended


BURST_S = 10.0
"""What was not called for this long may be called for at once."""


@dataclass
class Bucket:
    """A bucket of tokens, one a call, which fills again at `calls_per_minute`."""

    calls_per_minute: float
    clock: Callable[[], float] = time.monotonic
    _full_s: float = float("-inf")  # when it is full again
    _lock: Lock = field(default_factory=Lock)

    def take(self) -> float:
        """The seconds that the next call waits; its token is taken."""
        each_s = 60 / self.calls_per_minute
        with self._lock:
            now = self.clock()
            self._full_s = max(self._full_s, now) + each_s
            return max(self._full_s - now - max(BURST_S, each_s), 0)


_PACKED = frozenset({".jpg", ".png", ".gz"})  # already


def pack(folder: Path) -> bytes:
    """Every file below the folder, but for locks; b"" where there is none."""
    files = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and path.name != RUNNING and path.suffix != ".lock"
    )
    if not files:
        return b""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as packed:
        for path in files:
            how = zipfile.ZIP_STORED if path.suffix in _PACKED else zipfile.ZIP_DEFLATED
            # The same files make the same bytes, whenever they were written.
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
            entry.compress_type = how
            packed.writestr(entry, path.read_bytes())
    return out.getvalue()


def unpack(packed: bytes, folder: Path) -> None:
    """Write the files of a pack below the folder, over those that are there."""
    folder.mkdir(parents=True, exist_ok=True)
    if packed:
        with zipfile.ZipFile(BytesIO(packed)) as files:
            files.extractall(folder)  # which lets no name lead out of it
