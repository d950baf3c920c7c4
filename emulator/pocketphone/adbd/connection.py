"""One client's TCP connection and the streams that share it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from asyncio import StreamReader, StreamWriter
from collections import deque
from itertools import count

from pocketphone.adbd import services
from pocketphone.adbd.messages import (
    CLSE,
    CNXN,
    MAX_DATA,
    OKAY,
    OPEN,
    VERSION,
    WRTE,
    Buffer,
    Malformed,
    Message,
    read_message,
)
from pocketphone.shell.process import decode
from pocketphone.shell.userland import Userland

log = logging.getLogger(__name__)

# No codec, no abb and no delayed_ack: what is named here, clients then insist on.
FEATURES = "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,fixed_push_symlink_timestamp,sendrecv_v2"


class Stream:
    """The two directions of one service, each with at most one unacknowledged WRTE."""

    def __init__(self, connection: Connection, local: int, remote: int) -> None:
        self._connection, self._local, self._remote = connection, local, remote
        self._arrived: deque[bytes] = deque()
        self._readable = asyncio.Event()
        self._acknowledged = asyncio.Event()
        self._turn = asyncio.Lock()  # stdout and stderr of one shell must not interleave
        self._late_ms = 0.0
        self.task: asyncio.Task[None] | None = None

    @property
    def max_data(self) -> int:
        return self._connection.max_data

    async def read(self) -> bytes:
        """The next bytes from the client; acknowledged when taken, so a slow reader slows it."""
        while not self._arrived:
            self._readable.clear()
            await self._readable.wait()
        data = self._arrived.popleft()
        self._send(OKAY)
        return data

    async def write(self, data: Buffer, *, at_most: int = MAX_DATA) -> None:
        """Sends all of it, in pieces the client takes, and waits for each to be acknowledged."""
        size = min(at_most, self.max_data)
        view = memoryview(data)
        async with self._turn:
            for start in range(0, len(view), size):
                self._acknowledged.clear()
                self._send(WRTE, view[start : start + size])
                await self._acknowledged.wait()
                await self._lag()

    def arrived(self, data: Buffer) -> None:
        self._arrived.append(bytes(data))
        self._readable.set()

    def acknowledged(self) -> None:
        self._acknowledged.set()

    async def _lag(self) -> None:
        # The loop's timer is no finer than 1 ms, so short lags are saved up.
        self._late_ms += self._connection.userland.profile.ack_ms
        if self._late_ms >= 2:
            late_s, self._late_ms = self._late_ms / 1000, 0.0
            await asyncio.sleep(late_s)

    def _send(self, command: int, data: Buffer = b"") -> None:
        self._connection.send(Message(command, self._local, self._remote, data))


class Connection:
    """From the first CNXN until the client, or the phone, drops the line."""

    def __init__(self, reader: StreamReader, writer: StreamWriter, userland: Userland) -> None:
        self.userland = userland
        self.max_data = MAX_DATA
        self._reader, self._writer = reader, writer
        self._streams: dict[int, Stream] = {}
        self._ids = count(1)
        self._checksum = False

    async def run(self) -> None:
        """Serves until the connection ends, then stops everything it had started."""
        try:
            while True:
                self._receive(await read_message(self._reader))
        except Malformed as problem:
            log.warning("closing a connection: %s", problem)
        except (asyncio.IncompleteReadError, ConnectionError):
            log.debug("a client has gone")
        finally:
            await self._stop()

    def send(self, message: Message) -> None:
        self._writer.write(message.header(checksum=self._checksum))
        if message.data:
            self._writer.write(message.data)

    def drop(self) -> None:
        """Closes the line, as a phone does that reboots."""
        self._writer.close()

    def _receive(self, message: Message) -> None:
        if message.command == CNXN:
            self._greet(message)
            return
        if message.command == OPEN:
            self._open(message.arg0, bytes(message.data).rstrip(b"\0"))
            return
        stream = self._streams.get(message.arg1)
        if stream is None:
            return
        if message.command == OKAY:
            stream.acknowledged()
        elif message.command == WRTE:
            stream.arrived(message.data)
        elif message.command == CLSE and stream.task is not None:
            stream.task.cancel()

    def _greet(self, message: Message) -> None:
        self.max_data = max(1, min(MAX_DATA, message.arg1))
        self._checksum = message.arg0 < VERSION
        known = self.userland.phone.properties
        product = "".join(
            f"ro.product.{key}={known.get(f'ro.product.{key}', '')};"
            for key in ("name", "model", "device")
        )
        banner = f"device::{product}features={FEATURES}".encode()
        self.send(Message(CNXN, VERSION, MAX_DATA, banner))

    def _open(self, remote: int, destination: bytes) -> None:
        service = services.find(decode(destination), self.userland)
        if service is None:
            self.send(Message(CLSE, 0, remote))
            return
        local = next(self._ids)
        stream = self._streams[local] = Stream(self, local, remote)
        self.send(Message(OKAY, local, remote))
        stream.task = asyncio.create_task(service(stream), name=repr(destination))
        stream.task.add_done_callback(lambda task: self._close(local, remote, task))

    def _close(self, local: int, remote: int, task: asyncio.Task[None]) -> None:
        del self._streams[local]
        if not task.cancelled() and (problem := task.exception()):
            log.error("%s failed", task.get_name(), exc_info=problem)
        if not self._writer.is_closing():
            self.send(Message(CLSE, local, remote))

    async def _stop(self) -> None:
        tasks = [stream.task for stream in self._streams.values() if stream.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()
