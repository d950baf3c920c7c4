"""What pages of many apps have: destinations at the bottom, a field to search by, filters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Literal

from pocketphone.ui.app import Context
from pocketphone.ui.bars import Tab, bottom_nav
from pocketphone.ui.containers import Row, Strip
from pocketphone.ui.content import Icon
from pocketphone.ui.controls import Button, Chip, IconButton
from pocketphone.ui.field import TextField
from pocketphone.ui.rows import list_row
from pocketphone.ui.widget import Handler, Widget


def destinations(
    ctx: Context,
    places: Iterable[tuple[str, str, str]],
    visit: Callable[[str], object] | None = None,
) -> Widget:
    """The bar of the app's main pages; (page, label, icon)."""
    open_ = visit or ctx.replace
    return bottom_nav(
        [
            Tab(f"tab_{page}", label, icon, partial(open_, page), ctx.page == page)
            for page, label, icon in places
        ]
    )


def more_options(
    on_tap: Handler,
    *,
    id: str = "menu_overflow",
    description: str = "More options",
    visible: bool = True,
) -> Widget:
    """The three dots that open an overflow menu."""
    return IconButton(
        id=id, icon="dots-vertical", description=description, visible=visible, on_tap=on_tap
    )


def actions(rows: Iterable[tuple[str, str, Handler]]) -> list[Widget]:
    """The rows of a sheet, all of one kind: label, icon, and what is done."""
    return [
        list_row(label, id="action", ref=label, key=label, leading=Icon(name=icon), on_tap=tap)
        for label, icon, tap in rows
    ]


def filter_chips(
    ctx: Context, arg: str, labels: Iterable[tuple[str, str]], shown: str, *, id: str, chip: str
) -> Widget:
    """A strip of kinds, of which the one that the page's `arg` names is shown."""
    chips = [
        Chip(
            id=f"{chip}_{kind}",
            label=label,
            on=kind == shown,
            on_tap=partial(ctx.args.update, {arg: kind}),
        )
        for kind, label in labels
    ]
    return Strip(id=id, ref="", width="fill", gap=8, padding=(16, 4), children=chips)


def reset_or_apply(reset: Handler, apply: Handler, label: str = "Apply") -> Widget:
    """The two buttons below a page of filters."""
    return Row(
        node="",
        width="fill",
        gap=8,
        padding=(16, 12, 16, 0),
        children=[
            Button(id="reset", label="Reset", weight=1, kind="outlined", on_tap=reset),
            Button(id="apply", label=label, weight=1, kind="filled", on_tap=apply),
        ],
    )


def search_field(
    ctx: Context,
    hint: str,
    *,
    id: str = "search_field",
    clear_id: str | None = None,
    clear: str = "",
    kind: Literal["plain", "pill"] = "plain",
    icon: str | None = None,
    autofocus: bool = True,
    on_change: Callable[[str], object] | None = None,
    on_submit: Handler | None = None,
) -> tuple[Widget, Widget]:
    """The field of an app bar that edits the page's `query`, and the cross that empties it.

    `clear` is what the cross is called; ENTER closes the keyboard unless `on_submit` does more.
    """
    query: str = ctx.args.get("query", "")
    typed = on_change or ctx.edit("query")
    field = TextField(
        id=id,
        hint=hint,
        value=query,
        kind=kind,
        icon=icon,
        weight=1,
        padding=(8, 12) if kind == "plain" else (16, 12),
        autofocus=autofocus,
        on_change=typed,
        on_submit=on_submit or ctx.hide_keyboard,
    )
    cross = IconButton(
        id=clear_id,
        ref=clear_id or "clear",
        icon="close",
        description=clear,
        visible=bool(query),
        on_tap=partial(typed, ""),
    )
    return field, cross
