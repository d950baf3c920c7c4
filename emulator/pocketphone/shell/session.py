"""A command line from start to end, and a shell that reads its lines from a client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pocketphone.shell.cursor import GrammarError, Unfinished
from pocketphone.shell.grammar import parse
from pocketphone.shell.interpreter import Exit, Shell
from pocketphone.shell.process import decode
from pocketphone.shell.streams import Sink, Streams, lines

if TYPE_CHECKING:
    from pocketphone.shell.userland import Userland


async def run_line(userland: Userland, line: str, io: Streams, *, tty: Sink | None) -> int:
    """The exit code of `sh -c LINE`; what it left in the background ends with a tty."""
    _record(userland, line)
    await userland.spend("shell")
    shell = Shell(userland, tty)
    try:
        try:
            return await shell.script(line, io)
        except Exit as end:
            return end.status
        except BrokenPipeError:
            return 141
        finally:
            if tty is None:
                await shell.wait()
    finally:
        shell.hang_up()


async def interact(userland: Userland, io: Streams, *, tty: Sink | None) -> int:
    """The exit code of a shell that runs each line as soon as it is whole."""
    await userland.spend("shell")
    shell = Shell(userland, tty)
    held = ""
    try:
        await _prompt(shell, held)
        async for line in lines(io.stdin):
            held += decode(line)
            if not _finished(held):
                await _prompt(shell, held)
                continue
            if held.strip():
                _record(userland, held.rstrip("\n"))
                await shell.script(held, io)
            held = ""
            await _prompt(shell, held)
        if held:
            await shell.script(held, io)
    except Exit as end:
        shell.status = end.status
    finally:
        shell.hang_up()
    return shell.status


def _finished(script: str) -> bool:
    try:
        parse(script)
    except Unfinished:
        return False
    except GrammarError:
        return True
    return True


async def _prompt(shell: Shell, held: str) -> None:
    if shell.tty is not None:
        product = shell.userland.phone.properties.get("ro.product.device", "")
        text = "> " if held else f"{product}:{shell.cwd} $ "
        await shell.tty.write(text.encode())


def _record(userland: Userland, line: str) -> None:
    userland.phone.log.append(line.encode(errors="surrogateescape").decode(errors="replace"))
