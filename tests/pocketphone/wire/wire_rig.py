"""What the tests of the wire share: a phone that keeps a record, and a real adb."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PIL import Image

from pocketphone.errors import DumpFailed
from pocketphone.phone import Phone


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

    def hierarchy(self, *, compressed: bool = False, windows: bool = False) -> str:
        if self.restless:
            raise DumpFailed("could not get idle state.")
        return super().hierarchy(compressed=compressed, windows=windows)

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


Shell = Callable[..., Said]


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


def connect(adb: Adb, port: int) -> Adb:
    serial = f"127.0.0.1:{port}"
    said = adb("connect", serial)
    assert "connected to" in said.text, said
    return adb.on(serial)
