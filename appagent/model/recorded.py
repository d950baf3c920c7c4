"""A conversation with a model, recorded as JSON lines and replayed without the model."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from appagent.config import Config
from appagent.errors import (
    AppAgentError,
    ModelNotConfigured,
    ModelRefused,
    ModelUnavailable,
    ReplyInvalid,
    UsageError,
)
from appagent.exchange import ASIDE, Picture, Prompt, Reply, Usage
from appagent.files import atomic_write, read_file
from appagent.model import reply as replies
from appagent.ports import Model, Waiting
from appagent.screen.describe import HIDDEN

CONVERSATION = "conversation.jsonl"  # its file in a trail
START = "phone-start.json"  # beside it: the state of the pocket phone when it began
T = TypeVar("T", bound=BaseModel)

_FAILURES = {kind.__name__: kind for kind in (ModelUnavailable, ModelRefused, ModelNotConfigured)}


HOLDS = (
    "the task, the texts of the screens and all that the model replied, with the pictures beside "
    f"it; passwords are replaced by {HIDDEN} once they are typed"
)
"""What a recording holds, for whoever is to be shown it."""


class Head(BaseModel):
    """The first line of a recording."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    recording: Literal[1] = 1
    holds: str = HOLDS


class _PictureSent(BaseModel):
    sha256: str
    width: int
    height: int
    caption: str


class _Failure(BaseModel):
    error: str
    message: str


class Call(BaseModel):
    """One line of a recording. A picture is named by its digest; it is in the trail itself."""

    model_config = ConfigDict(frozen=True)

    model: str
    prompt: str
    sha256: str  # of all the text below that was sent
    system: str
    text: str
    problems: tuple[tuple[str, str], ...]
    pictures: tuple[_PictureSent, ...]
    reply: str  # the name of the type asked for
    raw: str = ""
    usage: Usage = Usage()
    failure: _Failure | None = None


def make_recorded_model(config: Config, rest: str, waiting: Waiting) -> RecordedModel:
    """The model that replays the conversation in the file `rest`. Raises: `UsageError`."""
    del config, waiting
    if not rest:
        raise UsageError("--model recorded: names no file: recorded:FILE replays one")
    return RecordedModel(Path(rest))


class RecordingModel:
    """A `Model` that asks another one and appends each call to a file, failed ones too, in words
    that `hide` has seen."""

    def __init__(self, inner: Model, path: Path, hide: Callable[[str], str] = str) -> None:
        self.name, self.host = inner.name, inner.host
        self.spent = inner.spent
        self._inner, self._path, self._hide = inner, path, hide

    def ask(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],
        reply: type[T],
        problems: Sequence[tuple[str, str]] = (),
    ) -> Reply[T]:
        call = Call(
            model=self.name,
            prompt=prompt.name,
            sha256="",
            system=prompt.system,
            text=prompt.text,
            problems=tuple(problems),
            pictures=tuple(_summarize(picture) for picture in pictures),
            reply=reply.__name__,
        )
        try:
            answer = self._inner.ask(prompt, pictures, reply, problems)
        except AppAgentError as err:
            failure = _Failure(error=type(err).__name__, message=str(err))
            raw = err.raw if isinstance(err, ReplyInvalid) else ""
            self._append(call, raw=raw, failure=failure)
            raise
        self._append(call, raw=answer.raw)
        return answer

    def _append(self, call: Call, **outcome: object) -> None:
        usage, self.spent = self._inner.spent - self.spent, self._inner.spent
        told = _conceal(call.model_copy(update={"usage": usage, **outcome}), self._hide)
        head = "" if self._path.exists() else f"{Head().model_dump_json()}\n"
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{head}{told.model_dump_json()}\n")

    def rewrite(self) -> None:
        """Put what was recorded through `hide` again: it knows more by now."""
        if not self._path.exists():
            return
        calls = [_conceal(call, self._hide) for _, call in read_calls(self._path)]
        lines = [Head(), *calls]
        with atomic_write(self._path) as draft:
            draft.write_text("".join(f"{line.model_dump_json()}\n" for line in lines), "utf-8")


class RecordedModel:
    """A `Model` that answers from a recording, call by call, and asks no other."""

    host = ""

    def __init__(self, path: Path) -> None:
        self._path, self._calls = path, read_calls(path)
        self._next = 0
        self.name = f"replay of {self._calls[0][1].model}"
        self.spent = Usage()

    def ask(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],
        reply: type[T],
        problems: Sequence[tuple[str, str]] = (),
    ) -> Reply[T]:
        """The next recorded reply, or the failure that was recorded in its place.

        Raises: `UsageError` where the recording has come to its end or holds another question.
        """
        del pictures  # the recording answers by order alone
        self._skip_known(prompt.name)
        call = self._expect(prompt, reply.__name__, problems)
        self._next += 1
        self.spent += call.usage
        if call.failure is None:
            return Reply(replies.parse(call.raw, reply), call.raw, call.usage)
        if call.failure.error in _FAILURES:
            raise _FAILURES[call.failure.error](call.failure.message)
        raise ReplyInvalid(call.failure.message, call.raw)

    def _skip_known(self, asked: str) -> None:
        """Pass over the questions of what controls do, and whether it is done: it may be known now.

        Raises: `ModelRefused` where it was known at that time, and is not now.
        """
        while (told := self._told) in ASIDE and told != asked:
            self._next += 1
        if asked in ASIDE and told != asked:
            raise ModelRefused(f"the recording does not answer {asked!r}")

    @property
    def _told(self) -> str:
        """What the next recorded question is called; "" at the end."""
        return next((call.prompt for _, call in self._calls[self._next : self._next + 1]), "")

    def _expect(self, prompt: Prompt, reply: str, problems: Sequence[tuple[str, str]]) -> Call:
        if self._next == len(self._calls):
            raise UsageError(
                f"{self._path} ends with call {self._next}, and {prompt.name!r} was asked: the "
                "phone was in another state then"
            )
        line, call = self._calls[self._next]
        if (call.prompt, call.reply) != (prompt.name, reply):
            raise UsageError(
                f"{self._path}:{line} answers {call.prompt!r} with a {call.reply}, and "
                f"{prompt.name!r} was asked for a {reply}: replay it with the command of that time"
            )
        if (task := _task(call.text)) != _task(prompt.text):
            raise UsageError(f"{self._path}:{line} is of another task: replay it with {task!r}")
        if len(problems) > len(call.problems):  # a reply that was used then cannot be used now
            raise UsageError(
                f"{self._path}:{line - 1} does not fit this screen, {problems[-1][1]}: the phone "
                "was in another state then"
            )
        return call


def _task(text: str) -> str:
    """The task, or what an exploration is to reach, in the text of a prompt."""
    found = re.search(r"<(task|goal)>\n(.*?)\n</\1>", text, re.DOTALL)
    return found[2] if found else ""


def _conceal(call: Call, hide: Callable[[str], str]) -> Call:
    """The call in words that `hide` has seen, with the digest of these words."""
    failure = call.failure
    told = call.model_copy(
        update={
            "text": hide(call.text),
            "problems": tuple((hide(raw), hide(problem)) for raw, problem in call.problems),
            "raw": hide(call.raw),
            "failure": failure and _Failure(error=failure.error, message=hide(failure.message)),
        }
    )
    return told.model_copy(update={"sha256": _digest(told)})


def read_calls(path: Path) -> list[tuple[int, Call]]:
    """The calls of a recording, each with the number of its line; a last one that was cut by a
    crash is left out.

    Raises: `UsageError` where there is none, or where it is no recording.
    """
    try:
        lines = read_file(path).decode(errors="replace").split("\n")
    except OSError as err:
        raise UsageError(f"no recording {path}: {err.strerror}") from err
    with suppress(ValidationError):  # those of earlier versions have none
        Head.model_validate_json(lines[0] if lines else "")
        lines[0] = ""
    if not any(lines):
        raise UsageError(f"the recording {path} is empty: no call was made")
    calls = []
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        try:
            calls.append((number, Call.model_validate_json(line)))
        except ValidationError as err:
            if calls and number == len(lines):
                break
            raise UsageError(
                f"{path} is no recording: line {number} is no call; `record: true` writes "
                f"{CONVERSATION} in a run's folder"
            ) from err
    return calls


def _digest(call: Call) -> str:
    said = json.dumps([call.system, call.text, [list(pair) for pair in call.problems]])
    return hashlib.sha256(said.encode()).hexdigest()


def _summarize(picture: Picture) -> _PictureSent:
    shape = {name: value for name, value in asdict(picture).items() if name != "jpeg"}
    return _PictureSent(sha256=hashlib.sha256(picture.jpeg).hexdigest(), **shape)
