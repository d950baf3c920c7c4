"""The cost of tokens, by the prices in the settings. None is built in: prices change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from appagent.config import Price
from appagent.exchange import Usage

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices in the settings."""

    by_name: Mapping[str, Price]  # a model's name, or a pattern such as `gpt-5.4*`

    def of(self, model: str) -> Price | None:
        """The price of a model: by its name, else by the longest pattern that fits; or None."""
        if model in self.by_name:
            return self.by_name[model]
        fitting = [pattern for pattern in self.by_name if fnmatchcase(model, pattern)]
        return self.by_name[max(fitting, key=len)] if fitting else None

    def cost(self, model: str, usage: Usage) -> float | None:
        """The money for `usage`; None where a price or a count of tokens is not known."""
        price = self.of(model)
        if price is None or not usage.known:
            return None
        cached = price.input if price.cached is None else price.cached
        fresh = usage.prompt_tokens - usage.cached_tokens
        return (
            fresh * price.input
            + usage.cached_tokens * cached
            + usage.completion_tokens * price.output
        ) / _MILLION
