"""The lists of phrases.yaml as they are compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import yaml

from appagent.screen.folding import is_unspaced, plain

_HERE = Path(__file__).parent
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # texts only: "no" and "on" are words


_WORDS: Mapping[str, Sequence[str]] = yaml.load((_HERE / "phrases.yaml").read_bytes(), _LOADER)


def phrases(name: str) -> frozenset[str]:
    """The phrases of one list of phrases.yaml."""
    return frozenset(map(plain, _WORDS[name]))


def has_any(text: str, known: Iterable[str]) -> bool:
    """Whether a text says one of these phrases."""
    said = f" {plain(text)} "
    return any(w in said if is_unspaced(w) else f" {w} " in said for w in known)
