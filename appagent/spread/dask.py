"""The engine of many machines: Dask's scheduler, and workers that have phones."""

from __future__ import annotations

import socket
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from uuid import uuid4

import dask
from distributed import Client
from distributed.comm.addressing import parse_host_port

from appagent import background, stop
from appagent.errors import EngineGone, SetupError
from appagent.spread import worker
from appagent.spread.cluster import START_S, await_all, own_cluster
from appagent.spread.engine import Follower, Work, pack
from appagent.spread.shelf import Need, Phones
from appagent.spread.shift import GONE, LOOK_S, DaskShift, Hub
from appagent.spread.tunnel import reached
from appagent.spread.worker import Job, Lending, Pace, Tidy

CONNECT_S = 5.0


@dataclass(frozen=True)
class DaskEngine(Hub):
    """The phones of a scheduler's workers."""

    calls_per_minute: float | None = None

    @contextmanager
    def open(
        self, work: Work, into: Path, read: Mapping[str, Path], follower: Follower
    ) -> Iterator[DaskShift]:
        name = f"{self.client.id}-{uuid4().hex[:8]}"
        packs = {known: pack(folder) for known, folder in read.items()}
        shift = DaskShift(self, name, work, into, follower)
        with ExitStack() as stack:
            stack.callback(self._forget, name)
            try:
                self.client.register_plugin(Tidy(), name="appagent_tidy")
                if self.calls_per_minute:
                    self.client.register_plugin(Pace(), name=worker.TURN)
                job = Job(name, work, packs, self.calls_per_minute)
                self.client.register_plugin(job, name=name)
            except ImportError as err:
                raise SetupError(
                    f"the scheduler {self.address} or a worker of it cannot load this ({err}): "
                    "install the same appagent there, with its extras"
                ) from err
            self.client.subscribe_topic(name, shift.hear)
            stack.callback(self._unsubscribe, name)
            stack.callback(shift.drop)
            yield shift

    @contextmanager
    def borrow(self, need: Need, say: Callable[[str], object]) -> Iterator[Mapping[str, str]]:
        """Every phone of a kind that the workers have by now, for the block: as `--device` takes
        it, with what it is called. Raises: `SetupError` where there is none, or none can be
        reached."""
        topic = f"appagent-{uuid4().hex[:8]}"
        told: SimpleQueue[Mapping[str, str]] = SimpleQueue()

        def hear(event: tuple[float, Mapping[str, str]]) -> None:
            told.put(event[1])

        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            self.client.subscribe_topic(topic, hear)
            stack.callback(self._unsubscribe, topic)
            places = _Places(say)
            shift = stack.enter_context(self.open(Lending(topic, need), folder, {}, places))
            count = shift.give_each()
            say(f"borrowing the workers' phones, {count}")
            phones, tunnels = dict[str, str](), stack.enter_context(ExitStack())
            lent, end_s = set[str](), time.monotonic() + START_S
            while len(phones) < count and time.monotonic() < end_s:
                shift.look()
                if refused := shift.refused():
                    item, why = refused
                    say(f"a worker lends no phone: {why}")
                    count -= item not in lent
                with suppress(Empty):
                    found = told.get(timeout=LOOK_S)
                    port = tunnels.enter_context(reached(self.client, found["address"]))
                    device = f"{found['serial']}@127.0.0.1:{port}"
                    phones[device] = places.where.get(found["item"], "a worker's")
                    lent.add(found["item"])
            if late := count - len(phones):
                say(f"left out, since others use them: {late}")
                shift.drop(but=lent)
            if not phones:
                raise SetupError(f"no worker of {self.address} lends a {need}")
            over, gone = Event(), Event()
            stack.callback(over.set)
            background.begin(
                lambda: self._stop_without(over, gone, tunnels), "look for the scheduler"
            )
            yield phones
            if gone.is_set():
                raise EngineGone(
                    f"the scheduler {self.address} went away, and its phones with it: what was "
                    "learned is kept"
                )

    def _stop_without(self, over: Event, gone: Event, tunnels: ExitStack) -> None:
        """Have this process stop what it does where the scheduler goes away before it is over."""
        while not over.wait(LOOK_S):
            if self.client.status != "running":
                gone.set()
                stop.begin()
                tunnels.close()
                return

    def _forget(self, name: str) -> None:
        with suppress(*GONE, ValueError):
            if self.client.status == "running":  # a scheduler that is gone forgot it
                self.client.unregister_worker_plugin(name)

    def _unsubscribe(self, topic: str) -> None:
        with suppress(*GONE, ValueError):
            if self.client.status == "running":
                self.client.unsubscribe_topic(topic)


@dataclass(frozen=True)
class _Places:
    """A follower that notes where each item is."""

    tell: Callable[[str], object]
    where: dict[str, str] = field(default_factory=dict)

    def began(self, item: str, where: str) -> None:
        self.where[item] = where

    def ended(self, item: str) -> None:
        pass

    def say(self, text: str) -> None:
        self.tell(text)


def address_at(host: str) -> str:
    """The address of a scheduler: with TLS where Dask's own settings name an authority."""
    secured = dask.config.get("distributed.comm.tls.ca-file", None)
    return f"{'tls' if secured else 'tcp'}://{host}"


@contextmanager
def connect(
    host: str | None,
    phones: Phones,
    calls_per_minute: float | None,
    say: Callable[[str], object],
) -> Iterator[DaskEngine]:
    """The engine of the scheduler at HOST:PORT, of whose phones so many are used at a time;
    without one, of a scheduler and workers that have the phones of this machine, until the block
    ends.

    Raises: `SetupError` where nobody answers.
    """
    worker.hush()
    with ExitStack() as stack:
        address, own = (
            stack.enter_context(own_cluster(phones)) if host is None else (address_at(host), ())
        )
        try:
            _listen_for(address)
            client = stack.enter_context(
                Client(address, timeout=CONNECT_S, set_as_default=False, name="appagent")
            )
        except (OSError, UnicodeError) as err:
            raise SetupError(worker.unreached(address, err)) from err
        await_all(client, own)
        if "dashboard" in client.scheduler_info(n_workers=0)["services"]:
            say(f"Dask's dashboard: {client.dashboard_link}")
        most = phones.jobs or None if host else None
        yield DaskEngine(client, address, own, most, calls_per_minute)


def _listen_for(address: str) -> None:
    """Hear a scheduler begin, which without TLS speaks first: a client waits without end for what
    does not. Raises: `OSError` where nobody listens, `SetupError` where nothing is said."""
    host, port = parse_host_port(address)
    if address.startswith("tls"):
        return
    with socket.create_connection((host, port), CONNECT_S) as stream:
        try:
            spoke = bool(stream.recv(1))
        except TimeoutError:
            spoke = False
    if not spoke:
        raise SetupError(
            f"what listens at {address} is no Dask scheduler, or wants TLS: is it the port of the "
            "dashboard?"
        )
