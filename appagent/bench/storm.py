"""What goes wrong in a trial under `--faults`: the same for the same trial."""

from __future__ import annotations

from random import Random
from typing import Any

from pocketphone.faults import KINDS

LIKELY = 0.3  # that what can be befallen is, in one trial
TIMES, AFTER = 2, 6  # at most


def storm(seed: int, task: str) -> dict[str, Any]:
    """Faults as a phone's state holds them."""
    rng = Random(f"storm/{seed}/{task}")
    return {
        what: {
            "how": rng.choice(kinds),
            "times": rng.randint(1, TIMES),
            "after": rng.randint(0, AFTER),
        }
        for what, kinds in KINDS.items()
        if rng.random() < LIKELY
    }
