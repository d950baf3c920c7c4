"""One running command: its arguments and streams, and the table of all commands."""

from __future__ import annotations

import getopt
import posixpath
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from pocketphone.phone import Phone
from pocketphone.shell.filesystem import CharacterDevice, Files, Regular
from pocketphone.shell.state import Shell
from pocketphone.shell.streams import Buffer, FileSink, Null, Sink, Streams, read_all, read_some
from pocketphone.shell.userland import Userland


class Failed(Exception):
    """A command's end: what it says on stderr, whole lines, and its exit code."""

    def __init__(self, text: str, status: int = 1) -> None:
        super().__init__(text)
        self.text, self.status = text, status


@dataclass(frozen=True, slots=True)
class Process:
    name: str
    args: Sequence[str]
    io: Streams
    shell: Shell

    @property
    def userland(self) -> Userland:
        return self.shell.userland

    @property
    def phone(self) -> Phone:
        return self.shell.userland.phone

    @property
    def files(self) -> Files:
        return self.shell.userland.files

    async def out(self, text: str | Buffer) -> None:
        await self.io.stdout.write(encode(text) if isinstance(text, str) else text)

    async def err(self, text: str) -> None:
        await self.io.stderr.write(encode(text))

    def path(self, name: str) -> str:
        """The absolute form of a name given on the command line."""
        return posixpath.join(self.shell.cwd, name)

    def options(self, letters: str, words: Sequence[str] = ()) -> tuple[dict[str, str], list[str]]:
        """The options by name ("-n", "--brief"), and what is left. Raises: `Failed`."""
        try:
            found, rest = getopt.gnu_getopt(list(self.args), letters, list(words))
        except getopt.GetoptError as problem:
            letter = problem.opt
            text = f"{self.name}: Unknown option '{letter}' (see \"{self.name} --help\")\n"
            raise Failed(text) from None
        return dict(found), rest

    async def input(self, names: Sequence[str], most: int | None = None) -> bytes:
        """The bytes of the files named, one after the other; of stdin where none is.

        With `most` no more than that is taken from stdin, which may have no end.
        """
        if not names and most is not None:
            return await read_some(self.io.stdin, most)
        if not names:
            return await read_all(self.io.stdin)
        data = bytearray()
        for name in names:
            data += await read_all(self.io.stdin) if name == "-" else self.read(name)
        return bytes(data)

    def read(self, name: str) -> bytes:
        try:
            return self.files.read(self.path(name))
        except OSError as problem:
            raise Failed(f"{self.name}: {name}: {problem.strerror}\n") from None

    def open(self, name: str, *, append: bool = False) -> Sink:
        """Where to write to a file. Raises: `OSError`."""
        path = self.path(name)
        node = self.files.open(path, append=append)
        if isinstance(node, CharacterDevice):
            return self.shell.device(path)
        return FileSink(self.files, node) if isinstance(node, Regular) else Null()

    def usage(self) -> Failed:
        return Failed(f'{self.name}: Needs more arguments (see "{self.name} --help")\n')


Function = Callable[[Process], Awaitable[int | None]]

COMMANDS: dict[str, Function] = {}


def command(*names: str) -> Callable[[Function], Function]:
    """Enters a function into the table, under each of the names."""

    def enter(function: Function) -> Function:
        COMMANDS.update(dict.fromkeys(names, function))
        return function

    return enter


@cache
def load_commands() -> None:
    """Fills the table; whoever comes while another thread does waits for it, module by module."""
    for name in (
        "activities",
        "builtins",
        "companion",
        "dumpsys",
        "editors",
        "events",
        "files",
        "packages",
        "packing",
        "pocket",
        "screen",
        "settings",
        "system",
        "text",
        "touches",
    ):
        import_module(f"pocketphone.shell.commands.{name}")


def encode(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def decode(data: bytes) -> str:
    return data.decode(errors="surrogateescape")
