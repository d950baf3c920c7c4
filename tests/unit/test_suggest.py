"""The names that a person may have meant by a wrong one."""

from __future__ import annotations

import pytest

from appagent.suggest import did_you_mean, near

MODELS = ["gpt-5.4", "gpt-5.4-mini", "claude-sonnet-4", "offline"]


@pytest.mark.parametrize(
    ("name", "names", "offered"),
    [
        ("ofline", MODELS, ["offline"]),
        ("Sonnet", MODELS, ["claude-sonnet-4"]),
        ("gpt-5", MODELS, ["gpt-5.4", "gpt-5.4-mini"]),
        ("poket", ["emulator-5554", "pocket"], ["pocket"]),
        ("emulator-5556", ["emulator-5554", "pocket"], ["emulator-5554"]),
        ("llama", MODELS, []),
        ("", MODELS, []),
    ],
)
def test_near_names_are_offered_and_no_others(
    name: str, names: list[str], offered: list[str]
) -> None:
    assert near(name, names) == offered


def test_an_offer_ends_a_sentence() -> None:
    assert did_you_mean(["a", "b"]) == ": did you mean a or b?"
    assert did_you_mean([]) == ""
