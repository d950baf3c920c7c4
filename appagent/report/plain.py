"""Print text without control characters: a task, a model's reply or a screen may hold escape
sequences. Everything that `cli/` and `report/` print goes through this module."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Callable
from functools import reduce
from typing import TextIO

from appagent.texts import spell_unseen

log = logging.getLogger("appagent")

# The control characters of both ranges, tab and line feed apart; the second range begins an escape
# sequence with one character. Half of a surrogate pair cannot be encoded.
_OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_HALF = re.compile(r"[\ud800-\udfff]")
_BARE_IN_JSON = re.compile(rf"{_HALF.pattern}|[\x7f-\x9f]")


_hidden: list[Callable[[str], str]] = []


def never_print(hide: Callable[[str], str]) -> None:
    """From now on print no text as it is that `hide` changes."""
    _hidden.append(hide)


def printable(text: str) -> str:
    """The text without secrets, and without control characters, tab and newline excepted; what else
    cannot be seen, or turns the text around it, is spelled out."""
    return strip_controls(_without_secrets(text))


def _without_secrets(text: str) -> str:
    return reduce(lambda told, hide: hide(told), _hidden, text)


def strip_controls(text: str) -> str:
    """The text without control characters, tab and newline excepted, the unseen spelled out."""
    return spell_unseen(_HALF.sub("\N{REPLACEMENT CHARACTER}", _OBEYED.sub("", text)))


def line(text: object) -> None:
    """Print a line of the result, on stdout."""
    print(printable(str(text)))


def tells() -> bool:
    """Whether more is told than errors and the result: not with -q."""
    return log.isEnabledFor(logging.WARNING)


def aside(text: object) -> None:
    """Print a line beside the result, on stderr; none with -q."""
    if tells():
        error(text)


def error(text: object) -> None:
    """Print a line on stderr, also with -q."""
    print(printable(str(text)), file=sys.stderr, flush=True)


def document(value: object, *, indent: int | None = None) -> None:
    """Print the one JSON document of `--json` on stdout; but for secrets it reads back as
    `value`."""
    text = _without_secrets(json.dumps(value, ensure_ascii=False, indent=indent))
    print(_BARE_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def plural(number: int, noun: str) -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def set_level(level: int) -> None:
    """Log from this level on, and tell as much: WARNING a line a step, INFO all of it, ERROR only
    errors and results."""
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(_OnStderr())
    logs = "%(levelname)s %(name)s: %(message)s"
    form = PlainFormatter(logs if level < logging.WARNING else "appagent: %(message)s")
    for handler in root.handlers:
        handler.setFormatter(form)
    log.setLevel(level)


class _OnStderr(logging.StreamHandler[TextIO]):
    """Writes to what is stderr by then: above the last line, while one is shown."""

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stderr
        super().emit(record)


class PlainFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return printable(super().format(record))
