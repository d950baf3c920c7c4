"""Several phones at the same work, each on a thread of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, as_completed, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from threading import Event, Lock
from typing import Any

from appagent import background, stop
from appagent.api.parts import POCKET
from appagent.api.phone import OnStep, Phone
from appagent.errors import AppAgentError
from appagent.ports import Person

PATIENCE_S = 5.0  # how long phones are waited for that were told to stop
_PAUSE_S = 0.2


@dataclass(frozen=True)
class _InTurn:
    """A person whom several phones ask, one at a time, each by its name."""

    person: Person
    name: str
    lock: Lock

    def ask(self, question: str) -> str:
        with self.lock:
            return self.person.ask(f"{self.name}: {question}")

    def confirm(self, question: str) -> bool:
        with self.lock:
            return self.person.confirm(f"{self.name}: {question}")

    def choose(self, question: str, choices: Sequence[str]) -> int:
        with self.lock:
            return self.person.choose(f"{self.name}: {question}", choices)


@dataclass
class Crew:
    """The phones that do something together, and what stood in the way of some.

    `devices` are adb serials, or "pocket": where that stands several times each is a new one.
    `watch` gives what is told of the steps of a phone, by its name, "" where it is the only one.
    `say`, `person` and `settings` are those of `Phone.connect`; of several phones each tells by its
    name, and waits until the person has answered another.
    """

    devices: Sequence[str]
    command: str
    say: Callable[[str], object]
    watch: Callable[[str], OnStep | None]
    person: Person | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)  # of those that are called otherwise
    on_stop: Callable[[], object] = lambda: None  # wakes who waits for another phone
    errors: list[AppAgentError] = field(default_factory=list)
    stopping: Event = field(default_factory=Event)
    _phones: list[Phone] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)  # of the person

    @property
    def alone(self) -> bool:
        """Whether it is one phone."""
        return len(self.devices) == 1

    def do(self, work: Callable[[Phone], object]) -> None:
        """Have each phone do the work; what ends it on one of several is said. Raises:
        `KeyboardInterrupt`."""
        if self.alone:  # here, where Ctrl-C ends whatever is waited for
            self._on(0, work)
            return
        works = [
            background.begin(partial(self._on, n, work), self._name(n))
            for n in range(len(self.devices))
        ]
        with ExitStack() as broken:
            broken.callback(self._stop, works)  # by Ctrl-C, or by what was not foreseen on one
            for each in as_completed(works):
                each.result()
            broken.pop_all()

    def _stop(self, works: Sequence[Future[None]]) -> None:
        """Have the phones end what they are at, and give them back."""
        self.stopping.set()
        self._stop_phones()
        end = time.monotonic() + PATIENCE_S
        while wait(works, _PAUSE_S).not_done and time.monotonic() < end:
            self._stop_phones()

    def _stop_phones(self) -> None:
        for phone in self._phones:
            phone.stop()
        self.on_stop()

    def _on(self, n: int, work: Callable[[Phone], object]) -> None:
        """Do the work on a phone. Raises: `KeyboardInterrupt`."""
        try:
            with self._connect(n) as phone:
                self._phones.append(phone)
                work(phone)
        except AppAgentError as err:
            if stop.asked() or self.stopping.is_set():
                raise KeyboardInterrupt from err
            self.errors.append(err)
            if not self.alone:
                self.say(f"{self._name(n)}: {err}")

    def _connect(self, n: int) -> Phone:
        name, settings = "" if self.alone else self._name(n), dict(self.settings)
        if self._is_one_of_several(n):
            settings["pocket_port"] = 0
        person = _InTurn(self.person, name, self._lock) if self.person and name else self.person
        return Phone.connect(
            self.devices[n],
            on_step=self.watch(name),
            say=(lambda text: self.say(f"{name}: {text}")) if name else self.say,
            person=person,
            command=self.command,
            **settings,
        )

    def _name(self, n: int) -> str:
        """What a phone is called where it tells something: `emulator-5554`, `pocket 2`."""
        device = self.devices[n]
        number = self.devices[: n + 1].count(device)
        return (
            f"{device} {number}" if self._is_one_of_several(n) else self.names.get(device, device)
        )

    def _is_one_of_several(self, n: int) -> bool:
        return self.devices[n] == POCKET and self.devices.count(POCKET) > 1
