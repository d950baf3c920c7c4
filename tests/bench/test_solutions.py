"""Every task that comes with appagent: its solution counts, its wrong endings do not.

Under one seed; `scripts/full` sets APPAGENT_TEST_SEEDS to three.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move, resolve
from appagent.bench.draw import TaskInstance, draw_values, fill_steps, fill_value, instantiate
from appagent.bench.judge import Judge
from appagent.bench.plan import LEARNING
from appagent.bench.solve import act, bind, replay, set_up, view_of
from appagent.bench.suite import TASKS, Suite, default_suites, load_suite
from appagent.errors import ActionImpossible
from appagent.files import data_folder
from pocketphone.phone import Phone

SEEDS = [int(seed) for seed in os.environ.get("APPAGENT_TEST_SEEDS", "1").split(",")]
MOST_STEPS = 9  # and an exit: the paper's ten rounds

LONG = sorted((data_folder(TASKS) / "programs").glob("*.yaml"))  # not in the benchmark
UNSEEN = sorted((data_folder(TASKS) / "unseen").glob("*.yaml"))  # nor these, see scripts/unseen

every_suite = pytest.mark.parametrize("path", default_suites(), ids=lambda path: path.stem)
every_suite_and_long = pytest.mark.parametrize(
    "path",
    [*default_suites(), *LONG, *UNSEEN],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
every_seed = pytest.mark.parametrize("seed", SEEDS)
suite = cache(load_suite)


def tasks(path: Path, seed: int) -> list[TaskInstance]:
    of: Suite = suite(path)
    truth = Phone(seed=seed).truth
    return [instantiate(task, of.app, seed, truth) for task in of.tasks]


@every_suite_and_long
@every_seed
def test_solutions_count(path: Path, seed: int) -> None:
    for task in tasks(path, seed):
        verdict = replay(Phone(seed=seed), task, task.solution)
        assert verdict.success, task.goal
        assert verdict.reached == verdict.milestones, f"{task.task.id}: {task.milestones}"


@every_suite_and_long
@every_seed
def test_wrong_endings_do_not(path: Path, seed: int) -> None:
    for task in tasks(path, seed):
        for number, wrong in enumerate(task.wrong, 1):
            verdict = replay(Phone(seed=seed), task, wrong)
            assert not verdict.success, f"{task.task.id}, wrong ending {number}"


@every_suite
@every_seed
@pytest.mark.skipif("APPAGENT_TEST_SEEDS" not in os.environ, reason="takes long: scripts/full")
def test_no_step_of_a_solution_can_be_left_out(path: Path, seed: int) -> None:
    phone = Phone(seed=seed)
    for task in tasks(path, seed):
        if task.solution[-1].action.kind == "exit":
            continue  # with an answer, which a script knows before it has looked
        for number in range(len(task.solution)):
            phone.reset()
            fewer = task.solution[:number] + task.solution[number + 1 :]
            try:
                done = replay(phone, task, fewer).success
            except ActionImpossible:
                done = False
            assert not done, f"{task.task.id}, without step {number + 1}"


@every_suite_and_long
def test_nothing_is_reached_at_the_start(path: Path) -> None:
    for task in tasks(path, SEEDS[0]):
        phone = Phone(seed=SEEDS[0])
        start = set_up(phone, task.app, task.setup)
        verdict = Judge(task, start).verdict(start, "")
        assert (verdict.success, verdict.reached) == (False, 0), task.task.id


@every_suite
def test_solutions_fit_the_papers_rounds(path: Path) -> None:
    for task in suite(path).tasks:
        assert 1 <= task.fewest <= MOST_STEPS, task.id


@every_suite
@every_seed
def test_demonstrations_can_be_shown(path: Path, seed: int) -> None:
    of = suite(path)
    for demo in of.demos:
        phone = Phone(seed=LEARNING + seed)
        values = draw_values(demo, f"{LEARNING + seed}/{demo.task}", phone.truth)
        start = set_up(phone, of.app, fill_value(demo.setup, values))
        for step in fill_steps(demo.solution, values):
            view = view_of(phone)
            act(phone, resolve(bind(step, view), view))
        assert phone.state() != start, demo.task


@pytest.mark.parametrize("action", ['scroll_to("Rye")', 'wait_for("Rye")'])
def test_a_solution_says_each_look_itself(action: str) -> None:
    with pytest.raises(ActionImpossible, match="a solution says each swipe and wait, found "):
        act(Phone(seed=1), Move(parse(action)))


@every_suite
def test_there_is_something_to_learn_on_and_it_is_not_tested(path: Path) -> None:
    of = suite(path)
    assert min(len(of.explore), len(of.demos)) >= 3
    learned = {*of.explore, *(demo.task for demo in of.demos)}
    assert not learned & {task.instruction for task in of.tasks}


def test_the_ten_long_tasks_stand_apart() -> None:
    assert sum(len(suite(path).tasks) for path in LONG) == 10
    assert all(suite(path).apart for path in (*LONG, *UNSEEN))


def test_every_task_has_its_own_name() -> None:
    names = Counter(
        task.id for path in [*default_suites(), *LONG, *UNSEEN] for task in suite(path).tasks
    )
    assert [name for name, times in names.items() if times > 1] == []
