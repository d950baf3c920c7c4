"""An endpoint that is really there, and really wrong."""

from __future__ import annotations

import json
import logging
import socket
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from appagent.actions.verbs import Tap
from appagent.errors import (
    AppAgentError,
    ModelError,
    ModelNotConfigured,
    ModelRefused,
    ModelUnavailable,
)
from appagent.model import endpoint as endpoint_module
from appagent.model.failures import NoList

from .asking import Build, ask
from .conftest import KEY
from .endpoint import Answer, Endpoint, completion, error


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that stands: what a busy machine takes for the tries is not what is tested."""
    monkeypatch.setattr(endpoint_module, "time", SimpleNamespace(monotonic=lambda: 0.0))


def test_a_rate_limit_is_waited_for(endpoint: Endpoint, model: Build) -> None:
    """Else one failed call ends the whole run."""
    endpoint.play(error(429, "slow down", "rate_limit_exceeded"), completion())
    assert ask(model()).value.action == Tap(element=3)
    assert len(endpoint.requests) == 2


@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("named", [{}, {"Retry-After": "0"}, {"Retry-After": "soon"}])
def test_the_waits_grow_where_the_endpoint_names_none(
    endpoint: Endpoint,
    model: Build,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
    named: dict[str, str],
) -> None:
    """Three tries in one second are three more that are too many."""
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    endpoint.play(Answer({"error": {"message": "slow down"}}, status, named))
    with pytest.raises(ModelUnavailable, match=rf"failed with {status} \(5 attempts, 0 s\)"):
        ask(model(max_retries=4))
    assert waits == [1, 4, 15, 15]
    assert len(endpoint.requests) == 5


def test_a_wait_that_the_endpoint_names_is_kept(
    endpoint: Endpoint, model: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    answer = Answer({"error": {"message": "slow down"}}, 429, {"Retry-After": "7"})
    endpoint.play(answer, answer, completion())
    ask(model())
    assert waits == [7, 7]


def test_a_long_rate_limit_is_reported(endpoint: Endpoint, model: Build) -> None:
    body = {"error": {"message": "daily limit", "code": "rate_limit_exceeded"}}
    endpoint.play(Answer(body, 429, {"Retry-After": "3600"}))
    with pytest.raises(ModelUnavailable, match="asks to wait 3600 s"):
        ask(model())
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize(
    "answer",
    [
        error(429, "You exceeded your current quota", "insufficient_quota"),
        Answer({"error": {"message": "no money", "code": "insufficient_quota"}}, 200),
        error(402, "Insufficient Balance"),
    ],
    ids=["429", "inside 200", "402"],
)
def test_an_empty_account_is_not_retried(endpoint: Endpoint, model: Build, answer: Answer) -> None:
    endpoint.play(answer)
    with pytest.raises(ModelRefused, match="is empty"):
        ask(model())
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize(("status", "what"), [(401, "the key in OPENAI_API_KEY"), (403, "access")])
def test_a_wrong_key_is_not_retried_and_not_shown(
    endpoint: Endpoint, model: Build, status: int, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    endpoint.play(error(status, f"Incorrect API key provided: {KEY}.", "invalid_api_key"))
    with caplog.at_level(logging.DEBUG), pytest.raises(ModelRefused) as caught:
        ask(model())
    assert f"refused {what} ({status}): " in str(caught.value)
    assert "OPENAI_API_KEY" in str(caught.value)
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert KEY not in caplog.text
    assert len(endpoint.requests) == 1


def test_a_missing_key_is_asked_for(endpoint: Endpoint, model: Build) -> None:
    endpoint.play(error(401, "No auth credentials found"))
    with pytest.raises(ModelRefused, match=r"wants a key \(401\): .*; set OPENAI_API_KEY$"):
        ask(model(api_key=""))


@pytest.mark.parametrize(
    "answer",
    [
        error(404, "The model `seer-5` does not exist", "model_not_found"),
        error(400, "seer-5 is not a valid model ID"),
    ],
    ids=["OpenAI", "OpenRouter"],
)
def test_an_unknown_model_gets_similar_names_offered(
    endpoint: Endpoint, model: Build, answer: Answer
) -> None:
    endpoint.models = Answer({"data": [{"id": "seer-4"}, {"id": "poet-large"}]})
    endpoint.play(answer)
    with pytest.raises(ModelNotConfigured, match=r"has no model 'seer-5': did you mean seer-4\?$"):
        ask(model("seer-5"))


def test_a_rejected_model_is_not_called_missing(endpoint: Endpoint, model: Build) -> None:
    endpoint.play(error(404, "No endpoints found that support image input"))
    with pytest.raises(
        ModelNotConfigured, match="has 'seer-4' but cannot use it in this way: No endpoints"
    ):
        ask(model())


def test_without_a_name_all_models_are_offered(endpoint: Endpoint, model: Build) -> None:
    assert model("").models() == ["seer-4"]
    with pytest.raises(ModelNotConfigured, match="needs a model name: it has seer-4"):
        ask(model(""))
    assert not endpoint.requests


def test_a_wrong_address_differs_from_a_wrong_model(endpoint: Endpoint, model: Build) -> None:
    endpoint.models = Answer("<html>404</html>", 404, {"Content-Type": "text/html"})
    endpoint.play(endpoint.models)
    with pytest.raises(ModelNotConfigured, match="or no chat completions at http"):
        ask(model())
    endpoint.play(Answer("<!doctype html><p>Welcome", 200, {"Content-Type": "text/html"}))
    with pytest.raises(ModelNotConfigured, match="often ends in /v1"):
        ask(model())


@pytest.mark.parametrize(
    "answer",
    [
        Answer("404 page not found", 404, {"Content-Type": "text/plain"}),  # Ollama without its /v1
        Answer("<!doctype html><p>Not here", 404, {"Content-Type": "text/html"}),
        Answer("<!doctype html><p>Welcome", 200, {"Content-Type": "text/html"}),
        Answer("", 405),
    ],
)
def test_a_web_server_differs_from_an_api(endpoint: Endpoint, model: Build, answer: Answer) -> None:
    endpoint.models = answer
    with pytest.raises(ModelNotConfigured, match=r"not as an API: .*often ends in /v1"):
        model().models()


@pytest.mark.parametrize(
    "answer", [error(404, "no such route"), Answer({"detail": "Not Found"}, 404), Answer([])]
)
def test_an_api_may_keep_no_list_of_models(
    endpoint: Endpoint, model: Build, answer: Answer
) -> None:
    endpoint.models = answer
    with pytest.raises(NoList, match="has no list of models"):
        model().models()


@pytest.mark.usefixtures("still_clock")
def test_an_endpoint_that_always_fails_is_tried_three_times(
    endpoint: Endpoint, model: Build
) -> None:
    endpoint.play(error(500, "CUDA out of memory"))
    with pytest.raises(
        ModelUnavailable, match=r"127\.0\.0\.1:\d+ failed with 500 \(3 attempts, 0 s\): CUDA"
    ):
        ask(model())
    assert len(endpoint.requests) == 3


def test_no_server_at_the_address(model: Build) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: connections are refused
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        with pytest.raises(ModelUnavailable, match=r"no connection to http.*1 attempt, 0 s"):
            ask(model(base_url=url, max_retries=0))


@pytest.mark.parametrize("drip_s", [30, 0.05], ids=["silent", "dripping"])
def test_an_endpoint_that_never_ends_times_out(
    endpoint: Endpoint, model: Build, drip_s: float
) -> None:
    """A blank now and then must not renew its time."""
    endpoint.play(Answer("", drip_s=drip_s))
    began = time.monotonic()
    with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.3 s \(1 attempt"):
        ask(model(timeout_s=0.3, max_retries=0))
    assert time.monotonic() - began < 2


LOST = {"error": {"code": 502, "message": "lost"}, "message": {"content": ""}}


@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            {"error": {"message": "gone", "code": 504}},
            r"failed with 504 \(3 attempts, 0 s\): gone$",
        ),
        ({"error": "overloaded"}, r"answered without a reply \(3 attempts, 0 s\): overloaded$"),
        ({"choices": None}, r"answered without a reply \(3 .*: no reason given$"),
        ({"choices": []}, r"answered without a reply \(3 .*: no reason given$"),
        ({"choices": [LOST]}, r"failed with 502 .*: lost$"),
    ],
)
def test_a_failure_inside_200_is_retried_and_reported(
    endpoint: Endpoint, model: Build, body: object, told: str
) -> None:
    """What shows an error must not crash on one of another form."""
    failure = Answer(body, 200, {"retry-after-ms": "1"})
    endpoint.play(failure)
    with pytest.raises(ModelUnavailable, match=told):
        ask(model())
    assert len(endpoint.requests) == 3
    endpoint.play(failure, completion())
    assert ask(model()).value.action == Tap(element=3)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (error(500, "Error code: 500 - it broke", "server_error"), r"500 \(1 .*\): it broke$"),
        (Answer("<h1>502 Bad Gateway</h1>", 502), r"502 \(1 .*\): Bad Gateway$"),
        (Answer([{"error": {"message": "busy", "status": "UNAVAILABLE"}}], 503), r"\): busy$"),
        (
            Answer({"object": "error", "message": "too long", "code": 400}, 400),
            r"\(400\): too long$",
        ),
        (Answer("", 503), r"\): no reason given$"),
    ],
)
def test_a_failure_quotes_the_endpoint_once(
    endpoint: Endpoint, model: Build, answer: Answer, told: str
) -> None:
    endpoint.play(answer)
    with pytest.raises(ModelError, match=told):
        ask(model(max_retries=0))


@pytest.mark.parametrize("body", ['{"choices": [{"mess', "null", '{"choices": [{}]}', "\x00", "[]"])
def test_a_body_that_is_no_completion(endpoint: Endpoint, model: Build, body: str) -> None:
    endpoint.play(Answer(body))
    with pytest.raises(ModelUnavailable, match="answered with no chat completion"):
        ask(model())


def test_the_wait_names_the_host(endpoint: Endpoint, model: Build) -> None:
    told: list[str] = []

    @contextmanager
    def waiting(what: str) -> Iterator[None]:
        told.append(f"{what}: {len(endpoint.requests)}")
        yield
        told.append(f"over: {len(endpoint.requests)}")

    host = endpoint.url.split("/")[2]
    ask(model(waiting=waiting, timeout_s=9, max_retries=1))
    assert told == [f"waiting for {host} (at most 2 x 9 s): 0", "over: 1"]


def test_every_failure_is_one_of_ours(endpoint: Endpoint, model: Build) -> None:
    statuses = (300, 400, 405, 408, 409, 413, 418, 422, 451, 500, 503, 529)
    bodies: tuple[object, ...] = (
        {},
        [],
        "",
        "plain text",
        [{"error": {"message": "as Gemini does"}}],
        {"error": None},
    )
    chat = model(max_retries=0)
    for status in statuses:
        for body in bodies:
            endpoint.play(Answer(body, status, {"retry-after-ms": "1"}))
            with pytest.raises(AppAgentError) as caught:
                ask(chat)
            assert json.dumps(str(caught.value))
