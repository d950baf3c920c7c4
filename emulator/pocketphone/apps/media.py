"""What plays: how far it is, how it is written, and the bar that says what is on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pocketphone.ui import (
    Canvas,
    Column,
    Icon,
    IconButton,
    Node,
    Rgb,
    Row,
    Text,
    Widget,
    avatar,
    list_row,
)
from pocketphone.ui.widget import Handler

Playing = dict[str, Any]
"""{"playing": bool, "position_s": float, "since": ISO time or None, "speed": float}: the position
is as it was at `since`, from when on it plays."""

RECYCLER = "androidx.recyclerview.widget.RecyclerView"  # what shelves and grids are in such apps

STOPPED: Playing = {"playing": False, "position_s": 0.0, "since": None, "speed": 1.0}


def position_s(player: Playing, now: datetime) -> float:
    """Seconds from the beginning, as if it had no end."""
    at = float(player["position_s"])
    if player["playing"]:
        at += (now - datetime.fromisoformat(player["since"])).total_seconds() * player["speed"]
    return at


def play(player: Playing, now: datetime, at_s: float) -> None:
    player |= {"playing": True, "position_s": at_s, "since": now.isoformat()}


def pause(player: Playing, at_s: float) -> None:
    player |= {"playing": False, "position_s": at_s, "since": None}


def length(seconds: float) -> str:
    """ "3:07", "1:02:45"."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def many(number: int) -> str:
    """ "947", "12K", "3.4M"."""
    for size, sign in ((1_000_000, "M"), (1_000, "K")):
        if number >= size:
            share = number / size
            return f"{share:.1f}{sign}" if share < 10 else f"{share:.0f}{sign}"
    return str(number)


def ago(days: int) -> str:
    """ "yesterday", "3 weeks ago"."""
    for size, name in ((365, "year"), (30, "month"), (7, "week"), (1, "day")):
        if days >= size:
            count = days // size
            return f"{count} {name}{'s' * (count > 1)} ago"
    return "today"


_DISCS: tuple[Rgb, ...] = (
    (176, 58, 46), (46, 110, 158), (60, 128, 84), (134, 84, 160), (168, 104, 28), (20, 120, 128),
    (150, 60, 110), (92, 100, 116),
)  # fmt: skip


def face(name: str, size: float) -> Widget:
    """A disc with the first letter of a name, in the name's own colour."""
    return avatar(name[0].upper(), _DISCS[sum(name.encode()) % len(_DISCS)], size)


@dataclass(frozen=True)
class Pager(Canvas):
    """A picture that a finger draws aside, or up; give it `dragged`."""

    node: str | None = "androidx.viewpager2.widget.ViewPager2"

    def scrollable(self, node: Node) -> bool:
        del node
        return True


def menu_rows(kind: str, items: Iterable[tuple[str, str, str, Handler]]) -> list[Widget]:
    """The rows of a sheet: name, label, icon, and what is done; each with an id of its own."""
    return [
        list_row(label, id=f"{kind}_{name}", leading=Icon(name=icon), on_tap=handler)
        for name, label, icon, handler in items
    ]


def playing_bar(
    title: str,
    by: str,
    picture: Widget,
    *,
    playing: bool,
    on_tap: Handler,
    on_play: Handler,
    last: Widget,
) -> Widget:
    """The bar above the bottom navigation; `last` is its button at the end."""
    texts = Column(
        weight=1,
        children=[
            Text(id="bar_title", ref="", value=title, style="label", lines=1),
            Text(id="bar_by", ref="", value=by, style="caption", color="on_surface_dim", lines=1),
        ],
    )
    button = IconButton(
        id="bar_play",
        icon="pause" if playing else "play",
        description="Pause" if playing else "Play",
        color="on_surface",
        on_tap=on_play,
    )
    return Row(
        id="now_playing_bar",
        width="fill",
        height=60,
        padding=(8, 0),
        gap=12,
        background="surface_highest",
        on_tap=on_tap,
        children=[picture, texts, button, last],
    )
