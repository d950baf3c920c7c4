"""The command `appagent bench`, with its options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from appagent.cli.options import Json, Model, Runs, Store
from appagent.errors import UsageError

Space = Annotated[
    str,
    typer.Option(metavar="SPACES", help="what the model acts in: some of dsl,raw (px, no docs)"),
]
Docs = Annotated[
    str, typer.Option(metavar="SOURCES", help="which docs are read: some of none,auto,demo,manual")
]
See = Annotated[
    str,
    typer.Option(metavar="FORMS", help="what it sees: some of image+list,image,list,clean+list"),
]
Paper = Annotated[
    bool,
    typer.Option(
        "--paper", help="the paper's five rows (Table 1), in place of --space, --docs, --see"
    ),
]
Seeds = Annotated[
    int, typer.Option(metavar="N", min=1, max=100, help="how many draws of each task")
]
Rounds = Annotated[int, typer.Option(metavar="N", min=1, max=500, help="most rounds of a trial")]
LearningSteps = Annotated[
    int, typer.Option(metavar="N", min=1, max=500, help="most steps of each exploration")
]
Tasks = Annotated[
    str, typer.Option(metavar="IDS", help="ids, as in `clock-1,maps-*`; all by default")
]
Apps = Annotated[str, typer.Option(metavar="NAMES", help="as in `clock,maps`; all by default")]
Suites = Annotated[
    list[Path] | None,
    typer.Option(metavar="FILE", help="a task file of your own, in place of ours"),
]
Faults = Annotated[bool, typer.Option("--faults", help="under a seeded storm of faults")]
Jobs = Annotated[int, typer.Option(metavar="N", min=1, max=64, help="phones side by side")]
Resume = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER", help="go on with this folder's; refused with options of another one"
    ),
]
Html = Annotated[Path | None, typer.Option(metavar="FILE", help="write a page with a plot there")]
Csv = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="write a line for each trial there, and the table in NAME-rows.csv"
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
    tasks: Tasks = "",
    apps: Apps = "",
    suite: Suites = None,
    faults: Faults = False,
    jobs: Jobs = 1,
    resume: Resume = None,
    html: Html = None,
    csv: Csv = None,
    store: Store = None,
    runs: Runs = None,
    as_json: Json = False,
) -> int:
    """Measure the agent by tasks that the pocket phone's state judges.

    Success is what the phone's state says at the end, whatever the agent said. Reward is how many
    steps of a task's solution a run came: all of them where the goal is met, else the share of its
    milestones, the goal being the last, up to the furthest that was reached. Each trial has a
    phone of its own; apps are explored, or shown, on phones of other seeds first.
    """
    from pocketphone import extra

    if problem := extra.problem():
        raise UsageError(problem)
    from appagent.cli.bench import run_bench
    from appagent.cli.bench_plan import BenchOptions

    return run_bench(
        BenchOptions(
            given=_explicit_options(context),
            model=model, space=space, docs=docs, see=see, paper=paper,
            seeds=seeds, steps=steps, learning_steps=learning_steps,
            tasks=tasks, apps=apps, suites=suite or [], faults=faults,
            jobs=jobs, resume=resume, store=store, runs=runs,
            html=html, csv=csv, as_json=as_json,
        )
    )  # fmt: skip


def _explicit_options(context: typer.Context) -> frozenset[str]:
    """The names of the options that stand on the command line."""
    source = context.get_parameter_source
    return frozenset(
        name for name in context.params if getattr(source(name), "name", "") == "COMMANDLINE"
    )
