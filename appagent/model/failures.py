"""Our errors for what goes wrong at an endpoint, and the models that it offers instead.

openai / HTTP                                        here
---------------------------------------------------  ------------------------------------------
400, 422, 500 over a schema                          RequestRejected: a field it does not take
401, 403, 402, an empty account, other 4xx           ModelRefused
404, "no such model"                                 ModelNotConfigured, with near names
408, 409, 429, 5xx, no connection, too slow          ModelUnavailable, after all retries
200 that is no chat completion                       ModelUnavailable, or ModelNotConfigured
an answer that is no JSON to a request for a list    ModelNotConfigured: no API at this address
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pydantic import BaseModel, ValidationError

from appagent.config import KEY
from appagent.errors import AppAgentError, ModelNotConfigured, ModelRefused, ModelUnavailable
from appagent.model.backends import OFFLINE
from appagent.suggest import did_you_mean, near

if TYPE_CHECKING:
    import openai

    from appagent.model.endpoint import Endpoint

_NO_SUCH_MODEL = re.compile(
    r"model_not_found|no such model|model\b.{0,80}\b(?:not found|does not exist|not exist)"
    r"|not a valid model",
    re.IGNORECASE | re.DOTALL,
)
_TAG = re.compile(r"<[^>]*>")
# A schema that its grammar compiler cannot take: some servers call that their own failure.
_NO_GRAMMAR = re.compile(r"grammar|json_schema|response_format", re.IGNORECASE)


class RequestRejected(ModelRefused):
    """400 or 422: `said` holds the endpoint's words, `param` the field it names."""

    def __init__(self, message: str, said: str, param: str) -> None:
        super().__init__(message)
        self.said, self.param = said, param


class _ModelName(BaseModel):
    id: str


class _Models(BaseModel):
    data: list[_ModelName]


class NoList(ModelUnavailable):
    """An API that does not list its models."""


def translate(
    err: openai.APIError, endpoint: Endpoint, model: str | None, seconds: float
) -> AppAgentError:
    """Our error for the client's, after `seconds`. `model`: the one that was asked; None where the
    list of models was asked for."""
    import openai

    effort = _effort(err, seconds)
    match err:
        case openai.APITimeoutError():
            return ModelUnavailable(
                f"{endpoint.host} did not answer within {endpoint.timeout_s:g} s ({effort}): "
                "is it overloaded? A longer timeout may help"
            )
        case openai.APIStatusError():
            return _of_status(err, endpoint, model, effort)
        case _ if _is_broken(err.__cause__):
            return ModelUnavailable(
                f"{endpoint.host} sent a broken answer ({effort}): "
                f"{_clean(str(err.__cause__), endpoint)}; {_is_it_an_api(endpoint)}"
            )
        case _:
            return ModelUnavailable(
                f"no connection to {endpoint.address} ({effort}): "
                f"{_clean(str(err.__cause__ or err), endpoint)}; "
                "is it running, and is the address right?"
            )


def _is_broken(cause: BaseException | None) -> bool:
    """Whether a server did answer, but not in HTTP, or packed in a way that cannot be undone."""
    import httpx2

    return isinstance(cause, httpx2.ProtocolError | httpx2.DecodingError)


def no_completion(text: str, endpoint: Endpoint) -> AppAgentError:
    """The error for a 200 that is no chat completion."""
    found = _clean(text, endpoint) or "nothing"
    problem = f"{endpoint.host} answered with no chat completion: {found}"
    if text.lstrip().startswith("<"):
        return ModelNotConfigured(f"{problem}; {_is_it_an_api(endpoint)}")
    return ModelUnavailable(problem)


def list_models(endpoint: Endpoint) -> list[str]:
    """The names of the models on offer, sorted.

    Raises: `NoList` where the API does not list them; see the table above.
    """
    text = endpoint.get("/models")
    try:
        return sorted(entry.id for entry in _Models.model_validate_json(text).data)
    except ValidationError as err:
        raise _no_list(text, endpoint) from err


def unknown_model(model: str, endpoint: Endpoint, said: str = "") -> ModelNotConfigured:
    """The error for a model name that the endpoint does not have; offers those it has."""
    try:
        offered = list_models(endpoint)
    except AppAgentError:
        offered = []
    if not offered and not model:
        return ModelNotConfigured(
            f"{endpoint.host} needs a model name, and lists none: name one by --model"
        )
    if not offered:
        unknown = f"{endpoint.host} knows no model {model!r}"
        if meant := did_you_mean(near(model, [OFFLINE])):
            return ModelNotConfigured(f"{unknown}{meant}")
        return ModelNotConfigured(
            f"{unknown}, or no chat completions at {endpoint.address}: check both names ({said})"
        )
    if model in offered:  # OpenRouter: "No endpoints found that support image input"
        return ModelNotConfigured(
            f"{endpoint.host} has {model!r} but cannot use it in this way: {said}"
        )
    problem = f"has no model {model!r}" if model else "needs a model name"
    return ModelNotConfigured(f"{endpoint.host} {problem}{offer(model, offered)}")


def _no_list(text: str, endpoint: Endpoint) -> AppAgentError:
    """The error for a 200 that lists no models: an API's own, or no API's at all."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return _no_api(text, endpoint)
    return NoList(f"{endpoint.host} has no list of models")


def offer(name: str, offered: Sequence[str]) -> str:
    """The end of a sentence: the names that may be meant by a wrong one, the rules' own among them,
    else the first on offer."""
    return did_you_mean(near(name, [*offered, OFFLINE])) or f": it has {', '.join(offered[:10])}"


def _of_status(
    err: openai.APIStatusError, endpoint: Endpoint, model: str | None, effort: str
) -> AppAgentError:
    host, code, status = endpoint.host, str(err.code or err.type or ""), err.status_code
    said = _clean(" ".join(_texts(err.body)), endpoint, 2000)
    shown = _clean(_sentence(err.body, status), endpoint) or "no reason given"
    if refusal := _refusal(status, code, shown, endpoint):
        return refusal
    if model is None and status in (404, 405, 501):
        if isinstance(err.body, str) or err.body is None:
            return _no_api(f"{status} {shown}", endpoint)
        return NoList(f"{host} has no list of models ({status}: {shown})")
    unknown = status == 404 or (status == 400 and _NO_SUCH_MODEL.search(f"{code} {said}"))
    if model is not None and unknown:
        return unknown_model(model, endpoint, shown)
    if status in (400, 422) or (status in (500, 501) and _NO_GRAMMAR.search(said)):
        param = err.param if isinstance(err.param, str) else ""
        return RequestRejected(f"{host} refused the request ({status}): {shown}", said, param)
    if status in (408, 409, 429) or status >= 500:
        from appagent.model.status import NO_REPLY

        wait = err.response.headers.get("retry-after", "")[:40]
        later = f"; it asks to wait {wait} s" if wait else ""
        how = err.response.extensions.get(NO_REPLY) or f"failed with {status}"
        return ModelUnavailable(f"{host} {how} ({effort}): {shown}{later}")
    return ModelRefused(f"{host} refused the request ({status}): {shown}")


def _refusal(status: int, code: str, shown: str, endpoint: Endpoint) -> ModelRefused | None:
    """The error for a key or an account that is refused; None for any other failure."""
    from appagent.model.status import SPENT

    host = endpoint.host
    if status == 402 or code in SPENT:
        return ModelRefused(f"the account at {host} is empty: {shown}")
    if status == 401 and not endpoint.key:
        return ModelRefused(f"{host} wants a key ({status}): {shown}; set {KEY}")
    if status == 401:
        return ModelRefused(
            f"{host} refused the key in {KEY} ({status}): {shown}; set it to a key of this endpoint"
        )
    if status == 403:
        return ModelRefused(
            f"{host} refused access ({status}): {shown}; "
            f"the key in {KEY} has no right to do this, or not from this machine"
        )
    return None


def _no_api(text: str, endpoint: Endpoint) -> ModelNotConfigured:
    found = _clean(_TAG.sub(" ", text), endpoint, 100) or "nothing"
    return ModelNotConfigured(
        f"{endpoint.host} answers, but not as an API: {found}; {_is_it_an_api(endpoint)}"
    )


def _is_it_an_api(endpoint: Endpoint) -> str:
    return f"is {endpoint.address} the API's address (it often ends in /v1)?"


def _clean(said: str, endpoint: Endpoint, length: int = 300) -> str:
    """The endpoint's own words on one line, without the key."""
    line = " ".join(said.split())
    if len(endpoint.key) >= 8:
        line = line.replace(endpoint.key, "[key]")
    return re.sub(r"\b(sk|key)-[\w*-]{6,}", "[key]", line)[:length]


def _texts(body: object) -> Iterator[str]:
    """The texts in an error body. Its keys are left out: FastAPI's is `detail`, and so is a field
    of ours that an endpoint may refuse."""
    left = [body]  # not by recursion: a body may nest deep
    while left:
        match left.pop():
            case str(said):
                yield said
            case dict(fields):
                left += reversed(fields.values())
            case list(values):
                left += reversed(values)


def _sentence(body: object, status: int) -> str:
    """What an error body says to people, without the status in front: `<h1>502 Bad Gateway</h1>`,
    `Error code: 500 - overloaded`."""
    match body:
        case {"message": str(said)} | {"detail": str(said)} | [{"error": {"message": str(said)}}]:
            pass
        case _:
            said = " ".join(_texts(body))
    return re.sub(
        rf"^\s*(error code: )?{status}\b[ :-]*", "", _TAG.sub(" ", said), flags=re.I
    ).rstrip(". ")


def _effort(err: openai.APIError, seconds: float) -> str:
    """`3 attempts, 12 s`. The client numbers its retries in a header."""
    attempts = int(err.request.headers.get("x-stainless-retry-count", 0)) + 1
    return f"{attempts} attempt{'s' if attempts > 1 else ''}, {seconds:.0f} s"
