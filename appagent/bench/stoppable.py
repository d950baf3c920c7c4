"""A model whose calls end when the benchmark is stopped, however long the endpoint takes."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, wait
from contextlib import ExitStack
from threading import Event, Thread
from typing import TypeVar

from pydantic import BaseModel

from appagent.errors import ModelNotConfigured, ModelRefused, ModelUnavailable
from appagent.exchange import Picture, Prompt, Reply
from appagent.ports import Model

T = TypeVar("T", bound=BaseModel)
GLANCE_S = 0.2  # between two looks at whether it is stopped


class StoppableModel:
    """A `Model` that asks another one; `lost` is set when a call failed because of the endpoint."""

    def __init__(self, inner: Model, stopped: Event) -> None:
        self.name, self.host, self.spent = inner.name, inner.host, inner.spent
        self.lost = False
        self._inner, self._stopped = inner, stopped

    def ask(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],
        reply: type[T],
        problems: Sequence[tuple[str, str]] = (),
    ) -> Reply[T]:
        """The reply to one call; see `ports.Model`. Raises: `KeyboardInterrupt` once stopped."""
        answer: Future[Reply[T]] = Future()

        def settle(_: object, err: BaseException | None, __: object) -> bool:
            if err is not None:  # any: it is raised again below, where it was asked
                answer.set_exception(err)
            return True

        def call() -> None:
            with ExitStack() as ending:
                ending.push(settle)
                answer.set_result(self._inner.ask(prompt, pictures, reply, problems))

        # A daemon: nobody waits for what the endpoint may still say when the command is over.
        Thread(target=call, name="model", daemon=True).start()
        while not wait([answer], GLANCE_S).done:
            if self._stopped.is_set():
                raise KeyboardInterrupt
        try:
            return answer.result()
        except (ModelUnavailable, ModelRefused, ModelNotConfigured):
            self.lost = True
            raise
        finally:
            self.spent = self._inner.spent
