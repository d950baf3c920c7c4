"""The engines by the names that a person gives them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

from appagent.errors import UsageError
from appagent.spread.bucket import Bucket
from appagent.spread.engine import Engine
from appagent.spread.local import LocalEngine
from appagent.spread.shelf import Need, Phones, Shelf

LOCAL, DASK = "local", "dask"
_DASK = re.compile(r"dask(://(?P<address>[^/\s]+:\d+)/?)?")


def check_engine(name: str) -> None:
    """Raises: `UsageError` for a name of none, or of one that is not installed."""
    if name == LOCAL:
        return
    if not _DASK.fullmatch(name):
        raise UsageError(f"--engine {name!r}: expected local, dask or dask://HOST:PORT")
    try:
        import distributed  # noqa: F401
    except ImportError as err:
        raise UsageError(f"--engine {name} needs `pip install 'appagent[dask]'`") from err


@contextmanager
def open_engine(
    name: str,
    phones: Phones,
    *,
    calls_per_minute: float | None = None,
    say: Callable[[str], object] = str,
) -> Iterator[Engine]:
    """The engine that `--engine` names: `local` has the phones of this machine, `dask://HOST:PORT`
    those of the workers of that scheduler, `dask` this machine's by a scheduler and workers of its
    own.

    Raises: as `check_engine`; `SetupError` where no scheduler answers.
    """
    check_engine(name)
    if found := _DASK.fullmatch(name):
        from appagent.spread import dask

        with dask.connect(found["address"], phones, calls_per_minute, say) as engine:
            yield engine
    else:
        with Shelf(phones) as shelf:
            bucket = Bucket(calls_per_minute) if calls_per_minute else None
            yield LocalEngine(shelf, phones.jobs, bucket)


@contextmanager
def borrow(name: str, need: Need, say: Callable[[str], object]) -> Iterator[Mapping[str, str]]:
    """The phones of a scheduler's workers, as `--device` takes them, with what they are called,
    `pocket 2 of lab`, while the block lasts.

    Raises: `UsageError` for an engine that is no `dask://HOST:PORT`, or without the extra `dask`;
    `SetupError` where there is no such phone.
    """
    check_engine(name)
    found = _DASK.fullmatch(name)
    if not (found and found["address"]):
        raise UsageError(
            f"--engine {name} has phones of this machine: name them, `--device A,B` or "
            "`--device pocket,pocket`"
        )
    from appagent.spread import dask

    with (
        dask.connect(found["address"], Phones(), None, say) as engine,
        engine.borrow(need, say) as phones,
    ):
        yield {phone.device: phone.where for phone in phones}


def lend(scheduler: str, phones: Phones, name: str | None, say: Callable[[str], object]) -> None:
    """Have what a scheduler spreads done on the phones of this machine, until Ctrl-C.

    Raises: `UsageError` for what is no address, or without the extra `dask`.
    """
    check_engine(f"{DASK}://{scheduler.rpartition('://')[2]}")
    from appagent.spread import dask, worker

    address = scheduler if "://" in scheduler else dask.address_at(scheduler)
    with suppress(asyncio.CancelledError):
        asyncio.run(worker.serve(address, phones, name, say))
