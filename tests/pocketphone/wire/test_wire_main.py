"""`python -m pocketphone` as a person, or a benchmark, starts it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from wire_rig import Adb, connect

import pocketphone
from pocketphone.__main__ import main

READY = re.compile(r"pocket phone ready on 127\.0\.0\.1:(\d+) \(adb connect 127\.0\.0\.1:\1\)\n")


@contextmanager
def started(*words: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    folder = str(Path(pocketphone.__file__).parents[1])
    process = subprocess.Popen(
        [sys.executable, "-m", "pocketphone", "--port", "0", *words],
        env={**os.environ, "PYTHONPATH": folder},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            assert process.stdout
            ready = READY.fullmatch(process.stdout.readline())
            assert ready
            yield process, int(ready[1])
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_until_told_to_stop_and_saves_its_state(
    adb_server: Adb, tmp_path: Path, number: signal.Signals
) -> None:
    options = ("--size", "720x1600", "--density", "280", "--save", str(tmp_path / "state.json"))
    with started(*options) as (process, port):
        adb = connect(adb_server, port)
        assert adb("shell", "wm size; wm density").text == (
            "Physical size: 720x1600\nPhysical density: 280\n"
        )
        adb("shell", "settings put global device_name Mine")
        process.send_signal(number)
        assert process.wait(20) == 0
        adb_server("disconnect", adb.serial)
    state = json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))
    assert state["settings"]["global"]["device_name"] == "Mine"


def test_several_phones_are_told_apart_by_port_and_seed(adb_server: Adb, tmp_path: Path) -> None:
    kept = tmp_path / "states.json"
    with started("--count", "3", "--seed", "4", "--save", str(kept)) as (process, first):
        assert process.stdout
        found = [READY.fullmatch(process.stdout.readline()) for _ in range(2)]
        ports = [first, *(int(ready[1]) for ready in found if ready)]
        assert len(set(ports)) == 3
        phones = [connect(adb_server, port) for port in ports]
        serials = [adb("shell", "getprop ro.serialno").text for adb in phones]
        assert serials == ["POCKET0004\n", "POCKET0005\n", "POCKET0006\n"]
        phones[1]("shell", "settings put global device_name Second")
        for adb in phones:
            adb_server("disconnect", adb.serial)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    names = [
        state["settings"]["global"]["device_name"]
        for state in json.loads(kept.read_text(encoding="utf-8"))
    ]
    assert names == ["Pocket Phone", "Second", "Pocket Phone"]


@contextmanager
def taken_after_a_free_one() -> Iterator[int]:
    """A port in use whose neighbour below is free."""
    with ExitStack() as stack:
        while True:
            port = stack.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1]
            with suppress(OSError), socket.create_server(("127.0.0.1", port - 1)):
                break
        yield port


def test_phones_that_cannot_all_start_leave_none(capsys: pytest.CaptureFixture[str]) -> None:
    with taken_after_a_free_one() as port:
        assert main(["--port", str(port - 1), "--count", "2", "--json"]) == 2
        said = json.loads(capsys.readouterr().out)
        assert said["exit_code"] == 2
        assert f"port {port} cannot be used" in said["error"]
        with socket.create_server(("127.0.0.1", port - 1)):
            pass  # the first one's port is free again


def test_a_port_in_use_is_one_sentence_and_exit_code_2() -> None:
    with started() as (_, port):
        said = subprocess.run(
            [sys.executable, "-m", "pocketphone", "--port", str(port)],
            env={**os.environ, "PYTHONPATH": str(Path(pocketphone.__file__).parents[1])},
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
    assert (said.returncode, said.stdout) == (2, "")
    assert re.fullmatch(rf"port {port} cannot be used: .*in use.*; try --port 0\n", said.stderr)


@pytest.mark.parametrize(
    "words",
    [
        ("--size", "big"),
        ("--size", "0x5"),
        ("--profile", "turbo"),
        ("--theme", "pink"),
        ("--language", "xx"),
        ("--count", "0"),
        ("--port", "70000"),
    ],
)
def test_wrong_options_are_refused(words: tuple[str, str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2


def test_it_starts_in_a_state_that_was_saved(adb_server: Adb, tmp_path: Path) -> None:
    first = tmp_path / "first.json"
    first.write_text('{"settings": {"global": {"device_name": "Mine"}}}')
    with started("--load", str(first)) as (_, port):
        adb = connect(adb_server, port)
        assert adb("shell", "settings get global device_name").text == "Mine\n"
        adb_server("disconnect", adb.serial)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "No such file or directory"),
        ("{", "not a phone's state: "),
        ("[]", "not a phone's state: "),
        ('{"apps": {"com.nope": {}}}', "not a phone's state: "),
    ],
)
def test_what_is_no_state_is_told(
    tmp_path: Path, text: str | None, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first = tmp_path / "first.json"
    if text is not None:
        first.write_text(text)
    assert main(["--port", "0", "--load", str(first)]) == 2
    assert capsys.readouterr().err.startswith(f"--load {first}: {why}")
