"""Work on a phone that goes on in a thread of its own, and may ask a person meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass, field
from queue import SimpleQueue
from secrets import token_hex
from typing import NamedTuple, NoReturn

from appagent import background
from appagent.errors import NobodyAnswers

ANSWER_S = 300
"""How long a question waits for its answer; then it is a no."""


@dataclass(frozen=True)
class Question:
    """What a person is asked, and where the answer goes."""

    text: str
    answer: Future[bool] = field(default_factory=Future)


@dataclass(frozen=True)
class Told:
    """A step that is over, in a line."""

    text: str


class Said(NamedTuple):
    """What a tool answers."""

    text: str
    failed: bool = False
    picture: bytes = b""  # JPEG; b"" for none


@dataclass
class Job:
    """Work that has begun. Its events are read one by one, the last is the future of its result."""

    phone: str  # that it is for; "" for the usual one
    client: str  # whose it is, as far as that is told
    asks: bool  # whether somebody can be asked
    id: str = field(default_factory=lambda: token_hex(16))
    events: SimpleQueue[Question | Told | Future[Said]] = field(default_factory=SimpleQueue)
    open: Question | None = None  # that was told and is not answered
    left: bool = False  # whether nobody waits for it any more

    def begin(self, work: Callable[[Job], Said]) -> None:
        """Begin the work on a thread of its own."""
        background.begin(lambda: work(self), "job").add_done_callback(self.events.put)

    def tell(self, text: str) -> None:
        self.events.put(Told(text))

    def confirm(self, question: str) -> bool:
        """A person's answer; no where none comes. Called by the work.

        Raises: `NobodyAnswers` where the client asks nobody.
        """
        if not self.asks or self.left:
            raise NobodyAnswers("this client cannot ask a person")
        asked = Question(question)
        self.events.put(asked)
        try:
            return asked.answer.result(ANSWER_S)
        except Late:
            return False

    def take(self, yes: bool) -> None:
        """Take the answer to the open question."""
        if self.open and not self.open.answer.done():
            self.open.answer.set_result(yes)
        self.open = None

    def leave(self) -> None:
        """Nobody waits for it any more: what it asks is a no."""
        self.left, self.asks = True, False
        self.take(False)


class Asker:
    """The person that a phone asks: whoever sits at the client of the job that it does."""

    def __init__(self) -> None:
        self.job: Job | None = None

    def confirm(self, question: str) -> bool:
        if self.job is None:
            raise NobodyAnswers("nobody is there")
        return self.job.confirm(question)

    def ask(self, question: str) -> NoReturn:
        raise NobodyAnswers(f"{question.strip()}: nobody can be asked that")

    def choose(self, question: str, choices: Sequence[str]) -> NoReturn:  # noqa: ARG002
        raise NobodyAnswers(f"{question.strip()}: nobody can be asked that")
