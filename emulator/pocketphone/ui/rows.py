"""What pages are filled with: rows, cards, headings, built as Android's own layouts are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from pocketphone.ui.containers import Column, Row, Stack
from pocketphone.ui.content import Icon, Text
from pocketphone.ui.controls import CheckBox, Radio, Slider, Switch
from pocketphone.ui.theme import Env, Paint
from pocketphone.ui.widget import Handler, Laid, Room, Widget

RELATIVE = "android.widget.RelativeLayout"


def list_row(
    title: str,
    summary: str = "",
    *,
    id: str | None = None,
    ref: str | None = None,
    key: str | int | None = None,
    leading: Widget | None = None,
    trailing: Widget | None = None,
    on_tap: Handler | None = None,
    on_long_press: Handler | None = None,
    enabled: bool = True,
    selected: bool = False,
    title_id: str = "title",
    summary_id: str = "summary",
) -> Widget:
    """A row of a list: the click sits on the row, the texts in its children."""
    texts = Column(
        node=RELATIVE,
        weight=1,
        children=[
            Text(id=title_id, ref="", value=title, style="body", lines=2, enabled=enabled),
            Text(
                id=summary_id,
                ref="",
                value=summary,
                style="body_small",
                lines=2,
                color="on_surface_dim",
                visible=bool(summary),
                enabled=enabled,
            ),
        ],
    )
    parts: list[Widget] = []
    if leading is not None:
        parts.append(_frame("icon_frame", leading, (0, 0, 16, 0)))
    parts.append(texts)
    if trailing is not None:
        parts.append(_frame("widget_frame", trailing, (16, 0, 0, 0)))
    return _Tall(
        id=id,
        ref=ref,
        key=key,
        width="fill",
        padding=(16, 8),
        least=64 if summary else 56,
        on_tap=on_tap,
        on_long_press=on_long_press,
        enabled=enabled,
        selected=selected,
        background="container" if selected else None,
        children=parts,
    )


def _frame(id: str, inside: Widget, padding: tuple[float, float, float, float]) -> Widget:
    """What stands before or behind the texts of a row, as in Android's preferences."""
    return Stack(
        id=id, ref="", node="android.widget.LinearLayout", padding=padding, children=[inside]
    )


@dataclass(frozen=True)
class _Tall(Row):
    """A row at least `least` dp high."""

    least: float = 56

    def lay(self, env: Env, room: Room) -> Laid:
        least = min(env.px(self.least), room.max_h)
        return super().lay(env, room._replace(min_h=max(room.min_h, least)))


def switch_row(
    title: str,
    on: bool,
    on_change: Callable[[bool], object],
    summary: str = "",
    *,
    id: str | None = None,
    ref: str | None = None,
    key: str | int | None = None,
    leading: Widget | None = None,
    kind: type[Switch] | type[CheckBox] | type[Radio] = Switch,
    enabled: bool = True,
) -> Widget:
    """A labelled switch (check box, radio button): the row is pressed, the switch shows."""
    return list_row(
        title,
        summary,
        id=id,
        ref=ref,
        key=key,
        leading=leading,
        enabled=enabled,
        on_tap=lambda: on_change(not on),
        trailing=kind(
            id="switch_widget" if kind is Switch else "checkbox", ref="", on=on, enabled=enabled
        ),
    )


def slider_row(
    title: str,
    value: int,
    on_change: Callable[[int], object],
    *,
    high: int = 100,
    id: str = "seekbar",
    ref: str | None = None,
    key: str | int | None = None,
) -> Widget:
    """A labelled slider from 0 to `high`."""
    slider = Slider(
        id=id,
        ref=ref,
        value=value,
        high=high,
        width="fill",
        description=title,
        on_change=on_change,
    )
    name = Text(value=title, padding=(0, 12, 0, 44), ref="")
    return Stack(key=key, padding=(16, 0), children=[name, slider], at=[(0, 0), (0, 1)])


def section(text: str) -> Widget:
    """A heading inside a list."""
    return Text(value=text, style="label", color="primary", padding=(16, 16, 16, 8), ref="")


def card(
    *children: Widget,
    id: str | None = None,
    ref: str | None = None,
    key: str | int | None = None,
    on_tap: Handler | None = None,
    on_long_press: Handler | None = None,
    selected: bool = False,
    padding: float | tuple[float, float] = 16,
    gap: float = 0,
) -> Widget:
    """A rounded ground for what belongs together."""
    return Stack(
        node="",
        padding=(16, 4),
        width="fill",
        key=key,
        children=[
            Column(
                id=id,
                ref=ref,
                node="android.widget.FrameLayout",
                width="fill",
                radius=16,
                background="container" if selected else "surface",
                selected=selected,
                on_tap=on_tap,
                on_long_press=on_long_press,
                padding=padding,
                gap=gap,
                children=children,
            )
        ],
    )


def avatar(letter: str, color: Paint = "primary", size: float = 40) -> Widget:
    """A disc with an initial."""
    return Text(
        node="android.widget.ImageView",
        value=letter,
        style="title_small",
        color=(255, 255, 255),
        background=color,
        radius=size / 2,
        width=size,
        height=size,
        align="center",
        ref="",
    )


def disc(icon: str, ground: Paint, *, ink: Paint = (255, 255, 255), size: float = 40) -> Widget:
    """An icon on a round ground, as it leads a row."""
    return Stack(
        width=size,
        height=size,
        radius=size / 2,
        background=ground,
        at=[(0.5, 0.5)],
        children=[Icon(name=icon, color=ink, size=size / 2, node="")],
    )


def empty(icon: str, text: str, hint: str = "") -> Widget:
    """What a list shows while there is nothing in it."""
    return Column(
        id="empty_view",
        ref="",
        width="fill",
        height="fill",
        align="center",
        spread="center",
        gap=12,
        padding=32,
        children=[
            Icon(name=icon, size=72, color="outline_dim"),
            Text(value=text, style="title_small", align="center", color="on_surface_dim", ref=""),
            Text(
                value=hint,
                style="body_small",
                align="center",
                color="on_surface_dim",
                ref="",
                visible=bool(hint),
            ),
        ],
    )


class Option(NamedTuple):
    id: str
    label: str
    selected: bool
    on_tap: Handler
    description: str = ""


def segmented(options: Sequence[Option]) -> Widget:
    """Options side by side of which one holds."""
    return Row(
        node="android.widget.RadioGroup",
        radius=20,
        border="outline",
        height=40,
        children=[
            _Segment(
                id=option.id,
                label=option.label,
                on=option.selected,
                description=option.description,
                on_tap=option.on_tap,
                weight=1,
                height="fill",
            )
            for option in options
        ],
    )


@dataclass(frozen=True)
class _Segment(Text):
    android: ClassVar[str] = "android.widget.RadioButton"

    label: str = ""
    on: bool = False
    style: str = "label"
    align: Literal["start", "center", "end"] = "center"
    padding: float | tuple[float, float] | tuple[float, float, float, float] = (16, 8)
    radius: float = 20
    color: Paint = field(default="on_surface")

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", self.label)
        if self.on:
            object.__setattr__(self, "background", "container")
            object.__setattr__(self, "color", "on_container")

    @property
    def checked(self) -> bool | None:
        return self.on
