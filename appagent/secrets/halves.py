"""A secret that is told in two halves: "maple-", then "Otter-42"."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from functools import cache

from appagent.secrets.spelling import pattern, reach

_LEAST = 3  # characters of a half that is looked for in a whole text, not just near the other one
_SHORTEST = 4  # characters of a secret that is told in halves
_BETWEEN = r"([^\d\n]{1,24}?)"


def told_in_halves(secrets: Collection[str], text: str, common: frozenset[str]) -> set[str]:
    """The halves that both stand in the text; `common` holds the words that any text may hold."""
    folded = text.casefold()

    def stands(half: str) -> bool:
        if not any(each.casefold() in folded for each in (half, _escaped(half))):
            return False
        where = reach(half, common)
        return where != "fields" and re.search(pattern(half, where), text) is not None

    return {
        half
        for secret in secrets
        if 2 * _LEAST <= len(secret) <= len(text)
        if all(_escaped(end).casefold() in folded for end in (secret[:_LEAST], secret[-_LEAST:]))
        or _escaped(secret) != secret
        for at in range(_LEAST, len(secret) - _LEAST + 1)
        if stands(secret[:at]) and stands(secret[at:])
        for half in (secret[:at], secret[at:])
    }


def _escaped(text: str) -> str:
    return json.dumps(text)[1:-1]


def hide_near_halves(secrets: Collection[str], text: str, hidden: str) -> str:
    """The text with `hidden` for two halves near to each other, one of them short."""
    for secret in secrets:
        middle, ends = secret[2:-2], (secret[:2], secret[-2:])
        if _SHORTEST <= len(secret) < len(text) and middle in text and any(e in text for e in ends):
            text = _near(secret).sub(lambda m: f"{hidden}{m[m.lastindex or 0]}{hidden}", text)
    return text


@cache
def _near(secret: str) -> re.Pattern[str]:
    """The halves of a secret; the one group that matches is what stands between them."""
    cuts = (at for at in range(1, len(secret)) if min(at, len(secret) - at) < _LEAST)
    return re.compile("|".join(_BETWEEN.join(map(_alone, (secret[:n], secret[n:]))) for n in cuts))


def _alone(half: str) -> str:
    """A half that is no part of a longer word or number."""
    before = r"(?<!\w)" if half[0].isalnum() else ""
    return before + re.escape(half) + (r"(?!\w)" if half[-1].isalnum() else "")
