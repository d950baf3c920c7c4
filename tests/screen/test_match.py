"""Which element a name means, and a number of an earlier screen: by two tables of cases, written
before the matcher was.

A case says `say` (a name given ahead, for a `use`), `check` (the model's own name for the number
`of` one) or `carry` (a number of the screen `was` on the screen `now`). What comes of it: `is`, the
element that is meant; `opens`, the button that opens the field for a text; `stops`, what the
refusal says, with the numbers of `which`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from appagent.errors import ActionImpossible
from appagent.screen.describe import view_lines
from appagent.screen.values import Mark
from tests.screen.sketch import Sketch, sketch

KEYS = frozenset(
    "why screen was now say use check of carry is opens stops which".split()  # noqa: SIM905
)
MATCHER = "appagent.screen.match"
needs_the_matcher = pytest.mark.skipif(find_spec(MATCHER) is None, reason="there is none yet")


class Case(NamedTuple):
    told: Mapping[str, Any]

    @property
    def shown(self) -> Sketch:
        """The screen that the element is looked for on."""
        return sketch(self.told.get("now") or self.told["screen"])

    @property
    def meant(self) -> str:
        """What the table calls the element that is meant; "" for none."""
        return str(self.told.get("is") or self.told.get("opens") or "")


def cases(*, meant: bool | None = None) -> list[Any]:
    """The cases of the tables; with `meant` those where an element is meant, or where none is."""
    return [
        pytest.param(case, id=f"{file.stem}: {case.told['why']}")
        for file in sorted(Path(__file__).parent.glob("match*.yaml"))
        for case in map(Case, yaml.safe_load(file.read_text(encoding="utf-8")))
        if meant in (None, bool(case.meant))
    ]


def matched(case: Case, shown: Sketch) -> Mark:
    """The mark that the matcher takes.

    Raises: `ActionImpossible`.
    """
    match, told, marks = import_module(MATCHER), case.told, shown.view.marks
    found: Mark
    if "say" in told:
        found = match.find(told["say"], told.get("use", "tap"), marks)
    elif "check" in told:
        found = shown.mark(told["of"])
        match.check(told["check"], found, marks)
    else:
        was = sketch(told["was"])
        found = match.carry(was.element(told["carry"]), was.view, shown.view)
    return found


def lines(shown: Sketch) -> str:
    return "\n".join(view_lines(shown.view))


@pytest.mark.parametrize("case", cases())
def test_a_case_says_what_is_there(case: Case) -> None:
    told = case.told
    assert not told.keys() - KEYS
    assert sum(key in told for key in ("say", "check", "carry")) == 1
    assert sum(key in told for key in ("is", "opens", "stops")) == 1
    if "carry" in told:
        assert sketch(told["was"]).element(told["carry"])
    for name in _named(told):
        assert case.shown.element(name)


def _named(told: Mapping[str, Any]) -> Iterator[str]:
    yield from (told[key] for key in ("is", "opens", "of") if key in told)
    yield from told.get("which", ())


@needs_the_matcher
@pytest.mark.parametrize("case", cases(meant=True))
def test_this_one_is_meant(case: Case) -> None:
    shown = case.shown
    try:
        found = matched(case, shown)
    except ActionImpossible as err:
        pytest.fail(f"cut without need: {err}\n{lines(shown)}")
    assert found == shown.mark(case.meant), lines(shown)


@needs_the_matcher
@pytest.mark.parametrize("case", cases(meant=False))
def test_this_cannot_be_told(case: Case) -> None:
    shown = case.shown
    with pytest.raises(ActionImpossible) as refused:
        pytest.fail(f"not stopped, but {matched(case, shown).label} taken:\n{lines(shown)}")
    said = str(refused.value)
    for text in case.told["stops"]:
        assert text in said, lines(shown)
    for name in case.told.get("which", ()):
        label = shown.mark(name).label
        assert re.search(rf"(?<!\d){label}(?!\d)", said), f"no {label} in: {said}\n{lines(shown)}"
