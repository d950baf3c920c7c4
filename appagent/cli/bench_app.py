"""The command `appagent bench`, with its options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from appagent.cli.options import Json, Model, Runs, Sequence, Store
from appagent.cli.spread import CallsPerMinute, EngineName, Retries, Spreading
from appagent.errors import UsageError

Space = Annotated[
    str,
    typer.Option(
        metavar="SPACES",
        help="how the model acts: some of dsl,raw (raw: px on the bare picture, no docs)",
    ),
]
Docs = Annotated[
    str, typer.Option(metavar="SOURCES", help="docs to read: some of none,auto,demo,manual")
]
See = Annotated[
    str,
    typer.Option(
        metavar="FORMS", help="what the model sees: some of image+list,image,list,clean+list"
    ),
]
Paper = Annotated[
    bool,
    typer.Option(
        "--paper", help="the five rows of the paper's Table 1; replaces --space, --docs and --see"
    ),
]
Seeds = Annotated[
    int, typer.Option(metavar="N", min=1, max=100, help="how many variants of each task")
]
Rounds = Annotated[int, typer.Option(metavar="N", min=1, max=500, help="step limit of a trial")]
LearningSteps = Annotated[
    int, typer.Option(metavar="N", min=1, max=500, help="step limit of each exploration")
]
Tasks = Annotated[
    str, typer.Option(metavar="IDS", help="ids such as `clock-1,maps-*`; default: all")
]
Apps = Annotated[str, typer.Option(metavar="NAMES", help="apps such as `clock,maps`; default: all")]
Suites = Annotated[
    list[Path] | None,
    typer.Option(metavar="FILE", help="a task file of your own, instead of ours; repeatable"),
]
Faults = Annotated[
    bool, typer.Option("--faults", help="let phones fail: crashes, dialogs, lost connections")
]
Jobs = Annotated[
    int, typer.Option(metavar="N", min=1, max=64, help="pocket phones at a time, of this machine")
]
Resume = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER", help="continue the benchmark in this folder, or of this results.jsonl"
    ),
]
Html = Annotated[
    Path | None, typer.Option(metavar="FILE", help="write an HTML page with a plot to this file")
]
Csv = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="write a line per trial to this file, and the table to NAME-rows.csv"
    ),
]


def bench_command(
    context: typer.Context,
    model: Model = None,
    docs: Docs = "none",
    space: Space = "dsl",
    see: See = "image+list",
    paper: Paper = False,
    seeds: Seeds = 1,
    steps: Rounds = 10,
    learning_steps: LearningSteps = 20,
    sequence: Sequence = None,
    tasks: Tasks = "",
    apps: Apps = "",
    suite: Suites = None,
    faults: Faults = False,
    jobs: Jobs = 1,
    engine: EngineName = "local",
    again: Retries = None,
    calls_per_minute: CallsPerMinute = None,
    resume: Resume = None,
    html: Html = None,
    csv: Csv = None,
    store: Store = None,
    runs: Runs = None,
    as_json: Json = False,
) -> int:
    """Measure how many tasks the agent does on the pocket phone.

    Whether a task is done is read from the phone's state, never from what the agent says. The
    reward counts how far a run came: all steps of the shortest solution if the goal is met, else
    the share of them that the furthest milestone stands for. Each trial has a phone of its own.
    Apps are explored, or demonstrated, on other phones first.

    It takes a model: `offline` and `recorded:FILE` are refused.

    The result on stdout: a table.
    """
    from pocketphone import extra

    spreading = Spreading(engine, again, calls_per_minute)
    spreading.check()
    if problem := extra.problem():
        raise UsageError(problem)
    from appagent.cli.bench import run_bench
    from appagent.cli.bench_plan import BenchOptions

    return run_bench(
        BenchOptions(
            given=_explicit_options(context),
            model=model, space=space, docs=docs, see=see, paper=paper,
            seeds=seeds, steps=steps, learning_steps=learning_steps, sequence=sequence,
            tasks=tasks, apps=apps, suites=suite or [], faults=faults,
            jobs=jobs, spreading=spreading,
            resume=resume, store=store, runs=runs,
            html=html, csv=csv, as_json=as_json,
        )
    )  # fmt: skip


def _explicit_options(context: typer.Context) -> frozenset[str]:
    """The names of the options that were given on the command line."""
    source = context.get_parameter_source
    return frozenset(
        name for name in context.params if getattr(source(name), "name", "") == "COMMANDLINE"
    )
