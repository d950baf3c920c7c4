"""A command line becomes a tree: list, and-or, pipeline, command, word.

    list      and-or ((";" | "&" | newline) and-or)*
    and-or    pipeline (("&&" | "||") pipeline)*
    pipeline  ["!"] command ("|" command)*
    command   simple | "(" list ")" | "{" list "}" | if | while | until | for

The texts of the errors are mksh's, Android's shell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_REDIRECT = re.compile(r"([0-9]?)(>>|>&|<&|>\||>|<<|<)")
_EXPANSION = re.compile(r"\{(#?)([A-Za-z_][A-Za-z0-9_]*|[0-9?$!#@*])(?:(:?[-+])([^{}]*))?\}")
_OPERATORS = ("&&", "||", ";;", ";", "&", "|", "(", ")")
_BLANKS = " \t"
_ENDS_WORD = frozenset(" \t\n;&|()<>")
_OPENING = frozenset(("if", "while", "until", "for", "{", "!"))
_CLOSING = frozenset(("then", "elif", "else", "fi", "do", "done", "}"))
_BEYOND = frozenset(("case", "esac", "function", "select", "time", "[["))
MAX_DEPTH = 50


class GrammarError(Exception):
    """No command line; `str()` is what mksh says. `beyond` where mksh would have read it."""

    def __init__(self, problem: str, *, beyond: bool = False) -> None:
        super().__init__(problem)
        self.beyond = beyond


class Unfinished(GrammarError):
    """A quote or a block that more lines could close."""


@dataclass(frozen=True, slots=True)
class Literal:
    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    quoted: bool
    length: bool = False  # ${#NAME}
    otherwise: str = ""  # "-", ":-", "+" or ":+" of ${NAME:-word}
    word: str = ""


@dataclass(frozen=True, slots=True)
class Substitution:
    script: Script
    quoted: bool


Word = tuple[Literal | Variable | Substitution, ...]


@dataclass(frozen=True, slots=True)
class Redirect:
    descriptor: int
    operator: str  # "<", ">", ">>", ">&" or "<&"
    target: Word


@dataclass(frozen=True, slots=True)
class Simple:
    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class Group:
    body: Script
    subshell: bool
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class If:
    branches: tuple[tuple[Script, Script], ...]
    otherwise: Script
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class While:
    condition: Script
    until: bool
    body: Script
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class For:
    name: str
    words: tuple[Word, ...] | None  # None: over the arguments
    body: Script
    redirects: tuple[Redirect, ...]


Command = Simple | Group | If | While | For


@dataclass(frozen=True, slots=True)
class Pipeline:
    stages: tuple[Command, ...]
    negated: bool


@dataclass(frozen=True, slots=True)
class AndOr:
    first: Pipeline
    rest: tuple[tuple[str, Pipeline], ...]


@dataclass(frozen=True, slots=True)
class Item:
    commands: AndOr
    background: bool


Script = tuple[Item, ...]


def parse(text: str) -> Script:
    """The tree of a whole script. Raises: `GrammarError`."""
    parser = _Parser(text)
    script = parser.script(())
    parser.expect_end()
    return script


class _Parser:
    def __init__(self, text: str, depth: int = 0) -> None:
        self.text, self.at, self.depth = text, 0, depth

    def script(self, closing: Sequence[str]) -> Script:
        """Items up to one of the words or operators of `closing`, which is left unread."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise GrammarError("syntax error: nesting too deep")
        items: list[Item] = []
        self._skip_newlines()
        while self.at < len(self.text) and not self._closes(closing):
            commands = self._and_or()
            background = self._take("&")
            if not background and not self._take(";") and not self._take("\n"):
                items.append(Item(commands, background=False))
                break
            items.append(Item(commands, background))
            self._skip_newlines()
        self.depth -= 1
        return tuple(items)

    def expect_end(self) -> None:
        self._skip_newlines()
        if self.at < len(self.text):
            raise self._unexpected()

    # Lists, pipelines, commands

    def _and_or(self) -> AndOr:
        first = self._pipeline()
        rest: list[tuple[str, Pipeline]] = []
        while (operator := self._operator()) in ("&&", "||"):
            self.at += 2
            self._skip_newlines()
            rest.append((operator, self._pipeline()))
        return AndOr(first, tuple(rest))

    def _pipeline(self) -> Pipeline:
        negated = self._take_word("!")
        stages = [self._command()]
        while self._operator() == "|":
            self.at += 1
            self._skip_newlines()
            stages.append(self._command())
        return Pipeline(tuple(stages), negated)

    def _command(self) -> Command:
        if self._take("("):
            body = self._body((")",))
            self._close(")")
            return Group(body, subshell=True, redirects=self._redirects())
        match self._peek_word():
            case "{":
                self._take_word("{")
                body = self._block("}")
                return Group(body, subshell=False, redirects=self._redirects())
            case "if":
                return self._if()
            case "while" | "until" as word:
                self._take_word(word)
                condition = self._block("do")
                body = self._block("done")
                return While(condition, word == "until", body, self._redirects())
            case "for":
                return self._for()
            case word if word in _BEYOND:
                raise GrammarError(f"syntax error: unexpected '{word}'", beyond=True)
            case word if word in _CLOSING:
                raise GrammarError(f"syntax error: unexpected '{word}'")
        return self._simple()

    def _if(self) -> If:
        self._take_word("if")
        branches: list[tuple[Script, Script]] = []
        otherwise: Script = ()
        while True:
            condition = self._block("then")
            body = self._body(("elif", "else", "fi"))
            branches.append((condition, body))
            if self._take_word("elif"):
                continue
            if self._take_word("else"):
                otherwise = self._body(("fi",))
            self._close_word("fi")
            return If(tuple(branches), otherwise, self._redirects())

    def _for(self) -> For:
        self._take_word("for")
        self._skip_blanks()
        found = _NAME.match(self.text, self.at)
        if not found:
            raise self._unexpected()
        self.at = found.end()
        words: list[Word] | None = None
        if self._take_word("in"):
            words = []
            while (word := self._word()) is not None:
                words.append(word)
        self._take(";")
        self._skip_newlines()
        self._close_word("do")
        body = self._block("done")
        return For(found[0], None if words is None else tuple(words), body, self._redirects())

    def _block(self, closing: str) -> Script:
        body = self._body((closing,))
        self._close_word(closing)
        return body

    def _body(self, closing: Sequence[str]) -> Script:
        body = self.script(closing)
        if not body:
            raise self._unexpected()
        return body

    def _simple(self) -> Simple:
        assignments: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while True:
            if redirect := self._redirect():
                redirects.append(redirect)
                continue
            word = self._word()
            if word is None:
                break
            assignment = None if words else _assignment(word)
            if assignment:
                assignments.append(assignment)
            else:
                words.append(word)
        if not (assignments or words or redirects):
            raise self._unexpected()
        if self._operator() == "(":
            raise self._unexpected()
        return Simple(tuple(assignments), tuple(words), tuple(redirects))

    def _redirects(self) -> tuple[Redirect, ...]:
        found: list[Redirect] = []
        while redirect := self._redirect():
            found.append(redirect)
        return tuple(found)

    def _redirect(self) -> Redirect | None:
        self._skip_blanks()
        found = _REDIRECT.match(self.text, self.at)
        if not found:
            return None
        digit, operator = found.groups()
        if operator == "<<":
            raise GrammarError("syntax error: unexpected '<<'", beyond=True)
        if digit > "2":
            raise GrammarError(f"syntax error: unexpected '{found[0]}'", beyond=True)
        self.at = found.end()
        target = self._word()
        if target is None:
            raise self._unexpected()
        descriptor = int(digit) if digit else int(operator.startswith(">"))
        return Redirect(descriptor, ">" if operator == ">|" else operator, target)

    # Words

    def _word(self) -> Word | None:
        """The next word, or None where something else stands there."""
        self._skip_blanks()
        start = self.at
        parts: list[Literal | Variable | Substitution] = []
        while self.at < len(self.text) and self.text[self.at] not in _ENDS_WORD:
            match self.text[self.at]:
                case "'":
                    end = self.text.find("'", self.at + 1)
                    if end < 0:
                        raise Unfinished("no closing quote")
                    parts.append(Literal(self.text[self.at + 1 : end], quoted=True))
                    self.at = end + 1
                case '"':
                    self._double_quoted(parts)
                case "\\":
                    escaped = self.text[self.at + 1 : self.at + 2]
                    if escaped != "\n":
                        parts.append(Literal(escaped or "\\", quoted=True))
                    self.at += 2
                case "$":
                    parts.append(self._dollar(quoted=False))
                case "`":
                    parts.append(self._backquoted(quoted=False))
                case _:
                    parts.append(Literal(self._run(_ENDS_WORD | set("'\"\\$`")), quoted=False))
        return tuple(parts) if self.at > start else None

    def _double_quoted(self, parts: list[Literal | Variable | Substitution]) -> None:
        self.at += 1
        parts.append(Literal("", quoted=True))
        while True:
            match self.text[self.at : self.at + 1]:
                case "":
                    raise Unfinished("no closing quote")
                case '"':
                    self.at += 1
                    return
                case "\\":
                    escaped = self.text[self.at + 1 : self.at + 2]
                    kept = "" if escaped in ("$", "`", '"', "\\", "\n") else "\\"
                    parts.append(Literal(kept + escaped.replace("\n", ""), quoted=True))
                    self.at += 2
                case "$":
                    parts.append(self._dollar(quoted=True))
                case "`":
                    parts.append(self._backquoted(quoted=True))
                case _:
                    parts.append(Literal(self._run(set('"\\$`')), quoted=True))

    def _dollar(self, *, quoted: bool) -> Literal | Variable | Substitution:
        self.at += 1
        if self.text.startswith("((", self.at):
            raise GrammarError("syntax error: unexpected '(('", beyond=True)
        if self.text.startswith("(", self.at):
            self.at += 1
            script = self.script((")",))
            self._close(")")
            return Substitution(script, quoted)
        if self.text.startswith("{", self.at):
            found = _EXPANSION.match(self.text, self.at)
            if not found:
                raise GrammarError("bad substitution", beyond=True)
            self.at = found.end()
            length, name, otherwise, word = found.groups()
            return Variable(name, quoted, bool(length), otherwise or "", word or "")
        found = _NAME.match(self.text, self.at) or re.compile(r"[0-9?$!#@*]").match(
            self.text, self.at
        )
        if not found:
            return Literal("$", quoted)
        self.at = found.end()
        return Variable(found[0], quoted)

    def _backquoted(self, *, quoted: bool) -> Substitution:
        inner: list[str] = []
        self.at += 1
        while True:
            match self.text[self.at : self.at + 1]:
                case "":
                    raise Unfinished("no closing quote")
                case "`":
                    self.at += 1
                    break
                case "\\" if self.text[self.at + 1 : self.at + 2] in ("`", "\\", "$"):
                    inner.append(self.text[self.at + 1])
                    self.at += 2
                case character:
                    inner.append(character)
                    self.at += 1
        parser = _Parser("".join(inner), self.depth)
        script = parser.script(())
        parser.expect_end()
        return Substitution(script, quoted)

    # Characters

    def _run(self, ends: frozenset[str] | set[str]) -> str:
        start = self.at
        while self.at < len(self.text) and self.text[self.at] not in ends:
            self.at += 1
        return self.text[start : self.at]

    def _skip_blanks(self) -> None:
        while self.at < len(self.text):
            if self.text[self.at] in _BLANKS:
                self.at += 1
            elif self.text.startswith("\\\n", self.at):
                self.at += 2
            elif self.text[self.at] == "#" and self._at_word_start():
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return

    def _at_word_start(self) -> bool:
        return self.at == 0 or self.text[self.at - 1] in _ENDS_WORD

    def _skip_newlines(self) -> None:
        self._skip_blanks()
        while self.text.startswith("\n", self.at):
            self.at += 1
            self._skip_blanks()

    def _operator(self) -> str:
        self._skip_blanks()
        return next((op for op in _OPERATORS if self.text.startswith(op, self.at)), "")

    def _take(self, operator: str) -> bool:
        """Reads `operator` where it is the next one; never the first half of a longer one."""
        if operator == "\n":
            self._skip_blanks()
            found = self.text.startswith("\n", self.at)
        else:
            found = self._operator() == operator
        self.at += len(operator) if found else 0
        return found

    def _peek_word(self) -> str:
        self._skip_blanks()
        end = self.at
        while end < len(self.text) and self.text[end] not in _ENDS_WORD:
            end += 1
        return self.text[self.at : end]

    def _take_word(self, word: str) -> bool:
        found = self._peek_word() == word
        self.at += len(word) if found else 0
        return found

    def _closes(self, closing: Sequence[str]) -> bool:
        return bool(closing) and (self._operator() in closing or self._peek_word() in closing)

    def _close(self, operator: str) -> None:
        self._skip_newlines()
        if not self._take(operator):
            raise self._unexpected()

    def _close_word(self, word: str) -> None:
        self._skip_newlines()
        if not self._take_word(word):
            raise self._unexpected()

    def _unexpected(self) -> GrammarError:
        self._skip_blanks()
        if self.at >= len(self.text):
            return Unfinished("syntax error: unexpected end of file")
        shown = self._operator() or self._peek_word() or self.text[self.at]
        return GrammarError(f"syntax error: unexpected '{'newline' if shown == chr(10) else shown}'")


def _assignment(word: Word) -> tuple[str, Word] | None:
    first = word[0]
    if not isinstance(first, Literal) or first.quoted:
        return None
    found = _ASSIGNMENT.match(first.text)
    if not found:
        return None
    value = Literal(first.text[found.end() :], quoted=True)
    return found[0][:-1], (value, *word[1:])
