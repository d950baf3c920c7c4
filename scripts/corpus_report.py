"""The marks on real screens, measured: a page of HTML, and the figures as text or JSON.

The screens are not in the repository: CORPUS, or ../shared/corpus beside the checkout, holds each
dump as `NAME.xml`, some with their screenshot as `NAME.png`. What a person would mark stands for
some of them in `tests/screen/annotations`.
"""

from __future__ import annotations

import argparse
import json
import sys
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from appagent.errors import UsageError
from appagent.geometry import Rect, Size
from appagent.screen import nodes
from appagent.screen.describe import phrase, view_lines
from appagent.screen.marks import mark
from appagent.screen.overlay import encode, resize, tag_places
from appagent.screen.saved import load_screen
from appagent.screen.shapes import add_shapes
from appagent.screen.values import Element, Image
from scripts.agreement import (
    Agreement,
    Blind,
    Box,
    Legibility,
    blind,
    compare,
    legibility,
    read,
    total,
)
from scripts.keys_report import Score, measured
from scripts.pages import CORPUS, REFERENCE, seen_on_both

HERE = Path(__file__).resolve().parent
ANNOTATIONS = HERE.parent / "tests" / "screen" / "annotations"
WIDTH_PX = 720  # what a model gets
LARGE = 0.5  # of the screen: a list or a page, which any touch on it would hit
MISSED, EXTRA = (230, 0, 120), (255, 140, 0)  # RGB


@dataclass(frozen=True, slots=True)
class Seen:
    """One screen of the corpus; None where it has no screenshot, or was not annotated."""

    name: str
    marked: Sequence[Element]
    view: Image  # numbered; on grey where there is no screenshot
    lines: Sequence[str]  # what a model reads beside it
    legible: Legibility | None = None
    agreement: Agreement | None = None
    judged: Image | None = None  # with what was missed and what was too much
    blind: Blind | None = None  # by the pixels alone

    @property
    def extra(self) -> list[str]:
        places = self.agreement.extra if self.agreement else ()
        return [f"{phrase(self.marked[i])} {list(self.marked[i].bounds)}" for i in places]

    @property
    def missed(self) -> list[str]:
        boxes = self.agreement.missed if self.agreement else ()
        return [f"{box.what} {list(box.bounds)}" for box in boxes]


def see(dump: Path, annotations: Path = ANNOTATIONS) -> Seen:
    """A screen with its marks and measures. Raises: `UsageError` for a file that cannot be read."""
    shot, annotated = dump.with_suffix(".png"), annotations / f"{dump.stem}.yaml"
    screen = load_screen(dump, shot if shot.exists() else None)[0]
    view = mark(screen, width_px=WIDTH_PX)
    marked = [m.element for m in view.marks if m.element]
    seen = Seen(dump.stem, marked, view.image, view_lines(view))
    if not shot.exists():
        return seen
    plain = resize(screen.image, WIDTH_PX)
    factor = plain.shape[1] / screen.size.width
    texts = [box.scale(factor) for box in _texts(dump.read_bytes(), screen.size)]
    places = tag_places(screen.image, view.marks, width_px=WIDTH_PX)
    seen = replace(
        seen,
        legible=legibility(plain, view.image, texts, places),
        blind=blind(
            [m.bounds for m in view.marks if m.bounds.area < LARGE * screen.size.rect.area],
            [s.bounds for s in add_shapes(replace(screen, elements=(), tree="hidden")).shapes],
        ),
    )
    if not annotated.exists():
        return seen
    agreed = compare(read(annotated), [m.bounds for m in view.marks])
    extra = [view.marks[i].bounds for i in agreed.extra]
    return replace(seen, agreement=agreed, judged=_judged(plain, agreed.missed, extra, factor))


def _texts(xml: bytes, size: Size) -> list[Rect]:
    """Where the tree has a text of the app."""
    windows, _ = nodes.windows(nodes.read_root(xml)[0], size)
    every = (n for w in windows if not w.bar for n in (w.root, *w.root.below()))
    return [n.bounds for n in every if n.text.strip() and not n.children]


def _judged(plain: Image, missed: Sequence[Box], extra: Sequence[Rect], factor: float) -> Image:
    out = plain.copy()
    drawn = [(b.bounds, MISSED) for b in missed] + [(bounds, EXTRA) for bounds in extra]
    for bounds, color in drawn:
        left, top, right, bottom = bounds.scale(factor)
        cv2.rectangle(out, (left, top), (right - 1, bottom - 1), color, 3)
    return out


def data(image: Image) -> str:
    """The picture as a `data:` address."""
    return "data:image/jpeg;base64," + b64encode(encode(image, 70)).decode("ascii")


def summary(screens: Sequence[Seen]) -> dict[str, float]:
    """The figures of all screens."""
    agreed = total(s.agreement for s in screens if s.agreement)
    legible = [s.legible for s in screens if s.legible]
    text_px = sum(one.text_px for one in legible)
    tags_px = sum(one.tags_px for one in legible)
    unseen = [s.blind for s in screens if s.blind]
    marks, shapes = (
        max(1, sum(n)) for n in ([b.marks for b in unseen], [b.shapes for b in unseen])
    )
    return {
        "screens": len(screens),
        "with_screenshot": len(legible),
        "marks": sum(len(s.marked) for s in screens),
        "nameless": sum(not e.name for s in screens for e in s.marked),
        "annotated": sum(s.agreement is not None for s in screens),
        "boxes": agreed.found + len(agreed.missed),
        "recall": agreed.recall,
        "precision": agreed.precision,
        "text_hidden_share": sum(one.hidden_px for one in legible) / max(1, text_px),
        "tags_shared_share": sum(one.shared_px for one in legible) / max(1, tags_px),
        "screens_with_shared_tags": sum(one.shared_px > 0 for one in legible),
        "least_contrast": min((one.contrast for one in legible), default=21.0),
        "blind_recall": sum(b.same for b in unseen) / marks,
        "blind_precision": sum(b.same for b in unseen) / shapes,
        "blind_reached": sum(b.reached for b in unseen) / marks,
        "blind_landed": sum(b.landed for b in unseen) / shapes,
    }


def lasting(corpus: Path) -> dict[str, float]:
    """How the docs of one device fit the other, both ways, on the pages that were seen on two."""
    phones, tablets = seen_on_both(corpus)
    out: dict[str, float] = {"seen_on_both": len(phones)}
    for ids in (True, False):
        ways = ((phones, tablets), (tablets, phones))
        scores = (
            measured({REFERENCE.name: one, "other": other}, ids=ids).scores["other"]
            for one, other in ways
        )
        told = sum(scores, Score()).figures
        kind = "with_ids" if ids else "without_ids"
        out |= {f"found_{kind}": told["found_share"], f"wrong_{kind}": told["wrong_share"]}
    return out


def main(words: Sequence[str] | None = None) -> int:
    options = _options(words)
    dumps = sorted(options.corpus.glob("*.xml"))
    if not dumps:
        print(f"no dumps in {options.corpus}: name their folder with CORPUS", file=sys.stderr)
        return 2
    screens, unread = [], []
    for dump in dumps:
        try:
            screens.append(see(dump))
        except UsageError as err:
            unread.append(str(err))
    figures = summary(screens) | lasting(options.corpus)
    if options.json:
        print(json.dumps(figures, indent=2))
    else:
        for name, value in figures.items():
            print(f"{name.replace('_', ' '):26}{value:.4g}")
    pages = Environment(loader=FileSystemLoader(HERE), undefined=StrictUndefined, autoescape=True)
    page = pages.get_template("corpus_report.html").render(
        screens=screens, figures=figures, unread=unread, data=data
    )
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(page, encoding="utf-8")
    print(options.out, file=sys.stderr)
    return 0


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="the folder")
    parser.add_argument(
        "--out", type=Path, default=Path("runs/corpus.html"), help="the page to write"
    )
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
