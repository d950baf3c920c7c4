"""What a task allows: a value, whoever read the task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from appagent.danger import Danger


@dataclass(frozen=True, slots=True)
class Permission:
    """Whether a task asks for a class of deeds, and what it wants done to what."""

    danger: Danger
    asks: bool
    names: tuple[str, ...] = ()  # what the task names, one at least must be touched; (): anything
    by: Literal["model", "words"] = "words"  # who read the task
    why: str = ""
