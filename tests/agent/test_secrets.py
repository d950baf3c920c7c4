"""A password that a page shows: before it was typed, and by a switch that shows it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from appagent.agent.explore import explore
from appagent.agent.run import run
from appagent.exchange import Prompt
from appagent.knowledge.docfile import read_document
from appagent.report.run import page as page_of
from appagent.runs import PastRun
from appagent.screen.describe import HIDDEN
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP, Page, Widget, judges, label, says

SECRET = "birch-Fern 73"
GREY = np.array((128, 128, 128))


def pages() -> dict[str, Page]:
    """A note with the password leads to the page that asks for it; a switch there shows it."""
    return {
        "main": Page(
            (Widget(f"Note: {SECRET}", row=True, opens="ask"), Widget("Plain", "TextView"))
        ),
        "ask": Page(
            (
                Widget("Entry", "EditText", password=True),
                Widget("Show it", opens="shown"),
                Widget("Plain", "TextView"),
            )
        ),
        "shown": Page(
            (
                Widget("Entry", "EditText", value=SECRET),
                Widget("Hide it", opens="main"),
                Widget(f"You typed {SECRET}", "TextView"),
            )
        ),
    }


WAY = (
    says(f"tap({{Note: {SECRET}}})", thought=f"I need {SECRET}", plan=f"type {SECRET}"),
    says(f"text({{Entry}}, {json.dumps(SECRET)})", summary=f"read {SECRET}"),
    says("tap({Show it})", thought=f"let me see {SECRET}"),
    says("tap({Hide it})"),
    says('exit("done")'),
)


def rows_covered(scene: Scene, file: str) -> list[int]:
    """The rows of the scripted phone that a picture in the trail has grey boxes on."""
    image = cv2.imread(str(scene.folder / file))
    assert image is not None
    rows = [50 + 30 + 70 * n for n in range(3)]  # see `Phone`
    middles = image[rows, image.shape[1] // 2]
    return [n for n, color in enumerate(middles) if np.abs(color - GREY).max() < 4]


def searched(scene: Scene) -> str:
    """All that was written: names and content."""
    root = scene.folder.parent.parent
    return "\n".join(
        f"{path} {path.read_bytes().decode('latin-1')}"
        for path in root.rglob("*")
        if path.is_file()
    )


def test_a_shown_password_is_told_and_drawn_nowhere(stage: Stage) -> None:
    scene = stage(*WAY, pages=pages())
    assert run(scene.session, "Sign in with what the note says", APP, ()).ending == "done"
    assert SECRET not in searched(scene)
    assert SECRET not in page_of(PastRun(scene.folder))
    seen = {step.n: step.images["seen"] for step in scene.steps()}
    covered = {n: rows_covered(scene, file) for n, file in seen.items()}
    assert covered[1] == [0], "the note, before anybody knew what it was"
    assert (covered[2], covered[3]) == ([], [])
    assert covered[4] == [0, 2], "the field, and what repeats it"
    # The model read it off the first page; from when it was typed it is not told it again.
    told = [SECRET in prompt for prompt in scene.model.texts("run")]
    assert told == [True, True, False, False, False]
    assert f'"You typed {HIDDEN}"' in scene.model.texts("run")[3]
    assert '1 text field "Entry" [filled, secret]' in scene.model.texts("run")[3]


def test_docs_of_earlier_steps_are_written_anew(stage: Stage) -> None:
    """The row's name is in the name of its file, too."""
    judged = judges("CONTINUE", f"Opens the page where {SECRET} is asked for.")
    lines = [line for step in WAY[:2] for line in (step, judged)]
    scene = stage(*lines, WAY[-1], pages=pages())
    explore(scene.session, APP, f"learn to sign in, {SECRET}")
    assert SECRET not in searched(scene)
    documents = [
        read_document(path) for path in scene.session.store.folder.rglob("elements/*.yaml")
    ]
    assert len(documents) == 2
    notes = [note.text for doc in documents if (note := doc.note("tap"))]
    assert notes == [f"Opens the page where {HIDDEN} is asked for."]
    assert {doc.called for doc in documents} == {f"Note: {HIDDEN}", "Entry"}
    asked = scene.model.texts("reflect")
    assert [SECRET in text.partition("<change>")[0] for text in asked] == [True, False]


def test_a_field_that_shows_what_is_typed_is_still_a_secret_one(stage: Stage) -> None:
    """The switch was on from the beginning: the tree calls it a plain field, its id does not."""
    shown = Widget("Entry", "EditText", ref="new_password")
    lines = (says('text({Entry}, "Xyz")'), says('text("zY")'), says('exit("done")'))
    scene = stage(*lines, pages={"main": Page((shown, Widget("OK")))})
    run(scene.session, "Fill it in", APP, ())
    assert [step.action for step in scene.steps()][:2] == ['text(1, "•••")', 'text("•••")']
    assert scene.session.secrets.hide("XyzzY, Xyz") == f"{HIDDEN}, {HIDDEN}"


NEVER_TYPED = (
    ("in the list, at the cursor", "tap({Show it})\ntext({W})", ""),
    ("in the list, into the field by its name", 'tap({Show it})\ntext({W}, name="Entry")', ""),
    ("an element that is not there", "text(99, {W})", ""),
    ("an element that takes no text", "text({Show it}, {W})", ""),
    ("another field's name", 'text({User}, {W}, name="Entry")', ""),
    ("a verb that takes none", "enter({W})", ""),
    ("cut off", "text({Entry}, {W}", ""),
    (
        "into another field, and the task calls it one",
        "text({User}, {W})",
        ", the PIN is mapleotter",
    ),
)
"""What a model says on a page with a password field, and what else the task says."""


def written(actions: str, thought: str) -> Callable[[Prompt], str]:
    """A reply in the paper's form."""

    def answer(prompt: Prompt) -> str:
        told = re.sub(r"\{(.+?)\}", lambda m: label(prompt.text, m[1]), actions)
        return f"Thought: {thought}\nAction:\n{told}"

    return answer


@pytest.mark.parametrize("words", ["mapleotter", "maple-Otter 42"])
@pytest.mark.parametrize(
    ("said", "task"), [case[1:] for case in NEVER_TYPED], ids=[case[0] for case in NEVER_TYPED]
)
def test_a_password_that_was_never_typed_is_written_nowhere(
    stage: Stage, words: str, said: str, task: str
) -> None:
    if task and words not in task:
        task = task.replace("mapleotter", f'"{words}"')
    told = written(said.replace("{W}", json.dumps(words)), f"it is {words}")
    page = Page((Widget("User", "EditText"), *pages()["ask"].widgets))
    shown = {"main": page, "shown": Page((Widget("Plain", "TextView"),))}
    scene = stage(told, says('exit("failed", "no")'), pages=shown)
    run(scene.session, f"Sign in{task}", APP, ())
    assert words not in searched(scene)


def test_an_ordinary_text_beside_a_password_field_is_none(stage: Stage) -> None:
    page = Page((Widget("User", "EditText"), *pages()["ask"].widgets))
    both = 'text({User}, "Ada Adeyemi")\ntext({Entry}, "maple-Otter 42")'
    ends = says('exit("failed", "not by Ada Adeyemi")')
    scene = stage(written(both, "in"), ends, pages={"main": page})
    assert run(scene.session, "Sign in", APP, ()).answer == "not by Ada Adeyemi"
    assert "Ada Adeyemi" in scene.steps()[0].action
    assert "maple" not in searched(scene)
