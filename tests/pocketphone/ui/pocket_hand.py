"""A hand for the pocket phone: it touches what the ground truth says is there."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from pocketphone.phone import Phone

CLOCK = "com.pocketphone.clock"


class Hand:
    """A phone and the fingers on it."""

    def __init__(self, **made: Any) -> None:
        self.phone = Phone(**made)

    def bounds(self, ref: str) -> tuple[int, int, int, int]:
        found = [seen for seen in self.phone.tree() if seen["id"] == ref]
        assert found, f"{ref} is not shown: {[seen['id'] for seen in self.phone.tree()]}"
        return tuple(found[0]["bounds"])

    def shown(self, ref: str) -> bool:
        return any(seen["id"] == ref for seen in self.phone.tree())

    def tap(self, ref: str, duration_ms: int = 0) -> None:
        left, top, right, bottom = self.bounds(ref)
        self.phone.touch((left + right) / 2, (top + bottom) / 2, duration_ms)

    def fill(self, ref: str, text: str) -> None:
        self.tap(ref)
        self.phone.type_text(text)

    def open(self, package: str) -> None:
        self.tap(f"app/{package}")

    @property
    def page(self) -> str:
        return str(self.phone.state()["screen"]["page"])

    @property
    def clock(self) -> dict[str, Any]:
        return dict(self.phone.state()["apps"][CLOCK])

    def nodes(self) -> list[ElementTree.Element]:
        """The dump's nodes in document order."""
        return list(ElementTree.fromstring(self.phone.hierarchy().encode()).iter("node"))

    def node(self, **wanted: str) -> ElementTree.Element:
        """The first node with these attributes, written with _ for -."""
        asked = {name.replace("_", "-"): value for name, value in wanted.items()}
        for node in self.nodes():
            if all(node.get(name) == value for name, value in asked.items()):
                return node
        raise AssertionError(f"no node with {asked}")
