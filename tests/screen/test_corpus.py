"""Real dumps and screenshots, where they are present: CORPUS, or ../shared/corpus."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from appagent.geometry import Size
from appagent.screen.describe import view_lines
from appagent.screen.hierarchy import Hierarchy, parse_hierarchy
from appagent.screen.keys import fingerprint, likeness
from appagent.screen.lines import parse_mark_line
from appagent.screen.marks import choose, mark
from appagent.screen.overlay import encode
from appagent.screen.saved import load_screen, screen_size
from appagent.screen.values import App, Image, Screen
from scripts.agreement import compare, total
from scripts.agreement import read as boxes
from scripts.keys_report import measured
from scripts.pages import CORPUS, REFERENCE, seen_on_both

from .trees import picture

DUMPS = sorted(CORPUS.glob("*.xml"))

pytestmark = pytest.mark.skipif(not DUMPS, reason=f"no dumps in {CORPUS}")

ANNOTATIONS = Path(__file__).parent / "annotations"
PHONE_AND_TABLET = ("003 004", "005 006", "007 008", "009 010", "011 012", "013 014", "015 016")
PAGES = ("005", "007", "009", "011", "013", "015", "017", "019")  # of one app, all different


def shot(path: Path) -> Image | None:
    """The screenshot that was taken with a dump."""
    png = path.with_suffix(".png")
    return picture(png) if png.exists() else None


def read(path: Path) -> tuple[Hierarchy, Size]:
    xml, image = path.read_bytes(), shot(path)
    if image is not None:
        size = Size(image.shape[1], image.shape[0])
    elif path.stem == "057_ivi-current-ui-source":  # one node of no size
        size = Size(1920, 957)
    else:
        size = screen_size(xml)
    return parse_hierarchy(xml, size), size


def dump(number: str) -> Hierarchy:
    return read(next(p for p in DUMPS if p.name.startswith(number)))[0]


@pytest.mark.parametrize("path", DUMPS, ids=lambda p: p.stem)
def test_a_real_dump_is_read_whole(path: Path) -> None:
    found, size = read(path)
    assert all(size.rect.contains(e.bounds) and not e.bounds.empty for e in found.elements)
    assert all(e.name or e.uses or e.value for e in found.elements), "nothing says nothing"
    touched = [e for e in found.elements if e.uses and max(e.bounds.size) * 45 >= min(size)]
    marked = choose(found.elements, size)
    assert len(marked) >= 0.7 * len(touched)
    assert max(Counter((e.bounds, e.uses) for e in marked).values(), default=1) == 1
    outside = [e.key for e in found.elements if "row" not in e.key.split("/")]
    assert len(outside) == len(set(outside)), "keys of what is no row are unique"


def test_the_marks_agree_with_what_was_read_off_the_screenshots() -> None:
    """The rules of the marks were mended on these very screens: this holds what was reached."""
    found = []
    for path in sorted(ANNOTATIONS.glob("*.yaml")):
        if not path.stem.endswith(".again"):
            dump = CORPUS / f"{path.stem}.xml"
            view = mark(load_screen(dump, dump.with_suffix(".png"))[0])
            found.append(compare(boxes(path), [m.bounds for m in view.marks]))
    assert len(found) == 20
    assert total(found).recall >= 0.99
    assert total(found).precision >= 0.965


def test_only_the_damaged_dump_needs_repair() -> None:
    noted = {p.stem: read(p)[0].notes for p in DUMPS}
    told = {stem: notes for stem, notes in noted.items() if notes}
    assert all("keyboard" in notes[0] for stem, notes in told.items() if "073" not in stem)
    (damaged,) = [notes for stem, notes in told.items() if stem.startswith("073")]
    assert len(damaged) == 2
    assert "text before the document: [DeviceManager]" in damaged[1]


@pytest.mark.parametrize("path", DUMPS[::4], ids=lambda p: p.stem)
def test_the_text_of_a_real_screen_reads_back(path: Path) -> None:
    found, size = read(path)
    image = shot(path)
    if image is None:
        pytest.skip("a dump without its screenshot")
    view = mark(Screen(image, App(found.package, ""), found.elements, datetime.now(UTC)))
    told = [parse_mark_line(text) for text in view_lines(view)]
    assert sum(1 for one in told if one is not None and one.label) == len(view.marks)
    assert min(view.image.shape[:2]) == min(720, *size)


@pytest.mark.parametrize("pair", PHONE_AND_TABLET)
def test_a_phone_and_a_tablet_give_one_page(pair: str) -> None:
    one, other = (fingerprint(dump(number).elements) for number in pair.split())
    assert likeness(one, other) >= 0.6


@pytest.mark.parametrize("first", ["phone", "tablet"])
def test_keys_of_a_phone_are_found_on_a_tablet(first: str) -> None:
    phones, tablets = seen_on_both(CORPUS)
    one, other = (phones, tablets) if first == "phone" else (tablets, phones)
    seen = {REFERENCE.name: one, "other": other}
    told = measured(seen, ids=True).scores["other"].figures
    assert told["looked_up"] > 150
    assert told["found_share"] >= 0.95
    assert told["wrong_share"] <= 0.01


def test_different_pages_of_an_app_are_told_apart() -> None:
    prints = [fingerprint(dump(number).elements) for number in PAGES]
    alike = [likeness(a, b) for i, a in enumerate(prints) for b in prints[i + 1 :]]
    assert max(alike) < 0.6


def test_seeing_takes_no_longer_than_a_blink() -> None:
    """Parse, mark, draw and encode; the goal is 30 ms on a desktop core, the bound is lenient."""
    path = next(p for p in DUMPS if p.name.startswith("017"))
    image, xml = shot(path), path.read_bytes()
    if image is None:
        pytest.skip("a dump without its screenshot")
    took = []
    for _ in range(7):
        start = time.process_time()
        found = parse_hierarchy(xml, Size(image.shape[1], image.shape[0]))
        view = mark(Screen(image, App(found.package, ""), found.elements, datetime.now(UTC)))
        encode(view.image)
        took.append(time.process_time() - start)
    assert statistics.median(took) < 0.15
