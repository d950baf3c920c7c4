"""The status that an HTTP answer should have had, where an endpoint hides its failure."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx2

SPENT = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
NO_REPLY = "no_reply"
"""In a response's extensions: what to say of a failure that names no status of its own."""
WAITS_S = (1, 4, 15)
"""Before the tries after one that was too many, where the endpoint does not say how long to wait:
its limit is of a minute, mostly, and three tries in a second are three more that are too many."""
_TOO_MANY = (429, 503)

_BY_CODE = {"invalid_api_key": 401, "model_not_found": 404, "rate_limit_exceeded": 429}
_BY_CODE |= dict.fromkeys(SPENT, 429)


def correct(response: httpx2.Response) -> None:
    """Give a response the status that it names inside, so that the client retries what it should.

    - OpenRouter and others answer 200 with an error inside, or without choices.
    - Some that are asked too often do not say how long to wait.
    - An empty account is answered with 429, as a rate limit is; waiting does not fill it.
    """
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
    if response.status_code in _TOO_MANY and not _names_a_wait(response.headers):
        tried = int(response.request.headers.get("x-stainless-retry-count", 0))
        wait_s = WAITS_S[min(tried, len(WAITS_S) - 1)]
        response.headers["retry-after-ms"] = str(wait_s * 1000)  # the client waits so long


def _names_a_wait(headers: httpx2.Headers) -> bool:
    """Whether an answer says how long to wait: a number that is not 0, or a date."""
    return any(re.search("[1-9]", headers.get(f"retry-after{unit}", "")) for unit in ("-ms", ""))


def _body(response: httpx2.Response) -> dict[str, Any]:
    try:
        body = json.loads(response.content)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _error(body: dict[str, Any]) -> dict[str, Any]:
    """The error in a body, or in its first choice where generation broke off; {} for none."""
    choices = body.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else {}
    error = body.get("error") or (isinstance(first, dict) and first.get("error")) or {}
    return error if isinstance(error, dict) else {"message": str(error)}


def _status(code: str) -> int:
    """The HTTP status that an error's code means; 0 where it means none."""
    status = int(code) if code.isdecimal() and len(code) == 3 else _BY_CODE.get(code, 0)
    return status if 400 <= status < 600 else 0
