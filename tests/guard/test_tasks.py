"""What a task allows, by a model that answers right."""

from __future__ import annotations

from collections import Counter

import pytest

from appagent.actions.replies import TaskReading
from appagent.agent.run import run
from appagent.danger import DANGERS
from appagent.exchange import Prompt
from tests.agent.conftest import Stage
from tests.agent.scripted import APP, Page, Widget, says
from tests.guard.tasks import CASES, Case

FINISH = says('exit("done", "")')


# pytest escapes the result of `ids=` again when it collects once more, as mutmut lets it.
NAMED = [pytest.param(case, id=case.task) for case in CASES]


def test_half_of_the_tasks_ask() -> None:
    assert (len(CASES), sum(case.asks for case in CASES)) == (120, 60)
    assert min(Counter(case.language for case in CASES).values()) >= 6
    assert {case.danger for case in CASES} == set(DANGERS)


@pytest.mark.parametrize("case", NAMED)
def test_a_run_does_what_the_task_asks_and_no_more(case: Case, stage: Stage) -> None:
    """With a model that reads the task rightly; the deed is known by the model's word alone."""

    def judge(prompt: Prompt) -> TaskReading:
        assert f"<class>\n{case.danger}\n</class>" in prompt.text
        return TaskReading(asks=case.asks, names=case.names)

    row = f"{case.names[0]}, 6:30" if case.names else "Something"
    page = Page((Widget(row, row=True), Widget("Other", row=True)))
    lines = [says(f"tap({{{name}}})", commits=case.danger) for name in (row, "Other")]
    scene = stage(*lines, FINISH, pages={"main": page})
    scene.model.judge = judge
    run(scene.session, case.task, APP, ())
    first, second, _ = scene.steps()
    assert [p.by for p in first.permissions] == ["model"]
    assert (first.status == "CONTINUE") is case.asks
    assert (second.status == "CONTINUE") is (case.asks and not case.names)
