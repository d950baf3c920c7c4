"""A scheduler and workers of this machine's own, which end with whoever wanted them."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import dask
from distributed import Client, LocalCluster

from appagent.errors import SetupError
from appagent.spread import worker
from appagent.spread.shelf import Phones

START_S = 60.0
STOP_S = 10.0
PAUSE_S = 0.05


@contextmanager
def own_cluster(phones: Phones) -> Iterator[tuple[str, Sequence[OwnWorker]]]:
    """The address of a scheduler in this process, and a worker a core that have the phones."""
    with ExitStack() as stack:
        # It is this machine's own, whatever is set for others.
        stack.enter_context(dask.config.set(worker.WITHOUT_TLS))
        cluster = stack.enter_context(
            LocalCluster(
                n_workers=0, processes=False, protocol="tcp", host="127.0.0.1",
                dashboard_address="127.0.0.1:0", silence_logs=logging.ERROR,
            )
        )  # fmt: skip
        command = [sys.executable, "-m", "appagent", "-q", "worker", "--scheduler"]
        command += [cluster.scheduler_address, "--until-eof", "--device"]
        shares = _shares(phones, os.cpu_count() or 1)
        own = [
            OwnWorker([*command, *options, "--name", f"process {n}"])
            for n, options in enumerate(shares, 1)
        ]
        for each in own:
            stack.callback(each.close)
        stack.callback(_end, own)
        yield cluster.scheduler_address, own


def _shares(phones: Phones, processes: int) -> Iterator[list[str]]:
    """What follows `--device` for each worker: the phones, dealt out to so many."""
    for n in range(min(phones.jobs, processes)):
        serials = phones.serials[n::processes]
        pockets = len(range(phones.pockets)[n::processes])
        yield [
            ",".join(serials),
            "--pockets",
            str(pockets),
        ]  # none: also where a setting names some


def _end(own: Sequence[OwnWorker]) -> None:
    """Ask all of them to end, so that they do it at the same time."""
    for each in own:
        each.process.terminate()


class OwnWorker:
    """A worker of this machine, which ends with the engine."""

    def __init__(self, command: Sequence[str]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed by `close`
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,  # it ends with this process, also where that is killed
            stderr=self._errors,
            start_new_session=True,
        )

    @property
    def ended(self) -> str:
        """Why it ended by itself; "" while it runs."""
        if self.process.poll() is None:
            return ""
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip()
        return said or f"exit code {self.process.returncode}"

    def close(self) -> None:
        """Wait for its end, which it was asked for."""
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for file in (self.process.stdin, self._errors):
            if file:
                file.close()


def await_all(client: Client, own: Sequence[OwnWorker]) -> None:
    """Wait until these workers have joined. Raises: `SetupError` where one does not."""
    end_s = time.monotonic() + START_S
    while len(client.scheduler_info(n_workers=-1)["workers"]) < len(own):
        ended = next((each for each in own if each.ended), None)
        if ended or time.monotonic() > end_s:
            why = ended.ended if ended else f"it did not join within {START_S:g} s"
            raise SetupError(f"a worker for --engine dask could not be started: {why}")
        time.sleep(PAUSE_S)
