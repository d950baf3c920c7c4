"""A conversation kept as JSON lines, and played again without the model."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from appagent.errors import (
    AppAgentError,
    ModelNotConfigured,
    ModelRefused,
    ModelUnavailable,
    ReplyInvalid,
    StoreError,
)
from appagent.model import reply as replies
from appagent.ports import Model, Picture, Prompt, Reply, Usage

T = TypeVar("T", bound=BaseModel)

_FAILURES = {kind.__name__: kind for kind in (ModelUnavailable, ModelRefused, ModelNotConfigured)}


class _PictureSent(BaseModel):
    sha256: str
    width: int
    height: int
    caption: str


class _Failure(BaseModel):
    error: str
    message: str


class Call(BaseModel):
    """One line of a recording. Pictures by their digest: they are in the trail, once."""

    model_config = ConfigDict(frozen=True)

    model: str
    prompt: str
    sha256: str  # of all the text that was sent
    system: str
    text: str
    problems: tuple[tuple[str, str], ...]
    pictures: tuple[_PictureSent, ...]
    reply: str  # the name of the type asked for
    raw: str = ""
    usage: Usage = Usage()
    failure: _Failure | None = None


class RecordingModel:
    """A `Model` that asks another one and appends each call to a file, failed ones too."""

    def __init__(self, inner: Model, path: Path) -> None:
        self.name, self.host = inner.name, inner.host
        self.spent = inner.spent
        self._inner, self._path = inner, path

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
            sha256=_digest(prompt, problems),
            system=prompt.system,
            text=prompt.text,
            problems=tuple(problems),
            pictures=tuple(_sent(picture) for picture in pictures),
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
        line = call.model_copy(update={"usage": usage, **outcome}).model_dump_json()
        with self._path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


class RecordedModel:
    """A `Model` that answers from a recording, in its order, and goes nowhere else.

    With `strict_prompt` the text of each prompt must be the recorded one, byte by byte.
    """

    host = ""

    def __init__(self, path: Path, *, strict_prompt: bool = False) -> None:
        self._path, self._strict = path, strict_prompt
        self._calls = _read(path)
        self._next = 0
        self.name = self._calls[0].model if self._calls else "recorded"
        self.spent = Usage()

    def ask(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],  # noqa: ARG002 - the recording answers by order alone
        reply: type[T],
        problems: Sequence[tuple[str, str]] = (),
    ) -> Reply[T]:
        """The next recorded reply, or the failure that was recorded in its place.

        Raises: `StoreError` where the recording has come to its end or holds another question.
        """
        call = self._expect(prompt, reply.__name__, problems)
        self._next += 1
        self.spent += call.usage
        if call.failure is None:
            return Reply(replies.parse(call.raw, reply), call.raw, call.usage)
        if call.failure.error in _FAILURES:
            raise _FAILURES[call.failure.error](call.failure.message)
        raise ReplyInvalid(call.failure.message, call.raw)

    def _expect(self, prompt: Prompt, reply: str, problems: Sequence[tuple[str, str]]) -> Call:
        if self._next == len(self._calls):
            raise StoreError(
                f"{self._path}: the recording ends after {self._next} calls, "
                f"and {prompt.name!r} was asked"
            )
        call, line = self._calls[self._next], self._next + 1
        if (call.prompt, call.reply) != (prompt.name, reply):
            raise StoreError(
                f"{self._path}:{line}: the recording answers {call.prompt!r} with a {call.reply}, "
                f"and {prompt.name!r} was asked for a {reply}"
            )
        if self._strict and call.sha256 != _digest(prompt, problems):
            raise StoreError(
                f"{self._path}:{line}: the text of {prompt.name!r} is not the recorded one"
            )
        return call


def _read(path: Path) -> list[Call]:
    try:
        with path.open(encoding="utf-8") as file:
            lines = list(file)
    except (OSError, UnicodeDecodeError) as err:
        raise StoreError(f"{path}: no recording that can be read: {err}") from err
    calls = []
    for number, line in enumerate(lines, 1):
        try:
            calls.append(Call.model_validate_json(line))
        except ValidationError as err:
            first = err.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise StoreError(f"{path}:{number}: no recorded call: {where} {first['msg']}") from err
    return calls


def _digest(prompt: Prompt, problems: Sequence[tuple[str, str]]) -> str:
    said = json.dumps([prompt.system, prompt.text, [list(pair) for pair in problems]])
    return hashlib.sha256(said.encode()).hexdigest()


def _sent(picture: Picture) -> _PictureSent:
    shape = {name: value for name, value in asdict(picture).items() if name != "jpeg"}
    return _PictureSent(sha256=hashlib.sha256(picture.jpeg).hexdigest(), **shape)
