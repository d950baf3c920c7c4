"""Changes of what pages show, as an update of an app brings them: names, ids, places, rows.

    phone.change(Relabel(Spot(CLOCK, "editor", "save"), "Save", "Keep"))

A change is made of the widgets that a page returns, before they are laid out. What is drawn, dumped
and touched follows it; what a touch does to the state, and so the truth, is as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from pocketphone.ui.app import Context
from pocketphone.ui.containers import Column, Grid, Group, List, Scroll
from pocketphone.ui.field import TextField
from pocketphone.ui.widget import Widget

_WORDS = ("description", "label", "value", "hint")


@dataclass(frozen=True)
class Spot:
    """Where a control stands: its app, its page, and what `pocketphone tree` calls it."""

    app: str
    page: str
    ref: str


@dataclass(frozen=True)
class AtSpot:
    """A change of the page of one control, which is left as it is where it lacks that control."""

    spot: Spot

    def __call__(self, ctx: Context, shown: Widget) -> Widget:
        there = (ctx.app.package, ctx.page) == (self.spot.app, self.spot.page)
        return self.made(shown) if there and find(shown, self.spot.ref) else shown

    def made(self, shown: Widget) -> Widget:
        """The page as it is now."""
        raise NotImplementedError


@dataclass(frozen=True)
class Relabel(AtSpot):
    """The control, or what in it is called so, has another name."""

    name: str
    now: str

    def made(self, shown: Widget) -> Widget:
        def said(text: str) -> str:
            return self.now if text == self.name else text

        return remade(shown, lambda w: reworded(w, said) if ref_of(w) == self.spot.ref else w)


@dataclass(frozen=True)
class Reidentify(AtSpot):
    """The control has another resource id; `alike`: and so have all that had the same."""

    id: str
    alike: bool = False

    def made(self, shown: Widget) -> Widget:
        was = {w.id for w in walk(shown) if ref_of(w) == self.spot.ref and self.alike}
        return remade(
            shown,
            lambda w: (
                replace(w, id=self.id, ref=ref_of(w))
                if ref_of(w) == self.spot.ref or (w.id and w.id in was)
                else w
            ),
        )


@dataclass(frozen=True)
class Exchange(AtSpot):
    """The control stands where another one stood, and that one in its place."""

    other: str  # the ref of one that neither holds it nor stands in it

    def made(self, shown: Widget) -> Widget:
        one, two = find(shown, self.spot.ref), find(shown, self.other)
        if one is None or two is None:
            return shown
        turned = {self.spot.ref: two, self.other: one}
        return remade(shown, lambda w: turned.get(ref_of(w), w))


@dataclass(frozen=True)
class Reorder(AtSpot):
    """The rows among which the control is stand in another order, the same whenever it shows."""

    seed: int

    def made(self, shown: Widget) -> Widget:
        rows = rows_around(shown, self.spot.ref)
        if rows is None:
            return shown
        found = sorted(rows.all, key=lambda row: Random(f"{self.seed}/{_identity(row)}").random())
        return rows.replaced(shown, found if found != rows.all else found[::-1])


@dataclass(frozen=True)
class MoreRows(AtSpot):
    """More rows, of these titles, stand before those among which the control is. They do what the
    others do, or nothing where there is no other."""

    titles: tuple[str, ...]

    def made(self, shown: Widget) -> Widget:
        rows = rows_around(shown, self.spot.ref)
        if rows is None:
            return shown
        like = rows.others or [_inert(rows.wanted)]
        new = [
            replace(retitled(_unnamed(like[n % len(like)]), title), key=f"more/{n}")
            for n, title in enumerate(self.titles)
        ]
        return rows.replaced(shown, [*new, *rows.all])


@dataclass(frozen=True)
class Twin(AtSpot):
    """A row beside the one that holds the control has its title too; where there is no other row,
    a new one that does nothing."""

    before: bool

    def made(self, shown: Widget) -> Widget:
        rows = rows_around(shown, self.spot.ref)
        if rows is None:
            return shown
        title, found = title_of(rows.wanted), list(rows.all)
        if rows.others:
            beside = rows.at - 1 if self.before else rows.at + 1
            if not 0 <= beside < len(found):
                beside = 2 * rows.at - beside
            found[beside] = retitled(found[beside], title)
        else:
            twin = replace(_unnamed(_inert(rows.wanted)), key="twin")
            found.insert(rows.at + (not self.before), twin)
        return rows.replaced(shown, found)


class Rows(NamedTuple):
    """Widgets of one kind that follow each other in a list, one of which is wanted."""

    holder: Group
    first: int
    all: list[Widget]
    at: int  # the wanted one, among all

    @property
    def wanted(self) -> Widget:
        return self.all[self.at]

    @property
    def others(self) -> list[Widget]:
        return [row for row in self.all if row is not self.wanted]

    def replaced(self, shown: Widget, rows: Sequence[Widget]) -> Widget:
        """The page with other rows in the place of these."""
        held, last = self.holder.children, self.first + len(self.all)
        children = [*held[: self.first], *rows, *held[last:]]
        now = replace(self.holder, children=children)
        return remade(shown, lambda w: now if w is self.holder else w)


def rows_around(shown: Widget, ref: str) -> Rows | None:
    """The rows of the innermost list that has the control in one of them; None where none has."""
    way = way_to(shown, ref)
    for holder, row in reversed(list(pairwise(way))):
        if not isinstance(holder, List | Scroll | Grid | Column):
            continue
        held = holder.children
        at = first = last = next(n for n, child in enumerate(held) if child is row)
        while first > 0 and _kind(held[first - 1]) == _kind(row):
            first -= 1
        while last + 1 < len(held) and _kind(held[last + 1]) == _kind(row):
            last += 1
        alone = first == last
        if title_of(row) and not (alone and (row.key is None or not isinstance(holder, List))):
            return Rows(holder, first, list(held[first : last + 1]), at - first)
    return None


def ref_of(widget: Widget) -> str:
    """What `pocketphone tree` calls it; "" where it does not tell it."""
    return (widget.id if widget.ref is None else widget.ref) or ""


def walk(widget: Widget) -> Iterator[Widget]:
    """The widget and those in it that are not hidden."""
    if widget.visible:
        yield widget
        for part in widget.parts:
            yield from walk(part)


def find(shown: Widget, ref: str) -> Widget | None:
    return next((widget for widget in walk(shown) if ref_of(widget) == ref), None)


def way_to(shown: Widget, ref: str) -> list[Widget]:
    """The widgets from the outermost to the one of that ref; none where there is no such one."""
    if ref_of(shown) == ref:
        return [shown]
    for part in shown.parts:
        if part.visible and (way := way_to(part, ref)):
            return [shown, *way]
    return []


def remade(widget: Widget, rule: Callable[[Widget], Widget]) -> Widget:
    """The widget as the rule makes it, once each of its parts is as the rule makes that."""
    if isinstance(widget, Group):
        parts = [remade(part, rule) for part in widget.children]
        if any(new is not old for new, old in zip(parts, widget.children, strict=True)):
            widget = replace(widget, children=parts)
    return rule(widget)


def reworded(widget: Widget, change: Callable[[str], str]) -> Widget:
    """The widget with all that it says changed, but for what was typed into it."""

    def said(one: Widget) -> Widget:
        now: dict[str, Any] = {name: change(text) for name, text in _texts(one)}
        return replace(one, **now) if any(now[name] != text for name, text in _texts(one)) else one

    return remade(widget, said)


def title_of(widget: Widget) -> str:
    """What it is called: the first of its texts that is more than a letter or a number, else the
    first; "" where it has none."""
    texts = [text for each in walk(widget) for _, text in _texts(each) if text]
    return next((text for text in texts if sum(map(str.isalpha, text)) > 1), next(iter(texts), ""))


def _texts(widget: Widget) -> Iterator[tuple[str, str]]:
    """What the widget itself says, by the name of the field, but for what was typed into it."""
    for name in _WORDS:
        text = getattr(widget, name, None)
        if isinstance(text, str) and not (name == "value" and isinstance(widget, TextField)):
            yield name, text


def retitled(row: Widget, title: str) -> Widget:
    """The row with another title, also where that is a part of what it says."""
    was = title_of(row)
    return reworded(row, lambda text: text.replace(was, title)) if was else row


def _kind(row: Widget) -> tuple[type[Widget], str | None]:
    return type(row), next((widget.id for widget in walk(row) if widget.id), None)


def _identity(row: Widget) -> str:
    refs = (ref_of(widget) for widget in walk(row))
    return str(row.key) if row.key is not None else next(filter(None, refs), title_of(row))


def _unnamed(row: Widget) -> Widget:
    """The row without names for those who judge, which another one has."""
    return remade(row, lambda w: replace(w, ref=""))


def _inert(row: Widget) -> Widget:
    """The row with nothing behind its touches."""

    def still(widget: Widget) -> Widget:
        names = (each.name for each in fields(widget) if each.name.startswith("on_"))
        now: dict[str, Any] = {name: _nothing for name in names if getattr(widget, name)}
        return replace(widget, **now) if now else widget

    return remade(row, still)


def _nothing(*_: object) -> None:
    """What a touch does that does nothing."""
