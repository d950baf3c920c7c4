"""The engine of Dask, with a scheduler and workers that are processes."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread, Timer
from types import SimpleNamespace

import psutil
import pytest
from adbutils import AdbError

from appagent import stop
from appagent.config import user_cache
from appagent.device.devices import select_phone
from appagent.device.server import AdbServer
from appagent.errors import DeviceError, DeviceNotFound, EngineGone, SetupError
from appagent.spread import Ended, Lost, Phones, borrow, open_engine, spread
from appagent.spread.engine import pack
from tests.e2e.house import until
from tests.ports import free_port
from tests.spread.test_local import Hearing, folder  # noqa: F401  # a fixture
from tests.spread.works import Notes

from .processes import lender, listens, process, scheduler

pytest.importorskip("distributed")
from appagent.spread.dask import DaskEngine  # which needs it
from appagent.spread.shift import DaskShift
from appagent.spread.worker import Job

pytestmark = pytest.mark.filterwarnings("default")  # Dask's own


@pytest.fixture
def port() -> int:
    return free_port()


def test_items_go_to_workers_and_what_is_lost_is_done_again(port: int, folder: Path) -> None:  # noqa: F811
    """A worker that is killed loses its item, and no other one; another worker does it."""
    hearing, work = Hearing(), Notes(folder / "notes")
    rooms = user_cache() / "work"
    items = ["a", "killer", "lost", "broken", "b", "c"]
    with ExitStack() as stack:
        listens(stack.enter_context(process(*scheduler(port))))
        for name in ("w1", "w2"):
            stack.enter_context(process(*lender(port, name)))
        with open_engine(f"dask://127.0.0.1:{port}", Phones(), calls_per_minute=6) as engine:
            assert isinstance(engine, DaskEngine)
            engine.client.wait_for_workers(2, timeout=30)  # the later one would clear for the other
            docs = {"docs": folder / "docs"}
            ends = spread(engine, work, items, hearing, into=folder / "out", read=docs)
            found = {each.item: each for each in ends}
        assert list(rooms.glob("work-*")), "what the killed worker had written"
        with open_engine(f"dask://127.0.0.1:{port}", Phones()) as engine:
            assert list(spread(engine, work, ["d"], hearing, into=folder / "out"))
    assert not list(rooms.glob("work-*"))
    assert {item: len(work.begun(item)) for item in items} == {
        "a": 1, "killer": 2, "lost": 2, "broken": 1, "b": 1, "c": 1,
    }  # fmt: skip
    assert [found[item].result[0] for item in ("a", "b", "c")] == ["A", "B", "C"]
    assert found["a"].result[2] == {"docs": "read me"}
    assert isinstance(found["broken"].crash, ValueError)
    assert sorted(path.name for path in (folder / "out").iterdir()) == [
        "a.txt", "b.txt", "c.txt", "d.txt", "killer.txt", "lost.txt",
    ]  # fmt: skip
    assert "killer: the worker that had it went away; it is done again" in hearing.said
    assert "lost: its phone fell off the table; it is done again" in hearing.said
    turns = sorted(each.result[1] for each in found.values() if not each.crash)
    assert turns[-1] > turns[0] >= 0, "the workers share one bucket"


def test_a_worker_that_is_unfit_gets_nothing_more(engine: str, folder: Path) -> None:  # noqa: F811
    """Another does what it could not; where there is none, that is told."""
    hearing, work = Hearing(), Notes(folder / "notes")
    with open_engine(engine, Phones()) as joined:
        assert isinstance(joined, DaskEngine)
        joined.client.wait_for_workers(2, timeout=30)
        items, out = ["keyed", "a", "b", "c"], folder / "out"
        ends = list(spread(joined, work, items, hearing, into=out, retries=0))
        assert sorted(each.result[0] for each in ends) == ["A", "B", "C", "KEYED"]
        first, second = work.begun("keyed")
        assert first != second
        # One was under way there when it said so.
        assert [work.begun(item)[0] for item in ("a", "b", "c")].count(first) <= 1
        assert hearing.said == ["this machine has no key: it gets nothing more to do"]
        with pytest.raises(EngineGone, match="no worker can do it: this machine has no key"):
            list(spread(joined, work, ["keyless"], hearing, into=out))


def test_a_worker_that_comes_back_is_waited_for(folder: Path) -> None:  # noqa: F811
    """Also where another one is unfit: that is not to blame."""
    hearing = Hearing()
    fit = {"tcp://fit": {"resources": {"pocket": 1.0}}}
    unfit = {"tcp://unfit": {"resources": {"pocket": 1.0}}}
    there = fit | unfit
    client = SimpleNamespace(
        scheduler_info=lambda n_workers: {"workers": there},  # noqa: ARG005
        processing=dict,
        status="running",
    )
    engine = DaskEngine(client, "tcp://s")  # type: ignore[arg-type]
    shift = DaskShift(engine, "job", Notes(folder), folder, hearing)
    shift.unfit["tcp://unfit"] = "it has no key"
    shift.tried |= there.keys()
    shift.give("a")
    there = unfit
    shift.look()
    assert hearing.said[0].startswith("no other worker has a pocket: `appagent worker")
    shift.tried.remove("tcp://fit")
    with pytest.raises(EngineGone, match="no worker can do it: it has no key"):
        shift.look()


def test_an_item_goes_to_a_phone_that_is_free(port: int, folder: Path) -> None:  # noqa: F811
    """Whatever else its worker has: Dask goes by threads."""
    hearing, work = Hearing(), Notes(folder / "notes")
    with ExitStack() as stack:
        listens(stack.enter_context(process(*scheduler(port))))
        for threads, pockets in (("9", "1"), ("2", "2")):
            words = ["distributed.cli.dask_worker", f"127.0.0.1:{port}", "--nthreads", threads]
            words += ["--no-nanny", "--no-dashboard", "--resources", f"pocket={pockets}"]
            stack.enter_context(process(*words))
        with open_engine(f"dask://127.0.0.1:{port}", Phones()) as engine:
            assert isinstance(engine, DaskEngine)
            engine.client.wait_for_workers(2, timeout=30)
            with engine.open(work, folder / "out", {}, hearing) as shift:
                for n in range(3):
                    shift.give(f"nap {n}")
                shift.take()
                assert len(hearing.begun) == 3


def test_no_item_waits_for_a_phone_that_another_command_uses(engine: str, folder: Path) -> None:  # noqa: F811
    hearing, work = Hearing(), Notes(folder / "notes")
    with ExitStack() as stack:
        ours, theirs = (stack.enter_context(open_engine(engine, Phones())) for _ in range(2))
        assert isinstance(ours, DaskEngine)
        ours.client.wait_for_workers(2, timeout=30)
        busy = stack.enter_context(theirs.open(work, folder / "out", {}, Hearing()))
        shift = stack.enter_context(ours.open(work, folder / "out", {}, hearing))
        assert isinstance(busy, DaskShift)
        assert isinstance(shift, DaskShift)
        busy.give("patient")
        busy.look()
        [sent] = busy.items.values()
        until(lambda: work.begun("patient"), "its begin")
        for n in range(4):  # each in turn on the other worker
            shift.give(f"{n}")
            assert shift.take().result[0] == f"{n}"
        shift._submit("b", sent.where)  # as if it had been free
        assert shift.take().result[0] == "B"
        assert {where for _, where in hearing.begun} == {
            f"pocket 1 of {name}" for name in ("w1", "w2")
        } - {where for _, where in busy.follower.begun}  # type: ignore[attr-defined]
        assert "patient" not in hearing.ends


def test_a_second_command_has_its_turn(port: int, folder: Path) -> None:  # noqa: F811
    hearing, work = Hearing(), Notes(folder / "notes")
    with ExitStack() as stack:
        listens(stack.enter_context(process(*scheduler(port))))
        stack.enter_context(process(*lender(port, "w1")))
        first, second = (
            stack.enter_context(open_engine(f"dask://127.0.0.1:{port}", Phones())) for _ in range(2)
        )
        ends = spread(first, work, ["a", "nap 1", "nap 2"], hearing, into=folder / "out")
        assert next(ends).item == "a"
        ours = Thread(target=list, args=(ends,))
        ours.start()
        until(lambda: work.begun("nap 1"), "its begin")
        assert list(spread(second, work, ["b"], Hearing(), into=folder / "out"))
        assert hearing.ends == ["a", "nap 1"]
        ours.join()


def test_an_item_that_never_reached_its_worker_is_sent_again(engine: str, folder: Path) -> None:  # noqa: F811
    """Its phone was gone when the scheduler heard of it, and back a moment later."""
    with open_engine(engine, Phones()) as joined:
        assert isinstance(joined, DaskEngine)
        joined.client.wait_for_workers(2, timeout=30)
        with joined.open(Notes(folder / "notes"), folder / "out", {}, Hearing()) as shift:
            assert isinstance(shift, DaskShift)
            for count in (0, 1):
                for where in shift.hub.workers():
                    joined.client.run_on_scheduler(
                        lambda dask_scheduler, where, count: dask_scheduler.add_resources(
                            worker=where, resources={"pocket": count}
                        ),
                        where=where,
                        count=count,
                    )
                if not count:
                    shift._submit("a", where)
                    joined.client.run_on_scheduler(lambda: None)  # after it
            assert shift.take().result[0] == "A"


def test_what_ended_on_a_worker_that_is_gone_is_lost(port: int, folder: Path) -> None:  # noqa: F811
    hearing, work = Hearing(), Notes(folder / "notes")
    with ExitStack() as stack:
        listens(stack.enter_context(process(*scheduler(port))))
        worker = stack.enter_context(process(*lender(port, "w1")))
        with open_engine(f"dask://127.0.0.1:{port}", Phones()) as engine:
            assert isinstance(engine, DaskEngine)
            engine.client.wait_for_workers(1, timeout=30)
            with engine.open(work, folder / "out", {}, hearing) as shift:
                assert isinstance(shift, DaskShift)
                shift.give("a")
                shift.look()
                until(lambda: shift.ended.qsize(), "its end")
                worker.kill()
                until(lambda: not shift.hub.workers(), "the end of its worker")
                assert shift.take() == Ended("a", Lost("the worker that had it went away"))


def test_no_more_phones_are_used_than_were_asked_for(engine: str, folder: Path) -> None:  # noqa: F811
    hearing, work = Hearing(), Notes(folder / "notes")
    with open_engine(engine, Phones(pockets=1)) as joined:
        assert isinstance(joined, DaskEngine)
        joined.client.wait_for_workers(2, timeout=30)
        for _ in spread(joined, work, ["a", "b", "c"], hearing, into=folder / "out"):
            assert len(hearing.begun) <= len(hearing.ends)


def test_a_scheduler_that_takes_its_phones_along_is_told(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stop, "_end_s", None)
    with ExitStack() as stack:
        first = stack.enter_context(process(*scheduler(port)))
        listens(first)
        stack.enter_context(process(*lender(port, "w1")))
        engine = f"dask://127.0.0.1:{port}"
        with open_engine(engine, Phones()) as joined:
            assert isinstance(joined, DaskEngine)
            joined.client.wait_for_workers(1, timeout=30)
        borrowing = stack.enter_context(ExitStack())
        phone = select_phone(*borrowing.enter_context(borrow(engine, "pocket", str)))
        first.kill()
        began = time.monotonic()
        with pytest.raises(DeviceError):
            phone.check("sleep 8", timeout_s=20)
        assert time.monotonic() - began < 8, "nobody waits for its answer"
        until(stop.asked, "the stop")
        with pytest.raises(EngineGone, match="and its phones with it: what was learned is kept"):
            borrowing.close()


@pytest.mark.parametrize("wrong", ["version", "disk"])
def test_a_worker_that_cannot_take_a_work_says_so(wrong: str, folder: Path) -> None:  # noqa: F811
    job = Job("job", Notes(folder), {"docs": pack(folder / "docs")}, None)
    if wrong == "version":
        job.version = "0.0.1"
    else:
        user_cache().mkdir(parents=True)
        (user_cache() / "work").write_text("a file")
    job.setup(SimpleNamespace(name="lab"))  # type: ignore[arg-type]
    result, _ = job.do("a", "key")
    assert result.unfit
    assert re.match(r"the worker lab (has appagent|cannot write to .*/work: Not a dir)", result.why)
    job.teardown(SimpleNamespace())  # type: ignore[arg-type]


def test_a_port_that_is_no_schedulers_is_told() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as page:
        Thread(target=page.serve_forever, daemon=True).start()
        with (
            pytest.raises(SetupError, match="is it the port of the dashboard"),
            open_engine(f"dask://127.0.0.1:{page.server_port}", Phones()),
        ):
            pass
        page.shutdown()


def test_what_a_scheduler_lost_is_told_and_the_workers_wait_for_it(port: int, folder: Path) -> None:  # noqa: F811
    hearing, work = Hearing(), Notes(folder / "notes")
    with ExitStack() as stack:
        first = stack.enter_context(process(*scheduler(port)))
        listens(first)
        stack.enter_context(process(*lender(port, "w1")))
        with open_engine(f"dask://127.0.0.1:{port}", Phones()) as engine:
            ends = spread(engine, work, ["a", "patient"], hearing, into=folder / "out")
            assert next(ends).item == "a"
            Timer(0.5, first.kill).start()
            with pytest.raises(EngineGone, match=r"the scheduler tcp://127\S+ went away"):
                next(ends)
        listens(stack.enter_context(process(*scheduler(port))))
        with open_engine(f"dask://127.0.0.1:{port}", Phones()) as engine:
            again = list(spread(engine, work, ["b"], hearing, into=folder / "out"))
        assert again[0].result[0] == "B"
    assert (folder / "notes/ended").read_text() == "True", "what nobody waits for is stopped"


def test_a_scheduler_that_goes_while_nothing_is_under_way_is_told(port: int, folder: Path) -> None:  # noqa: F811
    hearing, work = Hearing(), Notes(folder / "notes")
    with process(*scheduler(port)) as first:
        listens(first)
        with open_engine(f"dask://127.0.0.1:{port}", Phones()) as engine:
            ends = spread(engine, work, ["a"], hearing, into=folder / "out")
            Timer(1, first.kill).start()
            with pytest.raises(EngineGone, match=r"the scheduler tcp://127\S+ went away"):
                next(ends)
    assert hearing.said[0].startswith("no worker has a pocket: `appagent worker --scheduler ")


def test_workers_of_ones_own_end_with_the_command(folder: Path) -> None:  # noqa: F811
    hearing, work = Hearing(), Notes(folder / "notes")
    told: list[object] = []
    with open_engine("dask", Phones(pockets=2), say=told.append) as engine:
        found = list(spread(engine, work, ["a", "killer", "b"], hearing, into=folder / "out"))
        assert isinstance(engine, DaskEngine)
        listening = {
            each.laddr.ip
            for worker in engine.own if not worker.ended
            for each in psutil.Process(worker.process.pid).net_connections("inet")
            if each.status == psutil.CONN_LISTEN
        }  # fmt: skip
    assert listening == {"127.0.0.1"}
    assert sorted(worker.process.returncode for worker in engine.own) == [-9, 130]
    assert sorted(str(each.item) for each in found) == ["a", "b", "killer"]
    assert not any(isinstance(each.result, Lost) or each.crash for each in found)
    assert str(told[0]).startswith("Dask's dashboard: http://127.0.0.1:")
    for pid in {pid for item in ("a", "b", "killer") for pid in work.begun(item)}:
        assert not Path(f"/proc/{pid}").exists()


def test_a_scheduler_that_does_not_answer_is_told(port: int) -> None:
    with (
        pytest.raises(SetupError, match="no Dask scheduler answers at tcp://127"),
        open_engine(f"dask://127.0.0.1:{port}", Phones()),
    ):
        pass


def test_a_worker_that_cannot_start_is_told() -> None:
    with (
        pytest.raises(
            SetupError, match="a worker for --engine dask could not be started: appagent"
        ),
        open_engine("dask", Phones(("127.0.0.1:1",))),
    ):
        pass


@pytest.fixture
def engine(port: int) -> Iterator[str]:
    """An engine with two workers that have a pocket phone each."""
    with ExitStack() as stack:
        listens(stack.enter_context(process(*scheduler(port))))
        for name in ("w1", "w2"):
            stack.enter_context(process(*lender(port, name)))
        yield f"dask://127.0.0.1:{port}"


def borrowed(engine: str) -> AbstractContextManager[Mapping[str, str]]:
    """The phones of the workers, once both have joined."""
    with open_engine(engine, Phones()) as joined:
        assert isinstance(joined, DaskEngine)
        joined.client.wait_for_workers(2, timeout=30)
    return borrow(engine, "pocket", str)


def test_phones_of_workers_are_used_from_here(engine: str) -> None:
    with borrowed(engine) as lent:
        assert sorted(lent.values()) == ["pocket 1 of w1", "pocket 1 of w2"]
        for device in lent:
            with pytest.raises(AdbError, match="alone is lent"):
                AdbServer(int(device.rpartition(":")[2])).ask("kill")
            phone = select_phone(device)
            assert phone.check("getprop ro.product.model").strip() == "Pocket Phone"
            with phone.prepare():
                frames = [phone.screenshot() for _ in range(3)]  # some 10 MB each
            assert all((frame == frames[0]).all() for frame in frames)
    for device in lent:
        with pytest.raises((DeviceError, DeviceNotFound)):
            select_phone(device)


def test_a_phone_that_another_has_is_not_waited_for(
    engine: str,
    folder: Path,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("appagent.spread.dask.START_S", 4.0)
    told: list[object] = []
    with borrowed(engine):
        pass
    with (
        open_engine(engine, Phones()) as other,
        other.open(Notes(folder / "notes"), folder / "out", {}, Hearing()) as shift,
    ):
        assert isinstance(other, DaskEngine)
        assert isinstance(shift, DaskShift)
        shift.give("patient")
        shift.look()
        until(lambda: (folder / "notes/patient").exists(), "its begin")
        with borrow(engine, "pocket", told.append) as lent:
            assert len(lent) == 1
            shift.drop()
            until(lambda: (folder / "notes/ended").exists(), "its end")
            until(lambda: sum(map(len, other.client.processing().values())) == 1, "a free phone")
    assert told[1:] == [
        "borrowing the workers' phones, 2",
        "left out, since others use them: 1",
    ]


def test_what_a_killed_command_had_borrowed_is_given_back(engine: str, tmp_path: Path) -> None:
    borrowed(engine)
    words = ["appagent", "explore", "--app", "clock", "--engine", engine, "--device", "pocket"]
    words += ["--model", "offline", "--steps", "400", "--runs", str(tmp_path / "runs")]
    with process(*words, "--store", str(tmp_path / "store")) as command:
        assert command.stderr is not None
        assert any(b"pocket 1 of w" in line for line in command.stderr)
        command.kill()
    with borrowed(engine) as lent:
        assert len(lent) == 2
    with open_engine(engine, Phones()) as joined:
        assert isinstance(joined, DaskEngine)
        works = joined.client.run_on_scheduler(
            lambda dask_scheduler: [*dask_scheduler.worker_plugins]
        )
    assert not [name for name in works if "appagent" in name], "what it wanted is gone"
