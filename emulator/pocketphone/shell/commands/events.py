"""`logcat` and `getevent`: streams of what happens."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime

from pocketphone.shell.process import Failed, Process, command
from pocketphone.shell.userland import Line

TOUCH_DEVICE = "/dev/input/event2"


@command("logcat")
async def logcat(process: Process) -> None:
    """Prints the journal; unless told `-d`, then follows it until the client goes away."""
    options, filters = process.options("b:cdefghLlnpr:st:T:v:*:", ("clear", "pid=", "format="))
    journal, wanted = process.userland.journal, _buffers(options.get("-b", "default"))
    levels = _levels(["*:S"] * ("-s" in options) + filters)
    if "-c" in options or "--clear" in options:
        journal.clear(wanted)
        return
    begun: set[str] = set()

    async def begin(buffer: str) -> None:
        if buffer in wanted and buffer not in begun:
            begun.add(buffer)
            await process.out(f"--------- beginning of {buffer}\n")

    lines = [line for line in journal.lines if line.buffer in wanted and _passes(line, levels)]
    tail = options.get("-t", options.get("-T", ""))
    if tail.isdigit():
        lines = lines[-int(tail) :]
    elif tail:
        since = _moment(tail, process.phone.clock.now().year)
        lines = [line for line in lines if line.at >= since]
    await begin("main")
    for line in lines:
        await begin(line.buffer)
        await process.out(line.text)
    if not {"-d", "-t"} & options.keys():
        async for line in journal.follow():
            if line.buffer in wanted and _passes(line, levels):
                await begin(line.buffer)
                await process.out(line.text)


def _buffers(names: str) -> Collection[str]:
    """The buffers that `-b` chooses, "main,crash"; a phone's other ones are empty here."""
    words = set(names.split(","))
    return {"main", "system", "crash"} if words & {"default", "all"} else words


_LEVELS = "VDIWEFS"  # S: silent


def _levels(filters: Sequence[str]) -> Mapping[str, str]:
    """The least level that is shown of each tag, "AndroidRuntime:E *:S"."""
    found = {tag: level or "V" for tag, _, level in (each.partition(":") for each in filters)}
    if wrong := [level for level in found.values() if level not in _LEVELS]:
        raise Failed(f"Invalid filter expression: no level {wrong[0]!r}\n")
    return found


def _passes(line: Line, levels: Mapping[str, str]) -> bool:
    least = levels.get(line.tag, levels.get("*", "V"))
    return _LEVELS.index(line.level) >= _LEVELS.index(least)


def _moment(text: str, year: int) -> datetime:
    """A time as `-t` and `-T` take it, "03-02 09:30:00.000" or "1772443800.0"."""
    for given in (f"{year}-{text}", text):
        try:
            return datetime.strptime(given, "%Y-%m-%d %H:%M:%S.%f")
        except ValueError:
            continue
    try:
        return datetime.fromtimestamp(float(text), UTC).replace(tzinfo=None)
    except (ValueError, OverflowError, OSError):
        raise Failed(f"logcat: -T '{text}' not in time format.\n") from None


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
