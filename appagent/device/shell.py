"""`Shell`: commands on one phone, over the adb server's socket.

adbutils' own `shell` sleeps 20 ms a call, merges stderr into stdout and has no exit code; this
speaks `shell,v2,raw:` (Android 7 and later), and `exec:` to older phones.
"""

from __future__ import annotations

import bisect
import logging
import re
import secrets
import shlex
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from adbutils import AdbError

from appagent.device import exec, window
from appagent.device.errors import FOREIGN, to_device_error
from appagent.device.poll import poll
from appagent.device.server import AdbServer
from appagent.device.stream import Deadline, Stream
from appagent.errors import CommandFailed, DeviceError, DeviceGone, ScreenUnreadable
from appagent.exchange import Traffic
from appagent.screen.values import App

log = logging.getLogger(__name__)

QUERY_S = 15.0
"""A question: 20-70 ms on a phone, but `dumpsys` stalls for 5 s while an app starts."""
GESTURE_S = 20.0
"""A touch: 60 ms, 1.2 s before Android 12; its own duration comes on top."""
PATIENCE_S = 30.0
"""The longest wait for a phone that dropped off the bus; never longer than the command may take. A
cable that is put back takes some 5 s, Wi-Fi longer. The command's own time starts afterwards."""

OWN_FILES = "/data/local/tmp/appagent-"
"""The prefix of every file that is made on a phone; none of them stays."""

_NOT_SENT = "nothing was sent"
_MAYBE_DONE = "it may or may not have been done: look before you repeat it"


@dataclass(frozen=True, slots=True)
class Output:
    """What a shell command printed, and its exit code."""

    stdout: bytes
    stderr: bytes
    code: int
    pace: Sequence[tuple[int, float]] = field(default=(), compare=False, repr=False)
    """So many bytes of stdout were here after so many seconds, in order."""

    def arrival_s(self, at: int) -> float:
        """Seconds from the command to the arrival of byte `at` of stdout, which is there."""
        return self.pace[bisect.bisect(self.pace, at, key=lambda step: step[0])][1]

    @property
    def text(self) -> str:
        """stdout as text."""
        return self.stdout.decode(errors="replace")

    @property
    def transcript(self) -> str:
        """stdout and stderr as text, for people and for messages."""
        return "\n".join(
            part.decode(errors="replace").strip() for part in (self.stdout, self.stderr) if part
        )


class Shell:
    """The shell of one phone. Every call opens a stream of its own, so calls may overlap.

    Every method raises `DeviceTimeout` and `DeviceGone`. In errors `name` replaces the command,
    where that is long or holds a person's text.
    """

    def __init__(self, server: AdbServer, serial: str) -> None:
        self.server, self.serial = server, serial
        self.traffic = Traffic()
        self._traffic_lock = threading.Lock()
        self._v2: bool | None = None  # whether the phone speaks shell,v2; None before it is asked
        self._gave_up = False  # the last wait for the phone was in vain: the next is skipped
        self._many_panels = False  # a phone that folds, or drives a monitor: not all are lit

    def run(self, command: str, *, timeout_s: float = QUERY_S, name: str = "") -> Output:
        """What the command printed and its exit code, whatever that is.

        The command is sent once: a phone that is off the bus is waited for before, never after.
        """
        return self._run(command, timeout_s, name or command, _MAYBE_DONE)

    def ask(self, command: str, *, timeout_s: float = QUERY_S, name: str = "") -> Output:
        """As `run`, for a command that may run twice, above all a question: it is sent once more
        where the phone drops off the bus in the middle."""
        name = name or command
        try:
            return self._run(command, timeout_s, name)
        except DeviceGone:
            if self._gave_up:
                raise
            return self._run(command, timeout_s, name)

    def check(self, command: str, *, timeout_s: float = QUERY_S, name: str = "") -> str:
        """The stdout of `ask`, as text. Raises: `CommandFailed` where the exit code is not 0."""
        output = self.ask(command, timeout_s=timeout_s, name=name)
        if output.code:
            raise CommandFailed(name or command, output.code, output.transcript)
        return output.text

    def press(self, command: str, duration_ms: int = 0, *, name: str = "") -> None:
        """Send an `input` command, once. Raises: `DeviceError` where the phone refuses it."""
        if self._many_panels:  # a key goes where the touches go, whatever display has the focus
            command = re.sub("^input ", "input -d 0 ", command)
        output = self.run(command, timeout_s=GESTURE_S + duration_ms / 1000, name=name)
        if "INJECT_EVENTS" in output.transcript:
            raise DeviceError(
                "the phone accepts no touches from adb (INJECT_EVENTS): on Xiaomi, Redmi and POCO "
                "turn on `USB debugging (Security settings)` in the developer options"
            )
        # It prints nothing where it succeeds, and may exit with 0 where it fails.
        if output.code or re.match(r"(Error|Unknown command|Usage)\b", output.transcript):
            raise CommandFailed(name or command, output.code, output.transcript)

    def windows(self) -> str:
        """The lines of `dumpsys window` that `window` reads."""
        return self.ask(f"dumpsys window | grep -E {shlex.quote(window.WINDOW_LINES)}").text

    def foreground(self) -> App:
        """The app in front. Between two apps there is none for a moment: waits for one.

        Raises: `ScreenUnreadable` where none comes.
        """
        app = poll(lambda: window.foreground(self.windows()), QUERY_S)
        if app is None:
            raise ScreenUnreadable(
                f"no app came to the front within {QUERY_S:g} s: is the phone on and unlocked?"
            )
        return app

    def count(self, received: int) -> None:
        """Add one round trip, in which the phone sent `received` bytes, to `traffic`."""
        with self._traffic_lock:
            self.traffic += Traffic(1, received)

    def _run(self, command: str, timeout_s: float, name: str, broken_off: str = "") -> Output:
        """`broken_off` is what an error says of the command where the stream broke off."""
        try:
            stream = self._connect_patiently(timeout_s)
        except FOREIGN as err:
            raise to_device_error(err, name, timeout_s, self.serial, _NOT_SENT) from err
        with stream:
            try:
                if self._v2:
                    stream.ask(f"shell,v2,raw:{command}")
                    return Output(*stream.packets(), stream.pace)
                mark = secrets.token_hex(16)
                stream.ask(f"exec:{exec.wrap(command, mark, OWN_FILES + mark)}")
                return Output(*exec.unwrap(stream.rest(), mark), stream.pace)
            except FOREIGN as err:
                raise to_device_error(err, name, timeout_s, self.serial, broken_off) from err
            finally:
                self.count(stream.received)

    def _connect_patiently(self, timeout_s: float) -> Stream:
        """`_connect`, waiting for a phone that dropped off the bus."""
        try:
            stream = self._connect(Deadline(timeout_s))
        # EOFError: a tunnel to another machine is up, and the server behind it is not.
        except (AdbError, OSError, EOFError) as err:
            ours_ended = self.server.private and not self.server.up
            late = isinstance(err, TimeoutError)
            if late or self._gave_up or ours_ended or "unauthorized" in str(err):
                raise
            patience_s = min(PATIENCE_S, timeout_s)
            why = str(err) or "the adb server broke off"
            log.warning("%s: %s; waiting up to %g s for it", self.serial, why, patience_s)
            self._gave_up = not poll(
                lambda: self.server.reaches(self.serial, patience_s), patience_s
            )
            if self._gave_up:
                raise
            stream = self._connect(Deadline(timeout_s))
        self._gave_up = False
        return stream

    def _connect(self, deadline: Deadline) -> Stream:
        """A stream to the phone, on which nothing has been sent. Raises: `FOREIGN`."""
        if self._v2 is None:
            with Stream(self.server.host, self.server.port, deadline) as stream:
                stream.ask(f"host-serial:{self.serial}:features")
                self._v2 = "shell_v2" in stream.block().split(",")
        stream = Stream(self.server.host, self.server.port, deadline)
        try:
            stream.ask(f"host:transport:{self.serial}")
        except FOREIGN:
            stream.close()
            raise
        return stream
