"""The first page, the search over all rows, and the pages that are rows alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from pocketphone.apps.forms import Link, Page, Titled
from pocketphone.apps.settings import facts
from pocketphone.apps.settings.rows import LAYOUT, draw
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
    empty,
    list_row,
    scaffold,
    search_field,
)

HOME = (
    Link("Network & internet", "network", "Mobile, Wi-Fi, hotspot", icon="wifi", words="wlan"),
    Link("Connected devices", "devices", "Bluetooth, pairing", icon="devices"),
    Link("Apps", "apps", "Permissions, notifications", icon="apps"),
    Link("Notifications", "notifications", "History, do not disturb", icon="bell-outline"),
    Link("Battery", "battery", facts.battery, icon="battery-80"),
    Link("Storage", "storage", facts.storage_used, icon="database-outline"),
    Link("Sound & vibration", "sound", "Volume, ringtones", icon="volume-high"),
    Link("Display", "display", "Dark theme, font size, brightness", icon="brightness-6"),
    Link("Accessibility", "accessibility", "Text size, captions", icon="human"),
    Link("Security", "security", "Screen lock, find my device", icon="lock-outline"),
    Link("Privacy", "privacy", "Camera, microphone", icon="shield-outline"),
    Link("Location", "location", facts.location, icon="map-marker-outline"),
    Link("System", "system", "Languages, time, reset", icon="cog-outline"),
    Link("About phone", "about", facts.device_name, icon="cellphone"),
)  # fmt: skip
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


# the search


class Hit(NamedTuple):
    title: str
    trail: str  # "Display > Text size"
    page: str  # where it is


def search(ctx: Context) -> Widget:
    query: str = ctx.args["query"]
    hits = find(ctx, query)
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


def find(ctx: Context, query: str) -> list[Hit]:
    """The rows whose title, in the phone's language, or other words match."""
    asked = query.strip()
    return [hit for words, hit in _index(ctx) if asked and _matches(asked, hit.title, words)]


def _matches(asked: str, title: str, words: str) -> bool:
    """Whether the words begin so; in a script that writes no blanks, anywhere."""
    return matches(asked, f"{title} {words}") or (not asked.isascii() and asked in title)


def _index(ctx: Context) -> Iterator[tuple[str, Hit]]:
    """Every row of every page: what it is found by in English too, and where it is."""
    for page, rows in [("home", HOME), *((name, form.rows) for name, form in SCREENS.items())]:
        trail = " > ".join(ctx.say(title) for title in _trail(page))
        for row in rows:
            if isinstance(row, Titled):
                there = row.page if isinstance(row, Link) else page
                yield f"{row.title} {row.words}", Hit(ctx.say(row.title), trail, there)


def _trail(page: str) -> list[str]:
    if page not in SCREENS:
        return []
    above = _trail(_PARENTS[page]) if page in _PARENTS else []
    return [*above, SCREENS[page].title]


PAGES: dict[str, Page] = {"home": home, **LAYOUT.pages(SCREENS), "search": search}
