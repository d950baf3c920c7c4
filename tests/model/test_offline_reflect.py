"""What the baseline says of an action's effect: the verdict and the note."""

from __future__ import annotations

import pytest

from appagent.actions.verbs import Documentation, Reflection
from appagent.prompts import fill
from tests.model.offline_apps import model

OPENED = """share: 61%
screen: another
appeared: text field "Title", text field "Body", switch "Pinned", button "Save", item "Rye bread"
vanished: button "Add note", item "Books" """


def reflect(
    action: str, change: str, *, goal: str = "none: your own", old: str = "none"
) -> Reflection:
    prompt = fill(
        "reflect", task=goal, action=action, thought="", old=old, app="org.example.made",
        change=change,
    )  # fmt: skip
    return model().ask(prompt, [], Reflection).value


def test_a_page_is_noted_by_its_controls_not_by_its_rows() -> None:
    told = reflect('tap button "Add note"', OPENED)
    assert told.decision == "CONTINUE"
    assert told.documentation == "Opens a page with: Title, Body, Pinned, Save."


@pytest.mark.parametrize(
    ("change", "goal", "decision"),
    [
        ("nothing", "Open grey", "INEFFECTIVE"),
        ("share: 90%\nscreen: another\napp: another", "Open grey", "BACK"),
        (OPENED, 'Write a note with a title of "Tea"', "SUCCESS"),
        (OPENED, "Turn off the humidity", "CONTINUE"),
        (OPENED, "none: set your own", "CONTINUE"),
    ],
)
def test_the_verdict_follows_from_the_change(change: str, goal: str, decision: str) -> None:
    assert reflect('tap button "Add note"', change, goal=goal).decision == decision


def test_nothing_is_learned_where_nothing_changed() -> None:
    assert reflect('tap button "Grey"', "nothing").documentation is None


@pytest.mark.parametrize(
    ("action", "change", "note"),
    [
        (
            'tap button "Near me"',
            "screen: another\napp: com.android.permissioncontroller",
            "Asks for a permission.",
        ),
        (
            'tap button "Archive"',
            'screen: another\nappeared: button "Search", button "Undo"',
            "Does it at once, and offers to undo it.",
        ),
        (
            'tap tab "People"',
            'appeared: button "Sort by: Name", item "Ann Lee, now", switch "Ann Lee: star"'
            ', button "Call Ann Lee", button "ann@example.net", switch "Ann Lee"',
            'Opens the tab "People" with: Sort by, star.',
        ),
        (
            'tap button "Artists"',
            'screen: another\nappeared: item "Ann Lee, Artist", item "Bo Lind, Artist"',
            "Opens another page.",
        ),
        ('tap switch "Hold"', 'changed: switch "Hold": off -> on', 'Switches "Hold" on or off.'),
        ('tap switch ""', 'changed: switch "": off -> on', "Switches it on or off."),
        (
            'tap switch "Ann: star"',
            'changed: switch "Ann: star": off -> on',
            "Switches it on or off.",
        ),
        (
            'text text field "Title" <- "x"',
            'changed: text field "Title": "" -> "x"',
            'Types into the field "Title".',
        ),
        (
            'text text field "Find" <- "x"',
            'changed: text field "Find": "" -> "x"\nappeared: item "x-ray"',
            'Types into the field "Find" and shows what fits.',
        ),
        ('swipe list "" up', 'appeared: item "Rye"', "Scrolls the list."),
        ('long_press item "Rye"', 'appeared: button "Archive", text "1"', "Shows: Archive."),
        ('tap button "Grey"', "share: 9%\nscreen: another", "Opens another page."),
        ('tap button "Grey"', "share: 9%\nscreen: the same", "Changes what the page shows."),
        ('tap button "Reset"', 'changed: switch "Hold": on -> off', "Changes: Hold."),
        (
            'tap tab "Rooms"',
            'changed: tab "Rooms": not selected -> selected\nappeared: button "Add room"',
            'Opens the tab "Rooms" with: Add room.',
        ),
        (
            'tap button "Menu"',
            'screen: another\nappeared: item "Sort by", item "Help"',
            "Opens a page with: Sort by, Help.",
        ),
        ('tap button "Cancel"', "screen: another", "Leaves the page."),
        ('tap button "Save"', "screen: another", "Saves what was entered and leaves the page."),
        (
            'tap button "Light"',
            'screen: another\nappeared: button "Lamp, Blue", button "Colour, warm"',
            "Opens a page with: Lamp, Colour.",
        ),
        ('tap button "7:30"', 'screen: another\nappeared: button "7:45"', "Opens another page."),
    ],
)
def test_the_note_tells_what_the_element_does(action: str, change: str, note: str) -> None:
    assert reflect(action, change).documentation == note


def test_a_note_that_says_the_same_stays() -> None:
    old = "Opens a page with: Body, Title, Pinned, Save."
    assert reflect('tap button "Add note"', OPENED, old=old).documentation == old


def test_new_controls_join_the_old_ones() -> None:
    old = "For a new note. Opens a page with: Colour, Save."
    told = reflect('tap button "Add note"', OPENED, old=old).documentation
    assert told == "For a new note. Opens a page with: Colour, Save, Title, Body, Pinned."


def test_another_effect_is_added() -> None:
    told = reflect('tap button "Add note"', OPENED, old="Closes the menu.").documentation
    assert told == "Closes the menu. Opens a page with: Title, Body, Pinned, Save."


def test_a_note_stays_short() -> None:
    many = ", ".join(
        f'button "Archive the {word} paint"' for word in ("a" * n for n in range(1, 20))
    )
    told = reflect('tap button "Add"', f"screen: another\nappeared: {many}").documentation
    assert told is not None
    assert 100 < len(told) <= 200
    assert told.endswith("paint.")


def test_a_person_is_watched_the_same_way() -> None:
    prompt = fill(
        "document", task="", action='tap button "Add note"', old="none",
        app="org.example.made", change=OPENED,
    )  # fmt: skip
    told = model().ask(prompt, [], Documentation).value
    assert told.documentation == "Opens a page with: Title, Body, Pinned, Save."


def test_a_person_s_touch_without_effect_is_noted_too() -> None:
    prompt = fill(
        "document", task="", action='tap button "Grey"', old="none", app="a", change="nothing"
    )
    assert model().ask(prompt, [], Documentation).value.documentation == "Shows no effect."


MENU = 'screen: another\nappeared: switch "Vibrate", button "Ring tone"'
SHARED = 'none\na: of "Wi-Fi": "Opens a page with: Networks, Airplane."\nb: of several: '


def test_a_row_that_does_what_others_do_is_noted_with_them() -> None:
    old = SHARED + '"Opens a page with: Vibrate, Ring tone, Volume."'
    told = reflect('tap item "Sound"', MENU, old=old)
    assert (told.like, told.documentation) == (
        "b",
        "Opens a page with: Vibrate, Ring tone, Volume.",
    )


def test_a_row_that_does_something_else_is_noted_by_itself() -> None:
    told = reflect('tap item "Sound"', MENU, old=SHARED + '"Leaves the page."')
    assert (told.like, told.documentation) == (None, "Opens a page with: Vibrate, Ring tone.")


def test_the_names_of_two_rows_make_no_difference_and_are_left_out() -> None:
    told = reflect(
        'tap switch "Sound"',
        'changed: switch "Sound": off -> on',
        old='none\na: of "Hold": "Switches \\"Hold\\" on or off."',
    )
    assert (told.like, told.documentation) == ("a", "Switches it on or off.")


def test_a_demonstrated_row_is_compared_too() -> None:
    prompt = fill(
        "document", task="", action='tap item "Sound"', app="a", change=MENU,
        old=SHARED + '"Opens a page with: Vibrate, Ring tone."',
    )  # fmt: skip
    assert model().ask(prompt, [], Documentation).value.like == "b"
