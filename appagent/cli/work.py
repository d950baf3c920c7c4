"""The three jobs: explore, demo, run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast, get_args

from appagent.agent.demo import demo
from appagent.agent.explore import explore
from appagent.agent.observe import Observation
from appagent.agent.run import run
from appagent.agent.session import Session
from appagent.api import (
    POCKET,
    STATE_FILE,
    check_docs,
    explore_together,
    find_app,
    is_throwaway,
    make_detector,
    make_model,
    open_device,
    open_session,
    open_store,
    settled,
)
from appagent.cli.docs_map import size
from appagent.cli.out import terminal, writable, write_out
from appagent.cli.share import phones, starts_pocket
from appagent.config import Config, credentials, load, user_cache
from appagent.device.devices import select_phone
from appagent.device.launcher import Labels
from appagent.errors import ModelNotConfigured, UsageError
from appagent.exchange import Prices, Usage
from appagent.flows import Flow, write
from appagent.knowledge.answers import files_of
from appagent.knowledge.element import Source
from appagent.knowledge.mapfile import Maps, maps_of
from appagent.knowledge.store import DocStore
from appagent.model.backends import RECORDED, choose_backend
from appagent.model.detector import Detector
from appagent.model.recorded import HOLDS, START
from appagent.outcome import Outcome
from appagent.ports import Model
from appagent.report import plain
from appagent.report.ending import result_text, suggestion
from appagent.report.terminal import Terminal
from appagent.secrets import Secrets
from appagent.spread import LOCAL, Need, borrow, check_engine
from appagent.suggest import near
from appagent.texts import is_blank
from appagent.trail import Trail

FIRST, LAST = START.removesuffix(".json"), STATE_FILE.removesuffix(".json")
"""The states of a pocket phone: when a recording began, and when the phone stopped."""
THROWAWAY = "this pocket phone ends with the command: `appagent phone` starts one that stays"
Flags = Mapping[str, object]
"""Settings that stand on the command line, None for those that do not."""

Work = Callable[[Session, Terminal, str | None], Outcome]
"""A job on the package that is given; None: the app in front."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for."""

    command: str
    config: Config
    app: str | None  # as the person calls it
    as_json: bool
    reads_docs: bool = True
    restarts_app: bool = False

    def __str__(self) -> str:
        return f"{self.command} --app {self.app}" if self.app else self.command


def explore_app(flags: Flags, app: str, task: str, engine: str, as_json: bool) -> int:
    """Learn an app by trying it, on one phone or on several, of this machine or of an engine's
    workers; gives the exit code."""
    config = load(flags).config
    if engine != LOCAL:
        check_engine(engine, elsewhere=True)
        asked = flags.get("device") or ""  # those of a person's settings are of this machine
        if asked not in ("", POCKET):
            raise UsageError("--device is of this machine: workers name the phones that they have")
        need: Need = "pocket" if asked else "phone"
        with borrow(engine, need, plain.aside) as lent:
            return _explore_together(lent, flags, app, task, as_json)
    devices = phones(config, pockets=True)
    if len(devices) > 1:
        return _explore_together(devices, flags, app, task, as_json)

    def work(session: Session, _: Terminal, package: str | None) -> Outcome:
        return explore(session, package or "", task)

    return _do(Request("explore", config, app, as_json), work)


def _explore_together(
    named: Sequence[str] | Mapping[str, str], flags: Flags, app: str, task: str, as_json: bool
) -> int:
    """Learn an app on several phones at once, some of which are called otherwise; gives the exit
    code."""
    devices, names = list(named), named if isinstance(named, Mapping) else {}
    _check_app(app)
    person = terminal()
    config = load({**flags, "device": devices[0]}).config
    plain.never_print(Secrets(credentials(config)).hide_meant)
    model = make_model(config, person.say)  # raises where none is configured
    if starts_pocket(devices, config):
        person.say(THROWAWAY)
    screens = destination(model.host, make_detector(config))
    person.say(f"explore with {model.name} on {plain.plural(len(devices), 'phone')}; {screens}")
    explored = explore_together(
        app, devices, task,
        say=person.say, watch=lambda name: partial(person.stepped, on=name), person=person.person,
        settings={name: value for name, value in flags.items() if name != "device"}, names=names,
    )  # fmt: skip
    outcome, store = explored.whole, explored.store
    result = result_text(outcome, store.folder / outcome.app)
    trails = [part.trail for part in explored.parts]
    person.finish(
        outcome, "" if as_json else result, suggestion(outcome, has_docs=True), trails=trails
    )
    if as_json:
        parts = [part.model_dump(mode="json") for part in explored.parts]
        plain.document({**outcome.model_dump(mode="json"), "phones": parts})
    elif told := _of_map(maps_of(store), outcome.app, learns=config.learn == "always"):
        plain.aside(told)
    return outcome.exit_code


def run_task(
    flags: Flags, task: str, app: str | None, sources: str, restart: bool, as_json: bool
) -> int:
    """Do a task; gives the exit code. Raises: `UsageError`."""
    if is_blank(task):
        raise UsageError('the task is empty: say what to do, as in `appagent run "Set an alarm"`')
    if restart and app is None:
        raise UsageError("--restart needs --app: name the app that starts on its first page")
    read = parse_sources(sources)

    def work(session: Session, _: Terminal, package: str | None) -> Outcome:
        return run(session, task, package, read, restart=restart)

    config = load(flags).config
    if choose_backend(config).backend == RECORDED:  # what a model said is played, and nothing else
        config = config.model_copy(update={"flows": "never"})
    return _do(Request("run", config, app, as_json, bool(read), restart), work)


def watch_demo(
    flags: Flags, app: str | None, task: str | None, flow: Path | None, as_json: bool
) -> int:
    """Learn an app from a person who shows it, and write a flow of it; gives the exit code."""
    if flow is not None:
        if flow.exists():
            raise UsageError(f"--flow {flow} is there already: name another file")
        writable("--flow", flow)

    def work(session: Session, person: Terminal, package: str | None) -> Outcome:
        told = task
        if told is None and not person.person:  # what is piped in are moves, from line 1 on
            person.say("nothing says what is shown: name it with --task, and the docs tell of it")
            told = ""

        def keep(shown: Flow, left: Sequence[str]) -> None:
            for problem in left:
                person.say(f"the flow leaves out {problem}")
            assert flow is not None
            write_out(flow, session.secrets.hide(write(shown)).encode())
            person.say(f"what was shown is a flow: {flow}")

        def show(now: Observation) -> None:
            person.show(session, now)

        return demo(session, person, package, told, show, keep if flow else None)

    return _do(Request("demo", load(flags).config, app, as_json), work)


def parse_sources(words: str) -> tuple[Source, ...]:
    """`auto,demo` as sources, `none` as no source. Raises: `UsageError`."""
    names = [word.strip() for word in words.split(",") if word.strip()]
    if names == ["none"]:
        return ()
    if not names or not set(names) <= set(get_args(Source)):
        raise UsageError(f"--docs {words!r}: expected some of auto,demo,manual, or none")
    return cast(Sequence[Source], tuple(names))  # type: ignore[return-value]


def _check_app(app: str | None) -> None:
    """Raises: `UsageError` for an app without a name."""
    if app is not None and is_blank(app):
        raise UsageError("--app is empty: name an app")


def _do(request: Request, work: Work) -> int:
    """Do the work and tell how it ended; gives the exit code."""
    _check_app(request.app)
    # Who shows an app talks with it: -q would leave their questions unanswered.
    person = terminal(conversing=request.command == "demo")
    prices = Prices(request.config.prices)

    def spent() -> tuple[Usage, float | None]:
        return session.model.spent, prices.cost(session.model.name, session.model.spent)

    with _session(request, person) as (session, package), person.watching(spent):
        outcome = work(session, person, package)
    outcome = settled(session, outcome)
    result = result_text(outcome, session.store.folder / outcome.app)
    has_docs = not request.reads_docs or outcome.app in session.store.packages()
    next_step = suggestion(outcome, has_docs=has_docs, restarted=request.restarts_app)
    person.finish(outcome, "" if request.as_json else result, next_step)
    if request.as_json:
        plain.document(outcome.model_dump(mode="json"))
    elif outcome.command != "run":
        mapper = session.mapper
        if told := _of_map(mapper.maps, outcome.app, learns=mapper.learns):
            plain.aside(told)
    return outcome.exit_code


def _of_map(maps: Maps, app: str, *, learns: bool) -> str:
    """What is known of the pages of an app, in a line; "" for nothing."""
    if not learns:
        return "no map was learned; `learn: always` learns one, if its file can be written"
    known = size(maps.read(app))
    return f"the map of {app}: {known}; `appagent docs map {app}` draws it" if known else ""


@contextmanager
def _session(request: Request, person: Terminal) -> Iterator[tuple[Session, str | None]]:
    """The parts that the settings name, and the package that is meant; None: the app in front."""
    config = request.config
    trail: Trail | None = None
    labels = Labels(user_cache() / "labels.json")
    model = _model(config, person)
    store = _ready_store(request, person)

    secrets = Secrets(credentials(config))
    plain.never_print(secrets.hide_meant)

    def keep_state(name: str, state: str) -> None:
        if trail:
            trail.keep(name, secrets.hide_in(json.loads(state)))

    with open_device(
        config, partial(keep_state, LAST), command=str(request), person=person.person
    ) as device:
        if is_throwaway(config, device):
            person.say(THROWAWAY)
        simulated = config.record and config.device == POCKET
        first_state = device.check("pocketphone state") if simulated else ""
        package = find_app(device, request.app, labels, person.say) if request.app else None
        begins_in = package or device.foreground().package
        files_of(store).read(begins_in, "")
        if request.reads_docs:
            check_docs(store, begins_in)
        if request.restarts_app and package:
            device.stop(package)
        detector = make_detector(config)
        session = open_session(
            request.command, package or "", config, device, model, person,
            person=person.person, detect=detector, labels=labels, store=store, secrets=secrets,
        )  # fmt: skip
        trail = session.trail
        if config.record:
            person.say(f"recording into {trail.folder}: {HOLDS}")
        if first_state:
            secrets.when_known(partial(keep_state, FIRST, first_state))
            keep_state(FIRST, first_state)
        place = f"{device.serial}, {package}" if package else device.serial
        screens = destination(model.host, detector)
        person.say(f"{request.command} with {model.name} on {place}; {screens}")
        yield session, package


def _model(config: Config, person: Terminal) -> Model:
    """The model that the settings name. Raises: `SetupError`."""
    try:
        return make_model(config, person.say, person.waiting)
    except ModelNotConfigured:
        if near(config.device, [POCKET]) and config.device != POCKET:  # which needs no model
            select_phone(config.device)
        raise


def _ready_store(request: Request, person: Terminal) -> DocStore:
    """The store, checked to be writable and readable as far as the job needs it.

    Raises: `SetupError`, `StoreError`.
    """
    store, named = open_store(request.config), request.config.store
    if named is not None and not named.is_dir():
        person.say(f"there is no store {named} yet: only the docs that come with appagent are read")
    if request.command != "run":
        store.prepare()
    if request.reads_docs:
        check_docs(store, request.app)
    return store


def destination(host: str, detector: Detector | None) -> str:
    """Where the screens go: to the model's host, and to the detector's."""
    place = f"screens go to {host}" if host else "screens stay on this machine"
    if detector is None or detector.host == host:
        return place
    return f"{place}, and those without a usable tree to the detector at {detector.host}"
