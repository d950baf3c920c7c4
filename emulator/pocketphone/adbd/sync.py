"""The `sync:` service: stat, list, send and receive files of the phone, versions 1 and 2."""

from __future__ import annotations

import errno
import stat
import struct
from typing import Protocol

from pocketphone.adbd.messages import Buffer
from pocketphone.shell.filesystem import CAPACITY, Directory, Files, Node, Symlink

PATH_MAX = 1024
CHUNK = 64 * 1024

_REQUEST = struct.Struct("<4sI")
_STAT1 = struct.Struct("<4s3I")  # mode, size, mtime
_STAT2 = struct.Struct("<4sI2Q4IQ3q")  # err dev ino mode nlink uid gid size atime mtime ctime
_DENT1 = struct.Struct("<4s4I")  # mode, size, mtime, length of the name
_DENT2 = struct.Struct("<4sI2Q4IQ3qI")


class Duplex(Protocol):
    async def read(self) -> bytes: ...

    async def write(self, data: Buffer) -> None: ...


class _Ended(Exception):
    """The client said QUIT, went away, or sent what is no request."""


async def serve(files: Files, stream: Duplex) -> None:
    """Answers requests until QUIT. Each reply record is one write: clients read it with one."""
    session = _Session(files, stream)
    try:
        while True:
            await session.answer()
    except _Ended:
        return


class _Session:
    def __init__(self, files: Files, stream: Duplex) -> None:
        self._files, self._stream = files, stream
        self._held = bytearray()

    async def answer(self) -> None:
        """Reads one request and replies to it."""
        name, length = _REQUEST.unpack(await self._take(_REQUEST.size))
        if name == b"QUIT":
            raise _Ended
        if length > PATH_MAX:
            await self._fail("path too long")
            raise _Ended
        path = (await self._take(length)).decode(errors="surrogateescape")
        match name:
            case b"STAT" | b"STA2" | b"LST2":
                await self._stat(name, path)
            case b"LIST" | b"LIS2":
                await self._list(name, path)
            case b"RECV" | b"RCV2":
                await self._receive(name, path)
            case b"SEND" | b"SND2":
                await self._send(name, path)
            case _:
                await self._fail(f"unknown command {name.hex()}")
                raise _Ended

    async def _take(self, size: int) -> bytes:
        while len(self._held) < size:
            data = await self._stream.read()
            if not data:
                raise _Ended
            self._held += data
        taken = bytes(self._held[:size])
        del self._held[:size]
        return taken

    async def _fail(self, problem: str) -> None:
        text = problem.encode()
        await self._stream.write(_REQUEST.pack(b"FAIL", len(text)) + text)

    async def _stat(self, name: bytes, path: str) -> None:
        try:
            node = self._files.find(path, follow=name == b"STA2")
        except OSError as problem:
            if name == b"STAT":
                await self._stream.write(_STAT1.pack(name, 0, 0, 0))
            else:
                code = problem.errno or errno.EIO
                await self._stream.write(_STAT2.pack(name, code, *[0] * 10))
            return
        if name == b"STAT":
            await self._stream.write(_STAT1.pack(name, *_fields1(node)))
        else:
            await self._stream.write(_STAT2.pack(name, 0, *_fields2(node)))

    async def _list(self, name: bytes, path: str) -> None:
        try:
            node = self._files.find(path)
        except OSError:
            node = None
        entries: dict[str, Node] = {}
        if isinstance(node, Directory):  # "." and ".." too, as readdir has it
            entries = {".": node, "..": self._files.find(f"{path}/.."), **node.children}
        for entry, child in entries.items():
            text = entry.encode(errors="surrogateescape")
            if name == b"LIST":
                record = _DENT1.pack(b"DENT", *_fields1(child), len(text))
            else:
                record = _DENT2.pack(b"DNT2", 0, *_fields2(child), len(text))
            await self._stream.write(record + text)
        size = _DENT1.size if name == b"LIST" else _DENT2.size
        await self._stream.write(b"DONE".ljust(size, b"\0"))

    async def _receive(self, name: bytes, path: str) -> None:
        if name == b"RCV2" and not await self._flags(words=1):
            return
        try:
            data = self._files.read(path)
        except OSError as problem:
            await self._fail(f"open failed: {problem.strerror}")
            return
        for start in range(0, len(data), CHUNK):
            piece = data[start : start + CHUNK]
            await self._stream.write(_REQUEST.pack(b"DATA", len(piece)) + piece)
        await self._stream.write(_REQUEST.pack(b"DONE", 0))

    async def _send(self, name: bytes, path: str) -> None:
        mode = 0
        if name == b"SND2":
            words = await self._flags(words=2)
            if not words:
                return
            mode = words[0]
        else:
            path, _, digits = path.rpartition(",")
            if not path or not digits.isascii() or not digits.isdigit():
                await self._fail("missing , in ID_SEND_V1")
                raise _Ended
            mode = int(digits)
        data, mtime_s = await self._body()
        if data is None:
            await self._fail("invalid data message")
            raise _Ended
        try:
            self._store(path, mode, data, mtime_s)
        except OSError as problem:
            await self._fail(f"couldn't create file: {problem.strerror}")
            return
        await self._stream.write(_REQUEST.pack(b"OKAY", 0))

    async def _flags(self, words: int) -> tuple[int, ...] | None:
        """The second message of version 2; None, after a FAIL, where it asks for a codec."""
        layout = struct.Struct(f"<4s{words}I")
        _, *values = layout.unpack(await self._take(layout.size))
        if values[-1]:
            await self._fail("unsupported compression")
            raise _Ended
        return tuple(values)

    async def _body(self) -> tuple[bytearray | None, int]:
        """The file's bytes and its time; None for the bytes where the messages make no sense.

        What no phone has room for is read to its end, and thrown away: to store it fails.
        """
        data = bytearray()
        while True:
            name, value = _REQUEST.unpack(await self._take(_REQUEST.size))
            if name == b"DONE":
                return data, value
            if name != b"DATA" or value > CHUNK:
                return None, 0
            piece = await self._take(value)
            if len(data) <= CAPACITY:
                data += piece

    def _store(self, path: str, mode: int, data: bytearray, mtime_s: int) -> None:
        self._files.make_parents(path)
        if stat.S_ISLNK(mode):
            target = bytes(data).rstrip(b"\0").decode(errors="surrogateescape")
            self._files.link(path, target)
        else:
            self._files.write(path, data, mode=mode & 0o777)
        self._files.find(path, follow=False).mtime_s = mtime_s


def _fields1(node: Node) -> tuple[int, int, int]:
    return node.mode, node.size & 0xFFFFFFFF, int(node.mtime_s) & 0xFFFFFFFF


def _fields2(node: Node) -> tuple[int, ...]:
    time_s = int(node.mtime_s)
    links = 2 if isinstance(node, Directory) else 1
    device = 0xFE27 if not isinstance(node, Symlink) else 0xFE00
    owner = (node.mode, links, node.uid, node.gid)
    return (device, node.ino, *owner, node.size, time_s, time_s, time_s)
