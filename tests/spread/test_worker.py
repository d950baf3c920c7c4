"""A worker that waits for its scheduler, and what ends it."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from appagent.errors import UsageError
from appagent.spread import Phones, lend
from tests.e2e.house import until
from tests.ports import free_port

from .processes import cluster_of_one, lender, listens, process, scheduler

pytest.importorskip("distributed")
from distributed import Event
from distributed.utils import sync

from appagent.spread.worker import _announce

IMPATIENT = """
import asyncio
import sys

from appagent.spread import worker
from appagent.spread.shelf import Phones

worker.JOIN_S, worker.RETRY_S = 0.5, 0.1
real, before = worker._facing, iter(["192.0.2.77"])


async def facing(address):
    say(f"{len(asyncio.all_tasks())} tasks")
    return next(before, None) or await real(address)


def say(text):
    print(text, file=sys.stderr, flush=True)


worker._facing = facing
worker.serve(sys.argv[1], Phones(pockets=1), "lab", say)
"""


def test_a_worker_that_waited_for_its_scheduler_joins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of a try before knocks on and takes its name; where this machine had another address
    when it began, it listens at the one that it has."""
    (tmp_path / "impatient.py").write_text(IMPATIENT)
    monkeypatch.chdir(tmp_path)
    port = free_port()
    with process("impatient", f"tcp://127.0.0.1:{port}") as worker:
        tasks = {listens(worker, b" tasks") for _ in range(5)}
        assert len(tasks) == 1, "those of the tries before have ended"
        with process(*scheduler(port)) as joined:
            listens(joined)
            listens(worker, b"lab at tcp://127.0.0.1")
        listens(worker, b"the scheduler went away")


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGHUP")
def test_nohup_keeps_a_worker() -> None:
    def ignore() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    port = free_port()
    with process(*lender(port, "lab"), preexec_fn=ignore) as worker:
        listens(worker, b"looking for the scheduler")
        worker.send_signal(signal.SIGHUP)
        with process(*scheduler(port)):
            listens(worker, b"lab at tcp://")


def test_a_phone_that_is_back_gets_what_waits_for_it() -> None:
    with (
        cluster_of_one(resources={"phone": 1}) as cluster,
        cluster.get_client() as client,
    ):
        worker, go = cluster.workers[0], Event("go", client)
        first = client.submit(Event.wait, go, resources={"phone": 1})
        waiting = client.submit(str, 1, resources={"phone": 1})
        until(lambda: worker.state.constrained, "its wait")
        sync(worker.loop, _announce, worker, 0)
        go.set()
        assert first.result(timeout=10)
        sync(worker.loop, _announce, worker, 1)
        assert waiting.result(timeout=10) == "1"


@pytest.mark.parametrize("address", ["lab", "http://lab:1", "tcp:lab:1", "fe80::1:1", "a:1:x"])
def test_what_is_no_address_of_a_scheduler_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="expected HOST:PORT, of a Dask scheduler"):
        lend(address, Phones(pockets=1), None, print)


@pytest.mark.parametrize("address", ["127.0.0.1:0/", "tcp://lab:65536"])
def test_a_port_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="a port is a number from 1 to 65535"):
        lend(address, Phones(pockets=1), None, print)
