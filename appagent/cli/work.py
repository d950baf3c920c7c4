"""The three jobs: explore, demo, run."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from appagent.agent.demo import demo as watch
from appagent.agent.explore import explore as learn
from appagent.agent.run import run as do
from appagent.agent.session import Session
from appagent.cli.parts import CONVERSATION, chosen_model, docs, opened, terminal
from appagent.config import Config, load
from appagent.device.apps import find, label
from appagent.errors import UsageError
from appagent.knowledge.docs import Source
from appagent.model.cost import Prices
from appagent.model.recorded import RecordingModel
from appagent.ports import Device, Usage
from appagent.trail import Outcome, Trail


@dataclass(frozen=True, slots=True)
class Asked:
    """The options that all three jobs share."""

    device: str | None
    model: str | None
    store: Path | None
    runs: Path | None
    as_json: bool

    def config(self, **more: object) -> Config:
        flags = {"device": self.device, "model": self.model, "store": self.store, "runs": self.runs}
        return load(flags | more).config


def explore(asked: Asked, app: str, task: str, steps: int | None) -> int:
    config = asked.config(explore_steps=steps)
    return _job(
        asked, config, "explore", app, lambda session, package: learn(session, package or "", task)
    )


def run(
    asked: Asked, task: str, app: str | None, sources: str, steps: int | None, restart: bool
) -> int:
    if not task.strip():
        raise UsageError("--task is empty: say what to do")
    config, read = asked.config(run_steps=steps), named_sources(sources)

    def done(session: Session, package: str | None) -> Outcome:
        return do(session, task, package, read, restart=restart)

    return _job(asked, config, "run", app, done)


def demo(asked: Asked, app: str | None, task: str | None) -> int:
    person = terminal()

    def watched(session: Session, package: str | None) -> Outcome:
        if package is not None:
            session.device.launch(package)
        else:
            package = session.device.foreground().package
        shown = task if task is not None else person.ask("What are you going to show? ")
        return watch(session, person, package, shown, lambda now: person.show(session, now))

    return _job(asked, asked.config(), "demo", app, watched)


def named_sources(said: str) -> tuple[Source, ...]:
    """`auto,demo` as sources, `none` as no source. Raises: `UsageError`."""
    words = [word.strip() for word in said.split(",") if word.strip()]
    if words == ["none"]:
        return ()
    unknown = [word for word in words if word not in get_args(Source)]
    if unknown or not words:
        raise UsageError(f"--docs: {said!r}: expected some of auto,demo,manual, or none")
    return cast(Sequence[Source], tuple(words))  # type: ignore[return-value]


def _job(
    asked: Asked,
    config: Config,
    command: str,
    app: str | None,
    work: Callable[[Session, str | None], Outcome],
) -> int:
    """Put a session together, do the work, say how it ended."""
    person = terminal()
    trail: Trail | None = None
    with ExitStack() as stack:
        model = chosen_model(config, person.say)
        store = docs(config)
        if command != "run":
            store.prepare()
        device = stack.enter_context(opened(config, lambda: trail.folder if trail else None))
        package = _package(device, app)
        trail = Trail.open(config.runs, command, label(package) if package else "phone")
        person.say(
            f"{command} with {model.name} on {device.serial}; "
            + (f"screens go to {model.host}" if model.host else "screens stay on this machine")
        )
        asked_model = RecordingModel(model, trail.folder / CONVERSATION) if config.record else model
        session = Session(device, asked_model, store, trail, config, person, person.person)
        outcome = work(session, package)
    outcome = outcome.model_copy(
        update={"cost": _cost(config, outcome), "exit_code": _exit_code(command, outcome)}
    )
    trail.end(outcome)
    person.ended(outcome)
    if asked.as_json:
        print(json.dumps(outcome.model_dump(mode="json"), ensure_ascii=False))
    return outcome.exit_code


def _package(device: Device, app: str | None) -> str | None:
    return find(app, device.packages()) if app else None


def _exit_code(command: str, outcome: Outcome) -> int:
    """Learning ends well when its budget does; a run only when its task is done."""
    own_end = command in ("explore", "demo") and outcome.ending in ("done", "step_limit")
    return 0 if own_end else outcome.exit_code


def _cost(config: Config, outcome: Outcome) -> float | None:
    usage = Usage(
        outcome.calls,
        outcome.prompt_tokens,
        outcome.cached_tokens,
        outcome.completion_tokens,
        outcome.tokens_known,
    )
    return Prices(config.prices).cost(outcome.model, usage)
