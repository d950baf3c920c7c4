"""Trees and screens for tests: nodes as uiautomator prints them, pictures that fit them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from xml.sax.saxutils import quoteattr

import cv2
import numpy as np

from appagent.geometry import Rect, Size
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.values import App, Element, Image, Screen

SIZE = Size(1080, 2400)
PACKAGE = "com.example.clock"
_FLAGS = (
    "checkable",
    "checked",
    "clickable",
    "enabled",
    "focusable",
    "focused",
    "scrollable",
    "long-clickable",
    "password",
    "selected",
)


def node(
    cls: str,
    bounds: tuple[int, int, int, int],
    *children: str,
    id: str = "",
    text: str = "",
    desc: str = "",
    flags: str = "",
    package: str = PACKAGE,
    **more: str,
) -> str:
    """A `<node>` in uiautomator's attribute order; `flags` names what is true."""
    on = set(flags.split()) | (set() if "disabled" in flags else {"enabled"})
    attributes = {
        "index": "0",
        "text": text,
        "resource-id": f"{package}:id/{id}" if id and ":" not in id else id,
        "class": cls if "." in cls else f"android.widget.{cls}",
        "package": package,
        "content-desc": desc,
        **{flag: "true" if flag in on else "false" for flag in _FLAGS},
        "bounds": "[{},{}][{},{}]".format(*bounds),
        **{name.replace("_", "-"): value for name, value in more.items()},
    }
    listed = " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
    return f"<node {listed}>{''.join(children)}</node>"


def dump(*roots: str, rotation: int = 0) -> bytes:
    head = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
    return f'{head}<hierarchy rotation="{rotation}">{"".join(roots)}</hierarchy>'.encode()


def page(*children: str, size: Size = SIZE) -> bytes:
    """A dump with the frames that every activity has."""
    content = node("FrameLayout", size.rect, *children, id="android:id/content")
    return dump(node("FrameLayout", size.rect, node("LinearLayout", size.rect, content)))


def elements(*children: str, size: Size = SIZE) -> tuple[Element, ...]:
    return parse_hierarchy(page(*children, size=size), size).elements


def named(found: tuple[Element, ...], name: str) -> Element:
    """The one element of that name."""
    (element,) = [e for e in found if e.name == name]
    return element


def blank(size: Size = SIZE, color: tuple[int, int, int] = (245, 245, 245)) -> Image:
    image = np.empty((size.height, size.width, 3), np.uint8)
    image[:] = color
    return image


@cache
def _blank() -> Image:
    """One picture for all the screens that need none of their own."""
    image = blank()
    image.flags.writeable = False
    return image


def picture(path: Path) -> Image:
    """The picture of a file, RGB."""
    read = cv2.imread(str(path))
    assert read is not None, f"no picture in {path}"
    return cv2.cvtColor(read, cv2.COLOR_BGR2RGB).astype(np.uint8, copy=False)


def screen(
    found: tuple[Element, ...] = (),
    image: Image | None = None,
    *,
    app: App = App(PACKAGE, ".Main"),  # noqa: B008
    keyboard: bool | Rect = False,
) -> Screen:
    """`keyboard`: whether it is shown, or where."""
    taken = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
    area = keyboard if isinstance(keyboard, Rect) else None
    shown = _blank() if image is None else image
    return Screen(shown, app, found, taken, keyboard=bool(keyboard), keyboard_area=area)


def element(**fields: object) -> Element:
    """A button "Save", with other fields where given."""
    save = Element("#save", Rect(100, 200, 400, 300), "button", "Save", uses=frozenset({"tap"}))
    return replace(save, **fields)  # type: ignore[arg-type]


def alarm_list(*rows: tuple[str, bool], top: int = 200, id: str = "alarms") -> str:
    """A list of alarms: a clickable row with a time and a switch in each."""
    return node(
        "androidx.recyclerview.widget.RecyclerView",
        (0, top, 1080, 2200),
        *(
            node(
                "LinearLayout",
                (0, top + 200 * i, 1080, top + 200 * (i + 1)),
                node("TextView", (40, top + 40 + 200 * i, 400, top + 160 + 200 * i), text=time),
                node(
                    "Switch",
                    (880, top + 40 + 200 * i, 1040, top + 160 + 200 * i),
                    id="onoff",
                    flags="checkable clickable focusable" + " checked" * on,
                ),
                flags="clickable focusable",
            )
            for i, (time, on) in enumerate(rows)
        ),
        id=id,
        flags="scrollable focusable",
    )
