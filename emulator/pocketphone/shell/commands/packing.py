"""base64 and gzip."""

from __future__ import annotations

import base64 as codec
import zlib

from pocketphone.shell.commands.text import number
from pocketphone.shell.process import Failed, Process, command
from pocketphone.shell.streams import MEMORY


@command("base64")
async def base64(process: Process) -> None:
    options, names = process.options("diw:")
    data = await process.input(names[:1])
    if "-d" in options:
        try:
            await process.out(codec.b64decode(b"".join(data.split())))
        except ValueError:
            raise Failed("base64: bad input\n") from None
        return
    width = number(process, options.get("-w", "76"))
    text = codec.b64encode(data)
    width = width or len(text) or 1
    pieces = [text[at : at + width] for at in range(0, len(text), width)]
    end = b"" if options.get("-w") == "0" else b"\n"
    await process.out(b"\n".join(pieces) + end)


@command("gzip", "gunzip", "zcat")
async def gzip(process: Process) -> None:
    """Only between stdin or a file and stdout: nothing here keeps .gz files."""
    options, names = process.options("cdfk123456789")
    if names and "-c" not in options and process.name != "zcat":
        raise Failed(f"{process.name}: {names[0]}: only with -c\n")
    data = await process.input(names)
    if "-d" in options or process.name != "gzip":
        unpacking = zlib.decompressobj(wbits=31)
        try:
            await process.out(unpacking.decompress(data, MEMORY))
        except zlib.error:
            raise Failed(f"{process.name}: bad input\n") from None
        if not unpacking.eof:
            raise Failed(f"{process.name}: bad input, or more than {MEMORY >> 20} MB\n")
        return
    level = next((int(option[1]) for option in options if option[1].isdigit()), 6)
    async with process.userland.chewing(len(data)):
        packed = zlib.compress(data, level, wbits=31)
    await process.out(packed)
