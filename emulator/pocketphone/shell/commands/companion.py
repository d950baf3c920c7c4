"""`app_process`: the one program that can be started so, uiautomator2's server."""

from __future__ import annotations

import asyncio

from pocketphone.shell.commands.screen import registered
from pocketphone.shell.process import Failed, Process, command

SERVER = "com.wetest.uia2.Main"
PORT = 9008


@command("app_process")
async def app_process(process: Process) -> int:
    """`CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p PORT`, until it is
    killed. It holds the one UiAutomation that a phone has, as `uiautomator` does."""
    options, words = process.options("p:")
    jar = process.shell.variables.get("CLASSPATH", "")
    if words[1:] != [SERVER] or not jar or not process.files.exists(jar):
        raise Failed(
            f"Error: could not find class '{words[-1] if words else ''}'\n"
            f"java.lang.ClassNotFoundException: {words[-1] if words else ''}\nAborted \n",
            134,
        )
    userland, port = process.userland, int(options.get("-p", PORT))
    with registered(userland):
        await process.out("[server] INFO: [UiAutomator2Server] Starting Server\n")
        userland.served_ports.add(port)
        try:
            await asyncio.Event().wait()
        finally:
            userland.served_ports.discard(port)
    return 0
