"""The lists of words that lie beside the rules, and those of words.yaml as they are compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from appagent.danger import Danger
from appagent.safety.folding import is_unspaced, plain

_HERE = Path(__file__).parent
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # the one in C is ten times as fast


def read_list(name: str) -> Any:
    """What a YAML file of this folder holds, as texts only: "no" and "on" are words."""
    return yaml.load((_HERE / name).read_bytes(), _LOADER)


WORDS: Mapping[str, Any] = read_list("words.yaml")
DEEDS: Mapping[Danger, Mapping[str, Sequence[str]]] = read_list("deeds.yaml")


def phrases(name: str) -> frozenset[str]:
    """The phrases of one list of words.yaml."""
    return frozenset(map(plain, WORDS[name]))


def has_any(text: str, known: Iterable[str]) -> bool:
    """Whether a text says one of these phrases."""
    said = f" {plain(text)} "
    return any(w in said if is_unspaced(w) else f" {w} " in said for w in known)
