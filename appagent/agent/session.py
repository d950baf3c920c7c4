"""The parts that a command works with, and the outcome that it ends in."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from appagent import stop
from appagent.agent.history import History
from appagent.agent.mapping import Mapper
from appagent.agent.observe import Eyes, Observation
from appagent.agent.pixels import PixelReader
from appagent.agent.written import Written
from appagent.config import Config
from appagent.device.crashlog import crashes
from appagent.device.launcher import Labels
from appagent.errors import AppAgentError, ScreenUnreadable
from appagent.exchange import Traffic, Usage
from appagent.knowledge.mapfile import maps_of
from appagent.knowledge.store import DocStore
from appagent.outcome import Ending, Outcome
from appagent.ports import Device, Model, Person
from appagent.screen.shapes import Finder
from appagent.secrets import Secrets
from appagent.trail import Step, Trail


class Progress(Protocol):
    """Whoever watches a session."""

    def say(self, text: str) -> None: ...

    def looked(self, n: int, seen: Observation) -> None:
        """Step `n` begins on this screen."""

    def planned(self, program: Sequence[str], at: int) -> None:
        """The step is for the action with this index, of those that the last reply asks for."""

    def stepped(self, step: Step) -> None:
        """A step has ended, perhaps by an error."""


class Began(NamedTuple):
    """The moment at which the work of a session began."""

    at: datetime
    clock_s: float
    spent: Usage  # by the model until then
    traffic: Traffic


@dataclass(frozen=True)
class Session:
    """The phone, the model and everything else that a command works with."""

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

    @cached_property
    def began(self) -> Began:
        """When its work began, and what was spent by then: as this is first asked for."""
        return Began(datetime.now(UTC), time.monotonic(), self.model.spent, self.device.traffic)

    @cached_property
    def written(self) -> Written:
        """What is written of the steps."""
        return Written(self.trail, self.store, self.secrets)

    @cached_property
    def eyes(self) -> Eyes:
        """The eyes of this session; they remember a detector that failed."""
        explain = PixelReader(self.config, self.detect, self.progress.say)
        return Eyes(self.device, self.config, explain, self.secrets.guard)

    @cached_property
    def mapper(self) -> Mapper:
        """What this session adds to the maps of apps."""
        learns = self.config.learn == "always"
        mapper = Mapper(maps_of(self.store), self.device, self.progress.say, learns)
        self.secrets.when_known(lambda: mapper.rewrite(self.secrets.hide))
        return mapper

    def history(self) -> History:
        """A new history, which keeps secrets out of the prompts."""
        return History(self.config.see, self.secrets.hide_typed)


class Job(Protocol):
    """The part of a policy that the outcome reports."""

    app: str
    task: str
    history: History


def conclude(
    session: Session, job: Job, work: Callable[[], tuple[Ending, str]], **about: Any
) -> Outcome:
    """Do the work and write its outcome to the trail, also if it is cut off."""
    started, clock, before, traffic = session.began
    ending: Ending = "failed"
    session.secrets.expect(job.task)
    answer, error, code = "", "an internal error; see the terminal", 1
    crash: tuple[str, ...] = ()
    try:
        ending, answer = work()
        error, code = job.history.unproven, 0 if ending == "done" else 1
    except KeyboardInterrupt:
        ending, error, code = "cancelled", "", 130
    except AppAgentError as err:
        error, code = str(err), err.exit_code
        if stop.asked():
            ending, error, code = "cancelled", "", 130
        elif isinstance(err, ScreenUnreadable):  # as of an app that crashes when it is opened
            crash = crashes(session.device, job.app)
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
            app=job.app,
            task=job.task,
            steps=job.history.steps,
            docs_written=job.history.docs,
            trips=traffic.trips,
            received=traffic.received,
            refused=tuple(job.history.refused),
            declined=tuple(job.history.declined),
            unknown=tuple(job.history.unknown),
            last=session.written.last(seen) if (seen := session.eyes.latest) else "",
            crash=crash,
            **about,
        ).spent(session.model.spent - before)
        outcome = session.secrets.hide_in_outcome(outcome)
        session.trail.end(outcome)
    return outcome
