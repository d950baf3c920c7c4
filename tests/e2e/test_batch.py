"""`appagent run --batch FILE`: tasks in, JSON lines out, on phones that come and go."""

from __future__ import annotations

import csv
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from .house import CLOCK, AppAgent, Pocket, pocket_phone, until

IDS = ["one", "two", "three", "four", "five", "six"]
SEARCH = {"task": "Search for City Library in maps", "app": "maps"}
ALARM = {"task": "Set an alarm for 6:45 am", "app": "clock"}
BATCH = ("run", "--batch", "tasks.jsonl")


@pytest.fixture
def batched(bare: AppAgent) -> AppAgent:
    write(bare, *({"id": name, **SEARCH} for name in IDS))
    bare.env |= {"APPAGENT_MODEL": "offline", "APPAGENT_FLOWS": "never"}
    return bare


def write(appagent: AppAgent, *tasks: dict[str, str]) -> None:
    text = "# tasks\n\n" + "\n".join(map(json.dumps, tasks)) + "\n"
    (appagent.folder / "tasks.jsonl").write_text(text)


def results(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def table(file: Path) -> list[dict[str, str]]:
    with file.open() as rows:
        return list(csv.DictReader(rows))


def test_a_phone_that_is_unplugged_loses_no_task(batched: AppAgent, phone: Pocket) -> None:
    """What it had is done by the other one, and each task has one result."""
    out = batched.folder / "out.jsonl"
    with pocket_phone(phone.server) as other:
        words = (*BATCH, "--device", f"{phone.serial},{other.serial}", "--out", "out.jsonl")
        with batched.started(*words, "--csv", "out.csv") as process:
            until(lambda: any(r["device"] == other.serial for r in results(out)), "a result")
            other.kill()
            _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert f"{other.serial} went away" in err
    assert "; it is done again" in err
    found = results(out)
    assert sorted(each["id"] for each in found) == sorted(IDS)
    assert all(each["ok"] and not each["broke"] for each in found)
    assert [row["id"] for row in table(batched.folder / "out.csv")] == [r["id"] for r in found]
    for each in found:
        assert (batched.folder / each["trail"] / "report.html").is_file()


def test_what_workers_learn_comes_to_the_store(batched: AppAgent) -> None:
    write(batched, {"id": "alarm", **ALARM}, {"id": "search", **SEARCH})
    batched.env["APPAGENT_FLOWS"] = "auto"
    ran = batched(*BATCH, "--pockets", "2", "--engine", "dask")
    assert ran.code == 0, ran.err
    found = [json.loads(line) for line in ran.out.splitlines()]
    assert sorted(each["id"] for each in found) == ["alarm", "search"]
    for each in found:
        assert (batched.folder / each["trail"] / "steps.jsonl").is_file()
    assert "Dask's dashboard: http://127.0.0.1:" in ran.err
    store = batched.folder / "docs_store" / CLOCK
    assert (store / "map.yaml").is_file()
    assert list((store / "flows").glob("*.yaml"))
    write(batched, {"id": "alarm", **ALARM})
    again = batched(*BATCH, "--pockets", "1")
    assert json.loads(again.out)["calls"] == 0, "it is done by the flow that a worker kept"


def test_a_batch_goes_on_where_it_was_stopped(batched: AppAgent, phone: Pocket) -> None:
    out = batched.folder / "out.jsonl"
    words = (*BATCH, "--device", phone.serial)
    ran = batched.interrupted(lambda: results(out), *words, "--out", "out.jsonl")
    assert (ran.code, "with --resume out.jsonl does the rest" in ran.err) == (130, True)
    first = results(out)
    assert 0 < len(first) < len(IDS)
    with out.open("a") as file:
        file.write('{"id": "cut')
    assert batched(*words, "--out", "out.jsonl").code == 2, "it is there already"
    ran = batched(*words, "--resume", "out.jsonl", "--csv", "out.csv")
    assert ran.code == 0, ran.err
    found = results(out)
    assert found[: len(first)] == first
    assert sorted(each["id"] for each in found) == sorted(IDS)
    assert len(table(batched.folder / "out.csv")) == len(IDS)
    (batched.folder / "tasks.jsonl").write_text("Sing\n")
    ran = batched(*words, "--resume", "out.jsonl")
    assert (ran.code, "is of another batch" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("text", "words", "told"),
    [
        (None, (), "--batch tasks.jsonl: No such file"),
        ("\n# nothing\n", (), "holds no task: write one on each line"),
        ('{"task": ', (), "line 1: no JSON"),
        ('\n{"tusk": "x"}', (), "line 2: task: Field required"),
        ('{"task": "  "}', (), "line 1: the task is empty"),
        ('{"task": "a", "id": "2"}\nb', (), "line 2: the id '2' stands above already"),
        ('{"task": "a", "restart": true}', (), "line 1: restart needs an app"),
        ("a", ("--app", "clock"), "--batch FILE says what is to be done"),
        ("a", ("--engine", "dusk"), "expected local, dask or dask://HOST:PORT"),
        ("a", ("--engine", "dask://127.0.0.1:1", "--device", "x"), "workers name the phones"),
        ("a", ("--pockets", "1", "--device", "pocket"), "tasks are done on one kind of phone"),
        ("a", ("--resume", "no.jsonl"), "--resume no.jsonl: there is no such file"),
        ("a", ("--device", "nowhere:1,nowhere:2"), "nowhere:1"),
        ("a", ("--device", "nowhere"), "nowhere"),
        ("a", ("--out", "x", "--csv", "./x"), "is named twice: name different files"),
        ("a", ("--csv", "tasks.jsonl"), "is named twice: name different files"),
    ],
)
def test_a_wrong_batch_is_told(
    batched: AppAgent, text: str | None, words: tuple[str, ...], told: str
) -> None:
    file = batched.folder / "tasks.jsonl"
    file.unlink() if text is None else file.write_text(text)
    ran = batched(*BATCH, *words)
    assert (ran.code, told in ran.err, ran.out) == (2, True, ""), ran.err
    assert not (batched.folder / "runs").exists()


def test_an_id_may_hold_anything(batched: AppAgent) -> None:
    """It names no folder, here or on a worker."""
    ids = ["learned", "..", str(batched.folder / "evil"), "a b", "a-b", "x" * 300]
    write(batched, *({"id": name, **SEARCH} for name in ids))
    ran = batched(*BATCH, "--pockets", "2", "--engine", "dask", "--out", "out.jsonl")
    assert ran.code == 0, ran.err
    found = results(batched.folder / "out.jsonl")
    assert sorted(each["id"] for each in found) == sorted(ids)
    trails = {batched.folder / each["trail"] for each in found}
    assert len(trails) == len(ids)
    assert all((trail / "steps.jsonl").is_file() for trail in trails)
    assert all(trail.is_relative_to(batched.folder / "runs") for trail in trails)
    written = {each.name for each in batched.folder.iterdir()} - {"data"}
    assert written == {"docs_store", "out.jsonl", "runs", "tasks.jsonl"}
    assert all(each["device"].startswith("pocket 1 of process ") for each in found)
    store = batched.folder / "docs_store/com.pocketphone.maps"
    assert (store / "map.yaml").is_file(), "what was learned comes from each"


def test_two_commands_do_not_write_to_one_file(batched: AppAgent, phone: Pocket) -> None:
    """The others do not even look at what the first is about to add to."""
    words, out = (*BATCH, "--device", phone.serial), batched.folder / "out.jsonl"
    with batched.started(*words, "--out", "out.jsonl") as first:
        until(lambda: results(out), "a result")
        first.send_signal(signal.SIGSTOP)  # or it may be at its end before the other begins
        with out.open("a") as file:
            file.write("no result yet\n")
        try:
            others = [batched(*words, option, "out.jsonl") for option in ("--resume", "--out")]
        finally:
            first.send_signal(signal.SIGCONT)
        first.send_signal(signal.SIGINT)
        first.communicate(timeout=30)
    for ran in others:
        assert (ran.code, "another command writes to out.jsonl" in ran.err) == (2, True), ran.err
    assert not list(batched.folder.glob("runs/*-batch*")), "none left a folder for its work"
    assert not list(batched.folder.glob(".*.lock"))


def test_a_killed_command_leaves_no_process(batched: AppAgent) -> None:
    words = (*BATCH, "--pockets", "2", "--engine", "dask", "--out", "out.jsonl")
    with batched.started(*words) as process:
        until(lambda: results(batched.folder / "out.jsonl"), "a result", 60)
        workers = _workers(process.pid)
        process.kill()
    assert len(workers) == 2
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), "their end")


def _workers(parent: int) -> list[int]:
    """The workers of a command: its children, which a signal to its group does not reach."""
    children = Path(f"/proc/{parent}/task").glob("*/children")
    pids = [int(pid) for each in children for pid in each.read_text().split()]
    return [pid for pid in pids if b"worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_the_options_of_a_batch_need_one(batched: AppAgent) -> None:
    ran = batched("run", "Sing", "--out", "x")
    assert (ran.code, "go with --batch FILE" in ran.err) == (2, True)
    ran = batched("run", "Sing", "--retries", "1")
    assert (ran.code, "go with --batch FILE" in ran.err) == (2, True)
    ran = batched(*BATCH, "--json")
    assert (ran.code, ran.document["exit_code"]) == (2, 2)
    assert "the results of a batch are JSON, a line each" in ran.err
