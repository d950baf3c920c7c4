"""Forty-eight more ways on the pocket phone, to what tasks name and to something else: the ones are
gone and the others are not, and nobody is asked."""

from __future__ import annotations

from collections import Counter

import pytest

from scripts.attempt import Rig
from tests.agent.scripted import Somebody
from tests.guard.named import FILE, Case, cases, play

CASES = cases(FILE.with_name("named_2.yaml"))
WRONG = [case for case in CASES if case.side == "wrong"]


def test_half_of_the_cases_are_right() -> None:
    assert Counter(case.side for case in CASES) == {"right": 24, "wrong": 24}


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_what_a_task_names_is_touched_and_nothing_else(ours: Rig, case: Case) -> None:
    played = play(ours, case)
    if case.side == "right":
        times = case.reads.get("count", 1)
        assert (played.count(case), played.stopped, played.off) == (times, (), ""), played
    else:
        assert played.count(case) <= case.done, played
        assert played.stopped, "nothing was asked"


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in WRONG])
def test_a_wrong_way_goes_wrong_where_a_person_agrees(ours: Rig, case: Case) -> None:
    played = play(ours, case, Somebody(yes=True))
    assert (played.count(case), played.stopped, played.off) == (case.done + 1, (), ""), played
