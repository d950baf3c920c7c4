"""Text that goes through: cat, grep, head, tail, cut, tr, sort and the like."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence

from pocketphone.shell.commands.builtins import unescape
from pocketphone.shell.commands.patterns import compile_posix
from pocketphone.shell.process import Failed, Process, command, decode, encode
from pocketphone.shell.streams import lines


@command("cat")
async def cat(process: Process) -> int:
    _, names = process.options("uetv")
    status = 0
    for name in names or ["-"]:
        if name == "-":
            while data := await process.io.stdin.read():
                await process.out(data)
            continue
        try:
            await process.out(process.read(name))
        except Failed as problem:
            await process.err(problem.text)
            status = 1
    return status


@command("tee")
async def tee(process: Process) -> None:
    options, names = process.options("ai")
    sinks = [process.open(name, append="-a" in options) for name in names]
    while data := await process.io.stdin.read():
        for sink in (process.io.stdout, *sinks):
            await sink.write(data)


@command("grep", "egrep", "fgrep")
async def grep(process: Process) -> int:
    options, names = process.options("EFivcnolqswxrhHe:m:")
    if "-e" not in options and not names:
        raise process.usage()
    expression = options["-e"] if "-e" in options else names.pop(0)
    if "-w" in options:
        expression = rf"\b{expression}\b"
    if "-x" in options:
        expression = f"^{expression}$"
    try:
        pattern = compile_posix(
            expression,
            extended="-E" in options or process.name == "egrep",
            fixed="-F" in options or process.name == "fgrep",
            ignore_case="-i" in options,
        )
    except re.error as problem:
        raise Failed(f"grep: bad REGEX '{expression}': {problem.msg}\n", 2) from None
    found = 0
    for name in names or ["-"]:
        prefix = f"{name}:" if len(names) > 1 and "-h" not in options else ""
        try:
            found += await _grep(process, name, prefix, pattern, options)
        except Failed as problem:
            if "-s" not in options:
                await process.err(problem.text)
            return 2
    return 0 if found else 1


async def _grep(
    process: Process, name: str, prefix: str, pattern: re.Pattern[bytes], options: dict[str, str]
) -> int:
    quiet = options.keys() & {"-c", "-l", "-q"}
    most = int(options.get("-m", "0") or 0) or None
    found = number = 0
    async for line in _lines(process, name):
        number += 1
        text = line.rstrip(b"\n")
        hits = list(pattern.finditer(text))
        if bool(hits) == ("-v" in options):
            continue
        found += 1
        if "-q" in options:
            break
        if not quiet:
            head = encode(prefix + (f"{number}:" if "-n" in options else ""))
            shown = [hit[0] for hit in hits if hit[0]] if "-o" in options else [text]
            await process.out(b"".join(head + piece + b"\n" for piece in shown))
        if most and found >= most:
            break
    if "-c" in options:
        await process.out(f"{prefix}{found}\n")
    elif "-l" in options and found:
        await process.out(f"{name}\n")
    return found


async def _lines(process: Process, name: str) -> AsyncIterator[bytes]:
    if name == "-":
        async for line in lines(process.io.stdin):
            yield line
        return
    for line in process.read(name).splitlines(keepends=True):
        yield line


@command("head")
async def head(process: Process) -> None:
    options, names = process.options("n:c:0123456789q")
    if "-c" in options:
        most = number(process, options["-c"])
        await process.out((await process.input(names, max(0, most)))[:most])
        return
    left = _count(process, options)
    for name in names or ["-"]:
        at = 0
        async for line in _lines(process, name):
            at += 1
            if left >= 0 and at > left:
                break
            await process.out(line)
            if at == left:
                break


@command("tail")
async def tail(process: Process) -> None:
    options, names = process.options("n:c:f0123456789q")
    data = await process.input(names)
    if "-c" in options:
        count = number(process, options["-c"])
        await process.out(data[count - 1 :] if options["-c"].startswith("+") else data[-count:])
        return
    found = data.splitlines(keepends=True)
    given = options.get("-n", "")
    if given.startswith("+"):
        await process.out(b"".join(found[max(0, number(process, given) - 1) :]))
    elif count := abs(_count(process, options)):
        await process.out(b"".join(found[-count:]))


def _count(process: Process, options: dict[str, str]) -> int:
    """`-n 5` or `-5`; 10 where neither is given."""
    digits = "".join(option[1] for option in options if option[1].isdigit())
    return number(process, options.get("-n") or digits or "10")


def number(process: Process, word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise Failed(f"{process.name}: not integer: {word}\n") from None


@command("wc")
async def wc(process: Process) -> None:
    options, names = process.options("lwcm")
    totals = [0, 0, 0]
    for name in names or ["-"]:
        data = await process.input([name])
        counts = [data.count(b"\n"), len(data.split()), len(data)]
        totals = [a + b for a, b in zip(totals, counts, strict=True)]
        await process.out(_counts(counts, options, name if names else ""))
    if len(names) > 1:
        await process.out(_counts(totals, options, "total"))


def _counts(counts: Sequence[int], options: dict[str, str], name: str) -> str:
    letters = ("-l", "-w", "-c")
    chosen = [n for n, letter in zip(counts, letters, strict=True) if letter in options]
    chosen = chosen or ([counts[2]] if "-m" in options else list(counts))
    shown = " ".join(str(n) if len(chosen) == 1 else f"{n:7}" for n in chosen)
    return f"{shown} {name}".rstrip() + "\n"


@command("sort")
async def sort(process: Process) -> None:
    options, names = process.options("nrufk:t:")
    found = (await process.input(names)).splitlines()
    numeric = "-n" in options

    def key(line: bytes) -> tuple[float, bytes]:
        text = line
        if "-k" in options:
            at = number(process, re.split(r"[^0-9]", options["-k"])[0]) - 1
            parts = line.split(encode(options["-t"]) if "-t" in options else None)
            text = parts[at] if 0 <= at < len(parts) else b""
        leading = re.match(rb"\s*-?\d+(\.\d+)?", text)
        return (float(leading[0]) if numeric and leading else 0.0, text)

    found.sort(key=key, reverse="-r" in options)
    if "-u" in options:
        found = list(dict.fromkeys(found))
    await process.out(b"".join(line + b"\n" for line in found))


@command("uniq")
async def uniq(process: Process) -> None:
    options, names = process.options("cdu")
    runs: list[tuple[bytes, int]] = []
    for line in (await process.input(names[:1])).splitlines():
        if runs and runs[-1][0] == line:
            runs[-1] = (line, runs[-1][1] + 1)
        else:
            runs.append((line, 1))
    for line, count in runs:
        if ("-d" in options and count == 1) or ("-u" in options and count > 1):
            continue
        await process.out((b"%7d " % count if "-c" in options else b"") + line + b"\n")


@command("cut")
async def cut(process: Process) -> None:
    options, names = process.options("d:f:c:b:s")
    columns = options.get("-f") or options.get("-c") or options.get("-b")
    if not columns:
        raise process.usage()
    delimiter = encode(options.get("-d", "\t"))
    for line in (await process.input(names)).splitlines():
        if "-f" not in options:
            await process.out(
                _select(process, columns, [line[i : i + 1] for i in range(len(line))], b"")
            )
        elif delimiter in line:
            await process.out(_select(process, columns, line.split(delimiter), delimiter))
        elif "-s" not in options:
            await process.out(line + b"\n")


def _select(process: Process, columns: str, parts: Sequence[bytes], joint: bytes) -> bytes:
    wanted: set[int] = set()
    for span in columns.split(","):
        first, dash, last = span.partition("-")
        start = number(process, first) if first else 1
        end = (number(process, last) if last else len(parts)) if dash else start
        wanted.update(range(start, end + 1))
    return joint.join(part for at, part in enumerate(parts, 1) if at in wanted) + b"\n"


@command("tr")
async def tr(process: Process) -> None:
    options, words = process.options("dsc")
    if len(words) < 2 - ("-d" in options or "-s" in options):
        raise process.usage()
    old, new = (_set(words[0]), _set(words[1]) if len(words) > 1 else b"")
    if "-c" in options:
        old = bytes(byte for byte in range(256) if byte not in old)
    data = await process.input([])
    if "-d" in options:
        await process.out(data.translate(None, old))
        return
    if new:
        new = new.ljust(len(old), new[-1:])[: len(old)]
        data = data.translate(bytes.maketrans(old, new))
    if "-s" in options:
        squeezed = new or old
        data = re.sub(b"([" + re.escape(squeezed) + rb"])\1+", rb"\1", data, flags=re.DOTALL)
    await process.out(data)


def _set(text: str) -> bytes:
    for name, span in (("lower", "a-z"), ("upper", "A-Z"), ("digit", "0-9"), ("space", "\t-\r ")):
        text = text.replace(f"[:{name}:]", span)
    data = encode(unescape(text))
    made = bytearray()
    at = 0
    while at < len(data):
        if data[at + 1 : at + 2] == b"-" and at + 2 < len(data):
            made += bytes(range(data[at], data[at + 2] + 1))
            at += 3
        else:
            made.append(data[at])
            at += 1
    return bytes(made)


@command("printf")
async def printf(process: Process) -> None:
    if not process.args:
        raise process.usage()
    layout, *values = process.args
    while True:
        text, used = _format_line(process, layout, values)
        await process.out(text)
        values = values[used:]
        if not values or not used:
            return


_DIRECTIVE = re.compile(r"%([-+ 0#]*)(\d*)(\.\d+)?([a-zA-Z%])")


def _format_line(process: Process, layout: str, values: Sequence[str]) -> tuple[str, int]:
    used, made, end = 0, "", 0
    for found in _DIRECTIVE.finditer(layout):
        made += unescape(layout[end : found.start()])
        end = found.end()
        flags, width, precision, kind = found.groups()
        if kind == "%":
            made += "%"
            continue
        if len(width) > 5:
            raise Failed(f"printf: bad width '{width}'\n")
        value = values[used] if used < len(values) else ""
        used += 1
        if kind in "sb":
            made += f"%{flags}{width}{precision or ''}s" % (
                unescape(value) if kind == "b" else value
            )
        elif kind == "c":
            made += value[:1]
        elif kind in "dioxXu":
            kind = "d" if kind in "iu" else kind
            made += f"%{flags}{width}{kind}" % number(process, value or "0")
        else:
            raise Failed(f"printf: bad '%{kind}'\n")
    return made + unescape(layout[end:]), used


@command("seq")
async def seq(process: Process) -> None:
    numbers = [number(process, word) for word in process.args]
    if not 1 <= len(numbers) <= 3:
        raise process.usage()
    first, step = (numbers[0] if len(numbers) > 1 else 1), (numbers[1] if len(numbers) > 2 else 1)
    if not step:
        raise Failed("seq: step 0\n")
    wanted = range(first, numbers[-1] + step // abs(step), step)
    for at in range(0, len(wanted), 1000):
        await process.out("".join(f"{number}\n" for number in wanted[at : at + 1000]))
        await asyncio.sleep(0)  # a long one must not hold up the other streams


@command("basename", "dirname")
async def base_name(process: Process) -> None:
    if not process.args:
        raise process.usage()
    folder, _, name = process.args[0].rstrip("/").rpartition("/")
    if process.name == "dirname":
        await process.out(f"{folder or ('/' if process.args[0].startswith('/') else '.')}\n")
        return
    for suffix in process.args[1:2]:
        name = name.removesuffix(suffix)
    await process.out(f"{name or '/'}\n")


@command("xargs")
async def xargs(process: Process) -> int:
    options, words = _xargs_options(process.args)
    names = decode(await process.input([])).split()
    most = int(options.get("-n", "0")) or max(1, len(names))
    status = 0
    for at in range(0, len(names), most):
        status = await process.shell.call(
            [*(words or ["echo"]), *names[at : at + most]], process.io
        )
    return status


def _xargs_options(args: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    if args[:1] == ["-n"] and args[1:2] and args[1].isdigit():
        return {"-n": args[1]}, list(args[2:])
    return {}, list(args)
