"""The plan of a benchmark, from its options or from the folder that it resumes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from appagent.api import POCKET, make_model
from appagent.bench.plan import PAPER, Condition, Docs, Plan, Space, digest, load_plan, select_tasks
from appagent.bench.rehearsal import rehearse
from appagent.bench.suite import Suite, default_suites, load_suite
from appagent.cli.sight import check_reply, check_sight
from appagent.cli.spread import Spreading
from appagent.config import KEY, Config, See, public_address
from appagent.config import load as settings
from appagent.errors import (
    AppAgentError,
    ModelNotConfigured,
    ModelRefused,
    ReplyInvalid,
    SuiteError,
    UsageError,
)
from appagent.model.backends import CHAT, OFFLINE, choose_backend
from appagent.model.recorded import RecordedModel
from appagent.ports import Model
from appagent.report import plain
from appagent.screen import ocr

SPACES, SOURCES = get_args(Space), get_args(Docs)
FORMS = [see for see in get_args(See) if see != "raw"]

_ELSEWHERE = {
    *("model", "store", "see", "run_steps", "explore_steps", "sequence"),  # the plan has them
    # These change no figure here.
    *("device", "driver", "pocket_port", "runs", "record", "conversation"),
    *("ocr", "detector_s"),
}


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """The options of `appagent bench`."""

    given: frozenset[str]  # the names of those that stand on the command line
    model: str | None
    space: str
    docs: str
    see: str
    paper: bool
    seeds: int
    steps: int
    learning_steps: int
    sequence: int | None
    tasks: str
    apps: str
    suites: Sequence[Path]
    faults: bool
    jobs: int
    spreading: Spreading
    resume: Path | None
    store: Path | None
    runs: Path | None
    html: Path | None
    csv: Path | None
    as_json: bool


def make_plan(asked: BenchOptions) -> Plan:
    """The plan that the options describe, checked to be possible.

    Raises: `UsageError`, `SuiteError`; what the model raises where it does not answer.
    """
    conditions = PAPER if asked.paper else _conditions(asked)
    seeds, tasks = tuple(range(1, asked.seeds + 1)), tuple(_words(asked.tasks))
    suites = _suites(asked.suites or default_suites(), asked.apps)
    select_tasks(list(suites.values()), tasks)
    flags = {"model": asked.model, "store": asked.store, "sequence": asked.sequence}
    config = settings(flags | {"device": POCKET}).config
    others = _others(config)
    for path in suites if asked.suites else ():  # ours are rehearsed by the tests
        rehearse(path, suites[path], seeds)
    if not config.model and choose_backend(config).backend == OFFLINE:
        raise UsageError(
            f"no {KEY} is set, and a benchmark takes a model: set it, and name a model by --model"
        )
    model = make_model(config, say)
    if isinstance(model, RecordedModel):
        raise UsageError("--model: a recording answers one run, a benchmark is many: name a model")
    blind, refuses = _eyes(model, any(condition.sends_picture for condition in conditions))
    if refuses:
        say(
            f"{model.name} takes no pictures: conditions that send any are n/a; --see list does not"
        )
    elif by_eye := [condition.name for condition in conditions if blind and condition.picture_only]:
        say(f"{model.name} reads no pictures: {', '.join(by_eye)} is n/a")
    return Plan(
        model=model.name,
        blind=blind,
        refuses=refuses,
        conditions=conditions,
        seeds=seeds,
        steps=asked.steps,
        learning_steps=asked.learning_steps,
        sequence=config.sequence,
        suites=tuple(suites),
        digests=tuple(map(digest, suites)),
        tasks=tasks,
        faults=asked.faults,
        store=config.store and config.store.resolve(),
        settings=others,
    )


def _others(config: Config) -> dict[str, Any]:
    """The settings beside the options that change what is found: those that are not the default,
    and whether texts are read off the pixels. An address is told without its password or query.

    Raises: `UsageError` for those that no benchmark goes by.
    """
    for name in ("coords", "detector"):
        if getattr(config, name):
            raise UsageError(
                f"a benchmark cannot use the setting {name}: unset it (see `appagent config`)"
            )
    others = config.model_dump(mode="json", exclude_defaults=True, exclude=_ELSEWHERE)
    address = public_address(others.pop("base_url", ""))
    if address and choose_backend(config).backend == CHAT:
        others["base_url"] = address
    if config.ocr and ocr.is_installed():
        others["ocr"] = True
    return others


def _eyes(model: Model, pictured: bool) -> tuple[bool, bool]:
    """Whether the model reads no pictures, and whether its endpoint does not even take them; it is
    shown one where it would be `pictured`. Finds a dead endpoint before any trial.

    Raises: `ModelError`, `ModelNotConfigured`.
    """
    try:
        if pictured:
            return not check_sight(model).sees, False
        check_reply(model)
    except ReplyInvalid:
        return True, False
    except (ModelNotConfigured, ModelRefused) as err:
        if not pictured:
            raise
        try:
            check_reply(model)
        except AppAgentError:
            raise err from None
        return True, True
    return False, False


def resume_plan(asked: BenchOptions, folder: Path) -> Plan:
    """The plan in `folder`, checked against the options.

    Raises: `UsageError` for an option or a setting of another one; `StoreError`, damaged.
    """
    plan = load_plan(folder)
    for path, known in zip(plan.suites, plan.digests, strict=False):
        if path.is_file() and digest(path) != known:
            raise UsageError(
                f"--resume: {path} has changed since {folder} was started: restore it, or start a "
                "new benchmark"
            )
    for name, now, then in _compare(asked, plan, folder):
        if name in asked.given and now != then:
            option = "--" + name.replace("_", "-")
            begun = f"with {option} {_as_text(then)}" if then else f"without {option}"
            wanted = "it" if now is True else _as_text(now) or "none"
            raise UsageError(
                f"--resume: {folder} was started {begun}, and this asks for {wanted}: "
                f"leave out {option}, or start a new benchmark"
            )
    others = _others(settings({"model": plan.model, "device": POCKET}).config)
    for name in sorted(others.keys() | plan.settings.keys()):
        now, then = others.get(name, "unset"), plan.settings.get(name, "unset")
        if now != then:
            raise UsageError(
                f"--resume: {folder} was started with the setting {name} {then}, and now it is "
                f"{now}: set it back, or start a new benchmark"
            )
    return plan


def _compare(asked: BenchOptions, plan: Plan, folder: Path) -> list[tuple[str, object, object]]:
    """Each option of a plan: its name, its value now, and its value in the plan."""
    with_elements = [each for each in plan.conditions if each.space == "dsl"]
    asked_for, begun = _suites(asked.suites or plan.suites, asked.apps), _suites(plan.suites)
    return [
        ("model", asked.model, plan.model),
        ("paper", asked.paper, plan.conditions == PAPER),
        (
            "space",
            _set(_of("--space", asked.space, SPACES)),
            _set(c.space for c in plan.conditions),
        ),
        ("docs", _set(_of("--docs", asked.docs, SOURCES)), _set(c.docs for c in with_elements)),
        ("see", _set(_of("--see", asked.see, FORMS)), _set(c.see for c in with_elements)),
        ("seeds", asked.seeds, len(plan.seeds)),
        ("steps", asked.steps, plan.steps),
        ("learning_steps", asked.learning_steps, plan.learning_steps),
        ("sequence", asked.sequence, plan.sequence),
        ("tasks", _set(_words(asked.tasks)), _set(plan.tasks)),
        ("suite", _set(map(str, asked_for)), _set(map(str, begun))),
        ("apps", _set(map(_short, asked_for.values())), _set(map(_short, begun.values()))),
        ("faults", asked.faults, plan.faults),
        ("store", asked.store and asked.store.resolve(), plan.store),
        ("runs", asked.runs and asked.runs.resolve(), folder.resolve().parent),
    ]


def _set(words: Iterable[str]) -> list[str]:
    return sorted(set(words))


def _as_text(value: object) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


def _suites(paths: Iterable[Path], apps: str = "") -> dict[Path, Suite]:
    """The suites of these apps, or all, by their files. Raises: `UsageError`, `SuiteError`."""
    suites = {path.resolve(): load_suite(path) for path in paths}
    places: dict[str, Path] = {}
    for path, suite in suites.items():
        for name in (suite.app, *(task.id for task in suite.tasks)):
            if name in places:
                raise SuiteError(
                    f"{path}: {name} is defined in {places[name]} already: rename one of them"
                )
            places[name] = path
    by_app = {_short(suite): path for path, suite in suites.items()}
    wanted = _words(apps) or list(by_app)
    if unknown := [app for app in wanted if app not in by_app]:
        raise UsageError(f"--apps: no tasks for {unknown[0]!r}; there are: {', '.join(by_app)}")
    return {by_app[app]: suites[by_app[app]] for app in wanted}


def _short(suite: Suite) -> str:
    return suite.app.rpartition(".")[2]


def _conditions(asked: BenchOptions) -> tuple[Condition, ...]:
    """The conditions, each once; a bare picture has no elements to attach docs or a list to."""
    found = (
        Condition(space=space) if space == "raw" else Condition(docs=source, see=see)
        for space in _of("--space", asked.space, SPACES)
        for source in _of("--docs", asked.docs, SOURCES)
        for see in _of("--see", asked.see, FORMS)
    )
    return tuple(dict.fromkeys(found))


def _of(option: str, value: str, choices: Sequence[str]) -> list[str]:
    words = _words(value)
    if not words or not set(words) <= set(choices):
        raise UsageError(f"{option} {value!r}: expected some of {','.join(choices)}")
    return words


def _words(value: str) -> list[str]:
    return list(dict.fromkeys(word.strip() for word in value.split(",") if word.strip()))


def say(text: str) -> None:
    plain.aside(text)
