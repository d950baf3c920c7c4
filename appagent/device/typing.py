"""Shell commands that type text into the field in focus; nothing is sent here."""

from __future__ import annotations

import base64
import re
import shlex
from collections.abc import Iterable, Sequence
from typing import TypeVar

from appagent.errors import TextNotTypable

S = TypeVar("S", str, list[int])

ENTER, DELETE, FORWARD_DELETE, MOVE_END = 66, 67, 112, 123  # KeyEvent.KEYCODE_...

PIECE_LENGTH = 500
"""Characters or keys in one command: each is some key events, and a command has a deadline."""

ADB_KEYBOARDS = ("com.android.adbkeyboard/.AdbIME", "com.github.uiautomator/.AdbKeyboard")
"""Input methods that type any Unicode text from a broadcast, as `ime list -s` names them."""

NAMED = 12
"""The most characters that a message names."""

_BROADCASTS = {
    ADB_KEYBOARDS[0]: "am broadcast -a ADB_INPUT_B64 --es msg {}",
    ADB_KEYBOARDS[1]: "am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text {}",
}


def plan(text: str) -> tuple[str, ...]:
    """The commands that type `text` with `input text`, one `input keyevent` for each line's end.

    Raises: `TextNotTypable` before anything is typed where a character has no key: `input text`
    dies on one with a NullPointerException, whole pieces later.
    """
    lines = _lines(text)
    unknown = sorted({char for line in lines for char in line if not " " <= char <= "~"})
    if unknown:
        raise TextNotTypable(
            f"the phone's keyboard has no key for {_listing(unknown)}: write it in ASCII, or "
            "install ADBKeyboard on the phone (github.com/senzhk/ADBKeyBoard), which is then used",
            unknown,
        )
    return _with_enters([_input_text(piece) for piece in _pieces(line)] for line in lines)


def plan_unicode(text: str, keyboard: str) -> tuple[str, ...]:
    """The commands that type any `text` through `keyboard`, one of `ADB_KEYBOARDS`, while it is
    the phone's input method. Base64 has no character that a shell reads.

    Raises: `TextNotTypable` as `reject_surrogates` does.
    """
    reject_surrogates(text)
    broadcast = _BROADCASTS[keyboard]

    def broadcast_text(piece: str) -> str:
        return broadcast.format(base64.b64encode(piece.encode()).decode())

    return _with_enters([broadcast_text(piece) for piece in _chunks(line)] for line in _lines(text))


def reject_surrogates(text: str) -> None:
    """Raises: `TextNotTypable` for half a character, a surrogate, which models write at times."""
    if halves := sorted({char for char in text if "\ud800" <= char <= "\udfff"}):
        raise TextNotTypable(f"{_listing(halves)} is half a character: write the whole one", halves)


def clearing(length: int) -> tuple[str, ...]:
    """The commands that empty a field of `length` characters; none where it is empty.

    They delete in both directions: in a field of several lines MOVE_END goes to a line's end.
    """
    codes = [MOVE_END, *[DELETE] * length, *[FORWARD_DELETE] * length] if length else []
    return tuple(key_events(*piece) for piece in _chunks(codes))


def presses(code: int, times: int) -> tuple[str, ...]:
    """The commands that press a key so often."""
    return tuple(key_events(*piece) for piece in _chunks([code] * times))


def key_events(*codes: int) -> str:
    """The command for key events, one for all: each `input` takes 0.3-1 s before Android 12."""
    return " ".join(("input keyevent", *map(str, codes)))


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


def _pieces(line: str) -> Iterable[str]:
    """Parts of a line without "%s", which `input` reads as a blank; it knows no escape."""
    for part in re.split(r"(?<=%)(?=s)", line):
        yield from _chunks(part)


def _chunks(sequence: S) -> Iterable[S]:
    return (sequence[at : at + PIECE_LENGTH] for at in range(0, len(sequence), PIECE_LENGTH))


def _input_text(piece: str) -> str:
    # %s and not a quoted blank: up to Android 4.4 `input` lost what follows a blank.
    return "input text " + shlex.quote(piece.replace(" ", "%s"))


def _with_enters(lines: Iterable[list[str]]) -> tuple[str, ...]:
    commands: list[str] = []
    for number, line in enumerate(lines):
        commands += [key_events(ENTER)] if number else []
        commands += line
    return tuple(commands)


def _listing(characters: Sequence[str]) -> str:
    """The first of the characters, for a message."""
    shown = [c if c.isprintable() else f"U+{ord(c):04X}" for c in characters[:NAMED]]
    more = len(characters) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
