"""What parsing costs: thousands of nodes, and real screens beside the AppAgent paper's code."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from math import dist
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
from hostile import SIZE

from appagent.errors import ScreenUnreadable
from appagent.geometry import Rect, Size
from appagent.guard.asking import controls
from appagent.guard.question import Asked, Page
from appagent.screen.hierarchy import Hierarchy, parse_hierarchy
from appagent.screen.marks import choose
from appagent.screen.saved import screen_size
from appagent.screen.values import App, Element, Screen

CORPUS = Path(os.environ.get("CORPUS", Path(__file__).resolve().parents[2] / "shared" / "corpus"))
_NEAR_PX = 30  # a focusable element whose middle is nearer to a clickable one's is left out there
_GREY = np.full((SIZE.height, SIZE.width, 3), 238, np.uint8)


class Dump(NamedTuple):
    """A real screen's tree."""

    xml: bytes
    size: Size


def screen_of(xml: bytes) -> Screen:
    """A grey screen of `SIZE` with what a dump holds."""
    found = parse_hierarchy(xml, SIZE)
    return Screen(_GREY, App(found.package, ""), found.elements, datetime.now(UTC))


def chosen(xml: bytes) -> list[Element]:
    """What gets a number of a dump of a screen of `SIZE`; nothing is drawn."""
    return choose(parse_hierarchy(xml, SIZE).elements, SIZE)


def questions(screen: Screen) -> Sequence[Asked]:
    """What is asked of the controls of a screen before an exploration touches one."""
    return controls(Page(screen))


def corpus() -> Sequence[Dump]:
    """The real screens at hand that both parsers read."""
    found = []
    for file in sorted(CORPUS.glob("*.xml")):
        dump = file.read_bytes()
        try:
            ElementTree.fromstring(dump)
            found.append(Dump(dump, screen_size(dump)))
        except (ElementTree.ParseError, ScreenUnreadable):
            continue
    return found


def parsed(dump: Dump) -> Hierarchy:
    return parse_hierarchy(dump.xml, dump.size)


def parsed_by_the_original(dump: Dump) -> list[tuple[str, Rect]]:
    """A re-enactment: one walk for what is clickable and one for what is focusable, each id made of
    the parent's and its own, and of two that stand close together the clickable one."""
    clickable, focusable = (_walk(dump.xml, flag) for flag in ("clickable", "focusable"))
    middles = [box.center for _, box in clickable]
    return clickable + [
        (name, box)
        for name, box in focusable
        if all(dist(box.center, middle) > _NEAR_PX for middle in middles)
    ]


def _walk(xml: bytes, flag: str) -> list[tuple[str, Rect]]:
    path: list[ElementTree.Element] = []
    found: list[tuple[str, Rect]] = []
    for event, element in ElementTree.iterparse(BytesIO(xml), ("start", "end")):
        if event == "end":
            path.pop()
            continue
        path.append(element)
        if element.get(flag) != "true" or not element.get("bounds"):
            continue
        name = _name(element)
        if len(path) > 1 and path[-2].get("bounds"):
            name = f"{_name(path[-2])}_{name}"
        box = _box(element)
        if all(dist(box.center, other.center) > _NEAR_PX for _, other in found):
            found.append((name, box))
    return found


def _name(element: ElementTree.Element) -> str:
    box = _box(element)
    told = element.get("resource-id", "").replace(":", ".").replace("/", "_")
    told = told or f"{element.get('class', '')}_{box.width}_{box.height}"
    said = element.get("content-desc", "")
    return f"{told}_{said.replace('/', '_')}" if 0 < len(said) < 20 else told


def _box(element: ElementTree.Element) -> Rect:
    low, high = element.get("bounds", "")[1:-1].split("][")
    return Rect(*map(int, (*low.split(","), *high.split(","))))
