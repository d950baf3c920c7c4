"""What was typed at a terminal before anything was asked."""

from __future__ import annotations

import importlib
from typing import TextIO


def discard_typed(stdin: TextIO) -> None:
    """Throw away what was typed and not read yet: it answers nothing that was asked since. What is
    piped in stays, for there it comes before each question.

    Raises: `OSError` where the terminal has gone.
    """
    if not stdin.isatty():
        return
    try:
        termios = importlib.import_module("termios")
    except ImportError:  # Windows
        keys = importlib.import_module("msvcrt")
        while keys.kbhit():
            keys.getwch()
        return
    try:
        termios.tcflush(stdin, termios.TCIFLUSH)
    except termios.error as err:
        raise OSError(*err.args) from err
