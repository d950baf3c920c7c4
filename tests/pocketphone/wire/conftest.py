"""A pocket phone that keeps a record, and a real adb with a server of its own."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import adbutils
import pytest
from PIL import Image

from pocketphone import Running, run_in_thread
from pocketphone.errors import DumpFailed
from pocketphone.phone import Phone
from pocketphone.shell.session import run_line
from pocketphone.shell.streams import Held, Streams
from pocketphone.shell.userland import Userland
from pocketphone.timing import PROFILES


class Recorder(Phone):
    """A phone that writes down what the hand did, and can be told never to come to rest."""

    def __init__(self, **options: Any) -> None:
        self.done: list[tuple[object, ...]] = []
        self.restless = False
        super().__init__(**options)

    def touch(self, x: float, y: float, duration_ms: int = 0) -> None:
        self.done.append(("touch", x, y, duration_ms))
        super().touch(x, y, duration_ms)

    def drag(self, x1: float, y1: float, x2: float, y2: float, duration_ms: int = 300) -> None:
        self.done.append(("drag", x1, y1, x2, y2, duration_ms))
        super().drag(x1, y1, x2, y2, duration_ms)

    def key(self, code: int) -> None:
        self.done.append(("key", code))
        super().key(code)

    def type_text(self, text: str) -> None:
        self.done.append(("text", text))
        super().type_text(text)

    def hierarchy(self, *, compressed: bool = False) -> str:
        if self.restless:
            raise DumpFailed("could not get idle state.")
        return super().hierarchy(compressed=compressed)

    def reset(self) -> None:
        super().reset()
        self.done, self.restless = [], False
        self.log.clear()
        self.override_size = self.override_density = None


@dataclass(frozen=True)
class Said:
    """What a command line left behind."""

    out: bytes
    err: bytes
    code: int

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def error(self) -> str:
        return self.err.decode()


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


Shell = Callable[..., Said]


@pytest.fixture
def shell(userland: Userland) -> Shell:
    """Runs a line as `shell,v2,raw` does, in this process and without a wire."""

    def run(line: str, stdin: bytes = b"") -> Said:
        out, err = Held(), Held()
        streams = Streams(Held(stdin), out, err)
        code = asyncio.run(asyncio.wait_for(run_line(userland, line, streams, None), 20))
        return Said(bytes(out.data), bytes(err.data), code)

    return run


@dataclass(frozen=True)
class Adb:
    """The adb binary on a server that nobody else uses."""

    binary: str
    port: int
    environment: dict[str, str]
    serial: str = ""

    def on(self, serial: str) -> Adb:
        return Adb(self.binary, self.port, self.environment, serial)

    def start(self, *words: str, **options: Any) -> subprocess.Popen[bytes]:
        target = ["-s", self.serial] if self.serial else []
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [self.binary, *target, *words],
            env=self.environment,
            stdin=options.pop("stdin", pipe),
            stdout=pipe,
            stderr=pipe,
            **options,
        )

    def __call__(self, *words: str, stdin: bytes = b"", timeout_s: float = 30) -> Said:
        with self.start(*words) as process:
            out, err = process.communicate(stdin, timeout=timeout_s)
            return Said(out, err, process.returncode)

    def wait_for_device(self) -> None:
        assert self("wait-for-device").code == 0


def same(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures show the same; a bare comparison would print megabytes."""
    return one.size == other.size and one.convert("RGB").tobytes() == other.convert("RGB").tobytes()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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


def connect(adb: Adb, port: int) -> Adb:
    serial = f"127.0.0.1:{port}"
    said = adb("connect", serial)
    assert "connected to" in said.text, said
    return adb.on(serial)


@pytest.fixture
def device(adb: Adb) -> adbutils.AdbDevice:
    return adbutils.AdbClient("127.0.0.1", adb.port, socket_timeout=20).device(adb.serial)
