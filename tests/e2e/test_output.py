"""What goes to stdout and what to stderr, and how much of it."""

from __future__ import annotations

import pytest

from tests.model.endpoint import Endpoint, error

from .house import CLOCK, AppAgent
from .script import DONE, plays, tap

RUN = ("run", "Look at the clocks", "--app", "clock")


@pytest.mark.parametrize(
    ("end", "code", "result"),
    [
        (DONE, 0, "done"),
        ('exit("done", "It is noon in Lima")', 0, "It is noon in Lima"),
        ('exit("failed", "no such city")', 1, "gave up: no such city"),
    ],
)
def test_stdout_gets_the_answer_or_how_it_ended(
    with_model: AppAgent, endpoint: Endpoint, end: str, code: int, result: str
) -> None:
    plays(endpoint, tap("World clock"), end)
    ran = with_model(*RUN)
    assert (ran.code, ran.out) == (code, f"{result}\n"), ran.said
    assert '  1  tap tab "World clock": ' in ran.err
    assert ("what to try: " in ran.err) is bool(code)
    trail, page = ran.err.splitlines()[-2:]
    assert page == f"a page of it: `appagent report {trail.removeprefix('trail: ')}`"
    assert ran.err.count("trail: runs/") == 1


def test_an_exploration_prints_what_it_wrote(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint, tap("World clock"))
    ran = with_model("explore", "--app", "clock", "--steps", "1")
    assert ran.out == f"1 doc written or confirmed in docs_store/{CLOCK}\n", ran.said
    assert '  1  tap tab "World clock": Opens something.' in ran.err


@pytest.mark.parametrize("place", ["before", "after"])
@pytest.mark.parametrize(
    ("option", "steps", "thoughts"), [("-v", False, True), ("-q", False, False)]
)
def test_how_much_is_told(
    with_model: AppAgent,
    endpoint: Endpoint,
    place: str,
    option: str,
    steps: bool,
    thoughts: bool,
) -> None:
    plays(endpoint, tap("World clock"), DONE)
    ran = with_model(option, *RUN) if place == "before" else with_model(*RUN, option)
    assert (ran.code, ran.out) == (0, "done\n"), ran.said
    assert ('  1  tap tab "World clock": ' in ran.err) is steps
    assert ("this is next" in ran.err) is thoughts
    assert bool(ran.err) is thoughts


def test_quiet_tells_an_error(bare: AppAgent) -> None:
    ran = bare("-q", *RUN, "--device", "no-such-phone", "--model", "offline")
    assert ran.code == 2
    assert ran.err.startswith("appagent: no phone no-such-phone is attached")


def test_a_correction_is_told(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint, "tap(99)", DONE)
    ran = with_model(*RUN)
    assert ran.code == 0, ran.said
    assert "     corrected: no element 99: marks run 1-" in ran.err


def test_what_was_not_corrected_is_not_called_so(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint, *["tap(99)"] * 4)
    ran = with_model(*RUN)
    assert ran.code == 4, ran.said
    assert ran.err.count("     sent back: no element 99: marks run 1-") == 4
    assert "corrected" not in ran.err


def test_a_failed_run_says_what_to_try(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint, *[tap("World clock")] * 3)
    ran = with_model(*RUN, "--steps", "2")
    assert (ran.code, ran.out) == (1, "step limit\n"), ran.said
    assert "what to try: allow more steps, --steps 4" in ran.err


def test_a_run_that_was_refused_says_how_it_would_be_allowed(
    with_model: AppAgent, endpoint: Endpoint
) -> None:
    plays(endpoint, tap("Aleksander Delacroix"), tap("Call"), means="no")
    ran = with_model("run", "--app", "contacts", "--task", "Look", "--restart", "--steps", "2")
    assert ran.out == "step limit\n", ran.said
    assert 'not done, for it goes beyond the task: tap button "Call"\n' in ran.err
    assert "what to try: say in the task that this is wanted, if it is; or " in ran.err


def test_a_key_that_is_refused_is_all_that_is_told(
    with_model: AppAgent, endpoint: Endpoint
) -> None:
    plays(endpoint, error(401, "Incorrect API key provided", "invalid_api_key"))
    ran = with_model(*RUN)
    assert ran.code == 4, ran.said
    assert "set it to a key of this endpoint" in ran.err
    assert "what to try" not in ran.err
