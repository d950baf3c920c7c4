"""The command, on pocket phones over real adb, with a model that plays the solutions."""

from __future__ import annotations

import asyncio
import csv
import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yaml

from appagent.agent.explore import explore
from appagent.agent.session import Session
from appagent.bench.lesson import teach
from appagent.bench.plan import Book, Condition, Lesson, Plan, TrialResult
from appagent.bench.runner import Runner, carry_out
from appagent.bench.score import Row
from appagent.bench.stage import Stage, open_stage, truth_queries
from appagent.bench.suite import Suite
from appagent.bench.trial import Bench, storm
from appagent.cli.bench import _write_files
from appagent.cli.bench_plan import BenchOptions
from appagent.config import Config
from appagent.device.adb import AdbDevice
from appagent.device.server import AdbServer
from appagent.knowledge.store import DocStore
from appagent.model.chat import ChatModel
from appagent.outcome import Outcome
from appagent.spread import LocalEngine, Phones, Shelf
from pocketphone.faults import KINDS, Faults
from tests.e2e.house import AppAgent
from tests.model.endpoint import Answer, Endpoint, completion, error, serving
from tests.player import play_solutions

CLOCK = "com.pocketphone.clock"
SUITE = """\
app: com.pocketphone.clock
tasks:
  - id: clock-add
    instruction: Set an alarm at ${time.said}
    vars:
      time: {choice: [{said: 7:25 am, hour: 7, minute: 25}, {said: 8:35 am, hour: 8, minute: 35}]}
    goal: length(app.alarms[?hour == ${time.hour} && minute == ${time.minute}]) == `1`
    milestones:
      - screen.page == 'editor'
      - screen.args.minute == to_string(${time.minute})
    solution:
      - tap: Add alarm
      - text: [Hour, "${time.hour}"]
      - text: [Minute, "${time.minute}"]
      - tap: Save
    wrong: [[tap: Add alarm, tap: Save]]
  - id: clock-never
    instruction: Open the stopwatch
    goal: screen.page == 'stopwatch' && answer == 'never said'
    milestones: [screen.page == 'stopwatch']
    solution: [tap: Stopwatch, exit: never said]
    wrong: [[tap: Stopwatch, exit]]
explore: [Look at the world clock]
demos:
  - task: Delete the alarm ${alarm.label}
    vars: {alarm: {from: 'apps."com.pocketphone.clock".alarms'}}
    solution: [tap: {name: "${alarm.label}", role: item}, back]
"""
OVER = """\
app: com.pocketphone.contacts
tasks: [{id: over, instruction: Stay, goal: "`true`", solution: [back], wrong: [[exit]]}]
"""


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """The model's endpoint: it plays the tasks, one of them in a wrong way."""
    with serving() as endpoint:
        suite = Suite.model_validate(yaml.safe_load(SUITE))
        play_solutions(endpoint, suite, wrong=("clock-never",))
        yield endpoint


@pytest.fixture
def appagent(tmp_path: Path, endpoint: Endpoint) -> AppAgent:
    for name, text in {"clock": SUITE, "again": SUITE, "over": OVER}.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    return AppAgent(tmp_path, {"OPENAI_BASE_URL": endpoint.url, "APPAGENT_MODEL": "seer-4"})


def figures(document: dict[str, Any]) -> list[dict[str, Any]]:
    """All that a benchmark found, but for what time it took and where it lies."""
    lines = [*document["rows"], *document["trials"], *document["lessons"]]
    return [
        {name: value for name, value in line.items() if name not in ("seconds", "trail", "trails")}
        for line in lines
    ]


def test_the_papers_rows(appagent: AppAgent) -> None:
    files = ("--html", "r.html", "--csv", "r.csv")
    words = ("--paper", "--tasks", "*-add", "--learning-steps", "2", "--jobs", "2", "--json")
    ran = appagent("bench", "--suite", "clock.yaml", *words, *files)
    assert ran.code == 0, ran.said
    document = ran.document
    assert "seer-4 reads no pictures: raw-none is n/a" in ran.err
    rows = {row["condition"]: row for row in document["rows"] if not row["app"]}
    assert list(rows) == ["raw-none", "dsl-none", "dsl-auto", "dsl-demo", "dsl-manual"]
    assert rows.pop("raw-none")["success"] is None
    assert {row["success"] for row in rows.values()} == {1}
    assert [line["docs"] for line in document["lessons"]] == ["auto", "demo"]
    assert all(line["written"] and not line["error"] for line in document["lessons"])
    folder = appagent.folder / document["folder"]
    assert len(list(folder.glob(f"learned/*/{CLOCK}/{CLOCK}/map.yaml"))) == 2, "one a lesson"
    talks = [log.read_text() for log in sorted(folder.glob("trails/dsl-*/*/conversation.jsonl"))]
    assert ["<map>" in talk for talk in talks] == [True, True, False, False], "auto, demo, the rest"
    pictures = list(folder.glob("trails/*/*/*.jpg"))
    assert len({file.stat().st_ino for file in pictures}) < len(pictures) / 2, "equal ones are one"
    told = [json.loads(log.read_text()) for log in folder.glob("trails/*/*/commands.json")]
    assert len(told) == 4 + 2 + 1, "each trial, exploration and demonstration"
    assert document["truth"] == {"asked": 0, "commands": sum(map(len, told))}
    assert (
        f"0 of {sum(map(len, told)):,} commands looked at the state that only the judge may see"
        in (appagent.folder / "r.html").read_text()
    )
    for trial in document["trials"]:
        judged = json.loads((folder / trial["trail"] / "judged.json").read_text())
        assert judged["met"]
        state = json.loads(
            gzip.decompress((folder / trial["trail"] / "state.json.gz").read_bytes())
        )
        assert state["screen"]["app"] == CLOCK
        assert (folder / trial["trail"] / "outcome.json").is_file()
    with (appagent.folder / "r.csv").open() as table:
        assert [line["task"] for line in csv.DictReader(table)] == ["clock-add"] * 4
    with (appagent.folder / "r-rows.csv").open() as table:
        figures = {(line["condition"], line["app"]): line for line in csv.DictReader(table)}
    assert figures["raw-none", ""]["success"] == ""
    assert figures["dsl-auto", CLOCK]["success"] == "1.0"
    links = re.findall(r'href="([^"]+)"', (appagent.folder / "r.html").read_text())
    assert len(links) == 4 + 2 + 1
    assert all((appagent.folder / link).is_dir() for link in links)
    assert len(list(folder.glob("trails/*/*/conversation.jsonl"))) == len(told)
    first = appagent.folder / appagent("report", str(folder)).out.strip()
    (page, *_) = first.parent.glob("trails-dsl-none-*.html")
    assert "Prompt and reply: run" in page.read_text()


def test_a_benchmark_that_was_stopped_goes_on_where_it_was(appagent: AppAgent) -> None:
    def begun() -> Iterator[Path]:
        return (appagent.folder / "runs").glob("*/results.jsonl")

    words = ("bench", "--suite", "clock.yaml", "--json")
    ran = appagent.interrupted(lambda: any(book.stat().st_size for book in begun()), *words)
    assert ran.code == 130, ran.said
    (book,) = begun()
    kept = book.read_text()
    (row, *_) = ran.document["rows"]
    assert (row["missing"], kept.count("\n")) == (1, 1)
    assert [(t["task"], t["ending"]) for t in ran.document["trials"]] == [
        ("clock-add", "done"), ("clock-never", "cancelled")
    ]  # fmt: skip
    other = appagent("bench", "--resume", str(book.parent), "--seeds", "2")
    assert (other.code, other.out) == (2, "")
    assert "was started with --seeds 1, and this asks for 2: leave out --seeds" in other.err
    again = appagent("bench", "--resume", str(book.parent), "--json")
    assert again.code == 0, again.said
    assert book.read_text().startswith(kept)
    assert book.read_text().count("\n") == 2
    won, lost = again.document["trials"]
    assert (won["task"], won["success"], won["reward"]) == ("clock-add", True, 4)
    assert (lost["success"], lost["reached"], lost["reward"]) == (False, 1, 0.5)
    fresh = appagent(*words)
    assert figures(fresh.document) == figures(again.document)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--docs", "none,some"), "--docs 'none,some': expected some of none,auto,demo,manual"),
        (("--see", "raw"), "--see 'raw': expected some of image+list,"),
        (("--tasks", "nothing"), "no task fits 'nothing'; there are: clock-add, clock-never"),
        (("--apps", "maps"), "no tasks for 'maps'; there are: clock"),
        (("--resume", "."), "no benchmark was started there"),
        (("--suite", "none.yaml"), "none.yaml: cannot be read"),
        (("--suite", "again.yaml"), "again.yaml: com.pocketphone.clock is defined in "),
        (("--suite", "over.yaml"), "over.yaml, line 2: over, seed 1: its goal is met before"),
        (("--html", "nowhere/r.html"), "--html nowhere/r.html: No such file"),
        (("--html", "r", "--csv", "./r"), "--html and --csv both name r: name two different files"),
        (("--model", "recorded:r.jsonl"), "no recording r.jsonl: No such file"),
        (("--model", "offline"), "offline is a few rules and no model: name a model by --model"),
    ],
)
def test_what_cannot_be_done_is_said_before_any_phone_starts(
    appagent: AppAgent, words: tuple[str, ...], said: str
) -> None:
    ran = appagent("bench", "--suite", "clock.yaml", *words)
    assert (ran.code, ran.out) == (2, ""), ran.said
    assert said in ran.err
    assert not (appagent.folder / "runs").exists()


REPORTS = ("--html", "r.html", "--csv", "r.csv")


def _older_reports(folder: Path) -> dict[str, str]:
    """An older report in each place, and what they hold."""
    older = {name: f"an older {name}" for name in ("r.html", "r.csv", "r-rows.csv")}
    for name, text in older.items():
        (folder / name).write_text(text)
    return older


@pytest.mark.parametrize("older", [False, True], ids=["new", "older"])
def test_a_benchmark_that_fails_leaves_the_files_as_they_were(
    appagent: AppAgent, older: bool
) -> None:
    before = _older_reports(appagent.folder) if older else {}
    ran = appagent("bench", "--suite", "none.yaml", *REPORTS)
    assert ran.code == 2, ran.said
    found = {file.name: file.read_text() for file in appagent.folder.glob("*r*.*[vl]")}
    assert {name: text for name, text in found.items() if name[0] in ".r"} == before


def test_a_benchmark_that_was_stopped_before_it_found_anything_keeps_the_older_report(
    appagent: AppAgent, endpoint: Endpoint
) -> None:
    older = _older_reports(appagent.folder)
    plays, hung = endpoint._play, []

    def play(body: dict[str, Any]) -> Answer:
        if not (appagent.folder / "runs").exists():  # whether it can see is asked before
            return plays(body)
        hung.append(body)
        return Answer("", drip_s=30)

    endpoint.rule(play)
    ran = appagent.interrupted(lambda: bool(hung), "bench", "--suite", "clock.yaml", *REPORTS)
    assert ran.code == 130, ran.said
    assert "--html and --csv are left as they were" in ran.err
    assert {name: (appagent.folder / name).read_text() for name in older} == older


def test_a_report_that_cannot_be_made_replaces_none(tmp_path: Path) -> None:
    older = _older_reports(tmp_path)
    asked = SimpleNamespace(csv=tmp_path / "r.csv", html=tmp_path / "r.html")
    row = Row("raw-none", "", apart=False, tasks=1, trials=1, missing=0)

    def page(_: Path) -> str:
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        _write_files(cast(BenchOptions, asked), [], [row], page)
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == older


def test_a_setting_that_changes_figures_is_the_plans_or_refused(appagent: AppAgent) -> None:
    words = ("bench", "--suite", "clock.yaml", "--tasks", "clock-add", "--json")
    for name, value in (("COORDS", "ui-tars"), ("DETECTOR", "http://127.0.0.1:1")):
        refused = appagent(*words, **{f"APPAGENT_{name}": value})
        assert refused.code == 2, refused.said
        assert f"a benchmark cannot use the setting {name.lower()}: unset it" in refused.err
    assert not (appagent.folder / "runs").exists()
    (appagent.folder / "appagent.yaml").write_text(
        "image_width_px: 480\ndriver: u2\nocr: false\nstore: mine\n"
    )
    begun = appagent(*words)
    assert begun.code == 0, begun.said
    settings = begun.document["plan"]["settings"]
    assert settings == {"image_width_px": 480, "base_url": appagent.env["OPENAI_BASE_URL"]}
    assert begun.document["plan"]["store"] == str(appagent.folder / "mine")
    assert "image_width_px 480" in begun.err
    (appagent.folder / "appagent.yaml").unlink()
    other = appagent("bench", "--resume", begun.document["folder"])
    assert (other.code, other.out) == (2, ""), other.said
    assert "started with the setting image_width_px 480, and now it is unset: set it " in other.err


def pictured(body: dict[str, Any]) -> bool:
    return "image_url" in json.dumps(body["messages"])


def test_a_model_that_takes_no_pictures_does_what_needs_none(
    appagent: AppAgent, endpoint: Endpoint
) -> None:
    done = {"observation": "", "action": {"kind": "exit", "status": "done"}, "summary": ""}

    def play(body: dict[str, Any]) -> Answer:
        if pictured(body):
            return error(400, "this model does not support image input")
        return completion(json.dumps(done))

    endpoint.rule(play)
    words = ("bench", "--suite", "clock.yaml", "--tasks", "clock-add", "--json")
    ran = appagent(*words, "--see", "list", "--docs", "none,demo")
    assert ran.code == 0, ran.said
    assert [trial["ending"] for trial in ran.document["trials"]] == ["unverified", "unverified"]
    assert not any(map(pictured, endpoint.requests)), "not even while it learns"
    ran = appagent(*words, "--see", "image+list,list", "--space", "raw,dsl")
    assert ran.code == 0, ran.said
    assert {row["condition"]: row["success"] for row in ran.document["rows"]} == {
        "raw-none": None, "dsl-none": None, "dsl-none-list": 0
    }  # fmt: skip
    assert [trial["condition"] for trial in ran.document["trials"]] == ["dsl-none-list"]


def test_a_stop_does_not_wait_for_an_endpoint_that_hangs(
    appagent: AppAgent, endpoint: Endpoint
) -> None:
    def play(_: object) -> Answer:
        read = len(endpoint.requests) == 1
        return completion('{"digits": "4071"}') if read else Answer({}, drip_s=3600)

    endpoint.rule(play)
    words = ("bench", "--suite", "clock.yaml", "--jobs", "2", "--json")
    ran = appagent.interrupted(lambda: len(endpoint.requests) == 3, *words)
    assert ran.code == 130, ran.said
    for trial in ran.document["trials"]:
        assert (trial["ending"], trial["error"], trial["broke"]) == (
            "cancelled",
            "interrupted",
            True,
        )
        trail = appagent.folder / ran.document["folder"] / trial["trail"]
        assert json.loads((trail / "outcome.json").read_text())["ending"] == "cancelled"


def test_under_a_storm_every_trial_has_its_outcome(appagent: AppAgent) -> None:
    ran = appagent(
        "bench", "--suite", "clock.yaml", "--faults", "--seeds", "2", "--jobs", "2", "--json"
    )
    assert ran.code == 0, ran.said
    trials = ran.document["trials"]
    assert [(t["task"], t["seed"]) for t in trials] == [
        ("clock-add", 1), ("clock-never", 1), ("clock-add", 2), ("clock-never", 2)
    ]  # fmt: skip
    for trial in trials:
        outcome = json.loads(
            (appagent.folder / ran.document["folder"] / trial["trail"] / "outcome.json").read_text()
        )
        assert outcome["ending"] == trial["ending"]
        assert "internal error" not in outcome["error"]


def test_a_storm_is_the_same_for_the_same_trial_and_brings_everything() -> None:
    storms = [storm(seed, task) for seed in range(20) for task in ("clock-1", "maps-1")]
    assert storms == [storm(seed, task) for seed in range(20) for task in ("clock-1", "maps-1")]
    assert all(storms), "no trial goes by without one"
    seen = {(what, fault["how"]) for each in storms for what, fault in each.items()}
    assert seen == {(what, how) for what, kinds in KINDS.items() for how in kinds}
    for each in storms:
        faults = Faults()
        faults.load(each)
        assert faults.state().keys() == each.keys()


@pytest.fixture
def server() -> Iterator[AdbServer]:
    server = AdbServer.on_free_port()
    server.start()
    yield server
    server.stop()


def test_an_exploration_that_asks_for_the_truth_is_found_out(
    server: AdbServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint
) -> None:
    def nosy(session: Session, app: str, task: str) -> Outcome:
        assert isinstance(session.device, AdbDevice)
        session.device.run("pocketphone state >/dev/null")
        return explore(session, app, task)

    monkeypatch.setattr("appagent.bench.lesson.explore", nosy)
    model = partial(ChatModel, "seer-4", base_url=endpoint.url)
    house = Bench(tmp_path, Config(explore_steps=1), server, model)
    learned = teach(house, Lesson("auto", Suite.model_validate(yaml.safe_load(SUITE)), 1))
    assert (learned.truth, learned.broke) == (2, False), "once in each exploration"
    assert learned.error == "it asked the phone for the truth: pocketphone state >/dev/null"


def test_whoever_asks_the_phone_for_the_truth_is_found_out(server: AdbServer) -> None:
    with open_stage(server, 1) as stage:
        stage.device.launch(CLOCK)
        stage.device.capture()
        stage.device.run("input text pocketphones; ls /data/pocketphone")
        assert not truth_queries(stage.running.phone.log)
        stage.device.run("cat /dev/null | /system/bin/pocketphone tree; true")
        asked = ["cat /dev/null | /system/bin/pocketphone tree; true"]
        assert truth_queries(stage.running.phone.log) == asked


class Hearing:
    """A follower that keeps what is said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def began(self, item: str, where: str) -> None: ...

    def ended(self, item: str) -> None: ...

    def say(self, text: str) -> None:
        self.said.append(text)


def measured(folder: Path, url: str, server: AdbServer) -> tuple[list[TrialResult], list[str]]:
    """The results of a plan of four trials, and what was said meanwhile."""
    suite = Suite.model_validate(yaml.safe_load(SUITE))
    plan = Plan(
        model="seer-4",
        conditions=(Condition(),),
        seeds=(1, 2),
        steps=8,
        learning_steps=1,
        suites=(),
    )
    follower = Hearing()
    carry_out(
        Runner(plan, [suite], Config(), lambda _: ChatModel("seer-4", base_url=url)),
        LocalEngine(Shelf(Phones(pockets=1), server=server), 1), folder,
        manual=DocStore(folder / "docs"), follower=follower, done=lambda _: None,
    )  # fmt: skip
    lines = (folder / "results.jsonl").read_text().splitlines()
    assert len(lines) == len(Book(folder).results()), "each trial once"
    return sorted(Book(folder).results(), key=lambda line: line.key), follower.said


def test_a_phone_that_is_unplugged_changes_no_figure(
    server: AdbServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, endpoint: Endpoint
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setattr("appagent.device.shell.PATIENCE_S", 1.0)
    for name in ("as-it-is", "unplugged"):
        (tmp_path / name).mkdir()
    undisturbed, said = measured(tmp_path / "as-it-is", endpoint.url, server)
    assert not said
    stages: list[Stage] = []

    @contextmanager
    def staged(server: AdbServer, seed: int) -> Iterator[Stage]:
        with open_stage(server, seed) as stage:
            stages.append(stage)
            yield stage

    plays, asked = endpoint._play, []

    def play(body: dict[str, Any]) -> Answer:
        asked.append(body)
        if len(asked) == 3:  # in the middle of the first trial
            served = stages[-1].running
            closing = served.server.__aexit__(None, None, None)
            asyncio.run_coroutine_threadsafe(closing, served._loop).result(10)
        return plays(body)

    endpoint.rule(play)
    monkeypatch.setattr("appagent.bench.trial.open_stage", staged)
    found, said = measured(tmp_path / "unplugged", endpoint.url, server)
    assert len(stages) == len(found) + 1
    assert re.fullmatch(r"dsl-none clock-\w+ seed 1: .+; it is done again", *said)
    kept = {"seconds", "trail"}
    assert [line.model_dump(exclude=kept) for line in found] == [
        line.model_dump(exclude=kept) for line in undisturbed
    ]
