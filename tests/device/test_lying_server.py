"""An adb server that lies: every read ends, in time and in size, with an error that says so."""

from __future__ import annotations

import itertools
import struct
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from appagent.device import stream
from appagent.device.devices import list_phones, select_phone
from appagent.device.server import AdbServer
from appagent.device.shell import Shell
from appagent.errors import AnswerUnusable, DeviceGone, DeviceNotFound
from tests.device.adb_server import ScriptedPhone, serving

CHUNK = bytes(1 << 16)


def packet(kind: int, data: bytes = b"", length: int | None = None) -> bytes:
    return struct.pack("<BI", kind, len(data) if length is None else length) + data


def dripping() -> Iterator[bytes]:
    """A byte now and then, without end; a client that gave up ends it."""
    yield b"OKAYffff"
    pause = threading.Event()
    while not pause.wait(0.02):
        yield b"."


@pytest.mark.parametrize(
    ("features", "lie", "words"),
    [
        ("shell_v2", lambda: itertools.repeat(packet(1, CHUNK)), "more than 1 MB"),
        ("shell_v2", lambda: itertools.repeat(packet(2, CHUNK)), "more than 1 MB"),
        ("shell_v2", lambda: itertools.repeat(packet(9, CHUNK)), "more than 1 MB"),
        ("shell_v2", lambda: itertools.repeat(packet(1) * 9999), "more than 1 MB"),
        ("shell_v2", lambda: [packet(1, length=0xFFFFFFFF)], "more than 1 MB"),
        ("shell_v2", lambda: [packet(3)], "an exit code of 0 bytes"),
        ("shell_v2", lambda: [packet(3, b"\0\0\0\0")], "an exit code of 4 bytes"),
        ("cmd", lambda: itertools.repeat(CHUNK), "more than 1 MB"),
    ],
    ids=["stdout", "stderr", "unknown", "nothing", "4 GB", "no code", "long code", "exec"],
)
def test_an_answer_that_no_phone_gives_is_named(
    phone: ScriptedPhone,
    shell: Shell,
    monkeypatch: pytest.MonkeyPatch,
    features: str,
    lie: Callable[[], Iterable[bytes]],
    words: str,
) -> None:
    monkeypatch.setattr(stream, "MOST_BYTES", 1 << 20)
    phone.features, phone.lie = features, lie
    with pytest.raises(AnswerUnusable, match=rf"{words} came in .*`look`.*adb kill-server") as no:
        shell.ask("x" * 500, timeout_s=20, name="look")
    assert no.value.exit_code == 3
    assert len(phone.services) == 1, "it is not asked again"


@pytest.mark.parametrize("length", [b"-001", b"+0x1", b"  1f", b"1_00"])
def test_a_length_that_is_no_number_is_named(length: bytes) -> None:
    with (
        serving(lies={"devices-l": lambda: [b"OKAY", length, CHUNK]}) as server,
        pytest.raises(AnswerUnusable, match="a text of the length"),
    ):
        list_phones(server)


def test_a_list_of_phones_that_drips_has_an_end() -> None:
    with serving(lies={"devices-l": dripping}) as server:
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            server.phones(0.3)
        assert time.monotonic() - began < 2


@pytest.mark.parametrize("request_", ["version", "connect:10.0.0.5:1", "disconnect:10.0.0.5:1"])
def test_no_answer_of_the_server_is_waited_for_byte_by_byte(request_: str) -> None:
    with serving(lies={request_: dripping}) as server, pytest.raises(TimeoutError):
        server.ask(request_, 0.3)


def test_what_a_server_says_is_told_in_short() -> None:
    said = b"FAIL%04x" % 60_000 + b"no" * 30_000
    with serving(lies={"version": lambda: [said]}) as server, pytest.raises(DeviceGone) as no:
        server.protocol()
    assert len(str(no.value)) < 500


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[tuple[AdbServer, list[str]]]:
    asked: list[str] = []
    phones = [ScriptedPhone(tmp_path, serial=f"10.0.0.5:{number}") for number in range(700)]
    with serving(*phones, asked=asked) as server:
        yield server, asked


def test_hundreds_of_phones_are_not_asked_who_they_are(crowd: tuple[AdbServer, list[str]]) -> None:
    server, asked = crowd
    with pytest.raises(DeviceNotFound, match=r"700 phones .* and 690 more: name one") as no:
        select_phone(None, server)
    assert len(asked) <= 2, asked[:9]
    assert len(str(no.value)) < 500
    with pytest.raises(DeviceNotFound, match=r"no phone A1 .* and 690 more\)") as no:
        select_phone("A1", server)
    assert len(str(no.value)) < 500
