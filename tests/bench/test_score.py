from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from appagent.bench.plan import (
    PAPER,
    Book,
    Condition,
    LessonResult,
    Plan,
    TrialResult,
    lessons,
    load_plan,
    save_plan,
    trials,
)
from appagent.bench.score import Row, TruthQueries, interval, rows, warnings
from appagent.bench.suite import Suite
from appagent.errors import StoreError, UsageError
from appagent.report.bench import page, result_line, row_cells, show_table

DSL, RAW, AUTO = Condition(), Condition(space="raw"), Condition(docs="auto")


def suite(app: str, tasks: int, **more: bool) -> Suite:
    step = [{"tap": "Save"}] * 4
    task = {"instruction": "Save", "goal": "`true`", "solution": step, "wrong": [["exit"]]}
    named = [{**task, "id": f"{app}-{n}", "milestones": ["a"]} for n in range(1, tasks + 1)]
    return Suite.model_validate({"app": f"com.example.{app}", "tasks": named, **more})


NOTES, MAPS, EXTRA = suite("notes", 2), suite("maps", 1), suite("extra", 1, apart=True)
SUITES = [NOTES, MAPS, EXTRA]


def plan(*conditions: Condition, **more: object) -> Plan:
    fixed = {"model": "m", "conditions": conditions, "seeds": (1, 2), "steps": 10}
    return Plan.model_validate({**fixed, "learning_steps": 5, "suites": (), **more})


def result(task: str, seed: int, **more: object) -> TrialResult:
    about = {"condition": "dsl-none", "app": f"com.example.{task[:-2]}", "fewest": 4}
    return TrialResult.model_validate({**about, "task": task, "seed": seed, **more})


def won(task: str, seed: int, steps: int = 5) -> TrialResult:
    return result(task, seed, success=True, reward=4, steps=steps, ending="done", calls=6, tokens=9)


def whole(found: list[Row]) -> Row:
    return next(row for row in found if not row.app)


def test_what_was_not_come_to_counts_as_failed() -> None:
    done = [won("notes-1", 1), won("notes-1", 2, steps=7), result("maps-1", 1, reward=2, calls=10)]
    row = whole(rows(plan(DSL), SUITES, done))
    assert (row.tasks, row.trials, row.missing) == (3, 6, 3)
    assert row.success == pytest.approx(2 / 6)
    assert row.reward == pytest.approx(10 / 6)
    assert (row.fewest, row.steps) == (4, 6)
    assert row.calls == pytest.approx(22 / 3)
    assert (row.tokens, row.cost) == (6, None)


def test_each_app_has_its_row_and_some_stand_apart() -> None:
    found = rows(plan(DSL), SUITES, [won("extra-1", 1), won("extra-1", 2), won("maps-1", 1)])
    assert [row.app.rpartition(".")[2] for row in found] == ["", "notes", "maps", "extra"]
    assert [row.success for row in found] == [pytest.approx(1 / 6), 0, 0.5, 1]
    assert [row.apart for row in found] == [False, False, False, True]
    alone = rows(plan(DSL), [EXTRA], [won("extra-1", 1), won("extra-1", 2)])
    assert [(row.app, row.success) for row in alone] == [("", 1), ("com.example.extra", 1)]


def test_a_model_without_eyes_is_not_tried_by_eye() -> None:
    blind = plan(RAW, DSL, Condition(see="image"), blind=True)
    assert {trial.condition for trial in trials(blind, SUITES)} == {DSL}
    found = [row for row in rows(blind, SUITES, []) if not row.app]
    assert [row.success for row in found] == [None, 0, None]
    assert [row_cells(row)[1:3] for row in found] == [["n/a", "-"], ["0.0%", "-"], ["n/a", "-"]]
    assert row_cells(found[1])[0] == "3 (6 of 6 trials interrupted)"
    assert row_cells(found[1], brief=True)[0] == "3*"


def test_a_page_of_some_tasks_tells_of_their_apps_alone() -> None:
    some = plan(*PAPER, blind=True, tasks=("maps-1", "extra-*"))
    found = rows(some, SUITES, [won("maps-1", 1)])
    assert {row.app.rpartition(".")[2] for row in found} == {"", "maps", "extra"}
    text = page(some, found, [won("maps-1", 1)], [], [], str)
    assert "1 task in 1 app, 2 draws of each" in text
    assert "notes" not in text


def test_page_and_table_tell_the_settings_that_change_what_is_found(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tuned = plan(DSL, settings={"ocr": True, "image_width_px": 480})
    found, told = rows(tuned, SUITES, []), "ocr true, image_width_px 480"
    assert f"with {told}; judged" in page(tuned, found, [], [], [], str)
    show_table(found, tuned, TruthQueries.of())
    assert f"at most 10 steps, {told}. " in " ".join(capsys.readouterr().out.split())


def test_what_is_learned_is_learned_once_for_each_app_and_seed() -> None:
    keys = [lesson.key for lesson in lessons(plan(DSL, AUTO, tasks=("notes-*",)), SUITES)]
    assert keys == [("auto", "com.example.notes", 1), ("auto", "com.example.notes", 2)]
    assert {lesson.docs for lesson in lessons(plan(*PAPER), SUITES)} == {"auto", "demo"}


def test_a_pattern_of_no_task_is_said() -> None:
    with pytest.raises(UsageError, match=r"no task fits 'note-1'; there are: notes-1, "):
        list(trials(plan(DSL, tasks=("note-1",)), SUITES))


def test_the_interval_is_the_same_each_time_and_holds_the_mean() -> None:
    shares = [1.0] * 7 + [0.0] * 13
    low, high = interval(shares)
    assert interval(shares) == (low, high)
    # A share of 0.35 in 20 tasks: 1.96 standard errors of 0.107 to either side.
    assert low == pytest.approx(0.14, abs=0.05)
    assert high == pytest.approx(0.56, abs=0.05)
    assert interval([1.0] * 5) == (1, 1)


def test_a_run_shorter_than_its_solution_is_doubted() -> None:
    done = [won("notes-1", 1, steps=3), won("notes-2", 1), result("maps-1", 1)]
    doubts = list(warnings(done, []))
    assert len(doubts) == 1
    assert "notes-1, seed 1, dsl-none: done in 3 steps, while its solution takes 4" in doubts[0]


def test_what_broke_off_is_told() -> None:
    lost = [result("notes-1", seed, error=f"no answer {seed}") for seed in (1, 2)]
    taught = LessonResult(docs="auto", app="com.example.maps", seed=1, error="the phone is gone")
    idle = LessonResult(docs="demo", app="com.example.maps", seed=1)
    done = [*lost, won("maps-1", 1).model_copy(update={"cost": 0.5})]
    doubts = list(warnings(done, [taught, idle]))
    assert doubts == [
        "learn maps (auto, seed 1) stopped early: the phone is gone",
        "learn maps (demo, seed 1) wrote no docs, so its trials had none to read",
        "2 of 3 trials of dsl-none ended with an error and count as failed; the first: no answer 1",
    ]
    assert "no answer 1" in page(
        plan(DSL),
        rows(plan(DSL), SUITES, done),
        done,
        [taught],
        doubts,
        str,
    )
    assert whole(rows(plan(DSL), SUITES, done)).cost == 0.5, "without a call there is no cost"
    assert result_line(taught) == "learn maps (auto, seed 1): 0 docs, 0.0 s; the phone is gone"


def test_a_line_tells_who_called_it_done() -> None:
    assert "not done (the agent said done), 0 steps, " in result_line(
        result("maps-1", 1, ending="done")
    )
    assert "not done (step limit), 0 steps, " in result_line(
        result("maps-1", 1, ending="step_limit")
    )
    assert ": done, " in result_line(won("maps-1", 1))


def test_a_book_keeps_whole_lines(tmp_path: Path) -> None:
    book = Book(tmp_path)
    assert book.lines() == []
    lines: list[TrialResult | LessonResult] = [
        won("notes-1", 1),
        LessonResult(docs="auto", app="com.example.notes", seed=1),
    ]
    for each in lines:
        book.write(each)
    with book.path.open("a") as out:
        out.write('{"kind": "tri')
    assert book.lines() == lines
    assert (book.results(), book.lessons()) == (lines[:1], lines[1:])
    again = [won("notes-1", 1, steps=9), won("notes-2", 1)]
    for each in again:
        book.write(each)
    assert book.lines() == [again[0], lines[1], again[1]], "done again, it counts once"
    book.path.write_text('{"kind": "none"}\n')
    with pytest.raises(StoreError, match=r"results\.jsonl is damaged: "):
        book.lines()


def test_a_plan_is_kept_and_a_damaged_one_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"started there \(bench\.json: No such file"):
        load_plan(tmp_path)
    save_plan(plan(*PAPER, faults=True), tmp_path)
    assert load_plan(tmp_path) == plan(*PAPER, faults=True)
    (tmp_path / "bench.json").write_text('{"model": 1}')
    with pytest.raises(StoreError, match=r"bench\.json is damaged: model: Input should be"):
        load_plan(tmp_path)


def test_the_page_escapes_what_models_and_phones_said() -> None:
    hostile = won("notes-1", 1).model_copy(
        update={
            "instruction": "<script>",
            "error": '"><b>',
            "trail": "trails/a b",
            "success": False,
        }
    )
    found = rows(plan(*PAPER), SUITES, [hostile])
    text = page(
        plan(*PAPER),
        found,
        [hostile],
        [],
        ["<i>"],
        lambda trail: quote(f"../bench/{trail}/"),
    )
    assert "unsafe" not in text.partition("</head>")[0][:2000]
    assert "<script>" not in text
    assert "<b>" not in text
    assert "<i>" not in text
    assert 'href="../bench/trails/a%20b/"' in text
    assert text.count("<rect ") == 5, "a bar a condition"
    assert text.count('stroke-dasharray="3 2"') == 5, "and what the paper published"
    assert "http" not in text.replace("http://www.w3.org/", "").replace("http-equiv", "")
