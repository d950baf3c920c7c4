"""What passes to the adb server of a worker that lent one of its phones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from appagent.device.pocket import pocket
from appagent.device.server import AdbServer
from tests.device.adb_server import ScriptedPhone, serving

from .processes import cluster_of_one

pytest.importorskip("distributed")
from distributed.comm.core import CommClosedError, connect, listen
from distributed.utils import sync

from appagent.spread.gate import Gate
from appagent.spread.tunnel import Ways, lent

pytestmark = pytest.mark.filterwarnings("default")  # Dask's own
LENT, OTHER = "127.0.0.1:5555", "127.0.0.1:55556"
CHOSEN = f"host:transport:{LENT}"


@dataclass
class Lender:
    server: AdbServer
    asked: list[str] = field(default_factory=list)  # of its adb server
    phone: str = LENT
    ways: Ways = field(default_factory=Ways)

    def hear(self, *requests: str) -> bytes:
        """All that a borrower hears, who asks this at once."""

        async def hear() -> bytes:
            async with self.borrowed() as comm:
                await comm.write(b"".join(map(asking, requests)))
                heard = b""
                while data := await comm.read():
                    heard += data
                return heard

        return asyncio.run(asyncio.wait_for(hear(), 10))

    @asynccontextmanager
    async def borrowed(self) -> AsyncIterator[Any]:
        """A connection through the gate."""

        async def relay(comm: Any) -> None:
            streams = await asyncio.open_connection(self.server.host, self.server.port)
            await self.ways.relay(Gate(comm, self.phone), *streams)

        async with listen("tcp://127.0.0.1:0", relay, deserialize=False) as listener:
            comm = await connect(listener.contact_address, deserialize=False)
            yield comm
            await comm.close()


@dataclass
class Messages:
    """A connection of Dask's over which these messages come."""

    coming: list[bytes]

    async def read(self) -> bytes:
        return self.coming.pop(0) if self.coming else b""

    async def write(self, data: bytes) -> None: ...


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
        [CHOSEN, "host:kill"],
        [CHOSEN, f"host:transport:{OTHER}"],
        [CHOSEN, "reverse:forward:tcp:6000;tcp:5037"],
        [CHOSEN, f"host-serial:{OTHER}:features"],
        [CHOSEN, CHOSEN],
    ],
    ids=" then ".join,
)
def test_what_concerns_another_phone_or_the_server_is_refused(
    lender: Lender, requests: list[str]
) -> None:
    heard = lender.hear(*requests)
    why = f"{LENT} alone is lent, not the adb server: '{requests[-1]}' is not passed on"
    assert heard.endswith(f"FAIL{len(why):04x}{why}".encode())
    assert lender.asked == requests[:-1]


def test_a_question_is_the_last_word_of_its_connection(lender: Lender) -> None:
    """The server ends it; what came along is nobody's."""
    assert lender.hear("host:version", "host:kill") == b"OKAY00040028"
    assert lender.asked == ["host:version"]


@pytest.mark.parametrize("choice", ["host:transport", "host:tport:serial"])
def test_no_request_slips_past_behind_a_choice(choice: str) -> None:
    """A real server throws away what comes along with a choice, and waits for the next request."""
    with pocket(0) as device:
        lender = Lender(device.server, phone=device.serial)

        async def slip(request: str) -> bytes:
            async with lender.borrowed() as comm:
                await comm.write(asking(f"{choice}:{device.serial}") + asking("exec:cat"))
                heard = b""
                while len(heard) < (8 if choice == "host:transport" else 16):
                    heard += await comm.read()
                await comm.write(asking(request))
                while len(heard) < 1000 and (data := await comm.read()):
                    heard += data
                    if heard.endswith(request.encode()):  # as `cat` says it
                        break
                return heard

        for request in ("host:devices-l", "host:kill"):
            heard = asyncio.run(asyncio.wait_for(slip(request), 10))
            assert heard.endswith(asking(request)), heard
        assert device.server.up


def test_nobody_speaks_to_a_phone_after_the_loan(monkeypatch: pytest.MonkeyPatch) -> None:
    with pocket(0) as device, cluster_of_one() as cluster:
        worker = cluster.workers[0]
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(device.server.port))

        async def speak(address: str) -> Any:
            comm = await connect(address, deserialize=False)
            await comm.write(asking(f"host:transport:{device.serial}") + asking("shell:"))
            heard = b""
            while b"$" not in heard:
                heard += await comm.read()
            return comm

        async def go_on(comm: Any) -> None:
            while True:
                await comm.write(b"echo heard\n")
                assert b"heard" not in await comm.read()

        with lent(worker, device.serial) as (_, address):
            comm = sync(worker.loop, speak, address)
        with pytest.raises(CommClosedError):
            sync(worker.loop, go_on, comm)


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
        passed = await gate.read()
        await gate.write(b"OK")
        await gate.write(b"AY")
        while data := await gate.read():
            passed += data
        return passed

    assert asyncio.run(passing()) == said
