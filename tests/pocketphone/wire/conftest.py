"""A pocket phone that keeps a record, and a real adb with a server of its own."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import adbutils
import pytest
from wire_rig import Adb, Recorder, Said, Shell, connect

from pocketphone import Running, run_in_thread
from pocketphone.shell.session import run_line
from pocketphone.shell.streams import Held, Streams
from pocketphone.shell.userland import Userland
from pocketphone.timing import PROFILES
from tests.ports import free_port


@pytest.fixture(scope="session")
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def phone(recorder: Recorder) -> Recorder:
    recorder.reset()
    return recorder


@pytest.fixture
def userland(phone: Recorder) -> Userland:
    return Userland(phone, PROFILES["zero"])


@pytest.fixture
def shell(userland: Userland) -> Shell:
    """Runs a line as `shell,v2,raw` does, in this process and without a wire."""

    def run(line: str, stdin: bytes = b"") -> Said:
        out, err = Held(), Held()
        streams = Streams(Held(stdin), out, err)
        code = asyncio.run(asyncio.wait_for(run_line(userland, line, streams, None), 20))
        return Said(bytes(out.data), bytes(err.data), code)

    return run


@pytest.fixture(scope="session")
def adb_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Adb]:
    port = free_port()
    environment = {
        **os.environ,
        "ANDROID_ADB_SERVER_PORT": str(port),
        "ADB_USB": "0",
        "ADB_EMU": "0",
        "ADB_MDNS": "0",
        "HOME": str(tmp_path_factory.mktemp("home")),
        "TERM": "xterm",
    }
    adb = Adb(adbutils.adb_path(), port, environment)
    assert adb("start-server").code == 0
    yield adb
    adb("kill-server")


@pytest.fixture(scope="session")
def running(recorder: Recorder) -> Iterator[Running]:
    with run_in_thread(recorder) as running:
        yield running


@pytest.fixture
def adb(adb_server: Adb, running: Running, phone: Recorder) -> Adb:
    """adb, connected to the phone as it is after its first boot."""
    del phone  # reset
    running.call(lambda _: running.userland.reset())
    return connect(adb_server, running.port)


@pytest.fixture
def device(adb: Adb) -> adbutils.AdbDevice:
    return adbutils.AdbClient("127.0.0.1", adb.port, socket_timeout=20).device(adb.serial)
