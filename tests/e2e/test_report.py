"""`appagent report` and `appagent runs`, as a person uses them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .house import AppAgent, until

TASK = ("run", "--app", "clock", "--task", "Set an alarm for 7:25 am", "--model", "offline")


@pytest.fixture
def two_runs(appagent: AppAgent) -> AppAgent:
    """A run that is done, and one that the rules know nothing of."""
    assert appagent(*TASK).code == 0
    assert appagent("run", "--task", "Sing", "--model", "offline").code != 0
    return appagent


def test_the_end_of_a_run_leads_to_its_page(appagent: AppAgent) -> None:
    ran = appagent(*TASK)
    (command,) = re.findall(r"^a page of it: `appagent (.+)`$", ran.err, re.M)
    wrote = appagent(*command.split())
    assert wrote.code == 0, wrote.said
    text = (appagent.folder / wrote.out.strip()).read_text("utf-8")
    assert "Set an alarm for 7:25 am" in text
    assert text.count("<article ") > 3
    assert "Prompt and reply: run" in text


def test_runs_are_listed_shown_and_removed(two_runs: AppAgent) -> None:
    listed = two_runs("runs", "--json").document
    assert [run["number"] for run in listed] == [1, 2]
    assert [run["ending"] for run in listed] == ["failed", "done"]
    found = two_runs("runs", "--find", "alarm", "--json").document
    assert [run["number"] for run in found] == [2]
    table = two_runs("runs").out.splitlines()
    assert len(table) == 3
    assert "Set an alarm" in table[2]
    shown = two_runs("runs", "show", "2").out
    assert "Set an alarm for 7:25 am" in shown

    asked = two_runs("runs", "remove", "1")
    assert asked.code == 2
    assert "this removes 1 run" in asked.err
    assert "add --yes" in asked.err
    assert two_runs("runs", "remove", "1", "--yes").code == 0
    assert len(two_runs("runs", "--json").document) == 1
    kept = two_runs("runs", "prune", "--older", "1h", "--yes", "--json").document
    assert kept == {"removed": []}


def test_an_index_leads_to_all_pages(two_runs: AppAgent) -> None:
    wrote = two_runs("report", "--all", "--json").document
    index = Path(two_runs.folder, wrote["file"])
    links = re.findall(r'href="([^"]+)"', index.read_text("utf-8"))
    assert len(links) == 2
    assert all((index.parent / link).is_file() for link in links)
    pages = [index.parent / link for link in links]
    before = [page.stat().st_mtime_ns for page in pages]
    two_runs("report", "--all")
    assert [page.stat().st_mtime_ns for page in pages] == before, "they are written once"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("report",), "there are no runs in runs yet"),
        (("report", "7"), "no run '7': there are no runs in runs yet"),
        (("report", "./odd"), "./odd is no run"),
        (("report", "x", "--all"), "--all is for every run"),
        (("runs", "show", "x"), "there are no runs in runs yet"),
        (("runs", "prune", "--older", "long"), "is no age"),
    ],
)
def test_what_cannot_be_told_is_said(appagent: AppAgent, words: tuple[str, ...], said: str) -> None:
    (appagent.folder / "odd").mkdir()
    ran = appagent(*words)
    assert ran.code == 2, ran.said
    assert said in " ".join(ran.err.split())


def test_what_goes_on_is_told_and_is_not_removed(appagent: AppAgent) -> None:
    def ending() -> str:
        found = appagent("runs", "--json").document
        return found[0]["ending"] if found else ""

    words = ("explore", "--app", "clock", "--model", "offline", "--steps", "500")
    with appagent.started(*words) as process:
        until(ending, "a run", 30)
        assert ending() == "running"
        refused = appagent("runs", "remove", "1", "--yes")
        assert (refused.code, "is still running" in refused.err) == (2, True), refused.said
        process.kill()
        process.communicate()
    assert ending() == "cut off"
    assert appagent("runs", "remove", "1", "--yes").code == 0
