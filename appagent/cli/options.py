"""The options that several commands share."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated

import typer

from appagent.report import plain


def flags(context: typer.Context) -> dict[str, object]:
    """The options of the command that are named like settings; None for one that was not given."""
    from appagent.config import Config

    return {name: value for name, value in context.params.items() if name in Config.model_fields}


def _be_verbose(count: int) -> None:
    if count:
        plain.set_level(logging.INFO if count == 1 else logging.DEBUG)


def _be_quiet(wanted: bool) -> None:
    if wanted:
        plain.set_level(logging.ERROR)


Verbose = Annotated[
    int,
    typer.Option(
        "-v",
        "--verbose",
        count=True,
        show_default=False,
        expose_value=False,
        callback=_be_verbose,
        help="tell everything of each step; -vv: debug logs too",
    ),
]
Quiet = Annotated[
    bool,
    typer.Option(
        "-q",
        "--quiet",
        expose_value=False,
        callback=_be_quiet,
        help="tell errors and the result only",
    ),
]
Device = Annotated[
    str | None,
    typer.Option(metavar="SERIAL", help="a phone's adb serial, or `pocket`, the simulated phone"),
]
Model = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="a model of the endpoint, `offline`, or `recorded:FILE`, a replay"
    ),
]
Store = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="folder of the docs; by default in your data folder"),
]
Runs = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="folder for the trail; by default ./runs")
]
Steps = Annotated[
    int | None,
    typer.Option(
        "--steps", metavar="N", min=1, max=500, help="step limit; `appagent config` has the default"
    ),
]
Sequence = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, max=20, help="actions that one reply may hold; 1: a call for each"
    ),
]
Learn = Annotated[
    str | None,
    typer.Option(
        metavar="WHEN", help="whether its steps add to the app's map: always (default) or never"
    ),
]
Flows = Annotated[
    str | None,
    typer.Option(
        metavar="WHEN",
        help="whether what was done before is done by its flow, without the model: auto, ask, or "
        "never; by default auto, and never in a suite or where CI is set",
    ),
]
Heal = Annotated[
    str | None,
    typer.Option(
        metavar="WHEN",
        help="where a step of a flow does not fit, the model does it: show (default) the change, "
        "to be written by a yes; write it; or never",
    ),
]
Verify = Annotated[
    str | None,
    typer.Option(
        metavar="WHEN",
        help="whether the model is asked if the task is done: auto (default), where nothing else "
        "proves it; always; or never",
    ),
]
Guard = Annotated[
    str | None,
    typer.Option(
        metavar="HOW",
        help="what is asked about before a touch: strict (default), all that is not known, or "
        "balanced, what dialogs ask",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="print one JSON document on stdout")]
Coords = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="for a model that points: its coordinates, such as `ui-tars`; "
        "`appagent config` lists them",
    ),
]
App = Annotated[
    str | None,
    typer.Option(
        "--app", metavar="NAME", help="the app, by name or package; default: the front one"
    ),
]
Allow = Annotated[
    str,
    typer.Option(
        metavar="CLASSES",
        help="harm that needs nobody's yes: some of send,pay,call,post,delete,account,"
        "permission,device",
    ),
]
JUnit = Annotated[
    Path | None, typer.Option(metavar="FILE", help="write what became of them as JUnit's XML")
]
SayYes = Annotated[
    bool, typer.Option("--yes", help="say yes where a step that could do harm is asked about")
]
