"""Work on a thread that nobody has to wait for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def begin(work: Callable[[], T], name: str) -> Future[T]:
    """The result to come of `work`, or what it raises. The thread ends with the process, whatever
    it waits for then; Ctrl-C reaches whoever waits for the result."""
    result: Future[T] = Future()

    def settle(_: object, err: BaseException | None, __: object) -> bool:
        if err is not None:  # any: it is raised again where the result is asked for
            result.set_exception(err)
        return True

    def do() -> None:
        with ExitStack() as ending:
            ending.push(settle)
            result.set_result(work())

    Thread(target=do, name=name, daemon=True).start()
    return result
