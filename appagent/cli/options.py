"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Device = Annotated[
    str | None,
    typer.Option(metavar="SERIAL", help="adb serial, or `pocket` for the simulated phone"),
]
Model = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="model name of the endpoint, `offline`, or `recorded:FILE`"),
]
Store = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="where docs are read and written")
]
Runs = Annotated[Path | None, typer.Option(metavar="FOLDER", help="where trails are written")]
Steps = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=500, help="most steps; `appagent config` has the default"),
]
Json = Annotated[bool, typer.Option("--json", help="one JSON document on stdout, nothing else")]
Coords = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="for a model that points: its form, as `ui-tars`; `appagent config` lists them",
    ),
]
App = Annotated[
    str | None,
    typer.Option(
        "--app", metavar="NAME", help="the app's name, or its package; by default what is in front"
    ),
]
