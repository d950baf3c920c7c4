"""What the map tells a model of the pages behind the one that is shown."""

from __future__ import annotations

from appagent.knowledge.ahead import ahead
from appagent.knowledge.map import AppMap, Control, Edge, Page, Verb


def leads(verb: Verb, name: str, to: str, *, row: bool = False) -> Control:
    return Control(key=f"#{name}", role="button", name=name, row=row, edges={verb: Edge(to=to)})


def told(*controls: Control) -> str:
    here = Page(name="Search", controls=controls)
    return ahead(AppMap(start="Search", pages=(here, Page(name="Found"))), here, "")


def test_a_line_tells_by_what_its_page_is_reached() -> None:
    assert told(leads("tap", "All", "Found")) == '- Found (by "All")'
    assert told(leads("long_press", "hit", "Found", row=True)) == '- Found (by holding a row "hit")'


def test_typing_and_enter_are_told_too() -> None:
    assert told(leads("text", "Find", "Found")) == '- Found (by typing in "Find")'
    assert told(leads("enter", "enter", "Found")) == "- Found (by enter)"


def test_what_goes_back_is_not() -> None:
    assert told(leads("back", "back", "Found")) == "- Found"
