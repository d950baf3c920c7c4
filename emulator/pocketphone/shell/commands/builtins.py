"""What the shell does itself, because it changes the shell."""

from __future__ import annotations

import asyncio
import errno
import os
import posixpath
import stat

from pocketphone.shell.filesystem import Directory, Node, Symlink
from pocketphone.shell.interpreter import Interpreter
from pocketphone.shell.process import COMMANDS, Failed, Process, command, decode
from pocketphone.shell.state import NAME, Exit, Leave
from pocketphone.shell.streams import read_line


@command("true", ":")
async def true(process: Process) -> int:
    del process
    return 0


@command("false")
async def false(process: Process) -> int:
    del process
    return 1


@command("exit")
async def leave(process: Process) -> int:
    raise Exit(_number(process, process.args[0]) & 0xFF if process.args else process.shell.status)


@command("break", "continue")
async def leave_loop(process: Process) -> None:
    if process.shell.loops:
        raise Leave(again=process.name == "continue")


@command("cd")
async def cd(process: Process) -> None:
    target = process.args[0] if process.args else process.shell.variables["HOME"]
    path = posixpath.normpath(process.path(target))
    try:
        node = process.files.find(path)
        if not isinstance(node, Directory):
            raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    except OSError as problem:
        raise Failed(f"{NAME}: cd: {target}: {problem.strerror}\n", 2) from None
    process.shell.cwd = path


@command("pwd")
async def pwd(process: Process) -> None:
    await process.out(f"{process.shell.cwd}\n")


@command("export")
async def export(process: Process) -> None:
    shell = process.shell
    for word in process.args:
        name, equals, value = word.partition("=")
        if equals:
            shell.variables[name] = value
        shell.exported.add(name)
    if not process.args:
        for name in sorted(shell.exported & shell.variables.keys()):
            await process.out(f"export {name}={shell.variables[name]}\n")


@command("unset")
async def unset(process: Process) -> None:
    for name in process.args:
        process.shell.variables.pop(name, None)
        process.shell.exported.discard(name)


@command("set")
async def set_(process: Process) -> None:
    """Prints the variables, or sets the arguments; the options of `set` change nothing here."""
    shell = process.shell
    if not process.args:
        for name, value in sorted(shell.variables.items()):
            await process.out(f"{name}={value}\n")
        return
    words = list(process.args)
    while words and words[0][:1] in ("-", "+") and words[0] != "--":
        option = words.pop(0)
        shell.userland.outside_grammar.append(f"set {option}")
    shell.arguments = words[1:] if words[:1] == ["--"] else words or shell.arguments


@command("shift")
async def shift(process: Process) -> None:
    count = _number(process, process.args[0]) if process.args else 1
    if not 0 <= count <= len(process.shell.arguments):
        raise Failed(f"{NAME}: shift: nothing to shift\n")
    process.shell.arguments = process.shell.arguments[count:]


@command("exec")
async def exec_(process: Process) -> int:
    if not process.args:  # its redirections would be the shell's own from here on
        process.userland.outside_grammar.append("exec")
        return 0
    raise Exit(await process.shell.call(process.args, process.io))


@command("eval")
async def eval_(process: Process) -> int:
    return await process.shell.script(" ".join(process.args), process.io)


@command("wait")
async def wait(process: Process) -> int:
    await process.shell.wait()
    return 0


@command("read")
async def read(process: Process) -> int:
    """One line into variables; the last one takes what is left."""
    names = [word for word in process.args if not word.startswith("-")] or ["REPLY"]
    line = await read_line(process.io.stdin)
    text = decode(line).rstrip("\n")
    unsplit = process.shell.value("IFS") == ""  # `IFS= read line` keeps its blanks
    words = [text] if unsplit else text.strip().split(maxsplit=len(names) - 1)
    words += [""] * (len(names) - len(words))
    process.shell.variables.update(zip(names, words, strict=True))
    return 0 if line.endswith(b"\n") else 1


@command("sh")
async def sh(process: Process) -> int:
    """`sh -c LINE [NAME ARGS]`, `sh FILE [ARGS]`, or a script on stdin."""
    options, rest = process.args[:1], list(process.args[1:])
    shell = Interpreter(process.userland, process.shell.tty)
    shell.cwd = process.shell.cwd
    shell.exported = set(process.shell.exported)
    variables = process.shell.variables
    shell.variables = {name: variables[name] for name in shell.exported if name in variables}
    if options == ["-c"]:
        if not rest:
            raise Failed(f"{NAME}: -c: argument required\n")
        text, shell.arguments = rest[0], rest[2:]
    else:
        text = decode(await process.input(options))
        shell.arguments = rest
    try:
        return await shell.script(text, process.io)
    except Exit as end:
        return end.status
    finally:
        await shell.wait()


@command("sleep")
async def sleep(process: Process) -> None:
    """Waits on the wall too: a client that asks for a second gets one, in every profile."""
    seconds = 0.0
    for word in process.args:
        unit = {"s": 1, "m": 60, "h": 3600, "d": 86400}.get(word[-1:], 0)
        try:
            seconds += float(word[:-1] if unit else word) * (unit or 1)
        except ValueError:
            raise Failed(f"sleep: bad number '{word}'\n") from None
    if not process.args:
        raise process.usage()
    if not 0 <= seconds < 86400 * 365:
        raise Failed(f"sleep: bad number '{process.args[0]}'\n")
    await asyncio.sleep(seconds)
    process.phone.clock.advance(seconds)


@command("echo")
async def echo(process: Process) -> None:
    words = list(process.args)
    newline, escapes = "\n", False
    while words and words[0] in ("-n", "-e", "-ne", "-en", "-E"):
        option = words.pop(0)
        newline = "" if "n" in option else newline
        escapes = "e" in option
    text = " ".join(words)
    if escapes:
        text = unescape(text)
    await process.out(text + newline)


def unescape(text: str) -> str:
    """The text with its backslash escapes done, as echo -e and printf do them."""
    named = {
        "n": "\n",
        "t": "\t",
        "r": "\r",
        "a": "\a",
        "b": "\b",
        "f": "\f",
        "v": "\v",
        "e": "\x1b",
    }
    made: list[str] = []
    at = 0
    while at < len(text):
        if text[at] != "\\" or at + 1 == len(text):
            made.append(text[at])
            at += 1
            continue
        letter = text[at + 1]
        at += 2
        if letter == "x":
            digits = _digits(text, at, "0123456789abcdefABCDEF", 2)
            made.append(_byte(int(digits, 16)) if digits else "\\x")
            at += len(digits)
        elif letter in "01234567":
            digits = _digits(text, at - 1, "01234567", 4 if letter == "0" else 3)
            made.append(_byte(int(digits, 8) & 0xFF))
            at += len(digits) - 1
        else:
            made.append(named.get(letter, "\\" if letter == "\\" else "\\" + letter))
    return "".join(made)


def _digits(text: str, at: int, alphabet: str, most: int) -> str:
    end = at
    while end < min(len(text), at + most) and text[end] in alphabet:
        end += 1
    return text[at:end]


def _byte(value: int) -> str:
    return bytes([value]).decode(errors="surrogateescape")


@command("test", "[")
async def test(process: Process) -> int:
    words = list(process.args)
    if process.name == "[":
        if words[-1:] != ["]"]:
            raise Failed("[: missing ]\n", 2)
        words.pop()
    return 0 if _true(process, words) else 1


def _true(process: Process, words: list[str]) -> bool:
    for joint, together in (("-o", any), ("-a", all)):
        if joint in words[1:-1] and len(words) > 3:
            at = words.index(joint, 1)
            return together((_true(process, words[:at]), _true(process, words[at + 1 :])))
    match words:
        case []:
            return False
        case ["!", *rest]:
            return not _true(process, rest)
        case ["(", *rest, ")"]:
            return _true(process, rest)
        case [word]:
            return bool(word)
        case [operator, word]:
            return _unary(process, operator, word)
        case [left, operator, right]:
            return _binary(process, left, operator, right)
    raise Failed(f"{process.name}: {words[-1]}: unexpected operator/operand\n", 2)


def _unary(process: Process, operator: str, word: str) -> bool:
    if operator in ("-z", "-n"):
        return bool(word) == (operator == "-n")
    if operator == "-t":
        streams = (process.io.stdin, process.io.stdout, process.io.stderr)
        return word in ("0", "1", "2") and streams[int(word)].tty
    try:
        node = process.files.find(process.path(word), follow=operator not in ("-h", "-L"))
    except OSError:
        return False
    return _is(process, operator, node)


def _is(process: Process, operator: str, node: Node) -> bool:
    match operator:
        case "-e" | "-r":
            return True
        case "-f":
            return stat.S_ISREG(node.mode)
        case "-d":
            return stat.S_ISDIR(node.mode)
        case "-c":
            return stat.S_ISCHR(node.mode)
        case "-h" | "-L":
            return isinstance(node, Symlink)
        case "-s":
            return node.size > 0
        case "-w":
            return bool(node.permissions & 0o222)
        case "-x":
            return bool(node.permissions & 0o111)
    raise Failed(f"{process.name}: {operator}: unexpected operator/operand\n", 2)


def _binary(process: Process, left: str, operator: str, right: str) -> bool:
    match operator:
        case "=" | "==":
            return left == right
        case "!=":
            return left != right
        case "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge":
            difference = _number(process, left) - _number(process, right)
            return {
                "-eq": difference == 0,
                "-ne": difference != 0,
                "-lt": difference < 0,
                "-le": difference <= 0,
                "-gt": difference > 0,
                "-ge": difference >= 0,
            }[operator]
    raise Failed(f"{process.name}: {operator}: unexpected operator/operand\n", 2)


@command("which", "command", "type")
async def which(process: Process) -> int:
    """Where commands are; `command -v NAME` too, and `command NAME` runs it."""
    names = [word for word in process.args if not word.startswith("-")]
    if process.name == "command" and names == list(process.args):
        return await process.shell.call(names, process.io) if names else 0
    missing = 0
    for name in names:
        if name in COMMANDS:
            await process.out(f"/system/bin/{name}\n")
        else:
            missing = 1
    return missing


def _number(process: Process, word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise Failed(f"{NAME}: {process.name}: {word}: bad number\n", 2) from None
