"""POSIX regular expressions as Python's."""

from __future__ import annotations

import re

_CLASSES = {
    "alnum": "A-Za-z0-9",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "digit": "0-9",
    "lower": "a-z",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "upper": "A-Z",
    "word": r"\w",
    "xdigit": "A-Fa-f0-9",
}
_SPECIAL = "(){}|+?"  # in a basic expression these act only behind a backslash


def translate(posix: str, *, extended: bool) -> str:
    """The expression in Python's syntax; errors show when it is compiled."""
    made: list[str] = []
    at = 0
    while at < len(posix):
        character = posix[at]
        if character == "[":
            end = _bracket_end(posix, at)
            made.append(_bracket(posix[at:end]))
            at = end
        elif character == "\\" and at + 1 < len(posix):
            following = posix[at + 1]
            if following in _SPECIAL:
                made.append(("\\" if extended else "") + following)
            else:
                made.append({"<": r"\b", ">": r"\b"}.get(following, "\\" + following))
            at += 2
        else:
            basic = not extended and (character in _SPECIAL or (character == "*" and not made))
            made.append("\\" + character if basic else character)
            at += 1
    return "".join(made)


def compile_posix(
    posix: str, *, extended: bool = False, fixed: bool = False, ignore_case: bool = False
) -> re.Pattern[bytes]:
    """Raises: `re.error`."""
    text = re.escape(posix) if fixed else translate(posix, extended=extended)
    flags = re.IGNORECASE if ignore_case else 0
    return re.compile(text.encode(errors="surrogateescape"), flags)


def _bracket_end(posix: str, start: int) -> int:
    at = start + 1
    at += posix.startswith("^", at)
    at += posix.startswith("]", at)
    while at < len(posix) and posix[at] != "]":
        named = posix.find(":]", at + 2) if posix.startswith("[:", at) else -1
        at = named + 2 if named >= 0 else at + 1
    return min(at + 1, len(posix))


def _bracket(text: str) -> str:
    if len(text) < 3 or not text.endswith("]"):
        return re.escape(text)
    inner = text[1:-1]
    caret = "^" if inner.startswith("^") else ""
    inner = inner[len(caret) :]
    for name in _CLASSES:
        inner = inner.replace(f"[:{name}:]", f"\0{name}\0")
    inner = inner.replace("\\", r"\\").replace("[", r"\[").replace("]", r"\]").replace("&&", r"&\&")
    for name, members in _CLASSES.items():
        inner = inner.replace(f"\0{name}\0", members)
    return f"[{caret}{inner}]"
