"""The page of an app's map: its pages as boxes, what leads from one to another as lines, and below
them each page in full. The page runs no script."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from appagent.knowledge.map import AppMap, Control, Edge, Page, Verb
from appagent.report.html import render
from appagent.report.layout import ENTRY, GRID, Line, Link, Spot, columns, lay_out, spread
from appagent.report.plain import plural
from appagent.texts import first_few, folded

BOX = 222  # px wide
_HEAD, _ROW, _FOOT = 2 * ENTRY, 3 * GRID, GRID  # px high
_PAD = 12  # px between the side of a box and its texts
_FONT = 12  # px
_BOLD = 1.25  # how much wider a title is
_BESIDE = 0.38  # of a line, at least: what stands at its right side, if both are long
_INFO = 5  # lines about what leads nowhere
_BY = 3  # of what leads to a page from another
_HUES = 4  # kinds of lines, by the page that they lead to
_ROUND, _HEAD_PX = 5, 6  # of a line: its corners, its arrow
_VERBS: dict[Verb, str] = {
    "tap": "", "long_press": "hold ", "swipe": "swipe ", "text": "type into ",
    "back": "", "enter": "",
}  # fmt: skip
_KEYS = {"back": "the back key", "enter": "the enter key"}


class Way(NamedTuple):
    """An edge of the map."""

    page: int
    to: int | None  # None for a page that the map has forgotten
    name: str  # of that page
    control: Control
    verb: Verb
    edge: Edge

    @property
    def label(self) -> str:
        """`hold alarm (a row)`, `(button)`, `the back key`."""
        return _VERBS[self.verb] + _called(self.control)

    @property
    def trouble(self) -> str:
        """What sets it apart: that it does something for good, or failed."""
        if self.edge.danger:
            return f"danger: {self.edge.danger}"
        return f"failed {self.edge.failed}x" if self.edge.failed else ""

    @property
    def is_key(self) -> bool:
        return self.verb == "back" or self.control.role == "key"


def map_page(known: AppMap, package: str) -> str:
    """The HTML of the map of an app."""
    pages = _ordered(known)
    ways = _ways(pages)
    links = [Link(w.page, w.to, w.is_key) for w in ways if w.to is not None]
    column = columns(len(pages), links)
    boxes = [
        _box(n, page, [w for w in ways if w.page == n], column) for n, page in enumerate(pages)
    ]
    drawn = [(way, below) for box in boxes for way, below in box.leaving]
    routes = [
        Line(way.page, way.to, below, hidden=_is_folded(way, column))
        for way, below in drawn
        if way.to is not None
    ]
    drawing = lay_out(column, [box.height for box in boxes], BOX, routes)
    order = sorted(range(len(pages)), key=drawing.boxes.__getitem__)  # column by column
    hues = _hues(column, order)
    far = _far(pages, links, column, known.start)
    lines = [
        _line(way, drawing.lines[n], routes[n], hues[routes[n].end])
        for n, (way, _) in enumerate(drawn)
    ]
    return render(
        "map.html",
        map={
            "app": package,
            "about": _about(known, len(pages), len(ways)),
            "drawing": drawing,
            "boxes": [{"n": n, "spot": drawing.boxes[n], "box": boxes[n]} for n in order],
            "lines": lines,
            "near": {n: _near(n, ways) for n in range(len(pages))},
            "pages": [_in_full(n, pages, ways, column, far[n]) for n in order],
            "looks": {each["look"] for each in lines},
            "width": BOX,
            "head": _HEAD,
        },
    )


def _ordered(known: AppMap) -> list[Page]:
    """The pages, the one that the app opens with first."""
    start = known.page(known.start) if known.start else None
    return sorted(known.pages, key=lambda page: page is not start)


def _hues(column: Sequence[int], order: Sequence[int]) -> dict[int, int]:
    """A hue for what leads to each page, another one than for the pages above and below it."""
    return {
        n: place % _HUES
        for each in set(column)
        for place, n in enumerate(n for n in order if column[n] == each)
    }


def _ways(pages: Sequence[Page]) -> list[Way]:
    places = {page.name: n for n, page in enumerate(pages)}
    return [
        Way(n, places.get(edge.to), edge.to, control, verb, edge)
        for n, page in enumerate(pages)
        for control in page.controls
        for verb, edge in control.edges.items()
    ]


def _about(known: AppMap, pages: int, ways: int) -> str:
    of = f"version {known.app_version}" if known.app_version else ""
    names = f"names in {known.language}" if known.language else ""
    last = max((page.seen for page in known.pages if page.seen), default=None)
    seen = f"last seen {last}" if last else ""
    return ", ".join(filter(None, (plural(pages, "page"), plural(ways, "way"), of, names, seen)))


def _called(control: Control) -> str:
    if control.role == "key":
        return _KEYS.get(control.name, control.name)
    if control.row:
        return f"a row: {control.name}" if control.name else f"a row ({control.role})"
    return control.name or f"({control.called or control.role or 'no name'})"


def _near(page: int, ways: Sequence[Way]) -> list[int]:
    """The pages beside one, by ways from or to it."""
    of = {w.to for w in ways if w.page == page} | {w.page for w in ways if w.to == page}
    return sorted(n for n in of if n is not None and n != page)


# --- boxes ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Text:
    """A line of a box, with what stands at its right side."""

    y: int
    text: str
    right: str = ""
    look: str = ""


@dataclass(frozen=True, slots=True)
class _Box:
    name: str
    title: str
    kind: str
    is_start: bool
    height: int
    texts: tuple[_Text, ...]
    tip: str
    leaving: tuple[tuple[Way, int], ...] = field(default=())  # ways, and where below its top


def _is_folded(way: Way, column: Sequence[int]) -> bool:
    """Whether a way leads back, so that no line is drawn for it until its page is pointed at."""
    assert way.to is not None
    return not way.trouble and (way.is_key or column[way.to] < column[way.page])


def _box(number: int, page: Page, ways: Sequence[Way], column: Sequence[int]) -> _Box:
    open_ways = [w for w in ways if w.to is None or not _is_folded(w, column)]
    texts, leaving, y = list[_Text](), list[tuple[Way, int]](), _HEAD + _ROW // 2
    for way in sorted(open_ways, key=lambda w: _place(w, column)):
        ahead = way.to is not None and column[way.to] == column[number] + 1
        right = way.trouble or ("" if ahead else f"\N{RIGHTWARDS ARROW} {way.name}")
        look = "bad" if way.edge.danger else "dim" if way.trouble or way.to is None else ""
        texts.append(_fit(y, way.label, right, look))
        if way.to is not None:
            leaving.append((way, y))
        y += _ROW
    back = [w for w in ways if w.to is not None and _is_folded(w, column)]
    back.sort(key=lambda w: column[w.to or 0], reverse=True)
    for name, found in groupby(back, key=lambda w: w.name):
        same = list(found)
        label = f"\N{LEFTWARDS ARROW} {name}"
        texts.append(_fit(y, label, ", ".join(w.label for w in same), "dim"))
        leaving += ((way, y) for way in same)
        y += _ROW
    for line in _wrapped("; ".join(_contents(page)), _INFO):
        texts.append(_Text(y, line, look="dim"))
        y += _ROW
    kind = "" if page.kind == "page" else page.kind
    title = _cut(page.name, BOX - 2 * _PAD - (_width(kind) + 8 if kind else 0), _BOLD)
    return _Box(
        name=page.name,
        title=title,
        kind=kind,
        is_start=number == 0,
        height=y - _ROW // 2 + _FOOT,
        texts=tuple(texts),
        tip=f"{page.name}: {page.kind}, {plural(len(page.controls), 'control')}",
        leaving=tuple(leaving),
    )


def _place(way: Way, column: Sequence[int]) -> tuple[bool, bool]:
    """What leads ahead comes first, what harms or failed last."""
    ahead = way.to is not None and column[way.to] > column[way.page]
    return bool(way.trouble), not ahead


def _contents(page: Page) -> Iterator[str]:
    """What stands on a page and leads nowhere: `switches: Wi-Fi, Sound`, `rows: alarm`."""
    for role, names in _by_role(page).items():
        yield f"{role}: {', '.join(names)}"
    if page.shows:
        yield f"shows {', '.join(page.shows)}"


def _by_role(page: Page) -> dict[str, list[str]]:
    """The names of the controls that lead nowhere, by their role, and the kinds of rows."""
    found: dict[str, list[str]] = defaultdict(list)
    for control in page.controls:
        if control.edges or control.role == "key":
            continue
        role = control.role or "control"
        if control.row:
            found["rows"].append(f"{control.name} ({role})" if control.name else role)
        else:
            found[_plural(role)].append(control.name or (control.called and f"({control.called})"))
    rows = found.pop("rows", None)
    return {role: _named(names) for role, names in found.items()} | (
        {"rows": list(dict.fromkeys(rows))} if rows else {}
    )


def _named(names: Sequence[str]) -> list[str]:
    nameless = names.count("")
    told = list(dict.fromkeys(filter(None, names)))
    return [*told, *([f"{nameless} without a name"] if nameless else [])]


def _plural(role: str) -> str:
    if role.endswith(("ch", "x", "s")):
        return f"{role}es"
    return f"{role[:-1]}ies" if role.endswith("y") else f"{role}s"


def _fit(y: int, text: str, right: str, look: str) -> _Text:
    """A line whose two texts have room beside each other."""
    room = BOX - 2 * _PAD - 8
    wide, beside = _width(text), _width(right)
    if wide + beside <= room:
        return _Text(y, text, right, look)
    right = _cut(right, max(room - wide, room * _BESIDE))
    return _Text(y, _cut(text, room - _width(right)), right, look)


def _wrapped(text: str, most: int) -> list[str]:
    """The text in lines of a box, the last of which may end in an ellipsis."""
    room, lines = BOX - 2 * _PAD, list[str]()
    for word in text.split():
        if lines and _width(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    more = len(lines) > most
    shown = [*lines[: most - 1], " ".join(lines[most - 1 :])] if more else lines
    return [_cut(line, room) for line in shown]


def _cut(text: str, room: float, scale: float = 1) -> str:
    """The text, or as much of its beginning as has room."""
    if _width(text) * scale <= room:
        return text
    kept, wide = "", _width("…") * scale
    for letter in text:
        wide += _width(letter) * scale
        if wide > room:
            break
        kept += letter
    return f"{kept.rstrip()}…"


def _width(text: str) -> float:
    """How wide a text is at most in px, in any common typeface without serifs."""
    return _FONT * sum(map(_em, text))


def _em(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    if letter in "iljtfrI.,:;'|!()[] ":
        return 0.36
    if letter in "mwMW@%—…→←":
        return 0.98
    if letter.isascii():
        return 0.7 if letter.isupper() else 0.6
    return 0.75 if letter.isprintable() else 3.6  # spelled out: \\u202e


# --- lines ----------------------------------------------------------------------------------------


def _line(way: Way, corners: Sequence[Spot], line: Line, hue: int) -> dict[str, object]:
    before, tip = corners[-2], corners[-1]
    into = 1 if tip.x > before.x else -1
    base = tip.x - into * _HEAD_PX
    looks = "danger" if way.edge.danger else "failed" if way.edge.failed else ""
    return {
        "from": way.page,
        "to": line.end,
        "look": looks or ("folded" if line.hidden else f"hue-{hue}"),
        "path": _rounded([*corners[:-1], Spot(base, tip.y)]),
        "arrow": f"M{tip.x} {tip.y}L{base} {tip.y - 4}L{base} {tip.y + 4}Z",
    }


def _rounded(corners: Sequence[Spot]) -> str:
    """The corners as the path of a line that turns softly."""
    parts = [f"M{corners[0].x} {corners[0].y}"]
    for before, at, after in zip(corners, corners[1:], corners[2:], strict=False):
        first, last = _toward(at, before), _toward(at, after)
        parts.append(f"L{first.x} {first.y}Q{at.x} {at.y} {last.x} {last.y}")
    return "".join((*parts, f"L{corners[-1].x} {corners[-1].y}"))


def _toward(at: Spot, other: Spot) -> Spot:
    """The spot where a line begins to turn, at most half of its way to the other corner."""

    def near(here: int, there: int) -> int:
        return here + max(-_ROUND, min(_ROUND, (there - here) // 2))

    return Spot(near(at.x, other.x), near(at.y, other.y))


# --- in words -------------------------------------------------------------------------------------


def _in_full(
    number: int, pages: Sequence[Page], ways: Sequence[Way], column: Sequence[int], far: str
) -> dict[str, object]:
    page = pages[number]
    own = [way for way in ways if way.page == number]
    every = [way for way in ways if way.to == number and way.page != number]
    open_ways = [way for way in every if not _is_folded(way, column)]
    led = defaultdict[int, dict[str, None]](dict)  # what leads here from each page, each once
    for way in open_ways or every:
        led[way.page][way.label] = None
    return {
        "n": number,
        "name": page.name,
        "kind": page.kind,
        "far": far,
        "from": [
            {"n": n, "name": pages[n].name, "by": ", ".join(first_few([*led[n]], _BY))}
            for n in sorted(led)
            if number
        ],
        "ways": [_told(way, column) for way in sorted(own, key=lambda w: _place(w, column))],
        "controls": [
            (role, ", ".join(first_few(each, 40))) for role, each in _by_role(page).items()
        ],
        "shows": ", ".join(page.shows),
    }


def _far(
    pages: Sequence[Page], links: Sequence[Link], column: Sequence[int], start: str
) -> list[str]:
    """How far each page is from the one that the app opens with, in words; where none is called so,
    from any that ways begin at."""
    begun = {n for n, page in enumerate(pages) if page.name == start}
    reached = dict[int, int]()
    spread(reached, begun or {link.start for link in links}, links)
    led = {link.end for link in links if link.start in reached}
    return [
        "opens first" if n in begun
        else f"{plural(column[n], 'step')} from the start" if n in led
        else "no way to it is known"
        for n in range(len(pages))
    ]  # fmt: skip


def _told(way: Way, column: Sequence[int]) -> dict[str, object]:
    control = way.control
    role = "" if control.role == "key" or not (control.name or control.row) else control.role
    also = f"also called {', '.join(control.also)}" if control.also else ""
    walked = f"walked {way.edge.held}x" if way.edge.held > 1 else ""
    return {
        "label": way.label,
        "role": "" if role and folded(role) in folded(way.label) else role,
        "to": way.to,
        "name": way.name,
        "lost": way.to is None,
        "back": way.to is not None and _is_folded(way, column),
        "trouble": way.trouble,
        "is_danger": way.edge.danger is not None,
        "notes": ", ".join(filter(None, (also, walked))),
    }
