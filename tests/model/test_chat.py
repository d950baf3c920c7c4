"""`ChatModel` against an endpoint that is really there, and really wrong."""

from __future__ import annotations

import json
import logging
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from appagent.actions.verbs import Decision, Reflection, Tap
from appagent.errors import (
    AppAgentError,
    ModelError,
    ModelNotConfigured,
    ModelRefused,
    ModelUnavailable,
    ReplyInvalid,
)
from appagent.model.chat import ChatModel
from appagent.ports import Model, Picture, Prompt, Usage

from .conftest import KEY
from .endpoint import DECISION, Answer, Endpoint, completion, error

PROMPT = Prompt(system="You use a phone.", text="<task>Open it</task>", name="run")
PICTURE = Picture(jpeg=b"\xff\xd8 not decoded here", width=720, height=1600)
Build = Callable[..., ChatModel]


def ask(model: Model, *pictures: Picture) -> Any:
    return model.ask(PROMPT, pictures or (PICTURE,), Decision)


# --- what is sent ---------------------------------------------------------------------------------


def test_a_reply_comes_back_with_its_words_and_its_tokens(endpoint: Endpoint, model: Build) -> None:
    chat = model()
    reply = ask(chat)
    assert reply.value.action == Tap(element=3)
    assert reply.raw == DECISION
    assert reply.usage == Usage(1, 1200, 1024, 80, known=True)
    assert chat.spent == reply.usage
    assert endpoint.headers[0]["authorization"] == f"Bearer {KEY}"


def test_what_changes_comes_last_so_that_caches_match(endpoint: Endpoint, model: Build) -> None:
    after = Picture(jpeg=b"2", width=720, height=1600, caption="after:")
    ask(model(), PICTURE, after)
    system, user = endpoint.requests[0]["messages"]
    assert system == {"role": "system", "content": PROMPT.system}
    assert [part["type"] for part in user["content"]] == ["text", "image_url", "text", "image_url"]
    image = user["content"][1]["image_url"]
    assert image == {"url": "data:image/jpeg;base64,/9ggbm90IGRlY29kZWQgaGVyZQ==", "detail": "high"}


def test_problems_follow_as_turns(endpoint: Endpoint, model: Build) -> None:
    model().ask(
        PROMPT, [PICTURE], Decision, [("tap(99)", "no element 99: marks run 1-9"), ("", "")]
    )
    turns = endpoint.requests[0]["messages"][2:]
    assert [turn["role"] for turn in turns] == ["assistant", "user", "assistant", "user"]
    assert turns[0]["content"] == "tap(99)"
    assert turns[1]["content"] == "no element 99: marks run 1-9. Reply again."
    assert turns[2]["content"]  # some endpoints refuse an empty turn


def test_nothing_is_sent_that_was_not_set(endpoint: Endpoint, model: Build) -> None:
    ask(model(max_tokens=None))
    assert set(endpoint.requests[0]) == {"model", "messages", "response_format"}


def test_the_command_line_starts_without_the_client() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import appagent.model.chat, sys; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert not {"openai", "httpx2"} & set(done.stdout.split())


def test_a_transport_of_ones_own_needs_no_network() -> None:
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, json=completion().body))
    chat: Model = ChatModel("rules", base_url="https://rules.invalid/v1", transport=transport)
    assert chat.host == ""
    assert ask(chat).value.action == Tap(element=3)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://localhost:11434/v1", ""),
        ("http://127.0.0.1:8000/v1", ""),
        ("http://[::1]:8000/v1", ""),
        ("https://api.openai.com/v1", "api.openai.com"),
        ("http://192.168.1.4:8000/v1", "192.168.1.4:8000"),
        ("https://me:secret@proxy.example/v1", "proxy.example"),
    ],
)
def test_the_host_is_named_where_screens_leave_the_machine(url: str, host: str) -> None:
    assert ChatModel("m", base_url=url).host == host


# --- what an endpoint does not take ---------------------------------------------------------------


def strict(body: dict[str, Any]) -> Answer:
    """OpenAI's reasoning models: messages as they were answered in 2026."""
    if "max_tokens" in body:
        return error(
            400,
            "Unsupported parameter: 'max_tokens' is not supported with this model. "
            "Use 'max_completion_tokens' instead.",
            "unsupported_parameter",
            "max_tokens",
        )
    if "temperature" in body:
        return error(
            400,
            "Unsupported value: 'temperature' does not support 0.2 with this model.",
            "unsupported_value",
            "temperature",
        )
    return completion()


def test_what_is_refused_is_renamed_or_dropped_once(
    endpoint: Endpoint, model: Build, tmp_path: Path
) -> None:
    """peers 22: `max_tokens` and `temperature` always sent, which newer models reject."""
    endpoint.rule(strict)
    options = {"temperature": 0.2, "max_tokens": 500, "dialects": tmp_path / "new" / "d.json"}
    ask(model(**options))
    assert len(endpoint.requests) == 3
    assert endpoint.requests[-1]["max_completion_tokens"] == 500
    assert endpoint.requests[-1]["response_format"]["type"] == "json_schema"
    ask(model(**options))  # as the next command does
    assert len(endpoint.requests) == 4
    ask(model("seer-5", **options))  # another model may take what this one does not
    assert len(endpoint.requests) == 7
    ask(model(**options))
    assert len(endpoint.requests) == 8, "the one did not write over the other"
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["d.json"]


def test_what_was_learned_is_learned_anew_after_a_month(
    endpoint: Endpoint, model: Build, tmp_path: Path
) -> None:
    endpoint.rule(strict)
    kept = tmp_path / "d.json"
    for age, requests in ((29, 1), (31, 2)):
        ask(model(dialects=kept))
        (name, dialect), *_ = json.loads(kept.read_text()).items()
        dialect["learned"] = (datetime.now(UTC).date() - timedelta(days=age)).isoformat()
        kept.write_text(json.dumps({name: dialect}))
        endpoint.requests.clear()
        ask(model(dialects=kept))
        assert len(endpoint.requests) == requests


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"a b": {"cap": 1}}', "\xff", None])
def test_a_damaged_memory_is_none(
    endpoint: Endpoint, model: Build, tmp_path: Path, kept: str | None
) -> None:
    path = tmp_path / "d.json"
    if kept is None:  # and one that cannot be written
        path = tmp_path / "file" / "d.json"
        path.parent.touch()
    else:
        path.write_bytes(kept.encode("latin-1"))
    endpoint.rule(strict)
    for requests in (2, 3 if kept is not None else 4):
        ask(model(dialects=path))
        assert len(endpoint.requests) == requests


def test_a_password_in_the_address_is_not_kept(
    endpoint: Endpoint, model: Build, tmp_path: Path
) -> None:
    endpoint.rule(strict)
    ask(model(base_url=endpoint.url.replace("//", "//me:secret@"), dialects=tmp_path / "d.json"))
    kept = (tmp_path / "d.json").read_text()
    assert f"{endpoint.url} seer-4" in kept
    assert "secret" not in kept


def test_ollama_gets_the_only_limit_it_reads(endpoint: Endpoint, model: Build) -> None:
    ask(model(max_tokens=500))
    assert endpoint.requests[0]["max_tokens"] == 500
    assert "max_completion_tokens" not in endpoint.requests[0]


def test_the_ladder_is_climbed_down_and_remembered(endpoint: Endpoint, model: Build) -> None:
    def no_schema(body: dict[str, Any]) -> Answer:
        form = body.get("response_format", {}).get("type")
        if form == "json_schema":
            return error(400, "This response_format type is unavailable now")
        if form == "json_object":
            return Answer(
                {"detail": [{"loc": ["body", "response_format"], "msg": "extra field"}]}, 422
            )
        return completion("Thought: go\nAction: tap(3)")

    endpoint.rule(no_schema)
    chat = model()
    assert ask(chat).value.action == Tap(element=3)
    forms = [body.get("response_format", {}).get("type") for body in endpoint.requests]
    assert forms == ["json_schema", "json_object", None]
    for body in endpoint.requests[1:]:  # what no schema enforces is told
        assert '"kind": "tap"' in body["messages"][0]["content"]
        assert "JSON" in body["messages"][0]["content"]  # DashScope refuses JSON mode without it
    ask(chat)
    assert len(endpoint.requests) == 4
    assert chat.spent.calls == 2


def test_a_schema_that_breaks_the_server_is_left(endpoint: Endpoint, model: Build) -> None:
    endpoint.rule(
        lambda body: (
            error(500, "failed to parse grammar")
            if body["response_format"]["type"] == "json_schema"
            else completion()
        )
    )
    assert ask(model()).value.action == Tap(element=3)
    assert endpoint.requests[-1]["response_format"] == {"type": "json_object"}


def test_the_error_body_of_fastapi_is_not_taken_for_our_detail(
    endpoint: Endpoint, model: Build
) -> None:
    def no_detail(body: dict[str, Any]) -> Answer:
        image = body["messages"][1]["content"][1]["image_url"]
        if "detail" in image:
            where = "messages[1].content[1].image_url.detail"
            return error(400, f"Unknown parameter: '{where}'.", "unknown_parameter", where)
        if "temperature" in body:
            return Answer({"detail": "temperature must be 1"}, 400)
        return completion()

    endpoint.rule(no_detail)
    ask(model(temperature=0.5))
    assert len(endpoint.requests) == 3


def test_a_refusal_of_something_else_ends_at_once(endpoint: Endpoint, model: Build) -> None:
    endpoint.play(error(400, "This model's maximum context length is 8192 tokens"))
    with pytest.raises(ModelRefused, match="maximum context length is 8192"):
        ask(model())
    assert len(endpoint.requests) == 1


def test_an_endpoint_that_refuses_every_form_is_told_once(endpoint: Endpoint, model: Build) -> None:
    endpoint.play(error(400, "max_tokens, temperature, response_format: all wrong"))
    with pytest.raises(ModelRefused, match="all wrong"):
        ask(model(temperature=1.0))
    assert len(endpoint.requests) <= 6


def test_a_model_that_cannot_see_is_named(endpoint: Endpoint, model: Build) -> None:
    endpoint.play(
        error(400, "unknown variant `image_url`, expected `text` at line 1", "invalid_request")
    )
    told = "seer-4 takes no pictures: choose a model that does, or the setting `see: list`"
    with pytest.raises(ModelNotConfigured, match=told):
        ask(model())


# --- failures -------------------------------------------------------------------------------------


def test_a_rate_limit_is_waited_for(endpoint: Endpoint, model: Build) -> None:
    """peers 14 and 22: one failed call ended the whole run."""
    endpoint.play(error(429, "slow down", "rate_limit_exceeded"), completion())
    assert ask(model()).value.action == Tap(element=3)
    assert len(endpoint.requests) == 2


def test_a_rate_limit_that_is_too_long_is_told(endpoint: Endpoint, model: Build) -> None:
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
def test_an_empty_account_is_asked_once(endpoint: Endpoint, model: Build, answer: Answer) -> None:
    endpoint.play(answer)
    with pytest.raises(ModelRefused, match="is empty"):
        ask(model())
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize(("status", "what"), [(401, "the key in OPENAI_API_KEY"), (403, "access")])
def test_a_wrong_key_is_asked_once_and_not_shown(
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


def test_a_key_that_is_not_there_is_asked_for(endpoint: Endpoint, model: Build) -> None:
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
def test_a_model_that_is_not_there_offers_its_neighbours(
    endpoint: Endpoint, model: Build, answer: Answer
) -> None:
    endpoint.models = Answer({"data": [{"id": "seer-4"}, {"id": "poet-large"}]})
    endpoint.play(answer)
    with pytest.raises(ModelNotConfigured, match=r"has no model 'seer-5': it has seer-4$"):
        ask(model("seer-5"))


def test_a_model_that_is_there_and_refused_is_not_called_missing(
    endpoint: Endpoint, model: Build
) -> None:
    endpoint.play(error(404, "No endpoints found that support image input"))
    with pytest.raises(ModelNotConfigured, match="has 'seer-4' and cannot use it so: No endpoints"):
        ask(model())


def test_a_missing_model_name_offers_all_there_are(endpoint: Endpoint, model: Build) -> None:
    assert model("").models() == ["seer-4"]
    with pytest.raises(ModelNotConfigured, match="needs a model name: it has seer-4"):
        ask(model(""))
    assert not endpoint.requests


def test_a_wrong_address_is_told_from_a_wrong_model(endpoint: Endpoint, model: Build) -> None:
    endpoint.models = Answer("<html>404</html>", 404, {"Content-Type": "text/html"})
    endpoint.play(endpoint.models)
    with pytest.raises(ModelNotConfigured, match="or no chat completions at http"):
        ask(model())
    endpoint.play(Answer("<!doctype html><p>Welcome", 200, {"Content-Type": "text/html"}))
    with pytest.raises(ModelNotConfigured, match="often ends in /v1"):
        ask(model())


def test_an_endpoint_that_always_fails_is_tried_three_times(
    endpoint: Endpoint, model: Build
) -> None:
    endpoint.play(error(500, "CUDA out of memory"))
    with pytest.raises(
        ModelUnavailable, match=r"127\.0\.0\.1:\d+ failed with 500 \(3 attempts, 0 s\): CUDA"
    ):
        ask(model())
    assert len(endpoint.requests) == 3


def test_nobody_at_the_address(model: Build) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: connections are refused
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        with pytest.raises(ModelUnavailable, match=r"no connection to http.*1 attempt, 0 s"):
            ask(model(base_url=url, max_retries=0))


@pytest.mark.parametrize("drip_s", [30, 0.05], ids=["silent", "dripping"])
def test_an_endpoint_that_never_ends_is_left(
    endpoint: Endpoint, model: Build, drip_s: float
) -> None:
    """peers 22: no timeout. A blank now and then must not renew it."""
    endpoint.play(Answer("", drip_s=drip_s))
    began = time.monotonic()
    with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.3 s \(1 attempt"):
        ask(model(timeout_s=0.3, max_retries=0))
    assert time.monotonic() - began < 2


LOST = {"error": {"code": 502, "message": "lost"}, "message": {"content": ""}}


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
def test_a_failure_inside_200_is_retried_and_told(
    endpoint: Endpoint, model: Build, body: object, told: str
) -> None:
    """peers 19: the branch that should have shown the error crashed on it."""
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
def test_a_failure_is_told_in_the_endpoint_s_words_once(
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


def test_whoever_watches_is_told_who_is_waited_for(endpoint: Endpoint, model: Build) -> None:
    told: list[str] = []

    @contextmanager
    def waiting(what: str) -> Iterator[None]:
        told.append(f"{what}: {len(endpoint.requests)}")
        yield
        told.append(f"over: {len(endpoint.requests)}")

    host = endpoint.url.split("/")[2]
    ask(model(waiting=waiting, timeout_s=9, max_retries=1))
    assert told == [f"waiting for {host} (at most 2 x 9 s): 0", "over: 1"]


# --- replies in odd places ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        completion("", reasoning_content=f"So: {DECISION}"),
        completion(None, reasoning=DECISION),
        completion([{"type": "text", "text": DECISION}]),
        completion(
            None,
            tool_calls=[
                {"id": "1", "type": "function",
                 "function": {"name": "decide", "arguments": DECISION}}
            ],
        ),
        completion(f"<think>tap(1)?</think>\n```json\n{DECISION}\n```"),
    ],
    ids=["reasoning_content", "reasoning", "parts", "tool call", "fenced"],
)  # fmt: skip
def test_a_reply_is_found_where_it_was_put(
    endpoint: Endpoint, model: Build, answer: Answer
) -> None:
    endpoint.play(answer)
    assert ask(model()).value.action == Tap(element=3)


def test_an_empty_reply_is_the_models_mistake_and_is_paid(endpoint: Endpoint, model: Build) -> None:
    chat = model()
    endpoint.play(completion(""))
    with pytest.raises(ReplyInvalid, match="was empty"):
        ask(chat)
    endpoint.play(completion("", "length"))
    with pytest.raises(ReplyInvalid, match="thinking took all its tokens"):
        ask(chat)
    assert chat.spent == Usage(2, 2400, 2048, 160)


def test_a_cut_reply_is_not_completed(endpoint: Endpoint, model: Build) -> None:
    endpoint.play(completion('{"action": {"kind": "text", "text": "transfer 10"}', "length"))
    with pytest.raises(ReplyInvalid, match="cut off at the token limit") as caught:
        ask(model())
    assert caught.value.raw.startswith('{"action"')
    endpoint.play(completion(DECISION + "\n" * 99, "length"))  # JSON mode may run on in blanks
    assert ask(model()).value.action == Tap(element=3)


@pytest.mark.parametrize(
    "answer",
    [completion(None, refusal="I cannot help with that"), completion("", "content_filter")],
    ids=["refusal", "filter"],
)
def test_a_refusing_model_is_not_asked_again(
    endpoint: Endpoint, model: Build, answer: Answer
) -> None:
    endpoint.play(answer)
    with pytest.raises(ModelRefused, match=r"seer-4 refused: (I cannot|its content filter)"):
        ask(model())
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": 5}, {"prompt_tokens_details": None}])
def test_tokens_that_are_not_reported_are_not_known(
    endpoint: Endpoint, model: Build, usage: object
) -> None:
    body = {**completion().body, "usage": usage}
    endpoint.play(Answer(body))
    chat = model()
    assert not ask(chat).usage.known
    assert chat.spent.calls == 1


def test_another_reply_type_goes_the_same_way(endpoint: Endpoint, model: Build) -> None:
    endpoint.play(completion('{"decision": "BACK", "thought": "wrong page", "documentation": ""}'))
    reply = model().ask(PROMPT, [PICTURE, PICTURE], Reflection)
    assert (reply.value.decision, reply.value.documentation) == ("BACK", None)
    assert endpoint.requests[0]["response_format"]["json_schema"]["name"] == "reflection"


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
