"""What the hand does: px, and the frame they were measured on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from appagent.geometry import Point, Rect, Size

Key = Literal["back", "home", "enter"]


@dataclass(frozen=True, slots=True)
class TouchAt:
    point: Point
    frame: Size
    duration_ms: int = 0  # 0: a tap


@dataclass(frozen=True, slots=True)
class Drag:
    start: Point
    end: Point
    frame: Size
    duration_ms: int


@dataclass(frozen=True, slots=True)
class InputText:
    """Type `text` into the field in focus; with `field`, tap that field and clear it first."""

    text: str
    frame: Size
    field: Rect | None = None
    held: int = 0  # characters the field holds now, to be cleared


@dataclass(frozen=True, slots=True)
class KeyPress:
    key: Key


Gesture = TouchAt | Drag | InputText | KeyPress
