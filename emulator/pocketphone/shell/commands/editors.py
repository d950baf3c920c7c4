"""sed and awk, as far as one-liners of agents go."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pocketphone.shell.commands.patterns import compile_posix
from pocketphone.shell.process import Failed, Process, command, decode, encode

_ADDRESS = re.compile(r"(?:(\d+|\$)(?:,(\d+|\$))?|/((?:[^/\\]|\\.)*)/)?\s*([pd]|s.*)", re.DOTALL)
_AWK = re.compile(
    r"\s*(?:/((?:[^/\\]|\\.)*)/|NR\s*==\s*(\d+))?\s*(?:\{\s*print\b([^{}]*?);?\s*\})?\s*"
)
_AWK_VALUE = re.compile(r'\s*(?:\$(NF|\d+)|"((?:[^"\\]|\\.)*)"|(NR|NF))\s*(,?)')


@dataclass(frozen=True, slots=True)
class Edit:
    """One sed command: on which lines, and what."""

    applies: Callable[[int, int, bytes], bool]  # number, count of lines, the line
    verb: str
    pattern: re.Pattern[bytes] | None = None
    replacement: bytes = b""
    everywhere: bool = False
    shows: bool = False


@command("sed")
async def sed(process: Process) -> None:
    options, names = process.options("nEre:i")
    if "-i" in options or ("-e" not in options and not names):
        raise _beyond(process)
    script = options["-e"] if "-e" in options else names.pop(0)
    extended = bool({"-E", "-r"} & options.keys())
    edits = [_edit(process, text, extended) for text in _commands(script)]
    found = (await process.input(names)).splitlines()
    for number, line in enumerate(found, 1):
        for text in _edited(edits, number, len(found), line, quiet="-n" in options):
            await process.out(text + b"\n")


def _commands(script: str) -> list[str]:
    if script.lstrip().startswith("s"):
        return [script.strip()]
    return [part.strip() for part in script.split(";") if part.strip()]


def _edit(process: Process, text: str, extended: bool) -> Edit:
    found = _ADDRESS.fullmatch(text)
    if not found:
        raise _beyond(process)
    first, last, expression, verb = found.groups()
    applies = _applies(first, last, expression, extended)
    if verb in ("p", "d"):
        return Edit(applies, verb)
    delimiter = verb[1:2]
    parts = re.split(rf"(?<!\\){re.escape(delimiter)}", verb[2:]) if delimiter else []
    if len(parts) != 3 or set(parts[2]) - set("gpiI"):
        raise Failed(f"sed: bad pattern '{text}'\n")
    old, new = (part.replace("\\" + delimiter, delimiter) for part in parts[:2])
    try:
        pattern = compile_posix(old, extended=extended, ignore_case="i" in parts[2].lower())
    except re.error as problem:
        raise Failed(f"sed: bad pattern '{old}': {problem.msg}\n") from None
    return Edit(applies, "s", pattern, encode(new), "g" in parts[2], "p" in parts[2])


def _applies(
    first: str | None, last: str | None, expression: str | None, extended: bool
) -> Callable[[int, int, bytes], bool]:
    pattern = compile_posix(expression, extended=extended) if expression is not None else None

    def applies(number: int, count: int, line: bytes) -> bool:
        if pattern is not None:
            return pattern.search(line) is not None
        if first is None:
            return True
        start, end = (count if n == "$" else int(n) for n in (first, last or first))
        return start <= number <= end

    return applies


def _edited(
    edits: Sequence[Edit], number: int, count: int, line: bytes, *, quiet: bool
) -> list[bytes]:
    shown: list[bytes] = []
    for edit in edits:
        if not edit.applies(number, count, line):
            continue
        if edit.verb == "d":
            return shown
        if edit.verb == "p":
            shown.append(line)
        elif edit.pattern is not None:
            line, hits = edit.pattern.subn(
                lambda hit, new=edit.replacement: _replace(hit, new),
                line,
                count=0 if edit.everywhere else 1,
            )
            if hits and edit.shows:
                shown.append(line)
    return shown if quiet else [*shown, line]


def _replace(hit: re.Match[bytes], new: bytes) -> bytes:
    def part(found: re.Match[bytes]) -> bytes:
        escaped = found[1]
        if found[0] == b"&":
            return hit[0]
        if escaped.isdigit():
            group = int(escaped)
            return (hit[group] or b"") if group <= len(hit.groups()) else b""
        return b"\n" if escaped == b"n" else escaped

    return re.sub(rb"\\(.)|&", part, new, flags=re.DOTALL)


@command("awk")
async def awk(process: Process) -> None:
    """`awk [-F SEPARATOR] '[/pattern/ | NR==N] {print VALUES}'`."""
    options, names = process.options("F:v:")
    program = _AWK.fullmatch(names[0]) if names else None
    if program is None or "-v" in options or not (names[0].strip()):
        raise _beyond(process)
    expression, only, printed = program.groups()
    pattern = compile_posix(expression, extended=True) if expression is not None else None
    values = _values(process, printed or "")
    for number, line in enumerate((await process.input(names[1:])).splitlines(), 1):
        if pattern and not pattern.search(line):
            continue
        if only and number != int(only):
            continue
        await process.out(_print_lines(values, line, options.get("-F"), number) + b"\n")


def _values(process: Process, text: str) -> list[tuple[str, bool]]:
    """What `print` prints: "$3", "$NF", "NR" or a quoted text, and whether a comma follows."""
    found: list[tuple[str, bool]] = []
    at = 0
    while at < len(text.rstrip()):
        hit = _AWK_VALUE.match(text, at)
        if not hit:
            raise _beyond(process)
        column, quoted, special, comma = hit.groups()
        value = f"${column}" if column else special or f'"{quoted}'
        found.append((value, bool(comma)))
        at = hit.end()
    return found or [("$0", False)]


def _print_lines(
    values: Sequence[tuple[str, bool]], line: bytes, separator: str | None, number: int
) -> bytes:
    plain = separator in (None, " ")
    parts = line.split() if plain else re.split(encode(_separator(separator or "")), line)
    made = b""
    for value, comma in values:
        if value.startswith('"'):
            made += encode(value[1:].replace(r"\"", '"').replace(r"\t", "\t"))
        elif value in ("NR", "NF"):
            made += b"%d" % (number if value == "NR" else len(parts))
        elif value == "$0":
            made += line
        else:
            at = len(parts) if value == "$NF" else int(value[1:])
            made += parts[at - 1] if 1 <= at <= len(parts) else b""
        made += b" " if comma else b""
    return made


def _separator(text: str) -> str:
    return re.escape(text) if len(text) == 1 else text


def _beyond(process: Process) -> Failed:
    """Said of a program that the real tool may know; counted, so that tests see it."""
    process.userland.outside_grammar.append(" ".join((process.name, *process.args)))
    return Failed(f"{process.name}: bad program: {decode(encode(' '.join(process.args)))}\n")
