"""Ctrl-C while something hangs: the command ends soon all the same."""

from __future__ import annotations

import os
import pty
import signal
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.model.endpoint import Answer, Endpoint

from .command import COMMAND
from .frozen import Freezer, freezer
from .house import PATIENCE_S, AppAgent, Pocket, Ran, Server, until
from .script import plays

SOON_S = 2.0
LATE_S = 3 * SOON_S  # on a machine that does other things too
RUN = ("run", "--task", "Look around", "--json")


@pytest.fixture
def relay(server: Server) -> Iterator[Freezer]:
    with freezer(server) as relay:
        yield relay


def stopped(
    appagent: AppAgent, when: Callable[[], object], *words: str, number: int = signal.SIGINT
) -> tuple[Ran, float]:
    """The command, stopped once `when` is true, and how long it took to end."""
    with appagent.started(*words) as process:
        try:
            until(lambda: when() or process.poll() is not None, "the moment to stop it")
            time.sleep(0.3)  # it is in the midst of waiting
            assert process.poll() is None, process.communicate()
            began = time.monotonic()
            process.send_signal(number)
            out, err = process.communicate(timeout=PATIENCE_S)
            took_s = time.monotonic() - began
        finally:
            process.kill()
    assert "Traceback" not in err, err
    return Ran(process.returncode, out, err), took_s


def steps(folder: Path) -> int:
    return sum(path.read_text().count("\n") for path in folder.glob("runs/*/steps.jsonl"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_while_the_phone_hangs(
    appagent: AppAgent, phone: Pocket, relay: Freezer, number: int
) -> None:
    """What was set for the run is put back by the next command."""
    settings = phone.state()["settings"]
    appagent.env |= relay.env | {"APPAGENT_DEVICE": phone.serial, "APPAGENT_MODEL": "offline"}

    def hangs() -> bool:
        if steps(appagent.folder) < 2:
            return False
        relay.freeze()
        return True

    ran, took_s = stopped(appagent, hangs, "explore", "--app", "clock", "--json", number=number)
    assert ran.code == 130, ran.said
    assert ran.document["ending"] == "cancelled"
    assert appagent.whole()
    assert took_s < LATE_S
    relay.thaw()
    words = ("explore", "--app", "clock", "--steps", "1", "--runs", "again")
    assert appagent(*words).code == 0
    assert phone.state()["settings"] == settings


@pytest.mark.parametrize(
    "words",
    [
        (*RUN, "--model", "offline"),
        ("devices",),
        ("doctor",),
        ("view",),
        ("docs", "edit"),
        ("devices", "--connect", "10.255.255.1:5555"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_while_the_adb_server_says_nothing(bare: AppAgent, words: tuple[str, ...]) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=20) as silent:
        bare.env |= {"ANDROID_ADB_SERVER_PORT": str(silent.getsockname()[1])}
        accepted: list[socket.socket] = []
        silent.settimeout(0.05)

        def asked() -> bool:
            try:
                accepted.append(silent.accept()[0])
            except TimeoutError:
                return False
            return len(accepted) > 1  # the first one only looks whether it is there

        try:
            ran, took_s = stopped(bare, asked, *words)
        finally:
            for connection in accepted:
                connection.close()
    assert ran.code == 130, ran.said
    assert took_s < LATE_S


def test_while_the_adb_server_is_started(bare: AppAgent, tmp_path: Path) -> None:
    slow = tmp_path / "adb"
    slow.write_text('#!/bin/sh\ntouch "$0.asked"\nsleep 60\n')
    slow.chmod(0o755)
    bare.env |= {"ADBUTILS_ADB_PATH": str(slow), "ANDROID_ADB_SERVER_PORT": "1"}
    ran, took_s = stopped(bare, (tmp_path / "adb.asked").exists, "devices")
    assert ran.code == 130, ran.said
    assert took_s < LATE_S


@pytest.mark.parametrize("place", ["headers", "body"])
def test_while_the_endpoint_hangs(with_model: AppAgent, endpoint: Endpoint, place: str) -> None:
    plays(endpoint, Answer("", drip_s=30 if place == "headers" else 0.05))
    ran, took_s = stopped(with_model, lambda: endpoint.requests, *RUN)
    assert ran.code == 130, ran.said
    assert ran.document["ending"] == "cancelled"
    assert took_s < LATE_S


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_what_was_set_on_the_phone_is_set_back_by_any_signal(
    with_model: AppAgent, phone: Pocket, endpoint: Endpoint, number: int
) -> None:
    settings = phone.state()["settings"]
    plays(endpoint, Answer("", drip_s=30))
    ran, _ = stopped(with_model, lambda: endpoint.requests, *RUN, number=number)
    assert ran.code == 130, ran.said
    assert phone.state()["settings"] == settings


def test_while_a_rate_limit_is_waited_for(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint, Answer({"error": {"message": "slow"}}, 429, {"Retry-After": "100"}))
    ran, took_s = stopped(with_model, lambda: endpoint.requests, *RUN)
    assert ran.code == 130, ran.said
    assert took_s < LATE_S


def test_while_a_benchmark_hangs(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint, Answer("", drip_s=30))
    with_model.env |= {"APPAGENT_TIMEOUT_S": "60"}
    ran, took_s = stopped(
        with_model, lambda: endpoint.requests, "bench", "--tasks", "clock-1", "--see", "list"
    )
    assert ran.code == 130, ran.said
    assert took_s < LATE_S


def test_twice(appagent: AppAgent, phone: Pocket, relay: Freezer) -> None:
    appagent.env |= relay.env | {"APPAGENT_DEVICE": phone.serial, "APPAGENT_MODEL": "offline"}
    with appagent.started("explore", "--app", "clock") as process:
        try:
            until(lambda: steps(appagent.folder) >= 2, "two steps")
            relay.freeze()
            time.sleep(0.3)
            began = time.monotonic()
            for _ in range(4):
                process.send_signal(signal.SIGINT)
                time.sleep(0.2)
            _, err = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
    assert process.returncode == 130, err
    assert "Traceback" not in err, err
    assert time.monotonic() - began < LATE_S
    assert appagent.outcome["ending"] == "cancelled"


@pytest.mark.parametrize("delay_s", [0.05, 0.15, 0.3, 0.5, 0.8, 1.2])
def test_at_its_start(bare: AppAgent, delay_s: float) -> None:
    task = "Set an alarm for 6:45 am"  # one that is unknown ends at once, and that is what it says
    words = ("run", task, "--app", "clock", "--device", "pocket", "--model", "offline")
    with bare.started(*words) as process:
        time.sleep(delay_s)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE_S)
    if process.returncode == -signal.SIGINT:  # `main` had not begun: Python was ended by itself
        assert ", in main\n" not in err, err
    else:
        assert process.returncode == 130, err
        assert "Traceback" not in err, err


def test_almost_nothing_comes_before_the_command_line() -> None:
    """Until `main` runs Ctrl-C is a traceback: what is imported by then takes next to no time."""
    code = "import sys; bare = {*sys.modules}; import appagent.cli; print(*{*sys.modules} - bare)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"__future__", "appagent", "appagent.cli", "appagent.stop"}


def test_an_interrupt_that_python_drops_is_no_traceback() -> None:
    """It met a weak reference's callback, as each import has one."""
    code = """
import os, signal, sys, weakref
from appagent import cli, stop
class Thing: pass
thing = Thing()
callback = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGINT) or sum(range(9)))
def obey(*_):
    globals().pop("thing")
    return 0 if stop.asked() else 1
import appagent.cli.app, appagent.cli.command
appagent.cli.command.obey = obey
sys.exit(cli.main())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")


def test_while_docs_are_imported(bare: AppAgent) -> None:
    """Those that are there are whole, and the next import brings the rest."""
    good = b"key: '#save%d'\nuses: {tap: {auto: {text: Saves.}}}\n"
    with zipfile.ZipFile(bare.folder / "docs.zip", "w") as archive:
        for number in range(3000):
            archive.writestr(f"com.example.clock/elements/{number}.yaml", good % number)
    words = ("docs", "import", "docs.zip")
    ran, took_s = stopped(bare, lambda: len(bare.docs) > 20, *words)
    assert ran.code == 130, ran.said
    assert took_s < LATE_S
    assert 20 < len(bare.docs) < 3000
    assert bare("docs", "check").code == 0
    assert bare(*words).code == 0
    assert len(bare.docs) == 3000


def test_at_a_question(bare: AppAgent) -> None:
    folder = bare.folder / "docs_store/com.example.clock/elements"
    folder.mkdir(parents=True)
    (folder / "a.yaml").write_text("key: a\nuses: {tap: {auto: {text: Saves.}}}\n")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "docs", "remove", "com.example.clock"],
        cwd=bare.folder,
        env=bare.environment(),
        stdin=theirs,
        stderr=theirs,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        said = b""
        while b"[y/N]" not in said:
            said += os.read(ours, 4096)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 130
    assert time.monotonic() - began < LATE_S
    os.close(ours)
    assert (folder / "a.yaml").exists()
