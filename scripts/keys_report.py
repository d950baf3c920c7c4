"""How well element keys and screen fingerprints last, measured on the pocket phone's own truth.

Every page of `gallery.yaml` is seen once as reference, and once under each variation: another
size, density, font scale, language, theme, place in its list, content. A document is written for
each numbered element of the references; then each numbered element of a varied page is looked up.
What an element is says the widget's own ref (`adb shell pocketphone tree`), never a key of ours:

    found       the document of the same ref is given, of those that have one on the reference page
    wrong       that of another ref is given, of all that are given
    unsaid      and does not say that it was learned on another row of its list
    told apart  the page is taken for another one, of all pages

In a list refs are compared up to the row's own part: `alarm/2` and `alarm/5` are one kind of row,
and so are the rows whose whole ref is their title. The same is measured with every resource id
taken out of the trees, and, as "half explored", where only each second element was documented.

Where the corpus is at hand (CORPUS, or ../shared/corpus beside the checkout), its pages that were
seen on a phone and on a tablet are measured alike, each way; what is what there, a person says.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from appagent.knowledge.store import DocStore, Provenance
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.keys import SAME_SCREEN, fingerprint, likeness
from appagent.screen.marks import choose
from appagent.screen.values import Element
from scripts.gallery import Ways
from scripts.pages import CORPUS, HERE, REFERENCE, Page, looked_at, seen_on_both

_ID = re.compile(r' resource-id="[^"]*"')


@dataclass(frozen=True, slots=True)
class Read:
    """A page as appagent understands it: what is numbered, each with what it truly is."""

    page: Page
    fingerprint: frozenset[str]
    elements: Sequence[tuple[Element, str]]  # "" for what has no ref


@dataclass(slots=True)
class Score:
    """Numbered elements that were looked up, and pages that were compared."""

    found: int = 0
    lost: int = 0
    wrong: int = 0
    unsaid: int = 0  # of the wrong
    pages: int = 0
    told_apart: int = 0  # though they are one page
    mistakes: list[str] = field(default_factory=list)

    def __add__(self, other: Score) -> Score:
        return Score(
            self.found + other.found,
            self.lost + other.lost,
            self.wrong + other.wrong,
            self.unsaid + other.unsaid,
            self.pages + other.pages,
            self.told_apart + other.told_apart,
            self.mistakes + other.mistakes,
        )

    @property
    def figures(self) -> dict[str, float]:
        return {
            "looked_up": self.found + self.lost,
            "found_share": self.found / max(1, self.found + self.lost),
            "wrong_share": self.wrong / max(1, self.found + self.wrong),
            "unsaid_share": self.unsaid / max(1, self.found + self.wrong),
            "pages": self.pages,
            "told_apart_share": self.told_apart / max(1, self.pages),
        }


@dataclass(frozen=True, slots=True)
class Measures:
    """The figures of one kind of phone."""

    scores: Mapping[str, Score]  # by look
    pairs: int  # of different pages of one app
    alike: Sequence[str]  # those that were taken for one

    @property
    def figures(self) -> dict[str, Any]:
        return {
            "looks": {look: told.figures for look, told in self.scores.items()},
            "different_pages": self.pairs,
            "taken_for_one_share": len(self.alike) / max(1, self.pairs),
        }


def read(page: Page, *, ids: bool) -> Read:
    """What appagent makes of a page, with its resource ids or without."""
    tree = page.tree if ids else _ID.sub("", page.tree)
    elements = parse_hierarchy(tree.encode(), page.size).elements
    numbered = choose(elements, page.size)
    told = [(e, page.kinds.get(e.bounds, "")) for e in numbered]
    return Read(page, fingerprint(elements, page.language), told)


def document(store: DocStore, pages: Iterable[Read]) -> None:
    """Write down for each numbered element what it is, as exploring page after page would with a
    judge that is right: a row is said to do what another one does where both are of one kind."""
    for seen in pages:
        for element, kind in seen.elements:
            at = seen.page.package, element, seen.fingerprint
            others = store.candidates(*at, "tap", "auto")
            if not kind or (not others and kind == given(store, seen, element)[0]):
                continue
            same = (doc for doc in others if doc.uses["tap"]["auto"].text == kind)
            store.record(*at, "tap", kind, Provenance("auto"), next(same, None))


def given(store: DocStore, seen: Read, element: Element) -> tuple[str, str]:
    """What the document that is found for an element says it is, and of which other row; "" where
    none is found, or it says so of no other."""
    doc = store.find(seen.page.package, element, seen.fingerprint)
    note = doc.note("tap") if doc else None
    return (note.text, note.learned_on) if note else ("", "")


def score(store: DocStore, reference: Read, seen: Read) -> Score:
    """How the documents fit a page that was seen under a variation."""
    out = Score(pages=1)
    if likeness(reference.fingerprint, seen.fingerprint) < SAME_SCREEN:
        out.told_apart = 1
        out.mistakes.append(f"{seen.page.way}: taken for another page")
    documented = {kind for _, kind in reference.elements if kind}
    for element, kind in seen.elements:
        said, other = given(store, seen, element)
        if said and said == kind:
            out.found += 1
            continue
        lost = kind in documented
        out.lost += lost
        out.wrong += bool(said)
        out.unsaid += bool(said and not other)
        if lost or said:
            what = kind or "what has no ref"
            told = f"that of {said}" if said else "none"
            out.mistakes.append(f"{seen.page.way}: {what} is given {told}: {element.key}")
    return out


def confused(pages: Iterable[Read]) -> tuple[int, list[str]]:
    """How many pairs of different pages of one app there are, and those taken to be one."""
    pairs = [
        (one, other)
        for one, other in combinations(pages, 2)
        if one.page.package == other.page.package and one.page.name != other.page.name
    ]
    return len(pairs), [
        f"{one.page.way} = {other.page.way}"
        for one, other in pairs
        if likeness(one.fingerprint, other.fingerprint) >= SAME_SCREEN
    ]


def measured(seen: Mapping[str, Sequence[Page]], *, ids: bool) -> Measures:
    """All of it, with the resource ids of the phone or without."""
    reads = {look: [read(page, ids=ids) for page in pages] for look, pages in seen.items()}
    references = {each.page.way: each for each in reads[REFERENCE.name]}
    halves = {way: replace(page, elements=page.elements[::2]) for way, page in references.items()}
    scores = _scores(references, reads)
    scores["all but reference"] = _varied(scores)
    scores["half explored"] = _varied(_scores(halves, reads))
    return Measures(scores, *confused(references.values()))


def _scores(
    references: Mapping[str, Read], looks: Mapping[str, Iterable[Read]]
) -> dict[str, Score]:
    """By look, how the documents of the references fit."""
    with TemporaryDirectory() as folder:
        store = DocStore(Path(folder))
        document(store, references.values())
        return {
            look: sum((score(store, references[page.page.way], page) for page in pages), Score())
            for look, pages in looks.items()
        }


def _varied(scores: Mapping[str, Score]) -> Score:
    return sum((told for look, told in scores.items() if look != REFERENCE.name), Score())


def table(title: str, measures: Measures) -> Iterator[str]:
    """The figures as lines for a person."""
    columns = "looked up   found   wrong  unsaid   pages  told apart"
    yield title
    yield f"{columns:>72}"
    for look, told in measures.scores.items():
        f = told.figures
        yield (
            f"{look:18}{f['looked_up']:>10}{f['found_share']:>8.3f}{f['wrong_share']:>8.4f}"
            f"{f['unsaid_share']:>8.4f}"
            f"{f['pages']:>8}{f['told_apart_share']:>12.3f}"
        )
    yield f"different pages taken for one: {len(measures.alike)} of {measures.pairs} pairs\n"


def main() -> int:
    options = _options()
    ways: Ways = yaml.safe_load((HERE / "gallery.yaml").read_text(encoding="utf-8"))
    sights = {"": looked_at({app: ways[app] for app in options.apps or ways})}
    if CORPUS.is_dir() and not options.apps:
        phones, tablets = seen_on_both(CORPUS)
        sights["corpus, phone first, "] = {REFERENCE.name: phones, "tablet": tablets}
        sights["corpus, tablet first, "] = {REFERENCE.name: tablets, "phone": phones}
    kinds = {
        f"{title}{'with' if ids else 'without'} ids": measured(seen, ids=ids)
        for title, seen in sights.items()
        for ids in (True, False)
    }
    if options.json:
        print(json.dumps({title: m.figures for title, m in kinds.items()}, indent=2))
        return 0
    for title, measures in kinds.items():
        mistakes = [
            f"{look}: {told}" for look, one in measures.scores.items() for told in one.mistakes
        ]
        print(*table(title, measures), *[*mistakes, *measures.alike] * options.list, sep="\n")
    if not CORPUS.is_dir():
        print(f"no real pages: there is no {CORPUS}", file=sys.stderr)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--apps", nargs="+", metavar="APP", help="these apps only")
    parser.add_argument("--list", action="store_true", help="every mistake too")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
