"""The commands of `appagent flows`, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from appagent.cli.command import command
from appagent.cli.options import Json, Store

flows_app = typer.Typer(
    help="Flow files in Maestro's syntax, kept by runs or others: "
    "list, show, edit, forget, check, export, import.",
    no_args_is_help=True,
)

Name = typer.Argument(metavar="NAME", help="a flow: its name, part of it, or its file")
OfApp = Annotated[
    str | None,
    typer.Option("--app", metavar="NAME", help="the app: a package, or part of one"),
]
Replace = Annotated[bool, typer.Option("--replace", help="also what is there and differs")]


@command(flows_app, "list")
def flows_list(app_name: OfApp = None, store: Store = None, as_json: Json = False) -> int:
    """List the flows that runs kept, or people put beside them, with the requests they are for."""
    from appagent.cli.flows import list_flows

    return list_flows(app_name, store, as_json)


@command(flows_app, "show")
def flows_show(
    flow: Annotated[str, Name], app_name: OfApp = None, store: Store = None, as_json: Json = False
) -> int:
    """Show a flow, and what is known beside it."""
    from appagent.cli.flows import show_flow

    return show_flow(flow, app_name, store, as_json)


@command(flows_app, "edit")
def flows_edit(
    flow: Annotated[str, Name], app_name: OfApp = None, store: Store = None, as_json: Json = False
) -> int:
    """Write a flow in your editor; it is checked first.

    A command that you change is no longer held to what it touched when the flow was made.
    """
    from appagent.cli.flows import edit_flow

    return edit_flow(flow, app_name, store, as_json)


@command(flows_app, "forget")
def flows_forget(
    flow: Annotated[str, Name],
    app_name: OfApp = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="do not ask")] = False,
    store: Store = None,
    as_json: Json = False,
) -> int:
    """Remove a flow, and what stands beside it; the model does such requests again."""
    from appagent.cli.flows import forget_flow

    return forget_flow(flow, app_name, yes, store, as_json)


@command(flows_app, "check")
def flows_check(
    places: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE|FOLDER...", help="flow files, and folders; default: all of the store"
        ),
    ] = None,
    store: Store = None,
    as_json: Json = False,
) -> int:
    """Tell what is wrong in flow files, or in those of folders, with line and column.

    Everything in them is read, and in the files that they call, and nothing is done. Exit code 1
    where anything is wrong.
    """
    from appagent.cli.flows import check_flows

    return check_flows(places or [], store, as_json)


@command(flows_app, "export")
def flows_export(
    place: Annotated[
        Path,
        typer.Argument(metavar="FOLDER|FILE.yaml", help="where to: PACKAGE/NAME.yaml in a folder"),
    ],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="which flows; default: all")
    ] = None,
    app_name: OfApp = None,
    replace: Replace = False,
    store: Store = None,
    as_json: Json = False,
) -> int:
    """Copy flows to a folder with all that is known of them, or one alone to a file."""
    from appagent.cli.flows_pack import export_flows

    return export_flows(place, names or [], app_name, store, replaces=replace, as_json=as_json)


@command(flows_app, "import")
def flows_import(
    place: Annotated[
        Path, typer.Argument(metavar="FOLDER|FILE", help="what `flows export` wrote, or others")
    ],
    app_name: Annotated[
        str | None,
        typer.Option("--app", metavar="PACKAGE", help="of flows whose appId tells no package"),
    ] = None,
    replace: Replace = False,
    store: Store = None,
    as_json: Json = False,
) -> int:
    """Copy flows into the store, where a run plays those that tell which requests they do.

    All are checked first. What is there already and differs stays, unless --replace.
    """
    from appagent.cli.flows_pack import import_flows

    return import_flows(place, app_name, store, replaces=replace, as_json=as_json)
