"""A step in the making: what it holds, and that it is written whatever becomes of it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from appagent.actions.dsl import form
from appagent.actions.gestures import Move
from appagent.actions.verbs import AnyVerb, Exit, Text
from appagent.agent.observe import Look
from appagent.agent.session import Session
from appagent.errors import AppAgentError
from appagent.ports import Traffic, Usage
from appagent.trail import Problem, Status, Step, Target


@dataclass
class Record:
    """A step in the making; written whatever becomes of it."""

    n: int
    started: float = field(default_factory=time.monotonic)
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def note(self, **values: Any) -> None:
        self.values.update(values)

    @property
    def done(self) -> bool:
        """Whether the action was neither refused nor cut short."""
        return self.values.get("status") == "CONTINUE"

    def step(self, usage: Usage, traffic: Traffic, at: datetime) -> Step:
        return Step(
            n=self.n,
            at=at,
            problems=tuple(self.problems),
            calls=usage.calls,
            prompt_tokens=usage.prompt_tokens,
            cached_tokens=usage.cached_tokens,
            completion_tokens=usage.completion_tokens,
            trips=traffic.trips,
            received=traffic.received,
            seconds=round(time.monotonic() - self.started, 3),
            **self.values,
        )


@contextmanager
def recorded(session: Session, n: int) -> Iterator[Record]:
    """A record that is written to the trail when the block ends, in whatever way it ends."""
    record, spent, at = Record(n), session.model.spent, datetime.now(UTC)
    before = session.device.traffic
    try:
        yield record
    except KeyboardInterrupt:
        record.note(status="ERROR", error="interrupted")
        raise
    except AppAgentError as err:
        record.note(status="ERROR", error=str(err))
        raise
    finally:
        traffic = session.device.traffic - before
        step = session.secrets.of_step(record.step(session.model.spent - spent, traffic, at))
        session.trail.write(step)
        session.progress.stepped(step)


def seen(session: Session, record: Record, now: Look, name: str = "seen") -> None:
    """Put what was looked at into the record, with its picture."""
    images = record.values.setdefault("images", {})
    images[name] = session.trail.image(f"step-{record.n:03d}-{name}", now.picture.jpeg)
    if name == "seen":
        screen = now.screen
        record.note(
            app=screen.app.package,
            activity=screen.app.activity,
            tree=screen.tree,
            picture=screen.picture,
            seen_by=now.rung,
            settled=screen.settled,
            elements=len(screen.elements),
            image_bytes=len(now.picture.jpeg),
        )
        session.progress.looked(record.n, now)


def chosen(session: Session, record: Record, move: Move) -> None:
    """Put a move and what it touches into the record; a password is a secret from here on."""
    mark, element, action = move.mark, move.element, move.action
    touched = None
    if mark:
        touched = Target(
            label=mark.label,
            key=element.key if element else "",
            role=element.role if element else "area",
            name=element.name if element else "",
            bounds=tuple(mark.bounds),
        )
    record.note(action=form(action), kind=action.kind, target=touched, status=_status(action))
    if isinstance(action, Text) and element is not None and element.secret and action.text:
        session.secrets.add(action.text)


def _status(action: AnyVerb) -> Status:
    """What the action says of the task: derived, never asked for."""
    if isinstance(action, Exit):
        return "FINISH" if action.status == "done" else "FAIL"
    return "CONTINUE"
