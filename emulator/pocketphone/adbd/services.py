"""What a client may open on the phone, by the name it asks for."""

from __future__ import annotations

import struct
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from pocketphone.adbd import companion, shells, sync
from pocketphone.adbd.stream import Stream
from pocketphone.shell.userland import Userland

SRGB = 1

Service = Callable[[Stream], Coroutine[Any, Any, None]]

# What `adb root` and its like print on a phone that is sold to people.
_ANSWERS = {
    "root": "adbd cannot run as root in production builds\n",
    "unroot": "adbd not running as root\n",
    "remount": 'Not running as root. Try "adb root" first.\n',
    "tcpip": "restarting in TCP mode port: {argument}\n",
    "usb": "restarting in USB mode\n",
}


def find(destination: str, userland: Userland) -> Service | None:
    """The service of that name; None where the phone refuses to open it.

    Refused are sockets (all but those of a server that was started), jdwp, abb and `reverse:`: a
    connection back to a client that did not ask for it would abort the whole adb server.
    """
    name, _, argument = destination.partition(":")
    if name == "shell,v2" or name.startswith("shell,v2,"):
        return partial(shells.version2, userland, name.split(",")[2:], argument)
    if name in ("shell", "exec"):
        return partial(shells.version1, userland, argument)
    if name == "sync":
        return partial(sync.serve, userland.files)
    if name == "framebuffer":
        return partial(_framebuffer, userland)
    if name == "tcp" and argument.isdecimal() and int(argument) in userland.served_ports:
        return partial(companion.serve, userland)
    if name == "reboot":
        return partial(_reboot, userland)
    if name in _ANSWERS:
        return partial(_answer, _ANSWERS[name].format(argument=argument).encode())
    return None


async def _framebuffer(userland: Userland, stream: Stream) -> None:
    frame = userland.phone.frame()
    width, height = frame.size
    pixels = frame.tobytes()
    # version, bits per pixel, colour space, size, width, height,
    # then offset and length of red, blue, green, alpha
    header = (2, 32, SRGB, len(pixels), width, height, 0, 8, 16, 8, 8, 8, 24, 8)
    await stream.write(struct.pack("<14I", *header) + pixels)


async def _reboot(userland: Userland, stream: Stream) -> None:
    del stream  # the line drops before anything could be said
    await userland.reboot()


async def _answer(text: bytes, stream: Stream) -> None:
    await stream.write(text)
