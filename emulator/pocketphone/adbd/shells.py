"""The `shell:` services: a command line in, bytes and an exit code out."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Sequence

from pocketphone.adbd.messages import MAX_DATA, Buffer
from pocketphone.adbd.stream import Stream
from pocketphone.shell.session import Terminal, interact, run_line
from pocketphone.shell.streams import Pipe, Streams
from pocketphone.shell.userland import Userland

# The packets of shell v2: id, length, data.
STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN, WINDOW_SIZE = range(6)
_PACKET = struct.Struct("<BI")

PTY_READ = 4095  # what the kernel hands out of a pty at once, and the longest line it takes


async def version1(userland: Userland, line: str, stream: Stream) -> None:
    """A raw pty: stdout and stderr are one stream, no exit code, and no end of stdin."""
    at_most = PTY_READ if userland.profile.small_writes else MAX_DATA
    pty = _RawPty(stream, at_most)
    keys = Pipe(tty=True)
    pump = asyncio.create_task(_keys(stream, keys))
    try:
        await _run(userland, line, Streams(keys, pty, pty), Terminal(pty))
    finally:
        pump.cancel()


async def version2(userland: Userland, words: Sequence[str], line: str, stream: Stream) -> None:
    """Packets: stdout and stderr apart, an end of stdin, and the exit code."""
    pty = "pty" in words or (not line and "raw" not in words)
    stdout = _Packets(stream, STDOUT, tty=pty)
    stderr = stdout if pty else _Packets(stream, STDERR)
    terminal = Terminal(stdout) if pty else None
    stdin = Pipe(tty=pty)
    typing = _Line(stdin, stdout, terminal) if terminal else None
    pump = asyncio.create_task(_stdin(stream, stdin, typing))
    try:
        status = await _run(userland, line, Streams(stdin, stdout, stderr), terminal)
    finally:
        pump.cancel()
    await stream.write(_PACKET.pack(EXIT, 1) + bytes([status & 0xFF]))


async def _run(userland: Userland, line: str, io: Streams, terminal: Terminal | None) -> int:
    """One line, or where it is empty whatever lines the client sends."""
    if line:
        return await run_line(userland, line, io, terminal)
    return await interact(userland, io, terminal)


class _RawPty:
    """The pty of `shell:` and `exec:`, set raw: bytes pass through as they are."""

    tty = True

    def __init__(self, stream: Stream, at_most: int) -> None:
        self._stream, self._at_most = stream, at_most

    async def write(self, data: Buffer) -> None:
        await self._stream.write(data, at_most=self._at_most)


class _Packets:
    """One output of shell v2; a pty there is cooked and ends its lines in CR LF."""

    def __init__(self, stream: Stream, packet: int, *, tty: bool = False) -> None:
        self._stream, self._packet, self.tty = stream, packet, tty

    async def write(self, data: Buffer) -> None:
        if self.tty:
            data = bytes(data).replace(b"\n", b"\r\n")
        size = self._stream.max_data - _PACKET.size
        view = memoryview(data)
        for start in range(0, len(view), size):
            piece = view[start : start + size]
            await self._stream.write(_PACKET.pack(self._packet, len(piece)) + piece)


async def _keys(stream: Stream, keys: Pipe) -> None:
    while True:
        await keys.write(await stream.read())


async def _stdin(stream: Stream, stdin: Pipe, line: _Line | None) -> None:
    """Fills `stdin` from the client's packets until it closes it."""
    held = bytearray()
    while True:
        held += await stream.read()
        while len(held) >= _PACKET.size:
            packet, length = _PACKET.unpack_from(held)
            end = _PACKET.size + length
            if length > MAX_DATA:
                stdin.close()  # no packet: nothing after it can be trusted
                return
            if len(held) < end:
                break
            data = bytes(held[_PACKET.size : end])
            del held[:end]
            if packet == STDIN:
                await (line.type(data) if line else stdin.write(data))
            elif packet == CLOSE_STDIN:
                stdin.close()


class _Line:
    """A cooked terminal's line: typed, corrected, echoed, and handed over at its end."""

    _ERASE, _END, _INTERRUPT = b"\x7f", b"\x04", b"\x03"

    def __init__(self, stdin: Pipe, echo: _Packets, terminal: Terminal) -> None:
        self._stdin, self._echo, self._terminal = stdin, echo, terminal
        self._typed = bytearray()

    async def type(self, data: bytes) -> None:
        """Takes what was typed, echoes it, and hands over each line that it ends."""
        echo, ended = bytearray(), bytearray()
        for key in (data[i : i + 1] for i in range(len(data))):
            if key in (b"\r", b"\n"):
                echo += b"\n"
                ended += self._typed + b"\n"
                self._typed.clear()
            elif key == self._ERASE:
                echo += b"\b \b" if self._typed else b""
                del self._typed[-1:]
            elif key == self._INTERRUPT:
                echo += b"^C\n"
                self._typed.clear()
                self._terminal.interrupted.set()
            elif key == self._END and not self._typed:
                self._stdin.close()
            elif key != self._END and len(self._typed) < PTY_READ:
                echo += key
                self._typed += key
        await self._echo.write(echo)
        await self._stdin.write(ended)
