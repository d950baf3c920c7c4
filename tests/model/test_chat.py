"""`ChatModel` against an endpoint that is really there: what is sent, where replies are found."""

from __future__ import annotations

import subprocess
import sys

import httpx2
import pytest

from appagent.actions.decision import Decision
from appagent.actions.replies import Reflection
from appagent.actions.verbs import Tap
from appagent.errors import (
    ModelRefused,
    ReplyInvalid,
)
from appagent.exchange import Picture, Usage
from appagent.model.chat import ChatModel
from appagent.ports import Model

from .asking import PICTURE, PROMPT, Build, ask
from .conftest import KEY
from .endpoint import DECISION, Answer, Endpoint, completion


def test_a_reply_comes_back_with_its_words_and_its_tokens(endpoint: Endpoint, model: Build) -> None:
    chat = model()
    reply = ask(chat)
    assert reply.value.action == Tap(element=3)
    assert reply.raw == DECISION
    assert reply.usage == Usage(1, 1200, 1024, 80, known=True)
    assert chat.spent == reply.usage
    assert endpoint.headers[0]["authorization"] == f"Bearer {KEY}"


def test_what_changes_comes_last_for_the_cache(endpoint: Endpoint, model: Build) -> None:
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


def test_a_custom_transport_needs_no_network() -> None:
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
def test_only_a_remote_host_is_named(url: str, host: str) -> None:
    assert ChatModel("m", base_url=url).host == host


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
def test_a_reply_is_found_in_any_field(endpoint: Endpoint, model: Build, answer: Answer) -> None:
    endpoint.play(answer)
    assert ask(model()).value.action == Tap(element=3)


def test_an_empty_reply_is_correctable_and_counted(endpoint: Endpoint, model: Build) -> None:
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
def test_unreported_tokens_are_unknown(endpoint: Endpoint, model: Build, usage: object) -> None:
    body = {**completion().body, "usage": usage}
    endpoint.play(Answer(body))
    chat = model()
    assert not ask(chat).usage.known
    assert chat.spent.calls == 1


def test_another_reply_type(endpoint: Endpoint, model: Build) -> None:
    endpoint.play(completion('{"decision": "BACK", "thought": "wrong page", "documentation": ""}'))
    reply = model().ask(PROMPT, [PICTURE, PICTURE], Reflection)
    assert (reply.value.decision, reply.value.documentation) == ("BACK", None)
    assert endpoint.requests[0]["response_format"]["json_schema"]["name"] == "reflection"
