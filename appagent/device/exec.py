"""A shell command's stderr and exit code over `exec:`, which sends neither.

Phones before Android 7 have no `shell,v2`.
"""

from __future__ import annotations


def wrap(command: str, mark: str, file: str) -> str:
    """The command for `exec:`, whose answer `unwrap` reads; `mark` occurs nowhere in that answer.

    stderr goes through `file` on the phone: on stdout it could spoil a picture.
    """
    return (
        f"({command}\n) 2>{file}; code=$?; echo {mark}; cat {file}; rm -f {file}; echo {mark}$code"
    )


def unwrap(received: bytes, mark: str) -> tuple[bytes, bytes, int]:
    """stdout, stderr and the exit code. Raises: `EOFError` where the stream broke off."""
    head, last, code = received.rpartition(mark.encode())
    stdout, first, stderr = head.partition(mark.encode())
    if not (last and first and code.strip().isdigit()):
        raise EOFError
    return stdout, stderr.removeprefix(b"\n"), int(code)
