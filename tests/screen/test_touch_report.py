"""What a touch on each number reaches, by the pocket phone's own word."""

from __future__ import annotations

import pytest

from appagent.screen.marks import find_marks
from appagent.screen.values import Mark
from pocketphone.phone import Phone
from scripts.crawl import follow
from scripts.touch_report import Figures, measure, screen_of, taker, touch_of

# Lists under floating buttons, snackbars over both; menus, dialogs and the keyboard.
APPS = ("contacts", "shop", "clock")


@pytest.mark.parametrize("app", APPS)
def test_no_number_stands_where_a_touch_reaches_something_else(app: str) -> None:
    figures = Figures()
    faults = [*measure(app, 2, 25, figures)]
    assert not faults, "\n".join(faults)
    assert figures.marks > 300


def marked(phone: Phone) -> dict[str, Mark]:
    return {m.element.name: m for m in find_marks(screen_of(phone)) if m.element}


def test_the_snackbar_takes_the_touch_that_a_button_below_it_seems_to_offer() -> None:
    phone = Phone(seed=1)
    follow(phone, "clock", ("fab", "save"))
    (bar,) = [seen["bounds"] for seen in phone.tree() if seen["id"] == "snackbar_text"]
    assert "Add alarm" not in marked(phone)
    phone.clock.advance(11)
    button = marked(phone)["Add alarm"]
    assert button.bounds.top < bar[3]
    assert bar[1] < button.bounds.bottom
    node = taker(phone, touch_of(button, screen_of(phone)))
    assert not isinstance(node, str)
    assert node.widget.id == "fab"


def test_a_card_of_radios_with_a_button_in_it_is_one_radio() -> None:
    phone = Phone(seed=1)
    follow(phone, "shop", ("tab_cart", "select_all", "checkout", "pay_with"))
    roles = [m.element.role for m in find_marks(screen_of(phone)) if m.element]
    assert roles == ["button", "radio", "button", "button"]
