"""What an end says to try next."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import get_args

import pytest

from appagent.outcome import Ending, Outcome
from appagent.report.ending import suggestion

STARTED = datetime.now(UTC)


def suggested(ending: Ending, *, has_docs: bool = True, **about: object) -> str:
    run: dict[str, object] = {"command": "run", "app": "com.example.clock", "model": "seer-4"}
    outcome = Outcome.model_validate({"ending": ending, "started": STARTED} | run | about)
    return suggestion(outcome, has_docs=has_docs)


@pytest.mark.parametrize("ending", get_args(Ending))
def test_each_end_that_is_none_of_your_doing_names_a_next_step(ending: Ending) -> None:
    assert bool(suggested(ending)) is (ending not in ("done", "cancelled"))


def test_a_run_is_told_of_more_steps_docs_and_models() -> None:
    assert "--steps 40" in suggested("step_limit", steps=20)
    learn = "`appagent explore --app com.example.clock`"
    assert learn in suggested("stuck", has_docs=False)
    assert learn not in suggested("stuck")
    assert "--restart" in suggested("stuck")
    assert "another --model" in suggested("gave_up")
    assert "name a model with --model" in suggested("gave_up", model="offline")


def test_an_error_that_says_what_to_do_stands_alone() -> None:
    assert suggested("failed", exit_code=2) == ""
    assert "trail" in suggested("failed", exit_code=3)


def test_an_exploration_that_wrote_docs_needs_nothing() -> None:
    assert suggested("step_limit", command="explore", docs_written=3) == ""
    assert "`appagent demo`" in suggested("step_limit", command="explore")
    assert suggested("failed", command="explore", exit_code=2) == ""
