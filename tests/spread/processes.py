"""A scheduler and its workers, as processes."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SET = {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "emulator")])}


@contextmanager
def process(*words: str, **how: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Python with `-m` and these words, until the block ends."""
    with subprocess.Popen(
        [sys.executable, "-m", *words],
        env=os.environ | SET,
        stdin=subprocess.DEVNULL,
        **{"stderr": subprocess.PIPE, **how},
    ) as started:
        try:
            yield started
        finally:
            started.terminate()
            try:
                started.wait(10)
            except subprocess.TimeoutExpired:
                started.kill()


def scheduler(port: int) -> tuple[str, ...]:
    words = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port)]
    return (*words, "--no-dashboard")


def lender(port: int, name: str) -> tuple[str, ...]:
    words = ["appagent", "worker", "--scheduler", f"127.0.0.1:{port}", "--pockets", "1"]
    return (*words, "--name", name)


@contextmanager
def cluster_of_one(**how: Any) -> Iterator[Any]:
    """A cluster of Dask's in this process, with one worker."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, processes=False, protocol="tcp", host="127.0.0.1",
        dashboard_address=None, silence_logs=logging.ERROR, **how,
    ) as cluster:  # fmt: skip
        yield cluster


def listens(started: subprocess.Popen[bytes], said: bytes = b"Scheduler at") -> bytes:
    """The line by which a scheduler says that it takes clients, or a process something else; waits
    for it."""
    assert started.stderr is not None
    for line in started.stderr:
        if said in line:
            return line
    raise AssertionError(f"it never said {said!r}")
