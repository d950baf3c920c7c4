from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from appagent.bench.plan import Book, Condition, Plan
from appagent.bench.runner import carry_out
from appagent.bench.suite import Suite
from appagent.bench.trial import House
from appagent.config import Config
from appagent.errors import SetupError
from appagent.knowledge.docs import DocStore
from appagent.model.chat import ChatModel
from appagent.model.offline import OfflineTransport

TASK = {"instruction": "Go", "goal": "`true`", "solution": ["back"], "wrong": [["exit"]]}
SUITE = Suite.model_validate(
    {"app": "com.pocketphone.clock", "tasks": [{"id": f"go-{n}", **TASK} for n in range(4)]}
)
PLAN = Plan(
    model="offline", conditions=(Condition(),), seeds=(1,), steps=1, learning_steps=1, suites=()
)


class Unreachable:
    """An adb server that finds no phone."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def connect(self, address: str) -> str:
        self.asked.append(address)
        return f"failed to connect to {address}"


def house(folder: Path, server: Any) -> House:
    def model() -> ChatModel:
        return ChatModel("offline", api_key="offline", transport=OfflineTransport())

    return House(folder, Config(), server, model)


def test_a_trial_whose_phone_does_not_answer_has_failed(tmp_path: Path) -> None:
    server, told = Unreachable(), list[str]()
    ours = house(tmp_path, server)
    store = DocStore(tmp_path / "docs")
    carry_out(ours, PLAN, [SUITE], manual=store, jobs=2, done=lambda line: told.append(line.error))
    assert len(Book(tmp_path).results()) == len(told) == len(server.asked) == 4
    assert all("does not answer adb: failed to connect" in error for error in told)
    carry_out(ours, PLAN, [SUITE], manual=store, jobs=2, done=lambda line: told.append(line.error))
    assert len(told) == 4, "what stands in the book is not done again"


def test_what_cannot_be_told_ends_what_waits(tmp_path: Path) -> None:
    server = Unreachable()

    def full(_: object) -> None:
        raise SetupError("the disk is full")

    with pytest.raises(SetupError):
        carry_out(
            house(tmp_path, server),
            PLAN,
            [SUITE],
            manual=DocStore(tmp_path / "docs"),
            jobs=1,
            done=full,
        )
    assert len(server.asked) < 4
