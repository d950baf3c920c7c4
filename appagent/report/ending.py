"""How a run, an exploration or a demonstration ended, and what a person can do next."""

from __future__ import annotations

from pathlib import Path
from typing import assert_never

from appagent.errors import SetupError
from appagent.outcome import Outcome
from appagent.report.plain import plural

NO_DOCS = "no docs were written"


def suggestion(outcome: Outcome, *, has_docs: bool) -> str:
    """What to try next, in one sentence; "" where there is nothing to fix.

    `has_docs` tells whether anything is known of the app.
    """
    learns = outcome.command != "run"
    if learns and outcome.ending in ("done", "step_limit") and outcome.docs_written:
        return ""
    match outcome.ending:
        case "done" | "cancelled":
            tries = []
        case "failed":  # the error of a setup has said what to do about it
            setup = outcome.exit_code == SetupError.exit_code
            tries = [] if setup else ["look at its steps in the trail"]
        case "step_limit":
            tries = [f"allow more steps, --steps {min(2 * outcome.steps, 500)}"]
        case "unverified":
            tries = ["look at the phone, for its screen does not prove that the task is done"]
        case "stuck" | "gave_up":
            tries = _other_ways(outcome)
        case "time_limit" | "call_limit" | "token_limit" | "cost_limit":
            tries = [f"raise the {outcome.ending.replace('_', ' ')}"]
        case _:
            assert_never(outcome.ending)
    ended = outcome.ending not in ("failed", "cancelled")
    if outcome.command == "explore" and ended and not outcome.docs_written:
        tries = ["name another app with --app", "show the app yourself with `appagent demo`"]
    elif tries and outcome.command == "run" and outcome.app and not has_docs:
        tries.append(f"let it learn the app first, `appagent explore --app {outcome.app}`")
    if tries and outcome.model == "offline":
        tries.append("name a model with --model, for the offline rules know very few tasks")
    return f"what to try: {'; or '.join(tries)}" if tries else ""


def _other_ways(outcome: Outcome) -> list[str]:
    restart = "start on the first page of the app that is meant, --app NAME --restart"
    here = [restart] if outcome.command == "run" else []
    model = [] if outcome.model == "offline" else ["try another --model"]
    return [*here, *model] or ["look at its steps in the trail"]


def result_text(outcome: Outcome, docs_folder: Path) -> str:
    """What stdout gets: of a run that is done its answer, of another how it ended, of an
    exploration or a demonstration what it wrote."""
    if outcome.command != "run":
        docs = plural(outcome.docs_written, "doc")
        return f"{docs} written or confirmed in {docs_folder}" if outcome.docs_written else NO_DOCS
    if outcome.ending == "done":
        return outcome.answer or "done"
    ending = outcome.ending.replace("_", " ")
    return f"{ending}: {outcome.answer}" if outcome.answer else ending
