"""Byte streams between the stages of a pipeline, files and the client."""

from __future__ import annotations

import asyncio
import errno
import os
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from pocketphone.shell.filesystem import Files, Regular

Buffer = bytes | bytearray | memoryview

MEMORY = 64 << 20  # bytes that one process may hold of what it reads


class Source(Protocol):
    tty: bool

    async def read(self) -> bytes:
        """Some bytes; b"" at the end, and from then on."""

    def unread(self, data: bytes) -> None:
        """Puts bytes back in front, for whoever reads next."""


class Sink(Protocol):
    tty: bool

    async def write(self, data: Buffer) -> None:
        """Returns when the bytes are taken. Raises `BrokenPipeError` where nobody reads."""


@dataclass(frozen=True, slots=True)
class Streams:
    """Descriptors 0, 1 and 2."""

    stdin: Source
    stdout: Sink
    stderr: Sink


class Pipe:
    """A kernel's pipe: what is written waits until it is read, about 64 KiB of it."""

    CAPACITY = 64 * 1024

    def __init__(self, *, tty: bool = False) -> None:
        self.tty = tty
        self._held: deque[bytes] = deque()
        self._size = 0
        self._ended = self._broken = False
        self._changed = asyncio.Event()

    async def read(self) -> bytes:
        while not self._held:
            if self._ended:
                return b""
            await self._change()
        data = self._held.popleft()
        self._size -= len(data)
        self._changed.set()
        return data

    async def write(self, data: Buffer) -> None:
        while self._size >= self.CAPACITY and not self._broken:
            await self._change()
        if self._broken:
            raise BrokenPipeError
        if data:
            self._held.append(bytes(data))
            self._size += len(data)
            self._changed.set()

    def unread(self, data: bytes) -> None:
        if data:
            self._held.appendleft(data)
            self._size += len(data)
            self._changed.set()

    def close(self) -> None:
        """Ends what can be read; what is held is still read first."""
        self._ended = True
        self._changed.set()

    def abandon(self) -> None:
        """Nobody reads any more: the next write fails."""
        self._broken = True
        self._changed.set()

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()


class Held:
    """A source of bytes that are all there, and a sink that keeps them, up to a limit."""

    tty = False

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)

    async def read(self) -> bytes:
        data, self.data = bytes(self.data), bytearray()
        return data

    def unread(self, data: bytes) -> None:
        self.data[:0] = data

    async def write(self, data: Buffer) -> None:
        if len(self.data) + len(data) > MEMORY:
            raise BrokenPipeError  # whoever reads has ended for want of memory
        self.data += data


class FileSink:
    """Writes to the end of a file that was opened before."""

    tty = False

    def __init__(self, files: Files, node: Regular) -> None:
        self._files, self._node = files, node

    async def write(self, data: Buffer) -> None:
        self._files.append(self._node, data)


class Null:
    """/dev/null: empty to read, and takes everything."""

    tty = False

    async def read(self) -> bytes:
        return b""

    def unread(self, data: bytes) -> None:
        if data:
            raise ValueError("nothing was ever read from here")

    async def write(self, data: Buffer) -> None:
        del data


async def read_all(source: Source) -> bytes:
    """Everything up to the end. Raises: `OSError` where that is more than a process can hold."""
    data = bytearray()
    while piece := await source.read():
        _hold(data, piece)
    return bytes(data)


async def read_some(source: Source, most: int) -> bytes:
    """The first bytes, `most` of them; what follows them stays to be read."""
    data = bytearray()
    while len(data) < most and (piece := await source.read()):
        _hold(data, piece)
    source.unread(bytes(data[most:]))
    return bytes(data[:most])


def _hold(data: bytearray, more: bytes) -> None:
    if len(data) + len(more) > MEMORY:
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))
    data += more


async def read_line(source: Source) -> bytes:
    """The next line with its newline; what follows it stays to be read. b"" at the end."""
    held = bytearray()
    while piece := await source.read():
        _hold(held, piece)
        if (end := held.find(b"\n") + 1) > 0:
            source.unread(bytes(held[end:]))
            return bytes(held[:end])
    return bytes(held)


async def lines(source: Source) -> AsyncIterator[bytes]:
    """Each line with its newline, as soon as it is there; the last one may have none."""
    held = bytearray()
    while piece := await source.read():
        _hold(held, piece)
        while (end := held.find(b"\n")) >= 0:
            yield bytes(held[: end + 1])
            del held[: end + 1]
    if held:
        yield bytes(held)
