"""A screen from a few lines, for tables of cases: a tree as a phone prints it, read by the parser.

    app com.example.maps .Results           another app than that of `trees`
    bar #toolbar                            its parts stand side by side
      icon #up "Navigate up"                a picture with a description
      field #query "Search here" = "library" [focused]
    list #results                           its parts stand one below the other
      row "City Library" "Open" <- library  texts, then its controls at their right
        switch #onoff [on]
    keyboard (0 1500 1080 2400)

`#` is an id, `{search}` what its picture shows, `[hold]` what can be held, `<- NAME` how the table
calls it. Bounds are told where they matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from appagent.geometry import Rect
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.marks import find_marks
from appagent.screen.nameless import tell_nameless
from appagent.screen.values import App, Element, Mark, View
from tests.screen.trees import PACKAGE, SIZE, dump, node, screen

Box = tuple[int, int, int, int]

_TOKEN = re.compile(
    r'\s+(?:#(?P<id>\S+)|= "(?P<value>[^"]*)"|"(?P<text>[^"]*)"|\[(?P<flags>[a-z ]+)\]'
    r"|\{(?P<icon>[a-z ]+)\}|\((?P<bounds>[\d ]+)\)|<- (?P<name>\w+)|(?P<word>[\w.]+))"
)
_KINDS = {
    "text": ("TextView", ""),
    "button": ("Button", "clickable focusable"),
    "icon": ("ImageButton", "clickable focusable"),
    "chip": ("com.google.android.material.chip.Chip", "clickable checkable"),
    "field": ("EditText", "clickable focusable long-clickable"),
    "switch": ("Switch", "clickable checkable"),
    "star": ("ToggleButton", "clickable checkable"),
    "checkbox": ("CheckBox", "clickable checkable"),
    "radio": ("RadioButton", "clickable checkable"),
    "slider": ("SeekBar", "focusable"),
    "tab": ("LinearLayout", "clickable focusable"),
    "card": ("LinearLayout", "clickable focusable"),
    "row": ("LinearLayout", "clickable focusable"),
    "view": ("android.view.View", "clickable focusable"),  # as Flutter prints it
    "bar": ("LinearLayout", ""),
    "box": ("LinearLayout", ""),
    "scroll": ("ScrollView", "scrollable"),
    "list": ("androidx.recyclerview.widget.RecyclerView", "scrollable focusable"),
}
_DESCRIBED = frozenset({"icon", "view"})
_WITH_TEXTS = frozenset({"row", "card", "tab"})
_HEIGHT_PX = {"text": 80, "button": 120, "field": 140, "slider": 100, "tab": 200}
_TOP_PX, _ROW_PX, _BAR_PX, _MARGIN_PX, _TEXTS_PX, _END_PX = 80, 200, 160, 20, 620, 60


@dataclass
class _Part:
    """A line, and those under it."""

    kind: str
    texts: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    id: str = ""
    value: str = ""
    icon: str = ""
    name: str = ""
    bounds: Box | None = None
    parts: list[_Part] = field(default_factory=list)

    @property
    def height_px(self) -> int:
        """As high as it has to be."""
        if self.bounds:
            return self.bounds[3] - self.bounds[1]
        if self.kind in {"box", "list", "scroll"}:
            return sum(part.height_px for part in self.parts) + _END_PX * (self.kind == "list")
        return _HEIGHT_PX.get(self.kind, _BAR_PX if self.kind == "bar" else _ROW_PX)


class Sketch(NamedTuple):
    """A view, and the bounds of what the lines give a name to."""

    view: View
    named: dict[str, Rect]

    def mark(self, name: str) -> Mark:
        """The mark of what the lines call so."""
        found = [m for m in self.view.marks if m.element and m.element.bounds == self.named[name]]
        assert len(found) == 1, f"{name} has {len(found)} marks"
        return found[0]

    def element(self, name: str) -> Element:
        element = self.mark(name).element
        assert element is not None
        return element


def sketch(lines: str) -> Sketch:
    """The view that the lines tell, and what they name in it."""
    app, keyboard, page = App(PACKAGE, ".Main"), None, []
    for part in _read(lines):
        if part.kind == "app":
            app = App(*part.texts)
        elif part.kind == "keyboard":
            assert part.bounds is not None
            keyboard = Rect(*part.bounds)
        else:
            page.append(part)
    content = _Part("box", id="android:id/content", parts=page)
    drawn = _Drawn(app.package)
    found = parse_hierarchy(dump(drawn.node(content, (0, 0, *SIZE))), SIZE).elements
    seen = tell_nameless(screen(found, app=app, keyboard=keyboard or False))
    told = tuple(
        replace(e, icon=icon, place="") if (icon := drawn.icons.get(e.bounds)) else e
        for e in seen.elements
    )
    seen = replace(seen, elements=told)
    return Sketch(View(seen, find_marks(seen), seen.image), drawn.named)


class _Drawn:
    """The nodes of the parts, and where those stand that have a name or a picture."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.named: dict[str, Rect] = {}
        self.icons: dict[Rect, str] = {}

    def node(self, part: _Part, box: Box) -> str:
        if part.name:
            self.named[part.name] = Rect(*box)
        if part.icon:
            self.icons[Rect(*box)] = part.icon
        cls, flags = _KINDS[part.kind]
        said = part.texts[0] if part.texts and part.kind not in _WITH_TEXTS else ""
        inner: list[str] = []
        if part.kind in _WITH_TEXTS:
            inner = [
                node("TextView", place, text=text, package=self.package)
                for text, place in zip(part.texts, _column(part, box), strict=True)
            ]
        on = {
            "checked" if f == "on" else "long-clickable" if f == "hold" else f for f in part.flags
        }
        on = (set(flags.split()) | on) - ({"clickable", "still"} if "still" in on else set())
        return node(
            cls,
            box,
            *inner,
            *(self.node(p, place) for p, place in zip(part.parts, _places(part, box), strict=True)),
            id=part.id,
            text=part.value if part.kind in {"field", "slider"} else said * _is_written(part),
            desc=said if part.kind in _DESCRIBED else "",
            flags=" ".join(sorted(on)),
            package=self.package,
            **({"hint": said} if part.kind == "field" else {}),
        )


def _is_written(part: _Part) -> bool:
    return part.kind not in _DESCRIBED | {"field"}


def _column(part: _Part, box: Box) -> Iterator[Box]:
    """Where the texts of a row stand: one below the other, at the left."""
    left, top, right, bottom = box
    if part.parts:
        right = left + (right - left) * _TEXTS_PX // SIZE.width
    line_px = (bottom - top - _MARGIN_PX) // max(1, len(part.texts))
    for n in range(len(part.texts)):
        above = top + _MARGIN_PX // 2 + n * line_px
        yield left + _MARGIN_PX, above, right - _MARGIN_PX, above + line_px - 4


def _places(part: _Part, box: Box) -> Iterator[Box]:
    """Where its parts stand."""
    left, top, right, bottom = box
    y = top if part.kind != "box" or part.id != "android:id/content" else _TOP_PX
    if part.kind in _WITH_TEXTS and part.texts:
        left += (right - left) * _TEXTS_PX // SIZE.width
    width = (right - left) // max(1, len(part.parts))
    for n, each in enumerate(part.parts):
        if each.bounds:
            yield each.bounds
        elif part.kind in {"bar", *_WITH_TEXTS}:
            x = left + n * width
            yield x + 5, top + _MARGIN_PX, x + width - 5, bottom - _MARGIN_PX
        else:
            yield left, y, right, y + each.height_px
            y += each.height_px


def _read(lines: str) -> Sequence[_Part]:
    """The outermost lines."""
    top: list[_Part] = []
    within: list[tuple[int, list[_Part]]] = [(-1, top)]
    for line in filter(str.strip, lines.split("\n")):
        indent = len(line) - len(line.lstrip())
        kind, _, rest = line.strip().partition(" ")
        part = _Part(kind)
        tokens = list(_TOKEN.finditer(f" {rest}"))
        assert "".join(t[0] for t in tokens) == f" {rest}" * bool(rest), f"not read: {line}"
        for token in tokens:
            _take(part, str(token.lastgroup), token[str(token.lastgroup)])
        while within[-1][0] >= indent:
            within.pop()
        within[-1][1].append(part)
        within.append((indent, part.parts))
    return top


def _take(part: _Part, what: str, said: str) -> None:
    match what:
        case "text" | "word":
            part.texts.append(said)
        case "flags":
            part.flags |= set(said.split())
        case "bounds":
            left, top, right, bottom = map(int, said.split())
            part.bounds = left, top, right, bottom
        case _:
            setattr(part, what, said)
