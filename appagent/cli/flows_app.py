"""The commands of `appagent flows`, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from appagent.cli.command import command
from appagent.cli.options import Json

flows_app = typer.Typer(help="Flow files in Maestro's syntax: check.", no_args_is_help=True)


@command(flows_app, "check")
def flows_check(
    place: Annotated[Path, typer.Argument(metavar="FILE|FOLDER", help="a flow, or many")],
    as_json: Json = False,
) -> int:
    """Tell what is wrong in a flow file, or in those of a folder, with line and column.

    Everything in them is read, and in the files that they call, and nothing is done. Exit code 1
    where anything is wrong.
    """
    from appagent.cli.flows import check_flows

    return check_flows(place, as_json)
