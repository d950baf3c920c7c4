"""What many phones gain, and what the engine that spreads the work costs."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event, Thread

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "emulator")]
os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])  # for workers

from appagent.bench.plan import Book, Condition, Plan  # noqa: E402
from appagent.bench.runner import Runner, carry_out  # noqa: E402
from appagent.bench.suite import Suite, default_suites, load_suite  # noqa: E402
from appagent.config import Config  # noqa: E402
from appagent.knowledge.store import DocStore  # noqa: E402
from appagent.model.chat import ChatModel  # noqa: E402
from appagent.spread import Ended, Need, Phones, Place, open_engine, spread  # noqa: E402
from tests.model.endpoint import serving  # noqa: E402
from tests.player import play_solutions  # noqa: E402
from tests.ports import free_port  # noqa: E402
from tests.spread.processes import lender, process, scheduler  # noqa: E402

APPS = ("clock", "maps", "settings", "music")  # whose solutions the guard lets through
MOST_RSS_S = 0.5


class Quiet:
    """Nobody watches."""

    def began(self, item: str, where: str) -> None: ...

    def ended(self, item: str) -> None: ...

    def say(self, text: str) -> None: ...


@dataclass(frozen=True)
class Nap:
    """A work that takes a second, and writes as much as a short trail."""

    seconds: float
    needs: Need = "pocket"

    def do(self, item: str, place: Place) -> str:
        place.stopped.wait(self.seconds)
        (place.write / f"{item}.json").write_bytes(os.urandom(50_000))
        return item


@contextmanager
def memory() -> Iterator[list[float]]:
    """The memory of this process and of those that it started, in MB: the most that was seen."""
    most, over = [0.0], Event()

    def look() -> None:
        while not over.wait(MOST_RSS_S):
            most[0] = max(most[0], sum(map(_rss_mb, [os.getpid(), *_children(os.getpid())])))

    thread = Thread(target=look, daemon=True)
    thread.start()
    try:
        yield most
    finally:
        over.set()
        thread.join()


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in map(int, task.read_text().split()):
                found += [child, *_children(child)]
        except OSError:  # it ended
            continue
    return found


def _rss_mb(pid: int) -> float:
    """Its own memory: what processes share is counted once in each part."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def endpoint(wait_s: float) -> None:
    """Serve a model that plays the solutions of the tasks, and takes its time; until killed."""
    suites = [_suite(name) for name in APPS]
    with serving() as served:
        plays = []
        for suite in suites:
            play_solutions(served, suite)
            plays.append(served._play)

        def play(body: dict[str, object]) -> object:
            time.sleep(wait_s)
            for one in plays:
                try:
                    return one(body)
                except KeyError:  # a task of another suite
                    continue
            raise KeyError("no suite has that task")

        served.rule(play)  # type: ignore[arg-type]
        print(served.url, flush=True)
        Event().wait()


def _suite(name: str) -> Suite:
    return load_suite(next(path for path in default_suites() if path.stem == name))


@dataclass(frozen=True)
class Slow:
    """Makes the model of an endpoint."""

    url: str

    def __call__(self, _: Config) -> ChatModel:
        return ChatModel("seer-4", base_url=self.url)


def trials(engine: str, phones: int, count: int, url: str) -> dict[str, object]:
    """What so many trials took on so many phones."""
    suites = [_suite(name) for name in APPS]
    ids = [task.id for suite in suites for task in suite.tasks]
    plan = Plan(
        model="seer-4", conditions=(Condition(),), seeds=tuple(range(1, 1 + -(-count // len(ids)))),
        steps=12, learning_steps=1, suites=(), tasks=tuple(ids[:count]),
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder, memory() as most:
        out = Path(folder)
        with open_engine(engine, Phones(pockets=phones)) as opened:
            began = time.monotonic()
            carry_out(
                Runner(plan, suites, Config(), Slow(url)), opened, out,
                manual=DocStore(out / "docs"), follower=Quiet(), done=lambda _: None,
            )  # fmt: skip
            seconds = time.monotonic() - began
        results = Book(out).results()
    rewards = {f"{each.task} {each.seed}": each.reward for each in results}
    return {
        "engine": engine, "phones": phones, "trials": len(results), "seconds": round(seconds, 1),
        "a_trial_s": round(sum(each.seconds for each in results) / len(results), 2),
        "met": sum(each.success for each in results), "memory_mb": round(most[0]),
        "rewards": rewards,
    }  # fmt: skip


def naps(engine: str, phones: int, count: int) -> dict[str, object]:
    """What an engine costs beside what its items take."""
    items = [f"nap-{n}" for n in range(count)]
    marks: list[float] = []
    with tempfile.TemporaryDirectory() as folder, open_engine(engine, Phones(pockets=phones)) as on:
        began = time.monotonic()
        found: list[Ended] = []
        for ended in spread(on, Nap(1.0), items, Quiet(), into=Path(folder)):
            found.append(ended)
            if len(found) % max(count // 10, 1) == 0:
                marks.append(round(_rss_mb(os.getpid())))  # the scheduler lives in this process
        seconds = time.monotonic() - began
        whole = len(list(Path(folder).glob("*.json")))
    assert whole == len(found) == count, "each item once, with its file"
    each_ms = 1000 * (seconds * phones - count) / count
    return {
        "engine": engine, "phones": phones, "items": count, "seconds": round(seconds, 1),
        "overhead_ms": round(each_ms, 1), "scheduler_mb": marks,
    }  # fmt: skip


# --- what is killed meanwhile ---------------------------------------------------------------------


def killed(victim: str, count: int, url: str, expected: object) -> dict[str, object]:
    """A benchmark on two workers of a scheduler, one of the three killed half-way; where it was the
    scheduler, the benchmark goes on with another."""
    port = free_port()
    os.environ["OPENAI_BASE_URL"] = url
    ids = [task.id for name in APPS for task in _suite(name).tasks][:count]
    bench = ["bench", "--tasks", ",".join(ids), "--steps", "12", "--model", "seer-4", "--json"]
    bench += ["--engine", f"dask://127.0.0.1:{port}"]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        start = partial(process, stderr=subprocess.DEVNULL)
        at = {"scheduler": stack.enter_context(start(*scheduler(port)))}
        for name in ("worker", "other"):
            at[name] = stack.enter_context(start(*lender(port, name)))
        bench += ["--runs", f"{folder}/runs", "--store", f"{folder}/store"]
        command = [sys.executable, "-m", "appagent", *bench]
        quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, **quiet) as first:
            while len(_lines(folder)) < count // 2:
                time.sleep(0.1)
            at[victim].kill()
            said, _ = first.communicate()
        if first.returncode:
            stack.enter_context(start(*scheduler(port)))
            (begun,) = Path(folder).glob("runs/*-bench")
            said = subprocess.run([*command, "--resume", str(begun)], check=True, **quiet).stdout
        lines = [line for line in _lines(folder) if not line["broke"]]
        trials = json.loads(said)["trials"]
    rewards = {f"{each['task']} {each['seed']}": each["reward"] for each in trials}
    return {
        "killed": victim, "exit": first.returncode, "trials": len(trials), "lines": len(lines),
        "once": len(lines) == len(trials) == count, "same": rewards == expected,
    }  # fmt: skip


def _lines(folder: str) -> list[dict[str, object]]:
    books = list(Path(folder).glob("runs/*-bench/results.jsonl"))
    return [json.loads(line) for line in books[0].read_text().splitlines()] if books else []


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--wait", type=float, default=5)
    parser.add_argument("--phones", type=int, action="append")
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--items", type=int, default=1000)
    parser.add_argument("--engine", action="append")
    parser.add_argument("--kill", action="append", choices=["worker", "scheduler"])
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(words)
    if asked.serve:
        endpoint(asked.wait)
    os.environ |= {"OPENAI_API_KEY": "none", "ADB_USB": "0"}
    found: list[dict[str, object]] = []
    serve = [sys.executable, __file__, "--serve", "--wait", str(asked.wait)]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as served:
        try:
            assert served.stdout is not None
            url = served.stdout.readline().strip()
            for phones in asked.phones or (1, 2, 4, 8):
                for engine in asked.engine or ("local", "dask"):
                    found.append(trials(engine, phones, asked.trials, url))
                    _tell(found[-1], asked.json)
            for victim in asked.kill or ():
                found.append(killed(victim, asked.trials, url, found[0]["rewards"]))
                _tell(found[-1], asked.json)
        finally:
            served.kill()
    if asked.items:
        found.append(naps("dask", 8, asked.items))
        _tell(found[-1], asked.json)
    rewards = [each.pop("rewards") for each in found if "rewards" in each]
    assert all(each == rewards[0] for each in rewards), "the same trials, the same rewards"
    if asked.json:
        print(json.dumps(found, indent=1))


def _tell(figures: dict[str, object], as_json: bool) -> None:
    told = ", ".join(f"{name} {value}" for name, value in figures.items() if name != "rewards")
    print(told, file=sys.stderr if as_json else sys.stdout, flush=True)


if __name__ == "__main__":
    main()
