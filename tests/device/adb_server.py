"""A small adb server for tests, whose phone is this machine's `sh` and a folder of scripts.

What the pocket phone cannot be made to do (fail, hang, drop, be old) a script here does.
"""

from __future__ import annotations

import os
import socket
import socketserver
import struct
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from appagent.device.server import AdbServer


@dataclass
class ScriptedPhone:
    """One phone: `commands` become executables on its PATH; `/data/local/tmp` is `folder`."""

    folder: Path
    serial: str = "0123456789ABCDEF"
    state: str = "device"
    features: str = "shell_v2,cmd"
    drop: str = ""  # a service that holds this word gets no answer: the connection closes
    drops: int = 1 << 30  # so often
    away: int = 0  # after so many lists of phones it is back; 0: never
    services: list[str] = field(default_factory=list)
    lie: Callable[[], Iterable[bytes]] | None = None  # what it sends to any service, as it is

    def command(self, name: str, script: str) -> None:
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def run(self, command: str) -> subprocess.CompletedProcess[bytes]:
        path = os.pathsep.join((str(self.folder / "bin"), os.environ["PATH"]))
        return subprocess.run(
            ["/bin/sh", "-c", command.replace("/data/local/tmp", str(self.folder))],
            env={"PATH": path, "F": str(self.folder)},
            capture_output=True,
            check=False,
        )

    @property
    def leftovers(self) -> list[str]:
        return [path.name for path in self.folder.glob("*appagent*")]


@contextmanager
def serving(
    *phones: ScriptedPhone,
    answers: Mapping[str, str] = MappingProxyType({}),
    lies: Mapping[str, Callable[[], Iterable[bytes]]] = MappingProxyType({}),
    asked: list[str] | None = None,
    host: str = "127.0.0.1",
) -> Iterator[AdbServer]:
    """The address of a server that knows these phones, and answers these requests of `host:`.

    `lies` are sent as they are, in place of the answer; all that is asked is added to `asked`."""
    with _Server((host, 0), phones, answers) as server:
        server.lies = lies
        server.asked = [] if asked is None else asked
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield AdbServer(port=server.server_address[1], host=host)
        finally:
            server.shutdown()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    lies: Mapping[str, Callable[[], Iterable[bytes]]]
    asked: list[str]

    def __init__(
        self,
        address: tuple[str, int],
        phones: Sequence[ScriptedPhone],
        answers: Mapping[str, str],
    ) -> None:
        self.phones, self.answers = phones, answers
        super().__init__(address, _Connection)

    def handle_error(self, *_: object) -> None:  # a client that gave up
        pass

    def phone(self, serial: str) -> ScriptedPhone | None:
        return next((phone for phone in self.phones if phone.serial == serial), None)

    @property
    def listing(self) -> str:
        """What `adb devices -l` prints."""
        return "".join(
            f"{phone.serial:<22} {phone.state} usb:1-1 model:Pixel_8 transport_id:{number}\n"
            for number, phone in enumerate(self.phones, 1)
        )

    def bring_back(self) -> None:
        """Count one list of phones, and bring back the phones that stayed away long enough."""
        for phone in self.phones:
            if phone.away and phone.state != "device":
                phone.away -= 1
                if not phone.away:
                    phone.state = "device"


class _Connection(socketserver.BaseRequestHandler):
    server: _Server

    def handle(self) -> None:
        chosen: ScriptedPhone | None = None
        while request := self.read_request():
            self.server.asked.append(request)
            prefix, _, rest = request.partition(":")
            match prefix:
                case "host" if rest.startswith("transport:"):
                    chosen = self.find(rest.removeprefix("transport:"))
                    if chosen is None:
                        return
                    self.forget_the_rest()
                    self.request.sendall(b"OKAY")
                case "host-serial":
                    self.features_of(rest.removesuffix(":features"))
                    return
                case "host":
                    self.of_server(rest)
                    return
                case _ if chosen is not None:
                    self.service(chosen, request)
                    return

    def read_request(self) -> str:
        length = self.request.recv(4)
        return self.request.recv(int(length, 16)).decode() if length else ""

    def forget_the_rest(self) -> None:
        """Throw away what came along with a choice of a phone, as adb does."""
        with suppress(BlockingIOError):
            self.request.recv(1 << 16, socket.MSG_DONTWAIT)

    def fail(self, reason: str) -> None:
        self.request.sendall(b"FAIL%04x" % len(reason) + reason.encode())

    def okay(self, text: str) -> None:
        self.request.sendall(b"OKAY%04x" % len(text) + text.encode())

    def find(self, serial: str) -> ScriptedPhone | None:
        """The phone, if it can be used; else the client is told why not."""
        phone = self.server.phone(serial)
        if phone is None:
            self.fail(f"device '{serial}' not found")
        elif phone.state != "device":
            self.fail(f"device {phone.state}")
            return None
        return phone

    def features_of(self, serial: str) -> None:
        if (found := self.find(serial)) is not None:
            self.okay(found.features)

    def of_server(self, what: str) -> None:
        match what:
            case _ if what in self.server.lies:
                for data in self.server.lies[what]():
                    self.request.sendall(data)
            case "version":
                self.okay("0028")  # 40: other than the binary's
            case "devices-l":
                self.okay(self.server.listing)
                self.server.bring_back()
            case _ if what in self.server.answers:
                self.okay(self.server.answers[what])
            case _:
                self.fail(f"unknown host service '{what}'")

    def service(self, phone: ScriptedPhone, request: str) -> None:
        phone.services.append(request)
        if phone.drop and phone.drops and phone.drop in request:
            phone.drops -= 1
            self.request.sendall(b"OKAY")
            return
        kind, _, command = request.partition(":")
        if kind.startswith("shell,v2") and "shell_v2" not in phone.features:
            self.fail("closed")
            return
        self.request.sendall(b"OKAY")
        if phone.lie is not None:
            for data in phone.lie():
                self.request.sendall(data)
            return
        done = phone.run(command)
        if kind == "exec":
            self.request.sendall(done.stdout + done.stderr)
            return
        for number, data in ((1, done.stdout), (2, done.stderr), (3, bytes([done.returncode]))):
            self.request.sendall(struct.pack("<BI", number, len(data)) + data)
