"""The kinds of rows that a settings page is made of; what they set is in the phone's tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import assert_never

from pocketphone.ui import Context, Icon, Widget, list_row, section, slider_row, switch_row

Told = str | Callable[[Context], str]
"""A text of the catalogue, or what a page finds out by itself."""


@dataclass(frozen=True, kw_only=True)
class Toggle:
    """A switch. `stops` are others that it turns off while it is on, and on again after."""

    title: str
    key: str  # "global/airplane_mode_on": a table and a name, as `settings get` takes them
    summary: str = ""
    on: str = "1"
    off: str = "0"
    stops: tuple[str, ...] = ()
    words: str = ""  # what a search finds it by too


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One value of several, chosen in a dialog."""

    title: str
    key: str
    options: Mapping[str, str]
    words: str = ""


@dataclass(frozen=True, kw_only=True)
class Level:
    """A slider over values in their order."""

    title: str
    key: str
    steps: Sequence[str]
    words: str = ""


@dataclass(frozen=True, kw_only=True)
class Link:
    """A way to another page, or to a dialog."""

    title: str
    page: str
    summary: Told = ""
    icon: str = ""
    words: str = ""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """Something to read, shown as it is; a long press copies it."""

    title: str
    value: Told
    words: str = ""


@dataclass(frozen=True)
class Heading:
    title: str


Item = Toggle | Choice | Level | Link | Fact | Heading


def value_of(ctx: Context, key: str) -> str:
    """What a settings table holds, "" where it holds nothing."""
    table, _, name = key.partition("/")
    return ctx.phone.settings[table].get(name, "")


def put(ctx: Context, key: str, value: str) -> None:
    table, _, name = key.partition("/")
    ctx.phone.settings[table][name] = value


def told(ctx: Context, text: Told) -> str:
    return ctx.say(text) if isinstance(text, str) else text(ctx)


def draw(ctx: Context, row: Item) -> Widget:
    """The row as it stands on its page; its resource id is what it sets, or where it leads."""
    title = ctx.say(row.title)
    match row:
        case Heading():
            return section(title)
        case Toggle():
            on = value_of(ctx, row.key) == row.on
            summary = ctx.say(row.summary) if row.summary else ""
            turn = partial(_turn, ctx, row)
            return switch_row(title, on, turn, summary, id=_id(row.key), ref=row.key)
        case Choice():
            chosen = row.options.get(value_of(ctx, row.key), "")
            opened = partial(ctx.go, "choose", key=row.key)
            return list_row(
                title,
                chosen and ctx.say(chosen),
                id=_id(row.key),
                ref=row.key,
                on_tap=opened,
            )
        case Level():
            steps = list(row.steps)
            return slider_row(
                title,
                _nearest(steps, value_of(ctx, row.key)),
                lambda place: put(ctx, row.key, steps[place]),
                high=len(steps) - 1,
                id=_id(row.key),
                ref=row.key,
            )
        case Link():
            return list_row(
                title,
                told(ctx, row.summary) if row.summary else "",
                id=f"{row.page}_entry",
                ref=row.page,
                leading=Icon(name=row.icon) if row.icon else None,
                on_tap=partial(ctx.go, row.page),
            )
        case Fact():
            value = row.value if isinstance(row.value, str) else row.value(ctx)
            return list_row(
                title,
                value,
                id=_id(row.title),
                ref=row.title,
                on_long_press=partial(_copy, ctx, value),
            )
        case _:
            assert_never(row)


def _id(name: str) -> str:
    """ "Wi-Fi MAC address" and "global/wifi_on" as a program would name them."""
    return re.sub(r"\W+", "_", name.rpartition("/")[2]).lower()


def _turn(ctx: Context, row: Toggle, on: bool) -> None:
    put(ctx, row.key, row.on if on else row.off)
    for other in row.stops:
        put(ctx, other, "0" if on else "1")


def _nearest(steps: list[str], value: str) -> int:
    """The place of the step that a value is closest to."""
    held = float(value or 0)
    return min(range(len(steps)), key=lambda place: abs(float(steps[place]) - held))


def _copy(ctx: Context, value: str) -> None:
    ctx.phone.clipboard = value
    ctx.toast(ctx.say("Copied"))
