"""The phones of one process: each is lent to one piece of work at a time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from threading import Condition, Event
from typing import Literal, NamedTuple

from appagent import background
from appagent.device.devices import select_phone
from appagent.device.server import AdbServer
from appagent.errors import DeviceError, DeviceGone, DeviceNotFound

log = logging.getLogger(__name__)

Need = Literal["phone", "pocket"]
"""What a piece of work needs: one of the phones that were named, or a pocket phone of its own."""
PHONE: Need = "phone"
POCKET: Need = "pocket"
PATIENCE_S = 60.0
"""How long a phone is waited for where all went away."""
LOOK_S = 10.0
"""Between two looks for a phone that went away."""


@dataclass(frozen=True)
class Phones:
    """What a machine has for work that is spread."""

    serials: tuple[str, ...] = ()
    pockets: int = 0  # pocket phones at a time

    @property
    def jobs(self) -> int:
        return len(self.serials) + self.pockets


class Loan(NamedTuple):
    """A phone that is lent."""

    serial: str  # "pocket" where one is to be started
    name: str  # by which it is told apart: `pocket 2`


class Shelf:
    """The phones that were named, and the adb server for pocket phones, which the work starts."""

    def __init__(
        self,
        phones: Phones,
        *,
        server: AdbServer | None = None,
        changed: Callable[[int], object] = str,  # is told how many are there
    ) -> None:
        """Raises: `DeviceNotFound`, `DeviceError` where no adb server can be started."""
        self.serials, self.changed = phones.serials, changed
        self._free, self._gone = list(phones.serials), set[str]()
        self._lent, self._numbers, self._given_up = 0, set[int](), False
        self._turn, self._closed = Condition(), Event()
        self._own = server is None
        self.server = server or AdbServer.on_free_port()
        if self._own and phones.pockets:
            self.server.start()

    def __enter__(self) -> Shelf:
        return self

    def __exit__(self, *_: object) -> None:
        self._closed.set()
        self.wake()
        if self._own:
            self.server.stop()

    @contextmanager
    def lend(self, need: Need, stopped: Event) -> Iterator[Loan]:
        """A phone, for this block alone.

        Raises: `DeviceGone` where no phone is left, or it is `stopped` before one is free.
        """
        with self._turn:
            if need == PHONE:
                self._await_free(stopped)
                serial = name = self._free.pop(0)
            else:
                number = next(n for n in count(1) if n not in self._numbers)
                self._numbers.add(number)
                serial, name = POCKET, f"{POCKET} {number}"
            self._lent += 1
        try:
            yield Loan(serial, name)
        finally:
            with self._turn:
                self._lent -= 1
                if need == POCKET:
                    self._numbers.discard(number)
                elif serial not in self._gone:
                    self._free.append(serial)
                self._turn.notify_all()

    def _await_free(self, stopped: Event) -> None:
        """Wait for a phone that is free. Where all are gone, one of them may come back.

        Raises: `DeviceGone`.
        """

        def over() -> bool:
            return bool(self._free) or self._closed.is_set() or stopped.is_set()

        self._turn.wait_for(lambda: over() or not self.there)
        if not over():
            self._turn.wait_for(over, 0 if self._given_up else PATIENCE_S)
        if stopped.is_set():
            raise DeviceGone("nobody waits for a phone any more")
        self._given_up = not self._free
        if self._given_up:
            raise DeviceGone(f"none of the phones {', '.join(self.serials)} is left")

    def wake(self) -> None:
        """Have those who wait for a phone see whether they still want one."""
        with self._turn:
            self._turn.notify_all()

    @property
    def there(self) -> int:
        """How many of the phones that were named have not gone away."""
        return len(self.serials) - len(self._gone)

    def settle(self, within_s: float) -> bool:
        """Whether every phone is given back, perhaps within this time."""
        with self._turn:
            return self._turn.wait_for(lambda: not self._lent, within_s)

    def lose(self, serial: str) -> None:
        """A phone went away: it is lent to nobody until it is there again. One that whoever wants
        it starts is there at once."""
        if serial == POCKET:
            return
        with self._turn:
            if serial not in self.serials or serial in self._gone:
                return
            self._gone.add(serial)
            if serial in self._free:
                self._free.remove(serial)
            self._turn.notify_all()
        self.changed(self.there)
        background.begin(lambda: self._await(serial), f"look for {serial}")

    def _await(self, serial: str) -> None:
        while not self._closed.wait(LOOK_S):
            with suppress(DeviceNotFound, DeviceError):
                select_phone(serial)
                self._found(serial)
                return

    def _found(self, serial: str) -> None:
        """A phone is there again."""
        with self._turn:
            self._gone.discard(serial)
            if serial not in self._free:
                self._free.append(serial)
            self._turn.notify_all()
        log.warning("%s can be lent again", serial)
        self.changed(self.there)
