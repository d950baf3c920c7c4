"""An exploration by several phones: one frontier, one store, each goal once."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from appagent.agent.frontier import Ground
from appagent.agent.together import Together
from appagent.api.agent import Agent
from appagent.api.crew import Crew
from appagent.api.parts import open_store
from appagent.api.phone import OnStep, Phone
from appagent.config import load
from appagent.knowledge.store import DocStore
from appagent.outcome import Outcome
from appagent.ports import Person

_SUMMED = (
    "docs_written", "steps", "calls", "prompt_tokens", "cached_tokens", "completion_tokens",
    "trips", "received", "model_seconds",
)  # fmt: skip


@dataclass(frozen=True)
class Explored:
    """What came of an exploration by several phones."""

    parts: tuple[Outcome, ...]  # of the phones that began, as they ended; one at least
    store: DocStore
    seconds: float
    stopped: bool = False  # by Ctrl-C

    @property
    def whole(self) -> Outcome:
        """All of it as one: with the ending of a phone that came to the end of it, where there is
        one, else of what stood in the way of the others."""
        ends = min(self.parts, key=lambda part: (part.exit_code != 0, -part.exit_code))
        costs = [part.cost for part in self.parts if part.cost is not None]
        summed = {name: sum(getattr(part, name) for part in self.parts) for name in _SUMMED}
        joined = {
            name: tuple(dict.fromkeys(chain(*(getattr(part, name) for part in self.parts))))
            for name in ("refused", "declined", "unknown")
        }
        stopped = {"ending": "cancelled", "error": "", "exit_code": 130} if self.stopped else {}
        return ends.model_copy(
            update={
                **summed, **joined, **stopped,
                "device": ", ".join(part.device for part in self.parts),
                "tokens_known": all(part.tokens_known for part in self.parts),
                "cost": sum(costs) if costs else None,
                "seconds": self.seconds,
                "started": min(part.started for part in self.parts),
                "last": "", "crash": (), "trail": "",
            }
        )  # fmt: skip


def explore_together(
    app: str,
    devices: Sequence[str],
    task: str = "",
    *,
    say: Callable[[str], object],
    watch: Callable[[str], OnStep | None],
    person: Person | None = None,
    settings: Mapping[str, Any] = {},
    names: Mapping[str, str] = {},
) -> Explored:
    """Learn an app by trying it, on several phones at once: all steps together are those of the
    settings. A phone that goes away leaves the rest to the others. The arguments are those of
    `Crew`.

    Raises: `SetupError`, `StoreError`, `DeviceError` where no phone could begin;
    `KeyboardInterrupt` where Ctrl-C came before.
    """
    clock = time.monotonic()
    config = load(settings).config
    store = open_store(config)
    store.prepare()
    together = Together(config.explore_steps, Ground(shared=True))
    crew = Crew(devices, "explore", say, watch, person, settings, names)
    parts: list[Outcome] = []

    def work(phone: Phone) -> None:
        part = Agent(phone)._explore(app, task, together, store)
        parts.append(part)
        if part.error:
            say(f"{phone.serial} ends its part after {part.steps} steps: {part.error}")

    stopped = False
    try:
        crew.do(work)
    except KeyboardInterrupt:
        stopped = True
    if not parts:
        raise KeyboardInterrupt if stopped else crew.errors[0]
    return Explored(tuple(parts), store, round(time.monotonic() - clock, 3), stopped)
