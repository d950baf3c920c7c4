"""The pocket phone: connect to one that is running, or start one for this command."""

from __future__ import annotations

import logging
import os
import re
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from appagent.device.adb import AdbDevice
from appagent.device.server import AdbServer
from appagent.errors import DeviceError, DeviceNotFound

log = logging.getLogger(__name__)

PORT = 5601
HELLO_S = 2.0
START_S = 20.0
STOP_S = 5.0

_MODEL = b"ro.product.model=Pocket Phone;"
_CNXN = 0x4E584E43

# pocket phone ready on 127.0.0.1:40321 (adb connect 127.0.0.1:40321)
_READY = re.compile(r"pocket phone ready on (127\.0\.0\.1:\d+)")
# the pocket phone needs packages that are not installed (jmespath): pip install 'appagent[pocket]'
_NEEDS = re.compile(r"the pocket phone needs packages .+")


@contextmanager
def pocket(
    port: int = PORT,
    *,
    seed: int = 0,
    load: Path | None = None,
    save: Path | None = None,
    profile: str = "zero",
) -> Iterator[AdbDevice]:
    """A device on the pocket phone that listens on `port`, else on a new one, stopped at the end.

    A new phone starts in the state in the file `load` and writes its last state to `save`. It is
    connected to an adb server of its own, so that the user's does not list it, unless
    ANDROID_ADB_SERVER_PORT or ADB_SERVER_SOCKET names a server on this machine.

    Raises: `DeviceNotFound` without the extra `pocket`, `DeviceError` where it does not start.
    """
    with ExitStack() as stack:
        if running(port):
            address = f"127.0.0.1:{port}"
        else:
            address = stack.enter_context(_start(seed, load, save, profile))
        server = _server(stack)
        said = server.connect(address)
        if said.startswith("connected to"):
            stack.callback(server.disconnect, address)
        elif not said.startswith("already connected to"):  # by a person, who goes on using it
            raise DeviceError(f"the pocket phone on {address} does not answer adb: {said}")
        yield AdbDevice(server, address)


def running(port: int = PORT) -> bool:
    """Whether a pocket phone listens on this port of this machine; asks without an adb server.

    A connection's first message is six u32 (command, version, longest message, length and sum of
    the data, command inverted) and the data: `device::ro.product.name=...;ro.product.model=...`.
    """
    banner = b"host::\0"
    hello = (_CNXN, 0x01000001, 1 << 20, len(banner), sum(banner), _CNXN ^ 0xFFFFFFFF)
    try:
        with socket.create_connection(("127.0.0.1", port), HELLO_S) as connection:
            connection.sendall(struct.pack("<6I", *hello) + banner)
            with connection.makefile("rb") as answer:
                command, _, _, length, _, _ = struct.unpack("<6I", answer.read(24))
                return command == _CNXN and _MODEL in answer.read(min(length, 4096))
    except (OSError, struct.error) as err:
        log.debug("port %d: %s", port, err)
        return False


def _server(stack: ExitStack) -> AdbServer:
    named = any(map(os.environ.get, ("ADB_SERVER_SOCKET", "ANDROID_ADB_SERVER_PORT")))
    # A server on another machine does not reach a phone of this one.
    if named and AdbServer.from_environment().here:
        server = AdbServer.from_environment()
    else:
        server = AdbServer.on_free_port()
        stack.callback(server.stop)
    server.start()
    return server


@contextmanager
def _start(seed: int, load: Path | None, save: Path | None, profile: str) -> Iterator[str]:
    """Start a pocket phone in a process of its own; give its address, stop it at the end."""
    command = [sys.executable, "-m", "pocketphone", "--port", "0", "--seed", str(seed)]
    command += ["--profile", profile, "--until-eof"]
    if load is not None:
        command += ["--load", str(load)]
    if save is not None:
        command += ["--save", str(save)]
    with tempfile.TemporaryFile() as errors, _process(command, errors) as process:
        address = _address(process, errors)
        try:
            yield address
        finally:
            if printed := _printed(errors):  # a traceback, where an app of it crashed
                log.warning("the pocket phone printed:\n%s", printed)


@contextmanager
def _process(command: list[str], errors: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """A process whose stderr goes to `errors`; it is stopped at the end."""
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,  # it ends with this process, also where that is killed
        stdout=subprocess.PIPE,
        stderr=errors,
        env=_environment(),
        start_new_session=True,  # a terminal's Ctrl-C is for us: we stop it when we are done
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                log.warning("the pocket phone did not stop within %g s: its state is lost", STOP_S)
                process.kill()


def _environment() -> dict[str, str]:
    """Ours; in a checkout that is not installed, with the folder that holds the pocket phone."""
    checkout = Path(__file__).parents[2] / "emulator"
    paths = [str(checkout)] if checkout.is_dir() else []
    paths += filter(None, [os.environ.get("PYTHONPATH")])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)} if paths else dict(os.environ)


def _address(process: subprocess.Popen[bytes], errors: IO[bytes]) -> str:
    """The address that the phone prints once it listens.

    Raises: `DeviceNotFound` without the extra `pocket`, `DeviceError` with what else it printed.
    """
    assert process.stdout is not None
    overdue = threading.Timer(START_S, process.kill)
    overdue.start()
    try:
        line = process.stdout.readline().decode(errors="replace")
    finally:
        overdue.cancel()
    if ready := _READY.search(line):
        return ready[1]
    process.kill()
    process.wait()
    printed = " ".join(f"{line} {_printed(errors)}".split())
    if needs := _NEEDS.search(printed):
        raise DeviceNotFound(needs[0])
    raise DeviceError(f"the pocket phone did not start: {printed[-300:] or 'it printed nothing'}")


def _printed(errors: IO[bytes]) -> str:
    errors.seek(0)
    return errors.read().decode(errors="replace").strip()
