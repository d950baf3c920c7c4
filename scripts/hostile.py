"""Trees that no app prints and any app could: thousands of nodes of one kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from xml.sax.saxutils import quoteattr

from appagent.geometry import Rect, Size

SIZE = Size(1080, 2400)
_DEEP = 200  # levels: libxml2 reads up to 256
_FLAGS = ("checkable", "clickable", "focusable", "scrollable", "long-clickable", "selected")


def tree(kind: str, count: int) -> bytes:
    """A dump of `count` nodes, or a few more, of one of the `KINDS`."""
    return f'<hierarchy rotation="0">{"".join(KINDS[kind](count))}</hierarchy>'.encode()


def _node(cls: str, box: Rect, inside: str = "", **said: str) -> str:
    """A `<node>`; `on` names the flags that are true."""
    on = said.pop("on", "").split()
    id_ = said.pop("id", "")
    attributes = {
        "text": "",
        "resource-id": f"com.example:id/{id_}" if id_ else "",
        "class": f"android.widget.{cls}",
        "package": "com.example",
        "content-desc": "",
        "enabled": "true",
        "bounds": f"[{box.left},{box.top}][{box.right},{box.bottom}]",
        **{flag: "true" if flag in on else "false" for flag in _FLAGS},
        **said,
    }
    listed = " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
    return f"<node {listed}>{inside}</node>"


def _cell(place: int, count: int, within: Rect = SIZE.rect) -> Rect:
    """The place of one of `count` things that fill a part of the screen, row by row."""
    across = max(1, round((count * within.width / within.height) ** 0.5))
    down = -(-count // across)
    row, column = divmod(place, across)
    return Rect(
        within.left + within.width * column // across,
        within.top + within.height * row // down,
        within.left + within.width * (column + 1) // across,
        within.top + within.height * (row + 1) // down,
    )


def _framed(inside: Iterator[str], cls: str = "FrameLayout", **said: str) -> Iterator[str]:
    yield _node(cls, SIZE.rect, "".join(inside), **said)


def _buttons(count: int) -> Iterator[str]:
    return _framed(
        _node("Button", _cell(i, count), text=f"Button {i}", id=f"button_{i}", on="clickable")
        for i in range(count)
    )


def _images(count: int) -> Iterator[str]:
    return _framed(_node("ImageView", _cell(i, count), on="clickable") for i in range(count))


def _texts(count: int) -> Iterator[str]:
    return _framed(_node("TextView", _cell(i, count), text=f"Text {i}") for i in range(count))


def _rows(count: int, *, ids: bool) -> Iterator[str]:
    def row(i: int) -> str:
        box = _cell(i, count // 4)
        third = max(1, box.width // 3)
        named = {"id": "row"} if ids else {}
        parts = (
            _node("TextView", box._replace(right=box.left + third), text=f"Row {i}"),
            _node("ImageView", box._replace(left=box.right - third), on="clickable"),
            _node("Switch", box._replace(left=box.left + third, right=box.right - third)),
        )
        return _node("LinearLayout", box, "".join(parts), on="clickable focusable", **named)

    named = {"id": "list"} if ids else {}
    return _framed(map(row, range(count // 4)), "ListView", on="scrollable", **named)


def _crowded_rows(count: int) -> Iterator[str]:
    def row(name: str) -> str:
        cells = [_cell(i, count // 4) for i in range(count // 4)]
        texts = (_node("TextView", box, text=f"{name} {i}") for i, box in enumerate(cells))
        buttons = (_node("Button", box, text="Follow", on="clickable") for box in cells)
        return _node("LinearLayout", SIZE.rect, "".join((*texts, *buttons)), on="clickable")

    return _framed(map(row, ("Ann", "Ben")), "ListView", on="scrollable")


def _pictures(count: int) -> Iterator[str]:
    def row(i: int) -> str:
        box = _cell(i, count // 2)
        return _node("FrameLayout", box, _node("ImageView", box, id="thumb", on="clickable"))

    return _framed(map(row, range(count // 2)), "RecyclerView", on="scrollable", id="list")


def _chain(depth: int, box: Rect, cls: str, **said: str) -> str:
    inside = _node("TextView", box, text="The end")
    for level in reversed(range(depth - 1)):
        margin = level * min(box.size) // (3 * depth)
        inside = _node(cls, box.inset(margin), inside, **said)
    return inside


def _chains(count: int, **said: str) -> Iterator[str]:
    chains = max(1, count // _DEEP)
    depth = min(count, _DEEP)
    return _framed(_chain(depth, _cell(i, chains), "LinearLayout", **said) for i in range(chains))


def _stacked(count: int) -> Iterator[str]:
    box = Rect(100, 100, 900, 900)
    return _framed(_node("Button", box, text=f"Button {i}", on="clickable") for i in range(count))


def _shifted(count: int) -> Iterator[str]:
    return _framed(
        _node("Button", Rect(i // 16, i // 8, 500 + i // 16, 900 + i // 8), on="clickable")
        for i in range(count)
    )


def _fields(count: int) -> Iterator[str]:
    def line(i: int) -> str:
        box = _cell(i, count // 2)
        middle = box.center.x
        label = _node("TextView", box._replace(right=middle), text=f"Label {i}")
        return label + _node("EditText", box._replace(left=middle), on="clickable focusable")

    return _framed(map(line, range(count // 2)))


def _lists(count: int) -> Iterator[str]:
    return _framed(_node("ScrollView", _cell(i, count), on="scrollable") for i in range(count))


def _tabs(count: int) -> Iterator[str]:
    return _framed(
        _node("TextView", _cell(i, count), text=f"Tab {i}", on="clickable selected")
        for i in range(count)
    )


def _roots(count: int) -> Iterator[str]:
    return (_node("Button", _cell(i, count), text="Root", on="clickable") for i in range(count))


KINDS: Mapping[str, Callable[[int], Iterator[str]]] = {
    "buttons": _buttons,
    "images that say nothing": _images,
    "texts": _texts,
    "rows with ids": lambda count: _rows(count, ids=True),
    "rows without ids": lambda count: _rows(count, ids=False),
    "rows of a thousand buttons": _crowded_rows,
    "rows of pictures": _pictures,
    "chains": _chains,
    "chains that are all touched": lambda count: _chains(count, on="clickable"),
    "buttons at one place": _stacked,
    "buttons that overlap": _shifted,
    "fields with labels": _fields,
    "areas that scroll": _lists,
    "tabs that are all selected": _tabs,
    "roots": _roots,
}
