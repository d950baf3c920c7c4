"""The commands of `appagent flows`, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from appagent.cli.command import command
from appagent.cli.options import Json, Store

flows_app = typer.Typer(
    help="Flow files in Maestro's syntax: check; and those that `run` kept: list, show, edit, "
    "forget, export, import.",
    no_args_is_help=True,
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="a flow, or part of its name")]
OfApp = Annotated[
    str | None, typer.Option("--app", metavar="APP", help="of which app: a package, or part of one")
]


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


@command(flows_app, "list")
def flows_list(app_name: OfApp = None, store: Store = None, as_json: Json = False) -> int:
    """List the flows of the store, each with the request that it does."""
    from appagent.cli.flows_kept import list_flows

    return list_flows(app_name, store, as_json)


@command(flows_app, "show")
def flows_show(
    name: Name, app_name: OfApp = None, store: Store = None, as_json: Json = False
) -> int:
    """Show a flow, and what is known of it."""
    from appagent.cli.flows_kept import show_flow

    return show_flow(name, app_name, store, as_json)


@command(flows_app, "edit")
def flows_edit(name: Name, app_name: OfApp = None, store: Store = None) -> int:
    """Open a flow in your editor; it is checked before it is written."""
    from appagent.cli.flows_kept import edit_flow

    return edit_flow(name, app_name, store)


@command(flows_app, "forget")
def flows_forget(
    name: Name, app_name: OfApp = None, store: Store = None, as_json: Json = False
) -> int:
    """Remove a flow from the store: the model is asked again."""
    from appagent.cli.flows_kept import forget_flow

    return forget_flow(name, app_name, store, as_json)


@command(flows_app, "export")
def flows_export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="where to: a folder an app")],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="flows; default: all")
    ] = None,
    app_name: OfApp = None,
    store: Store = None,
) -> int:
    """Copy flows out of the store, for `appagent play`, Maestro, or another machine."""
    from appagent.cli.flows_kept import export_flows

    return export_flows(folder, names or [], app_name, store)


@command(flows_app, "import")
def flows_import(
    place: Annotated[Path, typer.Argument(metavar="FILE|FOLDER", help="a flow, or many")],
    app_name: Annotated[
        str | None,
        typer.Option("--app", metavar="APP", help="the package, where a flow names none"),
    ] = None,
    replaces: Annotated[
        bool, typer.Option("--replace", help="also where the store has another of that name")
    ] = False,
    store: Store = None,
) -> int:
    """Take flows into the store, once all of them are checked.

    `appagent run` plays one that has its .json beside it, where a request fits: import what you
    trust. What could do harm is asked about all the same.
    """
    from appagent.cli.flows_kept import import_flows

    return import_flows(place, app_name, store, replaces=replaces)
