"""How a run, an exploration or a demonstration ended, and what a person can do next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

from appagent.config import MOST_STEPS
from appagent.outcome import Outcome
from appagent.report.plain import plural
from appagent.runs import DAMAGED

NO_DOCS = "no docs were written"


def mood(ending: str, command: str = "") -> str:
    """How an ending in words is shown, as a class of the pages' style. An exploration may well end
    by its step limit."""
    if ending in ("failed", "stuck", "gave up", "cut off", "said done") or DAMAGED in ending:
        return "bad"
    learned = ending == "step limit" and command in ("explore", "demo")
    return "good" if ending == "done" or learned else "warn"


def suggestion(outcome: Outcome, *, has_docs: bool, restarted: bool = False) -> str:
    """What to try next, in one sentence; "" where there is nothing to fix, or the error says it.

    `has_docs` tells whether anything is known of the app, `restarted` whether it began on its first
    page.
    """
    tries = list(_tries(outcome, has_docs, restarted))
    return f"what to try: {'; or '.join(tries)}" if tries else ""


def _tries(outcome: Outcome, has_docs: bool, restarted: bool) -> Iterator[str]:
    runs = outcome.command == "run"
    match outcome.ending:
        case "cancelled" | "failed":  # an error says itself what to do
            return
        case "unverified":
            yield "look at the phone, for its screen does not prove that the task is done"
        case "time_limit" | "call_limit" | "token_limit" | "cost_limit":
            yield f"raise the {outcome.ending.replace('_', ' ')}"
        case "done" | "step_limit" | "stuck" | "gave_up" if not runs:
            yield from _other_lessons(outcome)
        case "done":
            return
        case "step_limit" | "stuck" | "gave_up" if outcome.refused:
            if outcome.declined:  # who said no knows
                return
            if set(outcome.refused) - set(outcome.unknown):
                yield "say in the task that this is wanted, if it is"
            yield "start it on a terminal, and answer when you are asked"
            if outcome.unknown:
                yield "write what it does under `yours` in the app's guard.yaml, docs/settings.md"
        case "step_limit" | "stuck" | "gave_up":
            yield from _other_ways(outcome, restarted)
            if outcome.app and not has_docs:
                yield f"let it learn the app first, `appagent explore --app {outcome.app}`"
            if outcome.model == "offline":
                yield "name a model with --model, for the offline rules know very few tasks"
        case _:
            assert_never(outcome.ending)


def _other_lessons(outcome: Outcome) -> Iterator[str]:
    if outcome.command == "explore" and not outcome.docs_written:
        yield "name another app with --app"
        yield "show the app yourself with `appagent demo`"
    elif outcome.ending in ("stuck", "gave_up") and outcome.model != "offline":
        yield "try another --model"


def _other_ways(outcome: Outcome, restarted: bool) -> Iterator[str]:
    if outcome.ending == "step_limit":
        if outcome.steps < MOST_STEPS:
            yield f"allow more steps, --steps {min(2 * outcome.steps, MOST_STEPS)}"
        return
    if not restarted:
        yield "start on the first page of the app that is meant, --app NAME --restart"
    if outcome.model != "offline":
        yield "try another --model"


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
