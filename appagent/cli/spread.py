"""Where work is spread to: the options, and what is told while it is under way."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

EngineName = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="WHERE",
        help="local (default): here; dask: in processes of this machine; dask://HOST:PORT: on the "
        "workers of that scheduler",
    ),
]
Retries = Annotated[
    int | None,
    typer.Option(
        "--retries",
        metavar="N",
        min=0,
        max=20,
        help="how often what lost its phone is done again elsewhere (2)",
    ),
]
CallsPerMinute = Annotated[
    float | None,
    typer.Option(
        metavar="N", min=0.1, help="calls of the model that all phones together make in a minute"
    ),
]

BatchFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="do each line of this file as a task")
]
Out = Annotated[
    Path | None, typer.Option(metavar="FILE", help="of a batch: write its results here")
]
Csv = Annotated[
    Path | None, typer.Option(metavar="FILE", help="of a batch: write a table of its results")
]
Resume = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="of a batch: do what is missing in these results"),
]
Pockets = Annotated[
    int, typer.Option(metavar="N", min=0, max=64, help="of a batch: N pocket phones at a time")
]


@dataclass(frozen=True, slots=True)
class Spreading:
    """What a person asked for."""

    engine: str = "local"
    again: int | None = None
    calls_per_minute: float | None = None

    @property
    def retries(self) -> int:
        return 2 if self.again is None else self.again

    @property
    def plain(self) -> bool:
        """Whether nothing was asked for."""
        return self == Spreading()

    @property
    def here(self) -> bool:
        """Whether the phones of this machine are used."""
        return "://" not in self.engine

    def check(self) -> None:
        """Raises: `UsageError` for an engine that there is none of."""
        from appagent.spread import check_engine

        check_engine(self.engine)
