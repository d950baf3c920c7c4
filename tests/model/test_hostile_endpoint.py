"""An endpoint that means harm: it is given up in time, in bounds, and told in one sentence."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from appagent.actions import coords
from appagent.actions.decision import Decision
from appagent.actions.replies import FreeForm
from appagent.actions.verbs import ON_POINTS, Tap
from appagent.errors import (
    AppAgentError,
    DetectorFailed,
    ModelNotConfigured,
    ModelUnavailable,
    ReplyInvalid,
)
from appagent.geometry import Size
from appagent.model.chat import ChatModel
from appagent.model.detector import Detector
from appagent.model.reply import MOST_CHARACTERS, parse
from tests.screen.trees import blank

from .asking import Build, ask
from .endpoint import DECISION, Answer, Endpoint, completion
from .wire import Wire, answering, drips, sends

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
SLOW_S = 0.4


def hostile(url: str, **options: Any) -> ChatModel:
    return ChatModel("seer-4", **({"base_url": url, "max_retries": 0} | options))


def whole(body: object) -> bytes:
    content = json.dumps(body).encode()
    return HEAD + b"Content-Length: %d\r\n\r\n" % len(content) + content


@pytest.mark.parametrize(
    ("first", "again"),
    [(b"", b"H"), (HEAD, b"X-A: b\r\n"), (HEAD + b"\r\n", b" ")],
    ids=["status", "headers", "body"],
)
@pytest.mark.parametrize("what", [ask, ChatModel.models], ids=["ask", "list"])
def test_an_answer_that_drips_ends_at_its_deadline(
    first: bytes, again: bytes, what: Callable[[ChatModel], object]
) -> None:
    """Each byte renews the time that a client waits for the next one."""
    places: list[Wire] = []
    with answering(drips(first, again, SLOW_S / 4, lambda: places[0].over)) as wire:
        places.append(wire)
        began = time.monotonic()
        with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.4 s \(1 attempt"):
            what(hostile(wire.url, timeout_s=SLOW_S))
        assert time.monotonic() - began < 5 * SLOW_S


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (HEAD + b"\r\n", b" " * (1 << 20)),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"100000\r\n" + b" " * (1 << 20) + b"\r\n"),
        (HEAD + b"Content-Encoding: gzip\r\n\r\n", gzip.compress(bytes(64 << 20))),
    ],
    ids=["plain", "chunked", "gzip"],
)
def test_an_answer_without_end_is_cut_off(first: bytes, again: bytes) -> None:
    places: list[Wire] = []
    with answering(drips(first, again, 0, lambda: places[0].over)) as wire:
        places.append(wire)
        with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1:\d+ sent more than 16 MB"):
            ask(hostile(wire.url, timeout_s=20, max_retries=2))
        assert len(wire.requests) == 1, "asking again would bring as much again"


def redirect(status: int, target: str) -> bytes:
    return (
        b"HTTP/1.1 %d Elsewhere\r\nLocation: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        % (
            status,
            target.encode(),
        )
    )


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("what", [ask, ChatModel.models], ids=["ask", "list"])
def test_a_redirect_to_another_place_is_not_followed(
    status: int, what: Callable[[ChatModel], object]
) -> None:
    with answering(sends(whole({"data": []}))) as thief:
        elsewhere = thief.url.removesuffix("/v1")
        with answering(sends(redirect(status, f"{elsewhere}/v1/chat/completions"))) as wire:
            with pytest.raises(ModelNotConfigured) as caught:
                what(hostile(wire.url, api_key="sk-live-0123456789abcdef", max_retries=2))
            assert f"redirects to {elsewhere}, and nothing was sent there" in str(caught.value)
            assert len(wire.requests) == 1
        assert not thief.requests


@pytest.mark.parametrize("target", ["https://127.0.0.1/v1", "//evil.example/v1", "ftp://x/"])
def test_a_redirect_to_another_scheme_or_host_is_not_followed(target: str) -> None:
    with (
        answering(sends(redirect(307, target))) as wire,
        pytest.raises(ModelNotConfigured, match="redirects to "),
    ):
        ask(hostile(wire.url))


def test_a_redirect_at_the_same_place_is_followed() -> None:
    answers = [redirect(308, "/v2/chat/completions"), whole(completion().body)]
    with answering(lambda connection: connection.sendall(answers.pop(0))) as wire:
        assert ask(hostile(wire.url)).value.action == Tap(element=3)
        assert [each.split()[1] for each in wire.requests] == [
            b"/v1/chat/completions",
            b"/v2/chat/completions",
        ]
        assert wire.requests[0].rpartition(b"\r\n")[2] == wire.requests[1].rpartition(b"\r\n")[2]


def test_redirects_in_a_circle_end() -> None:
    with (
        answering(sends(redirect(307, "/v1/chat/completions"))) as wire,
        pytest.raises(AppAgentError, match="redirects"),
    ):
        ask(hostile(wire.url))


def test_the_detector_is_held_to_the_same(endpoint: Endpoint) -> None:
    screen = blank(Size(100, 200))
    with (
        answering(sends(redirect(307, endpoint.url))) as wire,
        pytest.raises(DetectorFailed, match="redirects to"),
    ):
        Detector(wire.url, timeout_s=5)(screen)
    assert not endpoint.requests
    places: list[Wire] = []
    with answering(drips(HEAD, b"X-A: b\r\n", 0.1, lambda: places[0].over)) as wire:
        places.append(wire)
        with pytest.raises(DetectorFailed, match=r"gave no answer within 0\.4 s"):
            Detector(wire.url, timeout_s=SLOW_S)(screen)


DEEP = 100_000


@pytest.mark.parametrize("status", [200, 400, 429, 500])
@pytest.mark.parametrize(
    "body",
    [
        "[" * DEEP + "]" * DEEP,
        '{"error":' * DEEP + "1" + "}" * DEEP,
        '{"error":' * 400 + '"deep"' + "}" * 400,
        '{"choices": [], "error":' + "[" * DEEP + "]" * DEEP + "}",
    ],
    ids=["lists", "objects", "some", "inside"],
)
def test_a_body_that_nests_deep_is_no_answer(
    endpoint: Endpoint, model: Build, status: int, body: str
) -> None:
    endpoint.play(Answer(body, status, {"retry-after-ms": "1"}))
    endpoint.models = Answer(body, status)
    for what in (ask, ChatModel.models):
        with pytest.raises(AppAgentError) as caught:
            what(model(max_retries=0))  # type: ignore[operator]
        assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    "headers",
    [
        b"Content-Length: -1\r\n",
        b"Content-Length: 99999999999999999999\r\n",
        b"Transfer-Encoding: chunked\r\nX: zz\r\n",
        b"Content-Encoding: gzip\r\n",
    ],
)
def test_what_is_no_http_is_called_so(headers: bytes) -> None:
    with (
        answering(sends(HEAD + headers + b"\r\nzz\r\n{}")) as wire,
        pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1:\d+ sent a broken answer \(1 attempt"),
    ):
        ask(hostile(wire.url))


@pytest.mark.parametrize("count", [-5, 10**30, 1.5, float("inf"), [1], "many", {"a": 1}])
def test_a_bill_that_is_none_spoils_no_reply(
    endpoint: Endpoint, model: Build, count: object
) -> None:
    """Nor does it lift a limit of tokens or money: it is unknown, and told so."""
    body = completion().body
    for usage in (count, {"prompt_tokens": count, "completion_tokens": 9}):
        endpoint.play(Answer(body | {"usage": usage}))
        chat = model()
        assert ask(chat).value.action == Tap(element=3)
        assert (chat.spent.prompt_tokens, chat.spent.known) == (0, False)


@pytest.mark.parametrize(
    "message",
    [
        {"content": 5},
        {"content": [None]},
        {"content": None, "tool_calls": [{"function": None}]},
        {"content": None, "tool_calls": [{"function": {"arguments": {"a": 1}}}]},
        {"content": "x" * 50_001},
    ],
    ids=lambda message: str(message)[:40],
)
def test_a_message_that_is_none_is_one_sentence(
    endpoint: Endpoint, model: Build, message: dict[str, object]
) -> None:
    endpoint.play(Answer({"choices": [{"message": message}]}))
    with pytest.raises(AppAgentError) as caught:
        ask(model())
    assert caught.value.exit_code == 4
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("charset", ["utf-16", "punycode", "zip", "idna", "hex", "no-such"])
def test_json_is_utf_8_whatever_the_header_says(
    endpoint: Endpoint, model: Build, charset: str
) -> None:
    kind = {"Content-Type": f"text/html; charset={charset}"}
    endpoint.play(Answer(completion().body, 200, kind))
    assert ask(model()).value.action == Tap(element=3)


@pytest.mark.parametrize("wait", ["1e9", "inf", "nan", "-5", "1e400", "x" * 5000])
def test_a_wait_that_is_no_wait_is_not_waited_for(
    endpoint: Endpoint, model: Build, wait: str
) -> None:
    endpoint.play(Answer({"error": {"message": "busy"}}, 429, {"Retry-After": wait}))
    began = time.monotonic()
    with pytest.raises(ModelUnavailable) as caught:
        ask(model(max_retries=1))
    assert time.monotonic() - began < 5
    assert len(str(caught.value)) < 200


MB = 1 << 20
# What is repeated, what stands before it, and what after it.
REPLIES = [
    *((mark, "", "") for mark in "\"{}[]`\\' \n_*#>a(:0\0"),
    *(
        (mark, "", "")
        for mark in ('{"', '{"a":', "[{", "{}", '\\"', "`x", "\n>", "tap(", "</think>")
    ),
    *(
        (mark, "", "")
        for mark in ("<think>", "<think>x</thinking>", "Action: ", "Action:\n", "a\n")
    ),
    *((mark, "", "") for mark in ("do(action=", "do(action=\n", "<answer>", "observation ")),
    ("<think>", "", "</think>" * 9),
    ("</thinking><think>", "", ""),
    ('{"observation": "', "", ""),
    (", 1", "tap(1", ")"),
    ("-", "tap(", "1)"),
    (" ", "tap(1)", "x"),
    ("\n", "tap(1)", "x"),
    ("\n", "x", "y"),
    (" ", "{", "x}"),
    ("tap(1) ", '{"observation": "x", "action": "', '"}'),
    ("`x", '{"observation": "x", "action": "', '"}'),
    ("(", '{"observation": "x", "action": "', '"}'),
    (" ", '{"observation": "x", "action": "tap(1)', 'x"}'),
    ("x", '{"observation": "x", "action": {"kind": "text", "text": "', '"}}'),
    ("9", '{"observation": ', "}"),
    ("9", '{"observation": "x", "action": {"kind": "tap", "element": ', "}}"),
    ("element: 3, ", '{"observation": "x", action: {"kind": tap, ', "}}"),
    ('"a" ', "{", "}"),
    ("/*", "{", "}"),
    ("[", '{"observation": ', "}"),
    ("x", "click(start_box='", "')"),
    ("1,", "click(start_box='", "')"),
    ("9", '{"action": "wait", "time": ', "}"),
    ("x", '{"action": "', '"}'),
]


@pytest.mark.parametrize("length", [MOST_CHARACTERS - 500, 10 * MB], ids=["short", "long"])
@pytest.mark.parametrize(
    ("again", "before", "after"), REPLIES, ids=[f"{b[-9:]!r} {a!r}" for a, b, _ in REPLIES]
)
def test_a_reply_of_any_length_is_read_in_a_second(
    again: str, before: str, after: str, length: int
) -> None:
    text = before + again * (length // len(again)) + after
    for read in (
        lambda: parse(text, Decision),
        lambda: coords.decision(parse(text, FreeForm).text, "ui-tars", Size(720, 1600), ON_POINTS),
        lambda: coords.decision(parse(text, FreeForm).text, "qwen3-vl", Size(720, 1600), ON_POINTS),
    ):
        began = time.monotonic()
        try:
            read()
        except ReplyInvalid as err:
            assert len(str(err)) < 2000  # noqa: PT017
            assert len(err.raw) <= 2 * MOST_CHARACTERS  # noqa: PT017
        assert time.monotonic() - began < 3


def test_a_long_reply_comes_over_the_wire_and_is_kept_in_part(
    endpoint: Endpoint, model: Build
) -> None:
    endpoint.play(completion(DECISION + '{"' * MB))
    began = time.monotonic()
    with pytest.raises(ReplyInvalid) as caught:
        ask(model())
    assert time.monotonic() - began < 5
    assert len(caught.value.raw) < MB, "it is sent back to the model, and written to the trail"


@pytest.mark.parametrize("text", ["\0" + DECISION, "\ud83d" + DECISION, DECISION + "\udc00\0"])
def test_half_of_a_pair_and_nul_do_not_spoil_a_reply(
    endpoint: Endpoint, model: Build, text: str
) -> None:
    endpoint.play(completion(text))
    assert ask(model()).value.action == Tap(element=3)
