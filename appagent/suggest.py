"""The names that a person may have meant by a wrong one."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

NEAR_SHARE = 65
"""Of 100: a name that is so similar to a wrong one is offered: calender, calendar."""
_LEAST = 3  # letters of a part by which a longer name is offered


def near(name: str, names: Iterable[str], most: int | None = 3) -> list[str]:
    """At most so many of the `names` that are similar to `name`, the nearest first, then those that
    it is a part of: `sonnet` of `claude-sonnet-4`."""
    names, part = list(names), name.casefold()
    alike = process.extract(
        name, names, scorer=fuzz.token_ratio, processor=str.casefold, limit=None,
        score_cutoff=NEAR_SHARE,
    )  # fmt: skip
    longer = [each for each in names if len(part) >= _LEAST and part in each.casefold()]
    return list(dict.fromkeys((*(each for each, *_ in alike), *longer)))[:most]


def did_you_mean(names: Iterable[str]) -> str:
    """The end of a sentence that offers these: ": did you mean a or b?"; "" without any."""
    offered = " or ".join(names)
    return f": did you mean {offered}?" if offered else ""
