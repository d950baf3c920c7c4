"""All contacts, the favourite ones, a search among them, and the selection of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import setitem

from pocketphone.apps.contacts.editor import create
from pocketphone.apps.contacts.people import Person, find, initial, order, title
from pocketphone.ui import (
    Context,
    Fab,
    Icon,
    IconButton,
    List,
    Rgb,
    Stack,
    Text,
    Widget,
    ask_which,
    confirm,
    destinations,
    empty,
    list_row,
    menu,
    more_options,
    scaffold,
    search_field,
    section,
)

_DISCS: tuple[Rgb, ...] = (
    (178, 74, 66), (62, 108, 182), (46, 125, 90), (140, 88, 168), (176, 110, 30), (20, 122, 138),
    (160, 62, 116), (94, 104, 120),
)  # fmt: skip


def disc(one: Person, size: float = 40) -> Widget:
    """The coloured disc with a person's initial."""
    color, letter = _DISCS[one["id"] % len(_DISCS)], initial(one)
    if not letter:
        person = Icon(name="account", color=(255, 255, 255), size=size * 0.6, node="")
        return Stack(
            width=size,
            height=size,
            radius=size / 2,
            background=color,
            at=[(0.5, 0.5)],
            children=[person],
        )
    return Text(
        node="android.widget.ImageView",
        ref="",
        value=letter,
        style="title_small" if size < 96 else "display",
        color=(255, 255, 255),
        align="center",
        width=size,
        height=size,
        radius=size / 2,
        background=color,
    )


def navigation(ctx: Context) -> Widget:
    tabs = (
        ("contacts", "Contacts", "account-multiple"),
        ("favourites", "Favourites", "star-outline"),
        ("recents", "Recents", "history"),
    )
    return destinations(ctx, tabs)


def _row(ctx: Context, one: Person, *, star: bool = False) -> Widget:
    mark = Icon(id="star", ref="", name="star", size=20, description="Favourite")
    return list_row(
        title(one),
        id="contact",
        ref=f"contact/{one['id']}",
        key=one["id"],
        title_id="name",
        leading=disc(one),
        trailing=mark if star and one["favourite"] else None,
        on_tap=partial(ctx.go, "contact", id=one["id"]),
        on_long_press=partial(ctx.go_in_place, "select", ids=[one["id"]]),
    )


def _sections(
    ctx: Context, people: Sequence[Person], row: Callable[[Person], Widget]
) -> list[Widget]:
    rows: list[Widget] = []
    for letter, ones in order(list(people), ctx.state["settings"]["sort"]):
        rows += [section(letter), *(row(one) for one in ones)]
    return rows


def contacts(ctx: Context) -> Widget:
    rows = _sections(ctx, ctx.state["contacts"], partial(_row, ctx, star=True))
    return scaffold(
        List(id="list", ref="", children=rows, padding=(0, 0, 0, 88))
        if rows
        else empty("account-multiple-outline", "No contacts", "Create one, and it appears here."),
        title="Contacts",
        actions=[
            IconButton(
                id="menu_search",
                icon="magnify",
                description="Search contacts",
                on_tap=partial(ctx.go, "search", query=""),
            ),
            more_options(partial(ctx.go, "menu")),
        ],
        fab=Fab(
            id="floating_action_button", description="Create contact", on_tap=partial(create, ctx)
        ),
        bottom=navigation(ctx),
    )


def favourites(ctx: Context) -> Widget:
    rows = _sections(
        ctx, [one for one in ctx.state["contacts"] if one["favourite"]], partial(_row, ctx)
    )
    return scaffold(
        List(id="list", ref="", children=rows, padding=(0, 0, 0, 88))
        if rows
        else empty("star-outline", "No favourites", "Open a contact and tap its star."),
        title="Favourites",
        bottom=navigation(ctx),
    )


def search(ctx: Context) -> Widget:
    query: str = ctx.args.get("query", "")
    field, clear = search_field(
        ctx, "Search contacts", id="search_view", clear_id="search_clear", clear="Clear query"
    )
    rows = [_row(ctx, one, star=True) for one in find(ctx.state["contacts"], query)]
    if rows:
        body: Widget = List(id="list", ref="", children=rows)
    elif query.strip():
        body = empty("account-search-outline", f"No results for \u201c{query.strip()}\u201d")
    else:
        body = empty("magnify", "Search by name, number or e-mail")
    return scaffold(body, title=field, back=ctx.back, actions=[clear])


def select(ctx: Context) -> Widget:
    """Several contacts chosen, to be starred or deleted together."""
    chosen: list[int] = ctx.args["ids"]
    everyone = [one["id"] for one in ctx.state["contacts"]]

    def toggle(id_: int) -> None:
        if id_ not in chosen:
            chosen.append(id_)
        elif len(chosen) > 1:
            chosen.remove(id_)
        else:
            ctx.back()

    def star() -> None:
        for one in ctx.state["contacts"]:
            one["favourite"] = one["favourite"] or one["id"] in chosen
        ctx.back()

    def row(one: Person) -> Widget:
        on = one["id"] in chosen
        return list_row(
            title(one),
            id="contact",
            ref=f"contact/{one['id']}",
            key=one["id"],
            title_id="name",
            leading=Icon(name="check-circle", color="primary", size=40) if on else disc(one),
            selected=on,
            on_tap=partial(toggle, one["id"]),
        )

    return scaffold(
        List(id="list", ref="", children=_sections(ctx, ctx.state["contacts"], row)),
        title=f"{len(chosen)} selected",
        close=ctx.back,
        actions=[
            IconButton(
                ref="select_all", icon="select-all", on_tap=partial(ctx.args.update, ids=everyone)
            ),
            IconButton(id="menu_star", icon="star-outline", description="Favourite", on_tap=star),
            IconButton(
                id="menu_delete",
                icon="trash-can-outline",
                description="Delete",
                on_tap=partial(ctx.go, "delete", ids=chosen, pages=1),
            ),
        ],
    )


def delete(ctx: Context) -> Widget:
    """Whether to lose `ids`; `pages` below the dialog show them and are left with them."""
    ids: list[int] = ctx.args["ids"]
    people = ctx.state["contacts"]
    names = [title(one) for one in people if one["id"] in ids]

    def carry_out() -> None:
        people[:] = [one for one in people if one["id"] not in ids]
        ctx.snackbar("Contact deleted" if len(ids) == 1 else f"{len(ids)} contacts deleted")

    return confirm(
        ctx,
        "Delete this contact?" if len(ids) == 1 else f"Delete {len(ids)} contacts?",
        f"{', '.join(names[:3])}{' and others' * (len(names) > 3)} will be removed.",
        yes="Delete",
        then=carry_out,
        closes=ctx.args["pages"] + 1,
    )


def overflow(ctx: Context) -> Widget:
    def instead(page: str) -> None:
        ctx.back()
        ctx.go(page)

    def select_all() -> None:
        ctx.back()
        if ids := [one["id"] for one in ctx.state["contacts"]]:
            ctx.go_in_place("select", ids=ids)

    def manual() -> None:
        ctx.back()
        ctx.go("help", path="contacts")

    return menu(
        [
            ("Select all", select_all),
            ("Sort by", partial(instead, "sort")),
            ("Help", manual),
        ]
    )


def sort(ctx: Context) -> Widget:
    settings = ctx.state["settings"]
    labels = {"first": "First name", "last": "Last name"}
    return ask_which(ctx, "Sort by", labels, settings["sort"], partial(setitem, settings, "sort"))


PAGES = {
    "contacts": contacts,
    "favourites": favourites,
    "search": search,
    "select": select,
    "delete": delete,
    "menu": overflow,
    "sort": sort,
}
