"""Phones of workers, used from here: what an adb server says, over the connection of Dask.

An exploration by several phones needs them all at once, for longer than an item takes. So a worker
lends the phone itself: whoever connects to a port of this machine speaks to the worker's adb
server, of that phone. What goes between the two is as safe as Dask's own connections, and no adb
port is opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from distributed import Client, Worker
from distributed.comm.core import Comm, CommClosedError, connect, listen
from distributed.utils import sync

from appagent.config import user_cache
from appagent.device.adb import AdbDevice
from appagent.device.hold import hold
from appagent.device.pocket import pocket
from appagent.device.restore import put_in_order
from appagent.device.server import AdbServer
from appagent.spread.gate import Gate
from appagent.spread.shelf import POCKET

CHUNK = 1 << 18  # bytes
CONNECT_S = 3.0


# --- on a worker ----------------------------------------------------------------------------------


@contextmanager
def lent(worker: Worker, phone: str) -> Iterator[tuple[str, str]]:
    """The serial of a phone, "pocket" for one that is started, and the address at which others
    speak of it to its adb server, while the block lasts. Raises: `DeviceBusy`, `DeviceError`."""
    with ExitStack() as stack:
        if phone == POCKET:
            device = stack.enter_context(pocket(0))
            serial, server = device.serial, device.server
        else:
            serial, server = phone, AdbServer.from_environment()
            stack.enter_context(hold(serial, "worker", user_cache() / "phones"))
            # Whoever had it may be gone, and what it changed with it.
            stack.callback(put_in_order, AdbDevice(server, serial))
        server.start()
        ways = Ways()

        async def relay(comm: Comm) -> None:
            try:
                streams = await asyncio.open_connection(server.host, server.port)
            except OSError:
                await comm.close()
                return
            await ways.relay(Gate(comm, serial), *streams)

        listener = sync(worker.loop, _listen, worker, relay)
        stack.callback(sync, worker.loop, _stop, listener, ways)
        yield serial, listener.contact_address


async def _listen(worker: Worker, relay: Any) -> Any:
    scheme, _, host = worker.address.rpartition(":")[0].partition("://")
    more = worker.security.get_listen_args("worker")
    return await listen(f"{scheme}://{host}:0", relay, deserialize=False, **more)


async def _stop(listener: Any, ways: Ways) -> None:
    listener.stop()
    ways.end()


# --- here -----------------------------------------------------------------------------------------


@contextmanager
def reached(client: Client, address: str) -> Iterator[int]:
    """The port of this machine at which a worker's adb server answers, while the block lasts."""
    ways = Ways()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        more = client.security.get_connection_args("client")
        try:
            comm = await connect(address, timeout=CONNECT_S, deserialize=False, **more)
        except (OSError, CommClosedError):
            writer.close()
            return
        await ways.relay(comm, reader, writer)

    async def serve() -> asyncio.Server:
        return await asyncio.start_server(relay, "127.0.0.1", 0)

    async def close(server: asyncio.Server) -> None:
        server.close()
        ways.end()  # whoever waits for an answer there need not

    assert client.loop is not None
    server = sync(client.loop, serve)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        if client.loop is not None:  # it is, unless the client was closed
            sync(client.loop, close, server)


# --- on both sides --------------------------------------------------------------------------------


class Ways:
    """Connections of Dask's, each with one to an adb server or from a client of it."""

    def __init__(self) -> None:
        self._open = dict[asyncio.StreamWriter, Comm | Gate]()
        self._over = False

    def end(self) -> None:
        """Break them off, and those that come later."""
        self._over = True
        for writer, comm in self._open.items():
            writer.transport.abort()
            comm.abort()

    async def relay(
        self, comm: Comm | Gate, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Pass on what either side says, until both have ended. An empty message tells that one
        has: a connection that is closed while it is read loses what was on its way."""

        async def out() -> None:
            with suppress(OSError):  # the socket broke off: the other side is told so, too
                while data := await reader.read(CHUNK):
                    await comm.write(data)
            await comm.write(b"")

        async def back() -> None:
            try:
                while data := await comm.read():
                    writer.write(data)
                    await writer.drain()
            finally:
                writer.close()

        self._open[writer] = comm
        if self._over:
            self.end()
        try:
            await asyncio.gather(out(), back(), return_exceptions=True)
        finally:
            del self._open[writer]
            with suppress(OSError, CommClosedError):
                await comm.close()
