"""The commands of `appagent runs`, with their options."""

from __future__ import annotations

from typing import Annotated

import typer

from appagent.cli.command import alone, command
from appagent.cli.options import Json, Runs

runs_app = typer.Typer()

Named = typer.Argument(
    metavar="RUN", help="a run's number in `appagent runs`, its name or a part of it, or a folder"
)
Yes = Annotated[bool, typer.Option("--yes", "-y", help="do not ask")]


@alone(runs_app)
def runs_list(
    context: typer.Context,
    find: Annotated[
        str, typer.Option(metavar="WORDS", help="only those whose task, app or ending has them")
    ] = "",
    runs: Runs = None,
    as_json: Json = False,
) -> int:
    """List the runs, the newest first; show, open, remove or prune them."""
    from appagent.cli.runs import show_runs

    del context
    return show_runs(find.split(), runs, as_json)


@command(runs_app, "show")
def runs_show(
    named: Annotated[str | None, Named] = None, runs: Runs = None, as_json: Json = False
) -> int:
    """Tell how a run ended, the last one by default."""
    from appagent.cli.runs import show_run

    return show_run(named, runs, as_json)


@command(runs_app, "open")
def runs_open(named: Annotated[str | None, Named] = None, runs: Runs = None) -> int:
    """Open the page of a run, the last one by default."""
    from appagent.cli.runs import open_run

    return open_run(named, runs)


@command(runs_app, "remove")
def runs_remove(
    named: Annotated[list[str], Named],
    yes: Yes = False,
    runs: Runs = None,
    as_json: Json = False,
) -> int:
    """Remove runs, with all that is in their folders."""
    from appagent.cli.runs import remove_runs

    return remove_runs(named, runs, yes=yes, as_json=as_json)


@command(runs_app, "prune")
def runs_prune(
    older: Annotated[str, typer.Option(metavar="AGE", help="such as 12h, 30d or 2w")],
    yes: Yes = False,
    runs: Runs = None,
    as_json: Json = False,
) -> int:
    """Remove the runs that are older than an age.

    What goes on stays, and so does a folder that you gave another name.
    """
    from appagent.cli.runs import prune_runs

    return prune_runs(older, runs, yes=yes, as_json=as_json)
