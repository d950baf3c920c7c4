"""The three jobs: explore, demo, run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from appagent.agent.demo import demo as watch
from appagent.agent.explore import explore as learn
from appagent.agent.run import run as do
from appagent.agent.session import Session
from appagent.cli.parts import make_detector, make_model, open_device, open_store, terminal
from appagent.config import Config, load, user_cache
from appagent.device.adb import AdbDevice
from appagent.device.apps import short_name
from appagent.device.launcher import Labels, by_icon, find_package
from appagent.errors import AppNotFound, UsageError
from appagent.knowledge.docs import DocStore, Source
from appagent.model.cost import Prices
from appagent.model.detector import Detector
from appagent.model.recorded import CONVERSATION, RecordingModel
from appagent.outcome import Outcome
from appagent.report import plain
from appagent.report.terminal import Terminal
from appagent.trail import Trail


@dataclass(frozen=True, slots=True)
class JobOptions:
    """The options that all three jobs share."""

    device: str | None
    model: str | None
    store: Path | None
    runs: Path | None
    as_json: bool
    coords: str | None = None

    def config(self, **more: object) -> Config:
        names = ("device", "model", "store", "runs", "coords")
        return load({name: getattr(self, name) for name in names} | more).config


def explore_app(asked: JobOptions, app: str, task: str, steps: int | None) -> int:
    config = asked.config(explore_steps=steps)

    def learn_app(session: Session, _: Terminal, package: str | None) -> Outcome:
        return learn(session, package or "", task)

    return _job(asked, config, "explore", app, learn_app)


def run_task(
    asked: JobOptions, task: str, app: str | None, sources: str, steps: int | None, restart: bool
) -> int:
    if not task.strip():
        raise UsageError("--task is empty: say what to do")
    if restart and app is None:
        raise UsageError("--restart needs --app: name the app that starts on its first page")
    config, read = asked.config(run_steps=steps), parse_sources(sources)

    def do_task(session: Session, _: Terminal, package: str | None) -> Outcome:
        return do(session, task, package, read, restart=restart)

    return _job(asked, config, "run", app, do_task, reads=bool(read), stops=restart)


def watch_demo(asked: JobOptions, app: str | None, task: str | None) -> int:
    def watch_person(session: Session, person: Terminal, package: str | None) -> Outcome:
        return watch(session, person, package, task, lambda now: person.show(session, now))

    return _job(asked, asked.config(), "demo", app, watch_person)


def parse_sources(said: str) -> tuple[Source, ...]:
    """`auto,demo` as sources, `none` as no source. Raises: `UsageError`."""
    words = [word.strip() for word in said.split(",") if word.strip()]
    if words == ["none"]:
        return ()
    unknown = [word for word in words if word not in get_args(Source)]
    if unknown or not words:
        raise UsageError(f"--docs: {said!r}: expected some of auto,demo,manual, or none")
    return cast(Sequence[Source], tuple(words))  # type: ignore[return-value]


def _job(
    asked: JobOptions,
    config: Config,
    command: str,
    app: str | None,
    work: Callable[[Session, Terminal, str | None], Outcome],
    *,
    reads: bool = True,
    stops: bool = False,
) -> int:
    """Put a session together, do the work, say how it ended; `reads` says whether docs are read,
    `stops` whether the app is ended first."""
    if app is not None and not app.strip():
        raise UsageError("--app is empty: name an app")
    person, labels = terminal(), Labels(user_cache() / "labels.json")
    trail: Trail | None = None
    with ExitStack() as stack:
        model = make_model(config, person.say, person.waiting)
        store = open_store(config)
        if config.store is not None and not config.store.is_dir():
            person.say(f"there is no store {config.store} yet: only what is shipped is known")
        if command != "run":
            store.prepare()
        if reads:
            _check_docs(store, app)
        holder = f"{command} --app {app}" if app else command
        phone = open_device(config, lambda: trail.folder if trail else None, command=holder)
        device = stack.enter_context(phone)
        package = _package(device, app, labels, person) if app else None
        if reads:
            _check_docs(store, package or device.foreground().package)
        if stops and package:
            device.stop(package)
        trail = Trail.open(config.runs, command, short_name(package) if package else "phone")
        detector = make_detector(config)
        place = f"{device.serial}, {package}" if package else device.serial
        person.say(f"{command} with {model.name} on {place}; {_destination(model.host, detector)}")
        session = Session(
            device=device,
            model=RecordingModel(model, trail.folder / CONVERSATION) if config.record else model,
            store=store,
            trail=trail,
            config=config,
            progress=person,
            person=person.person,
            detect=detector,
            labels=labels,
        )
        outcome = work(session, person, package)
    cost = Prices(config.prices).cost(session.model.name, session.model.spent)
    outcome = _with_cost(outcome, cost)
    trail.end(outcome)
    person.finish(outcome, None if command == "run" else store.folder / outcome.app)
    if asked.as_json:
        plain.document(outcome.model_dump(mode="json"))
    return outcome.exit_code


def _destination(host: str, detector: Detector | None) -> str:
    """Where the screens go, by the model's host and the detector: said before any of them does."""
    told = f"screens go to {host}" if host else "screens stay on this machine"
    if detector is None or detector.host == host:
        return told
    return f"{told}; those that no tree explains go to the detector at {detector.host}"


def _with_cost(outcome: Outcome, cost: float | None) -> Outcome:
    """With its cost and its exit code: learning ends well when its budget does, a run only when
    its task is done."""
    learned = outcome.command != "run" and outcome.ending in ("done", "step_limit")
    code = 0 if learned else outcome.exit_code
    return outcome.model_copy(update={"cost": cost, "exit_code": code})


def _package(device: AdbDevice, app: str, labels: Labels, person: Terminal) -> str:
    """What a person means by `app`. Raises: `AppNotFound`, with near names."""
    try:
        return find_package(app, device.packages(), labels)
    except AppNotFound:
        person.say(f"no package is called {app!r}: looking for it in the launcher")
        return by_icon(device, app, labels)


def _check_docs(store: DocStore, package: str | None) -> None:
    """Read a package's docs, where it has any, before the phone is touched for it.

    Raises: `StoreError` where one is damaged.
    """
    if package in store.packages():
        store.docs(package)
