"""A command line from start to end, and a shell that reads its lines from a client."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from pocketphone.shell.cursor import GrammarError, Unfinished
from pocketphone.shell.grammar import parse
from pocketphone.shell.interpreter import SIGPIPE_STATUS, Interpreter
from pocketphone.shell.process import decode
from pocketphone.shell.state import Exit, Shell
from pocketphone.shell.streams import Sink, Streams, read_line
from pocketphone.shell.userland import Userland

SIGINT_STATUS = 128 + 2


class Terminal:
    """A client's pty: where it shows things, and its Ctrl-C."""

    def __init__(self, screen: Sink) -> None:
        self.screen = screen
        self.interrupted = asyncio.Event()

    async def until_interrupted(self, work: Coroutine[Any, Any, int]) -> int:
        """What the work comes to, or 130 where Ctrl-C stops it."""
        self.interrupted.clear()
        running = asyncio.ensure_future(work)
        stopping = asyncio.ensure_future(self.interrupted.wait())
        try:
            await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
            return running.result() if running.done() else SIGINT_STATUS
        finally:
            running.cancel()
            stopping.cancel()


async def run_line(userland: Userland, line: str, io: Streams, terminal: Terminal | None) -> int:
    """The exit code of `sh -c LINE`; what it left in the background ends with a pty."""
    _record(userland, line)
    if seconds := userland.phone.faults.gone_s():
        userland.on_gone(seconds)
    await userland.spend("shell")
    shell = Interpreter(userland, terminal.screen if terminal else None)
    try:
        if terminal:
            return await terminal.until_interrupted(_status(shell, line, io))
        status = await _status(shell, line, io)
        await shell.wait()
        return status
    finally:
        shell.hang_up()


async def interact(userland: Userland, io: Streams, terminal: Terminal | None) -> int:
    """The exit code of a shell that runs each line as soon as it is whole."""
    await userland.spend("shell")
    shell = Interpreter(userland, terminal.screen if terminal else None)
    held = ""
    try:
        await _prompt(shell, held)
        while line := decode(await read_line(io.stdin)):
            held += line
            if _is_whole(held):
                if held.strip():
                    _record(userland, held.rstrip("\n"))
                work = shell.script(held, io)
                shell.status = await (terminal.until_interrupted(work) if terminal else work)
                held = ""
            await _prompt(shell, held)
        if held:
            await shell.script(held, io)
    except Exit as end:
        shell.status = end.status
    finally:
        shell.hang_up()
    return shell.status


async def _status(shell: Shell, line: str, io: Streams) -> int:
    try:
        return await shell.script(line, io)
    except Exit as end:
        return end.status
    except BrokenPipeError:
        return SIGPIPE_STATUS


def _is_whole(script: str) -> bool:
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
