"""The ways that the baseline finds on an app that it does not know, one request each."""

from __future__ import annotations

import pytest

from appagent.actions.verbs import AnyVerb, Exit, Swipe, Tap, Text
from tests.model.offline_apps import ask

FOUND = '1. tap item "Blue Kettle" | new screen'


def action(screen: str, task: str, past: str = "nothing yet") -> AnyVerb:
    return ask(screen, task=task, past=past).action


def touched(screen: str, task: str, past: str = "nothing yet") -> int | None:
    """What is touched, None where something else is done."""
    done = action(screen, task, past)
    return done.element if isinstance(done, Tap) else None


# --- the way in -----------------------------------------------------------------------------------


def test_settings_are_looked_for_in_a_menu_and_things_by_search() -> None:
    screen = '1 button "Search"\n2 button "More options"'
    assert touched(screen, "Change the paint to Plum in the settings") == 2
    assert touched(screen, "Open Blue Kettle") == 1


def test_what_was_found_is_edited_before_menus_are_tried() -> None:
    screen = '1 button "More options"\n2 button "Edit"\n3 button "Details"'
    assert touched(screen, 'Raise the gloss of "Blue Kettle"', FOUND) == 2


def test_a_button_that_says_nothing_is_tried_before_going_back() -> None:
    assert touched('1 button "Stove, lit"', "Connect to Studio", FOUND) == 1
    tried = f'{FOUND}\n2. tap button "Stove, lit" | new screen\n3. back | new screen'
    assert touched('1 button "Stove, out"', "Connect to Studio", tried) is None


def test_what_is_there_is_found_before_it_is_put_somewhere() -> None:
    screen = '1 button "Search"\n2 button "Add member"'
    assert touched(screen, "Add Grace Hopper to my team") == 1
    assert touched(screen, "Add a member named Grace Hopper") == 2


# --- rows -----------------------------------------------------------------------------------------


def test_a_search_is_answered_by_its_first_row() -> None:
    field = 'text field "Search"'
    typed = f'1. text {field} <- "Oak Lane" | changed: {field}: "" -> "Oak Lane"'
    rows = f'1 {field} = "Oak Lane"\n2 item "Garden Lamp"\n3 item "Red Table"'
    assert touched(rows, "Open the lamp from Oak Lane", typed) == 2
    assert touched(f'{rows}\n4 item "Oak Lane"', "Open Oak Lane", typed) == 4


def test_a_row_that_typing_brought_up_is_taken() -> None:
    field = 'text field "Who is it for?"'
    typed = f'1. text {field} <- "Grace Hopper" | appeared: item "Grace Hopper, Attic"'
    screen = f'1 {field} = "Grace Hopper"\n2 item "Grace Hopper, Attic"\n3 button "Add parcel"'
    assert touched(screen, "Create a parcel and add Grace Hopper to it", typed) == 2


def test_something_is_chosen_where_the_way_was_to_choose() -> None:
    past = '1. tap button "Choose from shelf" | new screen'
    screen = '1 button "Close"\n2 list "shelf" {swipe}\n3 button "Blue Kettle"'
    assert touched(screen, "Choose one from the shelf", past) == 3


# --- questions and choices ------------------------------------------------------------------------


def test_a_question_on_the_way_is_answered_with_yes() -> None:
    past = '1. tap button "Choose from shelf" | left the app for com.example.asking'
    screen = '1 button "While using the app"\n2 button "Don\'t allow"'
    assert touched(screen, "Choose one from the shelf", past) == 1


@pytest.mark.parametrize(
    ("task", "element"),
    [("Do not let the kiln use the humidity any more", 2), ("Let the kiln use the humidity", 1)],
)
def test_the_choice_is_the_one_that_the_task_wants(task: str, element: int) -> None:
    states = ("on", "off") if element == 2 else ("off", "on")
    screen = f'1 radio "Allow" [{states[0]}]\n2 radio "Don\'t allow" [{states[1]}]'
    assert touched(screen, task, '1. tap item "Humidity" | new screen') == element


def test_what_a_thing_is_now_is_not_what_it_shall_be() -> None:
    screen = '1 checkbox "Oak" [on]\n2 checkbox "Pine" [off]'
    assert touched(screen, "Change the table from oak to pine") == 2
    # The row is called otherwise now, and was touched nevertheless.
    chosen = '1. tap button "Table, Oak" | new screen\n2. tap checkbox "Pine" | new screen'
    assert touched('1 button "Table, Pine"', "Change the table from oak to pine", chosen) is None


def test_of_several_choices_one_goes_off_when_the_next_is_made() -> None:
    screen = '1 checkbox "Oak" [off]\n2 checkbox "Pine" [on]'
    past = '1. tap checkbox "Oak" | changed: checkbox "Oak": off -> on'
    assert touched(screen, "Less oak and more pine", past) is None


# --- values ---------------------------------------------------------------------------------------

GLOSS = 'slider "Gloss"'
SLID = f'1. swipe {GLOSS} right | changed: {GLOSS}: "0.0" -> "50.0"'


@pytest.mark.parametrize(
    ("task", "value", "past", "swipe"),
    [
        ("Raise the gloss to between 40 and 70", "0.0", "", ("right", "medium")),
        ("Take the gloss down to between -70 and -40", "0.0", "", ("left", "medium")),
        ("Paint with less gloss (below -40)", "0.0", "", ("left", "long")),
        ("Paint with a gloss between 15 and 40", "50.0", SLID, ("right", "short")),
        ("Paint with a gloss between 60 and 90", "50.0", SLID, ("right", "long")),
        ("Raise the gloss to between 40 and 70", "50.0", SLID, None),
        ("Raise the shine to between 40 and 70", "0.0", "", None),
    ],
)
def test_a_slider_is_moved_into_its_range(
    task: str, value: str, past: str, swipe: tuple[str, str] | None
) -> None:
    done = action(f'1 {GLOSS} = "{value}" {{swipe}}\n2 button "Save"', task, past or "nothing yet")
    assert ((done.direction, done.dist) if isinstance(done, Swipe) else None) == swipe


def test_a_password_is_a_value_and_typed_once() -> None:
    task = 'Join "Studio 9"; its password is fern-thistle-80'
    form = '1 text field "Password" = "" [secret]\n2 button "Join"'
    typed = action(form, task, '1. tap item "Studio 9" | new screen')
    assert isinstance(typed, Text)
    assert typed.text == "fern-thistle-80"
    past = '1. tap item "Studio 9" | new screen\n2. text text field "Password" <- "•••" | changed'
    assert touched(form.replace('""', '"•••"'), task, past) == 2


def test_what_only_tells_of_a_text_is_not_typed() -> None:
    screen = '1 text field "Remark" = ""\n2 button "Grey"'
    assert not isinstance(action(screen, "Write a remark that answers the question", FOUND), Text)


# --- notes ----------------------------------------------------------------------------------------


def test_notes_lead_where_one_element_alone_bears_them() -> None:
    grey = '1 button "Grey"\n    tap: "Opens the stove and its humidity."'
    blue = '2 button "Blue"\n    tap: "Opens the stove and its ashes."'
    assert touched(f"{grey}\n{blue}", "Check the ashes of the stove") == 2
    assert not isinstance(action(f"{grey}\n{blue}", "Light the stove"), Exit)


def test_a_note_at_one_row_points_to_none_while_another_is_sought() -> None:
    screen = '1 button "Search"\n2 item "Red"\n    tap: "Opens the stove and its humidity."'
    assert touched(screen, "Check the humidity of the stove in Denver") == 1
    assert touched(screen, "Check the humidity of the stove") == 2
