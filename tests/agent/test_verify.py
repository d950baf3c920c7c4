"""Done means proven: by what newly showed, or by a clean question; and a flow is kept only of what
made the difference."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest

from appagent.actions.replies import DoneReading
from appagent.agent.run import run
from appagent.exchange import Prompt
from appagent.knowledge.flowfiles import flows_of
from appagent.outcome import Outcome
from tests.agent.conftest import Scene, Stage, notes_app
from tests.agent.scripted import APP, END, Line, Page, Phone, Widget

NOTE = 'Write a note called "Milk"'
WRITTEN = 'tap("New note")\ntext("Milk", name="Title")'
SAVED = f'{WRITTEN}\ntap("Save")'
PROVEN = f'{SAVED}\nexit("done", if_shows="Note saved")'
DARK = "Turn on Dark theme"


def truthful(goal: Callable[[Phone], bool], scene: Scene) -> None:
    """Let somebody who looks at the phone itself say whether the task is done."""

    def judge(prompt: Prompt) -> DoneReading:  # noqa: ARG001
        met = goal(scene.phone)
        return DoneReading(why="so it is" if met else "it is not so", answer="yes" if met else "no")

    scene.model.verify = judge


def answers(scene: Scene, *said: str) -> None:
    """Let these be the answers, one for each question."""
    left = list(said)
    scene.model.verify = lambda _: DoneReading(why=f"{left[0]} it is", answer=left.pop(0))  # type: ignore[arg-type]


def is_saved(phone: Phone) -> bool:
    return "saved" in phone.shown and phone.pages["editor"].widgets[0].value == "Milk"


def is_dark(phone: Phone) -> bool:
    return phone.pages["settings"].widgets[0].on


def done(scene: Scene, task: str = NOTE) -> Outcome:
    return run(scene.session, task, APP, ("auto",))


def kept(scene: Scene) -> Sequence[object]:
    return flows_of(scene.session.store).files(APP)


def asked(scene: Scene) -> list[str]:
    return scene.model.texts("verify")


# --- how a run ends -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "ending", "steps"),
    [
        (["yes"], "done", 2),
        (["unsure"], "unverified", 2),
        (["no", "yes"], "done", 3),
        (["no", "unsure"], "unverified", 3),
        (["no", "no", "no"], "unverified", 4),
    ],
)
def test_an_end_that_nothing_proves_is_asked_about(
    stage: Stage, said: list[str], ending: str, steps: int
) -> None:
    scene = stage('tap("Banner")', *[END] * len(said))
    answers(scene, *said)
    ended = done(scene)
    assert (ended.ending, ended.steps, len(asked(scene))) == (ending, steps, len(said))
    assert ended.exit_code == (ending != "done")
    last = scene.steps()[-1]
    if ending == "done":
        assert (last.proof, ended.error) == ("yes it is", "")
    else:
        assert ended.error == last.error == f"nothing proves that it is done: {said[-1]} it is"
        assert not last.proof
    if said[0] == "no":
        assert "exit | not done yet: no it is" in scene.model.texts("run")[2]
    assert kept(scene) == []


@pytest.mark.parametrize(("setting", "questions"), [("never", 0), ("auto", 0), ("always", 1)])
def test_what_newly_shows_is_asked_about_only_by_request(
    stage: Stage, setting: str, questions: int
) -> None:
    scene = stage(PROVEN, verify=setting, flows="never")
    answers(scene, "yes")
    ended = done(scene)
    assert (ended.ending, ended.calls, len(asked(scene))) == ("done", 1 + questions, questions)
    assert scene.steps()[-1].proof == 'text "Note saved"'


LIES: list[tuple[str, tuple[Line, ...]]] = [
    ("at once", (END,) * 3),
    ("before it is saved", (WRITTEN, *(END,) * 3)),
    ("what only opened newly shows", ('tap("Settings")\nexit("done", if_shows="Version 1.4")',
                                      *(END,) * 2)),
    ("after a refusal", ('tap("Delete all")', *(END,) * 3)),
    ("another text", (SAVED.replace("Milk", "Mlk"), *(END,) * 3)),
]  # fmt: skip


@pytest.mark.parametrize("lines", [lines for _, lines in LIES], ids=[name for name, _ in LIES])
def test_a_model_that_lies_is_not_believed(stage: Stage, lines: tuple[Line, ...]) -> None:
    scene = stage(*lines)
    truthful(is_saved, scene)
    assert done(scene).ending == "unverified"
    assert kept(scene) == []


def test_a_proof_does_not_hold_after_a_refusal(stage: Stage) -> None:
    scene = stage('tap("Delete all")', PROVEN)
    answers(scene, "unsure")
    assert done(scene, "Empty the list, then write Milk").ending == "unverified"
    assert "refused" in asked(scene)[0].partition("<past>")[2].partition("</past>")[0]


def test_where_the_model_answers_no_such_question_what_shows_proves_it(stage: Stage) -> None:
    shown = 'exit("done", if_shows="Note saved")'
    for line, ending in ((shown, "done"), ('exit("done")', "unverified")):
        scene = stage(SAVED, line, flows="never")
        scene.model.verify = None
        assert done(scene).ending == ending


def test_a_flow_whose_end_is_denied_is_given_to_the_model(stage: Stage) -> None:
    done(stage(PROVEN))
    scene = stage('exit("failed", "no")', verify="always")
    answers(scene, "no")
    ended = done(scene)
    assert (ended.ending, ended.flow != "") == ("gave_up", True)
    assert "the flow ends here" in "\n".join(scene.watcher.said)


# --- what is shown --------------------------------------------------------------------------------


def test_the_question_shows_what_tells_a_wrong_end(stage: Stage) -> None:
    """What came of each step, the fields and states of the last two screens, and a notice."""
    full = Page((Widget("Title", "EditText"), Widget("Dark theme", "Switch"),
                 Widget("Could not save", "TextView", ref="snackbar_text")))  # fmt: skip
    scene = stage(SAVED, 'exit("done", "31 notes", if_shows="Could not save")',
                  pages=notes_app() | {"saved": full})  # fmt: skip
    answers(scene, "unsure")
    done(scene)
    (text,) = asked(scene)

    def block(name: str) -> str:
        found = re.search(rf"<{name}.*?>\n(.*?)\n</{name}>", text, re.DOTALL)
        return found[1] if found else ""

    assert block("task") == NOTE
    assert 'text field "Title" = "Milk"' in block("past")
    assert 'it says "Could not save"' in block("past")
    assert 'text field "Title" = "Milk"' in block("before")
    assert 'switch "Dark theme" [off]' in block("now")
    assert '"Could not save"' in block("now")
    assert block("end") == 'answer: "31 notes"\nit was to show: "Could not save"'


def test_an_answer_is_shown_with_what_earlier_screens_said_of_it(stage: Stage) -> None:
    scene = stage('tap("Settings")', "back()", 'tap("New note")', 'exit("done", "It is 1.4")')
    answers(scene, "yes")
    done(scene, "Which version is this?")
    (question,) = asked(scene)
    assert 'text "Version 1.4"' in question.partition("<earlier>")[2].partition("</earlier>")[0]


def test_no_password_is_in_the_question(stage: Stage) -> None:
    typed = 'tap("Account")\ntext("ann", name="User")\ntext("hunter22", name="Password")'
    scene = stage(typed, END)
    answers(scene, "yes")
    done(scene, 'Sign in as "ann" with the password "hunter22"')
    assert "hunter22" not in asked(scene)[0]
    assert '"ann"' in asked(scene)[0]


# --- what is kept ---------------------------------------------------------------------------------


def test_what_was_so_already_is_left_and_keeps_nothing(stage: Stage) -> None:
    pages = notes_app()
    pages["settings"].widgets[0].on = True
    ended_by = ('tap("Settings")', 'exit("done", if_shows="Dark theme: on")')
    for lines in (ended_by, ("\n".join(ended_by),)):
        scene = stage(*lines, pages=pages)
        truthful(is_dark, scene)
        assert done(scene, DARK).ending == "done"
        assert (is_dark(scene.phone), kept(scene)) == (True, [])
        assert "nothing was changed for it, so no flow is kept" in scene.watcher.said
        assert len(asked(scene)) == 1
    off = stage('tap("Settings")\ntext("on", name="Dark theme")\n'
                'exit("done", if_shows="Dark theme: on")')  # fmt: skip
    truthful(is_dark, off)
    assert (done(off, DARK).ending, len(kept(off))) == ("done", 1)


@pytest.mark.parametrize(("holds", "flows"), [(True, 1), (False, 0)])
def test_one_question_is_about_the_end_and_what_is_kept_as_its_proof(
    stage: Stage, holds: bool, flows: int
) -> None:
    for lines in ((PROVEN,), (SAVED, 'exit("done", if_shows="Note saved")')):
        scene = stage(*lines)
        scene.model.verify = lambda _: DoneReading(why="so", answer="yes", proof=holds)
        assert done(scene).ending == "done"
        assert 'proof: "Note saved"' in asked(scene)[0]
        assert (len(asked(scene)), len(kept(scene))) == (1, flows)
        for path in flows_of(scene.session.store).files(APP):
            flows_of(scene.session.store).forget(path)


def test_a_button_proves_nothing(stage: Stage) -> None:
    saved = Page((Widget("Text size"), Widget("Font size")))
    scene = stage(SAVED, END, pages=notes_app() | {"saved": saved})
    assert (done(scene).ending, kept(scene)) == ("done", [])
