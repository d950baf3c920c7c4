"""An emulator for real adb: its console, with the pocket phone for an Android.

`guest.py -avd NAME -port PORT` with `ANDROID_ADB_SERVER_PORT`; ends with `kill` on the console.
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

from pocketphone import run_in_thread

TOKEN = "dG9rZW4"
# As Google's greets a client. adb drops all up to the second OK, whether that was its own or not.
GREETING = """Android Console: Authentication required\r
Android Console: type 'auth <auth_token>' to authenticate\r
OK\r
"""
WELCOME = "Android Console: type 'help' for a list of commands\r\nOK\r\n"


def answer(words: list[str], name: str, snapshots: Path) -> str:
    match words:
        case ["auth", token]:
            return WELCOME if token == TOKEN else "KO: authentication token does not match\r\n"
        case ["avd", "name"]:
            return f"{name}\r\nOK\r\n"
        case ["avd", "snapshot", "save", "full"]:
            return "KO: no space left\r\n"
        case ["avd", "snapshot", "save", kept]:
            (snapshots / kept).mkdir(parents=True)
            return "OK\r\n"
        case ["avd", "snapshot", "load", kept] if (snapshots / kept).is_dir():
            return "OK\r\n"
        case ["kill"]:
            return "OK: killing emulator, bye bye\r\n"
    return "KO: unknown command, try 'help'\r\n"


def serve(console: socket.socket, name: str, snapshots: Path) -> None:
    """Answer one client after the other, until one says `kill`."""
    killed = False
    while not killed:
        client, _ = console.accept()
        with client, suppress(ConnectionError):  # who looks for a free port is gone at once
            killed = talk(client, name, snapshots)


def talk(client: socket.socket, name: str, snapshots: Path) -> bool:
    """Whether it said `kill`."""
    client.sendall(GREETING.encode())
    with client.makefile("rb") as lines:
        for line in lines:
            words = line.decode().split()
            if words == ["quit"]:
                break
            client.sendall(answer(words, name, snapshots).encode())
            if words == ["kill"]:
                return True
    return False


def announce(port: int) -> None:
    """Tell the adb server, as an emulator does, of the adbd on that port."""
    server = ("127.0.0.1", int(os.environ["ANDROID_ADB_SERVER_PORT"]))
    words = f"host:emulator:{port}"
    with socket.create_connection(server) as client:
        client.sendall(f"{len(words):04x}{words}".encode())


def main() -> None:
    name, port = sys.argv[2], int(sys.argv[4])
    (Path.home() / ".emulator_console_auth_token").write_text(TOKEN, encoding="ascii")
    snapshots = Path(os.environ["ANDROID_AVD_HOME"]) / f"{name}.avd" / "snapshots"
    with socket.create_server(("127.0.0.1", port)) as console, run_in_thread(port=port + 1):
        announce(port + 1)
        serve(console, name, snapshots)


if __name__ == "__main__":
    main()
