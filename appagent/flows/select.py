"""Which node of a screen a selector means, as Maestro finds it.

    select(Selector(text="Save"), nodes)   -> the nodes, the one that is meant first

What is told stands in Maestro's filters at 487407f6: a text is a pattern for the whole of what a
node says, its text, its hint or its description, in any case; of nodes in one another the deepest
counts; of several those that can be touched come first, in the order of the tree.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from appagent.flows.language import Number, Selector
from appagent.screen.nodes import Node
from appagent.screen.values import Mark, Use, View

_FLAGS = re.IGNORECASE | re.DOTALL | re.MULTILINE
_SPECIAL = re.compile(r"[\\.^$*+?{}\[\]|()]")
_SQUARE = 0.03  # by which the sides of a square may differ
_LONG = 200  # characters of a long text
_STATES = ("checked", "focused", "selected")


def select(selector: Selector, nodes: Sequence[Node]) -> list[Node]:
    """The nodes that a selector means, the best first. With an `index` the one of that number, from
    the top, or from the end where it is below 0. Its texts hold no `${}` any more.

    Nodes are in tree order, and so is what is found.
    """
    found = _deepest([node for node in _scope(selector, nodes) if _fits(node, selector)])
    found = _placed(selector, found, nodes)
    if selector.index is not None:
        by_place = sorted(found, key=lambda node: (node.bounds.top, node.bounds.left))
        at = int(float(selector.index))
        return by_place[at : at + 1 or None] if -len(by_place) <= at < len(by_place) else []
    return sorted(found, key=lambda node: not node.has("clickable"))


def controls(view: View, use: Use) -> Mapping[int, Mark]:
    """What can be used so on a screen, by the place of its node in the tree."""
    return {m.element.order: m for m in view.marks if m.element and use in m.element.uses}


def control_of(node: Node, able: Mapping[int, Mark]) -> Mark | None:
    """What a finger touches of these `controls` that is put down on a node: the one that it is or
    lies in, else the one in it that its middle lies in. By the tree and not by place: a button may
    float over a smaller one."""
    for around in (node, *node.above()):
        if around.order in able:
            return able[around.order]
    inside = [able[n.order] for n in node.below() if n.order in able]
    touched = [mark for mark in inside if mark.bounds.contains(node.bounds.center)]
    return min(touched, key=lambda mark: mark.bounds.area, default=None)


def _scope(selector: Selector, nodes: Sequence[Node]) -> Sequence[Node]:
    """Where it is looked for: in the first that `childOf` means, else everywhere."""
    if selector.child_of is None:
        return nodes
    around = select(selector.child_of, nodes)[:1]
    return [node for each in around for node in nodes if node is not each and node.within(each)]


def _fits(node: Node, selector: Selector) -> bool:
    """Whether a node has all that is said of itself, and of what is in it."""
    said = (node.text, node.hint, node.description)
    if selector.text and not any(says(selector.text, each) for each in said if each):
        return False
    if selector.id and not any(says(selector.id, each) for each in _ids(node)):
        return False
    if selector.enabled is not None and node.enabled != selector.enabled:
        return False
    wanted = ((state, getattr(selector, state)) for state in _STATES)
    if any(value is not None and node.has(state) != value for state, value in wanted):
        return False
    if not _sized(node, selector) or not all(_has(node, word) for word in selector.traits.split()):
        return False
    child, inside = selector.contains_child, selector.contains_descendants
    if child is not None and not any(_fits(each, child) for each in node.children):
        return False
    return all(any(_fits(below, each) for below in node.below()) for each in inside)


def says(pattern: str, text: str) -> bool:
    """Whether a text is what a pattern says: the whole of it, in any case, or the very same
    characters. What is no pattern is taken as it stands."""
    return text == pattern or any(
        _pattern(pattern).fullmatch(each) for each in {text, text.replace("\n", " ")}
    )


def literal(text: str) -> str:
    """The pattern that means just this text."""
    return _SPECIAL.sub(r"\\\g<0>", text)


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # "[[a"
        try:
            return re.compile(pattern, _FLAGS)
        except (re.error, OverflowError, RecursionError):  # "+ Add", ":(", "a{99999999999}"
            return re.compile(re.escape(pattern), _FLAGS)


def _ids(node: Node) -> Iterator[str]:
    """Its resource id, whole and without its package."""
    if node.resource_id:
        yield node.resource_id
        yield node.resource_id.rpartition("/")[2]


def _sized(node: Node, selector: Selector) -> bool:
    within_px = _px(selector.tolerance) or 0
    sides = ((selector.width, node.bounds.width), (selector.height, node.bounds.height))
    wanted = [(_px(side), px) for side, px in sides]
    return all(side is None or abs(side - px) <= within_px for side, px in wanted)


def _px(said: Number | None) -> int | None:
    return None if said is None else int(float(said))


def _has(node: Node, trait: str) -> bool:
    width, height = node.bounds.size
    match trait:
        case "text":
            return bool(node.text)
        case "square":
            return abs(width - height) <= _SQUARE * max(width, height)
        case "long-text":
            return len(node.text) > _LONG
        case _:
            return False


def _deepest(nodes: Sequence[Node]) -> list[Node]:
    """Without those that have another one of them in them."""
    around = {above for node in nodes for above in node.above()}
    return [node for node in nodes if node not in around]


def _placed(selector: Selector, found: list[Node], nodes: Sequence[Node]) -> list[Node]:
    """Those that stand where it says, by their top or left edges alone."""
    sides: Iterable[tuple[Selector | None, Callable[[Node, Node], bool]]] = (
        (selector.below, lambda node, it: node.bounds.top > it.bounds.top),
        (selector.above, lambda node, it: node.bounds.top < it.bounds.top),
        (selector.left_of, lambda node, it: node.bounds.left < it.bounds.left),
        (selector.right_of, lambda node, it: node.bounds.left > it.bounds.left),
    )
    for anchor, stands in sides:
        if anchor is not None:
            its = select(anchor, nodes)[:1]
            found = [node for node in found if any(stands(node, it) for it in its)]
    return found
