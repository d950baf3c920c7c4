"""The phone on a TCP port of this machine, in a loop or in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, TypeVar

from pocketphone.adbd.connection import Connection
from pocketphone.adbd.messages import MAX_DATA
from pocketphone.phone import Phone
from pocketphone.shell.userland import Userland
from pocketphone.timing import PROFILES, Profile

HOST = "127.0.0.1"  # whoever reaches the port owns the phone: no other machine does
DEFAULT_PORT = 5601  # outside 5555-5585, which an adb server scans by itself

T = TypeVar("T")


class Server:
    """Listens while it is entered; `port` is then the real one."""

    def __init__(self, userland: Userland, port: int) -> None:
        self.userland, self.port = userland, port
        self._connections: dict[Connection, asyncio.Task[Any] | None] = {}
        self._gone_until = 0.0  # by the loop's clock

    async def __aenter__(self) -> Server:
        self._listening = await asyncio.start_server(
            self._serve, HOST, self.port, limit=2 * MAX_DATA
        )
        self.port = self.addresses[0][1]
        self.userland.on_reboot, self.userland.on_gone = self.drop, self.leave_bus
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._listening.close()
        tasks = [task for task in self._connections.values() if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._listening.wait_closed()

    @property
    def addresses(self) -> list[tuple[str, int]]:
        """Where it listens."""
        return [listening.getsockname() for listening in self._listening.sockets]

    def drop(self) -> None:
        """Cuts every client off; they may connect again."""
        for connection in self._connections:
            connection.drop()

    def leave_bus(self, seconds: float) -> None:
        """Cuts every client off, and lets none in for so long."""
        self._gone_until = asyncio.get_running_loop().time() + seconds
        self.drop()

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        if asyncio.get_running_loop().time() < self._gone_until:
            writer.close()
            return
        connection = Connection(reader, writer, self.userland)
        self._connections[connection] = asyncio.current_task()
        try:
            await connection.run()
        except asyncio.CancelledError:
            return  # asked to end by __aexit__; a handler that ends cancelled is logged as an error
        finally:
            del self._connections[connection]


def serve(phone: Phone, port: int = DEFAULT_PORT, profile: str | Profile = "zero") -> Server:
    """An async context manager; port 0 picks a free one. Raises: `OSError`, port in use."""
    if isinstance(profile, str):
        profile = PROFILES[profile]
    return Server(Userland(phone, profile), port)


class Running:
    """A phone that is served by a thread."""

    def __init__(self, server: Server, loop: asyncio.AbstractEventLoop) -> None:
        self.port, self.phone, self.userland = server.port, server.userland.phone, server.userland
        self.server, self._loop = server, loop

    def call(self, function: Callable[[Phone], T], timeout_s: float = 30) -> T:
        """What `function` makes of the phone, between two commands of its clients."""

        async def inside() -> T:
            return function(self.phone)

        return asyncio.run_coroutine_threadsafe(inside(), self._loop).result(timeout_s)


@contextmanager
def run_in_thread(
    phone: Phone | None = None, *, port: int = 0, profile: str | Profile = "zero", **options: Any
) -> Iterator[Running]:
    """A served phone until the block ends; without `phone` one is made of `options`."""
    if phone is None:
        phone = Phone(**options)
    loop = asyncio.new_event_loop()
    server = serve(phone, port, profile)
    thread = threading.Thread(target=loop.run_forever, name="pocketphone", daemon=True)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(server.__aenter__(), loop).result(30)
        try:
            yield Running(server, loop)
        finally:
            ending = server.__aexit__(None, None, None)
            asyncio.run_coroutine_threadsafe(ending, loop).result(30)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(30)
        loop.close()
