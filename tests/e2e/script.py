"""What a scripted model says: replies to the screens of real requests, played by the endpoint."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from appagent.danger import DANGERS
from tests.model.endpoint import Answer, Endpoint, completion

Line = str | Callable[[str], str] | Answer  # an action, one that reads the screen, a whole answer
Body = dict[str, Any]

DONE = 'exit("done")'


def screen(body: Body) -> str:
    """The text of a request, its own picture left out."""
    text: str = body["messages"][1]["content"][0]["text"]
    return text


def is_about_page(text: str) -> bool:
    """Whether a request asks what a page is like."""
    return text.startswith("<known>")


def corrections(body: Body) -> list[str]:
    """What this request says was wrong with earlier replies to it."""
    return [message["content"] for message in body["messages"][3::2]]


def label(text: str, name: str) -> int:
    """The number of the element of that name on the screen that the request describes."""
    found = re.search(rf'^(\d+) [a-z ]+ "{re.escape(name)}', text, re.M)
    assert found, f"no {name!r} in {text}"
    return int(found[1])


def tap(name: str) -> Callable[[str], str]:
    return lambda text: f"tap({label(text, name)})"


def write(name: str, words: str) -> Callable[[str], str]:
    return lambda text: f"text({label(text, name)}, {json.dumps(words, ensure_ascii=False)})"


def decision(action: str) -> str:
    said = {"observation": "a screen", "thought": "this is next", "plan": "and then the rest"}
    return json.dumps(said | {"action": action, "summary": "did it"})


def program(*actions: str) -> Answer:
    """A reply with several actions."""
    return completion(json.dumps({"thought": "this is next", "actions": actions}))


REFLECTION = json.dumps(
    {"decision": "CONTINUE", "thought": "it works", "documentation": "Opens something."}
)


NO_PAGE = json.dumps({"name": "", "fixed": [], "shows": []})
"""What is said of a page by who has nothing to say of it."""


IS_DONE = json.dumps({"why": "so it looks", "answer": "yes"})
"""What is said of each end by who takes it for a right one."""
MAY_BE_ANY = json.dumps({"classes": list(DANGERS)})
"""What a task may involve."""


def plays(endpoint: Endpoint, *lines: Line, means: str = "") -> None:
    """The endpoint says these, one a request for a decision; then it gives up. `means`: whether
    the task means a deed, where that is no line of its own."""
    rest = list(lines)

    def play(body: Body) -> Answer:
        text = screen(body)
        if "</change>" in text:
            return completion(REFLECTION)
        if is_about_page(text):
            return completion(NO_PAGE)
        if "</before>" in text:
            return completion(IS_DONE)
        if text.startswith("<task>") and "<screen" not in text:
            return completion(MAY_BE_ANY)
        if means and "</deed>" in text:
            return completion(json.dumps({"why": "so it says", "answer": means}))
        line = rest.pop(0) if rest else 'exit("failed", "the script is at its end")'
        if isinstance(line, Answer):
            return line
        return completion(decision(line(text) if callable(line) else line))

    endpoint.rule(play)
