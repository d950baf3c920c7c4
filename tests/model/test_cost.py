from __future__ import annotations

import pytest

from appagent.config import Price
from appagent.exchange import Prices, Usage

USAGE = Usage(calls=3, prompt_tokens=2_000_000, cached_tokens=1_500_000, completion_tokens=100_000)
PRICES = Prices(
    {
        "seer-4": Price(input=2, output=10, cached=0.2),
        "seer-4-mini": Price(input=1, output=1),
        "seer-4*": Price(input=4, output=20),
        "seer-*": Price(input=8, output=40),
    }
)


@pytest.mark.parametrize(
    ("model", "money"),
    [
        ("seer-4", 0.5 * 2 + 1.5 * 0.2 + 0.1 * 10),
        ("seer-4-mini", 2.1),  # no price of its own for what was cached: the full one
        ("seer-4-2026-10-01", 2 * 4 + 0.1 * 20),
        ("seer-3", 2 * 8 + 0.1 * 40),
    ],
)
def test_the_nearest_price_holds(model: str, money: float) -> None:
    assert PRICES.cost(model, USAGE) == pytest.approx(money)


def test_the_unknown_stays_unknown() -> None:
    assert PRICES.cost("poet", USAGE) is None
    assert Prices({}).cost("seer-4", USAGE) is None
    assert PRICES.cost("seer-4", USAGE + Usage(calls=1, known=False)) is None


def test_nothing_costs_nothing() -> None:
    assert PRICES.cost("seer-4", Usage()) == 0
