"""A phone that shows too little: no tree, no picture, the tree of the screen before."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.model.endpoint import Answer, Endpoint, serving

from .house import AppAgent, Pocket
from .script import DONE, plays, screen, tap

RUN = ("run", "--app", "clock", "--task", "Show the stopwatch")
NO_PICTURE = "the phone took no screenshot: Failed to take screenshot. Status: -2 Capturing failed."


def holding(appagent: AppAgent, phone: Pocket, widget: str, *options: str) -> int:
    """The number of what has its middle on a widget."""
    found = {each["id"]: each["bounds"] for each in json.loads(phone.shell("pocketphone tree"))}
    left, top, right, bottom = found[widget]
    for mark in appagent("view", *options, "--json").document["marks"]:
        x, y = middle(mark)
        if left <= x < right and top <= y < bottom:
            return int(mark["label"])
    raise AssertionError(f"nothing is marked on {widget}")


def middle(mark: dict[str, Any]) -> tuple[int, int]:
    left, top, right, bottom = mark["bounds"]
    return (left + right) // 2, (top + bottom) // 2


def test_without_a_tree_the_model_goes_on_with_what_the_pixels_show(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.open("com.pocketphone.clock")
    phone.shell("pocketphone fault dump idle")
    plays(endpoint, f"tap({holding(with_model, phone, 'tab_stopwatch')})", DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert phone.state()["screen"]["page"] == "stopwatch"
    assert [step["kind"] for step in with_model.steps] == ["tap", "exit"]
    assert all("could not get idle state" in step["tree"] for step in with_model.steps)
    assert [step["seen_by"] for step in with_model.steps] == ["pixels", "pixels"]
    assert "seen by the pixels (tree: " in ran.err
    assert with_model.steps[0]["target"]["role"] == "shape"
    assert with_model.whole()


@pytest.mark.parametrize("how", ["null", "stale"])
def test_where_the_active_window_has_no_tree_all_windows_have_one(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket, how: str
) -> None:
    phone.shell(f"pocketphone fault dump {how}")
    plays(endpoint, tap("Stopwatch"), DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert phone.state()["screen"]["page"] == "stopwatch"
    assert with_model.steps[0]["seen_by"] == "windows"
    assert not any("tree" in step for step in with_model.steps)
    assert "seen by all windows" in ran.err
    dumps = [line for line in phone.shell("pocketphone log").splitlines() if "dump" in line]
    assert any("--windows" in line for line in dumps)
    assert with_model.whole()


def with_a_stale_dump(phone: Pocket, act: Callable[[str], str]) -> Callable[[str], str]:
    """The reply; the dump after it is of the page before it."""

    def reply(text: str) -> str:
        phone.shell("pocketphone fault dump stale")
        return act(text)

    return reply


def test_the_menu_is_seen_where_the_dump_is_of_the_page_below(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.open("com.pocketphone.clock")
    plays(endpoint, with_a_stale_dump(phone, tap("More")), DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert [step.get("seen_by") for step in with_model.steps] == [None, "windows"]
    told = screen(endpoint.requests[-1])
    assert "Settings" in told
    assert "Stopwatch" not in told.partition("<screen")[2], "the page below takes no touch"


def test_the_list_is_not_older_than_the_picture(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.open("com.pocketphone.clock")
    plays(endpoint, with_a_stale_dump(phone, tap("Add alarm")), "wait(1)", DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert [step.get("seen_by") for step in with_model.steps] == [None, "windows", "windows"]
    for request in endpoint.requests[1:]:
        assert 'switch "Vibrate"' in screen(request)
        assert "World clock" not in screen(request).partition("<screen")[2]


def test_the_grid_is_there_without_a_tree_too(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.open("com.pocketphone.clock")
    phone.shell("pocketphone fault dump idle")
    cell = holding(with_model, phone, "tab_stopwatch", "--grid")
    plays(endpoint, "grid()", f'tap({cell}, "center")', DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert phone.state()["screen"]["page"] == "stopwatch"
    assert [step["seen_by"] for step in with_model.steps] == ["pixels", "grid", "pixels"]


def test_a_detector_is_asked_and_done_without_where_it_fails(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.open("com.pocketphone.clock")
    phone.shell("pocketphone fault dump idle")
    places = {each["id"]: each["bounds"] for each in json.loads(phone.shell("pocketphone tree"))}
    sizes = [int(px) for px in phone.shell("wm size").split()[-1].split("x")] * 2
    share = [edge / px for edge, px in zip(places["tab_stopwatch"], sizes, strict=True)]
    tab = {"bbox": share, "interactivity": True, "content": "a stopwatch"}
    plays(endpoint, tap("a stopwatch"), DONE)
    with serving() as parser:
        parser.play(Answer({"parsed_content_list": [tab]}), Answer("no GPU", 500))
        ran = with_model(*RUN, APPAGENT_DETECTOR=parser.url.removesuffix("/v1"))
    assert ran.code == 0, ran.said
    assert "those without a usable tree to the detector at 127.0.0.1" in ran.err
    assert phone.state()["screen"]["page"] == "stopwatch"
    assert [step["seen_by"] for step in with_model.steps] == ["detector", "pixels"]
    assert "answered 500: no GPU; the contours stand in" in " ".join(ran.err.split())


@pytest.mark.parametrize(
    "words", [("view",), ("docs", "edit", "--label", "1", "--verb", "tap", "--text", "Opens.")]
)
def test_the_host_is_named_before_a_screen_goes_to_a_detector(
    appagent: AppAgent, phone: Pocket, words: tuple[str, ...]
) -> None:
    phone.open("com.pocketphone.clock")
    phone.shell("pocketphone fault dump idle")
    with serving() as parser:
        parser.play(Answer("no GPU", 500))
        ran = appagent(*words, "--json", APPAGENT_DETECTOR=parser.url.removesuffix("/v1"))
    told = " ".join(ran.err.split())
    assert len(parser.requests) == told.count("the screen goes to 127.0.0.1") == 1, ran.said
    assert told.index("the screen goes to") < told.index("answered 500: no GPU")


def test_what_is_learned_of_a_map_is_kept_with_the_map(
    with_model: AppAgent, endpoint: Endpoint
) -> None:
    """A shape that does nothing costs no reflection: one that does something is documented."""
    plays(endpoint, *[partial(nth_shape, n) for n in range(8)], DONE)
    ran = with_model("explore", "--app", "maps", "--task", "Look at a place")
    assert ran.code == 0, ran.said
    docs = [doc.read_text() for doc in with_model.docs]
    assert [doc for doc in docs if "/#map'" in doc and "tap:" in doc], docs
    after = [
        text for text in map(screen, endpoint.requests) if '    tap: "Opens something."' in text
    ]
    assert re.search(r'shape\n    tap: "Opens something."\n\d+ shape\n\d', after[-1])
    assert with_model.steps[0]["seen_by"] == "pixels"


def nth_shape(n: int, text: str) -> str:
    """A tap on what only the pixels show; back, where nothing is."""
    found = re.findall(r"^(\d+)(?:-(\d+))? shape", text, re.MULTILINE)
    shapes = [label for first, last in found for label in range(int(first), int(last or first) + 1)]
    return f"tap({shapes[n]})" if n < len(shapes) else "back()"


def test_a_tree_that_comes_back_is_used(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.shell("pocketphone fault dump idle 1")
    plays(endpoint, "wait(1)", tap("Stopwatch"), DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert [step["kind"] for step in with_model.steps] == ["wait", "tap", "exit"]
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


def test_a_secure_window_is_used_by_its_elements(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.shell("pocketphone fault screenshot black")
    plays(endpoint, tap("Stopwatch"), DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert phone.state()["screen"]["page"] == "stopwatch"
    assert {step["picture"] for step in with_model.steps} == {"secure"}
    assert "(picture: forbidden by the app, so it is black)" in " ".join(ran.err.split())
    assert '- picture "forbidden by the app' in screen(endpoint.requests[-1])


def test_a_secure_window_without_a_tree_is_told(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    phone.shell("pocketphone fault screenshot black; pocketphone fault dump idle")
    plays(endpoint, 'exit("failed", "nothing can be seen")')
    ran = with_model(*RUN)
    assert ran.code == 1, ran.said
    (step,) = with_model.steps
    assert (step["tree"], step["picture"]) == ("could not get idle state", "secure")
    assert step["seen_by"] == "grid"
    told = "by the grid (tree: could not get idle state; picture: forbidden by"
    assert told in " ".join(ran.err.split())
    assert with_model.whole()
