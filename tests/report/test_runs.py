"""Which runs there are, which one is meant, and what is to go."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from appagent.errors import UsageError
from appagent.report.index import index_page
from appagent.runs import age, find_run, list_runs, remove_run
from tests.report.trails import make, program, step


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Three runs, made a day after each other; and a folder that is none."""
    folder = tmp_path / "runs"
    for day, (ending, task) in enumerate(
        (("done", "Write a note"), ("stuck", "Set an alarm"), (None, "")), 1
    ):
        made = make(folder, program()[:2], ending, task=task)
        made.rename(folder / f"2026030{day}-093000-run-notes")
    (folder / "notes").mkdir()
    return folder


def test_the_newest_comes_first(runs: Path) -> None:
    found = list_runs(runs)
    assert [run.number for run in found] == [1, 2, 3]
    assert [run.ending for run in found] == ["cut off", "stuck", "done"]
    assert [run.steps for run in found] == [2, 2, 2]
    assert found[0].command == "run"
    assert found[0].app == "notes"
    assert found[2].started == datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    assert list_runs(runs / "nowhere") == []


@pytest.mark.parametrize(
    ("named", "name"),
    [
        (None, "20260303-093000-run-notes"),
        ("2", "20260302-093000-run-notes"),
        ("20260301-093000-run-notes", "20260301-093000-run-notes"),
        ("0302-", "20260302-093000-run-notes"),
        ("20260301", "20260301-093000-run-notes"),
        ("60302", "20260302-093000-run-notes"),
    ],
)
def test_a_run_is_meant_by_number_or_name(runs: Path, named: str | None, name: str) -> None:
    assert find_run(runs, named).name == name


def test_a_run_is_meant_by_its_folder(runs: Path) -> None:
    folder = runs / "20260301-093000-run-notes"
    assert find_run(runs / "nowhere", str(folder)).folder == folder


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("4", "there is no run 4: .* holds 3, 1 the newest"),
        ("0", "there is no run 0"),
        ("093000", "'093000' fits 3 runs"),
        ("9999", "there is no run 9999"),
        ("run-notes", "fits 3 runs: name one by its number: 1 20260303-093000-run-notes, 2 "),
        ("alarm", "no run in .* is called 'alarm'"),
        ("./notes", "there is no folder ./notes; runs are in"),
    ],
)
def test_what_is_no_run_is_told(runs: Path, named: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        find_run(runs, named)
    with pytest.raises(UsageError, match="there are no runs in"):
        find_run(runs / "nowhere", None)


def test_a_run_with_another_name_keeps_its_place(runs: Path) -> None:
    """A page that is written changes the time of its folder: the run is no newer by that."""
    for was, now in (("20260301", "done"), ("20260303", "cut off")):
        kept = (runs / f"{was}-093000-run-notes").rename(runs / now)
        os.utime(kept / "steps.jsonl", (1_772_400_000, 1_772_400_000))  # in the night to 2 March
        (kept / "report.html").touch()
    found = list_runs(runs)
    assert [run.name for run in found] == ["done", "20260302-093000-run-notes", "cut off"]
    assert found[0].started == datetime(2026, 3, 2, 9, 30, tzinfo=UTC), "as it says itself"


def test_runs_are_found_by_words(runs: Path) -> None:
    assert [run.number for run in list_runs(runs) if run.says(["alarm"])] == [2]
    assert [run.number for run in list_runs(runs) if run.says(["NOTE", "done"])] == [3]


def test_an_age_is_read() -> None:
    assert age("12h") == timedelta(hours=12)
    assert age(" 2 w ") == timedelta(weeks=2)
    with pytest.raises(UsageError, match="is no age: expected hours, days or weeks"):
        age("a month")


def test_only_the_link_of_a_run_goes(runs: Path, tmp_path: Path) -> None:
    kept = make(tmp_path / "elsewhere", [step(1)])
    (runs / "20260304-093000-run-linked").symlink_to(kept)
    remove_run(list_runs(runs)[0])
    assert kept.is_dir()
    remove_run(list_runs(runs)[0])
    assert [run.ending for run in list_runs(runs)] == ["stuck", "done"]


def test_the_index_leads_to_the_pages(runs: Path) -> None:
    (runs / "20260302-093000-run-notes" / "report.html").touch()
    found = index_page(list_runs(runs), runs / "index.html")
    assert re.findall(r'href="([^"]+)"', found) == ["20260302-093000-run-notes/report.html"]
    assert found.count("<tr>") == 4
    assert found.count('class="bad"') == 2
    assert found.count('class="good"') == 1
    elsewhere = index_page(list_runs(runs), runs.parent / "all" / "index.html")
    assert 'href="../runs/20260302-093000-run-notes/report.html"' in elsewhere
    (runs.parent / "deep" / "er").mkdir(parents=True)
    (runs.parent / "link").symlink_to(runs.parent / "deep" / "er")
    linked = index_page(list_runs(runs), runs.parent / "link" / "index.html")
    assert 'href="../runs/2' in linked, "a browser goes up from the link"


def test_an_empty_name_means_no_run(runs: Path) -> None:
    """`runs remove "$RUN" --yes` is not to remove the last run where $RUN is not set."""
    with pytest.raises(UsageError, match="the name of a run is empty"):
        find_run(runs, "")


def test_a_folder_that_one_stands_in_has_its_name(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = runs / "20260302-093000-run-notes"
    monkeypatch.chdir(folder)
    assert find_run(runs, ".").name == folder.name
    monkeypatch.chdir(runs / "notes")
    (folder / "inner").mkdir()
    assert find_run(runs, f"{folder}/inner/..").name == folder.name


def test_an_age_beyond_all_times_is_told() -> None:
    with pytest.raises(UsageError, match="is no age"):
        age("99999999999d")
    with pytest.raises(UsageError, match="is no age"):
        age("999999d")


def test_a_page_of_a_folder_with_an_odd_name_is_linked(runs: Path) -> None:
    odd = runs / os.fsdecode(b"20260304-093000-run-\xff")
    (runs / "20260303-093000-run-notes").rename(odd)
    (odd / "report.html").touch()
    assert 'href="20260304-093000-run-%FF/report.html"' in index_page(
        list_runs(runs), runs / "index.html"
    )


def test_what_is_removed_is_no_guess(runs: Path) -> None:
    """A number that is not in the list may be that of a run that is gone."""
    with pytest.raises(UsageError, match="there is no run 60302"):
        find_run(runs, "60302", by_digits=False)
    assert find_run(runs, "20260302", by_digits=False).number == 2


def test_of_many_runs_that_fit_some_are_named(tmp_path: Path) -> None:
    for day in range(10, 17):
        make(tmp_path, [step(1)]).rename(tmp_path / f"202603{day}-093000-run-clock")
    with pytest.raises(UsageError, match=r"'clock' fits 7 runs: .*, 5 20260312-\S+, and 2 more$"):
        find_run(tmp_path, "clock")
