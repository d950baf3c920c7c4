"""Pages whose elements are known by something else than our keys.

Those of the pocket phone by the app's own refs; those of the corpus that were seen on a phone and
on a tablet by what a person says of them, in `tests/screen/pairs.yaml`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from PIL import Image

from appagent.geometry import Rect, Size
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.marks import choose
from appagent.screen.values import Element
from pocketphone.phone import Phone
from pocketphone.ui.containers import Scroll
from pocketphone.ui.widget import Node
from scripts.gallery import TRANSLATED, Look, NotShown, Ways, take

HERE = Path(__file__).resolve().parent
CORPUS = Path(os.environ.get("CORPUS", HERE.parents[1] / "shared" / "corpus"))
PAIRS = HERE.parent / "tests" / "screen" / "pairs.yaml"
REFERENCE = Look("reference", {"seed": 0})
SCROLLED = Look("scrolled", {"seed": 0})
VARIATIONS = (
    Look("small", {"size": (720, 1280), "density": 320}),
    Look("dense", {"density": 560}),
    Look("tablet", {"size": (1600, 2560), "density": 320}),
    Look("large print", {"font_scale": 1.3}),
    Look("dark", {"theme": "dark"}),
    Look("chinese", {"language": "zh-CN"}, TRANSLATED),
    Look("arabic", {"language": "ar-EG"}, TRANSLATED),
    SCROLLED,
    Look("other content", {"seed": 1}),
)
_LISTS = {"ListView", "GridView", "RecyclerView"}


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was seen once."""

    package: str
    way: str  # its name in gallery.yaml, or in pairs.yaml
    name: str  # the app's own, or the same
    size: Size
    tree: str
    kinds: Mapping[Rect, str]  # what stands where, never by a key of ours
    language: str = ""


def see(app: str, way: str, steps: Sequence[str], look: Look) -> Page:
    """A page of a new phone. Raises: `NotShown`."""
    phone = Phone(**look.made)
    phone.load({"screen": {"app": f"com.pocketphone.{app}"}})
    for step in steps:
        try:
            take(phone, step)
        except NotShown:  # other content has other rows
            take(phone, re.sub(r"/[\w-]+$", "/*", step))
    width, height = phone.size
    if look is SCROLLED:
        phone.drag(width / 2, height * 0.7, width / 2, height * 0.3)
    return Page(
        package=phone.app.package,
        way=f"{app}, {way}",
        name=phone.page.page,
        size=Size(width, height),
        tree=phone.hierarchy(),
        kinds={Rect(*bounds): kind for bounds, kind in _kinds(phone.look().front)},
        language=phone.language,
    )


def _kinds(node: Node, *, in_list: bool = False) -> Iterator[tuple[Any, str]]:
    """Where each widget with a ref is, and what it is; what lies inside of another comes first."""
    widget = node.widget
    cls = widget.class_name.rpartition(".")[2]
    # A lazy list of Compose is printed as a plain view.
    rows = cls in _LISTS or (cls == "View" and isinstance(widget, Scroll))
    for child in node.children:
        yield from _kinds(child, in_list=in_list or rows)
    if ref := widget.id if widget.ref is None else widget.ref:
        titled = any(part.widget.text == ref for part in node.walk())
        own = "*" if titled else re.sub(r"/.*|\d+", "*", ref)
        yield node.shown, own if in_list else ref


def looked_at(apps: Ways) -> dict[str, list[Page]]:
    """Every page under every look. Raises: `NotShown`."""
    return {
        look.name: [
            see(app, way, steps, look)
            for app, ways in apps.items()
            if look.shows(app)
            for way, steps in ways.items()
        ]
        for look in (REFERENCE, *VARIATIONS)
    }


def seen_on_both(corpus: Path) -> tuple[list[Page], list[Page]]:
    """The pages of the corpus that were seen twice: on the phone, and in the same order on the
    tablet; none of which one is not there."""
    told: Mapping[str, Mapping[str, str]] = yaml.safe_load(PAIRS.read_text(encoding="utf-8"))
    phones, tablets = [], []
    for pair, kinds in told.items():
        match [shot for number in pair.split() for shot in corpus.glob(f"{number}_*.png")]:
            case [phone, tablet]:
                phones.append(_real(phone, pair, kinds))
                tablets.append(_real(tablet, pair, kinds))
    return phones, tablets


def _real(shot: Path, pair: str, kinds: Mapping[str, str]) -> Page:
    with Image.open(shot) as image:
        size = Size(*image.size)
    tree = shot.with_suffix(".xml").read_text(encoding="utf-8")
    found = parse_hierarchy(tree.encode(), size)

    def kind(element: Element) -> str:
        said = f"{element.role} {element.name}"
        return next((kind for words, kind in kinds.items() if re.match(words, said)), "")

    what = {element.bounds: kind(element) for element in choose(found.elements, size)}
    return Page(found.package, pair, pair, size, tree, what)
