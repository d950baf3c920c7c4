"""What a run, an exploration and a demonstration share: the parts, and the ending."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Protocol

from appagent.agent.observe import Look, explaining, look, observe
from appagent.agent.secrets import Secrets
from appagent.config import Config
from appagent.device.launcher import Labels
from appagent.errors import AppAgentError
from appagent.knowledge.docs import DocStore
from appagent.ports import Device, Model, Person
from appagent.screen.shapes import Finder
from appagent.screen.values import Screen
from appagent.trail import Ending, Outcome, Step, Trail


class Progress(Protocol):
    """Whoever watches."""

    def say(self, text: str) -> None: ...

    def looked(self, n: int, seen: Look) -> None: ...

    def stepped(self, step: Step) -> None: ...


@dataclass(frozen=True)
class Session:
    """The parts that one command works with."""

    device: Device
    model: Model
    store: DocStore
    trail: Trail
    config: Config
    progress: Progress
    person: Person | None = None
    detect: Finder | None = None
    labels: Labels = field(default_factory=Labels)
    secrets: Secrets = field(default_factory=Secrets)

    def observe(self) -> Screen:
        return observe(self.device, self.config.settle_s, self._explain)

    @cached_property
    def _explain(self) -> Callable[[Screen], Screen]:
        """One for all looks: it remembers a detector that failed."""
        return explaining(self.config, self.detect, self.progress.say)

    def look(self) -> Look:
        return self.show(self.observe())

    def show(
        self, screen: Screen, *, on_grid: bool = False, native: bool = False, bare: bool = False
    ) -> Look:
        """The screen ready for a question; `native`: its picture in full size; `bare`: without
        numbers, to be pointed at, for a model that has eyes."""
        width = max(screen.size) if native else self.config.image_width_px
        config = self.config
        return look(
            screen,
            width,
            config.jpeg_quality,
            on_grid=on_grid,
            see="raw" if bare and config.see != "list" else config.see,
            coords=config.coords,
        )


@dataclass
class Tally:
    """What a loop finds out while it runs."""

    app: str = ""
    task: str = ""
    steps: int = 0
    docs_written: int = 0
    refused: list[str] = field(default_factory=list)


def conclude(
    session: Session, tally: Tally, loop: Callable[[], tuple[Ending, str]], **about: Any
) -> Outcome:
    """Run `loop` to its end and keep how it ended, also when it is cut off."""
    started, clock, before = datetime.now(UTC), time.monotonic(), session.model.spent
    traffic = session.device.traffic
    ending: Ending = "failed"
    answer, error, code = "", "an internal error; see the terminal", 1
    try:
        ending, answer = loop()
        error, code = "", 0 if ending == "done" else 1
    except KeyboardInterrupt:
        ending, error, code = "cancelled", "", 130
    except AppAgentError as err:
        error, code = str(err), err.exit_code
    finally:
        traffic = session.device.traffic - traffic
        outcome = Outcome(
            ending=ending,
            answer=answer,
            error=error,
            exit_code=code,
            started=started,
            seconds=round(time.monotonic() - clock, 3),
            device=session.device.serial,
            model=session.model.name,
            trail=str(session.trail.folder),
            app=tally.app,
            task=tally.task,
            steps=tally.steps,
            docs_written=tally.docs_written,
            trips=traffic.trips,
            received=traffic.received,
            refused=tuple(tally.refused),
            **about,
        ).spent(session.model.spent - before)
        outcome = session.secrets.of_outcome(outcome)
        session.trail.end(outcome)
    return outcome
