"""What a run did, proven, is done again by its flow, without the model."""

from __future__ import annotations

from appagent.agent.run import run
from appagent.knowledge.flowfiles import flows_of
from appagent.outcome import Outcome
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP

DONE = (
    'tap("New note")\ntext("Milk", name="Title")\ntap("Save")\n'
    'exit("done", "Milk is noted", if_shows="Note saved")'
)


def done(scene: Scene, task: str = 'Write a note called "Milk"') -> Outcome:
    return run(scene.session, task, APP, ("auto",))


def flows(scene: Scene) -> list[str]:
    return [path.name for path in flows_of(scene.session.store).files(APP)]


def test_a_proven_task_is_done_again_with_another_value_and_no_call(stage: Stage) -> None:
    first = stage(DONE)
    assert done(first).calls == 1
    assert flows(first) == ["write-a-note-called-title.yaml"]
    again = stage()
    ended = done(again, 'Write a note called "Bread and butter"')
    assert (ended.ending, ended.calls) == ("done", 0)
    assert ended.answer == "Bread and butter is noted"
    assert again.phone.pages["editor"].widgets[0].value == "Bread and butter"
    assert again.steps()[-1].proof == 'text "Note saved"'
    assert ended.flow.endswith("write-a-note-called-title.yaml")
