"""What is seen: a `Screen`, its `Element`s, and the `View` of it that a model gets."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from appagent.geometry import Point, Rect, Size
from appagent.screen.nodes import Node

Image = npt.NDArray[np.uint8]
"""h×w×3, RGB."""

MOST_PX = 64 << 20
"""Of a screen: one of 8K has half as many. A picture that claims more is not decoded."""

Use = Literal["tap", "long_press", "swipe", "text"]
"""What a finger or a keyboard can do to an element; each has its own notes in a document."""

_NOTICE = re.compile(r"snackbar|toast", re.IGNORECASE)  # in an id

SURFACE, SHAPE = "surface", "shape"
"""The roles of a large area that the tree leaves empty, and of what the pixels show there."""


class App(NamedTuple):
    """The app in front: `com.example.clock`, `com.example.clock.MainActivity`."""

    package: str
    activity: str


class Scale(NamedTuple):
    """Where a slider, or a row of stars, takes which value; px of the screenshot."""

    start: Point  # of the lowest value
    end: Point
    low: float
    high: float
    knob: Point | None = None  # where it is seen; a finger drags it from there
    sure: bool = False  # whether the range is more than a guess

    def place(self, share: float) -> Point:
        """The point at a share of the way from the lowest value to the highest."""
        (x, y), (end_x, end_y) = self.start, self.end
        return Point(round(x + share * (end_x - x)), round(y + share * (end_y - y)))


@dataclass(frozen=True, slots=True)
class Element:
    """One thing on the screen: a control, or a text to read, which has no `uses`."""

    key: str  # the same on other phones and in other languages, see keys.py; "" without a tree
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
    secret: bool = False  # a password field; its text is never stored
    covers: tuple[Rect, ...] = ()  # what lies over a part of it and takes the touch there
    by_id: str = ""  # the part of the name that only the id tells
    by_row: str = ""  # the part of an icon's name that the first text of its row tells
    learned: str = ""  # of a nameless one: what the model that tried it out called it
    icon: str = ""  # what the picture of a nameless one shows, "search"; see icons.py
    place: str = ""  # where another nameless one stands, "top right"; see nameless.py
    filled: bool = False  # a secret field that holds something
    word: str = ""  # a person's word for its role, where that says too much
    remarks: tuple[str, ...] = ()  # told among its states, see wording.py
    says: str = ""  # all that is written in it, in reading order, where the name leaves some out
    row: str = ""  # of which row or section it is, where others have its name
    told_in: Rect | None = None  # a text: the bounds of the control that says it
    scale: Scale | None = None  # of a slider, see sliders.py
    first: str = ""  # the first text of its name, where that has a comma: "Ada, Ben"
    web: bool = False  # in a web page, where a control is what its author makes of it
    order: int = field(default=-1, compare=False)  # of its node in the tree; -1: it has none

    @property
    def short_id(self) -> str:
        """The id without its package: "save"."""
        return self.resource_id.rpartition("/")[2]

    @property
    def title(self) -> str:
        """The first of the texts that make its name, whole: "Bluetooth" of "Bluetooth, Off"."""
        return self.first or self.name.partition(", ")[0]

    @property
    def called(self) -> str:
        """What its line says: its texts, or its name, behind that of its row."""
        return ": ".join(filter(None, [self.row, self.says or self.name]))

    @property
    def state(self) -> Literal["", "on", "off"]:
        """Of what can be checked."""
        return "" if self.checked is None else "on" if self.checked else "off"

    @property
    def is_notice(self) -> bool:
        """Whether it passes by at the foot of a page, "Alarm saved", by its id."""
        return bool(_NOTICE.search(self.short_id))

    @property
    def is_chosen(self) -> bool:
        """Whether it is the one of several that holds: another touch of it changes nothing."""
        return self.selected or (self.role == "radio" and self.checked is True)


@dataclass(frozen=True, slots=True)
class Screen:
    """What the phone showed at one moment."""

    image: Image
    app: App
    elements: tuple[Element, ...]  # in tree order, which right-to-left layouts keep
    taken_at: datetime
    moving: tuple[Rect, ...] = ()  # places that never rest: a video, a running clock
    keyboard: bool = False  # the soft keyboard is shown (it is not in the tree)
    keyboard_area: Rect | None = None  # None where it is down, or the phone does not tell
    window: str = ""  # the one in front; a dialog is one of its own; "" where it is not told
    toast: str = ""  # tells one toast from another; its text is in the picture alone
    notice: str = ""  # that text, where it could be read; see ocr.py
    rotation: int | None = None  # in quarter turns; None where the phone does not tell
    tree: str = "ok"  # or why there is none: "could not get idle state", "empty"
    picture: Literal["ok", "secure", "black"] = "ok"  # forbidden by the app; or just black
    surfaces: tuple[Element, ...] = ()  # large areas that the tree leaves empty
    shapes: tuple[Element, ...] = ()  # what the pixels show there, see shapes.py
    seen_by: Literal["tree", "windows", "pixels", "detector"] = "tree"  # what found the last of it
    clock: datetime | None = None  # the phone's, in its own time zone; None where it does not tell
    language: str = ""  # the phone's, "en-US"
    nodes: tuple[Node, ...] = field(default=(), compare=False, repr=False)  # see hierarchy.py

    @property
    def settled(self) -> bool:
        return not self.moving

    @property
    def size(self) -> Size:
        height, width = self.image.shape[:2]
        return Size(width, height)

    @property
    def focused_field(self) -> Element | None:
        """The field that is written in. What holds it may say that it has the focus too, as the
        view of a web page does; a button that has it takes the enter key and no text."""
        return next((e for e in self.elements if e.focused and "text" in e.uses), None)

    def visible_part(self, bounds: Rect) -> Rect:
        """The largest part of `bounds` that the keyboard does not cover, perhaps empty."""
        return bounds.without(self.keyboard_area) if self.keyboard_area else bounds

    def is_covered(self, element: Element) -> bool:
        """Whether the keyboard covers the middle of the element, or all of one that is swiped."""
        if self.keyboard_area is None:
            return False
        bounds = element.bounds
        part = bounds if "swipe" in element.uses else bounds.center
        return self.keyboard_area.contains(part)


@dataclass(frozen=True, slots=True)
class Mark:
    """A number on the screen, and what it stands for."""

    label: int  # from 1
    bounds: Rect  # px of the screenshot
    element: Element | None = None  # None: a cell of the grid


@dataclass(frozen=True, slots=True)
class View:
    """A screen with its marks, and the picture of it that is sent."""

    screen: Screen
    marks: tuple[Mark, ...]
    image: Image  # the screen with the numbers drawn, at the size that is sent
    grid: bool = False
    bare: bool = False  # nothing is numbered: the model points at the picture

    def mark(self, label: int) -> Mark | None:
        return self.marks[label - 1] if 1 <= label <= len(self.marks) else None
