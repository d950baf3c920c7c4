"""What is printed, without what a terminal would obey: a task, a model's words or a phone's screen
may hold escape sequences. Nothing in `cli/` and `report/` prints past this page."""

from __future__ import annotations

import json
import logging
import re
import sys

# The control characters of both ranges, tab and line feed apart; the second range begins an escape
# sequence with one character. Half of a surrogate pair cannot be encoded.
_OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_HALF = re.compile(r"[\ud800-\udfff]")
_BARE_IN_JSON = re.compile(rf"{_HALF.pattern}|[\x7f-\x9f]")


def strip_controls(text: str) -> str:
    """`text` as a terminal shows it and nothing else: no control character but tab and newline."""
    return _HALF.sub("\N{REPLACEMENT CHARACTER}", _OBEYED.sub("", text))


def line(text: object) -> None:
    """A line of the result, on stdout."""
    print(strip_controls(str(text)))


def aside(text: object) -> None:
    """A line beside the result, on stderr."""
    print(strip_controls(str(text)), file=sys.stderr, flush=True)


def document(value: object, *, indent: int | None = None) -> None:
    """The one JSON document of `--json`, on stdout; it reads back as `value`."""
    said = json.dumps(value, ensure_ascii=False, indent=indent)
    print(_BARE_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", said))


class PlainFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return strip_controls(super().format(record))
