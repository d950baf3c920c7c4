"""One service's two directions, over the connection that its client's streams share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pocketphone.adbd.messages import MAX_DATA, OKAY, WRTE, Buffer, Malformed, Message
from pocketphone.timing import Profile


class Link:
    """What carries all streams of one connection: so many MB a second, one WRTE after the other."""

    def __init__(self, profile: Profile) -> None:
        self.ack_ms, self._mb_s = profile.ack_ms, profile.mb_s
        self._free_at_s = 0.0  # by the loop's clock

    async def carry(self, size: int) -> None:
        """Returns when it has carried so many bytes more."""
        if not self._mb_s:
            return
        now_s = _now_s()
        self._free_at_s = max(self._free_at_s, now_s) + size / 1e6 / self._mb_s
        if self._free_at_s - now_s >= 0.001:  # less than the loop's timer can tell is saved up
            await asyncio.sleep(self._free_at_s - now_s)


class Stream:
    """The two directions of one service, each with at most one unacknowledged WRTE."""

    def __init__(
        self, send: Callable[[Message], None], local: int, remote: int, max_data: int, link: Link
    ) -> None:
        self.max_data = max_data
        self._send_message, self._local, self._remote = send, local, remote
        self._link = link
        self._okay_at_s = 0.0  # when the last WRTE's OKAY would be here, by the loop's clock
        self._arrived: bytes | None = None
        self._readable = asyncio.Event()
        self._acknowledged = asyncio.Event()
        self._turn = asyncio.Lock()  # stdout and stderr of one shell must not interleave

    async def read(self) -> bytes:
        """The next bytes from the client; acknowledged when taken, so a slow reader slows it."""
        while self._arrived is None:
            self._readable.clear()
            await self._readable.wait()
        data, self._arrived = self._arrived, None
        self._send(OKAY)
        return data

    async def write(self, data: Buffer, *, at_most: int = MAX_DATA) -> None:
        """Sends all of it, in pieces the client takes, and waits for each to be acknowledged."""
        size = min(at_most, self.max_data)
        view = memoryview(data)
        async with self._turn:
            for start in range(0, len(view), size):
                owed_s = await self._lag()
                self._acknowledged.clear()
                self._send(WRTE, view[start : start + size])
                await self._acknowledged.wait()
                await self._link.carry(min(size, len(view) - start))
                self._okay_at_s = _now_s() + owed_s + self._link.ack_ms / 1000

    def arrived(self, data: Buffer) -> None:
        """Raises: `Malformed` where the client did not wait for its last WRTE's OKAY."""
        if self._arrived is not None:
            raise Malformed(f"a second WRTE on stream {self._remote} before the first one's OKAY")
        self._arrived = bytes(data)
        self._readable.set()

    def acknowledged(self) -> None:
        self._acknowledged.set()

    async def _lag(self) -> float:
        """Waits for the OKAY of the last WRTE: its writer does not, but the next WRTE does. The
        loop's timer is no finer than 1 ms: what is shorter is returned, to be waited for later."""
        left_s = max(0.0, self._okay_at_s - _now_s())
        if left_s < 0.002:
            return left_s
        await asyncio.sleep(left_s)
        return 0.0

    def _send(self, command: int, data: Buffer = b"") -> None:
        self._send_message(Message(command, self._local, self._remote, data))


def _now_s() -> float:
    return asyncio.get_running_loop().time()
