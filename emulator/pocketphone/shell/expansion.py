"""Words become fields: variables, substitutions, splitting at blanks, file names."""

from __future__ import annotations

import fnmatch
import posixpath
from collections.abc import Iterable

from pocketphone.shell.arithmetic import evaluate
from pocketphone.shell.cursor import GrammarError
from pocketphone.shell.filesystem import Directory, Files
from pocketphone.shell.process import Failed, decode
from pocketphone.shell.state import Shell
from pocketphone.shell.streams import Held, Sink, Streams
from pocketphone.shell.syntax import Arithmetic, Literal, Part, Substitution, Variable, Word

_BLANKS = " \t\n"
_Field = list[tuple[str, bool]]  # its pieces, and whether each was quoted


async def fields(shell: Shell, words: Iterable[Word], stderr: Sink) -> list[str]:
    """Every field that the words expand to."""
    found: list[str] = []
    for word in words:
        for field in await _split(shell, word, stderr):
            found.extend(_match_files(shell.userland.files, shell.cwd, field))
    return found


async def text(shell: Shell, word: Word, stderr: Sink) -> str:
    """One string, neither split nor matched: a value to assign, a file to redirect to."""
    return "".join([" ".join(await _values(shell, part, stderr)) for part in word])


async def _split(shell: Shell, word: Word, stderr: Sink) -> list[_Field]:
    made: list[_Field] = [[]]
    for part in word:
        values = await _values(shell, part, stderr)
        if part.quoted or isinstance(part, Literal):
            for at, value in enumerate(values):
                if at:
                    made.append([])
                made[-1].append((value, part.quoted))
            if not values and made[-1] == [("", True)]:
                made[-1] = []  # "$@" without arguments is no field at all
            continue
        for at, value in enumerate(values):
            pieces = value.split()
            if made[-1] and (at or value[:1] in tuple(_BLANKS)):
                made.append([])
            for number, piece in enumerate(pieces):
                if number:
                    made.append([])
                made[-1].append((piece, False))
            if pieces and value[-1] in _BLANKS:
                made.append([])
    return [field for field in made if field]


async def _values(shell: Shell, part: Part, stderr: Sink) -> list[str]:
    match part:
        case Literal():
            return [part.text]
        case Arithmetic():
            return [str(_number(shell, part.text))]
        case Substitution():
            output = Held()
            inner = shell.fork()
            io = Streams(shell.stdin, output, stderr)
            shell.status = await inner.whole(part.script, io)
            return [decode(bytes(output.data)).rstrip("\n").replace("\0", "")]
        case Variable("@", quoted):
            return list(shell.arguments) if quoted else [" ".join(shell.arguments)]
        case Variable():
            return [_value(shell, part)]


def _number(shell: Shell, expression: str) -> int:
    try:
        return evaluate(expression, shell.value)
    except GrammarError as problem:
        if problem.beyond:
            shell.userland.outside_grammar.append(expression)
        raise Failed(f"/system/bin/sh: {problem}\n") from None


def _value(shell: Shell, part: Variable) -> str:
    value = shell.value(part.name)
    if part.length:
        return str(len(value or ""))
    given = bool(value) if part.otherwise.startswith(":") else value is not None
    if part.otherwise.endswith("-") and not given:
        return part.word
    if part.otherwise.endswith("+"):
        return part.word if given else ""
    return value or ""


def _match_files(files: Files, cwd: str, field: _Field) -> list[str]:
    plain = "".join(piece for piece, _ in field)
    if not any(set(piece) & set("*?[") for piece, quoted in field if not quoted):
        return [plain]
    pattern = "".join(_escape(piece) if quoted else piece for piece, quoted in field)
    names = [""] if not pattern.startswith("/") else ["/"]
    for step in pattern.strip("/").split("/"):
        names = [found for name in names for found in _below(files, cwd, name, step)]
    return sorted(names) or [plain]


def _below(files: Files, cwd: str, name: str, pattern: str) -> list[str]:
    folder = posixpath.join(cwd, name)
    node = files.find(folder) if files.exists(folder) else None
    if not isinstance(node, Directory):
        return []
    return [
        posixpath.join(name, child)
        for child in node.children
        if fnmatch.fnmatchcase(child, pattern)
        and (pattern.startswith(".") or not child.startswith("."))
    ]


def _escape(quoted: str) -> str:
    return "".join(f"[{character}]" if character in "*?[" else character for character in quoted)
