"""The plan of a benchmark, its conditions, tasks and seeds, and the records of its results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from appagent.bench.suite import Suite, Task
from appagent.config import See
from appagent.errors import SetupError, StoreError, UsageError
from appagent.files import end_whole, read_file
from appagent.outcome import Ending
from appagent.runs import PLAN_FILE

Docs = Literal["none", "auto", "demo", "manual"]
Space = Literal["raw", "dsl"]

Key = tuple[str, str, int]
"""The identity of a trial or a lesson."""

BOOK_FILE = "results.jsonl"
LEARNING = 1000  # seeds of the phones that are learned on, beyond those that are tested on


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Condition(_Record):
    """What the agent may use in a trial: actions, docs, and what it sees."""

    space: Space = "dsl"
    docs: Docs = "none"
    see: See = "image+list"

    @property
    def name(self) -> str:
        """A short name, also used for folders: `dsl-auto`, `dsl-none-list`."""
        return "-".join([self.space, self.docs, *([self.see] * (self.see != "image+list"))])

    @property
    def see_setting(self) -> See:
        """The setting `see` for its trials."""
        return "raw" if self.space == "raw" else self.see

    @property
    def picture_only(self) -> bool:
        """Whether the model gets only a picture, without a list of elements."""
        return self.see_setting in ("raw", "image")

    @property
    def sends_picture(self) -> bool:
        """Whether the model gets a picture."""
        return self.see_setting != "list"


PAPER = (
    Condition(space="raw"),
    Condition(),
    Condition(docs="auto"),
    Condition(docs="demo"),
    Condition(docs="manual"),
)
"""The rows of Table 1 of the AppAgent paper."""


class Plan(_Record):
    """Everything that decides the results of a benchmark, apart from the model's own randomness."""

    model: str
    blind: bool = False  # the model reads no pictures
    refuses: bool = False  # its endpoint does not even take them
    conditions: tuple[Condition, ...]
    seeds: tuple[int, ...]
    steps: int
    learning_steps: int
    sequence: int = 1  # actions that a reply may hold
    suites: tuple[Path, ...]
    digests: tuple[str, ...] = ()  # of their files
    tasks: tuple[str, ...] = ()  # patterns of ids; none: all
    faults: bool = False
    store: Path | None = None  # of the docs that were written by hand; None: the one in use
    settings: dict[str, Any] = {}  # that no option gives, where they change what is found

    def possible(self, condition: Condition) -> bool:
        if self.refuses:
            return not condition.sends_picture
        return not (self.blind and condition.picture_only)

    @property
    def learning_see(self) -> See:
        """The setting `see` while learning: no picture if no trial sends one."""
        any_picture = any(each.sends_picture for each in filter(self.possible, self.conditions))
        return "image+list" if any_picture else "list"


@dataclass(frozen=True, slots=True)
class Trial:
    """One task with one condition and one seed."""

    condition: Condition
    suite: Suite
    task: Task
    seed: int

    @property
    def key(self) -> Key:
        return self.condition.name, self.task.id, self.seed

    @property
    def name(self) -> str:
        return f"{self.condition.name} {self.task.id} seed {self.seed}"

    @property
    def lesson(self) -> Key:
        """The key of the lesson whose docs it reads, if there is one."""
        return Lesson(self.condition.docs, self.suite, self.seed).key


@dataclass(frozen=True, slots=True)
class Lesson:
    """One app to learn from one source, for the trials with one seed."""

    docs: Docs
    suite: Suite
    seed: int

    @property
    def key(self) -> Key:
        return self.docs, self.suite.app, self.seed

    @property
    def name(self) -> str:
        return _lesson_name(*self.key)


def _lesson_name(docs: str, app: str, seed: int) -> str:
    return f"learn {app.rpartition('.')[2]} ({docs}, seed {seed})"


class WorkResult(_Record):
    """The fields that the results of trials and lessons share."""

    calls: int = 0
    tokens: int | None = 0  # None: not reported
    cost: float | None = None  # None: no price is configured
    seconds: float = 0
    error: str = ""
    broke: bool = False  # ended for reasons outside the agent: --resume runs it again
    commands: int = 0  # that the phone was given
    truth: int = 0  # of those asked for what only the judge may know


class TrialResult(WorkResult):
    """The result of a trial."""

    kind: Literal["trial"] = "trial"
    condition: str
    app: str
    apart: bool = False
    task: str
    seed: int
    instruction: str = ""
    success: bool = False
    reward: float = 0
    fewest: int = 0
    reached: int = 0
    milestones: int = 0
    ending: Ending = "failed"
    answer: str = ""
    steps: int = 0  # actions; the exit is none
    trail: str = ""  # below the benchmark's folder

    @property
    def key(self) -> Key:
        return self.condition, self.task, self.seed

    @property
    def too_short(self) -> bool:
        """Whether it succeeded in fewer steps than the solution, which should be the shortest."""
        return self.success and self.steps < self.fewest


class LessonResult(WorkResult):
    """The result of a lesson."""

    kind: Literal["lesson"] = "lesson"
    docs: Docs
    app: str
    seed: int
    written: int = 0
    steps: int = 0
    trails: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return _lesson_name(*self.key)

    @property
    def key(self) -> Key:
        return self.docs, self.app, self.seed


_LINE: TypeAdapter[TrialResult | LessonResult] = TypeAdapter(
    Annotated[TrialResult | LessonResult, Field(discriminator="kind")]
)


def select_tasks(suites: Sequence[Suite], patterns: Iterable[str]) -> list[tuple[Suite, Task]]:
    """The tasks whose ids fit a pattern, or all. Raises: `UsageError` if one fits none."""
    tasks = [(suite, task) for suite in suites for task in suite.tasks]
    patterns = tuple(patterns)
    for pattern in patterns:
        if not any(fnmatchcase(task.id, pattern) for _, task in tasks):
            known = ", ".join(task.id for _, task in tasks)
            raise UsageError(f"--tasks: no task fits {pattern!r}; there are: {known}")
    return [
        (suite, task)
        for suite, task in tasks
        if not patterns or any(fnmatchcase(task.id, pattern) for pattern in patterns)
    ]


def trials(plan: Plan, suites: Sequence[Suite]) -> Iterator[Trial]:
    """Every trial of the plan that the model can try."""
    for condition in filter(plan.possible, plan.conditions):
        for seed in plan.seeds:
            for suite, task in select_tasks(suites, plan.tasks):
                yield Trial(condition, suite, task, seed)


def lessons(plan: Plan, suites: Sequence[Suite]) -> list[Lesson]:
    """The lessons that the trials of the plan need, each once."""
    wanted = {
        lesson.key: lesson
        for trial in trials(plan, suites)
        if trial.condition.docs in ("auto", "demo")
        for lesson in [Lesson(trial.condition.docs, trial.suite, trial.seed)]
    }
    return list(wanted.values())


class Book:
    """The results of a benchmark in `results.jsonl`, appended one whole line at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.path = folder, folder / BOOK_FILE

    def write(self, line: TrialResult | LessonResult) -> None:
        try:
            with self.path.open("a+b") as out:
                end_whole(out)
                out.write(line.model_dump_json().encode() + b"\n")
        except OSError as err:
            raise SetupError(f"cannot write {self.path}: {err.strerror}") from err

    def lines(self) -> list[TrialResult | LessonResult]:
        """The last result of each trial and lesson; a line that was cut off is ignored.

        Raises: `StoreError`.
        """
        if not self.path.exists():
            return []
        *whole, _ = read_file(self.path).split(b"\n")
        try:
            lines = [_LINE.validate_json(line) for line in whole]
            return list({line.key: line for line in lines}.values())
        except ValidationError as err:
            raise StoreError(f"{self.path} is damaged: {err.errors()[0]['msg']}") from err

    def results(self) -> list[TrialResult]:
        return [line for line in self.lines() if isinstance(line, TrialResult)]

    def lessons(self) -> list[LessonResult]:
        return [line for line in self.lines() if isinstance(line, LessonResult)]


def digest(path: Path) -> str:
    """What a task file is known by in a plan."""
    return sha256(read_file(path)).hexdigest()


def save_plan(plan: Plan, folder: Path) -> None:
    """Write the plan to the folder of its results."""
    (folder / PLAN_FILE).write_text(plan.model_dump_json(indent=2) + "\n", encoding="utf-8")


def load_plan(folder: Path) -> Plan:
    """The plan in the folder of a benchmark. Raises: `UsageError`, `StoreError`."""
    try:
        return Plan.model_validate_json(read_file(folder / PLAN_FILE))
    except OSError as err:
        raise UsageError(
            f"--resume {folder}: no benchmark was started there ({PLAN_FILE}: {err.strerror})"
        ) from err
    except ValidationError as err:
        first = err.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise StoreError(f"{folder / PLAN_FILE} is damaged: {where}: {first['msg']}") from err
