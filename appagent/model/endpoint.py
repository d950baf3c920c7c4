"""One OpenAI-compatible endpoint: sends a request, and says in our words what went wrong.

openai / HTTP                                        here
---------------------------------------------------  ------------------------------------------
400, 422, 500 over a schema                          RequestRejected: a field it does not take
401, 403, 402, an empty account, other 4xx           ModelRefused
404, "no such model"                                 ModelNotConfigured, with near names
408, 409, 429, 5xx, no connection, too slow          ModelUnavailable, after all retries
200 that is no chat completion                       ModelUnavailable, or ModelNotConfigured
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field, ValidationError
from rapidfuzz import process

from appagent.config import KEY, without_user
from appagent.errors import AppAgentError, ModelNotConfigured, ModelRefused, ModelUnavailable
from appagent.ports import Usage

if TYPE_CHECKING:
    import httpx2
    import openai

_CONNECT_S = 5.0
_NO_SUCH_MODEL = re.compile(
    r"model_not_found|no such model|model\b.{0,80}\b(?:not found|does not exist|not exist)"
    r"|not a valid model",
    re.IGNORECASE | re.DOTALL,
)
_TAG = re.compile(r"<[^>]*>")
# A schema that its grammar compiler cannot take: some servers call that their own failure.
_NO_GRAMMAR = re.compile(r"grammar|json_schema|response_format", re.IGNORECASE)


Waiting = Callable[[str], AbstractContextManager[object]]  # is told what the block waits for


class RequestRejected(ModelRefused):
    """400 or 422: `said` holds the endpoint's words, `param` the field it names."""

    def __init__(self, message: str, said: str, param: str) -> None:
        super().__init__(message)
        self.said, self.param = said, param


class _CachedTokens(BaseModel):
    cached_tokens: int | None = None


class _Tokens(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
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
    """What is read of a chat completion. Endpoints leave out nearly all of it."""

    choices: list[_Choice] = Field(min_length=1)
    tokens: _Tokens | None = Field(None, alias="usage")

    @property
    def text(self) -> str:
        """The reply; where it is empty, what came in another place: a tool call, the reasoning."""
        message = self.choices[0].message
        content = message.content
        if isinstance(content, list):
            content = "".join(part.text or "" for part in content)
        called = message.tool_calls[0].function.arguments if message.tool_calls else ""
        places = (content, called, message.reasoning_content, message.reasoning)
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


class _ModelName(BaseModel):
    id: str


class _Models(BaseModel):
    data: list[_ModelName]


class Endpoint:
    """The address, the key and the patience. Knows no prompts."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout_s: float,
        max_retries: int,
        waiting: Waiting = nullcontext,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        address = without_user(base_url)
        self.host = address.netloc
        name = address.hostname or ""
        self.local = name in ("localhost", "::1") or name.startswith("127.")  # stays on the machine
        self._key = api_key
        self._timeout_s, self._max_retries = timeout_s, max_retries
        self._waiting, self._transport = waiting, transport

    def complete(self, body: Mapping[str, Any]) -> Completion:
        """One chat completion. Raises: see the table above."""
        text = self._send(
            lambda: self._client.post("/chat/completions", cast_to=str, body=dict(body)),
            str(body["model"]),
        )
        try:
            return Completion.model_validate_json(text)
        except ValidationError as err:
            problem = (
                f"{self.host} answered with no chat completion: {self._clean(text) or 'nothing'}"
            )
            if text.lstrip().startswith("<"):
                raise ModelNotConfigured(
                    f"{problem}; is {self.address} the API's address (it often ends in /v1)?"
                ) from err
            raise ModelUnavailable(problem) from err

    def models(self) -> list[str]:
        """The names of the models on offer, sorted."""
        text = self._send(lambda: self._client.get("/models", cast_to=str), "")
        return self._names(text)

    def unknown_model(self, model: str, said: str = "") -> ModelNotConfigured:
        """The error for a model name that the endpoint does not have; offers those it has."""
        import openai

        try:
            offered = self._names(self._client.get("/models", cast_to=str))
        except (openai.OpenAIError, ModelUnavailable):
            offered = []
        if not offered and not model:
            return ModelNotConfigured(
                f"{self.host} needs a model name, and lists none: name one by --model"
            )
        if not offered:
            return ModelNotConfigured(
                f"{self.host} knows no model {model!r}, or no chat completions at "
                f"{self.address}: check both names ({said})"
            )
        if model in offered:  # OpenRouter: "No endpoints found that support image input"
            return ModelNotConfigured(f"{self.host} has {model!r} and cannot use it so: {said}")
        near = [name for name, _, _ in process.extract(model, offered, limit=3, score_cutoff=60)]
        some = near or offered[:10]
        problem = f"has no model {model!r}" if model else "needs a model name"
        return ModelNotConfigured(f"{self.host} {problem}: it has {', '.join(some)}")

    @cached_property
    def _client(self) -> openai.OpenAI:
        import httpx2
        import openai

        from appagent.model import wire

        http = openai.DefaultHttpxClient(
            transport=self._transport, event_hooks=wire.hooks(self._timeout_s)
        )
        return openai.OpenAI(
            base_url=self.base_url,
            api_key=self._key or "none",  # a local endpoint wants no key, the client wants one
            timeout=httpx2.Timeout(self._timeout_s, connect=min(_CONNECT_S, self._timeout_s)),
            max_retries=self._max_retries,
            http_client=http,
        )

    def _send(self, send: Callable[[], str], model: str) -> str:
        import openai

        began = time.monotonic()
        longest = f"at most {self._max_retries + 1} x {self._timeout_s:g} s"
        try:
            with self._waiting(f"waiting for {self.host} ({longest})"):
                return send()
        except openai.APIStatusError as err:
            # `from None`: an endpoint may quote the key, and a traceback shows what it said.
            raise self._status_error(err, model, time.monotonic() - began) from None
        except openai.APITimeoutError as err:
            raise ModelUnavailable(
                f"{self.host} did not answer within {self._timeout_s:g} s "
                f"({_effort(err.request, time.monotonic() - began)}): is it overloaded? "
                "A longer timeout may help"
            ) from err
        except openai.APIConnectionError as err:
            raise ModelUnavailable(
                f"no connection to {self.address} "
                f"({_effort(err.request, time.monotonic() - began)}): "
                f"{self._clean(str(err.__cause__ or err))}; is it running, and the address right?"
            ) from err

    def _status_error(
        self, err: openai.APIStatusError, model: str, seconds: float
    ) -> AppAgentError:
        from appagent.model.wire import NO_REPLY, SPENT

        status, code = err.status_code, str(err.code or err.type or "")
        said = self._clean(" ".join(_leaves(err.body)), 2000)
        shown = self._clean(_sentence(err.body, status)) or "no reason given"
        if status == 402 or code in SPENT:
            return ModelRefused(f"the account at {self.host} is empty: {shown}")
        if status == 401 and not self._key:
            return ModelRefused(f"{self.host} wants a key ({status}): {shown}; set {KEY}")
        if status == 401:
            return ModelRefused(
                f"{self.host} refused the key in {KEY} ({status}): {shown}; "
                "set it to a key of this endpoint"
            )
        if status == 403:
            return ModelRefused(
                f"{self.host} refused access ({status}): {shown}; "
                f"the key in {KEY} may not do this, or not from here"
            )
        if status == 404 or (status == 400 and _NO_SUCH_MODEL.search(f"{code} {said}")):
            return self.unknown_model(model, shown)
        if status in (400, 422) or (status in (500, 501) and _NO_GRAMMAR.search(said)):
            param = err.param if isinstance(err.param, str) else ""
            return RequestRejected(
                f"{self.host} refused the request ({status}): {shown}", said, param
            )
        if status in (408, 409, 429) or status >= 500:
            wait = err.response.headers.get("retry-after")
            later = f"; it asks to wait {wait} s" if wait else ""
            effort = _effort(err.request, seconds)
            how = err.response.extensions.get(NO_REPLY) or f"failed with {status}"
            return ModelUnavailable(f"{self.host} {how} ({effort}): {shown}{later}")
        return ModelRefused(f"{self.host} refused the request ({status}): {shown}")

    def _names(self, text: str) -> list[str]:
        try:
            return sorted(entry.id for entry in _Models.model_validate_json(text).data)
        except ValidationError as err:
            raise ModelUnavailable(f"{self.host} has no list of models") from err

    @property
    def address(self) -> str:
        """The address without what a person may have put before the @."""
        return re.sub(r"//[^/@]*@", "//", self.base_url)

    def _clean(self, said: str, length: int = 300) -> str:
        """The endpoint's own words on one line, without the key."""
        flat = " ".join(said.split())
        if len(self._key) >= 8:
            flat = flat.replace(self._key, "[key]")
        return re.sub(r"\b(sk|key)-[\w*-]{6,}", "[key]", flat)[:length]


def _leaves(body: object) -> Iterator[str]:
    """The texts in an error body. Its keys are left out: FastAPI's is `detail`, and so is a field
    of ours that an endpoint may refuse."""
    match body:
        case str():
            yield body
        case dict():
            for value in body.values():
                yield from _leaves(value)
        case list():
            for value in body:
                yield from _leaves(value)


def _sentence(body: object, status: int) -> str:
    """What an error body says to people, without the status that is told before it:
    `<h1>502 Bad Gateway</h1>`, `Error code: 500 - overloaded`."""
    match body:
        case {"message": str(said)} | {"detail": str(said)} | [{"error": {"message": str(said)}}]:
            pass
        case _:
            said = " ".join(_leaves(body))
    return re.sub(
        rf"^\s*(error code: )?{status}\b[ :-]*", "", _TAG.sub(" ", said), flags=re.I
    ).rstrip(". ")


def _effort(request: httpx2.Request, seconds: float) -> str:
    """`3 attempts, 12 s`. The client numbers its retries in a header."""
    attempts = int(request.headers.get("x-stainless-retry-count", 0)) + 1
    return f"{attempts} attempt{'s' if attempts > 1 else ''}, {seconds:.0f} s"
