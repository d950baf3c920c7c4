"""What an end says to try next."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import get_args

import pytest

from appagent.outcome import Ending, Outcome
from appagent.report.ending import suggestion

STARTED = datetime.now(UTC)


def suggested(
    ending: Ending, *, has_docs: bool = True, restarted: bool = False, **about: object
) -> str:
    run: dict[str, object] = {"command": "run", "app": "com.example.clock", "model": "seer-4"}
    outcome = Outcome.model_validate({"ending": ending, "started": STARTED} | run | about)
    return suggestion(outcome, has_docs=has_docs, restarted=restarted)


@pytest.mark.parametrize("ending", get_args(Ending))
def test_each_end_that_is_none_of_your_doing_names_a_next_step(ending: Ending) -> None:
    assert bool(suggested(ending)) is (ending not in ("done", "cancelled", "failed"))


def test_a_run_is_told_of_more_steps_docs_and_models() -> None:
    assert "--steps 40" in suggested("step_limit", steps=20)
    learn = "`appagent explore --app com.example.clock`"
    assert learn in suggested("stuck", has_docs=False)
    assert learn not in suggested("stuck")
    assert "--restart" in suggested("stuck")
    assert "another --model" in suggested("gave_up")
    assert "name a model with --model" in suggested("gave_up", model="offline")


@pytest.mark.parametrize("code", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("command", ["run", "explore", "demo"])
def test_an_error_says_itself_what_to_do(code: int, command: str) -> None:
    for model in ("offline", "seer-4"):
        said = suggested("failed", exit_code=code, command=command, model=model, has_docs=False)
        assert said == ""


@pytest.mark.parametrize("ending", ["step_limit", "stuck", "gave_up"])
def test_what_was_refused_is_no_matter_of_steps_docs_or_models(ending: Ending) -> None:
    refused = ('tap button "Send"',)
    for model in ("offline", "seer-4"):
        about = {"refused": refused, "model": model, "has_docs": False}
        said = suggested(ending, **about)
        assert "say in the task that this is wanted, if it is" in said
        assert "answer" in said, "or on a terminal, where it is asked"
        assert not any(word in said for word in ("--steps", "explore", "--model", "--restart"))
        assert suggested(ending, declined=refused, **about) == "", "who said no knows"


def test_nothing_is_suggested_that_was_done_already() -> None:
    assert "--restart" not in suggested("stuck", restarted=True)
    assert suggested("gave_up", restarted=True, model="offline").count("--") == 1
    assert "--steps" not in suggested("step_limit", steps=500)
    assert "--model" not in suggested("unverified", model="offline"), "it is done, for all we know"


def test_an_exploration_that_wrote_docs_needs_nothing() -> None:
    assert suggested("step_limit", command="explore", docs_written=3) == ""
    assert "`appagent demo`" in suggested("step_limit", command="explore")
