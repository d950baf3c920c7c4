"""The baseline as an endpoint: it answers `POST /chat/completions` in this process."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import httpx2

from appagent.actions.verbs import Decision
from appagent.model.offline.choose import Choice, Chooser
from appagent.model.offline.explore import try_something
from appagent.model.offline.reflect import document, reflect
from appagent.model.offline.request import Request, read_request
from appagent.model.offline.scene import Scene
from appagent.model.offline.task import read_task

NAME = "offline"
SAID = "offline baseline: rules, not a model; it reads the names and notes of elements, no pictures"


class OfflineTransport(httpx2.BaseTransport):
    """Answers each request from the request alone: the same one gets the same answer."""

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        path = request.url.path
        if request.method == "GET" and path.endswith("/models"):
            model = {"id": NAME, "object": "model", "created": 0, "owned_by": "appagent"}
            return httpx2.Response(200, json={"object": "list", "data": [model]})
        if request.method != "POST" or not path.endswith("/chat/completions"):
            return _error(404, f"the offline baseline has no {request.method} {path}")
        try:
            body = json.loads(request.read())
            text = reply(body["messages"])
        except (ValueError, KeyError, TypeError) as err:
            return _error(400, f"the body is no chat request: {err!r}")
        return httpx2.Response(200, json=_completion(text))


def reply(messages: list[Mapping[str, Any]]) -> str:
    """The reply to the messages of one chat, as JSON."""
    request = read_request(messages)
    blocks = request.blocks.keys()
    if "change" in blocks:
        told = reflect(request) if "thought" in blocks else document(request)
        return told.model_dump_json()
    if "screen" in blocks:
        return _decision(request).model_dump_json()
    return json.dumps({"digits": ""})  # a picture alone: it reads none


def _decision(request: Request) -> Decision:
    goal = request.block("task") or request.block("goal")
    if "goal" in request.blocks and goal.startswith("none"):
        choice, task = try_something(request), "learn what the elements do"
    else:
        chooser = Chooser(Scene(request, read_task(goal, request.app)), "goal" in request.blocks)
        choice, task = chooser.choose(), goal
    return Decision(
        observation=f"{SAID}. {_shown(request)}",
        thought=choice.why,
        plan=f"work towards: {task}",
        action=choice.action,
        summary=_summary(request, choice),
    )


def _shown(request: Request) -> str:
    numbered = [c for c in request.controls if c.label is not None]
    first = ", ".join(c.title for c in numbered[:3])
    count = f"{len(numbered)} element{'' if len(numbered) == 1 else 's'}"
    return count + (f", first of all {first}" if first else "")


def _summary(request: Request, choice: Choice) -> str:
    done = [f"{d.verb} {d.title}".strip() for d in request.past if d.worked]
    return "; ".join([*done[-4:], f"now {choice.action.verb}, for: {choice.why}"])


def _completion(text: str) -> dict[str, Any]:
    return {
        "id": "offline",
        "object": "chat.completion",
        "created": 0,
        "model": NAME,
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": text},
            }
        ],
        "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    }


def _error(status: int, message: str) -> httpx2.Response:
    return httpx2.Response(status, json={"error": {"message": message, "type": "invalid_request"}})
