"""Whether a task cannot do without what an app asks to use: a photo cannot be posted unseen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml

from appagent.safety.folding import is_unspaced, plain
from appagent.safety.labels import forbids
from appagent.screen.values import Screen

_USED: Mapping[str, Sequence[str]] = yaml.safe_load(
    (Path(__file__).parent / "grants.yaml").read_text("utf-8")
)


def is_needed(task: str, screen: Screen) -> bool:
    """Whether a task names what the question on the screen is about. One that forbids anything
    needs nothing."""
    asked = " ".join(e.name for e in screen.elements if not e.uses)
    return not forbids(task) and any(
        _names(asked, words) and _names(task, words) for words in _USED.values()
    )


def _names(text: str, stems: Sequence[str]) -> bool:
    said = f" {plain(text)}"
    return any((stem if is_unspaced(stem) else f" {stem}") in said for stem in map(plain, stems))
