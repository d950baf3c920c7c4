"""What every command on the phone shares: the phone, its files, its pace and its records."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import NamedTuple

from pocketphone.phone import Phone
from pocketphone.shell.filesystem import Files
from pocketphone.timing import NOMINAL_MS, Profile


class Userland:
    """One booted phone as its shell sees it."""

    def __init__(self, phone: Phone, profile: Profile) -> None:
        self.phone, self.profile = phone, profile
        self.outside_grammar: list[str] = []  # lines that mksh reads and this shell does not
        self.dumping = False  # one uiautomator at a time
        self.served_ports: set[int] = set()  # where a server on the phone listens
        self.pressed: Press | None = None  # between `input motionevent DOWN` and UP
        self.on_reboot: Callable[[], None] = lambda: None
        self.on_gone: Callable[[float], None] = lambda _: None  # off the bus, for so many seconds
        self._pids = count(4242)
        self.reset()

    def reset(self) -> None:
        """Files and records as they are after a first boot."""
        self.files = Files(self.phone.clock.now)
        self.files.generate("/proc/version", lambda: f"Linux version {KERNEL}\n")
        self.files.generate("/proc/uptime", lambda: f"{self.uptime_s:.2f} {self.uptime_s:.2f}\n")
        self.files.generate("/proc/meminfo", lambda: MEMORY)
        self.journal = Journal(self.phone.clock.now)
        self.phone.on_crash, self.phone.on_hang = self._record_crash, self._record_hang
        self.pressed = None
        self._booted_at = self.phone.clock.now()

    @property
    def uptime_s(self) -> float:
        """Seconds since the phone booted, an hour before anybody looked."""
        return 3600 + (self.phone.clock.now() - self._booted_at).total_seconds()

    def next_pid(self) -> int:
        return next(self._pids)

    def _record_crash(self, package: str, trace: str) -> None:
        """Write an app's traceback where logcat shows that of a crash."""
        pid = self.next_pid()
        head = f"FATAL EXCEPTION: main\nProcess: {package}, PID: {pid}\n"
        for line in (head + trace).splitlines():
            self.journal.write("AndroidRuntime", line, thread=(pid, pid), level="E", buffer="crash")

    def _record_hang(self, package: str, activity: str) -> None:
        """Write what Android does of an app that hangs; the stacks are in a file for root."""
        where = f"{package}/{activity}"
        for line in HANG.format(package=package, where=where, pid=self.next_pid()).splitlines():
            self.journal.write("ActivityManager", line, level="E", buffer="system")

    async def spend(self, work: str, *, gesture_ms: int = 0) -> None:
        """Lets the time pass that `work` takes, on the virtual clock and on the wall.

        A gesture's own duration passes on the wall only: the phone adds it to its clock.
        """
        self.phone.clock.advance(NOMINAL_MS[work] / 1000)
        wall_ms = self.profile.wall_ms.get(work, 0)
        if self.profile.gestures:
            wall_ms += gesture_ms
        if wall_ms:
            await asyncio.sleep(wall_ms / 1000)

    @asynccontextmanager
    async def chewing(self, size: int) -> AsyncIterator[None]:
        """Lasts, on the wall, as long as gzip -1, cmp and the like go through so many bytes."""
        loop = asyncio.get_running_loop()
        end_s = loop.time() + self.profile.mb_ms / 1000 * size / 1e6
        yield
        if (left_s := end_s - loop.time()) > 0:
            await asyncio.sleep(left_s)

    async def stall(self, seconds: float) -> None:
        """Lets time pass, on both clocks, in which nothing comes of a command."""
        self.phone.clock.advance(seconds)
        await asyncio.sleep(seconds)

    async def reboot(self) -> None:
        """Stops every app, drops every client and lets the boot's time pass."""
        for package in list(self.phone.packages):
            self.phone.force_stop(package)
        self.phone.key(KEY_WAKEUP)
        self.phone.key(KEY_HOME)
        await self.spend("reboot")
        self._booted_at = self.phone.clock.now()
        self.on_reboot()


SERVER_THREAD = 1523, 1601
HANG = """\
ANR in {package} ({where})
PID: {pid}
Reason: Input dispatching timed out (5d1c0a3 {where} (server) is not responding. Waited 5001ms for \
MotionEvent(action=DOWN))
Parent: {where}
Frozen: false
Load: 1.42 / 0.97 / 0.55
CPU usage from 0ms to 5213ms later (with 100% awake):
  98% {pid}/{package}: 97% user + 0.6% kernel
"""


class Line(NamedTuple):
    """A line of the journal, and the buffer that holds it."""

    buffer: str  # "main", "system" or "crash"
    text: str
    at: datetime
    tag: str
    level: str


class Journal:
    """What logcat shows: lines stamped by the phone's clock."""

    KEPT = 2000

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self.lines: deque[Line] = deque(maxlen=self.KEPT)
        self._followers: set[asyncio.Queue[Line]] = set()

    def write(
        self,
        tag: str,
        text: str,
        *,
        thread: tuple[int, int] = SERVER_THREAD,
        level: str = "I",
        buffer: str = "main",
    ) -> None:
        """Append a line of a thread, which is a pid and a tid."""
        now = self._now()
        stamp = now.strftime("%m-%d %H:%M:%S.%f")[:-3]
        pid, tid = thread
        shown = f"{stamp} {pid:5} {tid:5} {level} {tag}: {text}\n"
        line = Line(buffer, shown, now, tag, level)
        self.lines.append(line)
        for queue in self._followers:
            if queue.full():  # a client that does not read misses what is oldest, as with logd
                queue.get_nowait()
            queue.put_nowait(line)

    def clear(self, buffers: Collection[str]) -> None:
        """Forget the lines of these buffers."""
        left = [line for line in self.lines if line.buffer not in buffers]
        self.lines.clear()
        self.lines.extend(left)

    @property
    def followers(self) -> int:
        """How many clients wait for the next line."""
        return len(self._followers)

    async def follow(self) -> AsyncIterator[Line]:
        """Each line that is written from now on, without end."""
        queue: asyncio.Queue[Line] = asyncio.Queue(self.KEPT)
        self._followers.add(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            self._followers.discard(queue)


@dataclass(slots=True)
class Press:
    """A finger that is down: where it came down, where it is, and since when."""

    start: tuple[float, float]
    at: tuple[float, float]
    since_s: float


KEY_HOME, KEY_WAKEUP = 3, 224
KERNEL = "5.15.110-android14-11 (build@android) #1 SMP PREEMPT Mon Mar 2 00:00:00 UTC 2026"
MEMORY = "MemTotal:        7845120 kB\nMemFree:         1624180 kB\nMemAvailable:    4318244 kB\n"
