"""The first page, the search over all rows, and the pages that are rows alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from pocketphone.apps.settings import facts
from pocketphone.apps.settings.rows import Choice, Heading, Item, Link, draw, put, value_of
from pocketphone.apps.settings.screens import SCREENS
from pocketphone.apps.words import matches
from pocketphone.ui import (
    Column,
    Context,
    Icon,
    List,
    Row,
    Scroll,
    Stack,
    Text,
    Widget,
    ask_which,
    empty,
    list_row,
    scaffold,
    search_field,
)

HOME: tuple[Item, ...] = (
    Link(
        title="Network & internet",
        summary="Mobile, Wi-Fi, hotspot",
        page="network",
        icon="wifi",
        words="wlan",
    ),
    Link(
        title="Connected devices",
        summary="Bluetooth, pairing",
        page="devices",
        icon="devices",
    ),
    Link(title="Apps", summary="Permissions, notifications", page="apps", icon="apps"),
    Link(
        title="Notifications",
        summary="History, do not disturb",
        page="notifications",
        icon="bell-outline",
    ),
    Link(title="Battery", summary=facts.battery, page="battery", icon="battery-80"),
    Link(title="Storage", summary=facts.storage_used, page="storage", icon="database-outline"),
    Link(
        title="Sound & vibration",
        summary="Volume, ringtones",
        page="sound",
        icon="volume-high",
    ),
    Link(
        title="Display",
        summary="Dark theme, font size, brightness",
        page="display",
        icon="brightness-6",
    ),
    Link(
        title="Accessibility",
        summary="Text size, captions",
        page="accessibility",
        icon="human",
    ),
    Link(
        title="Security",
        summary="Screen lock, find my device",
        page="security",
        icon="lock-outline",
    ),
    Link(
        title="Privacy",
        summary="Camera, microphone",
        page="privacy",
        icon="shield-outline",
    ),
    Link(title="Location", page="location", summary=facts.location, icon="map-marker-outline"),
    Link(title="System", summary="Languages, time, reset", page="system", icon="cog-outline"),
    Link(title="About phone", summary=facts.device_name, page="about", icon="cellphone"),
)

_CHOICES = {
    row.key: row for screen in SCREENS.values() for row in screen.rows if isinstance(row, Choice)
}
_PARENTS = {  # the first page that leads there
    row.page: name
    for name, screen in reversed(SCREENS.items())
    for row in screen.rows
    if isinstance(row, Link)
}


def home(ctx: Context) -> Widget:
    bar = Row(
        id="search_action_bar",
        ref="search",
        width="fill",
        height=52,
        radius=26,
        padding=(16, 0),
        gap=12,
        background="surface_high",
        on_tap=partial(ctx.go, "search", query=""),
        children=[
            Icon(name="magnify"),
            Text(
                id="search_action_bar_title",
                ref="",
                value=ctx.say("Search settings"),
                color="on_surface_dim",
            ),
        ],
    )
    rows = Scroll(
        id="home_page",
        ref="",
        weight=1,
        padding=(0, 0, 0, 24),
        children=[draw(ctx, row) for row in HOME],
    )
    search = Stack(node="", width="fill", padding=(16, 4, 16, 8), children=[bar])
    return scaffold(Column(children=[search, rows]), title=ctx.say("Settings"))


def _page(name: str, ctx: Context) -> Widget:
    """A page of the table."""
    screen = SCREENS[name]
    rows = [draw(ctx, row) for row in screen.rows]
    if screen.more is not None:
        rows += screen.more(ctx)
    body = Scroll(id=f"{name}_page", ref="", padding=(0, 0, 0, 24), children=rows)
    return scaffold(body, title=ctx.say(screen.title), back=ctx.back)


def choose(ctx: Context) -> Widget:
    """The dialog of one setting's values."""
    row = _CHOICES[ctx.args["key"]]
    said = {value: ctx.say(label) for value, label in row.options.items()}
    keep = partial(put, ctx, row.key)
    held = value_of(ctx, row.key)
    return ask_which(ctx, ctx.say(row.title), said, held, keep, no=ctx.say("Cancel"))


# the search


class Hit(NamedTuple):
    title: str
    trail: str  # "Display > Text size"
    page: str  # where it is


def search(ctx: Context) -> Widget:
    query: str = ctx.args["query"]
    hits = found(ctx, query)
    field, clear = search_field(ctx, ctx.say("Search settings"), id="search_src_text")
    rows = [
        list_row(
            hit.title,
            hit.trail,
            id="result",
            ref=f"result/{hit.title}",
            key=f"{hit.page}/{hit.title}",
            on_tap=partial(ctx.go, hit.page),
        )
        for hit in hits
    ]
    nothing = ctx.say('No results for "{query}"', query=query)
    body = List(id="list_results", ref="", children=rows)
    none = empty("magnify-close", nothing) if query.strip() else Column()
    return scaffold(body if rows else none, title=field, back=ctx.back, actions=[clear])


def found(ctx: Context, query: str) -> list[Hit]:
    """The rows whose title, in the phone's language, or other words match."""
    asked = query.strip()
    return [hit for words, hit in _index(ctx) if asked and _matches(asked, hit.title, words)]


def _matches(asked: str, title: str, words: str) -> bool:
    """Whether the words begin so; in a script that writes no blanks, anywhere."""
    return matches(asked, f"{title} {words}") or (not asked.isascii() and asked in title)


def _index(ctx: Context) -> Iterator[tuple[str, Hit]]:
    """Every row of every page: what it is found by in English too, and where it is."""
    pages: list[tuple[str, tuple[Item, ...]]] = [("home", HOME)]
    pages += [(name, screen.rows) for name, screen in SCREENS.items()]
    for page, rows in pages:
        trail = " > ".join(ctx.say(title) for title in _trail(page))
        for row in rows:
            if not isinstance(row, Heading):
                there = row.page if isinstance(row, Link) else page
                yield f"{row.title} {row.words}", Hit(ctx.say(row.title), trail, there)


def _trail(page: str) -> list[str]:
    if page not in SCREENS:
        return []
    above = _trail(_PARENTS[page]) if page in _PARENTS else []
    return [*above, SCREENS[page].title]


TABLE: dict[str, Callable[[Context], Widget]] = {name: partial(_page, name) for name in SCREENS}
PAGES = {"home": home, **TABLE, "choose": choose, "search": search}
