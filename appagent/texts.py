"""Whether a text that somebody gave can be used at all."""

from __future__ import annotations

import re
import unicodedata

_HALF = re.compile(r"[\ud800-\udfff]")  # a byte that is no UTF-8, as Python reads it
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_LINE_END = re.compile(r"[\t\n\u2028\u2029]")


def fault(text: str, most: int, *, lines: bool = False) -> str:
    """What is wrong with a text, as the end of a sentence: it is too long for `most` characters,
    holds bytes that are no UTF-8, control characters or, without `lines`, ends of lines. "" for
    a text that can be used."""
    if len(text) > most:
        return f"has {len(text):,} characters: at most {most:,} are taken"
    if found := _HALF.search(text):
        return f"holds bytes that are no UTF-8, after {_before(text, found)}: type them anew"
    if found := _CONTROL.search(text) or (None if lines else _LINE_END.search(text)):
        name = f"U+{ord(found[0]):04X}"
        return f"holds the control character {name}, after {_before(text, found)}: leave it out"
    return ""


def is_blank(text: str) -> bool:
    """Whether nothing of the text can be seen: it is empty, or blanks and marks without width."""
    return all(c.isspace() or unicodedata.category(c)[0] == "C" for c in text)


def _before(text: str, found: re.Match[str]) -> str:
    return repr(text[max(0, found.start() - 20) : found.start()])
