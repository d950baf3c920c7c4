"""What whoever borrows a phone says to the lender's adb server: what concerns that phone alone.

The server knows every phone of its machine, opens ports there, and ends when it is told to; only
one phone was lent.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

from distributed.comm.core import Comm

log = logging.getLogger(__name__)

_LENGTH = re.compile(rb"[\da-fA-F]{4}")
# Services of the phone, but for the last: a phone that is told `reverse:forward:tcp:6000;tcp:5037`
# has its adb server open what it asks for, here the server's own port.
_OF_THE_SERVER = b"host", b"reverse:"


class Gate:
    """A connection of Dask's to the adb server of a lent phone. Requests (`%04x` + request) are
    read until one begins a service of the phone; all that follows passes as it is."""

    def __init__(self, comm: Comm, serial: str) -> None:
        self._comm, self._serial = comm, serial
        phone = serial.encode()
        self._transports = {b"host:transport:" + phone, b"host:tport:serial:" + phone}
        self._lists = {b"host:devices", b"host:devices-l"}
        self._questions = {b"host:version", b"host:host-features", b"host:connect:" + phone} | {
            b"host-serial:%b:%b" % (phone, what)
            for what in (b"features", b"get-state", b"get-serialno")
        }
        self._heard = b""  # of a request that is not whole
        self._chosen = False  # the phone: the next request may be a service of it
        self._open = False
        self._listing = False
        self._list = b""

    async def read(self) -> bytes:
        """What passes to the server next; b"" at the end, and after a request that is refused."""
        while data := await self._comm.read():
            if self._open:
                return bytes(data)
            self._heard += data
            try:
                passing = b"".join(self._requests())
            except _Refused as err:
                log.info("%s", err)
                await self._comm.write(_answer(b"FAIL", str(err).encode()))
                break
            if passing:
                return passing
        return b""

    async def write(self, data: bytes) -> None:
        """Pass on what the server says; b"" is its end, before which a list of phones is sent."""
        if self._listing and data:
            self._list += data
            return
        if self._list:
            await self._comm.write(self._of_the_phone(self._list))
        await self._comm.write(data)

    async def close(self) -> None:
        await self._comm.close()

    def _requests(self) -> Iterator[bytes]:
        """Those that are whole, then what follows a service of the phone. Raises: `_Refused`."""
        while len(self._heard) >= 4 and not self._open:
            length = self._heard[:4]
            if not _LENGTH.fullmatch(length):
                raise _Refused(f"{length!r} begins no request to an adb server")
            end = 4 + int(length, 16)
            if len(self._heard) < end:
                return
            self._admit(self._heard[4:end])
            yield self._heard[:end]
            self._heard = self._heard[end:]
        if self._open:
            yield self._heard
            self._heard = b""

    def _admit(self, request: bytes) -> None:
        """Raises: `_Refused`."""
        if request in self._transports:
            self._chosen = True
        elif request in self._lists:
            self._listing = True
        elif self._chosen and not request.startswith(_OF_THE_SERVER):
            self._open = True
        elif request not in self._questions:
            said = request[:100].decode(errors="replace")
            raise _Refused(
                f"{self._serial} alone is lent, not the adb server: {said!r} is not passed on"
            )

    def _of_the_phone(self, answer: bytes) -> bytes:
        """A list of phones, OKAY + `%04x` + a line each, without the others."""
        if not answer.startswith(b"OKAY"):
            return answer
        lines = answer[8:].splitlines(keepends=True)
        lent = [line for line in lines if line.split()[:1] == [self._serial.encode()]]
        return _answer(b"OKAY", b"".join(lent))


class _Refused(Exception):
    """Why a request is not passed on."""


def _answer(status: bytes, text: bytes) -> bytes:
    return b"%b%04x%b" % (status, len(text), text)
