"""One OpenAI-compatible endpoint: send a request, wait for the answer, read it.

`failures` makes our errors of what goes wrong.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import cached_property
from typing import Annotated, Any

import httpx2
import openai
from pydantic import (
    BaseModel,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    field_validator,
)

from appagent.config import host_of, public_address
from appagent.exchange import Usage
from appagent.model import failures
from appagent.model.bounded import BoundedClient
from appagent.ports import Waiting

_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # of a pair, whole or not


_Count = Annotated[int, Field(ge=0, le=10**9)]


class _CachedTokens(BaseModel):
    cached_tokens: _Count | None = None


class _Tokens(BaseModel):
    prompt_tokens: _Count | None = None
    completion_tokens: _Count | None = None
    prompt_tokens_details: _CachedTokens | None = None


class _Function(BaseModel):
    arguments: str = ""


class _ToolCall(BaseModel):
    function: _Function = _Function()


class _Part(BaseModel):
    text: str | None = None


class _Message(BaseModel):
    content: str | list[_Part] | None = None
    refusal: str | None = None
    reasoning_content: str | None = None  # vLLM before 0.12, DashScope, Zhipu
    reasoning: str | None = None  # vLLM, Ollama, OpenRouter
    tool_calls: list[_ToolCall] | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class Completion(BaseModel):
    """The parts of a chat completion that are read. Endpoints leave out nearly all of them."""

    choices: list[_Choice] = Field(min_length=1)
    tokens: _Tokens | None = Field(None, alias="usage")

    @field_validator("tokens", mode="wrap")
    @classmethod
    def _or_unknown(cls, found: Any, read: ValidatorFunctionWrapHandler) -> _Tokens | None:
        """A reply is used whatever its bill says: one that no call costs is none."""
        try:
            tokens: _Tokens | None = read(found)
        except ValidationError:
            return None
        return tokens

    @property
    def text(self) -> str:
        """The reply; where it is empty, what came in another place: a tool call, the reasoning."""
        message = self.choices[0].message
        content = message.content
        if isinstance(content, list):
            content = "".join(part.text or "" for part in content)
        arguments = message.tool_calls[0].function.arguments if message.tool_calls else ""
        places = (content, arguments, message.reasoning_content, message.reasoning)
        return next((place for place in places if place and place.strip()), "")

    @property
    def finish(self) -> str:
        return self.choices[0].finish_reason or ""

    @property
    def refusal(self) -> str:
        return self.choices[0].message.refusal or ""

    @property
    def usage(self) -> Usage:
        tokens = self.tokens or _Tokens()
        details = tokens.prompt_tokens_details or _CachedTokens()
        return Usage(
            calls=1,
            prompt_tokens=tokens.prompt_tokens or 0,
            cached_tokens=details.cached_tokens or 0,
            completion_tokens=tokens.completion_tokens or 0,
            known=tokens.prompt_tokens is not None and tokens.completion_tokens is not None,
        )


class Endpoint:
    """A client with its address, key and time limit. Knows nothing of prompts."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        timeout_s: float,
        max_retries: int,
        waiting: Waiting = nullcontext,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self.host = host_of(base_url)
        self.address = public_address(base_url)
        self.key, self.timeout_s = key, timeout_s
        self._base_url, self._max_retries = base_url, max_retries
        self._waiting, self._transport = waiting, transport

    def complete(self, body: Mapping[str, Any]) -> Completion:
        """One chat completion. Raises: see the table in `failures`."""
        text = self._send(
            lambda: self._client.post("/chat/completions", cast_to=str, body=dict(body)),
            str(body["model"]),
        )
        try:
            return Completion.model_validate_json(_without_halves(text))
        except ValidationError as err:
            raise failures.no_completion(text, self) from err

    def get(self, path: str) -> str:
        """The answer to a GET. Raises: as `complete` does."""
        return self._send(lambda: self._client.get(path, cast_to=str), None)

    @cached_property
    def _client(self) -> openai.OpenAI:
        http = BoundedClient(self.timeout_s, self._transport)
        return openai.OpenAI(
            base_url=self._base_url,
            api_key=self.key or "none",  # a local endpoint wants no key, the client wants one
            timeout=http.timeout,
            max_retries=self._max_retries,
            http_client=http,
        )

    def _send(self, send: Callable[[], str], model: str | None) -> str:
        """The answer's text. `model`: whose reply is wanted; None: no model's."""
        start = time.monotonic()
        longest = f"at most {self._max_retries + 1} x {self.timeout_s:g} s"
        try:
            with self._waiting(f"waiting for {self.host} ({longest})"):
                return send()
        except openai.APIError as err:
            # `from None`: an endpoint may quote the key, and a traceback shows what it said.
            raise failures.translate(err, self, model, time.monotonic() - start) from None


def _without_halves(text: str) -> str | bytes:
    """The JSON text, with "?" for each half of a surrogate pair: a reply that was cut off may end
    in one, and pydantic takes none."""
    if not _HALF.search(text):
        return text
    try:
        whole = json.dumps(json.loads(text), ensure_ascii=False)
    except (ValueError, RecursionError):
        return text
    return whole.encode(errors="replace")
