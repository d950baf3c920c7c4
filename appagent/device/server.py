"""The adb server: find, start and stop it, and what it does for all phones."""

from __future__ import annotations

import logging
import os
import random
import re
import shutil
import socket
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock

from adbutils import AdbClient, AdbConnection, AdbError, adb_path
from adbutils.errors import AdbConnectionError

from appagent import stop
from appagent.device.errors import FOREIGN, translate_errors
from appagent.device.stream import Deadline, Stream
from appagent.errors import ConfigError, DeviceError, DeviceNotFound, DeviceTimeout

log = logging.getLogger(__name__)

ANSWER_S = 10.0
"""Any other question to the server."""
PAIR_S = 30.0
"""A pairing: some 2 s; where nobody answers, until the network gives up."""
START_S = 20.0
"""A server that looks through the USB bus takes 3 s to start; one without takes 10 ms."""

# libusb, the scan of ports 5555-5585 and multicast DNS would find the user's phones too, and the
# scan would list a pocket phone on such a port twice.
_PRIVATE = {"ADB_USB": "0", "ADB_LIBUSB": "0", "ADB_EMU": "0", "ADB_MDNS": "0"}

_starting = Lock()  # of two threads that start one server the second would find its port taken
_PORTS = range(20_000, 32_768)
_HERE = ("127.0.0.1", "localhost")
# 39071FDJG0037M         device usb:1-1 product:shiba model:Pixel_8 device:shiba transport_id:1
# 0123  no permissions (missing udev rules? ...); see [http://...]
_PHONE = re.compile(
    r"(?P<serial>\S+)\s+(?P<state>no permissions|\S+)(?:.*?\smodel:(?P<model>\S+))?.*"
)
# F adb : adb_utils.cpp:316 Cannot mkdir '/nonexistent/.android': No such file or directory
_NO_HOME = re.compile(rb"Cannot mkdir '(.+?)': ([\w ]+)")
# The same where another adb, which started in this moment, has made it.
_MADE_MEANWHILE = b".android': File exists"
_SOCKET = re.compile(r"tcp:(?:(?P<host>[^:]+):)?(?P<port>\d{1,5})")


@dataclass(frozen=True, slots=True)
class AdbServer:
    """The address of an adb server; a `private` one is ours, and sees only what it is told of."""

    port: int = 5037
    host: str = "127.0.0.1"
    private: bool = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> AdbServer:
        """The server that every adb program of this user talks to, perhaps on another machine.

        As `adb` reads it: ADB_SERVER_SOCKET=tcp:HOST:PORT before ANDROID_ADB_SERVER_ADDRESS and
        _PORT; adbutils and Appium call the address ANDROID_ADB_SERVER_HOST.

        Raises: `ConfigError` for a socket of another kind.
        """
        if named := environment.get("ADB_SERVER_SOCKET"):
            address = _SOCKET.fullmatch(named)
            if address is None or not 0 < int(address["port"]) < 1 << 16:
                raise ConfigError(f"ADB_SERVER_SOCKET is {named!r}: expected tcp:HOST:PORT")
            return cls(port=int(address["port"]), host=address["host"] or _HERE[0])
        hosts = map(environment.get, ("ANDROID_ADB_SERVER_ADDRESS", "ANDROID_ADB_SERVER_HOST"))
        return cls(
            port=int(environment.get("ANDROID_ADB_SERVER_PORT") or 5037),
            host=next(filter(None, hosts), _HERE[0]),
        )

    @classmethod
    def on_free_port(cls) -> AdbServer:
        """A server to come, on a port that no connection is given by chance before it starts:
        those begin at 32768 on Linux, at 49152 elsewhere."""
        for port in random.SystemRandom().sample(_PORTS, 100):
            with suppress(OSError), socket.create_server(("127.0.0.1", port)):
                return cls(port=port, private=True)
        raise DeviceError(f"none of 100 ports in {_PORTS} could be opened on this machine")

    @property
    def client(self) -> AdbClient:
        """adbutils' client for this server, for libraries that want one; it raises
        `AdbConnectionError` where that is down."""
        return _Client(self)

    def ask(self, request: str, timeout_s: float = ANSWER_S) -> str:
        """The server's whole answer to `host:REQUEST`, within the time. Raises: `FOREIGN`."""
        with Stream(self.host, self.port, Deadline(timeout_s)) as stream:
            stream.ask(f"host:{request}")
            return stream.block()

    def phones(self, timeout_s: float = ANSWER_S) -> list[tuple[str, str, str]]:
        """Serial, state and model of each phone that the running server knows; "" for a model that
        the phone has not said. Raises: `FOREIGN`."""
        return [
            (found["serial"], found["state"], found["model"] or "")
            for found in map(_PHONE.fullmatch, self.ask("devices-l", timeout_s).splitlines())
            if found
        ]

    @property
    def here(self) -> bool:
        """Whether it runs on this machine."""
        return self.host in _HERE

    @property
    def up(self) -> bool:
        try:
            socket.create_connection((self.host, self.port), timeout=stop.at_most(1.0)).close()
        except OSError:
            return False
        return True

    def protocol(self) -> int | None:
        """The version of its protocol, 41 for "Android Debug Bridge version 1.0.41"; None where it
        is down."""
        with translate_errors("adb version", 10.0):
            return int(self.ask("version"), 16) if self.up else None

    def start(self) -> None:
        """Start it unless it is up.

        A running server of another adb version is left alone: the smart socket speaks to any
        version, while `adb start-server` would kill it and with it every other client's streams.

        Raises: `DeviceNotFound` where no adb program can be found, the server is another
        machine's, or adb has no home; `DeviceError` where it fails.
        """
        if not self.up:
            with _starting:
                if not self.up:
                    self._start()

    def _start(self) -> None:
        if not self.here:
            raise DeviceNotFound(
                f"no adb server answers at {self.host}:{self.port}: start it on that machine, "
                "`adb -a nodaemon server`, or unset ADB_SERVER_SOCKET and ANDROID_ADB_SERVER_*"
            )
        with translate_errors("adb start-server", START_S):
            done = self._run()
            if _MADE_MEANWHILE in done.stdout + done.stderr:
                done = self._run()
            if refused := _NO_HOME.search(done.stdout + done.stderr):
                folder, why = map(os.fsdecode, refused.groups())
                raise DeviceNotFound(
                    f"adb cannot make its folder {folder}: {why}; set HOME to a folder that you "
                    "can write to"
                )
            done.check_returncode()

    def _run(self) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [adb_program(), "-P", str(self.port), "start-server"],
            env={**os.environ, **_PRIVATE} if self.private else None,
            timeout=START_S,
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )

    def stop(self) -> None:
        """Stop a private server, and wait for its end; the user's own is never stopped."""
        if self.private and self.up:
            with (
                translate_errors("adb kill-server", START_S),
                Stream(self.host, self.port, Deadline(ANSWER_S)) as stream,
            ):
                stream.ask("host:kill")
                with suppress(OSError):  # its end closes its port first, then this stream
                    stream.rest()

    def connect(self, address: str, timeout_s: float = 15.0) -> str:
        """The server's answer to `adb connect`: its text alone tells whether it succeeded. It comes
        after 10 s where nobody answers."""
        self.start()
        with translate_errors(f"adb connect {address}", timeout_s):
            return self.ask(f"connect:{address}", timeout_s)

    def reaches(self, serial: str, timeout_s: float) -> bool:
        """Whether the phone can be used, after starting the server and attaching a network phone
        again where that is needed."""
        try:
            if not self.private:  # one of ours that is down was stopped for good
                self.start()
            if ":" in serial:  # the server gives a network phone up after 3 s
                self.ask(f"connect:{serial}", timeout_s)
            return any(phone[:2] == (serial, "device") for phone in self.phones(timeout_s))
        except (*FOREIGN, DeviceError, DeviceNotFound):  # the latter: no server on its machine
            return False

    def disconnect(self, address: str) -> bool:
        """Whether the server knew the phone, and has dropped it."""
        if not self.up:
            return False
        with translate_errors(f"adb disconnect {address}", ANSWER_S):
            try:
                return bool(self.ask(f"disconnect:{address}"))
            except AdbError:
                return False

    def pair(self, address: str, code: str) -> str:
        """The server's answer to `adb pair`: "Successfully paired to 10.0.0.5:37123 [guid=...]",
        or "Failed: Wrong password or connection was dropped."; "" where it says nothing, as some
        do where nobody answers at that address."""
        self.start()
        try:
            return self.ask(f"pair:{code}:{address}", PAIR_S)
        except TimeoutError as err:
            raise DeviceTimeout(f"adb pair {address}", PAIR_S) from err
        except FOREIGN as err:
            log.info("adb pair %s: %s", address, err)
            return ""


class _Client(AdbClient):  # type: ignore[misc]  # adbutils ships no types
    """A client that raises where no server answers. adbutils would start one, on the default port
    whatever port was asked for: the user's."""

    def __init__(self, server: AdbServer) -> None:
        super().__init__(server.host, server.port, socket_timeout=ANSWER_S)
        self._server = server

    def make_connection(self, timeout: float | None = None) -> AdbConnection:
        if not self._server.up:
            raise AdbConnectionError(f"no adb server on {self._server.host}:{self._server.port}")
        return super().make_connection(stop.at_most(timeout or ANSWER_S))


@dataclass(frozen=True, slots=True)
class AdbVersions:
    binary: str
    client: int | None  # as `AdbServer.protocol`
    server: int | None

    @property
    def differ(self) -> bool:
        """Whether an `adb` command typed by hand would kill the running server."""
        return None not in (self.client, self.server) and self.client != self.server


def versions(server: AdbServer) -> AdbVersions:
    """The adb program in use, its protocol, and the protocol of the server that is up."""
    program = adb_program()
    return AdbVersions(program, program_version(program), server.protocol())


def program_version(program: str) -> int | None:
    """The protocol of an adb program, as `AdbServer.protocol`; None where it prints none."""
    with translate_errors("adb version", 10.0):
        said = subprocess.run(
            [program, "version"], timeout=10.0, check=True, capture_output=True, text=True
        ).stdout
    # Android Debug Bridge version 1.0.41
    first = said.partition("\n")[0].rpartition(".")[2]
    return int(first) if first.isdecimal() else None


def adb_program() -> str:
    """The path of adb: ADBUTILS_ADB_PATH, else the one on PATH, else that in adbutils' wheel."""
    try:
        program = str(adb_path())
    except AdbError:
        program = ""
    if not shutil.which(program):
        raise DeviceNotFound(
            f"there is no adb program{f' at {program}' if program else ''}: install Android's "
            "platform-tools, or set ADBUTILS_ADB_PATH to one"
        )
    return program
