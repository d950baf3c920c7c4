"""What whoever borrows a phone says to the lender's adb server: what concerns that phone alone.

The server knows every phone of its machine, opens ports there, and ends when it is told to; only
one phone was lent.
"""

from __future__ import annotations

import asyncio
import logging
import re

from distributed.comm.core import Comm

log = logging.getLogger(__name__)

_LENGTH = re.compile(rb"[\da-fA-F]{4}")
_OKAY = b"OKAY"
# What the server does itself, and the one service of a phone that has the server open connections:
# `reverse:forward:tcp:6000;tcp:5037` is a way to the server's own port.
_OF_THE_SERVER = b"host", b"reverse:"


class Gate:
    """A connection of Dask's to the adb server of a lent phone. A request (`%04x` + request) is
    read once the one before it was answered, until one begins a service of the phone; all that
    follows that passes as it is.

    The server throws away what comes along with a choice of a phone. A service that passed before
    its answer would be one that the server never heard, and what follows, which nobody reads here,
    requests to the server.
    """

    def __init__(self, comm: Comm, serial: str) -> None:
        self._comm, self._serial = comm, serial
        phone = serial.encode()
        self._choices = {  # with the size of the answer, in bytes: OKAY, and which phone it is
            b"host:transport:" + phone: 4,
            b"host:tport:serial:" + phone: 12,
        }
        self._lists = {b"host:devices", b"host:devices-l"}
        self._questions = {b"host:version", b"host:host-features", b"host:connect:" + phone} | {
            b"host-serial:%b:%b" % (phone, what)
            for what in (b"features", b"get-state", b"get-serialno")
        }
        self._heard = b""  # and not passed on
        self._answer = b""  # to a choice or for a list, as far as it came
        self._answer_size: int | None = None  # of a choice
        self._listing = self._chosen = self._open = self._over = False
        self._next = asyncio.Event()  # request may pass
        self._next.set()

    async def read(self) -> bytes:
        """What passes to the server next; b"" at the end, and after a request that is refused."""
        if not self._open:
            await self._next.wait()
            if self._over:
                return b""
            self._next.clear()
            try:
                return await self._request()
            except _Refused as err:
                log.info("%s", err)
                await self._comm.write(_answer(b"FAIL", str(err).encode()))
                return b""
        passing, self._heard = self._heard, b""
        return passing or bytes(await self._comm.read())

    async def write(self, data: bytes) -> None:
        """Pass on what the server says; b"" is its end, before which a list of phones is sent."""
        if not data:
            self._over = True
            self._next.set()
            if self._listing and self._answer:
                await self._comm.write(self._of_the_phone(self._answer))
        elif self._listing:
            self._answer += data
            return
        elif self._answer_size is not None and not self._chosen:
            self._answer += data
            if self._answer.startswith(_OKAY) and len(self._answer) >= self._answer_size:
                self._chosen = True
                self._next.set()
        await self._comm.write(data)

    async def close(self) -> None:
        await self._comm.close()

    def abort(self) -> None:
        self._comm.abort()

    async def _request(self) -> bytes:
        """The next one, once it is whole; b"" at the end. Raises: `_Refused`."""
        while True:
            length = self._heard[:4]
            if len(length) == 4:
                if not _LENGTH.fullmatch(length):
                    raise _Refused(f"{length!r} begins no request to an adb server")
                end = 4 + int(length, 16)
                if len(self._heard) >= end:
                    break
            if not (data := await self._comm.read()):
                return b""
            self._heard += data
        request, self._heard = self._heard[:end], self._heard[end:]
        self._admit(request[4:])
        return request

    def _admit(self, request: bytes) -> None:
        """Raises: `_Refused`."""
        if self._chosen:
            self._open = passes = not request.startswith(_OF_THE_SERVER)
        else:
            self._listing = request in self._lists
            self._answer_size = self._choices.get(request)
            passes = request in {*self._choices, *self._lists, *self._questions}
        if not passes:
            said = request[:100].decode(errors="replace")
            raise _Refused(
                f"{self._serial} alone is lent, not the adb server: {said!r} is not passed on"
            )

    def _of_the_phone(self, answer: bytes) -> bytes:
        """A list of phones, OKAY + `%04x` + a line each, without the others."""
        if not answer.startswith(_OKAY):
            return answer
        lines = answer[8:].splitlines(keepends=True)
        lent = [line for line in lines if line.split()[:1] == [self._serial.encode()]]
        return _answer(_OKAY, b"".join(lent))


class _Refused(Exception):
    """Why a request is not passed on."""


def _answer(status: bytes, text: bytes) -> bytes:
    return b"%b%04x%b" % (status, len(text), text)
