"""What a run, an exploration and a demonstration share: the parts, the record, the ending."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from appagent.actions.dsl import form
from appagent.actions.gestures import reached, resolve, target
from appagent.actions.verbs import (
    ON_GRID,
    ON_MARKS,
    AnyVerb,
    Decision,
    Exit,
    OpenApp,
    ShowGrid,
    Text,
    Wait,
)
from appagent.agent.observe import Look, look, observe
from appagent.agent.secrets import HIDDEN, Secrets
from appagent.config import Config
from appagent.device.apps import find
from appagent.errors import (
    ActionImpossible,
    AppAgentError,
    AppNotFound,
    Correctable,
    ReplyInvalid,
)
from appagent.knowledge.docs import DocStore
from appagent.ports import Device, Model, Person, Picture, Prompt, Usage
from appagent.prompts import digest
from appagent.screen.describe import phrase, quoted
from appagent.screen.values import Element, Screen
from appagent.trail import Ending, Outcome, Problem, Status, Step, Target, Trail

log = logging.getLogger(__name__)
T = TypeVar("T", bound=BaseModel)

CORRECTIONS = 3  # how often a reply that cannot be used goes back to the model


class Progress(Protocol):
    """Whoever watches."""

    def say(self, text: str) -> None: ...

    def looked(self, n: int, seen: Look) -> None: ...

    def stepped(self, step: Step) -> None: ...


@dataclass(frozen=True, slots=True)
class Session:
    """The parts that one command works with."""

    device: Device
    model: Model
    store: DocStore
    trail: Trail
    config: Config
    progress: Progress
    person: Person | None = None
    secrets: Secrets = field(default_factory=Secrets)

    def observe(self) -> Screen:
        return observe(self.device, self.config.settle_s)

    def look(self) -> Look:
        return self.show(self.observe())

    def show(self, screen: Screen, *, on_grid: bool = False, native: bool = False) -> Look:
        """The screen ready for a question; `native`: its picture in full size."""
        width = max(screen.size) if native else self.config.image_width_px
        return look(screen, width, self.config.jpeg_quality, on_grid=on_grid)


@dataclass
class Record:
    """A step in the making; written whatever becomes of it."""

    n: int
    started: float = field(default_factory=time.monotonic)
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def note(self, **values: Any) -> None:
        self.values.update(values)

    def step(self, usage: Usage, at: datetime) -> Step:
        return Step(
            n=self.n,
            at=at,
            problems=tuple(self.problems),
            calls=usage.calls,
            prompt_tokens=usage.prompt_tokens,
            cached_tokens=usage.cached_tokens,
            completion_tokens=usage.completion_tokens,
            seconds=round(time.monotonic() - self.started, 3),
            **self.values,
        )


@contextmanager
def recorded(session: Session, n: int) -> Iterator[Record]:
    """A record that is written to the trail when the block ends, in whatever way it ends."""
    record, spent, at = Record(n), session.model.spent, datetime.now(UTC)
    try:
        yield record
    except KeyboardInterrupt:
        record.note(status="ERROR", error="interrupted")
        raise
    except AppAgentError as err:
        record.note(status="ERROR", error=str(err))
        raise
    finally:
        step = session.secrets.of_step(record.step(session.model.spent - spent, at))
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
            settled=screen.settled,
            elements=len(screen.elements),
            image_bytes=len(now.picture.jpeg),
        )
        session.progress.looked(record.n, now)


def decide(session: Session, record: Record, now: Look, prompt: Prompt) -> Decision:
    """A decision that can be carried out on this screen.

    What is wrong with a reply goes back to the model, three times at most.
    Raises: the last `Correctable`; `ModelError`.
    """

    def usable(decision: Decision) -> None:
        action = decision.action
        offered = ON_GRID if now.view.grid else ON_MARKS
        if not isinstance(action, offered):
            kinds = ", ".join(str(kind.model_fields["kind"].default) for kind in offered)
            raise ReplyInvalid(f"no {action.kind} here: choose one of {kinds}", form(action))
        if isinstance(action, OpenApp):
            openable(session, action)
        elif not isinstance(action, Wait | ShowGrid | Exit):
            resolve(action, now.view)

    decision = ask(session, record, prompt, [now.picture], Decision, usable)
    record.note(
        observation=decision.observation,
        thought=decision.thought,
        plan=decision.plan,
        summary=decision.summary,
    )
    note_action(session, record, now, decision.action)
    return decision


def openable(session: Session, action: OpenApp) -> str:
    """The package that `open_app` means. Raises: `ActionImpossible` with near names."""
    try:
        return find(action.app, session.device.packages())
    except AppNotFound as err:
        raise ActionImpossible(str(err)) from err


def ask(
    session: Session,
    record: Record,
    prompt: Prompt,
    pictures: Sequence[Picture],
    kind: type[T],
    usable: Callable[[T], None] = lambda _: None,
) -> T:
    """A reply of `kind` that passes `usable`, which raises `Correctable` where it does not."""
    sent = f"{prompt.system}{prompt.text}"
    if not record.values.get("prompt"):
        record.note(prompt=f"{prompt.name} {digest(prompt)}", prompt_bytes=len(sent.encode()))
    wrong: list[tuple[str, str]] = []
    while True:
        raw = ""
        try:
            reply = session.model.ask(prompt, pictures, kind, wrong)
            raw = reply.raw
            usable(reply.value)
        except Correctable as err:
            raw = err.raw if isinstance(err, ReplyInvalid) and not raw else raw
            wrong.append((raw, str(err)))
            record.problems.append(Problem(reply=raw, problem=str(err)))
            log.info("reply %d cannot be used: %s", len(wrong), err)
            if len(wrong) > CORRECTIONS:
                raise
        else:
            return reply.value


def note_action(session: Session, record: Record, now: Look, action: AnyVerb) -> None:
    """Put an action and what it touches into the record."""
    mark, element = target(action, now.view), reached(action, now.view)
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


def described(action: AnyVerb, element: Element | None) -> str:
    """An action in words that hold on any screen: `tap button "Add city"`."""
    text = getattr(action, "text", None)
    if text is not None and element is not None and element.secret:
        text = HIDDEN
    words = [action.verb]
    if element is not None:
        words.append(phrase(element))
    elif action.kind in ("swipe",):
        words.append("screen")
    elif action.kind.endswith("_area"):
        words.append(form(action).partition("(")[2].rstrip(")"))
    if action.kind == "swipe":
        words.append(action.direction)
    if text is not None:
        words.append(("<- " if element is not None else "") + quoted(text))
    if isinstance(action, OpenApp):
        words.append(quoted(action.app))
    return " ".join(words)


@dataclass
class Tally:
    """What a loop finds out while it runs."""

    app: str = ""
    steps: int = 0
    docs_written: int = 0
    refused: list[str] = field(default_factory=list)


def conclude(
    session: Session, tally: Tally, loop: Callable[[], tuple[Ending, str]], **about: Any
) -> Outcome:
    """Run `loop` to its end and keep how it ended, also when it is cut off."""
    started, clock, before = datetime.now(UTC), time.monotonic(), session.model.spent
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
            steps=tally.steps,
            docs_written=tally.docs_written,
            refused=tuple(tally.refused),
            **about,
        ).spent(session.model.spent - before)
        outcome = session.secrets.of_outcome(outcome)
        session.trail.end(outcome)
    return outcome
