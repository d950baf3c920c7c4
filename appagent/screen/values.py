"""What is seen: `Screen` as the phone shows it, `View` as the model gets it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from appagent.geometry import Rect, Size

Image = npt.NDArray[np.uint8]
"""h×w×3, RGB."""

Use = Literal["tap", "long_press", "swipe", "text"]
"""What a hand can do to an element; also the verb an element document is about."""

SURFACE, SHAPE = "surface", "shape"
"""The roles of what the tree leaves blank, and of what only the pixels show there."""


class App(NamedTuple):
    """What stands in front: `com.example.clock`, `com.example.clock.MainActivity`."""

    package: str
    activity: str


@dataclass(frozen=True, slots=True)
class Element:
    """One thing on the screen: a control (`uses` is not empty) or a text that is only read."""

    key: str  # stable on other phones, sizes and languages; see keys.py; "" without a tree
    bounds: Rect  # px of the screenshot, clipped to the screen
    role: str  # a person's word: button, switch, text field, list, tab, image, text, ...
    name: str  # what a person would call it; "" where nothing names it
    text: str = ""  # as the tree has it; an empty field's hint is not here
    description: str = ""
    resource_id: str = ""  # as the tree has it, "com.example:id/save"
    value: str = ""  # what a field holds or a slider shows; "" for a secret one
    enabled: bool = True
    checked: bool | None = None  # None: nothing that can be checked
    selected: bool = False
    focused: bool = False
    uses: frozenset[Use] = frozenset()
    secret: bool = False  # a password field: its text is nowhere kept
    covers: tuple[Rect, ...] = ()  # what lies over a part of it and takes the touch there


@dataclass(frozen=True, slots=True)
class Screen:
    """One true observation."""

    image: Image
    app: App
    elements: tuple[Element, ...]  # in tree order, which right-to-left layouts keep
    taken_at: datetime
    moving: tuple[Rect, ...] = ()  # places that never stand still: a video, a running clock
    keyboard: bool = False  # the soft keyboard is shown (it is not in the tree)
    keyboard_area: Rect | None = None  # where; None where it is down or the phone does not tell
    rotation: int | None = None  # in quarter turns; None where the phone does not tell
    tree: str = "ok"  # or why there is none: "could not get idle state", "empty"
    picture: Literal["ok", "secure", "black"] = "ok"  # forbidden by the window; just all black
    surfaces: tuple[Element, ...] = ()  # large, and empty in the tree
    shapes: tuple[Element, ...] = ()  # what only the pixels show; see shapes.py
    seen_by: Literal["tree", "windows", "pixels", "detector"] = "tree"  # who found the last of it

    @property
    def settled(self) -> bool:
        return not self.moving

    @property
    def size(self) -> Size:
        height, width = self.image.shape[:2]
        return Size(width, height)

    def visible_part(self, bounds: Rect) -> Rect:
        """What the keyboard leaves of `bounds`; an empty rectangle where that is nothing."""
        return bounds.without(self.keyboard_area) if self.keyboard_area else bounds

    def is_covered(self, element: Element) -> bool:
        """Whether the keyboard lies on the element's middle; what can be swiped is covered only
        as a whole."""
        if self.keyboard_area is None:
            return False
        bounds = element.bounds
        part = bounds if "swipe" in element.uses else bounds.center
        return self.keyboard_area.contains(part)


@dataclass(frozen=True, slots=True)
class Mark:
    """A number on the screen and what it stands for."""

    label: int  # from 1
    bounds: Rect  # px of the screenshot
    element: Element | None = None  # None: a cell of the grid


@dataclass(frozen=True, slots=True)
class View:
    """A screen with its marks, and the picture that shows them."""

    screen: Screen
    marks: tuple[Mark, ...]
    image: Image  # the screen with the numbers drawn, at the size that is sent
    grid: bool = False
    bare: bool = False  # the model names no marks: what it points at is found among them

    def mark(self, label: int) -> Mark | None:
        return self.marks[label - 1] if 1 <= label <= len(self.marks) else None
