"""A user of the pocket phone's apps, who goes by what the dump calls things."""

from __future__ import annotations

import copy
import re
import statistics
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from pocketphone.phone import Phone
from pocketphone.ui import Intent

CONTACTS, MAPS = "com.pocketphone.contacts", "com.pocketphone.maps"
BACK, ENTER, DEL = 4, 66, 67
SCREENS: dict[str, dict[str, Any]] = {
    "phone": {},
    "small": {"size": (720, 1600), "density": 280, "font_scale": 1.3, "theme": "dark"},
    "landscape": {"size": (2400, 1080)},
}


class User:
    """A phone with an app in front."""

    def __init__(self, package: str, **made: Any) -> None:
        self.phone = Phone(**made)
        self.package = package
        self.phone.start(Intent(package=package))

    def open(self, page: str, **args: Any) -> User:
        """The same user, on a page of the app."""
        self.phone.load({"screen": {"app": self.package, "page": page, "args": args}})
        return self

    def nodes(self) -> list[ElementTree.Element]:
        """The dump's nodes in document order."""
        return list(ElementTree.fromstring(self.phone.hierarchy().encode()).iter("node"))

    def named(self, name: str) -> list[ElementTree.Element]:
        return [n for n in self.nodes() if name in (n.get("text"), n.get("content-desc"))]

    def shows(self, name: str) -> bool:
        return bool(self.named(name))

    def texts(self, id_: str) -> list[str]:
        """The texts of the nodes with a resource id, from top to bottom."""
        return [
            node.get("text", "")
            for node in self.nodes()
            if node.get("resource-id") == f"{self.package}:id/{id_}"
        ]

    def press(self, name: str, duration_ms: int = 0) -> None:
        """Touch the first thing that is called so."""
        found = self.named(name)
        assert found, f"nothing is called {name!r}"
        self._touch(re.findall(r"\d+", found[0].get("bounds", "")), duration_ms)

    def press_ref(self, ref: str, duration_ms: int = 0) -> None:
        """Touch what the ground truth calls so; for what has no name."""
        found = [seen for seen in self.phone.tree() if seen["id"] == ref]
        assert found, f"{ref} is not shown: {[seen['id'] for seen in self.phone.tree()]}"
        self._touch(found[0]["bounds"], duration_ms)

    def _touch(self, bounds: list[Any], duration_ms: int) -> None:
        left, top, right, bottom = (int(edge) for edge in bounds)
        self.phone.touch((left + right) / 2, (top + bottom) / 2, duration_ms)

    def fill(self, name: str, text: str) -> None:
        self.press(name)
        self.phone.type_text(text)

    def back(self, times: int = 1) -> None:
        for _ in range(times):
            self.phone.key(BACK)

    def hide_keyboard(self) -> None:
        if self.phone.keyboard_shown:
            self.phone.key(BACK)

    @property
    def page(self) -> str:
        return str(self.phone.state()["screen"]["page"])

    @property
    def state(self) -> dict[str, Any]:
        return dict(self.phone.state()["apps"][self.package])


def assert_fits(phone: Phone) -> None:
    """What is shown can be touched, and lies on the screen."""
    nodes = ElementTree.fromstring(phone.hierarchy().encode()).iter("node")
    width, height = phone.size
    assert any(node.get("clickable") == "true" for node in nodes), phone.page.page
    for seen in phone.tree():
        left, top, right, bottom = seen["bounds"]
        assert 0 <= left < right <= width, seen
        assert 0 <= top < bottom <= height, seen


def dumps_of(phone: Phone, package: str, pages: dict[str, dict[str, Any]]) -> list[str]:
    """The dump of each of an app's pages, every one of which fits the screen and can be drawn."""
    found = []
    for page, args in pages.items():
        phone.load({"screen": {"app": package, "page": page, "args": copy.deepcopy(args)}})
        assert_fits(phone)
        assert phone.frame().size == phone.size
        found.append(phone.hierarchy())
    return found


def assert_shaped_like_real_ones(dumps: Iterable[str], corpus: Path) -> None:
    """Nodes, depth and share of ids lie, in the middle, where real dumps mostly have them."""
    ours = [_shape(ElementTree.fromstring(dump.encode())) for dump in dumps]
    theirs = _real_shapes(corpus)
    assert len(theirs) > 50
    for place, name in enumerate(("nodes", "depth", "ids")):
        first, _, third = statistics.quantiles([real[place] for real in theirs], n=4)
        assert first <= statistics.median(own[place] for own in ours) <= third, name


def _shape(root: ElementTree.Element) -> tuple[int, int, float]:
    """Nodes, depth, share of nodes with a resource id."""

    def depth(element: ElementTree.Element) -> int:
        return 1 + max((depth(child) for child in element), default=0)

    nodes = list(root.iter("node"))
    return len(nodes), depth(root) - 1, sum(bool(n.get("resource-id")) for n in nodes) / len(nodes)


@cache
def _real_shapes(corpus: Path) -> list[tuple[int, int, float]]:
    found = []
    for file in sorted(corpus.glob("*.xml")):
        try:
            root = ElementTree.parse(file).getroot()
        except ElementTree.ParseError:
            continue  # one of them holds an error message
        if root.find(".//node") is not None:
            found.append(_shape(root))
    return found
