"""An agent on a phone: it does tasks, learns apps, and plays flows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from appagent.agent.explore import explore
from appagent.agent.outside import Caller
from appagent.agent.play import play
from appagent.agent.run import run
from appagent.agent.session import Session
from appagent.agent.together import Together
from appagent.api.parts import make_detector, make_model, open_store
from appagent.api.phone import Phone
from appagent.api.session import check_docs, settled
from appagent.config import load
from appagent.danger import Danger
from appagent.errors import UsageError
from appagent.files import atomic_write
from appagent.flows import FlowFile, FlowFiles, KeptFlow, unknown_names
from appagent.knowledge.answers import files_of
from appagent.knowledge.element import Source
from appagent.knowledge.store import DocStore
from appagent.outcome import Outcome
from appagent.ports import Model
from appagent.report.run import page
from appagent.runs import PastRun
from appagent.suggest import did_you_mean, near
from appagent.texts import is_blank
from appagent.trail import REPORT

ALL: Sequence[Source] = ("auto", "demo", "manual")


class Agent:
    """An agent on a phone, with a vision model.

        agent = Agent(phone, model="gpt-5-mini")
        outcome = agent.run("Set an alarm for 6:45 am", app="clock")
        assert outcome.ok, outcome.error

    How a job ends is told by its `Outcome`, also where the phone or the model failed; what a person
    has to mend before it can begin is raised.
    """

    def __init__(
        self, phone: Phone, model: str | Model = "", *, layers: Sequence[Path] = (), **settings: Any
    ) -> None:
        """`model`: as `--model` takes it, or an object of the port `Model`; by default what the
        settings name. `layers`: stores that are read below the one that is written. `settings`
        come above those of the phone."""
        named = {"model": model} if isinstance(model, str) and model else {}
        self.phone, self._layers = phone, layers
        self._settings = {**phone._desk.flags, **settings, **named}
        load(self._settings)  # raises where one of them is none
        self._model = None if isinstance(model, str) else model

    def run(
        self, task: str, app: str | None = None, *, docs: Sequence[Source] = ALL,
        steps: int | None = None, restart: bool = False, trusts: Collection[Danger] | None = None,
    ) -> Outcome:  # fmt: skip
        """Do a task: by the flow of an earlier one that was the same but for values, else by the
        model. `docs`: the sources that are read; with none no flow is played either. `restart`: the
        app begins on its first page. `trusts`: the classes of harm for which the task's word is
        enough, where no person wrote it; by default all.

        Raises: `SetupError`, `StoreError`.
        """
        if is_blank(task):
            raise UsageError("the task is empty: say what to do")
        if restart and app is None:
            raise UsageError("restart needs an app that starts on its first page")

        def work(session: Session, package: str | None) -> Outcome:
            return run(session, task, package, docs, restart=restart, trusts=trusts)

        return self._do("run", app, work, reads_docs=bool(docs), run_steps=steps)

    def explore(self, app: str, task: str = "", *, steps: int | None = None) -> Outcome:
        """Learn an app by trying it: everything, or what leads to a `task`; in so many steps.

        Raises: `SetupError`, `StoreError`.
        """

        return self._explore(app, task, steps=steps)

    def _explore(
        self, app: str, task: str, together: Together | None = None,
        store: DocStore | None = None, steps: int | None = None,
    ) -> Outcome:  # fmt: skip
        """The same, or the part of this phone in an exploration by several, with their store."""

        def work(session: Session, package: str | None) -> Outcome:
            return explore(session, package or "", task, together)

        return self._do("explore", app, work, store=store, explore_steps=steps)

    def play(
        self, flow: str | Path, values: Mapping[str, str] | None = None, /, *,
        allow: Collection[Danger] = (), **names: str,
    ) -> Outcome:  # fmt: skip
        """Play a flow file without a model, its names worth these `values` and `names`, and write
        its page. `allow`: the classes of harm that need nobody's yes.

        Raises: `SetupError` where the file cannot be played; `StoreError`.
        """
        files = FlowFiles()
        file = files.check(Path(flow))
        if file.flow is None or file.problems:
            raise UsageError("; ".join(map(str, file.problems)))
        names = {**(values or {}), **names}
        _check_names(file, names)
        app, desk = file.flow.config.app_id, self.phone._desk
        with desk.alone():
            desk.watcher.stopping.clear()
            model, guarding = desk.guarding()
            config = load(self._settings).config.model_copy(update={"guard": guarding.guard})
            package = app if "$" not in app else ""
            session = desk.session("play", package, model, config=config)
            with desk.noting(session):
                played = play(session, file, files, names, Caller(desk.strict, allow))
                outcome = self._ended(played)
        write_report(outcome)
        return outcome

    def _do(
        self, command: str, app: str | None, work: Callable[[Session, str | None], Outcome],
        *, reads_docs: bool = True, store: DocStore | None = None, **more: int | None,
    ) -> Outcome:  # fmt: skip
        config, desk = load({**self._settings, **more}).config, self.phone._desk
        with desk.alone():
            desk.watcher.stopping.clear()
            model = self._model or make_model(config, desk.watcher.say)
            store = store or open_store(config, self._layers)
            if command != "run":
                store.prepare()
            package = desk.package(app) if app else None
            begins_in = package or desk.device.foreground().package
            files_of(store).read(begins_in, "")
            if reads_docs:
                check_docs(store, begins_in)
            session = desk.session(
                command, package or "", model,
                config=config, store=store, detect=make_detector(config),
            )  # fmt: skip
            with desk.noting(session):
                return self._ended(settled(session, work(session, package)))

    def _ended(self, outcome: Outcome) -> Outcome:
        """The outcome of a job. Raises: `KeyboardInterrupt` where Ctrl-C ended it."""
        if outcome.ending == "cancelled" and not self.phone._desk.watcher.stopping.is_set():
            raise KeyboardInterrupt
        return outcome


def _check_names(file: FlowFile, names: Mapping[str, str]) -> None:
    """Raises: `UsageError` for a name that the flow does not have, or one that lacks a value."""
    strange, known = unknown_names([file], [*names])
    for name in strange:
        hint = did_you_mean(near(name, known))
        raise UsageError(f"{name} is no name that {file.file} has{hint}")
    KeptFlow.beside(file, names)


def write_report(job: Outcome | Path, out: Path | None = None) -> Path:
    """The self-contained HTML page of a job that has an outcome, or of a trail, as `phone.trail`:
    beside the trail or where `out` says.

    Raises: `StoreError` for a damaged trail, `UsageError` where the page cannot be written.
    """
    folder = Path(job.trail) if isinstance(job, Outcome) else job
    path = out or folder / REPORT
    made = page(PastRun(folder)).encode()
    try:
        with atomic_write(path) as draft:
            draft.write_bytes(made)
    except OSError as err:
        raise UsageError(f"cannot write {path}: {err.strerror}") from err
    return path
