"""Which node of a screen a selector means."""

from __future__ import annotations

from pathlib import Path

import pytest

from appagent.flows.language import AssertVisible
from appagent.flows.read import read
from appagent.flows.select import says, select
from appagent.screen import nodes
from appagent.screen.nodes import Node
from tests.screen.trees import SIZE, dump, node

TAPS = "clickable"


def row(n: int, name: str, *, on: bool = False) -> str:
    top = 300 + 200 * n
    return node(
        "LinearLayout", (0, top, 1080, top + 190),
        node("TextView", (40, top, 600, top + 90), id="name", text=name),
        node("Switch", (900, top, 1060, top + 90), id="switch", desc=f"{name} on or off",
             flags=f"checked {TAPS}" if on else TAPS),
        id="alarm", flags=TAPS,
    )  # fmt: skip


SCREEN = (
    node("TextView", (40, 40, 600, 140), id="title", text="Alarms"),
    node("Button", (700, 40, 860, 200), text="Add", flags=TAPS),
    node("EditText", (40, 180, 600, 260), id="search", text="", hint="Search (all)", flags=TAPS),
    node(
        "RecyclerView", (0, 300, 1080, 1100), row(0, "Work"), row(1, "Gym", on=True),
        row(2, "Work"), row(3, "What is it?"), id="list", flags="scrollable",
    ),
    node("TextView", (40, 1200, 600, 1300), text="Add"),
    node("ImageView", (40, 1400, 140, 1500), desc="Add\nmore", flags=f"{TAPS} disabled"),
)  # fmt: skip


def tree(*children: str) -> list[Node]:
    whole = node("FrameLayout", (0, 0, *SIZE), *children)
    root, _ = nodes.read_root(dump(whole))
    (window,) = nodes.windows(root, SIZE)[0]
    return [window.root, *window.root.below()]


def found(selector: str) -> list[str]:
    """What it means, best first: the text or description, or the id, and the top edge in px."""
    flow, problems = read(f"appId: a\n---\n- assertVisible: {selector}\n", Path("f.yaml"))
    assert not problems
    assert flow
    (command,) = flow.commands
    assert isinstance(command, AssertVisible)
    means = select(command.target, tree(*SCREEN))
    return [f"{n.text or n.description or n.short_id} {n.bounds.top}" for n in means]


@pytest.mark.parametrize(
    ("selector", "means"),
    [
        ("Alarms", ["Alarms 40"]), ("alarms", ["Alarms 40"]), ("Alarm", []),
        ("Al.*s", ["Alarms 40"]),
        ("Add", ["Add 40", "Add 1200"]),  # what can be touched comes first
        ("Search \\(all\\)", ["search 180"]),  # the hint
        ("Search (all)", ["search 180"]),  # the very same characters, though no pattern for them
        ("search (all)", []), ("What is it?", ["What is it? 900"]),
        ("Add more", ["Add\nmore 1400"]),
        ("+ Add", []), ("{id: title}", ["Alarms 40"]), ("{id: '.*:id/title'}", ["Alarms 40"]),
        ("{id: alarm}", ["alarm 300", "alarm 500", "alarm 700", "alarm 900"]),
        ("{id: alarm, index: 1}", ["alarm 500"]), ("{id: alarm, index: -1}", ["alarm 900"]),
        ("{id: alarm, index: 4}", []), ("{id: alarm, index: -5}", []),
        ("{id: name, text: Work}", ["Work 300", "Work 700"]), ("{id: title, text: Work}", []),
        ("{id: switch, checked: true}", ["Gym on or off 500"]),
        ("{id: switch, checked: false, index: 0}", ["Work on or off 300"]),
        ("{text: 'Add.*', enabled: false}", ["Add\nmore 1400"]),
        ("{text: Work, below: Gym}", ["Work 700"]), ("{text: Work, above: Gym}", ["Work 300"]),
        ("{text: Add, leftOf: {id: switch}}", ["Add 40", "Add 1200"]),
        ("{text: Add, rightOf: Alarms}", ["Add 40"]), ("{text: Work, below: Nothing}", []),
        ("{id: alarm, containsChild: Gym}", ["alarm 500"]),
        ("{id: list, containsChild: Gym}", []),
        ("{id: list, containsDescendants: [Gym]}", ["list 300"]),
        ("{id: switch, childOf: {id: alarm, containsChild: Gym}}", ["Gym on or off 500"]),
        ("{id: list, childOf: {id: list}}", []),
        ("{width: 160, height: 160}", ["Add 40"]),
        ("{width: 165, tolerance: 5, traits: square}", ["Add 40"]),
        ("{text: '.*', id: name, index: 2.7}", ["Work 700"]),
    ],
)  # fmt: skip
def test_a_selector_means(selector: str, means: list[str]) -> None:
    assert found(selector) == means


def test_of_nodes_in_one_another_the_deepest_counts() -> None:
    inner = node("TextView", (40, 40, 600, 140), text="Save", desc="Save")
    both = tree(node("Button", (0, 0, 700, 200), inner, desc="Save", flags=TAPS))
    flow, _ = read("appId: a\n---\n- assertVisible: Save\n", Path("f.yaml"))
    assert flow
    assert [n.cls for n in select(flow.commands[0].target, both)] == ["TextView"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("a.c", "a\nc", True), ("(", "(", True), ("+ add", "+ Add", True), ("É.*", "été", True),
        ("Ab", "abc", False), ("b", "abc", False), (".*b.*", "abc", True), ("a|b", "B", True),
        ("$5", "$5", True), ("$6", "$5", False),
    ],
)  # fmt: skip
def test_a_pattern_is_for_the_whole_text(pattern: str, text: str, fits: bool) -> None:
    assert says(pattern, text) == fits
