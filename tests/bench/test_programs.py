"""The tasks as programs: the data can be read, and each task has an entry that is whole."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

from appagent.bench.draw import draw_values, fill_text
from appagent.bench.suite import TASKS, Task, default_suites, load_suite
from appagent.files import data_folder
from appagent.yamltext import read_yaml
from pocketphone.phone import Phone

SEEDS = [int(seed) for seed in os.environ.get("APPAGENT_TEST_SEEDS", "1").split(",")]
MOST = 12  # actions of a reply
VERBS = {
    "tap", "long_press", "text", "swipe", "scroll_to", "back", "enter", "open_app", "read", "each",
    "exit",
}  # fmt: skip
LONG = (data_folder(TASKS) / "programs").glob("*.yaml")
PROGRAMS = read_yaml(Path(__file__).with_name("programs.yaml").read_text(encoding="utf-8"))
BY_ID = {task.id: task for path in (*default_suites(), *LONG) for task in load_suite(path).tasks}

every_task = pytest.mark.parametrize("task", BY_ID.values(), ids=BY_ID.keys())


def calls(reply: str) -> list[ast.Call]:
    """The actions of a reply, a line each."""
    found = [ast.parse(line, mode="eval").body for line in reply.splitlines()]
    assert all(isinstance(each, ast.Call) for each in found), reply
    return [each for each in found if isinstance(each, ast.Call)]


def verb(call: ast.Call) -> str:
    return ast.unparse(call.func)


def proof(replies: list[str]) -> str:
    """What the exit at the end says that shows; "" for nothing."""
    end = calls(replies[-1])[-1]
    assert verb(end) == "exit", replies[-1]
    return next((ast.unparse(word.value) for word in end.keywords if word.arg == "if_shows"), "")


def test_every_task_has_an_entry() -> None:
    assert PROGRAMS.keys() == BY_ID.keys()


@every_task
@pytest.mark.parametrize("seed", SEEDS)
def test_a_program_is_a_call_a_line(task: Task, seed: int) -> None:
    entry = PROGRAMS[task.id]
    values = draw_values(task, f"{seed}/{task.id}", Phone(seed=seed).truth)
    assert entry.keys() - {"reads"} == {"replies", "near"}
    for replies in (entry["replies"], *entry["near"]):
        filled = [fill_text(reply, values) for reply in replies]
        for reply in map(calls, filled):
            assert 1 <= len(reply) <= MOST
            inner = (node for call in reply for node in ast.walk(call))
            assert {verb(node) for node in inner if isinstance(node, ast.Call)} <= VERBS
        ends = [verb(call) == "exit" for reply in filled for call in calls(reply)]
        assert ends == [*[False] * (len(ends) - 1), True]


@every_task
def test_an_ending_that_looks_nearly_right_ends_by_the_same_proof(task: Task) -> None:
    entry = PROGRAMS[task.id]
    assert entry["near"]
    for near in entry["near"]:
        assert proof(near)
        assert proof(near) == proof(entry["replies"]) or not proof(entry["replies"])


def test_most_tasks_take_one_reply() -> None:
    long = [len(PROGRAMS[name]["replies"]) for name in BY_ID if name.startswith("long-")]
    of_the_paper = [
        len(PROGRAMS[name]["replies"])
        for name in BY_ID
        if not name.startswith(("long-", "photos-", "settings-"))
    ]
    assert (len(of_the_paper), len(long)) == (45, 10)
    assert sum(of_the_paper) / 45 <= 1.3
    assert sum(long) / 10 <= 2
