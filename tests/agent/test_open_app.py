"""`open_app`: by a package, by a name that people use, by what an icon says."""

from __future__ import annotations

from tests.agent.conftest import Stage, notes_app
from tests.agent.scripted import APP, HOME, Page, Widget, says
from tests.agent.test_run import FINISH, carried_out

BANK = "com.starfinanz.smob"


def test_an_unknown_app_is_told_with_near_ones(stage: Stage) -> None:
    scene = stage(says('open_app("Notez")'), says('open_app("notes")'), FINISH)
    assert carried_out(scene).ending == "done"
    assert (
        "refused: no app 'Notez' on this phone: did you mean notes" in scene.model.texts("run")[1]
    )
    assert scene.phone.launched == [APP, APP]


def test_an_app_is_opened_by_what_its_icon_says(stage: Stage) -> None:
    pages = notes_app() | {
        "home": Page((Widget("Sparkasse", opens="bank"),), HOME),
        "bank": Page((Widget("Balance", "TextView"),), BANK),
    }
    again = says('open_app("sparkasse")')
    scene = stage(again, says("home()"), again, FINISH, pages=pages, phone={"installed": (BANK,)})
    assert carried_out(scene).ending == "done"
    assert f'1. open_app "sparkasse" | left {APP} for {BANK}' in scene.model.texts("run")[1]
    assert [step.gesture for step in scene.steps()][::2] == [
        f"touch the icon of {BANK}",
        f"launch {BANK}",
    ]
    assert scene.phone.launched == [APP, BANK], "the second time it is known"


def test_an_icon_is_guarded_as_any_button(stage: Stage) -> None:
    pages = notes_app() | {"home": Page((Widget("Call 5550199", opens="main"),), HOME)}
    scene = stage(says('open_app("Call 5550199")'), FINISH, pages=pages)
    assert carried_out(scene).refused == ('open_app "Call 5550199"',)
    assert scene.phone.done == []
