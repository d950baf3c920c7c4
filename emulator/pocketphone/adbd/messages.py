"""The messages of the ADB transport: six little-endian words, then the payload."""

from __future__ import annotations

import struct
from asyncio import StreamReader
from dataclasses import dataclass

CNXN = 0x4E584E43
OPEN = 0x4E45504F
OKAY = 0x59414B4F
WRTE = 0x45545257
CLSE = 0x45534C43

VERSION = 0x01000001  # checksums are neither sent nor read; 0x01000000 wants them
MAX_DATA = 1 << 20

_HEADER = struct.Struct("<6I")

Buffer = bytes | bytearray | memoryview


class Malformed(Exception):
    """Bytes that are no message: nothing after them can be trusted."""


@dataclass(frozen=True, slots=True)
class Message:
    command: int
    arg0: int
    arg1: int
    data: Buffer = b""

    def header(self, *, checksum: bool) -> bytes:
        """The 24 bytes before the payload; the "crc32" of the protocol is a plain sum."""
        total = sum(self.data) & 0xFFFFFFFF if checksum else 0
        words = (self.command, self.arg0, self.arg1, len(self.data), total)
        return _HEADER.pack(*words, self.command ^ 0xFFFFFFFF)


async def read_message(reader: StreamReader) -> Message:
    """The next message. Raises: `Malformed`, `asyncio.IncompleteReadError` at the end."""
    header = await reader.readexactly(_HEADER.size)
    command, arg0, arg1, length, _, magic = _HEADER.unpack(header)
    if magic != command ^ 0xFFFFFFFF or length > MAX_DATA:
        raise Malformed(f"no adb message: {header.hex()}")
    return Message(command, arg0, arg1, await reader.readexactly(length) if length else b"")
