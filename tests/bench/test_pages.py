"""The pages of a benchmark: of what its folder holds, with links that need nothing else."""

from __future__ import annotations

import re
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from lxml import html as parser

from appagent.bench.plan import Book, Condition, LessonResult, Plan, TrialResult, save_plan
from appagent.cli.bench import write_pages
from appagent.errors import UsageError
from appagent.exchange import Usage
from appagent.model.recorded import CONVERSATION, Call, Head
from tests.report.trails import make, step

SUITE = """\
app: com.pocketphone.clock
tasks:
  - {id: clock-add, instruction: Add, goal: "`false`", solution: [back, back], wrong: [[exit]]}
  - {id: clock-left, instruction: Leave, goal: "`false`", solution: [back], wrong: [[exit]]}
"""
LINK = re.compile(r'<a [^>]*?href="([^"#]+)"')


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """A benchmark in which one trial came to a result, and one was never begun."""
    folder, tasks = tmp_path / "bench", tmp_path / "clock.yaml"
    folder.mkdir()
    tasks.write_text(SUITE)
    plan = Plan(
        model="m", conditions=(Condition(docs="demo"),), seeds=(1,), steps=9, learning_steps=9,
        suites=(tasks,), digests=(sha256(SUITE.encode()).hexdigest(),), tasks=("clock-*",),
    )  # fmt: skip
    save_plan(plan, folder)
    tried = make(folder / "trails/dsl-demo", [step(1), step(2)], task="Set an alarm")
    taught = make(folder / "trails/learned-demo", [step(1)], command="demo", task="show")
    trial = TrialResult(
        condition="dsl-demo", app="com.pocketphone.clock", task="clock-add", seed=1, fewest=2,
        instruction="Set an alarm", ending="done", steps=2, calls=2,
        trail=tried.relative_to(folder).as_posix(),
    )  # fmt: skip
    lesson = LessonResult(
        docs="demo", app="com.pocketphone.clock", seed=1, written=1,
        trails=(taught.relative_to(folder).as_posix(),),
    )  # fmt: skip
    for line in (lesson, trial):
        Book(folder).write(line)
    return folder


def told(file: Path) -> str:
    found: parser.HtmlElement = parser.fromstring(file.read_text("utf-8"))
    return " ".join(found.text_content().split())


def trial_page(first: Path) -> Path:
    (found,) = first.parent.glob("trails-dsl-demo-*.html")
    return found


def test_tasks_that_are_as_they_were_are_all_told(bench: Path) -> None:
    text = told(write_pages(bench, bench / "report"))
    assert "clock-left" in text
    assert "1 of 2 trials interrupted" in text


@pytest.mark.parametrize("change", ["gone", "another", "no suite"])
def test_tasks_that_are_gone_or_changed_are_told_by_the_results(bench: Path, change: str) -> None:
    tasks = bench.parent / "clock.yaml"
    if change == "gone":
        tasks.unlink()
    else:
        tasks.write_text(SUITE.replace("clock-add", "clock-new") if change == "another" else "app:")
    first = write_pages(bench, bench / "report")
    text = told(first)
    assert "clock-add" in text
    assert "Set an alarm" in text
    assert "0.0/2.0" in text, "the steps of its solution as they were"
    assert "clock-new" not in text
    assert "clock-left" not in text
    word = "is gone" if change == "gone" else "has changed"
    assert f"{tasks} {word} since the benchmark" in text
    assert "step 2" in trial_page(first).read_text("utf-8")


def test_links_lead_there_and_back_within_the_folder(bench: Path) -> None:
    first = write_pages(bench, bench / "report")
    moved = bench.parent / "sent"
    first.parent.rename(moved)
    there = LINK.findall((moved / "index.html").read_text("utf-8"))
    assert len(there) == 2
    for link in there:
        back = LINK.findall((moved / link).read_text("utf-8"))
        assert back == ["index.html"]


def test_a_trial_whose_folder_is_gone_has_no_link(bench: Path) -> None:
    (trail,) = (bench / "trails/dsl-demo").iterdir()
    (trail / "steps.jsonl").unlink()
    first = write_pages(bench, bench / "report")
    assert "dsl-demo" in told(first)
    assert not list(first.parent.glob("trails-dsl-demo-*"))
    assert "trails-dsl-demo" not in first.read_text("utf-8")


def test_a_trial_tells_what_was_said_or_how_to_keep_it(bench: Path) -> None:
    assert "set conversation to true" in told(trial_page(write_pages(bench, bench / "report")))
    (trail,) = (bench / "trails/dsl-demo").iterdir()
    call = Call(
        model="m", prompt="run", sha256="", system="the rules", text="asked", problems=(),
        pictures=(), reply="Decision", raw="replied", usage=Usage(calls=1),
    )  # fmt: skip
    lines = [Head().model_dump_json(), *[call.model_dump_json()] * 2]
    (trail / CONVERSATION).write_text("\n".join(lines) + "\n")
    text = told(trial_page(write_pages(bench, bench / "report")))
    assert text.count("replied") == 2
    assert "set conversation" not in text


def test_a_trial_is_called_what_the_phone_says(bench: Path) -> None:
    (trail,) = (bench / "trails/dsl-demo").iterdir()
    (trail / "judged.json").write_text('{"goal": "`false`", "met": false, "milestones": []}')
    text = told(trial_page(write_pages(bench, bench / "report")))
    assert "by the phone's own state the task is not done" in text


def test_the_pages_of_others_are_left_alone(bench: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    out.mkdir()
    (out / "index.html").write_text("<p>mine")
    with pytest.raises(UsageError, match=r"index\.html is no page of appagent"):
        write_pages(bench, out)
    assert [each.name for each in out.iterdir()] == ["index.html"]


def test_a_trail_that_is_gone_or_damaged_keeps_no_page_from_the_others(
    bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tried,) = (bench / "trails/dsl-demo").iterdir()
    (tried / "steps.jsonl").write_text("{}\n")
    first = write_pages(bench, bench / "report")
    assert "no page of trails/dsl-demo/" in capsys.readouterr().err
    assert [*map(Path.exists, map(first.parent.joinpath, LINK.findall(first.read_text())))] == [
        True
    ]
    shutil.rmtree(tried)
    first = write_pages(bench, bench / "report 2")
    assert len(LINK.findall(first.read_text())) == 1


def test_a_folder_that_cannot_be_made_is_told_with_what_to_do(bench: Path) -> None:
    (bench / "a file").touch()
    with pytest.raises(UsageError, match="a file: File exists; name another with --out"):
        write_pages(bench, bench / "a file")
