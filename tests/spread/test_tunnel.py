"""What passes to the adb server of a worker that lent one of its phones."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from appagent.device.server import AdbServer
from tests.device.adb_server import ScriptedPhone, serving

pytest.importorskip("distributed")
from distributed.comm.core import connect, listen

from appagent.spread.gate import Gate
from appagent.spread.tunnel import _relay

pytestmark = pytest.mark.filterwarnings("default")  # Dask's own
LENT, OTHER = "127.0.0.1:5555", "127.0.0.1:55556"
CHOSEN = f"host:transport:{LENT}"


@dataclass
class Lender:
    server: AdbServer
    asked: list[str] = field(default_factory=list)  # of its adb server

    def hear(self, *requests: str) -> bytes:
        """All that a borrower hears, who asks this in one stream."""
        return asyncio.run(asyncio.wait_for(self._hear(b"".join(map(asking, requests))), 10))

    async def _hear(self, said: bytes) -> bytes:
        async def relay(comm: Any) -> None:
            streams = await asyncio.open_connection(self.server.host, self.server.port)
            await _relay(Gate(comm, LENT), *streams)

        async with listen("tcp://127.0.0.1:0", relay, deserialize=False) as listener:
            comm = await connect(listener.contact_address, deserialize=False)
            await comm.write(said)
            heard = b""
            while data := await comm.read():
                heard += data
            await comm.close()
            return heard


@dataclass
class Messages:
    """A connection of Dask's over which these messages come."""

    coming: list[bytes]

    async def read(self) -> bytes:
        return self.coming.pop(0) if self.coming else b""


def asking(request: str) -> bytes:
    return f"{len(request):04x}{request}".encode()


@pytest.fixture
def lender(tmp_path: Path) -> Iterator[Lender]:
    phones = [ScriptedPhone(tmp_path, serial) for serial in (OTHER, LENT)]
    asked: list[str] = []
    with serving(*phones, answers={f"connect:{LENT}": "connected"}, asked=asked) as server:
        yield Lender(server, asked)


@pytest.mark.parametrize(
    ("requests", "answer"),
    [
        (["host:version"], b"OKAY00040028"),
        ([f"host:connect:{LENT}"], b"OKAY0009connected"),
        ([f"host-serial:{LENT}:features"], b"OKAY000cshell_v2,cmd"),
        ([CHOSEN, "exec:echo host:kill"], b"OKAYOKAYhost:kill\n"),
    ],
)
def test_what_concerns_the_lent_phone_passes(
    lender: Lender, requests: list[str], answer: bytes
) -> None:
    assert lender.hear(*requests) == answer
    assert lender.asked == requests


def test_the_lent_phone_alone_is_listed(lender: Lender) -> None:
    assert {phone[0] for phone in lender.server.phones()} == {LENT, OTHER}
    line = f"{LENT:<22} device usb:1-1 model:Pixel_8 transport_id:2\n"
    assert lender.hear("host:devices-l") == f"OKAY{len(line):04x}{line}".encode()
    # That the server refuses is told as it is: this one knows no `devices`.
    assert lender.hear("host:devices") == b"FAIL001eunknown host service 'devices'"


@pytest.mark.parametrize(
    "requests",
    [
        ["host:kill"],
        [f"host:transport:{OTHER}"],
        [f"host:tport:serial:{OTHER}"],
        ["host:transport-any"],
        ["host:tport:any"],
        ["host:transport-id:1"],
        ["host:features"],
        ["host:track-devices"],
        [f"host:connect:{OTHER}"],
        [f"host:disconnect:{LENT}"],
        [f"host-serial:{OTHER}:features"],
        [f"host-serial:{LENT}:forward:tcp:6000;tcp:6000"],
        [f"host-serial:{LENT}:features:{OTHER}"],
        ["exec:true"],
        ["host:version", "exec:true"],
        [CHOSEN, "host:kill"],
        [CHOSEN, f"host:transport:{OTHER}"],
        [CHOSEN, "reverse:forward:tcp:6000;tcp:5037"],
        [CHOSEN, CHOSEN, f"host-serial:{OTHER}:features"],
    ],
    ids=" then ".join,
)
def test_what_concerns_another_phone_or_the_server_is_refused(
    lender: Lender, requests: list[str]
) -> None:
    heard = lender.hear(*requests)
    why = f"{LENT} alone is lent, not the adb server: '{requests[-1]}' is not passed on"
    assert heard.endswith(f"FAIL{len(why):04x}{why}".encode())
    assert requests[-1] not in lender.asked


@pytest.mark.parametrize("length", [b"-001", b"+0x1", b" 1f ", b"GET "])
def test_what_is_no_request_is_refused(length: bytes) -> None:
    said = [length + asking("host:version")]

    class Refused(Messages):
        async def write(self, data: bytes) -> None:
            assert data.startswith(b"FAIL")
            assert b"begins no request" in data
            said.append(data)

    assert asyncio.run(Gate(cast("Any", Refused(said[:])), LENT).read()) == b""
    assert len(said) == 2


@pytest.mark.parametrize("size", [1, 3, 5, 50, 1000])
def test_a_stream_passes_whole_however_it_comes(size: int) -> None:
    """Requests in parts, several at once, and after them what only looks like one."""
    said = asking(CHOSEN) + asking("shell:cat") + asking("host:kill") * 20
    coming = [said[at : at + size] for at in range(0, len(said), size)]
    gate = Gate(cast("Any", Messages(coming)), LENT)

    async def passing() -> bytes:
        passed = b""
        while data := await gate.read():
            passed += data
        return passed

    assert asyncio.run(passing()) == said
