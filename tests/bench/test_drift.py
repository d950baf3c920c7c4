"""What may change between doing a task and doing it again."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from appagent.bench.draw import TaskInstance, instantiate
from appagent.bench.suite import default_suites, load_suite
from pocketphone.changes import AtSpot
from pocketphone.phone import Phone
from scripts.perturb import DRIFTS, SYNONYMS, Done, Drift, what_was_done

EXAMPLES = ("clock-1", "clock-3", "chat-2", "mail-3", "photos-1", "settings-4", "shop-3")


@cache
def examples() -> list[tuple[TaskInstance, Done]]:
    found = []
    for suite in map(load_suite, default_suites()):
        for task in suite.tasks:
            if task.id in EXAMPLES:
                phone = Phone(seed=1)
                drawn = instantiate(task, suite.app, 1, phone.truth)
                found.append((drawn, what_was_done(drawn, phone)))
    return found


def test_what_was_done_names_each_control_as_the_agent_and_as_the_phone_do() -> None:
    done = next(done for drawn, done in examples() if drawn.task.id == "clock-1")
    assert [(t.use, t.title, t.spot.page, t.spot.ref) for t in done.touched][-2:] == [
        ("tap", "Vibrate", "editor", "vibrate"),
        ("tap", "Save", "editor", "save"),
    ]
    assert done.touched[-1].key == "#coordinator/#save"
    assert done.touched[-1].widget.text == "Save"


@pytest.mark.parametrize("drift", DRIFTS, ids=lambda drift: drift.name)
def test_a_drift_changes_what_it_tells_and_nothing_that_is_judged(drift: Drift) -> None:
    told = 0
    for drawn, done in examples():
        phone = Phone(seed=1)
        before, screen = phone.state(), (phone.env, phone.hierarchy())
        changed = drift.apply(phone, done, Random(0))
        after = phone.state()
        assert after["apps"] == before["apps"]
        pages = [change for change in phone.changes if isinstance(change, AtSpot)]
        for change in pages:
            shown = [t.shown for t in done.touched if t.spot.page == change.spot.page]
            assert any(change.made(each) is not each for each in shown), drawn.task.id
        drifted = bool(pages or phone.events) or (phone.env, phone.hierarchy()) != screen
        assert bool(changed) == drifted, drawn.task.id
        told += bool(changed)
    assert told, "in none of the examples"


@pytest.mark.parametrize("drift", DRIFTS, ids=lambda drift: drift.name)
def test_the_same_draw_is_the_same_drift(drift: Drift) -> None:
    for _, done in examples():
        phones = [Phone(seed=1), Phone(seed=1)]
        told = [drift.apply(phone, done, Random(3)) for phone in phones]
        assert told[0] == told[1]
        assert phones[0].changes == phones[1].changes


def test_no_synonym_is_the_word_itself() -> None:
    assert all(words and name not in words for name, words in SYNONYMS.items())
    assert len({drift.name for drift in DRIFTS}) == len(DRIFTS)
