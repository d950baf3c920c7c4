"""Exploring an app: what is tried, how it comes back, when it ends."""

from __future__ import annotations

import pytest

from appagent.actions.gestures import KeyPress
from appagent.errors import DeviceGone
from tests.agent.conftest import Stage, learned, notes_app
from tests.agent.scripted import APP, END, Page, Widget, judges, says

BACK = KeyPress("back")


def test_what_was_useless_is_retired_by_element_verb_and_screen(stage: Stage) -> None:
    scene = stage(
        says("tap({Banner})"),
        says("tap({Banner})"),  # refused: useless here
        says("tap({New note})"),
        judges("SUCCESS"),
        says("tap({Banner})"),  # the same key on another page is another element
        END,
    )
    learned(scene)
    refused = scene.steps()[1]
    assert (refused.status, refused.gesture) == ("CONFIRM", "")
    assert "it was of no use on this screen" in refused.error
    assert 'tap button "Banner" | refused: it was of no use' in scene.model.texts("explore")[2]
    assert 'useless: tap button "Banner"' in scene.model.texts("explore")[1]
    assert "useless" not in scene.model.texts("explore")[3]


def test_what_led_away_is_learned_and_may_be_used_again(stage: Stage) -> None:
    scene = stage(
        says("tap({Settings})"), judges("BACK", "Opens settings."),
        says("tap({Settings})"), judges("CONTINUE", "Opens the settings."),
        END,
    )  # fmt: skip
    learned(scene)
    assert scene.docs() == {("Settings", "tap"): "Opens the settings."}
    assert scene.steps()[1].status == "CONTINUE"
    tried = scene.model.texts("explore")[1].partition("<tried>")[2].partition("</tried>")[0]
    assert 'tap button "Settings"' in tried
    assert "useless" not in tried


def untouched(text: str) -> list[str]:
    block = text.partition("<untouched>\n")[2].partition("\n</untouched>")[0]
    here, _, elsewhere = block.partition("\n")
    return [here.removeprefix("here: "), elsewhere.removeprefix("elsewhere: ")]


def test_what_is_untouched_goes_round(stage: Stage) -> None:
    pages = {"main": Page(tuple(Widget(f"Way {n}") for n in range(10)))}
    scene = stage(says("wait(1)"), says("wait(2)"), END, pages=pages)
    learned(scene, "")
    first, second, third = (untouched(text)[0] for text in scene.model.texts("explore"))
    assert first.startswith('button "Way 0", button "Way 1", ')
    assert first.endswith('button "Way 7", and 2 more')
    assert second.startswith('button "Way 8", button "Way 9", button "Way 0", ')
    assert third.startswith('button "Way 6", button "Way 7", button "Way 8", ')


def test_what_has_a_note_or_does_nothing_is_not_offered(stage: Stage) -> None:
    first = stage(says("tap({Settings})"), judges("BACK", "Opens settings."), END)
    learned(first, "")
    again = stage(END)
    learned(again, "")
    offered = untouched(again.model.texts("explore")[0])[0]
    assert "Settings" not in offered
    assert 'button "New note"' in offered


def test_one_row_is_offered_before_the_others(stage: Stage) -> None:
    rows = [Widget(name, row=True) for name in ("Ada", "Bob", "Cem")]
    scene = stage(END, pages={"main": Page((*rows, Widget("Add")))})
    learned(scene, "")
    offered = untouched(scene.model.texts("explore")[0])[0]
    assert offered == 'item "Ada", button "Add", item "Bob", item "Cem"'


def test_what_is_untouched_elsewhere_is_told_with_its_page(stage: Stage) -> None:
    pages = notes_app()
    pages["main"] = Page((Widget("My notes", "TextView"), *pages["main"].widgets))
    scene = stage(says("tap({Settings})"), judges("CONTINUE", "Opens settings."), END, pages=pages)
    learned(scene, "")
    elsewhere = untouched(scene.model.texts("explore")[1])[1]
    assert elsewhere.endswith(' on "My notes"')
    assert "Settings" not in elsewhere


def test_other_verb_on_a_useless_element_is_free(stage: Stage) -> None:
    scene = stage(says("tap({Shopping})"), says("long_press({Shopping})"), judges("CONTINUE"), END)
    learned(scene)
    assert [step.kind for step in scene.steps()] == ["tap", "long_press", "exit"]


def test_back_presses_again_where_the_keyboard_took_the_first(stage: Stage) -> None:
    pages = notes_app()
    scene = stage(says("tap({New note})"), judges("BACK", "Opens the editor."), END, pages=pages)
    scene.phone.keyboard = True
    learned(scene)
    assert scene.phone.done[1:] == [BACK, BACK]
    assert scene.phone.left == "main"
    assert scene.steps()[0].back == "came back"


def test_back_that_leads_elsewhere_is_not_pressed_on(stage: Stage) -> None:
    pages = notes_app()
    pages["editor"].after_back = "settings"
    scene = stage(says("tap({New note})"), judges("BACK"), END, pages=pages)
    learned(scene)
    assert scene.phone.done[1:] == [BACK]
    assert scene.steps()[0].back == 'came to page "Version 1.4"'


def test_action_that_stayed_on_its_page_is_not_taken_back(stage: Stage) -> None:
    scene = stage(
        says("tap({Settings})"), judges("CONTINUE"), says("tap({Dark theme})"), judges("BACK"), END
    )
    learned(scene)
    assert BACK not in scene.phone.done
    assert scene.phone.left == "settings"


def test_the_app_is_left_on_its_first_page(stage: Stage) -> None:
    scene = stage(says("tap({Settings})"), judges("SUCCESS", "Opens the settings."), END)
    learned(scene)
    assert (scene.phone.left, scene.phone.shown) == ("settings", ["home", "main"])


def test_app_that_was_left_is_reached_again(stage: Stage) -> None:
    scene = stage(says("tap({Help})"), judges("CONTINUE", "Opens the browser."), END)
    learned(scene)
    assert scene.phone.left == "main"
    assert 'app="com.example.notes"' in scene.model.texts("explore")[1]
    assert scene.model.texts("reflect")[0].count(f"{APP} -> com.example.browser") == 1
    pages = notes_app()
    pages["browser"].after_back = "browser"
    stubborn = stage(says("tap({Help})"), judges("CONTINUE"), END, pages=pages)
    learned(stubborn)
    assert stubborn.phone.launched == [APP, APP, APP]


def test_app_that_will_not_stay_in_front_ends_it(stage: Stage) -> None:
    scene = stage(pages={"main": Page((Widget("Lock", "TextView"),), "com.example.lock")})
    ended = learned(scene)
    assert (ended.ending, ended.exit_code) == ("failed", 3)
    assert "com.example.lock was there" in ended.error


def test_systems_own_question_is_answered_not_left(stage: Stage) -> None:
    pages = notes_app()
    pages["browser"].package = "com.android.permissioncontroller"
    scene = stage(says("tap({Help})"), judges("CONTINUE"), says("tap({Reload})"), END, pages=pages)
    learned(scene)
    assert scene.phone.launched == [APP, APP]


def test_guard_has_no_ear_while_exploring(stage: Stage) -> None:
    scene = stage(says("tap({Delete all})"), says("tap({Delete all})"), END)
    ended = learned(scene, "Delete all notes")
    assert ended.refused == ('tap button "Delete all"',)
    assert scene.phone.done == []


@pytest.mark.parametrize("verb", ["home()", 'open_app("launcher")'])
def test_leaving_verbs_are_not_offered(stage: Stage, verb: str) -> None:
    scene = stage(says(verb), END)
    learned(scene)
    (problem,) = scene.steps()[0].problems
    assert f"no {verb.partition('(')[0]} here: choose one of tap, " in problem.problem
    assert scene.phone.done == []


def test_budget(stage: Stage) -> None:
    scene = stage(says("wait(1)"), says("wait(2)"), explore_steps=2)
    ended = learned(scene)
    assert (ended.ending, ended.steps) == ("step_limit", 2)


def test_going_round_in_circles_ends_stuck(stage: Stage) -> None:
    scene = stage(*[says("wait(1)")] * 9)
    assert learned(scene).ending == "stuck"


def test_the_way_back_survives_a_phone_that_is_away(stage: Stage) -> None:
    scene = stage(says("tap({New note})"), judges("BACK", "Opens the editor."), END)
    scene.phone.fail_after[1] = DeviceGone("off the bus")
    assert learned(scene).ending == "done"
    assert scene.steps()[0].back == "came back"


def test_without_a_task_it_is_told_what_waits(stage: Stage) -> None:
    scene = stage(says("tap({Settings})"), judges("CONTINUE", "Opens settings."), END)
    learned(scene, "")
    waiting = scene.model.texts("explore")[1].partition("<untouched>")[2].partition("<screen")[0]
    assert 'here: switch "Dark theme"' in waiting
    assert 'elsewhere: button "New note"' in waiting
    assert 'button "Settings"' not in waiting


def test_where_the_grid_fails_an_exploration_points(stage: Stage) -> None:
    scene = stage(
        says("grid()"),
        says('tap(52, "center")'),
        says("tap_at(180, 75)"),
        judges("CONTINUE", "Opens the editor."),
        END,
    )
    learned(scene)
    assert [step.seen_by for step in scene.steps()] == ["tree", "grid", "points", "tree"]
    assert scene.docs() == {("New note", "tap"): "Opens the editor."}


def test_a_model_that_points_learns_of_what_it_points_at(stage: Stage) -> None:
    scene = stage(
        'do(action="Launch", app="Maps")',
        '<think>Add.</think><answer>do(action="Tap", element=[500,100])</answer>',
        judges("CONTINUE", "Opens the editor."),
        'finish(message="Seen.")',
        coords="autoglm",
    )
    learned(scene)
    first, second = scene.model.calls[:2]
    assert first.prompt.name == "explore_points"
    assert "open_app cannot be used here" in second.problems[0][1]
    assert scene.docs() == {("New note", "tap"): "Opens the editor."}
    assert {step.seen_by for step in scene.steps()} == {"points"}
    again = stage('finish(message="Seen.")', coords="autoglm")
    learned(again)
    assert '- button "New note"\n    tap: "Opens the editor."' in again.model.calls[0].prompt.text


def test_giving_up_is_not_done(stage: Stage) -> None:
    ended = learned(stage(says('exit("failed", "It wants a login")')))
    assert (ended.ending, ended.exit_code, ended.answer) == ("gave_up", 1, "It wants a login")


def test_what_is_refused_is_named_with_its_reason_and_waits_for_nobody(stage: Stage) -> None:
    scene = stage(says("tap({Delete all})"), END)
    learned(scene, "")
    first, second = scene.model.texts("explore")
    waiting = second.partition("<untouched>")[2].partition("<screen")[0]
    assert "Delete all" not in waiting
    assert 'button "Settings"' in waiting
    assert "Delete all" not in first.partition("<untouched>")[2].partition("<screen")[0]
    assert 'never allowed: tap button "Delete all"' in second
    assert (
        'tap button "Delete all" | refused: could delete something, which an exploration never does'
    ) in second
    assert ('Note: this was refused here and stays refused: tap button "Delete all".') in second
    assert "brought you back" not in second


def test_what_was_refused_is_told_again(stage: Stage) -> None:
    scene = stage(*[says("tap({Banner})")] * 2, says("tap({Delete all})"), END)
    learned(scene, "")
    told = scene.model.texts("explore")[-1]
    assert (
        'Note: this was refused here and stays refused: tap button "Banner"; tap button "Delete '
        'all".'
    ) in told
