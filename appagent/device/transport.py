"""Shell commands on one phone, over the adb server's socket.

adbutils' own `shell` sleeps 20 ms a call, merges stderr into stdout and has no exit code; this
speaks `shell,v2,raw:` (Android 7 and later) and frames `exec:` for older phones.
"""

from __future__ import annotations

import logging
import secrets
import socket
import struct
import threading
import time
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from adbutils import AdbError

from appagent.device.poll import poll
from appagent.device.server import FOREIGN, AdbServer, translate_errors
from appagent.errors import CommandFailed, DeviceError, DeviceGone, DeviceNotFound
from appagent.ports import Traffic

log = logging.getLogger(__name__)

PATIENCE_S = 30.0
"""How long a phone that dropped off the bus is waited for, or as long as the command may take where
that is shorter: a cable that is put back takes some 5 s, Wi-Fi longer. Its own time begins then."""

OWN_FILES = "/data/local/tmp/appagent-"
"""How the names of all files begin that are made on a phone, none of which stays."""

_PERHAPS = "it may or may not have been done: look before you repeat it"


@dataclass(frozen=True, slots=True)
class Output:
    stdout: bytes
    stderr: bytes
    code: int

    @property
    def text(self) -> str:
        return self.stdout.decode(errors="replace")

    @property
    def transcript(self) -> str:
        """Everything it printed, for people and for messages."""
        return "\n".join(
            part.decode(errors="replace").strip() for part in (self.stdout, self.stderr) if part
        )


class Transport:
    """One phone's shell. Every call opens a stream of its own, so calls may overlap."""

    def __init__(self, server: AdbServer, serial: str) -> None:
        self.server, self.serial = server, serial
        self._v2: bool | None = None
        self._gone = False  # waited for in vain: not waited for again
        self.traffic = Traffic()
        self._counting = threading.Lock()  # calls may overlap

    def run(self, command: str, *, timeout_s: float, name: str = "") -> Output:
        """What the command printed and its exit code, whatever that is.

        `name` stands for the command in errors, where the command is long or holds a person's
        text. Nothing is sent twice: a phone that is off the bus is waited for before the command
        is sent, never after.

        Raises: `DeviceTimeout`, `DeviceGone`.
        """
        return self._run(command, timeout_s, name or command, _PERHAPS)

    def ask(self, command: str, *, timeout_s: float, name: str = "") -> Output:
        """`run` for what may be done twice, a question above all: where the phone drops off the bus
        in the middle, it is waited for and the command sent once more."""
        name = name or command
        try:
            return self._run(command, timeout_s, name)
        except DeviceGone:
            if self._gone:
                raise
            return self._run(command, timeout_s, name)

    def check(self, command: str, *, timeout_s: float, name: str = "") -> str:
        """What `ask` printed on stdout, as text.

        Raises: `CommandFailed` where its exit code is not 0, and what `run` raises.
        """
        output = self.ask(command, timeout_s=timeout_s, name=name)
        if output.code:
            raise CommandFailed(name or command, output.code, output.transcript)
        return output.text

    def count(self, received: int) -> None:
        """One more round trip, in which the phone sent so many bytes."""
        with self._counting:
            self.traffic += Traffic(1, received)

    def _run(self, command: str, timeout_s: float, name: str, after: str = "") -> Output:
        """`after` says what it means where the stream breaks off."""
        nonce = secrets.token_hex(16)
        with translate_errors(name, timeout_s, subject=self.serial, after="nothing was sent"):
            stream = self._connect_patiently(timeout_s)
        with stream, translate_errors(name, timeout_s, subject=self.serial, after=after):
            try:
                if self._v2:
                    stream.ask(f"shell,v2,raw:{command}")
                    return stream.packets()
                stream.ask(f"exec:{_frame(command, nonce)}")
                return _unframe(stream.rest(), nonce)
            finally:
                self.count(stream.received)

    def _connect_patiently(self, timeout_s: float) -> _Stream:
        """A stream to the phone, on which nothing has been sent; foreign errors as they come."""
        try:
            stream = self._connect(_Deadline(timeout_s))
        # EOFError: a tunnel to another machine is up, and the server behind it is not.
        except (AdbError, OSError, EOFError) as err:
            ours_ended = self.server.private and not self.server.up
            late = isinstance(err, TimeoutError)
            if late or self._gone or ours_ended or "unauthorized" in str(err):
                raise
            patience_s = min(PATIENCE_S, timeout_s)
            why = str(err) or "the adb server broke off"
            log.warning("%s: %s; waiting up to %g s for it", self.serial, why, patience_s)
            patience = _Deadline(patience_s)
            self._gone = not poll(lambda: self._is_back(patience), patience_s)
            if self._gone:
                raise
            stream = self._connect(_Deadline(timeout_s))
        self._gone = False
        return stream

    def _connect(self, deadline: _Deadline) -> _Stream:
        if self._v2 is None:
            with _Stream(self.server, deadline) as stream:
                stream.ask(f"host-serial:{self.serial}:features")
                self._v2 = "shell_v2" in stream.block().split(",")
        stream = _Stream(self.server, deadline)
        try:
            stream.ask(f"host:transport:{self.serial}")
        except FOREIGN:
            stream.close()
            raise
        return stream

    def _is_back(self, patience: _Deadline) -> bool:
        """Whether the phone, and the server itself, is there."""
        try:
            if not self.server.private:  # one of ours that is down was stopped for good
                self.server.start()
            if ":" in self.serial:  # the server gives a network phone up after 3 s
                self.server.client.connect(self.serial, timeout=patience.left_s)
            with _Stream(self.server, patience) as stream:
                stream.ask(f"host-serial:{self.serial}:get-state")
                return stream.block() == "device"
        except (*FOREIGN, DeviceError, DeviceNotFound):  # the latter: no server on its machine
            return False


class _Deadline:
    def __init__(self, total_s: float) -> None:
        self.total_s = total_s
        self._end = time.monotonic() + total_s

    @property
    def left_s(self) -> float:
        """Seconds left. Raises: `TimeoutError` where none are."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


class _Stream:
    """A smart socket: `%04x` + request, answered by OKAY or FAIL + `%04x` + a reason."""

    def __init__(self, server: AdbServer, deadline: _Deadline) -> None:
        self._deadline = deadline
        self.received = 0  # bytes
        self._socket = socket.create_connection((server.host, server.port), deadline.left_s)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        err: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()  # the phone's adbd ends what still runs on this stream

    def ask(self, request: str) -> None:
        payload = request.encode()
        self._socket.settimeout(self._deadline.left_s)
        self._socket.sendall(b"%04x" % len(payload) + payload)
        self.okay()

    def okay(self) -> None:
        status = self._exactly(4)
        if status == b"FAIL":
            raise AdbError(self.block())
        if status != b"OKAY":
            raise ValueError(f"not an adb server: it answered {bytes(status)!r}")

    def block(self) -> str:
        return self._exactly(int(self._exactly(4), 16)).decode(errors="replace")

    def packets(self) -> Output:
        """The shell protocol: u8 id, u32 length, data; 1 stdout, 2 stderr, 3 exit code."""
        printed = {1: bytearray(), 2: bytearray()}
        while True:
            kind, length = struct.unpack("<BI", self._exactly(5))
            data = self._exactly(length)
            if kind == 3:
                return Output(bytes(printed[1]), bytes(printed[2]), data[0])
            if kind in printed:
                printed[kind] += data

    def rest(self) -> bytes:
        """All bytes until the phone closes the stream."""
        received = bytearray()
        while True:
            self._socket.settimeout(self._deadline.left_s)
            chunk = self._socket.recv(1 << 18)
            if not chunk:
                return bytes(received)
            received += chunk
            self.received += len(chunk)

    def _exactly(self, count: int) -> bytearray:
        data = bytearray(count)
        view, filled = memoryview(data), 0
        while filled < count:
            self._socket.settimeout(self._deadline.left_s)
            received = self._socket.recv_into(view[filled:])
            if not received:
                raise EOFError
            filled += received
        self.received += count
        return data


def _frame(command: str, nonce: str) -> str:
    """The command for `exec:`, which knows neither stderr nor exit codes.

    stderr goes through a file, for it may hold bytes that would spoil a picture on stdout.
    """
    file = f"{OWN_FILES}{nonce}"
    return (
        f"({command}\n) 2>{file}; code=$?; echo {nonce}; cat {file}; rm -f {file}; "
        f"echo {nonce}$code"
    )


def _unframe(received: bytes, nonce: str) -> Output:
    """Raises: `EOFError` where the frame's end is missing: the stream broke off."""
    mark = nonce.encode()
    head, found, code = received.rpartition(mark)
    stdout, twice, stderr = head.partition(mark)
    if not (found and twice and code.strip().isdigit()):
        raise EOFError
    return Output(stdout, stderr.removeprefix(b"\n"), int(code))
