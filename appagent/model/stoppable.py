"""A model whose calls wait for their turn, and end when the work is stopped, however long the
endpoint takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import wait
from threading import Event
from typing import TypeVar

from pydantic import BaseModel

from appagent import background
from appagent.errors import ModelNotConfigured, ModelRefused, ModelUnavailable
from appagent.exchange import ASIDE, Picture, Prompt, Reply
from appagent.ports import Model

T = TypeVar("T", bound=BaseModel)
GLANCE_S = 0.2  # between two looks at whether it is stopped


class StoppableModel:
    """A `Model` that asks another one; `lost` is set when a call failed because of the endpoint."""

    def __init__(
        self, inner: Model, stopped: Event, turn: Callable[[], float] = lambda: 0.0
    ) -> None:
        """`turn` tells how many seconds the next call waits."""
        self.name, self.host, self.spent = inner.name, inner.host, inner.spent
        self.lost = False
        self._inner, self._stopped, self._turn = inner, stopped, turn

    def ask(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],
        reply: type[T],
        problems: Sequence[tuple[str, str]] = (),
    ) -> Reply[T]:
        """The reply to one call; see `ports.Model`. Raises: `KeyboardInterrupt` once stopped."""
        if self._stopped.wait(self._turn()):
            raise KeyboardInterrupt
        # Nobody waits for what the endpoint may still say when the command is over.
        answer = background.begin(
            lambda: self._inner.ask(prompt, pictures, reply, problems), "model"
        )
        while not wait([answer], GLANCE_S).done:
            if self._stopped.is_set():
                raise KeyboardInterrupt
        try:
            if self._stopped.is_set():
                raise KeyboardInterrupt
            return answer.result()
        except (ModelUnavailable, ModelRefused, ModelNotConfigured) as err:
            rules = isinstance(err, ModelNotConfigured) and prompt.name in ASIDE
            self.lost = self.lost or not rules  # which answer no such question
            raise
        finally:
            self.spent = self._inner.spent
