"""What the tests of a model ask it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from appagent.actions.decision import Decision
from appagent.exchange import Picture, Prompt
from appagent.model.chat import ChatModel
from appagent.ports import Model

PROMPT = Prompt(system="You use a phone.", text="<task>Open it</task>", name="run")
PICTURE = Picture(jpeg=b"\xff\xd8 not decoded here", width=720, height=1600)
Build = Callable[..., ChatModel]


def ask(model: Model, *pictures: Picture) -> Any:
    return model.ask(PROMPT, pictures or (PICTURE,), Decision)
