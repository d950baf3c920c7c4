"""What an end-to-end test has around the command: an adb server, phones, the command itself."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adbutils import adb_path

from tests.ports import free_port

from .command import COMMAND, PATIENCE_S, ROOT, run

PRIVATE = {"ADB_USB": "0", "ADB_LIBUSB": "0", "ADB_EMU": "0", "ADB_MDNS": "0"}
CLOCK, CONTACTS = "com.pocketphone.clock", "com.pocketphone.contacts"


def until(true: Callable[[], object], what: str, timeout_s: float = 20) -> None:
    """Wait for it. Raises: `AssertionError` where it does not come true in time."""
    deadline = time.monotonic() + timeout_s
    while not true():
        assert time.monotonic() < deadline, f"{what}: not within {timeout_s:g} s"
        time.sleep(0.02)


# -- adb


@dataclass(frozen=True)
class Server:
    """A private adb server: it sees the phones that a test connects, and no others."""

    port: int

    @property
    def env(self) -> dict[str, str]:
        return PRIVATE | {"ANDROID_ADB_SERVER_PORT": str(self.port)}

    def adb(self, *words: str, text: str = "") -> str:
        done = subprocess.run(
            [adb_path(), *words],
            env=os.environ | self.env,
            input=text,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert done.returncode == 0, f"adb {' '.join(words)}: {done.stdout}{done.stderr}"
        return done.stdout

    def states(self) -> dict[str, str]:
        """The state of each phone, by serial."""
        lines = self.adb("devices").splitlines()[1:]
        return dict(line.split("\t") for line in lines if line)


@contextmanager
def adb_server() -> Iterator[Server]:
    server = Server(free_port())
    server.adb("start-server")
    try:
        yield server
    finally:
        server.adb("kill-server")


# -- phones


@dataclass(frozen=True)
class Pocket:
    """A pocket phone in a process of its own, connected to an adb server."""

    server: Server
    port: int
    process: subprocess.Popen[str]

    @property
    def serial(self) -> str:
        return f"127.0.0.1:{self.port}"

    def shell(self, command: str, text: str = "") -> str:
        return self.server.adb("-s", self.serial, "shell", command, text=text)

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.shell("pocketphone state"))
        return found

    def open(self, package: str) -> None:
        self.shell(f"am start -n {package}/.MainActivity")

    def tap(self, widget: str) -> None:
        """Touch a widget by its app-level id."""
        found = {each["id"]: each["bounds"] for each in json.loads(self.shell("pocketphone tree"))}
        left, top, right, bottom = found[widget]
        self.shell(f"input tap {(left + right) // 2} {(top + bottom) // 2}")

    def app(self, package: str) -> dict[str, Any]:
        found: dict[str, Any] = self.state()["apps"][package]
        return found

    def load(self, patch: Mapping[str, Any]) -> None:
        self.shell("cat >/data/local/tmp/patch && pocketphone load /data/local/tmp/patch && "
                   "rm /data/local/tmp/patch", json.dumps(patch))  # fmt: skip

    def log(self) -> list[str]:
        return self.shell("pocketphone log").splitlines()

    def files(self) -> list[str]:
        """What lies where adb programs put their files."""
        return self.shell("ls -A /data/local/tmp /sdcard/").split()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def pocket_phone(server: Server) -> Iterator[Pocket]:
    with subprocess.Popen(
        [sys.executable, "-m", "pocketphone", "--port", "0"],
        env=os.environ | {"PYTHONPATH": str(ROOT / "emulator")},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            ready = re.search(r"ready on 127\.0\.0\.1:(\d+)", process.stdout.readline())
            assert ready, "the pocket phone did not start"
            phone = Pocket(server, int(ready[1]), process)
            server.adb("connect", phone.serial)
            yield phone
        finally:
            process.terminate()


@contextmanager
def asking_phone() -> Iterator[str]:
    """The serial of a phone on whose screen nobody accepts `Allow USB debugging?`.

    It answers CNXN, and each signature, with AUTH(TOKEN), and a public key with silence.
    """
    connect, auth, token, public_key = 0x4E584E43, 0x48545541, 1, 3

    def serve(connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as sent:
            while len(header := sent.read(24)) == 24:
                command, kind, _, length, _, _ = struct.unpack("<6I", header)
                sent.read(length)
                if command == connect or (command == auth and kind != public_key):
                    data = bytes(range(20))
                    words = (auth, token, 0, len(data), sum(data), auth ^ 0xFFFFFFFF)
                    connection.sendall(struct.pack("<6I", *words) + data)

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:  # closed: the test is over
                return
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()


# -- the command


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """What `--json` printed. Raises: `ValueError` where it is not one JSON document."""
        return json.loads(self.out)

    @property
    def said(self) -> str:
        return self.out + self.err


@dataclass
class AppAgent:
    """The installed command, run in a folder of its own."""

    folder: Path
    env: dict[str, str] = field(default_factory=dict)

    def __call__(self, *words: str, text: str = "", **env: str) -> Ran:
        ran = Ran(*run(words, self.folder, self.environment(env), text))
        assert "Traceback" not in ran.err, ran.err
        return ran

    def started(self, *words: str, **env: str) -> subprocess.Popen[str]:
        """The command under way, in a process group of its own."""
        return subprocess.Popen(
            [*COMMAND, *words],
            cwd=self.folder,
            env=self.environment(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def interrupted(
        self, when: Callable[[], object], *words: str, group: bool = False, **env: str
    ) -> Ran:
        """Run it, and press Ctrl-C once `when` is true; `group`: as a terminal does, which sends
        SIGINT to every process of the group."""
        with self.started(*words, **env) as process:
            try:
                until(lambda: when() or process.poll() is not None, "the moment for Ctrl-C")
                if group:
                    os.killpg(process.pid, signal.SIGINT)
                else:
                    process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=PATIENCE_S)
            finally:
                process.kill()
        assert "Traceback" not in err, err
        return Ran(process.returncode, out, err)

    def environment(self, more: Mapping[str, str] = {}) -> dict[str, str]:
        paths = os.pathsep.join((str(ROOT), str(ROOT / "emulator")))
        ours = {"PYTHONPATH": paths, "COLUMNS": "300", "XDG_DATA_HOME": str(self.folder / "data")}
        return {**os.environ, **ours, **self.env, **more}

    # -- what it leaves behind

    @property
    def trail(self) -> Path:
        """The folder of the one run."""
        (folder,) = (self.folder / "runs").iterdir()
        return folder

    @property
    def outcome(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.trail / "outcome.json").read_text())
        return found

    @property
    def steps(self) -> list[dict[str, Any]]:
        """Each line of the trail. Raises: `ValueError` where one is not whole."""
        text = (self.trail / "steps.jsonl").read_text()
        assert not text or text.endswith("\n")
        return [json.loads(line) for line in text.splitlines()]

    @property
    def docs(self) -> list[Path]:
        return sorted((self.folder / "docs_store").glob("*/elements/*.yaml"))

    def whole(self) -> bool:
        """Whether each step of the trail is whole, with its pictures; else it raises."""
        for step in self.steps:
            for name in step.get("images", {}).values():
                assert (self.trail / name).read_bytes().startswith(b"\xff\xd8")
        return bool(self.outcome["ending"])


def numbered(appagent: AppAgent, name: str) -> str:
    """The number of the element of that name on the present screen."""
    marks = appagent("view", "--json").document["marks"]
    return str(next(mark["label"] for mark in marks if mark["name"] == name))
