"""`logcat` and `getevent`: streams of what happens."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pocketphone.shell.process import Failed, Process, command

TOUCH_DEVICE = "/dev/input/event2"


@command("logcat")
async def logcat(process: Process) -> None:
    """Prints the journal; unless told `-d`, then follows it until the client goes away."""
    options, _ = process.options("b:cdefghLlnpr:st:T:v:*:", ("clear", "pid=", "format="))
    journal = process.userland.journal
    if "-c" in options or "--clear" in options:
        journal.lines.clear()
        return
    await process.out("--------- beginning of main\n")
    kept = list(journal.lines)
    if options.get("-t", "").isdigit():
        kept = kept[-int(options["-t"]) :]
    await process.out("".join(kept))
    if not {"-d", "-t"} & options.keys():
        async for line in journal.follow():
            await process.out(line)


@command("getevent")
async def getevent(process: Process) -> None:
    """`-p` lists the devices; without it nothing is ever reported: `input` goes past /dev/input."""
    options, _ = process.options("tlpiSvdqrc:")
    if "-i" in options or "-S" in options or "-v" in options:
        raise Failed("getevent: only -l, -p, -q, -r and -t\n")
    if "-p" in options:
        await process.out(_devices(process.phone.physical_size, labels="-l" in options))
        return
    if "-q" not in options:
        await process.out(f'add device 1: {TOUCH_DEVICE}\n  name:     "touch"\n')
    await asyncio.Event().wait()


def _devices(size: Sequence[int], *, labels: bool) -> str:
    """The touch screen, whose axes are the screen's px."""
    axes = (
        ("ABS_MT_SLOT", 0x2F, 9),
        ("ABS_MT_POSITION_X", 0x35, size[0] - 1),
        ("ABS_MT_POSITION_Y", 0x36, size[1] - 1),
        ("ABS_MT_TRACKING_ID", 0x39, 65535),
    )
    text = f'add device 1: {TOUCH_DEVICE}\n  name:     "touch"\n  events:\n'
    text += "    KEY (0001): " + ("BTN_TOUCH            " if labels else "014a ") + "\n"
    for at, (name, code, most) in enumerate(axes):
        head = "    ABS (0003): " if not at else " " * 16
        axis = f"{name:<22}" if labels else f"{code:04x} "
        text += f"{head}{axis}: value 0, min 0, max {most}, fuzz 0, flat 0, resolution 0\n"
    return text + f"  input props:\n    {'INPUT_PROP_DIRECT' if labels else '0001'}\n"
