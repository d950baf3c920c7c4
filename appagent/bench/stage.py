"""A pocket phone for one trial, served by this process: used over adb, judged from inside."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from appagent.bench.draw import State
from appagent.device.adb import AdbDevice
from appagent.device.server import AdbServer
from appagent.errors import DeviceError
from appagent.trail import Trail
from pocketphone import Running, run_in_thread
from pocketphone.phone import Phone

# The command that tells the truth; `com.pocketphone.clock` is an app.
_TRUTH = re.compile(r"(?<![\w./-])(?:/system/bin/)?pocketphone(?![\w./-])")


@dataclass(frozen=True, slots=True)
class Stage:
    """A phone, as the agent and as the judge have it."""

    device: AdbDevice
    running: Running

    def state(self) -> State:
        return self.running.call(Phone.state)

    @contextmanager
    def keep_log(
        self, trail: Trail, commands: list[str], hide_in: Callable[[Any], Any]
    ) -> Iterator[None]:
        """Add the commands that the phone got over adb, by its own log, to `commands` and, without
        secrets, to the trail when the block ends, in whatever way it ends."""
        try:
            yield
        finally:
            log = self.running.call(lambda phone: list(phone.log))
            trail.keep("commands", hide_in(log))
            commands += log


def truth_queries(commands: Iterable[str]) -> list[str]:
    """The commands that looked at the state, which only the judge may."""
    return [line for line in commands if _TRUTH.search(line)]


@contextmanager
def open_stage(server: AdbServer, seed: int) -> Iterator[Stage]:
    """A freshly reset phone, awake, until the block ends."""
    gc.collect()  # the phone before holds itself, by its handlers, and pictures of 10 MB each
    with run_in_thread(seed=seed) as running:
        address = f"127.0.0.1:{running.port}"
        answer = server.connect(address)
        if not answer.startswith("connected to"):
            raise DeviceError(f"the pocket phone on {address} does not answer adb: {answer}")
        try:
            device = AdbDevice(server, address)
            with device.prepare():
                yield Stage(device, running)
        finally:
            server.disconnect(address)
