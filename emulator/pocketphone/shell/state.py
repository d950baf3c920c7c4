"""What a shell remembers, and what a command may ask of the shell that runs it."""

from __future__ import annotations

import asyncio
import posixpath
from abc import ABC, abstractmethod
from collections.abc import Sequence

from pocketphone.shell.streams import Null, Sink, Source, Streams
from pocketphone.shell.syntax import Script
from pocketphone.shell.userland import Userland

NAME = "/system/bin/sh"


class Exit(Exception):
    """The shell ends here, as `exit` and `exec` have it."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Leave(Exception):
    """The innermost loop ends, or where `again` its next turn begins."""

    def __init__(self, *, again: bool) -> None:
        super().__init__(again)
        self.again = again


class Shell(ABC):
    """Variables, a directory, the last status and the jobs in the background."""

    def __init__(self, userland: Userland, tty: Sink | None = None) -> None:
        self.userland, self.tty = userland, tty
        self.variables = {
            "HOME": "/",
            "PATH": "/product/bin:/apex/com.android.runtime/bin:/system/bin:/vendor/bin",
            "SHELL": "/bin/sh",
            "TMPDIR": "/data/local/tmp",
            "USER": "shell",
            "ANDROID_ROOT": "/system",
            "EXTERNAL_STORAGE": "/sdcard",
        }
        self.exported = set(self.variables)
        self.arguments: Sequence[str] = ()
        self.cwd = "/"
        self.status = 0
        self.loops = 0  # how deep in loops it is
        self.pid = self.last_job = userland.next_pid()
        self.jobs: list[asyncio.Task[int]] = []
        self.stdin: Source = Null()

    @abstractmethod
    def fork(self) -> Shell:
        """A copy that changes alone; `$$` stays the parent's, as POSIX has it."""

    @abstractmethod
    async def script(self, text: str, io: Streams) -> int:
        """Parses and runs; a line that cannot be read is status 1, as in mksh."""

    @abstractmethod
    async def whole(self, script: Script, io: Streams) -> int:
        """Runs as a process of its own: `exit` ends it, and its jobs end before it does."""

    @abstractmethod
    async def call(
        self, fields: Sequence[str], io: Streams, values: dict[str, str] | None = None
    ) -> int:
        """Runs one command by name; its exit code, 127 where there is none of that name."""

    @abstractmethod
    async def wait(self) -> None:
        """Returns when every job in the background has ended."""

    def value(self, name: str) -> str | None:
        """What `$name` stands for; None where it is not set."""
        match name:
            case "?":
                return str(self.status)
            case "$":
                return str(self.pid)
            case "!":
                return str(self.last_job) if self.jobs else None
            case "#":
                return str(len(self.arguments))
            case "*" | "@":
                return " ".join(self.arguments)
            case "0":
                return NAME
            case _ if name.isdigit():
                at = int(name) - 1
                return self.arguments[at] if at < len(self.arguments) else None
        return self.variables.get(name)

    def device(self, path: str) -> Sink:
        """Where a character device's bytes go. Raises: `OSError` for /dev/tty without a tty."""
        if posixpath.normpath(path) != "/dev/tty":
            return Null()
        if self.tty is None:
            raise OSError(6, "No such device or address", path)
        return self.tty
