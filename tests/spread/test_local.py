from __future__ import annotations

import re
import sys
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from threading import Barrier, Event, Thread, Timer

import pytest

from appagent.device.server import AdbServer
from appagent.errors import DeviceGone, UsageError
from appagent.spread import (
    Bucket,
    Ended,
    LocalEngine,
    Lost,
    Phones,
    Shelf,
    check_engine,
    open_engine,
    spread,
)
from appagent.spread.engine import pack, unpack
from tests.spread.works import Notes


@dataclass
class Hearing:
    """A follower that keeps what it is told."""

    begun: list[tuple[str, str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)

    def began(self, item: str, where: str) -> None:
        self.begun.append((item, where))

    def ended(self, item: str) -> None:
        self.ends.append(item)

    def say(self, text: str) -> None:
        self.said.append(text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("notes", "docs", "out"):
        (tmp_path / name).mkdir()
    (tmp_path / "docs/told").write_text("read me")
    return tmp_path


def ended(
    folder: Path, items: list[str], phones: Phones, retries: int = 2, needs: str = "pocket"
) -> tuple[dict[str, Ended], Hearing]:
    hearing, work = Hearing(), Notes(folder / "notes", needs)  # type: ignore[arg-type]
    with open_engine("local", phones, calls_per_minute=1) as engine:
        docs = {"docs": folder / "docs"}
        found = spread(
            engine, work, items, hearing, into=folder / "out", read=docs, retries=retries
        )
        return {each.item: each for each in found}, hearing


def test_items_are_done_and_what_is_lost_is_done_again(folder: Path) -> None:
    items = ["a", "b", "lost", "broken"]
    found, hearing = ended(folder, items, Phones(pockets=2))
    assert found["a"].result[0] == "A"
    assert found["a"].result[2] == {"docs": "read me"}
    assert found["lost"].result[0] == "LOST"
    assert isinstance(found["broken"].crash, ValueError)
    assert (folder / "out/b.txt").read_text() == "b on pocket"
    assert hearing.said == ["lost: its phone fell off the table; it is done again"]
    assert sorted(hearing.ends) == sorted(items)
    assert sorted(item for item, _ in hearing.begun) == sorted([*items, "lost"])
    assert {where for _, where in hearing.begun} <= {"pocket 1", "pocket 2"}


def test_what_a_lost_item_left_is_cleared_before_it_is_done_again(folder: Path) -> None:
    cleared: list[str] = []
    work = Notes(folder / "notes")
    with open_engine("local", Phones(pockets=1)) as engine:
        ends = spread(engine, work, ["a", "lost"], Hearing(), into=folder, read={
            "docs": folder / "docs"}, clear=cleared.append)  # fmt: skip
        assert {each.item for each in ends} == {"a", "lost"}
    assert cleared == ["lost"]


def test_what_is_lost_once_too_often_ends_so(folder: Path) -> None:
    found, hearing = ended(folder, ["lost"], Phones(pockets=1), retries=0)
    assert found["lost"].result == Lost("its phone fell off the table")
    assert not hearing.said


def test_a_phone_that_went_away_is_lent_to_nobody(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The item that met it, and what no phone is left for, are lost with a true word."""
    monkeypatch.setattr("appagent.spread.shelf.PATIENCE_S", 0.01)
    found, hearing = ended(folder, ["gone", "a"], Phones(("A",)), retries=1, needs="phone")
    assert found["gone"].result == Lost("none of the phones A is left")
    assert found["a"].result == Lost("none of the phones A is left")
    assert hearing.begun == [("gone", "A")]
    assert hearing.said[0] == "gone: the phone is gone; it is done again"
    found, hearing = ended(folder, ["gone", "a"], Phones(("A", "B")), retries=0, needs="phone")
    assert found["a"].result[0] == "A", "another phone is there"


def test_a_phone_that_comes_back_is_waited_for() -> None:
    with Shelf(Phones(("A",)), server=AdbServer()) as shelf:
        shelf.lose("A")
        Timer(0.05, shelf._found, ["A"]).start()
        with shelf.lend("phone", Event()) as loan:
            assert loan.serial == "A"


def test_a_phone_is_lent_to_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appagent.spread.shelf.PATIENCE_S", 0.01)
    with Shelf(Phones(("A", "B")), server=AdbServer()) as shelf:
        both = Barrier(2, timeout=10)
        seen: list[str] = []

        def use() -> None:
            with shelf.lend("phone", Event()) as loan:
                seen.append(loan.serial)
                both.wait()

        threads = [Thread(target=use) for _ in range(2)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert sorted(seen) == ["A", "B"]
        assert shelf.settle(0)
        with shelf.lend("phone", Event()):
            assert not shelf.settle(0)
        shelf.lose("A")
        shelf.lose("B")
        with (
            pytest.raises(DeviceGone, match="none of the phones A, B is left"),
            shelf.lend("phone", Event()),
        ):
            pass


def test_a_stop_reaches_whoever_waits_for_a_phone(folder: Path) -> None:
    """Where all went away, and where another has the only one: nothing is begun any more."""
    with Shelf(Phones(("A",)), server=AdbServer()) as shelf:
        shelf.lose("A")
        began = time.monotonic()
        hearing, work = Hearing(), Notes(folder / "notes", "phone")
        with LocalEngine(shelf, 2).open(work, folder, {}, hearing) as shift:
            shift.give("a")
            shift.give("b")
        assert time.monotonic() - began < 30
        assert not hearing.begun
    with Shelf(Phones(("A",)), server=AdbServer()) as shelf, ThreadPoolExecutor(1) as pool:
        stopped = Event()
        with shelf.lend("phone", Event()):
            waits = pool.submit(shelf.lend("phone", stopped).__enter__)
            stopped.set()
        with pytest.raises(DeviceGone, match="nobody waits"):
            waits.result()


def test_a_pocket_phone_that_is_started_for_an_item_is_never_gone() -> None:
    with Shelf(Phones(("pocket",)), server=AdbServer()) as shelf:
        shelf.lose("pocket")
        with shelf.lend("phone", Event()) as loan:
            assert loan.serial == "pocket"


@pytest.mark.parametrize("per_minute", [6, 60, 600])
def test_a_bucket_lets_so_many_calls_through(per_minute: int) -> None:
    """In any minute no more than the rate and what was saved up in ten seconds."""
    clock = iter(_ticks())
    bucket = Bucket(per_minute, lambda: next(clock))
    calls = [n * 0.001 + bucket.take() for n in range(per_minute * 3)]
    first = sum(due < 60 for due in calls)
    assert per_minute <= first <= per_minute + max(1, per_minute / 6) + 1
    second = sum(60 <= due < 120 for due in calls)
    assert per_minute - 1 <= second <= per_minute + 1


def _ticks() -> Iterator[float]:
    n = 0
    while True:
        yield n * 0.001
        n += 1


def test_a_folder_comes_back_whole_and_alone(tmp_path: Path) -> None:
    source = tmp_path / "a"
    (source / "b").mkdir(parents=True)
    (source / "b/text.txt").write_text("text")
    (source / "one.jpg").write_bytes(b"\xff\xd8" * 100)
    (source / ".running").write_text("")
    packed = pack(source)
    assert packed == pack(source)
    unpack(packed, tmp_path / "c")
    assert sorted(p.name for p in (tmp_path / "c").rglob("*")) == ["b", "one.jpg", "text.txt"]
    assert pack(tmp_path / "nowhere") == b""
    evil = BytesIO()
    with zipfile.ZipFile(evil, "w") as out:
        out.writestr("../../out.txt", "x")
    unpack(evil.getvalue(), tmp_path / "c/d")
    assert not list(tmp_path.parent.glob("out.txt")) + list(tmp_path.glob("out.txt"))


@pytest.mark.parametrize("name", ["dusk", "dask:/a", "dask://", "dask://host", "tcp://h:1"])
def test_an_engine_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="expected local, dask or dask://HOST:PORT"):
        check_engine(name)


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=re.escape("pip install 'appagent[dask]'")) as refused:
        check_engine("dask")
    assert refused.value.exit_code == 2
    check_engine("local")
