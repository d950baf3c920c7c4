"""Decide whether a move is allowed: what could do harm is done only if the task asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from appagent.actions.gestures import Move
from appagent.danger import Danger
from appagent.safety.task import asks_for
from appagent.safety.touch import risk
from appagent.screen.values import Screen


@dataclass(frozen=True, slots=True)
class Allow:
    """The move is allowed."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The move could do something that the task does not ask for: a person decides."""

    danger: Danger


@dataclass(frozen=True, slots=True)
class Refuse:
    """The move is not allowed."""

    why: str
    danger: Danger | None = None  # None where it is refused for another reason


Verdict = Allow | Ask | Refuse


def verdict(move: Move, screen: Screen, known: Danger | None, task: str) -> Allow | Ask:
    """Whether a move is allowed on this screen for this task. `known` is the danger that the notes
    on its element tell, whoever wrote them."""
    danger = risk(move, screen) or known
    return Ask(danger) if danger and not asks_for(task, danger) else Allow()
