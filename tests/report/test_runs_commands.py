"""`appagent runs` and `appagent report` as a command line, on trails that were made by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
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
from appagent.trail import Trail, hold, release
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


@pytest.fixture
def under_way(folder: Path) -> Iterator[Trail]:
    """A run that goes on, after one step."""
    trail = Trail.open(folder / "runs", "run", "notes")
    trail.write(step(1))
    yield trail
    release(trail.held)


def test_what_goes_on_is_told_and_stays(
    under_way: Trail, capsys: pytest.CaptureFixture[str]
) -> None:
    assert obey(app, ["runs"]) == 0
    assert " running " in capsys.readouterr().out
    verdict = parser.fromstring(page(PastRun(under_way.folder))).find(".//p[@class='verdict']")
    assert verdict.text_content().startswith("running it goes on")
    assert obey(app, ["runs", "remove", "1", "-y"]) == 2
    assert "is still running: stop it with Ctrl-C, or wait" in capsys.readouterr().err
    old_name = under_way.folder.rename(under_way.folder.with_name(OLD))
    for each in old_name.iterdir():
        os.utime(each, (1_772_000_000, 1_772_000_000))
    assert obey(app, ["runs", "prune", "--older", "1d", "-y"]) == 0
    assert old_name.is_dir()


def test_what_was_killed_can_be_removed(folder: Path) -> None:
    """`kill -9` leaves the file of the lock, and no lock."""
    program = (
        "import os, pathlib; from appagent.trail import Trail; "
        "kept = Trail.open(pathlib.Path('runs'), 'run', 'notes'); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", program], env=os.environ, check=False)
    (run,) = list_runs(folder / "runs")
    assert (run.folder / ".running").is_file()
    assert run.ending == "cut off"
    assert obey(app, ["runs", "remove", "1", "-y"]) == 0
    assert not run.folder.exists()


def test_a_page_of_what_was_killed_since_is_made_anew(under_way: Trail) -> None:
    assert obey(app, ["report", "--all"]) == 0
    release(under_way.held)
    assert obey(app, ["report", "--all"]) == 0
    assert "it was killed" in (under_way.folder / "report.html").read_text("utf-8")


def _cut_last_line(run: Path) -> None:
    text = (run / "steps.jsonl").read_bytes()
    (run / "steps.jsonl").write_bytes(text[:-40])


@pytest.mark.parametrize(
    ("harm", "ending", "damage", "steps"),
    [
        (
            _cut_last_line,
            "done, damaged",
            "the last line of steps.jsonl is cut off; steps.jsonl holds 1 of 2 steps",
            "1 of 2",
        ),
        (
            lambda run: (run / "steps.jsonl").write_text(""),
            "done, damaged",
            "steps.jsonl holds 0 of 2 steps",
            "0 of 2",
        ),
        (
            lambda run: (run / "outcome.json").write_text('{"ending": "do'),
            "damaged",
            "outcome.json cannot be read",
            "2",
        ),
    ],
)
def test_a_damaged_trail_says_so(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    harm: Callable[[Path], object],
    ending: str,
    damage: str,
    steps: str,
) -> None:
    made = make(folder / "runs", [step(1), step(2)])
    harm(made)
    assert obey(app, ["runs"]) == 0
    assert f" {ending} " in capsys.readouterr().out
    assert obey(app, ["runs", "show"]) == 0
    shown = capsys.readouterr().out
    assert f"ending   {ending}\n" in shown
    assert f"damage   {damage}\n" in shown
    text = parser.fromstring(page(PastRun(made)))
    verdict = text.find(".//p[@class='verdict']/b")
    assert (verdict.text, verdict.get("class")) == (ending, "bad")
    assert f"The trail is damaged: {damage}." in text.text_content()
    facts = dict(zip(text.xpath("//dt/text()"), text.xpath("//dd/text()"), strict=False))
    assert facts["steps"] == steps
    assert ending in index_page([PastRun(made)], folder / "index.html")


@pytest.mark.parametrize(
    "words",
    [
        ("report", "--out"),
        ("report", "--all", "--out"),
        ("doctor", "--bundle", "1", "--out"),
        ("docs", "export"),
    ],
)
def test_only_what_the_command_wrote_is_written_over(
    folder: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    old(folder / "runs")
    for name in ("letter.html", "new.html"):
        (folder / "letter.html").write_text("<p>Dear Ada")
        code = obey(app, [*words, name])
        said = capsys.readouterr().err
        assert code == (2 if name == "letter.html" else 0), said
        assert ("is not overwritten: name another file" in said) == (name == "letter.html")
    assert (folder / "letter.html").read_text() == "<p>Dear Ada"
    assert obey(app, [*words, "new.html"]) == 0, "it is its own"
    assert obey(app, [*words, "a/b/p.html"]) == 2
    assert "there is no folder a/b: make it" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("report",), ("report", "--all")])
def test_a_page_wants_the_name_of_a_page(
    folder: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    old(folder / "runs")
    for _ in range(2):
        assert obey(app, [*words, "--out", "sub"]) == 2
        said = capsys.readouterr().err
        assert "--out sub: expected a file that ends in .html, such as sub/index.html" in said
        (folder / "sub").mkdir(exist_ok=True)
    assert obey(app, [*words, "--out", os.devnull]) == 0


def test_an_index_has_numbers_and_goes_with_what_it_lists(folder: Path) -> None:
    old(folder / "runs"), old(folder / "runs", "20260302-093000-run-mail")
    index = folder / "runs" / "index.html"
    assert obey(app, ["report", "--all"]) == 0
    rows = parser.fromstring(index.read_text("utf-8")).findall(".//tbody/tr")
    assert [(row[0].text, row.find(".//a").get("href")[:8]) for row in rows] == [
        ("1", "20260302"),
        ("2", "20260301"),
    ]
    assert obey(app, ["runs", "remove", "1", "-y"]) == 0
    assert "20260302-" not in index.read_text("utf-8")
    assert f'href="{OLD}/report.html"' in index.read_text("utf-8")
    assert obey(app, ["runs", "prune", "--older", "1d", "-y"]) == 0
    assert not index.exists()


def test_a_page_of_somebody_else_stays(folder: Path) -> None:
    old(folder / "runs")
    (folder / "runs" / "index.html").write_text("<p>mine")
    assert obey(app, ["report", "--all"]) == 2
    assert obey(app, ["runs", "remove", "1", "-y"]) == 0
    assert (folder / "runs" / "index.html").read_text() == "<p>mine"


@pytest.mark.parametrize("words", [("runs",), ("runs", "show"), ("report", "--all")])
def test_a_folder_that_is_named_must_be_there(
    folder: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert not (folder / "nowhere").exists()
    assert obey(app, [*words, "--runs", "nowhere"]) == 2
    assert "there is no folder nowhere: name the one that holds the runs" in capsys.readouterr().err


def test_a_run_of_another_folder_has_no_number(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = old(folder / "elsewhere")
    assert obey(app, ["runs", "show", str(made), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["number"] is None


def test_a_benchmark_that_goes_on_stays(folder: Path) -> None:
    bench = folder / "runs" / "20260301-093000-bench"
    bench.mkdir(parents=True)
    (bench / "bench.json").write_text("{}")
    held = hold(bench)
    assert PastRun(bench).ending == "running"
    assert obey(app, ["runs", "remove", "1", "-y"]) == 2
    release(held)
    assert PastRun(bench).ending == ""
    assert obey(app, ["runs", "remove", "1", "-y"]) == 0


def test_a_long_task_is_cut(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    task = "Write down milk, bread and salt. " * 150
    run = PastRun(old(folder / "runs", task=task))
    assert obey(app, ["runs", "show"]) == 0
    (line,) = [each for each in capsys.readouterr().out.splitlines() if each.startswith("task")]
    assert len(line) < 420
    (cell,) = parser.fromstring(index_page([run], folder / "x.html")).findall(
        ".//td[@class='task']"
    )
    assert cell.find("details").text_content().endswith(task)
    cell.remove(cell.find("details"))
    assert len(cell.text_content()) == 160
