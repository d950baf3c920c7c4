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

from pocketphone.shell.cursor import ENDS_WORD, Cursor, GrammarError, Unfinished
from pocketphone.shell.syntax import (
    AndOr,
    Arithmetic,
    Command,
    For,
    Group,
    If,
    Item,
    Literal,
    Part,
    Pipeline,
    Redirect,
    Script,
    Simple,
    Substitution,
    Variable,
    While,
    Word,
)

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_REDIRECT = re.compile(r"([0-9]?)(>>|>&|<&|>\||>|<<|<)")
_EXPANSION = re.compile(r"\{(#?)([A-Za-z_][A-Za-z0-9_]*|[0-9?$!#@*])(?:(:?[-+])([^{}]*))?\}")
_CLOSING = frozenset(("then", "elif", "else", "fi", "do", "done", "}"))
_BEYOND = frozenset(("case", "esac", "function", "select", "time", "[["))
MAX_DEPTH = 50


def parse(text: str) -> Script:
    """The tree of a whole script. Raises: `GrammarError`."""
    parser = _Parser(text)
    script = parser.script(())
    parser.expect_end()
    return script


class _Parser(Cursor):
    def __init__(self, text: str, depth: int = 0) -> None:
        super().__init__(text)
        self.depth = depth

    def script(self, closing: Sequence[str]) -> Script:
        """Items up to one of the words or operators of `closing`, which is left unread."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise GrammarError("syntax error: nesting too deep")
        items: list[Item] = []
        self.skip_newlines()
        while self.at < len(self.text) and not self.closes(closing):
            commands = self._and_or()
            background = self.take("&")
            if not background and not self.take(";") and not self.take("\n"):
                items.append(Item(commands, background=False))
                break
            items.append(Item(commands, background))
            self.skip_newlines()
        self.depth -= 1
        return tuple(items)

    def expect_end(self) -> None:
        self.skip_newlines()
        if self.at < len(self.text):
            raise self.unexpected()

    # Lists, pipelines, commands

    def _and_or(self) -> AndOr:
        first = self._pipeline()
        rest: list[tuple[str, Pipeline]] = []
        while (operator := self.operator()) in ("&&", "||"):
            self.at += 2
            self.skip_newlines()
            rest.append((operator, self._pipeline()))
        return AndOr(first, tuple(rest))

    def _pipeline(self) -> Pipeline:
        negated = self.take_word("!")
        stages = [self._command()]
        while self.operator() == "|":
            self.at += 1
            self.skip_newlines()
            stages.append(self._command())
        return Pipeline(tuple(stages), negated)

    def _command(self) -> Command:
        if self.take("("):
            body = self._body((")",))
            self.close(")")
            return Group(body, subshell=True, redirects=self._redirects())
        match self.peek_word():
            case "{":
                self.take_word("{")
                body = self._block("}")
                return Group(body, subshell=False, redirects=self._redirects())
            case "if":
                return self._if()
            case "while" | "until" as word:
                self.take_word(word)
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
        self.take_word("if")
        branches: list[tuple[Script, Script]] = []
        otherwise: Script = ()
        while True:
            condition = self._block("then")
            body = self._body(("elif", "else", "fi"))
            branches.append((condition, body))
            if self.take_word("elif"):
                continue
            if self.take_word("else"):
                otherwise = self._body(("fi",))
            self.close_word("fi")
            return If(tuple(branches), otherwise, self._redirects())

    def _for(self) -> For:
        self.take_word("for")
        self.skip_blanks()
        found = _NAME.match(self.text, self.at)
        if not found:
            raise self.unexpected()
        self.at = found.end()
        words: list[Word] | None = None
        if self.take_word("in"):
            words = []
            while (word := self._word()) is not None:
                words.append(word)
        self.take(";")
        self.skip_newlines()
        self.close_word("do")
        body = self._block("done")
        return For(found[0], None if words is None else tuple(words), body, self._redirects())

    def _block(self, closing: str) -> Script:
        body = self._body((closing,))
        self.close_word(closing)
        return body

    def _body(self, closing: Sequence[str]) -> Script:
        body = self.script(closing)
        if not body:
            raise self.unexpected()
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
            raise self.unexpected()
        if self.operator() == "(":  # a function's definition, or a mistake
            raise GrammarError("syntax error: unexpected '('", beyond=len(words) == 1)
        return Simple(tuple(assignments), tuple(words), tuple(redirects))

    def _redirects(self) -> tuple[Redirect, ...]:
        found: list[Redirect] = []
        while redirect := self._redirect():
            found.append(redirect)
        return tuple(found)

    def _redirect(self) -> Redirect | None:
        self.skip_blanks()
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
            raise self.unexpected()
        descriptor = int(digit) if digit else int(operator.startswith(">"))
        return Redirect(descriptor, ">" if operator == ">|" else operator, target)

    # Words

    def _word(self) -> Word | None:
        """The next word, or None where something else stands there."""
        self.skip_blanks()
        start = self.at
        parts: list[Part] = []
        while self.at < len(self.text) and self.text[self.at] not in ENDS_WORD:
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
                    parts.append(self._backquotes(quoted=False))
                case _:
                    parts.append(Literal(self.run(ENDS_WORD | set("'\"\\$`")), quoted=False))
        return tuple(parts) if self.at > start else None

    def _double_quoted(self, parts: list[Part]) -> None:
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
                    parts.append(self._backquotes(quoted=True))
                case _:
                    parts.append(Literal(self.run(set('"\\$`')), quoted=True))

    def _dollar(self, *, quoted: bool) -> Part:
        self.at += 1
        if self.text.startswith("((", self.at):
            return self._arithmetic(quoted)
        if self.text.startswith("(", self.at):
            self.at += 1
            script = self.script((")",))
            self.close(")")
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

    def _arithmetic(self, quoted: bool) -> Arithmetic:
        start, depth = self.at + 2, 0
        for end in range(start, len(self.text)):
            depth += {"(": 1, ")": -1}.get(self.text[end], 0)
            if depth < 0 and self.text.startswith("))", end):
                self.at = end + 2
                return Arithmetic(self.text[start:end], quoted)
        raise Unfinished("no closing quote")

    def _backquotes(self, *, quoted: bool) -> Substitution:
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


def _assignment(word: Word) -> tuple[str, Word] | None:
    first = word[0]
    if not isinstance(first, Literal) or first.quoted:
        return None
    found = _ASSIGNMENT.match(first.text)
    if not found:
        return None
    value = Literal(first.text[found.end() :], quoted=True)
    return found[0][:-1], (value, *word[1:])
