"""The same control of a list after its rows have moved up."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from appagent.agent.observe import present
from appagent.config import Config
from appagent.errors import ActionImpossible
from appagent.screen.match import carry
from appagent.screen.values import Element, View
from tests.screen.trees import elements, node, screen

_ROW_PX = 200


def shows(names: Sequence[str]) -> View:
    """A list whose rows have a button each that all call alike."""
    rows = []
    for place, name in enumerate(names):
        top = 200 + place * _ROW_PX
        text = node("TextView", (40, top, 700, top + 100), text=name)
        star = node("Button", (800, top, 1000, top + 100), text="Star", flags="clickable")
        rows.append(node("LinearLayout", (0, top, 1080, top + _ROW_PX), text, star))
    listed = node("ListView", (0, 200, 1080, 2000), *rows, id="mails", flags="scrollable")
    return present(screen(elements(listed)), Config(image_width_px=360)).view


def star(seen: View, place: int) -> Element:
    return [e for e in seen.screen.elements if e.name == "Star"][place]


BEFORE = shows(["Ann", "Ben", "Cy", "Dee"])


def test_the_control_of_a_row_is_found_where_the_row_went() -> None:
    """Ann's row went, and one that was out of sight came in below: as many, at the same places."""
    after = shows(["Ben", "Cy", "Dee", "Eve"])
    found = carry(star(BEFORE, 2), BEFORE, after)
    assert found.element is star(after, 1)
    assert found.bounds != star(BEFORE, 2).bounds


def test_that_of_a_row_that_went_is_gone() -> None:
    with pytest.raises(ActionImpossible, match='"Cy: Star" is gone'):
        carry(star(BEFORE, 2), BEFORE, shows(["Ann", "Ben", "Dee", "Eve"]))


def test_of_the_last_two_rows_the_one_that_is_left_is_meant() -> None:
    """With nothing beside it that is called so, it is not told by its row any more."""
    before, after = shows(["Ann", "Ben"]), shows(["Ben"])
    assert carry(star(before, 1), before, after).element is star(after, 0)
    with pytest.raises(ActionImpossible, match="is gone"):
        carry(star(before, 0), before, after)


def test_the_only_row_is_not_another_one() -> None:
    with pytest.raises(ActionImpossible, match="is gone"):
        carry(star(shows(["Ann"]), 0), shows(["Ann"]), shows(["Ben"]))


def test_rows_that_nothing_tells_apart_must_not_move() -> None:
    before = shows(["Ann", "Ann"])
    assert carry(star(before, 1), before, before).bounds == star(before, 1).bounds
    with pytest.raises(ActionImpossible, match="is not the only one"):
        carry(star(before, 1), before, shows(["Ann", "Ann", "Ann"]))
