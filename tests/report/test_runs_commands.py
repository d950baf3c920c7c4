"""`appagent runs` and `appagent report` as a command line, on trails that were made by hand."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from lxml import html as parser

from appagent.cli import runs as listing
from appagent.cli.app import app
from appagent.cli.command import obey
from appagent.report.index import index_page
from appagent.report.run import page
from appagent.report.terminal import Terminal
from appagent.runs import PastRun, list_runs
from tests.report.trails import make, step

OLD = "20260301-093000-run-notes"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with no run in ./runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def old(runs: Path, name: str = OLD, ending: str | None = "done", **about: Any) -> Path:
    """A run that began long ago, and was written then."""
    made = make(runs, [step(1)], ending, **about).rename(runs / name)
    for each in made.iterdir():
        os.utime(each, (1_772_000_000, 1_772_000_000))
    return made


def test_a_task_is_listed_as_it_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for n, task in enumerate(("open [/b] :smile:", "write [bold]\nthis")):
        old(folder / "runs", f"2026030{n + 1}-093000-run-notes", task=task)
    assert obey(app, ["runs"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[1].endswith("write [bold] this")
    assert lines[2].endswith("open [/b] :smile:")


@pytest.mark.parametrize(
    ("columns", "task"), [(40, "闹钟 Set an…"), (70, "闹钟 Set an…"), (80, "闹钟 Set an alarm fo…")]
)
def test_of_a_list_the_task_alone_is_cut(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    columns: int,
    task: str,
) -> None:
    """The number is what a run is called by."""
    old(folder / "runs", task="闹钟 Set an alarm for seven in the morning")
    monkeypatch.setenv("COLUMNS", str(columns))
    assert obey(app, ["runs"]) == 0
    head, line = capsys.readouterr().out.splitlines()
    assert head.split()[0] == "when"
    assert line == f"1 2026-03-01 09:30 run     notes done       1     1 0.0123 {task}"


@pytest.mark.parametrize("words", [("--json",), ("--find", "x"), ("--runs", "x")])
def test_an_option_before_the_command_is_not_lost(
    folder: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """`runs --runs other prune` is not to prune ./runs."""
    kept = old(folder / "runs")
    assert obey(app, ["runs", *words, "prune", "--older", "1d", "--yes"]) == 2
    assert "put options behind `appagent runs prune`" in capsys.readouterr().err
    assert kept.is_dir()


def test_what_is_old_is_pruned(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = folder / "runs"
    old(runs), old(runs, "20260301-093000-run-mail", None)
    (runs / "20260301-093000-run-mail" / "report.html").touch()  # a look at it is no sign of life
    goes_on = old(runs, "20260228-093000-bench", None)
    (goes_on / "results.jsonl").write_text("")  # just now
    renamed, foreign = old(runs, "keep-this"), runs / "web"
    foreign.mkdir()
    (foreign / "bench.json").write_text("{}")
    os.utime(foreign, (1_772_000_000, 1_772_000_000))
    stamp = (datetime.now(UTC) - timedelta(hours=2)).strftime("%Y%m%d-%H%M%S")
    young = old(runs, f"{stamp}-run-notes")
    assert obey(app, ["runs", "prune", "--older", "1d", "--yes", "--json"]) == 0
    gone = {"removed": [OLD, "20260301-093000-run-mail"]}
    assert json.loads(capsys.readouterr().out) == gone
    assert all(each.is_dir() for each in (goes_on, renamed, foreign, young))


def test_a_no_is_one_json_document_too(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = old(folder / "runs")
    person = Terminal(interactive=True, opens=str)
    monkeypatch.setattr(person, "confirm", lambda _: False)
    monkeypatch.setattr(listing, "terminal", lambda: person)
    assert obey(app, ["runs", "remove", "1", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {"removed": []}
    assert kept.is_dir()


def test_a_run_that_is_named_twice_is_removed_once(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = old(folder / "runs")
    assert obey(app, ["runs", "remove", "1", str(named), OLD, "--yes"]) == 0
    assert capsys.readouterr().out == "1 run removed\n"


def test_a_damaged_run_keeps_no_index_from_the_others(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (old(folder / "runs") / "steps.jsonl").write_text("{}\n")
    old(folder / "runs", "20260302-093000-run-notes")
    assert obey(app, ["report", "--all"]) == 0
    told = capsys.readouterr()
    assert f"{OLD}/steps.jsonl, line 1 is damaged" in told.err
    text = (folder / told.out.strip()).read_text("utf-8")
    assert 'href="20260302-093000-run-notes/report.html"' in text
    assert f'href="{OLD}' not in text
    assert text.count("<tr>") == 3


def test_a_link_to_nothing_keeps_no_index(folder: Path) -> None:
    """As of pictures that were taken elsewhere."""
    run = old(folder / "runs")
    (run / "step-001-seen.jpg").unlink()
    (run / "step-001-seen.jpg").symlink_to("elsewhere.jpg")
    assert obey(app, ["report", "--all"]) == 0
    assert obey(app, ["report", "--all"]) == 0


def test_a_benchmark_has_no_steps_of_its_own(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = folder / "runs" / "20260301-093000-bench"
    bench.mkdir(parents=True)
    (bench / "bench.json").write_text("{}")
    assert obey(app, ["runs", "show"]) == 0
    assert "steps" not in capsys.readouterr().out


@pytest.mark.skipif(os.getuid() == 0, reason="root may read everything")
def test_a_folder_of_somebody_else_hides_no_run(folder: Path) -> None:
    closed = folder / "runs" / "20260302-093000-run-notes"
    closed.mkdir(parents=True)
    closed.chmod(0)
    kept = old(folder / "runs")
    assert [run.folder for run in list_runs(folder / "runs")] == [kept]


def test_what_no_name_can_hold_is_told_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert obey(app, ["runs", "show", "a\x01"]) == 2
    assert "the run holds the control character U+0001" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "ending", "mood"),
    [
        ("run", "done", "good"),
        ("run", "stuck", "bad"),
        ("run", "cancelled", "warn"),
        ("run", "step_limit", "warn"),
        ("explore", "step_limit", "good"),
        ("run", None, "bad"),
    ],
)
def test_the_index_and_the_page_tell_an_ending_alike(
    folder: Path, command: str, ending: str | None, mood: str
) -> None:
    run = PastRun(old(folder / "runs", ending=ending, command=command))
    told = (run.ending, mood)
    verdict = parser.fromstring(page(run)).find(".//p[@class='verdict']/b")
    assert (verdict.text, verdict.get("class")) == told
    cells = parser.fromstring(index_page([run], folder / "index.html")).findall(".//td")
    assert told in [(cell.text, cell.get("class")) for cell in cells]
