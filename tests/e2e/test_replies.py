"""Replies of the model that cannot be used: sent back, at most three times."""

from __future__ import annotations

import itertools
import json

import pytest

from tests.model.endpoint import Answer, Endpoint, completion

from .house import AppAgent, Pocket
from .script import DONE, Line, corrections, decision, label, plays, screen, tap

RUN = ("run", "--task", "Open the clock", "--json")

USELESS: dict[str, tuple[Line, str]] = {
    "empty": (completion(""), "the reply was empty"),
    "cut": (completion(decision(DONE)[:60], finish="length"), "cut off at the token limit"),
    "not JSON": (completion("I would rather not."), "no action in"),
    "a broken object": (completion('{"observation": "a list", "action": "tap(1'), "not whole"),
    "a wrong verb": ("fly(3)", "no verb 'fly'"),
    "element 0": ("tap(0)", "no element 0: marks run 1-"),
    "element 99": ("tap(99)", "no element 99: marks run 1-"),
    "no field in focus": ('text("hello")', "no field is in focus"),
}


def test_each_is_corrected_and_the_run_goes_on(with_model: AppAgent, endpoint: Endpoint) -> None:
    """One step each: the useless reply first, then one of use."""
    there_and_back: list[Line] = [tap("Clock"), "home()", tap("Contacts"), "home()"]
    of_use: list[Line] = [*there_and_back, *there_and_back]  # or it would be stuck
    pairs = zip((said for said, _ in USELESS.values()), of_use, strict=True)
    plays(endpoint, *itertools.chain.from_iterable(pairs), DONE)
    ran = with_model(*RUN, "--verify", "never")
    assert ran.code == 0, ran.said
    *steps, last = with_model.steps
    for (case, (_, problem)), step in zip(USELESS.items(), steps, strict=True):
        assert [problem in each["problem"] for each in step["problems"]] == [True], case
        assert step["kind"] in ("tap", "home"), case
    assert "problems" not in last
    told = [corrections(body)[0] for body in endpoint.requests[1::2]]
    assert all(problem in said for said, (_, problem) in zip(told, USELESS.values(), strict=True))
    assert ran.document["calls"] == 2 * len(USELESS) + 1


def test_an_app_that_no_package_and_no_icon_is_called(
    with_model: AppAgent, phone: Pocket, endpoint: Endpoint
) -> None:
    plays(endpoint, 'open_app("Calendar")', DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert "looking in the launcher" in ran.said
    assert "refused: no app 'Calendar' on this phone: it has" in screen(endpoint.requests[1])
    assert phone.state()["screen"]["app"] == "com.pocketphone.launcher"


def test_a_name_that_fits_another_element(
    with_model: AppAgent, phone: Pocket, endpoint: Endpoint
) -> None:
    """The number says one thing, the name another: nothing is touched, both are told."""

    def mixed_up(text: str) -> str:
        return f'tap({label(text, "Contacts")}, name="Clock")'

    plays(endpoint, mixed_up, tap("Clock"), DONE)
    assert with_model(*RUN).code == 0
    (told,) = corrections(endpoint.requests[1])
    assert "Contacts" in told
    assert "Clock" in told
    assert phone.state()["screen"]["app"] == "com.pocketphone.clock"


def test_the_grid_has_areas_and_no_elements(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint, "grid()", tap_element := "tap(3)", 'tap(1, "top")', DONE)
    assert with_model(*RUN).code == 0
    assert " cells" in screen(endpoint.requests[1])
    (told,) = corrections(endpoint.requests[2])
    assert "no tap here: choose one of tap_area" in told
    assert with_model.steps[1]["problems"][0]["reply"].count(tap_element) == 1
    assert [step["kind"] for step in with_model.steps] == ["grid", "tap_area", "exit"]


@pytest.mark.parametrize("said", ["tap(99)", completion("")], ids=["element 99", "empty"])
def test_the_fourth_ends_the_run(
    with_model: AppAgent, phone: Pocket, endpoint: Endpoint, said: str | Answer
) -> None:
    before = len([line for line in phone.log() if line.startswith("input")])
    plays(endpoint, "wait(1)", *[said] * 4)
    ran = with_model(*RUN)
    assert ran.code == 4, ran.said
    assert len(endpoint.requests) == 5
    assert len(corrections(endpoint.requests[-1])) == 3
    assert with_model.whole()
    wait, failed = with_model.steps
    assert wait["kind"] == "wait"
    assert len(failed["problems"]) == 4
    assert failed["status"] == "ERROR"
    assert with_model.outcome["ending"] == "failed"
    assert with_model.outcome["error"] == failed["error"] == ran.document["error"]
    assert ran.document["error"].startswith("seer-4 gave 4 unusable replies in a row")
    assert "try another model" in ran.document["error"]
    after = [line for line in phone.log() if line.startswith("input")]
    assert len(after) == before, "nothing was touched"


def test_the_paper_s_form(with_model: AppAgent, phone: Pocket, endpoint: Endpoint) -> None:
    def spoken(text: str) -> Answer:
        return completion(
            f"**Observation:** a home screen\n**Thought:** the clock\n**Action:** "
            f"`tap({label(text, 'Clock')})`\n**Summary:** opened it"
        )

    endpoint.rule(lambda body: spoken(screen(body)) if len(endpoint.requests) == 1
                  else completion("Observation: it\nThought: done\nAction: FINISH"))  # fmt: skip
    assert with_model(*RUN, "--verify", "never").code == 0
    assert phone.state()["screen"]["app"] == "com.pocketphone.clock"
    assert [step["action"] for step in with_model.steps][1] == DONE
    assert json.dumps(with_model.outcome["ending"]) == '"done"'
