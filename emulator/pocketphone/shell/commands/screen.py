"""The screen: its size, its pixels, its tree."""

from __future__ import annotations

import contextlib
import io
import re
import struct
from collections.abc import Iterator

from PIL import Image

from pocketphone.errors import DumpFailed
from pocketphone.faults import SLOW_S
from pocketphone.shell.commands.service import exception
from pocketphone.shell.process import Failed, Process, command
from pocketphone.shell.streams import Sink
from pocketphone.shell.userland import Userland

DISPLAY_ID = "4619827259835644672"  # SurfaceFlinger's name for the only display
RGBA_8888, SRGB = 1, 1
DUMP_FILE = "/sdcard/window_dump.xml"


@command("wm")
async def wm(process: Process) -> int:
    """`wm size`, `wm density`, `wm dismiss-keyguard`."""
    await process.userland.spend("wm")
    words = list(process.args)
    if "-d" in words[1:-1]:
        at = words.index("-d")
        del words[at : at + 2]
    match words:
        case ["size", *rest]:
            await _size(process, rest)
        case ["density", *rest]:
            await _density(process, rest)
        case ["dismiss-keyguard"]:
            process.phone.key(224)
        case ["user-rotation", *rest]:
            await _rotation(process, rest)
        case [] | ["help"]:
            await process.out("Window manager (window) commands:\n  help\n  size\n  density\n")
            return 0 if words else 255
        case [other, *_]:
            await process.out(f"Unknown command: {other}\n")
            return 255
    return 0


async def _size(process: Process, words: list[str]) -> None:
    phone = process.phone
    if not words:
        await process.out(f"Physical size: {_by(phone.physical_size)}\n")
        if phone.override_size:
            await process.out(f"Override size: {_by(phone.override_size)}\n")
    elif words == ["reset"]:
        phone.override_size = None
    elif (found := re.fullmatch(r"(\d+)x(\d+)", words[0])) and int(found[1]) and int(found[2]):
        phone.override_size = (int(found[1]), int(found[2]))
    else:
        raise Failed(f"Error: bad size {words[0]}\n", 255)


async def _density(process: Process, words: list[str]) -> None:
    phone = process.phone
    if not words:
        await process.out(f"Physical density: {phone.physical_density}\n")
        if phone.override_density:
            await process.out(f"Override density: {phone.override_density}\n")
    elif words == ["reset"]:
        phone.override_density = None
    elif not re.fullmatch(r"\d+", words[0]):
        raise Failed(f"Error: bad number java.lang.NumberFormatException: {words[0]}\n", 255)
    elif int(words[0]) < 72:
        raise Failed("Error: density must be >= 72\n", 255)
    else:
        phone.override_density = int(words[0])


async def _rotation(process: Process, words: list[str]) -> None:
    system = process.phone.settings["system"]
    match words:
        case []:
            locked = system.get("accelerometer_rotation", "1") == "0"
            await process.out(f"lock {process.phone.rotation}\n" if locked else "free\n")
        case ["free"]:
            system["accelerometer_rotation"] = "1"
        case ["lock", *rest] if not rest or rest[0] in ("0", "1", "2", "3"):
            system["accelerometer_rotation"] = "0"
            if rest:
                system["user_rotation"] = rest[0]
                process.phone.rotation = int(rest[0])
        case [other, *_]:
            text = f"java.lang.IllegalArgumentException: rotation must be 0-3: {other}"
            raise exception("user-rotation", text)


def _by(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


@command("screencap")
async def screencap(process: Process) -> int:
    """A picture to a file or to stdout: PNG, or a header of 16 bytes and the raw pixels."""
    options, names = process.options("apjhd:")
    if "-h" in options:
        await process.err(f"usage: {process.name} [-hp] [-d display-id] [FILENAME]\n")
        return 1
    png = "-p" in options or (bool(names) and names[0].endswith(".png"))
    await process.userland.spend("screencap -p" if png else "screencap")
    if options.get("-d", DISPLAY_ID) != DISPLAY_ID:
        raise Failed("Failed to take screenshot. Status: -2\nCapturing failed.\n")
    sink: Sink = process.io.stdout
    if names:
        try:
            sink = process.open(names[0])
        except OSError as problem:
            raise Failed(f"Error opening file: {names[0]} ({problem.strerror})\n") from None
    fault = process.phone.faults.take("screenshot")
    if fault == "garbage":
        await sink.write(b"Failed to take screenshot. Status: -2\nCapturing failed.\n")
        return 1
    if fault == "slow":
        await process.userland.stall(SLOW_S)
    frame = process.phone.black() if fault == "black" else process.phone.frame()
    if png:
        await sink.write(_png(frame))
    else:
        await sink.write(struct.pack("<4I", *frame.size, RGBA_8888, SRGB))
        await sink.write(frame.tobytes())
    if process.phone.faults.take("screen"):
        process.phone.rotation = 0 if process.phone.rotation else 1
        process.phone.stale()
    return 0


def _png(frame: Image.Image) -> bytes:
    file = io.BytesIO()
    frame.save(file, "PNG", compress_level=1)
    return file.getvalue()


@command("uiautomator")
async def uiautomator(process: Process) -> int:
    """`uiautomator dump [--compressed] [--windows] [FILE]`; a failed dump is exit code 0 on a phone
    too."""
    words = list(process.args)
    if words[:1] != ["dump"]:
        await process.out(
            "Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n\n"
            "help: displays help message\n\nruntest: executes UI automation tests\n\n"
            "dump: creates an XML dump of current UI hierarchy\n"
            "    dump [--verbose][--windows][file]\n"
        )
        return 0 if words[:1] in ([], ["help"]) else 1
    files = [word for word in words[1:] if not word.startswith("-")]
    with registered(process.userland):
        await _dump(process, files[0] if files else DUMP_FILE)
    return 0


@contextlib.contextmanager
def registered(userland: Userland) -> Iterator[None]:
    """The one UiAutomation that a phone has. Raises: `Failed` where another program holds it."""
    if userland.dumping:
        raise Failed(
            "java.lang.IllegalStateException: UiAutomationService "
            "android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@7e3c1f"
            "already registered!\nKilled \n",
            137,
        )
    userland.dumping = True
    try:
        yield
    finally:
        userland.dumping = False


async def _dump(process: Process, name: str) -> None:
    compressed, windows = (flag in process.args for flag in ("--compressed", "--windows"))
    try:
        xml = process.phone.hierarchy(compressed=compressed, windows=windows)
    except DumpFailed as problem:
        await process.userland.spend("dump failed")
        await process.err(f"ERROR: {problem}\n")
        return
    await process.userland.spend("dump")
    with contextlib.suppress(OSError):  # uiautomator logs it, and says all the same that it dumped
        await process.open(name).write(xml.encode())
    await process.out(f"UI hierchary dumped to: {name}\n")
