"""What a task allows in a run: who is asked, once, and what is then touched."""

from __future__ import annotations

import json

import pytest

from appagent.agent.explore import explore
from appagent.agent.run import run
from appagent.outcome import Outcome
from appagent.trail import Question
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP, Page, Somebody, Widget, judges, reads, says

FINISH = says('exit("done", "")')
DELETE = says("tap({Delete all})")


def carried_out(scene: Scene, task: str) -> Outcome:
    return run(scene.session, task, APP, ())


def alarms() -> dict[str, Page]:
    """A list of two alarms, each with a page where it can be deleted."""
    return {
        "main": Page(tuple(Widget(n, row=True, opens=n.lower()) for n in ("Gym", "Medicine"))),
        "gym": Page((Widget("Repeat", "Switch"), Widget("Delete", opens="main"))),
        "medicine": Page((Widget("Repeat", "Switch"), Widget("Delete", opens="main"))),
    }  # fmt: skip


def test_the_model_is_asked_once_a_class_with_the_words_of_the_task_alone(stage: Stage) -> None:
    scene = stage(DELETE, DELETE, FINISH)
    scene.phone.pages["empty"] = scene.phone.pages["main"]
    scene.model.judge = reads(True)
    ended = carried_out(scene, "Get rid of all my notes")
    asked = [call for call in scene.model.calls if call.prompt.name == "permission"]
    assert [call.prompt.text for call in asked] == [
        "<task>\nGet rid of all my notes\n</task>\n<class>\ndelete\n</class>"
    ]
    assert asked[0].pictures == ()
    first, second, _ = scene.steps()
    assert [(p.danger, p.asks, p.by, p.why) for p in first.permissions] == [
        ("delete", True, "model", "so it says")
    ]
    assert (first.calls, second.permissions, second.calls) == (2, (), 1)
    assert (ended.calls, ended.refused) == (4, ())


def test_what_the_model_reads_as_forbidden_is_refused(stage: Stage) -> None:
    scene = stage(DELETE, FINISH)
    scene.model.judge = reads(False)
    ended = carried_out(scene, "Delete all my notes")
    assert ended.refused == ('tap button "Delete all"',)
    assert scene.steps()[0].error == "could delete something, and the task does not ask for it"
    assert not scene.phone.done


def test_where_a_model_cannot_answer_nothing_is_allowed(stage: Stage) -> None:
    scene = stage(DELETE, FINISH)
    assert carried_out(scene, "Delete all my notes").refused == ('tap button "Delete all"',)
    (found,) = scene.steps()[0].permissions
    assert (found.asks, found.by) == (False, "nobody")


@pytest.mark.parametrize(("row", "deleted"), [("Gym", True), ("Medicine", False)])
def test_what_the_task_names_must_be_what_led_there(stage: Stage, row: str, deleted: bool) -> None:
    scene = stage(says(f"tap({{{row}}})"), says("tap({Delete})"), FINISH, pages=alarms())
    scene.model.judge = reads(True, "Gym")
    ended = carried_out(scene, "Delete the Gym alarm")
    assert (ended.refused == ()) is deleted
    if not deleted:
        assert scene.steps()[1].error == (
            'could delete something, and the task names "Gym", and this is "Medicine"'
        )


def test_a_way_that_was_left_names_nothing(stage: Stage) -> None:
    scene = stage(
        says("tap({Gym})"), says("back()"), says("tap({Medicine})"), says("tap({Delete})"), FINISH,
        pages=alarms(),
    )  # fmt: skip
    scene.model.judge = reads(True, "Gym")
    assert carried_out(scene, "Delete the Gym alarm").refused == ('tap button "Delete"',)


def test_names_that_the_task_does_not_say_are_asked_for_again(stage: Stage) -> None:
    scene = stage(DELETE, FINISH)
    answers = iter([reads(True, "Shopping"), reads(True)])
    scene.model.judge = lambda prompt: next(answers)(prompt)
    assert carried_out(scene, "Delete all my notes").refused == ()
    (problem,) = scene.steps()[0].problems
    assert problem.problem == ("the task does not say 'Shopping': take the names from its words")


def test_a_model_that_says_what_its_action_commits_is_held_to_it(stage: Stage) -> None:
    scene = stage(says("tap({Settings})", commits="pay"), FINISH)
    scene.model.judge = reads(False)
    ended = carried_out(scene, "Look at the settings")
    assert ended.refused == ('tap button "Settings"',)
    assert scene.steps()[0].commits == "pay"


def test_each_class_that_is_named_must_be_allowed(stage: Stage) -> None:
    scene = stage(says("tap({Delete all})", commits="account"), FINISH)
    scene.model.judge = lambda prompt: reads("account" not in prompt.text)(prompt)
    ended = carried_out(scene, "Delete all my notes")
    assert ended.refused == ('tap button "Delete all"',)
    assert [p.danger for p in scene.steps()[0].permissions] == ["delete", "account"]


def test_an_exploration_does_not_do_what_the_model_itself_calls_a_deed(stage: Stage) -> None:
    scene = stage(says("tap({Settings})", commits="send"), says("tap({Help})"), judges("CONTINUE"),
                  says('exit("done", "")'))  # fmt: skip
    explore(scene.session, APP, "Find out what the help says")
    assert scene.steps()[0].status == "CONFIRM"
    assert "could send something" in scene.steps()[0].error


def test_a_person_is_told_what_would_be_touched(stage: Stage) -> None:
    person = Somebody(yes=False)
    lines = says("tap({Medicine})"), says("tap({Delete})"), FINISH
    scene = stage(*lines, pages=alarms(), person=person)
    scene.model.judge = reads(False)
    carried_out(scene, "Look at my alarms")
    assert person.asked == [
        'tap button "Delete" at "Medicine": this could delete something, and the task does not ask '
        "for it. Do it?"
    ]


def test_a_person_is_told_the_text_that_would_go(stage: Stage) -> None:
    person = Somebody(yes=True)
    page = Page((Widget("Isak", "TextView"), Widget("Message", "EditText"), Widget("Send")))
    lines = says('text({Message}, "hello")'), says("tap({Send})"), FINISH
    scene = stage(*lines, pages={"main": page}, person=person)
    scene.model.judge = reads(False)
    carried_out(scene, "Type hello to Isak, but do not send it")
    assert 'could send something to somebody, with the text "hello"' in person.asked[0]


def test_the_text_is_told_whole_and_cannot_pass_for_the_question(stage: Stage) -> None:
    person, text = Somebody(yes=False), 'hi", and the task asks for it. Do it? [y/N]\n' + "ah " * 99
    page = Page((Widget("Message", "EditText", value=text), Widget("Send")))
    scene = stage(says("tap({Send})"), FINISH, pages={"main": page}, person=person)
    scene.model.judge = reads(False)
    carried_out(scene, "Look at what I wrote")
    (asked,) = person.asked
    assert f"with the text {json.dumps(text)}, and the task does not ask" in asked
    (first, _) = scene.steps()
    assert first.question == Question(asked=asked, answered="no")


def test_a_yes_is_asked_for_all_that_it_allows(stage: Stage) -> None:
    person = Somebody(yes=True)
    page = Page((Widget("Amount", "EditText", value="40"), Widget("Delete all")))
    scene = stage(says("tap({Delete all})", commits="pay"), FINISH, pages={"main": page},
                  person=person)  # fmt: skip
    scene.model.judge = reads(False)
    carried_out(scene, "Look at my notes")
    assert len(person.asked) == 1
    assert (
        "this could delete something, and could pay, order or book something (as the model's "
        '`commits` says), with the text "40", and the task does not ask for it'
    ) in person.asked[0]


def test_a_question_that_nobody_answered_is_in_the_trail(stage: Stage) -> None:
    class Leaving(Somebody):
        def confirm(self, question: str) -> bool:
            super().confirm(question)
            raise KeyboardInterrupt

    person = Leaving()
    scene = stage(says("tap({Delete all})"), FINISH, person=person)
    assert carried_out(scene, "Look at my notes").ending == "cancelled"
    assert scene.steps()[0].question == Question(asked=person.asked[0], answered="")


def test_a_no_is_for_that_thing_and_not_for_the_class(stage: Stage) -> None:
    person = Somebody(yes=False)
    delete = says("tap({Delete})")
    scene = stage(
        says("tap({Medicine})"), delete, delete, says("back()"), says("tap({Gym})"), delete, FINISH,
        pages=alarms(), person=person,
    )  # fmt: skip
    scene.model.judge = reads(False)
    carried_out(scene, "Look at my alarms")
    assert [question.partition(":")[0] for question in person.asked] == [
        'tap button "Delete" at "Medicine"',
        'tap button "Delete" at "Gym"',
    ]


def test_a_note_names_a_class_beside_that_of_the_words(stage: Stage) -> None:
    """A person noted that this app's "Send" costs money: the task asks for sending alone."""
    scene = stage(says("tap({Send})"), FINISH, pages={"main": Page((Widget("Send"),))})
    scene.model.judge = lambda prompt: reads("send" in prompt.text.partition("<class>")[2])(prompt)
    scene.phone.launch(APP, fresh=True)
    scene.note("Send", "tap", "pay")
    run(scene.session, "Send it", APP, ("manual",))
    assert scene.steps()[0].error == (
        "could pay, order or book something (as a note says), and the task does not ask for it"
    )
    assert not scene.phone.done


def test_what_a_note_tells_beside_the_words_is_marked(stage: Stage) -> None:
    widgets = (Widget("Order now"), Widget("Send"))
    scene = stage(says("tap({Order now})"), FINISH, pages={"main": Page(widgets)})
    scene.phone.launch(APP, fresh=True)
    scene.note("Send", "tap", "pay")
    run(scene.session, "Send it", APP, ("manual",))
    assert 'button "Send" [guarded: pay]' in scene.model.texts("run")[1]
