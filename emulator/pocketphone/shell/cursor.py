"""Reading a command line character by character, and what goes wrong there."""

from __future__ import annotations

from collections.abc import Collection

OPERATORS = ("&&", "||", ";;", ";", "&", "|", "(", ")")
BLANKS = " \t"
ENDS_WORD = frozenset(" \t\n;&|()<>")


class GrammarError(Exception):
    """No command line; `str()` is what mksh says. `beyond` where mksh would have read it."""

    def __init__(self, problem: str, *, beyond: bool = False) -> None:
        super().__init__(problem)
        self.beyond = beyond


class Unfinished(GrammarError):
    """A quote or a block that more lines could close."""


class Cursor:
    """A place in a text, and the words and operators that stand there."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def run(self, ends: Collection[str]) -> str:
        start = self.at
        while self.at < len(self.text) and self.text[self.at] not in ends:
            self.at += 1
        return self.text[start : self.at]

    def skip_blanks(self) -> None:
        while self.at < len(self.text):
            if self.text[self.at] in BLANKS:
                self.at += 1
            elif self.text.startswith("\\\n", self.at):
                self.at += 2
            elif self.text[self.at] == "#" and self.at_word_start():
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return

    def at_word_start(self) -> bool:
        return self.at == 0 or self.text[self.at - 1] in ENDS_WORD

    def skip_newlines(self) -> None:
        self.skip_blanks()
        while self.text.startswith("\n", self.at):
            self.at += 1
            self.skip_blanks()

    def operator(self) -> str:
        self.skip_blanks()
        return next((op for op in OPERATORS if self.text.startswith(op, self.at)), "")

    def take(self, operator: str) -> bool:
        """Reads `operator` where it is the next one; never the first half of a longer one."""
        if operator == "\n":
            self.skip_blanks()
            found = self.text.startswith("\n", self.at)
        else:
            found = self.operator() == operator
        self.at += len(operator) if found else 0
        return found

    def peek_word(self) -> str:
        self.skip_blanks()
        end = self.at
        while end < len(self.text) and self.text[end] not in ENDS_WORD:
            end += 1
        return self.text[self.at : end]

    def take_word(self, word: str) -> bool:
        found = self.peek_word() == word
        self.at += len(word) if found else 0
        return found

    def closes(self, closing: Collection[str]) -> bool:
        return bool(closing) and (self.operator() in closing or self.peek_word() in closing)

    def close(self, operator: str) -> None:
        self.skip_newlines()
        if not self.take(operator):
            raise self.unexpected()

    def close_word(self, word: str) -> None:
        self.skip_newlines()
        if not self.take_word(word):
            raise self.unexpected()

    def unexpected(self) -> GrammarError:
        self.skip_blanks()
        if self.at >= len(self.text):
            return Unfinished("syntax error: unexpected end of file")
        shown = self.operator() or self.peek_word() or self.text[self.at]
        return GrammarError(
            f"syntax error: unexpected '{'newline' if shown == chr(10) else shown}'"
        )
