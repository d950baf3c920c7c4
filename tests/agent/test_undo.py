"""What an exploration changed is taken back at once, and what harmed is not done again."""

from __future__ import annotations

import pytest

from appagent.actions.gestures import InputText, TouchAt
from appagent.agent.explore import explore
from appagent.agent.run import run
from appagent.errors import ScreenMoved
from appagent.outcome import Outcome
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP, END, Page, Somebody, Widget, judges, means, says


def tried(scene: Scene, task: str = "") -> Outcome:
    return explore(scene.session, APP, task)


def settings() -> dict[str, Page]:
    """A page of switches, two of which exclude each other, and a field that holds something."""
    return {
        "main": Page(
            (
                Widget("Dark theme", "Switch"),
                Widget("Warm", "Switch", on=True, rival="Cool"),
                Widget("Cool", "Switch", rival="Warm"),
                Widget("Title", "EditText", value="Rye bread"),
                Widget("Empty", "EditText"),
            )
        )
    }


def places(*names: str) -> dict[str, Page]:
    """Places that a sign without a word takes off their list; under the last of them stands Undo,
    which takes it back."""
    rows = [Widget(name, row=True, icon=f"without {name}") for name in names]
    pages = {
        f"without {name}": Page(tuple(row for row in rows if row.name != name)) for name in names
    }
    last = pages[f"without {names[-1]}"]
    undo = Widget("Undo", opens="main")
    return {**pages, "main": Page(tuple(rows)), f"without {names[-1]}": Page((*last.widgets, undo))}


def test_a_switch_is_turned_back_before_anything_else_is_asked(stage: Stage) -> None:
    def off_again(_: object) -> object:
        assert not scene.phone.page.widgets[0].on
        return judges("CONTINUE", "Turns the dark theme on or off.")

    scene = stage(says("tap({Dark theme})"), off_again, END, pages=settings())
    tried(scene)
    assert scene.steps()[0].undone == 'touched switch "Dark theme"'
    assert ': on; taken back: touched switch "Dark theme"' in scene.model.texts("explore")[1]
    assert scene.docs() == {("Dark theme", "tap"): "Turns the dark theme on or off."}


def test_a_screen_that_turns_meanwhile_ends_nothing(stage: Stage) -> None:
    scene = stage(says("tap({Dark theme})"), judges("CONTINUE"), END, pages=settings())
    scene.phone.fail_after = {1: ScreenMoved("the screen was turned over")}
    assert tried(scene).ending == "done"
    assert str(scene.steps()[0].undone).endswith("which did not put it back")


def test_of_two_that_exclude_each_other_the_first_is_on_again(stage: Stage) -> None:
    scene = stage(says("tap({Cool})"), judges("CONTINUE"), END, pages=settings())
    tried(scene)
    assert [widget.on for widget in scene.phone.pages["main"].widgets[1:3]] == [True, False]


def test_a_button_called_by_its_other_state_is_touched_again(stage: Stage) -> None:
    pages = {
        "main": Page((Widget("Watch", opens="on", ref="watch"), Widget("Ann", "TextView"))),
        "on": Page((Widget("Watching", opens="main", ref="watch"), Widget("Ann", "TextView"))),
    }
    scene = stage(says("tap({Watch})"), judges("CONTINUE", "Watches."), END, pages=pages)
    tried(scene)
    assert (scene.steps()[0].undone, scene.phone.left) == ('touched button "Watching"', "main")


def following(question: str) -> dict[str, Page]:
    """A person to follow; not to follow any more is another question."""
    ann = Widget("Ann", "TextView")
    asks = (Widget(question, "TextView"), Widget("Unwatch", opens="main"), Widget("Cancel"))
    return {
        "main": Page((Widget("Watch", opens="on", ref="watch"), ann)),
        "on": Page((Widget("Watching", opens="asks", ref="watch"), ann)),
        "asks": Page(asks),
    }


def test_a_question_about_what_was_done_is_answered(stage: Stage) -> None:
    scene = stage(says("tap({Watch})"), judges("CONTINUE", "Watches."), END,
                  pages=following("Unwatch Ann?"))  # fmt: skip
    tried(scene)
    assert scene.phone.left == "main"
    assert scene.steps()[0].undone == 'touched button "Watching"; touched button "Unwatch"'


def test_any_other_question_is_left(stage: Stage) -> None:
    scene = stage(says("tap({Watch})"), judges("CONTINUE", "Watches."), END,
                  pages=following("Do you like this app?"))  # fmt: skip
    tried(scene)
    assert scene.phone.left == "on"
    undone = str(scene.steps()[0].undone)
    assert undone.endswith('touched button "Watching"; pressed back; which did not put it back')


def test_another_button_at_its_place_is_no_other_state_of_it(stage: Stage) -> None:
    pages = {
        "main": Page((Widget("Next", opens="asks", ref="button1"), Widget("Name", "EditText"))),
        "asks": Page((Widget("Delete", opens="gone", ref="button1"), Widget("Keep"))),
        "gone": Page((Widget("Deleted", "TextView"),)),
    }
    scene = stage(says("tap({Next})"), judges("CONTINUE", "Asks."), END, pages=pages)
    tried(scene)
    assert (scene.steps()[0].undone, scene.phone.left) == ("", "asks")


@pytest.mark.parametrize(("verdict", "stays"), [("SUCCESS", True), ("CONTINUE", False)])
def test_what_serves_the_task_stays(stage: Stage, verdict: str, stays: bool) -> None:
    judged = judges(verdict, "Turns the dark theme on or off.")  # type: ignore[arg-type]
    scene = stage(says("tap({Dark theme})"), judged, END, pages=settings())
    tried(scene, "Turn the dark theme on")
    assert scene.phone.pages["main"].widgets[0].on is stays


def test_what_could_not_be_judged_is_taken_back(stage: Stage) -> None:
    scene = stage(says("tap({Dark theme})"), *["no"] * 4, END, pages=settings())
    tried(scene, "Turn the dark theme on")
    assert scene.steps()[0].status == "ERROR"
    assert not scene.phone.pages["main"].widgets[0].on


def test_a_text_that_a_field_held_is_typed_again(stage: Stage) -> None:
    scene = stage(
        says('text({Title}, "test")'),
        judges("CONTINUE"),
        says('text({Empty}, "test")'),
        judges("CONTINUE"),
        END,
        pages=settings(),
    )
    tried(scene)
    title, empty = scene.phone.pages["main"].widgets[3:]
    assert (title.value, empty.value) == ("Rye bread", "test")


def test_a_text_that_was_tried_may_be_taken_out_again(stage: Stage) -> None:
    """What the field held before anybody tried it stays guarded."""
    scene = stage(
        says('text({Empty}, "test")'), judges("CONTINUE"),
        says('text({Empty}, "other")'), judges("CONTINUE"),
        says('text({Empty}, "")'), judges("CONTINUE"),
        says('text({Title}, "other")'), judges("CONTINUE"),
        END,
        pages=settings(),
    )  # fmt: skip
    tried(scene)
    title, empty = scene.phone.pages["main"].widgets[3:]
    assert (title.value, empty.value) == ("Rye bread", "")
    assert [step.undone for step in scene.steps()[:3]] == ["", "", ""]
    assert scene.steps()[2].side_effects == ("overwrote a text",)


def test_the_same_text_on_another_page_was_not_typed_while_exploring(stage: Stage) -> None:
    mine, theirs = Widget("Name", "EditText"), Widget("Name", "EditText", value="test")
    pages = {
        "main": Page((mine, Widget("Next", opens="other"))),
        "other": Page((Widget("Owner", "TextView"), theirs, Widget("Born"), Widget("Home"))),
    }
    scene = stage(
        says('text({Name}, "test")'), judges("CONTINUE"),
        says("tap({Next})"), judges("CONTINUE"),
        says('text({Name}, "other")'), judges("CONTINUE"),
        END,
        pages=pages,
    )  # fmt: skip
    tried(scene)
    assert (mine.value, theirs.value) == ("test", "test")
    assert scene.steps()[2].undone == "typed again what the field held"


def test_lines_are_not_typed_again_where_a_line_end_may_send(stage: Stage) -> None:
    draft = Widget("Message", "EditText", value="Dear Ann,\ncome at six")
    pages = {"main": Page((draft, Widget("Send")))}
    scene = stage(says('text({Message}, "test")'), judges("CONTINUE"), END, pages=pages)
    tried(scene)
    assert [g.text for g in scene.phone.done if isinstance(g, InputText)] == ["test"]


def phone_book() -> dict[str, Page]:
    """Rows that call at once; the number is not always in their names."""
    rows = tuple(Widget(name, row=True, opens="call") for name in ("Ann", "Bob"))
    call = (
        Widget("Calling…", "TextView"),
        Widget("Mute", "Switch"),
        Widget("End call", opens="main"),
    )
    return {"main": Page(rows), "call": Page(call)}


def test_a_call_is_ended_learned_and_never_placed_again(stage: Stage) -> None:
    scene = stage(says("tap({Ann})"), judges("CONTINUE", "Shows Mute."), says("tap({Ann})"), END,
                  pages=phone_book())  # fmt: skip
    ended = tried(scene)
    assert scene.steps()[0].undone == 'touched button "End call"'
    assert list(scene.docs().values()) == ["Shows Mute."]
    assert scene.dangers() == {"Ann": ("call",)}
    assert ended.refused == ('tap item "Ann"',)


@pytest.mark.parametrize(
    "last",
    [
        Widget("Power key: end call", "Switch"),
        Widget("Ann, I had to hang up", row=True, opens="off"),
        Widget("Desligar", opens="off"),
    ],
)
def test_what_ends_no_call_is_not_touched(stage: Stage, last: Widget) -> None:
    """A setting, a message, and what turns the phone off in Portuguese."""
    pages = {
        "main": Page((Widget("Power", opens="power"),)),
        "power": Page((Widget("Keys", "TextView"), last)),
        "off": Page(()),
    }
    scene = stage(says("tap({Power})"), judges("CONTINUE", "Opens it."), END, pages=pages)
    tried(scene)
    assert (scene.steps()[0].undone, scene.phone.left, last.on) == ("", "power", False)
    assert list(scene.docs().values()) == ["Opens it."]


@pytest.mark.parametrize(("task", "calls"), [("Look Ann up", False), ("Call Ann", True)])
def test_what_was_seen_to_call_waits_for_a_yes(stage: Stage, task: str, calls: bool) -> None:
    tried(stage(says("tap({Ann})"), judges("INEFFECTIVE", None), END, pages=phone_book()))
    person = Somebody()
    scene = stage(says("tap({Ann})"), END, pages=phone_book(), person=person)
    scene.model.judge = means("yes" if calls else "no")
    run(scene.session, task, APP, ["auto"])
    assert (scene.phone.shown[-1] == "call") is calls
    assert bool(person.asked) is not calls
    assert all("could call somebody" in asked for asked in person.asked)


def test_a_number_in_a_row_is_left_alone(stage: Stage) -> None:
    rows = (Widget("Ann, (305) 555-0121", row=True, opens="main"),)
    scene = stage(says("tap({Ann, (305) 555-0121})"), END, pages={"main": Page(rows)})
    assert tried(scene).refused
    assert scene.phone.done == []


def test_a_sign_that_took_its_row_away_is_not_touched_again(stage: Stage) -> None:
    scene = stage(
        says("tap({Lido: icon})"),
        judges("CONTINUE", "Hides a place."),
        says("tap({Mill: icon})"),
        END,
        pages=places("Lido", "Mill", "Pier"),
    )
    tried(scene)
    assert list(scene.docs().values()) == ["Hides a place."]
    assert list(scene.dangers().values()) == [("delete",)]
    (_, again, _) = scene.steps()
    assert (again.status, scene.phone.shown[-1]) == ("CONFIRM", "main")
    assert len([g for g in scene.phone.done if isinstance(g, TouchAt)]) == 1
    assert 'like one that was tried: tap button "Mill: icon"' in scene.model.texts("explore")[1]


def test_a_hold_that_took_a_row_away_is_tried_on_no_other(stage: Stage) -> None:
    rows = [Widget(name, row=True, opens="page", holds="fewer") for name in ("Lido", "Mill", "Pi")]
    pages = {
        "main": Page(tuple(rows)),
        "fewer": Page(tuple(rows[1:])),
        "page": Page((Widget("Opening hours", "TextView"),)),
    }
    scene = stage(
        says("long_press({Lido})"), judges("CONTINUE", "Hides a place."),
        says("back()"), says("tap({Mill})"), judges("BACK", "Opens a place."),
        says("long_press({Mill})"),
        END, pages=pages,
    )  # fmt: skip
    tried(scene)
    *_, tapped, again, _ = scene.steps()
    assert tapped.error == ""
    assert (again.status, again.error) == (
        "CONFIRM",
        "could delete something (as a note says), which an exploration never does",
    )


def test_undo_is_taken(stage: Stage) -> None:
    scene = stage(says("tap({Pier: icon})"), judges("CONTINUE"), END,
                  pages=places("Lido", "Mill", "Pier"))  # fmt: skip
    tried(scene)
    assert scene.steps()[0].undone == 'touched button "Undo"'
    assert {w.name for w in scene.phone.pages[scene.phone.left].widgets} == {"Lido", "Mill", "Pier"}


def test_rows_are_not_tried_one_by_one(stage: Stage) -> None:
    pages = places("Lido", "Mill")
    pages["without Lido"] = pages["main"]  # the sign does something else
    scene = stage(says("tap({Lido: icon})"), says("tap({Mill: icon})"), END, pages=pages)
    tried(scene)
    assert scene.steps()[1].error == "the like of it was tried in another row: try something else"


def test_what_cannot_be_put_back_is_not_done_again(stage: Stage) -> None:
    pages = settings()
    pages["main"] = Page((*pages["main"].widgets, Widget("Keep", opens="kept")))
    line = Widget("Saved to your list", "TextView", ref="snackbar_text")
    pages["kept"] = Page((*pages["main"].widgets, line), after_back="main")
    posts = judges("CONTINUE", "Posts.").model_copy(update={"danger": "post"})
    scene = stage(says("tap({Keep})"), posts, says("back()"), says("tap({Keep})"), END,
                  pages=pages)  # fmt: skip
    tried(scene)
    _, _, again, _ = scene.steps()
    assert "could publish something where others see it (as a note says)" in again.error


def test_what_was_put_back_may_be_done_again(stage: Stage) -> None:
    scene = stage(says("tap({Dark theme})"), judges("CONTINUE"), says("tap({Dark theme})"),
                  judges("CONTINUE"), END, pages=settings())  # fmt: skip
    tried(scene)
    assert [step.error for step in scene.steps()] == ["", "", ""]
    assert scene.steps()[0].side_effects == ("switched",)
