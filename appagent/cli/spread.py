"""Where work is spread to: the options, and what is told while it is under way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from appagent.errors import UsageError

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


def worker_options(device: str | None, pockets: int) -> None:
    """Raises: `UsageError` for a worker without phones."""
    if not (device or pockets):
        raise UsageError("a worker has phones: name some with --device A,B, or start --pockets N")
