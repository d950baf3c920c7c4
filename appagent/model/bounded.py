"""An HTTP client whose exchanges end: in time, in size, and where they began.

httpx's own timeout starts anew with every byte, and its redirects take a screenshot wherever an
answer tells them to.
"""

from __future__ import annotations

import re
import time
from concurrent.futures import TimeoutError as NotInTime
from typing import Any

import httpx2

from appagent import background
from appagent.errors import ModelNotConfigured, ModelUnavailable
from appagent.model import status

MOST_BYTES = 16 << 20  # of an answer, unpacked: the longest reply of a model has less than one MB
_CONNECT_S = 5.0
_HOPS = 5  # redirects at one place
# A key of the answer itself: inside of a reply's text its quotes would be escaped.
_HIDDEN_FAILURE = re.compile(rb'"error"|"choices"\s*:\s*(?:null|\[\s*\])')


class BoundedClient(httpx2.Client):
    """A client whose exchanges take `timeout_s` at most, from the first byte that is sent to the
    last one that comes; what fails inside of an answer fails visibly."""

    def __init__(self, timeout_s: float, transport: httpx2.BaseTransport | None = None) -> None:
        self.timeout_s = timeout_s
        patience = httpx2.Timeout(timeout_s, connect=min(_CONNECT_S, timeout_s))
        super().__init__(timeout=patience, transport=transport)

    def send(self, request: httpx2.Request, **how: Any) -> httpx2.Response:
        """The whole answer.

        Raises: `httpx2.ReadTimeout`; `ModelNotConfigured` for a redirect to another place,
        `ModelUnavailable` for an answer of more than `MOST_BYTES`.
        """
        # On a thread: neither a name that is looked up nor headers that drip have a deadline.
        deadline = time.monotonic() + self.timeout_s
        answer = background.begin(lambda: self._follow(request, deadline, how), "endpoint")
        try:
            return answer.result(self.timeout_s)
        except NotInTime:
            raise httpx2.ReadTimeout("the answer came too slowly", request=request) from None

    def _follow(
        self, request: httpx2.Request, deadline: float, how: dict[str, Any]
    ) -> httpx2.Response:
        """The answer, after the redirects that stay at the same place."""
        how |= {"stream": True, "follow_redirects": False}
        for _ in range(_HOPS):
            response = super().send(request, **how)
            try:
                answer = _read(response, deadline)
            finally:
                response.close()
            if response.next_request is None:
                return answer
            here, there = _place(request.url), _place(response.next_request.url)
            if here != there:
                raise ModelNotConfigured(
                    f"{here} redirects to {there}, and nothing was sent there: give that address "
                    "itself, if it is to see your screens"
                )
            request = response.next_request
        raise ModelNotConfigured(f"{_place(request.url)} redirects in a circle: is it an API?")


def _place(url: httpx2.URL) -> str:
    """Scheme, host and port: who is spoken to."""
    port = f":{url.port}" if url.port else ""
    return f"{url.scheme}://{url.host}{port}"[:100]


def _read(response: httpx2.Response, deadline: float) -> httpx2.Response:
    """The answer with all its bytes, unpacked."""
    content = bytearray()
    for chunk in response.iter_bytes():
        content += chunk
        if len(content) > MOST_BYTES:
            raise ModelUnavailable(
                f"{response.request.url.netloc.decode()} sent more than {MOST_BYTES >> 20} MB in "
                "one answer, which is no reply: is the address right?"
            )
        if time.monotonic() > deadline:
            raise httpx2.ReadTimeout("the answer came too slowly", request=response.request)
    headers = response.headers.copy()
    for name in ("content-encoding", "content-length", "transfer-encoding"):
        headers.pop(name, None)  # they were of the packed bytes
    answer = httpx2.Response(
        response.status_code, headers=headers, content=bytes(content), request=response.request
    )
    answer.encoding = "utf-8"  # as JSON is; a header may name any codec, also slow ones
    if answer.status_code != 200 or _HIDDEN_FAILURE.search(content):
        status.correct(answer)
    return answer
