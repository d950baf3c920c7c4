"""What an endpoint does not take is found out once, and remembered."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from appagent.actions.verbs import Tap
from appagent.errors import (
    ModelNotConfigured,
    ModelRefused,
)
from appagent.model.chat import ChatModel

from .asking import Build, ask
from .endpoint import Answer, Endpoint, completion, error


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


def test_a_rejected_field_is_renamed_or_dropped_once(
    endpoint: Endpoint, model: Build, tmp_path: Path
) -> None:
    """Newer models reject `max_tokens` and `temperature`."""
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


def test_a_dialect_is_forgotten_after_a_month(
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
def test_a_damaged_file_of_dialects_is_ignored(
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


def test_ollama_gets_the_token_limit_that_it_reads(endpoint: Endpoint, model: Build) -> None:
    ask(model(max_tokens=500))
    assert endpoint.requests[0]["max_tokens"] == 500
    assert "max_completion_tokens" not in endpoint.requests[0]


@pytest.mark.parametrize(
    ("address", "limit"),
    [
        ("https://api.openai.com/v1", "max_completion_tokens"),
        ("https://openai.com.example.org/v1", "max_tokens"),
        ("http://localhost:11434/v1", "max_tokens"),
    ],
)
def test_the_host_decides_the_name_of_the_token_limit(address: str, limit: str) -> None:
    assert ChatModel("seer-4", base_url=address, api_key="key").dialect.cap == limit


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


def test_a_schema_that_breaks_the_server_is_dropped(endpoint: Endpoint, model: Build) -> None:
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


def test_an_endpoint_that_rejects_every_form_fails_once(endpoint: Endpoint, model: Build) -> None:
    endpoint.play(error(400, "max_tokens, temperature, response_format: all wrong"))
    with pytest.raises(ModelRefused, match="all wrong"):
        ask(model(temperature=1.0))
    assert len(endpoint.requests) <= 6


def test_a_model_without_vision_is_named(endpoint: Endpoint, model: Build) -> None:
    endpoint.play(
        error(400, "unknown variant `image_url`, expected `text` at line 1", "invalid_request")
    )
    told = "seer-4 takes no pictures: choose a model that does, or the setting `see: list`"
    with pytest.raises(ModelNotConfigured, match=told):
        ask(model())
