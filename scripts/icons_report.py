"""How well icons are told by their pixels: what the pictures of named controls tell.

The icons of the corpus are those of real apps. The pocket phone's are of one of the families that
the classifier learned from, so that they show what is lost to backgrounds, sizes and badges only.

    icons      buttons and pictures no larger than an icon, with a name in the tree
    told       those of which the picture tells something
    precision  of those, the ones that it tells right, by their names or, in `SEEN`, by eye
    recall     of the icons that show what the classifier knows, the ones that it tells

A name that agrees with nothing is listed: the eye decides, and `--out` draws it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from time import process_time

import cv2
import numpy as np
import yaml

from appagent.errors import UsageError
from appagent.geometry import Size
from appagent.screen.describe import phrase
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.icons import classify
from appagent.screen.marks import find_marks
from appagent.screen.nameless import tell_nameless
from appagent.screen.naming import UNTOLD
from appagent.screen.saved import load_screen
from appagent.screen.values import App, Element, Image, Screen
from pocketphone.phone import Phone
from scripts.gallery import SEED, Ways, take
from scripts.icon_fonts import read_table
from scripts.pages import CORPUS

HERE = Path(__file__).resolve().parent
MOST_SHARE = 0.2  # of the screen's shorter side: what is larger or wider is no icon
SEEN = HERE / "icons_seen.yaml"
TILE_PX, ACROSS = 96, 10


@dataclass(frozen=True, slots=True)
class Told:
    """What the picture of a named control tells."""

    where: str
    name: str
    word: str  # "" for nothing
    picture: Image
    right: bool | None  # None: its name does not tell
    known: bool  # whether it is of a kind that the classifier knows, by its name or by eye

    def __str__(self) -> str:
        return f"{self.where}: {self.name!r} is told as {self.word!r}"


class Judge:
    """Compares words with names, by the table and by what was seen."""

    def __init__(self) -> None:
        table = read_table()
        self._words = {
            word: {word, *names, *table["called"].get(word, ())}
            for word, names in table["icons"].items()
        }
        self._seen = yaml.safe_load(SEEN.read_text("utf-8"))

    def told(self, where: str, element: Element, picture: Image) -> Told:
        word = classify(picture)
        seen = self._seen.get(where, {}).get(element.name)  # what a person sees there
        fits = {known for known in self._words if self._says(element.name, known)}
        truth = {seen} if seen is not None else fits
        right = word in truth if truth else None
        return Told(where, element.name, word, picture, right, bool(truth - {""}))

    def _says(self, name: str, word: str) -> bool:
        said = " ".join(re.findall(r"\w+", name.casefold()))
        return any(f" {each.casefold()} " in f" {said} " for each in self._words[word])


def real_screens(corpus: Path) -> Iterator[tuple[str, Screen]]:
    """The screens of the corpus that have a picture."""
    for dump in sorted(corpus.glob("*.xml")):
        if (shot := dump.with_suffix(".png")).exists():
            try:
                yield dump.stem, load_screen(dump, shot)[0]
            except UsageError as err:
                print(err, file=sys.stderr)


def pocket_screens() -> Iterator[tuple[str, Screen]]:
    """The pages of the pocket phone's gallery, light and dark."""
    apps: dict[str, Ways] = yaml.safe_load((HERE / "gallery.yaml").read_text("utf-8"))
    for app, ways in apps.items():
        for name, steps in ways.items():
            theme = "dark" if len(name) % 2 else "light"
            phone = Phone(seed=SEED, theme=theme)
            phone.load({"screen": {"app": f"com.pocketphone.{app}"}})
            for step in steps:
                take(phone, step)
            image = np.asarray(phone.frame().convert("RGB"))
            size = Size(*image.shape[1::-1])
            elements = parse_hierarchy(phone.hierarchy().encode(), size).elements
            screen = Screen(image, App(*phone.focus), elements, datetime.now(UTC))
            yield f"{app}, {name}", tell_nameless(screen)


def icons(where: str, screen: Screen, judge: Judge) -> Iterator[Told]:
    """The icons with a name on a screen, and what their pictures tell."""
    most = MOST_SHARE * min(screen.size)
    for mark in find_marks(screen):
        element = mark.element
        if element is None or element.role not in ("button", "image") or element.text:
            continue
        bare = not element.name or element.name.endswith(UNTOLD)
        if bare or "tap" not in element.uses or max(element.bounds.size) > most:
            continue
        left, top, right, bottom = element.bounds.intersect(screen.size.rect)
        yield judge.told(where, element, screen.image[top:bottom, left:right])


def figures(told: Sequence[Told]) -> str:
    """The figures in a line."""
    said = [one for one in told if one.word]
    right = sum(one.right is True for one in said)
    judged = sum(one.right is not None for one in said)
    known = [one for one in told if one.known]
    found = sum(bool(one.word) and one.right is True for one in known)
    precision = f"{right / judged:.1%}" if judged else "-"
    recall = f"{found / len(known):.1%}" if known else "-"
    return (
        f"{len(told)} icons, {len(said)} told, {judged - right} wrong, "
        f"{len(said) - judged} to be looked at; "
        f"precision {precision}, recall {recall} of {len(known)}"
    )


def sheet(told: Sequence[Told], path: Path) -> None:
    """A picture of some icons, each with what it was told as and its name."""
    rows = -(-len(told) // ACROSS)
    page = np.full((rows * (TILE_PX + 40), ACROSS * (TILE_PX + 60), 3), 255, np.uint8)
    for number, one in enumerate(told):
        top, left = number // ACROSS * (TILE_PX + 40), number % ACROSS * (TILE_PX + 60)
        factor = TILE_PX / max(one.picture.shape[:2])
        small = cv2.resize(one.picture, None, fx=factor, fy=factor)
        page[top : top + small.shape[0], left : left + small.shape[1]] = small
        for line, text in enumerate((f"{number} {one.word or '-'}", one.name[:22])):
            at = (left + 2, top + TILE_PX + 14 + 16 * line)
            cv2.putText(page, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.imwrite(str(path), cv2.cvtColor(page, cv2.COLOR_RGB2BGR))


def report(title: str, screens: Iterable[tuple[str, Screen]], judge: Judge) -> list[Told]:
    """Prints the figures of some screens, and what stands in for names there. Returns the icons."""
    told: list[Told] = []
    nameless: list[str] = []
    spent_s = 0.0
    for where, screen in screens:
        told += icons(where, screen, judge)
        bare = replace(
            screen, elements=tuple(replace(e, icon="", place="") for e in screen.elements)
        )
        start = process_time()
        tell_nameless(bare)
        spent_s += process_time() - start
        for mark in find_marks(screen):
            if mark.element and (mark.element.icon or mark.element.place):
                nameless.append(f"{where}: {phrase(mark.element)}")
    print(f"{title}: {figures(told)}; the nameless took {spent_s * 1000:.0f} ms of CPU time in all")
    for one in told:
        if one.word and not one.right:
            print("  wrong" if one.right is False else "  look at", one)
    for line in nameless:
        print("  without a name", line)
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="the folder")
    parser.add_argument("--out", type=Path, help="the picture to write")
    parser.add_argument("--all", action="store_true", help="all that was told, on the picture")
    options = parser.parse_args()
    judge = Judge()
    told = report("corpus", real_screens(options.corpus), judge)
    told += report("pocket phone", pocket_screens(), judge)
    if options.out:
        sheet([one for one in told if one.word and (options.all or not one.right)], options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
