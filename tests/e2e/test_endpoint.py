"""A model endpoint that is missing, misnamed, down, slow, full or talks nonsense."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.model.endpoint import Answer, Endpoint, completion, error
from tests.ports import free_port

from .conftest import KEY
from .house import AppAgent, Pocket
from .script import DONE, Body, decision, plays

RUN = ("run", "--task", "Look around")


def test_no_key(appagent: AppAgent, phone: Pocket) -> None:
    asked = len(phone.log())
    ran = appagent(*RUN, "--model", "seer-4")
    assert ran.code == 2
    assert ran.err == (
        "appagent: no key for https://api.openai.com/v1: set OPENAI_API_KEY, or use the "
        "rule-based `--model offline`\n"
    )
    assert len(phone.log()) == asked + 1, "the phone was not touched"
    assert not (appagent.folder / "runs").exists()


@pytest.mark.parametrize("key", ["", KEY])
def test_the_rules_misspelled_are_offered(
    with_model: AppAgent, endpoint: Endpoint, key: str
) -> None:
    plays(endpoint, error(404, "no such model"))
    address = {} if key else {"OPENAI_BASE_URL": "https://seer.example/v1"}
    ran = with_model(*RUN, "--model", "ofline", OPENAI_API_KEY=key, **address)
    assert (ran.code, ": did you mean offline?" in ran.err) == (2, True), ran.said
    if not key:
        doctor = with_model("doctor", "--model", "oflline", OPENAI_API_KEY="", **address)
        assert ": did you mean offline?" in doctor.out


def test_a_benchmark_without_a_key(bare: AppAgent) -> None:
    ran = bare("bench", "--tasks", "clock-1")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "appagent: no OPENAI_API_KEY is set, and a benchmark takes a model: set it, and name a "
        "model by --model\n"
    )


def test_a_key_without_a_model_name(with_model: AppAgent, endpoint: Endpoint) -> None:
    endpoint.models = Answer({"data": [{"id": "seer-4"}, {"id": "seer-4-small"}]})
    ran = with_model(*RUN, APPAGENT_MODEL="")
    assert ran.code == 2
    assert "offers seer-4, seer-4-small" in ran.err
    assert not endpoint.requests


def test_an_endpoint_that_is_down_and_no_model_name(with_model: AppAgent) -> None:
    url = f"http://127.0.0.1:{free_port()}/v1"
    ran = with_model(*RUN, APPAGENT_MODEL="", OPENAI_BASE_URL=url)
    assert ran.code == 2
    assert f"no model is named: use --model or APPAGENT_MODEL; no connection to {url}" in ran.err


def test_a_wrong_model_name(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint, error(404, "The model `seer-5` does not exist", "model_not_found"))
    ran = with_model(*RUN, "--model", "seer-5")
    assert ran.code == 2
    assert "has no model 'seer-5': did you mean seer-4?" in ran.err
    assert with_model.whole()
    assert with_model.outcome["exit_code"] == 2


def test_an_endpoint_that_is_down(with_model: AppAgent) -> None:
    url = f"http://127.0.0.1:{free_port()}/v1"
    ran = with_model(*RUN, OPENAI_BASE_URL=url)
    assert ran.code == 4
    assert f"no connection to {url}" in ran.err
    assert with_model.whole()


def test_a_benchmark_asks_before_it_begins(with_model: AppAgent, endpoint: Endpoint) -> None:
    down = f"http://127.0.0.1:{free_port()}/v1"
    ran = with_model("bench", "--tasks", "clock-1", "--json", OPENAI_BASE_URL=down)
    assert (ran.code, ran.document["exit_code"]) == (4, 4), ran.said
    assert "no connection to" in ran.document["error"]
    plays(endpoint, completion('{"digits": "none"}'))
    ran = with_model("bench", "--space", "raw", "--tasks", "clock-1", "--json")
    assert ran.code == 0, ran.said
    assert ran.document["plan"]["blind"] is True
    assert ran.document["trials"] == []


def test_a_model_that_points_answers_in_its_own_form(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.open("com.pocketphone.clock")
    found = {each["id"]: each["bounds"] for each in json.loads(phone.shell("pocketphone tree"))}
    left, top, right, bottom = found["tab_stopwatch"]
    width, height = map(int, phone.shell("wm size").split()[-1].split("x"))
    x, y = (left + right) * 500 // width, (top + bottom) * 500 // height
    said = iter([f'do(action="Tap", element=[{x},{y}])', 'finish(message="There it is.")'])
    endpoint.rule(lambda _: completion(f"<think>So.</think><answer>{next(said)}</answer>"))
    ran = with_model("run", "--task", "Show the stopwatch", "--coords", "autoglm",
                     "--verify", "never")  # fmt: skip
    assert ran.code == 0, ran.said
    assert phone.state()["screen"]["page"] == "stopwatch"
    assert all("response_format" not in body for body in endpoint.requests)
    assert "do(action=" in endpoint.requests[0]["messages"][0]["content"]
    assert with_model.steps[0]["target"]["name"] == "Stopwatch"
    assert with_model.whole()
    ran = with_model("run", "--task", "Show the timer", "--coords", "glm")
    assert (ran.code, "--coords: Input should be 'px'" in ran.err) == (2, True), ran.err
    ran = with_model("run", "--task", "Show it", "--coords", "px", "--model", "offline")
    assert (ran.code, "offline reads no pictures" in ran.err) == (2, True), ran.err


def test_too_many_requests_then_room(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint, error(429, "Rate limit reached", "rate_limit_exceeded"), DONE)
    ran = with_model(*RUN, "--verify", "never")
    assert ran.code == 0, ran.said
    assert len(endpoint.requests) == 2
    assert with_model.outcome["ending"] == "done"


@pytest.mark.parametrize(
    ("answer", "requests", "words"),
    [
        (error(429, "You exceeded your current quota", "insufficient_quota"), 1, "is empty"),
        (error(401, f"Incorrect API key provided: {KEY}", "invalid_api_key"), 1, "refused the key"),
        (error(500, "The server had an error"), 4, "failed with 500 (4 attempts"),
        (Answer("certainly not JSON"), 1, "answered with no chat completion"),
    ],
    ids=["no money", "wrong key", "500", "garbage"],
)
def test_an_endpoint_that_fails(
    with_model: AppAgent, endpoint: Endpoint, answer: Answer, requests: int, words: str
) -> None:
    plays(endpoint, *[answer] * 4)
    ran = with_model(*RUN, "--json")
    assert ran.code == 4, ran.said
    assert words in ran.document["error"]
    assert len(endpoint.requests) == requests
    assert with_model.whole()
    assert with_model.outcome["exit_code"] == 4
    assert KEY not in ran.said + "".join(
        path.read_text(errors="replace") for path in files(with_model.trail)
    )


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_an_address_that_is_no_api(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint, Answer("<html>Welcome to nginx!</html>"))
    ran = with_model(*RUN)
    assert ran.code == 2
    assert "is " + endpoint.url + " the API's address" in ran.err


def test_an_endpoint_that_hangs(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint, Answer("", drip_s=0.05))
    ran = with_model(*RUN, APPAGENT_TIMEOUT_S="0.6", APPAGENT_RETRIES="0")
    assert ran.code == 4, ran.said
    assert "did not answer within 0.6 s (1 attempt" in ran.err
    assert with_model.whole()


def test_the_host_is_named_before_the_first_call(with_model: AppAgent) -> None:
    ran = with_model(*RUN, "--model", "x", OPENAI_BASE_URL="http://no-such-host.invalid/v1")
    assert ran.code == 4
    assert ran.err.index("screens go to no-such-host.invalid") < ran.err.index("no connection to")


def test_what_an_endpoint_does_not_take_is_found_out_once(
    with_model: AppAgent, endpoint: Endpoint
) -> None:
    def schemaless(body: Body) -> Answer:
        if body["response_format"]["type"] == "json_schema":
            return error(400, "response_format json_schema is not supported")
        return completion(decision(DONE))

    endpoint.rule(schemaless)
    for requests in (2, 3):
        assert with_model(*RUN, "--verify", "never").code == 0
        assert len(endpoint.requests) == requests
