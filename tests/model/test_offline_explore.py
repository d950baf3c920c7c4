"""What the baseline tries where no task says what to want."""

from __future__ import annotations

from typing import Any

import pytest

from appagent.actions.verbs import Exit, Tap
from tests.model.offline_apps import ask

PAGE = """1 text field "Amount" = "5"
2 text field "Remark" = ""
3 button "Delete all"
4 button "Sort"
    tap: "Changes the order of the list."
5 button "Filter"
6 list "" {swipe}
7 button "Close"
"""


def explored(tried: str = "", past: str = "nothing yet") -> Any:
    goal = "none: set your own from what you have not touched yet"
    return ask(PAGE.strip(), goal=goal, tried=tried or "nothing yet", past=past).action


def test_fields_are_filled_by_their_kind() -> None:
    assert explored().text == "1"
    assert explored('text text field "Amount" <- "1"').text == "test"


def test_what_is_risky_known_or_tried_is_left_out() -> None:
    tried = 'text text field "Amount" <- "1"\ntext text field "Remark" <- "test"'
    assert explored(tried).element == 5
    assert explored(f'{tried}\nuseless: tap button "Filter"').kind == "swipe"


def test_a_page_is_left_last_and_the_end_is_said() -> None:
    tried = (
        'text text field "Amount" <- "1"\ntext text field "Remark" <- "test"\n'
        'tap button "Filter"\nuseless: swipe list "" up'
    )
    assert explored(tried).element == 7
    everything = f'{tried}\ntap button "Close"'
    assert explored(everything, '1. tap button "Form" | new screen').kind == "back"
    assert explored(everything).kind == "exit"


@pytest.mark.parametrize("name", ["Select all", "Send", "(503) 555-0143, Desk", "Deletes it"])
def test_what_could_harm_is_not_tried(name: str) -> None:
    screen = f'1 button "{name}"\n2 button "Sort"'
    action = ask(screen, goal="none: your own", tried="nothing yet").action
    assert isinstance(action, Tap)
    assert action.element == 2


@pytest.mark.parametrize(("came_by", "saves"), [("Rye bread", False), ("New note", True)])
def test_a_thing_that_was_there_is_not_overwritten(came_by: str, saves: bool) -> None:
    screen = '1 text field "Title" = "test"\n2 button "Save"\n3 button "Cancel"'
    typed = 'text text field "Title" <- "test"'
    past = f'1. tap button "{came_by}" | new screen\n'
    past += f'2. {typed} | changed: text field "Title": "Rye" -> "test"'
    action = ask(screen, goal="none: your own", tried=typed, past=past).action
    assert isinstance(action, Tap)
    assert (action.element == 2) is saves


def test_a_long_list_is_not_tried_row_by_row() -> None:
    rows = "\n".join(f'{n} item "Parcel {n}"' for n in range(1, 9))
    tried = 'tap item "Parcel 1"\ntap item "Parcel 2"'
    assert isinstance(ask(rows, goal="none: your own", tried=tried).action, Exit)


def test_what_was_learned_on_another_row_is_a_note_too() -> None:
    screen = (
        '1 item "Sound"\n    tap (learned on "Wi-Fi, \\"5\\""): "Opens a page."\n2 button "Sort"'
    )
    action = ask(screen, goal="none: your own", tried="nothing yet").action
    assert isinstance(action, Tap)
    assert action.element == 2
