"""The page of a map: all pages and ways are on it, nothing lies on anything else, and what an app
said is text and no more."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as parser

from appagent.knowledge.map import AppMap, Control, Edge, Page
from appagent.report.layout import GRID, Drawing, Line, Link, columns, lay_out
from appagent.report.map import BOX, map_page
from appagent.report.map import _cut as cut
from appagent.report.map import _width as width

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)></style></svg>{{ 7 * 7 }}\u202e'
PACKAGE = "com.example.notes"


def control(name: str, to: str = "", verb: str = "tap", **about: object) -> Control:
    edge = {k: about.pop(k) for k in ("danger", "failed", "held") if k in about}
    edges = {verb: Edge.model_validate({"to": to} | edge)} if to else {}
    values = {"key": f"#{name}", "role": "button", "name": name, "edges": edges} | about
    return Control.model_validate(values)


def small() -> AppMap:
    """Six pages with a way of each kind."""
    return AppMap(
        start="Notes",
        app_version="2.1",
        language="en-US",
        pages=(
            Page(
                name="Settings",
                shows=("version",),
                controls=(
                    control("Navigate up", "Notes"),
                    control("Theme", "Theme"),
                    control("Wi-Fi only", role="switch"),
                    control("", role="switch"),
                    control("account", role="item", row=True),
                ),
            ),
            Page(
                name="Notes",
                controls=(
                    control("Settings", "Settings", held=3),
                    control("note", "Note", role="item", row=True),
                    control("note", "Marked", "long_press", role="item", row=True),
                    control("Old", "A page that is gone"),
                ),
            ),
            Page(
                name="Note",
                controls=(
                    control("Delete", "Gone", danger="delete"),
                    control("Share", "Settings", failed=2),
                    Control(role="key", name="back", edges={"back": Edge(to="Notes")}),
                ),
            ),
            Page(name="Theme", kind="dialog", controls=(control("Cancel", "Settings"),)),
            Page(name="Marked"),
            Page(name="Gone"),
            Page(name="Widget", controls=(control("Open", "Note"),)),
        ),
    )


def large(seed: int = 1, pages: int = 40, more: int = 55) -> AppMap:
    """Forty pages, each reached from one before it, ways back from most, and others across."""
    random = Random(seed)
    names = [f"Page {n}" if n % 5 else f"A page of quite a long name, {n}" for n in range(pages)]
    controls: dict[int, list[Control]] = {n: [] for n in range(pages)}
    depth = {0: 0}

    def lead(start: int, end: int, name: str, **about: object) -> None:
        key = f"#{start}-{len(controls[start])}"
        controls[start].append(control(name, names[end], key=key, **about))

    for n in range(1, pages):
        start = random.choice([m for m in range(n) if depth[m] < 4][: max(6, n // 2)])
        depth[n] = depth[start] + 1
        lead(start, n, f"Open {names[n]}")
        if random.random() < 0.7:
            lead(n, start, "Navigate up")
    for _ in range(more):
        start, end = random.sample(range(pages), 2)
        kind = random.random()
        trouble = {"failed": 2} if kind > 0.9 else {"danger": "send"} if kind > 0.8 else {}
        lead(start, end, random.choice(["Go on", "", names[end]]), **trouble)
    for n in range(pages):
        controls[n] += [control(f"Thing {k}", role="switch") for k in range(random.randrange(12))]
    return AppMap(
        start=names[0],
        pages=tuple(Page(name=names[n], controls=tuple(controls[n])) for n in range(pages)),
    )


def parsed(known: AppMap) -> parser.HtmlElement:
    return parser.fromstring(map_page(known, PACKAGE))


def text(tree: parser.HtmlElement) -> str:
    return " ".join(tree.text_content().split())


def article(tree: parser.HtmlElement, name: str) -> str:
    (found,) = (each for each in tree.xpath("//article") if each.find("h3").text == name)
    return text(found)


def box(tree: parser.HtmlElement, name: str) -> str:
    found = tree.xpath(f"//a[@class and starts-with(@aria-label, '{name}:')]/svg")
    assert len(found) == 1
    return text(found[0])


def test_each_page_is_told_in_full() -> None:
    tree = parsed(small())
    about = f"Map of {PACKAGE} 7 pages, 11 ways, version 2.1, names in en-US"
    assert text(tree.find(".//header")) == about
    titles = [each.text for each in tree.xpath("//article/h3")]
    assert titles == ["Notes", "Widget", "Settings", "Note", "Marked", "Theme", "Gone"]
    told = article(tree, "Notes")
    assert "page, opens first" in told
    assert "Settings button → Settings walked 3x" in told
    assert "a row: note item → Note" in told
    assert "hold a row: note item → Marked" in told
    assert "Old button → A page that is gone (no longer on the map)" in told
    told = article(tree, "Settings")
    assert "page, 1 step from the start" in told
    assert "reached from Notes by Settings; Note by Share" in told
    assert "Navigate up button ← Notes" in told
    assert "switches: Wi-Fi only, 1 without a name rows: account (item) shows: version" in told
    told = article(tree, "Note")
    assert "Delete button → Gone danger: delete" in told
    assert "Share button → Settings failed 2x" in told
    assert "the back key ← Notes" in told
    assert "no way to it is known" in article(tree, "Widget")


def test_all_that_leads_to_a_page_is_told_and_the_nameless_by_its_picture() -> None:
    pen, heart = control("", "Edit", sign="pen icon (small)"), control("", sign="heart icon")
    here = (control("Add", "Edit"), pen, control("alarm", "Edit", row=True), heart)
    known = AppMap(start="Alarms", pages=(Page(name="Alarms", controls=here), Page(name="Edit")))
    told = " ".join(parser.fromstring(map_page(known, PACKAGE)).text_content().split())
    assert "by Add, (pen icon), a row: alarm" in told
    assert "(heart icon)" in told


def test_what_no_way_from_the_start_leads_to_is_told() -> None:
    known = small().model_copy(update={"start": "Theme"})
    assert "opens first" in article(parsed(known), "Theme")
    assert "no way to it is known" in article(parsed(known), "Widget")
    lost = small().model_copy(update={"start": "Nowhere"})
    assert "opens first" not in map_page(lost, PACKAGE)
    apart = (Page(name="A"), Page(name="B", controls=(control("Go", "C"),)), Page(name="C"))
    tree = parsed(AppMap(start="A", pages=apart))
    assert "no way to it is known" in article(tree, "C"), "nothing leads to B, where C is opened"


def test_links_lead_to_the_pages() -> None:
    tree = parsed(small())
    ids = {each.get("id") for each in tree.xpath("//*[@id]")}
    links = [each.get("href").removeprefix("#") for each in tree.xpath("//a")]
    assert links
    assert set(links) <= ids
    assert len(ids) == len(tree.xpath("//*[@id]"))


def test_ways_are_drawn_by_what_they_are() -> None:
    tree = parsed(small())
    drawn = [each.get("class") for each in tree.xpath("//g[starts-with(@class, 'line ')]")]
    assert len(drawn) == 10, "all but the one to a page that is gone"
    assert sum("danger" in each for each in drawn) == 1
    assert sum("failed" in each for each in drawn) == 1
    assert sum("folded" in each for each in drawn) == 3, "Navigate up, the back key, Cancel"
    legend = text(tree.xpath("//ul[@class='legend']")[0])
    assert "does something for good" in legend
    assert "← a way back" in legend


def test_a_box_tells_what_is_on_its_page() -> None:
    tree = parsed(small())
    assert box(tree, "Theme") == "Theme dialog ← Settings Cancel"
    told = box(tree, "Settings")
    assert told.startswith("Settings Theme ← Notes Navigate up switches: Wi-Fi only, 1 without")
    assert "Delete danger: delete" in box(tree, "Note")
    assert "Old → A page that is gone" in box(tree, "Notes")


def test_what_is_on_no_way_is_not_in_the_legend() -> None:
    calm = AppMap(start="A", pages=(Page(name="A", controls=(control("B", "B"),)), Page(name="B")))
    assert text(parsed(calm).xpath("//ul[@class='legend']")[0]) == "a way"


@pytest.mark.parametrize("known", [AppMap(), AppMap(pages=(Page(name=""),)), AppMap(start="gone")])
def test_a_map_of_next_to_nothing(known: AppMap) -> None:
    assert "Map of" in text(parsed(known))


def test_what_an_app_says_is_text() -> None:
    hostile = AppMap(
        app_version=HOSTILE,
        language=HOSTILE,
        start=HOSTILE,
        pages=(
            Page(
                name=HOSTILE,
                kind=HOSTILE,
                shows=(HOSTILE,),
                controls=(
                    control(HOSTILE, "There", role=HOSTILE, also=(HOSTILE,)),
                    control(HOSTILE, role=HOSTILE),
                    control(HOSTILE, role=HOSTILE, row=True),
                ),
            ),
            Page(name="There", controls=(control(HOSTILE, HOSTILE),)),
        ),
    )
    page = map_page(hostile, HOSTILE)
    tree = parser.fromstring(page)
    assert not tree.xpath("//script | //img | //*[@onerror]")
    assert "\u202e" not in page
    assert "49" not in text(tree.xpath("//article")[0])
    assert len(tree.xpath("//style")) == 2
    assert re.search(r"script-src 'none'", page)
    assert not tree.xpath("//@style"), "the policy forbids it"


@given(st.text(max_size=60), st.floats(0, 300), st.floats(1, 2))
def test_what_is_cut_has_room(name: str, room: float, scale: float) -> None:
    kept = cut(name, room, scale)
    assert kept == name or kept == "…" or width(kept) * scale <= room + 1e-6


# --- where things lie -----------------------------------------------------------------------------


Area = tuple[float, float, float, float]


def test_distances_go_by_what_leads_ahead() -> None:
    links = [Link(0, 1), Link(1, 2), Link(2, 0), Link(0, 2, back=True), Link(2, 3, back=True),
             Link(4, 1), Link(5, 6), Link(6, 5)]  # fmt: skip
    assert columns(7, links) == [0, 1, 2, 3, 0, 0, 1]
    assert columns(0, []) == []


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[int], list[int], list[Line]]:
    """Columns, heights and lines of some boxes."""
    count = draw(st.integers(1, 14))
    rows = draw(st.lists(st.integers(1, 6), min_size=count, max_size=count))
    heights = [36 + 18 * row + 6 for row in rows]
    box = st.integers(0, count - 1)
    lines, links = list[Line](), list[Link]()
    for start, end, back in draw(st.lists(st.tuples(box, box, st.booleans()), max_size=30)):
        row = sum(line.start == start for line in lines)
        if start != end and row < rows[start]:
            lines.append(Line(start, end, 36 + 18 * row + 9, hidden=back))
            links.append(Link(start, end, back))
    return columns(count, links), heights, lines


@settings(max_examples=150, deadline=None)
@given(graphs())
def test_nothing_lies_on_anything_else(graph: tuple[list[int], list[int], list[Line]]) -> None:
    column, heights, lines = graph
    check(lay_out(column, heights, BOX, lines), heights, lines)


def check(drawing: Drawing, heights: list[int], lines: list[Line]) -> None:
    areas = [(s.x, s.y, s.x + BOX, s.y + h) for s, h in zip(drawing.boxes, heights, strict=True)]
    for one, other in combinations(areas, 2):
        assert not meet(one, other), "two boxes"
    for left, top, right, bottom in areas:
        assert left >= 0 <= top
        assert right <= drawing.width
        assert bottom <= drawing.height
    for corners in drawing.lines:
        for one, other in pairwise(corners):
            assert one.x == other.x or one.y == other.y
            part = spanned(one, other)
            assert not any(meet(part, area) for area in areas), "a line and a box"
            assert part[0] >= 0 <= part[1]
            assert part[2] <= drawing.width
            assert part[3] <= drawing.height
    for hidden in (False, True):
        ends: dict[int, list[Area]] = defaultdict(list)
        for line, corners in zip(lines, drawing.lines, strict=True):
            if line.hidden == hidden:
                ends[line.end] += (spanned(one, other) for one, other in pairwise(corners))
        for one, other in combinations(ends, 2):
            assert not any(along(a, b) for a in ends[one] for b in ends[other]), "two lines"


def spanned(one: tuple[int, int], other: tuple[int, int]) -> Area:
    (x, y), (a, b) = one, other
    return min(x, a), min(y, b), max(x, a), max(y, b)


def meet(one: Area, other: Area) -> bool:
    """Whether their insides do: a line begins and ends at the edge of a box."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def along(one: Area, other: Area) -> bool:
    """Whether two lines lie on each other for a while; they may cross."""
    both_upright = one[0] == one[2] == other[0] == other[2]
    both_level = one[1] == one[3] == other[1] == other[3]
    if both_upright:
        return min(one[3], other[3]) > max(one[1], other[1])
    return both_level and min(one[2], other[2]) > max(one[0], other[0])


@pytest.mark.parametrize("seed", range(5))
def test_forty_pages_are_drawn_without_a_tangle(seed: int) -> None:
    tree = parsed(large(seed))
    boxes = list(drawn_boxes(tree))
    assert len(boxes) == 40
    for one, other in combinations(boxes, 2):
        assert not meet(one, other)
    for path in tree.xpath("//g[starts-with(@class, 'line ')]/path[1]"):
        numbers = [int(n) for n in re.findall(r"\d+", path.get("d"))]
        spots = list(zip(numbers[::2], numbers[1::2], strict=True))
        for one, other in pairwise(spots):
            assert not any(meet(spanned(one, other), area) for area in boxes)


def drawn_boxes(tree: parser.HtmlElement) -> Iterator[Area]:
    for each in tree.xpath("//a[starts-with(@class, 'box')]/svg"):
        x, y, wide, high = (int(each.get(name)) for name in ("x", "y", "width", "height"))
        assert y % 2 == 0
        assert high % GRID == 0
        yield x, y, x + wide, y + high
