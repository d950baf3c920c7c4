"""One client's TCP connection and the streams that share it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from asyncio import StreamReader, StreamWriter
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
    Malformed,
    Message,
    read_message,
)
from pocketphone.adbd.stream import Link, Stream
from pocketphone.shell.process import decode
from pocketphone.shell.userland import Userland

log = logging.getLogger(__name__)

# No codec, no abb and no delayed_ack: what is named here, clients then insist on.
FEATURES = "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,fixed_push_symlink_timestamp,sendrecv_v2"

STREAMS_MAX = 64  # at a time; one that carries a picture holds 10 MB
UNREAD_MAX = (STREAMS_MAX + 1) * MAX_DATA  # a WRTE a stream, and the short answers


class Connection:
    """From the first CNXN until the client, or the phone, drops the line."""

    def __init__(self, reader: StreamReader, writer: StreamWriter, userland: Userland) -> None:
        self.userland = userland
        self.max_data = MAX_DATA
        self._link = Link(userland.profile)
        self._reader, self._writer = reader, writer
        self._streams: dict[int, Stream] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._ids = count(1)
        self._checksum = False

    async def run(self) -> None:
        """Serves until the connection ends, then stops everything it had started."""
        self._writer.transport.set_write_buffer_limits(high=UNREAD_MAX)
        try:
            while True:
                self._receive(await read_message(self._reader))
                await self._writer.drain()  # who asks and never reads is not heard any more
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
        elif message.command == CLSE:
            self._tasks[message.arg1].cancel()

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
        if service is None or len(self._streams) == STREAMS_MAX:
            self.send(Message(CLSE, 0, remote))
            return
        local = next(self._ids)
        stream = self._streams[local] = Stream(self.send, local, remote, self.max_data, self._link)
        self.send(Message(OKAY, local, remote))
        task = self._tasks[local] = asyncio.create_task(service(stream), name=repr(destination))
        task.add_done_callback(lambda task: self._close(local, remote, task))

    def _close(self, local: int, remote: int, task: asyncio.Task[None]) -> None:
        del self._streams[local], self._tasks[local]
        if not task.cancelled() and (problem := task.exception()):
            log.error("%s failed", task.get_name(), exc_info=problem)
        if not self._writer.is_closing():
            self.send(Message(CLSE, local, remote))

    async def _stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()
