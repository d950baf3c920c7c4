"""What is put right between an endpoint and the openai client, as hooks of its HTTP client."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx2

SPENT = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
_STATUS = {"invalid_api_key": 401, "model_not_found": 404, "rate_limit_exceeded": 429}
_STATUS |= dict.fromkeys(SPENT, 429)
NO_REPLY = "no_reply"
"""In a response's extensions: how to call a failure that names no status of its own."""


def hooks(timeout_s: float) -> dict[str, list[Callable[..., Any]]]:
    """The `event_hooks` that hold a whole attempt to `timeout_s` and make a failure look like one.

    - httpx's own timeout starts anew with every byte: an endpoint that sends a blank now and then
      to keep the line open would be waited for without end.
    - OpenRouter and its like answer 200 with an error inside, or without choices. It gets the
      status it names, so that it is retried and told like any other.
    - An empty account is answered 429, as a short rate limit is; waiting does not fill it.
    """

    def start(request: httpx2.Request) -> None:
        request.extensions["deadline"] = time.monotonic() + timeout_s

    def finish(response: httpx2.Response) -> None:
        assert isinstance(response.stream, httpx2.SyncByteStream)
        response.stream = _Deadlined(response.stream, response.request.extensions["deadline"])
        response.read()
        body = _body(response)
        error = _error(body)
        code = str(error.get("code") or error.get("type") or "")
        if response.status_code == 200 and (error or not body.get("choices", True)):
            named = _status(code)
            response.status_code = named or 502
            if not named:
                response.extensions[NO_REPLY] = "answered without a reply"
        if code in SPENT:
            response.headers["x-should-retry"] = "false"

    return {"request": [start], "response": [finish]}


def _body(response: httpx2.Response) -> dict[str, Any]:
    try:
        body = json.loads(response.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _error(body: dict[str, Any]) -> dict[str, Any]:
    """The error in a body, or in its first choice where generation broke off; {} for none."""
    choices = body.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else {}
    error = body.get("error") or (isinstance(first, dict) and first.get("error")) or {}
    return error if isinstance(error, dict) else {"message": str(error)}


def _status(code: str) -> int:
    """The HTTP status that an error's code names, 0 where it names none."""
    named = int(code) if code.isdecimal() and len(code) == 3 else _STATUS.get(code, 0)
    return named if 400 <= named < 600 else 0


class _Deadlined(httpx2.SyncByteStream):
    def __init__(self, inner: httpx2.SyncByteStream, deadline: float) -> None:
        self._inner, self._deadline = inner, deadline

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._inner:
            if time.monotonic() > self._deadline:
                raise httpx2.ReadTimeout("the reply came too slowly")
            yield chunk

    def close(self) -> None:
        self._inner.close()
