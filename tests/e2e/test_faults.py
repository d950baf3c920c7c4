"""A phone that shows too little: no tree, no picture, the tree of the screen before."""

from __future__ import annotations

import json

import pytest

from tests.model.endpoint import Endpoint

from .house import AppAgent, Pocket
from .script import DONE, plays, tap

RUN = ("run", "--app", "clock", "--task", "Show the stopwatch")
NO_PICTURE = "the phone took no screenshot: Failed to take screenshot. Status: -2 Capturing failed."


def area(appagent: AppAgent, phone: Pocket, widget: str) -> int:
    """The area of the grid that a widget's middle lies in."""
    found = {each["id"]: each["bounds"] for each in json.loads(phone.shell("pocketphone tree"))}
    left, top, right, bottom = found[widget]
    x, y = (left + right) / 2, (top + bottom) / 2
    for mark in appagent("view", "--grid", "--json").document["marks"]:
        left, top, right, bottom = mark["bounds"]
        if left <= x < right and top <= y < bottom:
            return int(mark["label"])
    raise AssertionError(f"{widget} lies in no area")


@pytest.mark.parametrize("how", ["idle", "null"])
def test_without_a_tree_the_model_goes_on_with_the_grid(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket, how: str
) -> None:
    phone.open("com.pocketphone.clock")
    phone.shell(f"pocketphone fault dump {how}")
    plays(endpoint, f'tap({area(with_model, phone, "tab_stopwatch")}, "center")', DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert phone.state()["screen"]["page"] == "stopwatch"
    assert [step["kind"] for step in with_model.steps] == ["tap_area", "exit"]
    problem = {"idle": "could not get idle state", "null": "null root node"}[how]
    assert all(problem in step["tree"] for step in with_model.steps)
    assert with_model.whole()


def test_a_tree_that_comes_back_is_used(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.shell("pocketphone fault dump idle 1")
    plays(endpoint, 'tap(1, "top")', tap("Stopwatch"), DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert [step["kind"] for step in with_model.steps] == ["tap_area", "tap", "exit"]
    assert phone.state()["screen"]["page"] == "stopwatch"


def test_the_tree_of_the_app_before_is_read_again(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.shell("pocketphone fault dump stale 1")
    plays(endpoint, tap("Stopwatch"), DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert phone.state()["screen"]["page"] == "stopwatch"
    assert ["tree" in step for step in with_model.steps] == [False, False]
    assert with_model.whole()


def test_the_tree_of_another_app_is_not_used(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.shell("pocketphone fault dump stale 2")
    plays(endpoint, 'tap(1, "top")', tap("Stopwatch"), DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert [step["kind"] for step in with_model.steps] == ["tap_area", "tap", "exit"]
    problem = "the tree is of com.pocketphone.launcher, which is not in front"
    assert [step.get("tree") for step in with_model.steps] == [problem, None, None]


def test_one_failed_look_is_repeated(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.shell("pocketphone fault screenshot garbage 1")
    plays(endpoint, tap("Stopwatch"), DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert [step["kind"] for step in with_model.steps] == ["tap", "exit"]
    assert not json.loads(phone.shell("pocketphone fault")), "it had its one time"


@pytest.mark.parametrize("steps", [0, 1])
def test_no_picture_at_all_ends_the_run(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket, steps: int
) -> None:
    def broken(text: str) -> str:
        phone.shell("pocketphone fault screenshot garbage")
        return tap("Stopwatch")(text)

    if not steps:
        phone.shell("pocketphone fault screenshot garbage")
    plays(endpoint, broken)
    ran = with_model(*RUN)
    assert ran.code == 3
    assert NO_PICTURE in ran.err
    assert len(endpoint.requests) == steps
    assert len(with_model.steps) == steps
    assert with_model.outcome["ending"] == "failed"
    assert with_model.whole()


@pytest.mark.parametrize("after", range(0, 12, 3))
def test_a_phone_that_drops_off_the_bus_is_waited_for(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket, after: int
) -> None:
    """Wherever in a step it happens: `after` so many commands."""
    phone.shell(f"pocketphone fault bus gone 1 {after}")
    plays(endpoint, tap("Stopwatch"), tap("Stopwatch"), DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert "waiting up to" in ran.err
    assert phone.state()["screen"]["page"] == "stopwatch"
    assert with_model.whole()


def test_a_black_picture_leaves_the_elements(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.shell("pocketphone fault screenshot black")
    plays(endpoint, tap("Stopwatch"), DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert phone.state()["screen"]["page"] == "stopwatch"


def test_a_secure_window_without_a_tree_is_told(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.shell("pocketphone fault screenshot black; pocketphone fault dump idle")
    plays(endpoint, 'exit("failed", "nothing can be seen")')
    ran = with_model(*RUN)
    assert ran.code == 1, ran.said
    assert "tree: secure" in ran.err
    assert {step["tree"] for step in with_model.steps} == {"secure"}
    assert with_model.whole()
