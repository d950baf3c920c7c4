"""Learning before the trials: explorations and scripted demonstrations, on other phones."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from appagent.actions.verbs import form
from appagent.agent.demo import demo
from appagent.agent.explore import explore
from appagent.agent.observe import Observation
from appagent.agent.session import Session
from appagent.bench.draw import draw_values, fill_steps, fill_text, fill_value
from appagent.bench.plan import LEARNING, Lesson, LessonResult
from appagent.bench.solve import bind, set_up
from appagent.bench.stage import Stage, open_stage, truth_queries
from appagent.bench.suite import Demo, SolutionStep
from appagent.bench.trial import Bench, Watch, cheating_error, tokens
from appagent.errors import AppAgentError, DeviceError
from appagent.knowledge.store import DocStore
from appagent.outcome import Outcome
from appagent.ports import Model
from appagent.spread import Lost

STORES = "learned"

Way = Callable[[Session, Stage], Outcome]
"""One exploration or demonstration, on a phone of its own."""


def lesson_store(bench: Bench, lesson: Lesson) -> DocStore:
    """The store of one lesson, with its docs and its maps; lessons that run at the same time share
    nothing."""
    return DocStore(folder_in(bench.folder / STORES, lesson))


def folder_in(stores: Path, lesson: Lesson) -> Path:
    """The folder of the store of a lesson, below that of all."""
    docs, app, seed = lesson.key
    return stores / f"{docs}-{seed}" / app


def teach(bench: Bench, lesson: Lesson) -> LessonResult | Lost:
    """The result of a lesson; if a phone or a model fails, what was learned until then stays, and
    `Lost` tells of the phone."""
    started, model = time.monotonic(), bench.new_model()
    outcomes: list[Outcome] = []
    errors: list[str] = []
    commands: list[str] = []
    broke, lost = False, ""
    for number, way in enumerate(_ways(lesson), 1):
        if bench.stopped.is_set():
            break
        try:
            with open_stage(bench.server, LEARNING + lesson.seed) as stage:
                session = _session(bench, lesson, stage, model, number)
                with stage.keep_log(session.trail, commands, session.secrets.hide_in):
                    outcomes.append(way(session, stage))
            errors.append(outcomes[-1].error)
            broke |= bench.broke(model, outcomes[-1])
            lost = lost or outcomes[-1].error * bench.lost_phone(outcomes[-1])
        except AppAgentError as err:
            errors.append(str(err))
            broke, lost = True, lost or str(err) * isinstance(err, DeviceError)
    truth = truth_queries(commands)
    errors.append(cheating_error(truth))
    spent = [tokens(outcome) for outcome in outcomes]
    result = LessonResult(
        docs=lesson.docs,
        app=lesson.suite.app,
        seed=lesson.seed,
        written=len(lesson_store(bench, lesson).docs(lesson.suite.app)),
        steps=sum(outcome.steps for outcome in outcomes),
        calls=sum(outcome.calls for outcome in outcomes),
        tokens=None if None in spent else sum(filter(None, spent)),
        cost=bench.cost(model),
        seconds=round(time.monotonic() - started, 3),
        error="; ".join(filter(None, errors)),
        broke=broke,
        commands=len(commands),
        truth=len(truth),
        trails=tuple(bench.below(Path(outcome.trail)) for outcome in outcomes),
    )
    return Lost(lost, result) if lost else result


def _session(bench: Bench, lesson: Lesson, stage: Stage, model: Model, number: int) -> Session:
    docs, app, seed = lesson.key
    trail = bench.trail(f"{STORES}-{docs}", f"{number}", f"{app.rpartition('.')[2]}-seed{seed}")
    config = bench.config.model_copy(update={"learn": "always"})
    return bench.session(stage, model, lesson_store(bench, lesson), trail, Watch(bench), config)


def _ways(lesson: Lesson) -> Iterator[Way]:
    """One exploration for each instruction and one without any, or each demonstration."""
    suite = lesson.suite
    if lesson.docs == "auto":
        for task in (*suite.explore, ""):
            yield partial(_explore, suite.app, task)
    else:
        for shown in suite.demos:
            yield partial(_demonstrate, suite.app, shown, lesson.seed)


def _explore(app: str, task: str, session: Session, stage: Stage) -> Outcome:  # noqa: ARG001
    return explore(session, app, task)


def _demonstrate(app: str, shown: Demo, seed: int, session: Session, stage: Stage) -> Outcome:
    call = stage.running.call
    values = call(lambda phone: draw_values(shown, f"{LEARNING + seed}/{shown.task}", phone.truth))
    call(lambda phone: set_up(phone, app, fill_value(shown.setup, values)))
    person = Demonstrator(fill_steps(shown.solution, values))
    return demo(session, person, app, fill_text(shown.task, values), person.see)


@dataclass
class Demonstrator:
    """A scripted person who shows how a task is done, finding elements by their names."""

    script: Sequence[SolutionStep]
    at: int = 0
    seen: Observation | None = None

    def see(self, seen: Observation) -> None:
        self.seen = seen

    def ask(self, question: str) -> str:  # noqa: ARG002  # it is always the same
        """The next line, `stop` at the end. Raises: `ActionImpossible` without its element."""
        if self.at == len(self.script) or self.seen is None:
            return "stop"
        self.at += 1
        return form(bind(self.script[self.at - 1], self.seen.view))

    def confirm(self, question: str) -> bool:  # noqa: ARG002
        return True

    def choose(self, question: str, choices: Sequence[str]) -> int:  # noqa: ARG002
        return 0
