"""The commands of `appagent docs`, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from appagent.cli.command import command
from appagent.cli.options import Device, Json, Store
from appagent.danger import DANGERS

docs_app = typer.Typer(
    help="What was learned: list, show, map, edit, remove, check, export, import.",
    no_args_is_help=True,
)

Package = typer.Argument(metavar="APP", help="a package, or part of one")
Element = typer.Argument(metavar="ELEMENT", help="part of a key or a name, or a file's name")


@command(docs_app, "list")
def docs_list(
    app_name: Annotated[str | None, Package] = None,
    store: Store = None,
    as_json: Json = False,
) -> int:
    """List the apps that have docs or a map, or the docs of one, with files and whose they are."""
    from appagent.cli.docs import list_docs

    return list_docs(app_name, store, as_json)


@command(docs_app, "show")
def docs_show(
    app_name: Annotated[str, Package],
    element: Annotated[str | None, Element] = None,
    store: Store = None,
    as_json: Json = False,
) -> int:
    """Show the docs of an app in full."""
    from appagent.cli.docs import show_docs

    return show_docs(app_name, element, store, as_json)


@command(docs_app, "map")
def docs_map(
    app_name: Annotated[str, Package],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="the file to write; default: map.html beside the map"),
    ] = None,
    opens: Annotated[bool, typer.Option("--open", help="open it in the browser")] = False,
    store: Store = None,
    as_json: Json = False,
) -> int:
    """Draw the map of an app: one page of HTML with its pages and the ways between them.

    With --json the map itself is printed, and a page is written only if --out or --open asks for
    it.
    """
    from appagent.cli.docs_map import draw_map

    return draw_map(app_name, out, store, opens=opens, as_json=as_json)


@command(docs_app, "check")
def docs_check(store: Store = None, as_json: Json = False) -> int:
    """Read every file and name the damaged ones."""
    from appagent.cli.docs import check_docs

    return check_docs(store, as_json)


@command(docs_app, "export")
def docs_export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the file to write, a zip")],
    apps: Annotated[
        list[str] | None,
        typer.Argument(metavar="APP", help="packages, or parts of them; default: all"),
    ] = None,
    store: Store = None,
    as_json: Json = False,
) -> int:
    """Pack docs and maps into one file, for another machine or person."""
    from appagent.cli.docs import export_docs

    return export_docs(file, apps or [], store, as_json)


@command(docs_app, "import")
def docs_import(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="what `docs export` wrote, or a folder of the paper's AppAgent"
        ),
    ],
    app_name: Annotated[
        str | None,
        typer.Option("--app", metavar="APP", help="of such a folder: the package it is about"),
    ] = None,
    store: Store = None,
    as_json: Json = False,
) -> int:
    """Import docs and maps; what the store already says stays as it is.

    A folder is one in which AppAgent, the code of the paper, left auto_docs/ or demo_docs/, or
    one of these. What has no id there is left out, and listed.
    """
    from appagent.cli.docs import import_docs

    return import_docs(file, app_name, store, as_json)


@command(docs_app, "edit")
def docs_edit(
    app_name: Annotated[str | None, Package] = None,
    element: Annotated[str | None, Element] = None,
    label: Annotated[
        int | None, typer.Option(metavar="N", help="number of an element of the present screen")
    ] = None,
    verb: Annotated[
        str | None, typer.Option(metavar="VERB", help="tap, long_press, swipe or text")
    ] = None,
    text: Annotated[
        str | None, typer.Option(metavar="TEXT", help="what the verb does; default: asks")
    ] = None,
    danger: Annotated[
        str | None,
        typer.Option(metavar="CLASS", help=f"what it does for good: {', '.join(DANGERS)}, or none"),
    ] = None,
    of_map: Annotated[
        bool, typer.Option("--map", help="the app's map in your editor, not an element's doc")
    ] = False,
    device: Device = None,
    store: Store = None,
    as_json: Json = False,
) -> int:
    """Write a doc, in your editor or by --verb and --text.

    For the named element or, without APP, for one on the phone's present screen. A doc that came
    with appagent stays as it is, and yours takes precedence.
    """
    from appagent.cli.docs_edit import Edit, edit_docs

    edit = Edit(label, verb, text, danger)
    return edit_docs(app_name, element, edit, device, store, as_json, of_map=of_map)


@command(docs_app, "remove")
def docs_remove(
    app_name: Annotated[str, Package],
    element: Annotated[str | None, Element] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="do not ask")] = False,
    store: Store = None,
    as_json: Json = False,
) -> int:
    """Remove your docs of an app, with its map and its guard.yaml, or of one element.

    What came with appagent stays.
    """
    from appagent.cli.docs import remove_docs

    return remove_docs(app_name, element, yes, store, as_json)
