"""The faults of a trial under `--faults`; the same trial gets the same faults."""

from __future__ import annotations

from random import Random
from typing import Any

from pocketphone.faults import KINDS

LIKELY = 0.3  # that what can be befallen is, in one trial; something is in each
TIMES = 2  # at most
# So many occasions may pass before it, at most: a step is one dump, two pictures, one touch and
# some four commands.
AFTER = {"dump": 6, "screenshot": 12, "screen": 6, "app": 4, "popup": 4, "keyboard": 4, "bus": 24}


def storm(seed: int, task: str) -> dict[str, Any]:
    """The faults of a trial, in the form of a phone's state."""
    rng = Random(f"storm/{seed}/{task}")
    befallen = [what for what in KINDS if rng.random() < LIKELY] or [rng.choice(list(KINDS))]
    return {
        what: {
            "how": rng.choice(KINDS[what]),
            "times": rng.randint(1, TIMES),
            "after": rng.randint(0, AFTER[what]),
        }
        for what in befallen
    }
