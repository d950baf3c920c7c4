"""Screens made of one line each: "menu | Delete chat", "dialog | OK | Delete alarm?"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from appagent.actions.dsl import parse
from appagent.actions.gestures import Move
from appagent.danger import Danger
from appagent.geometry import Rect
from appagent.safety.scene import Scene
from appagent.safety.touch import risk
from appagent.screen.values import App, Element, Screen
from tests.screen.trees import element
from tests.screen.trees import screen as shown

APP = App("com.example.app", ".Main")
TAP = frozenset({"tap"})
WRITTEN = element(
    key="#field",
    role="text field",
    name="",
    value="Hello",
    bounds=Rect(40, 2000, 900, 2120),
    uses=frozenset({"tap", "text"}),
)


class Shown(NamedTuple):
    """A control on its screen."""

    control: Element
    screen: Screen

    def danger(self, action: str = "tap(1)", *, exploring: bool = False) -> Danger | None:
        return risk(Move(parse(action), element=self.control), Scene(self.screen, exploring))


def show(line: str) -> Shown:
    """The control that a line describes."""
    role, _, label = line.rpartition(" | ")
    if " | " in role:
        role, _, label = line.partition(" | ")
    made = _control(role, label)
    match role:
        case "dialog":
            label, _, question = label.partition(" | ")
            made = element(name=label, key="#android:button1", bounds=Rect(700, 1300, 980, 1420))
            title = element(
                name=question, role="text", key="#alertTitle", uses=frozenset(),
                bounds=Rect(100, 1000, 980, 1200),
            )  # fmt: skip
            return Shown(made, shown((title, made), app=APP))
        case "form":
            return Shown(made, shown((WRITTEN, made), app=APP))
    page = element(name="Overview", role="text", uses=frozenset(), bounds=Rect(0, 100, 1080, 200))
    low = element(name="", role="list", key="#list", bounds=Rect(0, 200, 1080, 2300))
    return Shown(made, shown((page, low, made), app=APP))


def _control(role: str, label: str) -> Element:
    fields: Mapping[str, Mapping[str, Any]] = {
        "menu": {"role": "item", "key": "#list/row"},
        "row": {"role": "item", "key": "#list/row"},
        "tab": {"role": "tab"},
        "field": {"role": "text field", "uses": frozenset({"tap", "text"})},
        "desc": {"description": label},
        "on": {"role": "switch", "checked": True},
        "off": {"role": "switch", "checked": False},
    }
    if role == "id":
        return element(name=label.rpartition("/")[2], resource_id=label, key="#x")
    text = "" if role == "desc" else label
    return element(name=label, text=text, **{"key": "#x", **fields.get(role, {})})


class Told(NamedTuple):
    line: str
    language: str
    danger: Danger | None


def labels(name: str) -> Iterator[Told]:
    """The lines of a file of labels."""
    said = yaml.safe_load((Path(__file__).parent / name).read_text("utf-8"))
    for language, classes in said["dangerous"].items():
        for danger, lines in classes.items():
            yield from (Told(line, language, danger) for line in lines)
    for language, lines in said["harmless"].items():
        yield from (Told(line, language, None) for line in lines)
