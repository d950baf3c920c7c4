"""One conversation with an adb server, which ends in time and in size whatever the server says."""

from __future__ import annotations

import re
import socket
import struct
import time
from typing import Self

from adbutils import AdbError

from appagent import stop
from appagent.device.errors import BadAnswer

MOST_BYTES = 128 << 20
"""Of one answer: one look at a screen of 4K is 66 MB, two pictures of 4 bytes a px."""


class Deadline:
    """The end of a wait that may have several parts."""

    def __init__(self, total_s: float) -> None:
        self._end = time.monotonic() + stop.at_most(total_s)

    @property
    def left_s(self) -> float:
        """Seconds left. Raises: `TimeoutError` where none are."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


class Stream:
    """A smart socket: `%04x` + request, answered by OKAY or FAIL + `%04x` + a reason.

    Every method raises `TimeoutError`, `EOFError`, `OSError`, and `BadAnswer` for what no server
    of adb says.
    """

    def __init__(self, host: str, port: int, deadline: Deadline) -> None:
        self._deadline = deadline
        self.received = 0  # bytes
        self.pace: list[tuple[int, float]] = []  # bytes of stdout, seconds until they were here
        self._began = time.monotonic()
        self._socket = socket.create_connection((host, port), deadline.left_s)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()  # the phone's adbd ends what still runs on this stream

    def ask(self, request: str) -> None:
        """Send a request. Raises: `AdbError` with the server's reason where it refuses."""
        payload = request.encode()
        self._socket.settimeout(self._deadline.left_s)
        self._socket.sendall(b"%04x" % len(payload) + payload)
        status = self._exactly(4)
        if status == b"FAIL":
            raise AdbError(self.block())
        if status != b"OKAY":
            raise ValueError(f"not an adb server: it answered {bytes(status)!r}")

    def block(self) -> str:
        """One text of the server's, preceded by its length: 64 kB at most."""
        length = self._exactly(4)
        if not re.fullmatch(rb"[\da-fA-F]{4}", length):
            raise BadAnswer(f"a text of the length {bytes(length)!r}")
        return self._exactly(int(length, 16)).decode(errors="replace")

    def packets(self) -> tuple[bytes, bytes, int]:
        """stdout, stderr and the exit code, in the shell protocol: u8 id, u32 length, data; 1
        stdout, 2 stderr, 3 exit code."""
        printed = {1: bytearray(), 2: bytearray()}
        while True:
            kind, length = struct.unpack("<BI", self._exactly(5))
            self._limit(length)
            data = self._exactly(length)
            if kind == 3 and length != 1:
                raise BadAnswer(f"an exit code of {length} bytes")
            if kind == 3:
                return bytes(printed[1]), bytes(printed[2]), data[0]
            if kind in printed:
                printed[kind] += data
            if kind == 1:
                self._keep_pace(len(printed[1]))

    def rest(self) -> bytes:
        """All bytes until the phone closes the stream."""
        received = bytearray()
        while True:
            self._socket.settimeout(self._deadline.left_s)
            chunk = self._socket.recv(1 << 18)
            if not chunk:
                return bytes(received)
            self._limit(len(chunk))
            received += chunk
            self.received += len(chunk)
            self._keep_pace(len(received))

    def _keep_pace(self, printed: int) -> None:
        self.pace.append((printed, time.monotonic() - self._began))

    def _limit(self, more: int) -> None:
        """Raises: `BadAnswer` where so many bytes more are too many."""
        if self.received + more > MOST_BYTES:
            raise BadAnswer(f"an answer of more than {MOST_BYTES >> 20} MB")

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
