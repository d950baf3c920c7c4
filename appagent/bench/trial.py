"""One trial: a task on a phone of its own, done by the agent, judged by the phone's state."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

from appagent.agent.observe import Observation
from appagent.agent.run import run
from appagent.agent.session import Session
from appagent.bench.album import Album, AlbumTrail
from appagent.bench.draw import instantiate
from appagent.bench.judge import Judge
from appagent.bench.plan import Trial, TrialResult
from appagent.bench.solve import set_up
from appagent.bench.stage import Stage, open_stage, truth_queries
from appagent.config import Config, credentials
from appagent.device.server import AdbServer
from appagent.errors import AppAgentError, DeviceError, SetupError
from appagent.exchange import Prices
from appagent.knowledge.element import Source
from appagent.knowledge.store import DocStore
from appagent.model.recorded import CONVERSATION, RecordingModel
from appagent.model.stoppable import StoppableModel
from appagent.outcome import JUDGED, Outcome
from appagent.ports import Model
from appagent.secrets import Secrets
from appagent.spread import Lost
from appagent.trail import Step, Trail
from pocketphone.faults import KINDS

TRAILS = "trails"
_LIKELY = 0.3  # that what can be befallen is, in one trial; something is in each
_TIMES = 2  # at most
# So many occasions may pass before it, at most: a step is one dump, two pictures, one touch and
# some four commands.
_AFTER = {"dump": 6, "screenshot": 12, "screen": 6, "app": 4, "popup": 4, "keyboard": 4, "bus": 24}


@dataclass(frozen=True, slots=True)
class Bench:
    """What all trials of a benchmark share."""

    folder: Path
    config: Config
    server: AdbServer
    model: Callable[[], Model]  # a new one each time, with its own count of tokens
    faults: bool = False
    stopped: Event = field(default_factory=Event)
    album: Album = field(default_factory=Album)
    turn: Callable[[], float] = lambda: 0.0  # the seconds that the next call waits

    def trail(self, group: str, command: str, name: str) -> AlbumTrail:
        opened = Trail.open(self.folder / TRAILS / group, command, name)
        return AlbumTrail(opened.folder, self.album, opened.held)

    def new_model(self) -> StoppableModel:
        """A new model for one trial or lesson, with its own token count."""
        return StoppableModel(self.model(), self.stopped, self.turn)

    def session(
        self,
        stage: Stage,
        model: Model,
        store: DocStore,
        trail: Trail,
        watch: Watch,
        config: Config,
    ) -> Session:
        secrets = Secrets(credentials(config))
        session = Session(stage.device, model, store, trail, config, watch, secrets=secrets)
        if not (config.conversation or config.record):
            return session
        heard = RecordingModel(model, trail.folder / CONVERSATION, secrets.hide)
        secrets.when_known(heard.rewrite)
        return replace(session, model=heard)

    def broke(self, model: StoppableModel, outcome: Outcome) -> bool:
        """Whether something else than the agent ended it; faults of the trial do not count."""
        unable = outcome.exit_code == SetupError.exit_code
        return model.lost or self.stopped.is_set() or unable or self.lost_phone(outcome)

    def lost_phone(self, outcome: Outcome) -> bool:
        """Whether the phone failed, which is no fault of the trial's."""
        return outcome.exit_code == DeviceError.exit_code and not self.faults

    def below(self, path: Path) -> str:
        return path.relative_to(self.folder).as_posix()

    def cost(self, model: Model) -> float | None:
        return Prices(self.config.prices).cost(model.name, model.spent)


@dataclass
class Watch:
    """Counts the agent's actions and shows the judge the state after each step."""

    bench: Bench
    see: Callable[[], None] = lambda: None
    steps: int = 0

    def say(self, text: str) -> None: ...

    def looked(self, n: int, seen: Observation) -> None: ...

    def planned(self, program: Sequence[str], at: int) -> None: ...

    def stepped(self, step: Step) -> None:
        self.steps += step.kind not in ("", "exit")
        self.see()
        if self.bench.stopped.is_set():
            raise KeyboardInterrupt  # which this thread does not get from the terminal


def run_trial(bench: Bench, trial: Trial, store: DocStore) -> TrialResult | Lost:
    """The result of a trial; if the phone or the model fails, the trial fails, and `Lost` tells of
    the phone."""
    started, about = time.monotonic(), blank_result(trial)
    lost = ""
    try:
        with open_stage(bench.server, trial.seed) as stage:
            about, outcome = _run_and_judge(bench, trial, store, stage, about)
        if bench.lost_phone(outcome):
            lost = outcome.error
    except AppAgentError as err:
        about = about.model_copy(update={"error": str(err), "broke": True})
        lost = about.error if isinstance(err, DeviceError) else ""
    seconds = round(time.monotonic() - started, 3)
    about = about.model_copy(update={"seconds": seconds})
    return Lost(lost, about) if lost else about


def blank_result(trial: Trial) -> TrialResult:
    """The result of a trial that has not run: a failure."""
    return TrialResult(
        condition=trial.condition.name,
        app=trial.suite.app,
        apart=trial.suite.apart,
        task=trial.task.id,
        seed=trial.seed,
        fewest=trial.task.fewest,
        milestones=len(trial.task.milestones),
    )


def _run_and_judge(
    bench: Bench, trial: Trial, store: DocStore, stage: Stage, about: TrialResult
) -> tuple[TrialResult, Outcome]:
    call, app = stage.running.call, trial.suite.app
    task = call(lambda phone: instantiate(trial.task, app, trial.seed, phone.truth))
    judge = Judge(task, call(lambda phone: set_up(phone, app, task.setup)))
    if bench.faults:
        faults = storm(trial.seed, trial.task.id)
        call(lambda phone: phone.load({"faults": faults}))
    model, watch = (
        bench.new_model(),
        Watch(bench, lambda: call(lambda phone: judge.see(phone.truth))),
    )
    trail = bench.trail(trial.condition.name, trial.task.id, f"seed{trial.seed}")
    update = {"see": trial.condition.see_setting, "learn": "never", "flows": "never"}
    config = bench.config.model_copy(update=update)
    session = bench.session(stage, model, store, trail, watch, config)
    commands: list[str] = []
    with stage.keep_log(trail, commands, session.secrets.hide_in):
        outcome = run(session, task.instruction, app, sources(trial))
    state = stage.state()
    verdict, truth = judge.verdict(state, outcome.answer), truth_queries(commands)
    error = cheating_error(truth) or outcome.error
    judged = {"goal": task.goal, "met": verdict.success, "milestones": task.milestones}
    trail.keep(JUDGED, judged)
    trail.keep_state(state)
    result = about.model_copy(
        update={
            "instruction": task.instruction,
            "success": verdict.success and not truth,
            "reward": 0 if truth else round(verdict.reward, 3),
            "reached": verdict.reached,
            "ending": outcome.ending,
            "broke": bench.broke(model, outcome),
            "commands": len(commands),
            "truth": len(truth),
            "answer": outcome.answer,
            "error": error or verdict.problem,
            "steps": watch.steps,
            "calls": outcome.calls,
            "tokens": tokens(outcome),
            "cost": bench.cost(model),
            "trail": bench.below(trail.folder),
        }
    )
    return result, outcome


def cheating_error(truth: Sequence[str]) -> str:
    """The error of an agent that looked at the judge's state; "" if it did not."""
    return f"it asked the phone for the truth: {truth[0]}" if truth else ""


def sources(trial: Trial) -> tuple[Source, ...]:
    docs = trial.condition.docs
    return () if docs == "none" else (docs,)


def tokens(outcome: Outcome) -> int | None:
    return outcome.prompt_tokens + outcome.completion_tokens if outcome.tokens_known else None


def storm(seed: int, task: str) -> dict[str, Any]:
    """The faults of a trial under `--faults`, in the form of a phone's state; the same trial gets
    the same."""
    rng = Random(f"storm/{seed}/{task}")
    befallen = [what for what in KINDS if rng.random() < _LIKELY] or [rng.choice(list(KINDS))]
    return {
        what: {
            "how": rng.choice(KINDS[what]),
            "times": rng.randint(1, _TIMES),
            "after": rng.randint(0, _AFTER[what]),
        }
        for what in befallen
    }
