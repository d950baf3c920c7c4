"""Pages that are nothing but rows, as data: settings, about, and the dialogs that they open.

    LAYOUT = Layout(ids=Ids(toggle=("setting", "setting/{name}")))
    PAGES = LAYOUT.pages({
        "general": Form("General", [
            Toggle("Autoplay next video", "autoplay", "When a video ends, another one starts"),
            Choice("Text size", "text_size", {"small": "Small", "large": "Large"}),
            Link("About", "about"),
        ]),
    })

A key is a place in the app's state: "autoplay" is in its `settings`, "player/captions" elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from typing import Any, assert_never

from pocketphone.apps import permission
from pocketphone.ui import (
    Context,
    Icon,
    List,
    State,
    Text,
    Widget,
    ask_which,
    confirm,
    list_row,
    scaffold,
    section,
    slider_row,
    switch_row,
)

Words = str | Callable[[Context], str]
"""A text, or a function that finds it out."""


@dataclass(frozen=True)
class Heading:
    title: str


@dataclass(frozen=True)
class Note:
    """Small print."""

    text: str


@dataclass(frozen=True)
class Titled:
    """A row that can be found by its title."""

    title: str
    _: KW_ONLY
    words: str = ""  # what a search finds the row by too


@dataclass(frozen=True)
class Toggle(Titled):
    """A switch."""

    key: str
    summary: str = ""
    _: KW_ONLY
    values: tuple[Any, Any] | None = None
    """Of off and on, where they are not those of the layout."""
    stops: Sequence[str] = ()
    """Other switches, which it turns off while it is on, and on again after."""
    confirm: str = ""  # the page that asks before it is turned on
    ref: str = ""  # where it is not that of the layout


@dataclass(frozen=True)
class Choice(Titled):
    """One value of several, chosen in a dialog."""

    key: str
    options: Mapping[Any, str]
    _: KW_ONLY
    page: str = ""  # of the dialog, where it is not "choose"
    permission: str = ""  # without which it cannot be chosen
    barred: Callable[[Context], str] = lambda _: ""
    """Why it cannot be changed at the moment; "" where it can."""


@dataclass(frozen=True)
class Level(Titled):
    """A slider from 0 to 100, or over values in their order."""

    key: str
    steps: Sequence[str] = ()


@dataclass(frozen=True)
class Link(Titled):
    """A way to another page, or to a dialog."""

    page: str
    summary: Words = ""
    _: KW_ONLY
    icon: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    id: str = ""  # where the page is not its name
    permission: str = ""  # which is asked for first
    chevron: bool = False


@dataclass(frozen=True)
class Clear(Titled):
    """A link to the dialog that asks whether to empty a list of the state."""

    page: str
    list: str
    summary: Words = ""
    _: KW_ONLY
    question: str
    warning: str = ""
    when_empty: bool = True  # whether the link works then


@dataclass(frozen=True)
class Fact(Titled):
    """Something to read."""

    value: Words


Row = Toggle | Choice | Level | Link | Clear | Fact | Heading | Note
Rows = Callable[[Context], Sequence[Widget]]
"""Rows that a table cannot tell."""
Page = Callable[[Context], Widget]


@dataclass(frozen=True)
class Form:
    """A page: its title and its rows, from top to bottom."""

    title: str
    rows: Sequence[Row | Rows]


@dataclass(frozen=True)
class Ids:
    """The resource id and the ref of each kind of row, by its {key}, {name} or {page}."""

    toggle: tuple[str, str] = ("{name}", "{name}")
    choice: tuple[str, str] = ("{name}", "{name}")
    link: tuple[str, str] = ("{page}", "{page}")


def _list(page: str, rows: Sequence[Widget]) -> Widget:
    del page
    return List(id="settings_list", ref="", children=rows)


@dataclass(frozen=True)
class Layout:
    """How the forms of one app become pages."""

    ids: Ids = Ids()
    part: str = "settings"  # of the state, where a key names no other; "" is the state itself
    root: Callable[[Context], State] = lambda ctx: ctx.state
    values: tuple[Any, Any] = (False, True)  # of a switch that is off, and on
    copies: bool = False  # whether a long press on a fact copies it
    translated: bool = False  # whether the app has catalogues of its texts
    body: Callable[[str, Sequence[Widget]], Widget] = _list  # of a page's name and its rows

    def pages(self, forms: Mapping[str, Form], *more: Choice) -> dict[str, Page]:
        """The forms as pages, and the dialogs of their rows; `more` are choices of other pages."""
        rows = [row for form in forms.values() for row in form.rows]
        choices = {row.key: row for row in (*more, *rows) if isinstance(row, Choice)}
        pages: dict[str, Page] = {}
        for name, form in forms.items():
            pages[name] = partial(self.page, form=form, name=name)
        for row in choices.values():
            if row.page:
                pages[row.page] = partial(self._choose, row)
            else:
                pages["choose"] = lambda ctx: self._choose(choices[ctx.args["name"]], ctx)
        for each in rows:
            if isinstance(each, Clear):
                pages[each.page] = partial(self._clear, each)
        return pages

    def value(self, ctx: Context, key: str, default: Any = None) -> Any:
        """What a row shows and changes."""
        kept, name = self._place(ctx, key)
        return kept.get(name, default)

    def put(self, ctx: Context, key: str, value: Any) -> None:
        kept, name = self._place(ctx, key)
        kept[name] = value

    def draw(self, ctx: Context, row: Row) -> Widget:
        """A row as it stands on its page."""
        match row:
            case Heading(title):
                return section(self._say(ctx, title))
            case Note(text):
                return Text(
                    value=self._say(ctx, text),
                    style="body_small",
                    color="on_surface_dim",
                    padding=(16, 12),
                    ref="",
                )
            case Toggle():
                return self._toggle(ctx, row)
            case Choice():
                return self._choice(ctx, row)
            case Level():
                return self._level(ctx, row)
            case Link():
                return self._link(ctx, row)
            case Clear():
                works = row.when_empty or bool(self.root(ctx)[row.list])
                return self._link(ctx, Link(row.title, row.page, row.summary), works=works)
            case Fact():
                return self._fact(ctx, row)
            case _:
                assert_never(row)

    def page(self, ctx: Context, form: Form, name: str = "") -> Widget:
        rows: list[Widget] = []
        for row in form.rows:
            rows += row(ctx) if callable(row) else [self.draw(ctx, row)]
        return scaffold(self.body(name, rows), title=self._say(ctx, form.title), back=ctx.back)

    def _choose(self, row: Choice, ctx: Context) -> Widget:
        return ask_which(
            ctx,
            self._say(ctx, row.title),
            {value: self._label(ctx, label, value) for value, label in row.options.items()},
            self.value(ctx, row.key),
            partial(self.put, ctx, row.key),
            no=self._say(ctx, "Cancel"),
        )

    def _clear(self, row: Clear, ctx: Context) -> Widget:
        doomed: list[Any] = self.root(ctx)[row.list]
        return confirm(ctx, row.question, row.warning, yes="Clear", then=doomed.clear)

    def _toggle(self, ctx: Context, row: Toggle) -> Widget:
        off, on = row.values or self.values

        def turn(to: bool) -> None:
            if to and row.confirm:
                ctx.go(row.confirm)
                return
            self.put(ctx, row.key, on if to else off)
            for other in row.stops:
                self.put(ctx, other, self.values[not to])

        id_, ref = _id_and_ref(self.ids.toggle, row.key)
        held = self.value(ctx, row.key) == on
        title, summary = self._say(ctx, row.title), self._say(ctx, row.summary)
        return switch_row(title, held, turn, summary, id=id_, ref=row.ref or ref)

    def _choice(self, ctx: Context, row: Choice) -> Widget:
        id_, ref = _id_and_ref(self.ids.choice, row.key)
        args = {} if row.page else {"name": row.key}
        held, barred = self.value(ctx, row.key), row.barred(ctx)
        return list_row(
            self._say(ctx, row.title),
            barred or self._label(ctx, row.options.get(held, ""), held),
            id=id_,
            ref=ref,
            enabled=not barred,
            on_tap=partial(_go, ctx, row.permission, row.page or "choose", args),
        )

    def _link(self, ctx: Context, row: Link, *, works: bool = True) -> Widget:
        id_, ref = _id_and_ref(self.ids.link, page=row.id or row.page)
        return list_row(
            self._say(ctx, row.title),
            self._say(ctx, row.summary),
            id=id_,
            ref=ref,
            leading=Icon(name=row.icon) if row.icon else None,
            trailing=Icon(name="chevron-right") if row.chevron else None,
            enabled=works,
            on_tap=partial(_go, ctx, row.permission, row.page, row.args),
        )

    def _level(self, ctx: Context, row: Level) -> Widget:
        id_, ref = _id_and_ref(self.ids.choice, row.key)
        steps = row.steps or range(101)
        held = float(self.value(ctx, row.key) or 0)
        return slider_row(
            self._say(ctx, row.title),
            min(range(len(steps)), key=lambda place: abs(float(steps[place]) - held)),
            lambda place: self.put(ctx, row.key, steps[place]),
            high=len(steps) - 1,
            id=id_,
            ref=ref,
        )

    def _fact(self, ctx: Context, row: Fact) -> Widget:
        value = row.value if isinstance(row.value, str) else row.value(ctx)
        if not self.copies:
            return list_row(self._say(ctx, row.title), value)

        def copy() -> None:
            ctx.phone.clipboard = value
            ctx.toast(self._say(ctx, "Copied"))

        id_ = re.sub(r"\W+", "_", row.title).lower()
        return list_row(self._say(ctx, row.title), value, id=id_, ref=row.title, on_long_press=copy)

    def _place(self, ctx: Context, key: str) -> tuple[State, str]:
        """The part of the state that holds a key, and its name there."""
        part, _, name = key.rpartition("/")
        root, part = self.root(ctx), part or self.part
        return root[part] if part else root, name

    def _say(self, ctx: Context, words: Words) -> str:
        if not isinstance(words, str):
            return words(ctx)
        return ctx.say(words) if words and self.translated else words

    def _label(self, ctx: Context, label: str, value: object) -> str:
        """An option's label, filled with its value where that is a number."""
        return ctx.say(label, count=value) if label and self.translated else label


def version(ctx: Context) -> str:
    """The app's own."""
    return ctx.app.version_name


def _id_and_ref(pattern: tuple[str, str], key: str = "", page: str = "") -> tuple[str, str]:
    id_, ref = pattern
    names = {"key": key, "name": key.rpartition("/")[2], "page": page}
    return id_.format_map(names), ref.format_map(names)


def _go(ctx: Context, allowed: str, page: str, args: Mapping[str, Any]) -> None:
    """Open a page; one that takes a permission, once that is given."""
    if allowed:
        permission.ask(ctx, allowed, page, **args)
    else:
        ctx.go(page, **args)
