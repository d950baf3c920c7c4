"""The engines by the names that a person gives them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from appagent.errors import UsageError
from appagent.spread.engine import Bucket, Engine
from appagent.spread.local import LocalEngine
from appagent.spread.shelf import Need, Phones, Shelf

LOCAL, DASK = "local", "dask"
_HOST_PORT = r"(?:[^/\s:\[\]]+|\[[^/\s\[\]]+\]):\d+"
_SCHEDULER = re.compile(rf"((tcp|tls)://)?{_HOST_PORT}/?")
_DASK = re.compile(rf"dask(://(?P<address>{_HOST_PORT})/?)?")


def _check_port(option: str, address: str) -> None:
    if not 0 < int(address.rstrip("/").rpartition(":")[2]) < 1 << 16:
        raise UsageError(f"{option} {address}: a port is a number from 1 to 65535")


def check_engine(name: str, *, elsewhere: bool = False) -> None:
    """Raises: `UsageError` for a name of none, of one that is not installed, or of one that has the
    phones of this machine where those of `elsewhere` are meant."""
    found = _DASK.fullmatch(name)
    if not (found or name == LOCAL):
        raise UsageError(f"--engine {name!r}: expected local, dask or dask://HOST:PORT")
    if found and found["address"]:
        _check_port("--engine", name)
    if elsewhere and not (found and found["address"]):
        raise UsageError(
            f"--engine {name} has phones of this machine: leave it out, and name them, "
            "`--device A,B` or `--device pocket,pocket`"
        )
    if not found:
        return
    try:
        import distributed  # noqa: F401
    except ImportError as err:
        raise UsageError(f"{name} needs `pip install 'appagent[dask]'`") from err


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

    Raises: as `check_engine`; `SetupError` where there is no such phone.
    """
    check_engine(name, elsewhere=True)
    from appagent.spread import dask

    with (
        dask.connect(name.partition("://")[2].rstrip("/"), Phones(), None, say) as engine,
        engine.borrow(need, say) as phones,
    ):
        yield phones


def lend(scheduler: str, phones: Phones, name: str | None, say: Callable[[str], object]) -> None:
    """Have what a scheduler spreads done on the phones of this machine, until Ctrl-C.

    Raises: `UsageError` for what is no address.
    """
    if not _SCHEDULER.fullmatch(scheduler):
        raise UsageError(f"--scheduler {scheduler!r}: expected HOST:PORT, of a Dask scheduler")
    scheduler = scheduler.rstrip("/")
    _check_port("--scheduler", scheduler)
    from appagent.spread import dask, worker

    address = scheduler if "://" in scheduler else dask.address_at(scheduler)
    worker.serve(address, phones, name, say)
