"""How a run ended: data, not an exception; `outcome.json` in its trail."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from appagent.errors import StoreError
from appagent.exchange import Usage
from appagent.files import read_file
from appagent.record import Record
from appagent.trail import OUTCOME

INTERRUPTED = "interrupted"  # the error of what was stopped
JUDGED = "judged"  # kept beside the outcome of a trial: whether its goal was met

Ending = Literal[
    "done", "unverified", "gave_up", "stuck", "cancelled", "step_limit", "time_limit",
    "call_limit", "token_limit", "cost_limit", "failed",
]  # fmt: skip


class Outcome(Record):
    """How a run ended, and what it cost."""

    ending: Ending
    answer: str = ""
    error: str = ""
    exit_code: int = 0
    command: str = ""
    task: str = ""
    app: str = ""
    device: str = ""
    model: str = ""
    flow: str = ""  # the file that was played
    docs: tuple[str, ...] = ()  # the sources that were read
    guard: Literal["strict", "balanced"] = "strict"  # what a run asked about
    docs_written: int = 0
    steps: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    tokens_known: bool = True
    cost: float | None = None  # None: no price is configured
    trips: int = 0  # round trips to the phone
    received: int = 0  # bytes that it sent
    seconds: float = 0
    model_seconds: float = 0  # of them, that were waited for the model
    started: datetime
    refused: tuple[str, ...] = ()  # what the guard did not let happen
    declined: tuple[str, ...] = ()  # those of them that a person said no to
    unknown: tuple[str, ...] = ()  # those of them of which nobody knows what they do
    last: str = ""  # the picture in the trail of the last screen that was seen
    crash: tuple[str, ...] = ()  # what Android logged of an app that did not stay in front
    trail: str = ""

    @property
    def ok(self) -> bool:
        """Whether it was done."""
        return self.ending == "done"

    def spent(self, usage: Usage) -> Outcome:
        """This outcome with the tokens of `usage`."""
        return self.model_copy(
            update={
                "calls": usage.calls,
                "prompt_tokens": usage.prompt_tokens,
                "cached_tokens": usage.cached_tokens,
                "completion_tokens": usage.completion_tokens,
                "tokens_known": usage.known,
                "model_seconds": round(usage.seconds, 3),
            }
        )


def read_judged(folder: Path) -> tuple[bool | None, str]:
    """Whether the trial or test in `folder` met its goal, by the phone's own state or by a suite's
    checks, and why not, by those; None for what is none, or was not judged."""
    try:
        judged = json.loads(read_file(folder / f"{JUDGED}.json"))
        met, why = judged["met"], str(judged.get("why", ""))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None, ""
    return (met, why) if isinstance(met, bool) else (None, "")


def read_outcome(folder: Path) -> Outcome:
    """How the run in `folder` ended. Raises: `StoreError`."""
    path = folder / OUTCOME
    try:
        return Outcome.model_validate_json(read_file(path))
    except (OSError, ValidationError) as err:
        raise StoreError(f"{path}: cannot be read: {err}") from err
