"""The folders: their threads, the drawer that leads to them, a search, a selection."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pocketphone.apps.mail import parts
from pocketphone.apps.mail.draft import begin
from pocketphone.apps.mail.mails import FOLDERS, find, inside, threads
from pocketphone.ui import (
    Chip,
    Column,
    Context,
    Divider,
    Fab,
    IconButton,
    List,
    Row,
    Stack,
    Strip,
    Tab,
    Text,
    Widget,
    confirm,
    drawer,
    empty,
    list_row,
    scaffold,
    search_field,
    section,
)

_ICONS = {
    "inbox": "inbox", "starred": "star-outline", "sent": "send-outline", "drafts": "file-outline",
    "scheduled": "clock-outline", "archive": "archive-outline", "bin": "trash-can-outline",
}  # fmt: skip
_NOTHING = {
    "inbox": ("inbox", "You have read everything"),
    "drafts": ("file-outline", "No drafts"),
    "scheduled": ("clock-outline", "Nothing is scheduled"),
    "bin": ("trash-can-outline", "The bin is empty"),
}


def inbox(ctx: Context) -> Widget:
    """The first page: the inbox below a search bar."""
    bar = Row(
        id="open_search_bar",
        node="android.view.ViewGroup",
        ref="open_search_bar",
        width="fill",
        height=52,
        radius=26,
        background="surface_high",
        padding=(4, 0, 8, 0),
        gap=4,
        on_tap=partial(ctx.go, "search", query=""),
        children=[
            IconButton(ref="drawer", icon="menu", description="Open navigation drawer",
                       on_tap=partial(ctx.go, "drawer")),
            Text(id="open_search_bar_text", ref="", value="Search in mail", weight=1,
                 color="on_surface_dim", lines=1),
            Stack(id="account", ref="account", padding=4, on_tap=partial(ctx.go, "settings"),
                  children=[parts.disc(ctx.state, ctx.state["me"]["email"], 34)]),
        ],
    )  # fmt: skip
    top = Stack(node="", padding=(12, 6), width="fill", children=[bar])
    listed = Stack(node="", weight=1, width="fill", height="fill", children=[_body(ctx, "inbox")])
    return scaffold(Column(node="", children=[top, listed]), fab=_compose(ctx))


def folder(ctx: Context) -> Widget:
    """Any other folder, or a label."""
    key: str = ctx.args["key"]
    full = bool(inside(ctx.state["mails"], key, ctx.minute))
    actions = [
        IconButton(id="menu_search", icon="magnify", description="Search",
                   on_tap=partial(ctx.go, "search", query="")),
        IconButton(id="empty_bin", icon="delete-empty-outline", description="Empty bin",
                   visible=key == "bin" and full, on_tap=partial(ctx.go, "empty_bin")),
    ]  # fmt: skip
    return scaffold(
        _body(ctx, key),
        title=parts.title_of(ctx.state, key),
        back=ctx.back,
        actions=actions,
        fab=_compose(ctx) if key != "bin" else None,
    )


def _compose(ctx: Context) -> Widget:
    return Fab(id="compose_button", icon="pencil-outline", label="Compose",
               on_tap=partial(begin, ctx))  # fmt: skip


def _body(ctx: Context, key: str) -> Widget:
    mails = inside(ctx.state["mails"], key, ctx.minute)
    if not mails:
        icon, text = _NOTHING.get(key, ("email-outline", "Nothing here"))
        return empty(icon, text)
    grouped = [[one] for one in mails] if key in ("drafts", "scheduled") else threads(mails)
    rows = [parts.thread_row(ctx, group, key) for group in grouped]
    head = section(parts.title_of(ctx.state, key))
    return List(id="thread_list_view", ref="", width="fill", height="fill", children=[head, *rows],
                padding=(0, 0, 0, 88))  # fmt: skip


def folders(ctx: Context) -> Widget:
    def to(key: str) -> None:
        ctx.home()
        if key != "inbox":
            ctx.go("folder", key=key)

    def item(key: str, icon: str) -> Tab:
        name, new = parts.title_of(ctx.state, key), parts.unread(ctx, key)
        counted = f"{name}   {new}" if new and key == "inbox" else name
        return Tab(key.replace("/", "_"), counted, icon, partial(to, key), key == "inbox")

    def settings() -> None:
        ctx.back()
        ctx.go("settings")

    me = ctx.state["me"]
    head = Column(
        padding=(28, 20, 16, 12),
        children=[
            Text(value="Mail", style="title", color="primary", ref=""),
            Text(id="account_address", ref="", value=me["email"], style="body_small",
                 color="on_surface_dim", lines=1),
        ],
    )  # fmt: skip
    labels = [item(f"label/{key}", "label-outline") for key in ctx.state["labels"]]
    return drawer(
        head,
        [
            *(item(key, _ICONS[key]) for key in FOLDERS),
            None,
            *labels,
            None,
            Tab("settings", "Settings", "cog-outline", settings),
        ],
    )


def search(ctx: Context) -> Widget:
    query: str = ctx.args.get("query", "")
    flags = {"unread": "Unread", "attached": "Has attachment"}
    on = {flag: bool(ctx.args.get(flag)) for flag in flags}
    field, clear = search_field(
        ctx, "Search in mail", id="open_search_view_edit_text", autofocus=not query
    )
    chips = [
        Chip(id="filter", ref=f"filter/{flag}", label=label, on=on[flag], on_change=ctx.edit(flag))
        for flag, label in flags.items()
    ]
    asked = bool(query.strip()) or any(on.values())
    hits = find(ctx.state, query, **on) if asked else []
    if hits:
        rows = [parts.thread_row(ctx, group, "search") for group in threads(hits)]
        body: Widget = List(id="search_results", ref="", weight=1, children=rows)
    elif asked:
        body = empty(
            "email-search-outline", "No mail found", "Check the spelling, or ask for less."
        )
    else:
        body = List(id="suggestions", ref="", weight=1, children=_people(ctx))
    strip = Strip(width="fill", gap=8, padding=(16, 4, 16, 8), children=chips)
    return scaffold(
        Column(node="", children=[strip, Divider(), body]),
        title=field,
        back=ctx.back,
        actions=[clear],
    )


def _people(ctx: Context) -> list[Widget]:
    """Those who wrote last, to look for what else they wrote."""
    mails = inside(ctx.state["mails"], "inbox", ctx.minute)
    last = list(dict.fromkeys(one["from"] for one in mails))[:8]
    known = {one["email"]: one["name"] for one in ctx.state["people"]}

    def look_for(name: str) -> Callable[[], None]:
        return partial(ctx.args.update, query=name)

    return [section("Wrote to you")] + [
        list_row(known.get(email, email), email, id="person", ref=f"person/{email}", key=email,
                 leading=parts.disc(ctx.state, email), on_tap=look_for(known.get(email, email)))
        for email in last
    ]  # fmt: skip


def select(ctx: Context) -> Widget:
    """Threads that are chosen, to be put away or marked together."""
    key, ids = ctx.args["key"], ctx.args["ids"]
    mails = parts.of_threads(ctx.state, ids)

    def put(folder: str) -> None:
        ctx.back()
        parts.move(ctx, mails, folder)

    def read() -> None:
        ctx.back()
        parts.mark(mails, "read", any(not one["read"] for one in mails))

    return scaffold(
        _body(ctx, key),
        title=f"{len(ids)}",
        close=ctx.back,
        actions=[
            IconButton(id="archive", icon="archive-outline", description="Archive",
                       on_tap=partial(put, "archive")),
            IconButton(id="delete", icon="trash-can-outline", description="Move to bin",
                       on_tap=partial(put, "bin")),
            IconButton(ref="mark_read", icon="email-open-outline", on_tap=read),
            IconButton(id="label", icon="label-outline", description="Label",
                       on_tap=partial(ctx.go, "labels", threads=list(ids))),
        ],
    )  # fmt: skip


def empty_bin(ctx: Context) -> Widget:
    def delete() -> None:
        held = ctx.state["mails"]
        held[:] = [one for one in held if one["folder"] != "bin"]

    return confirm(ctx, "Empty bin?", "Its mails will be lost for good.", yes="Empty", then=delete)


PAGES = {
    "inbox": inbox,
    "folder": folder,
    "drawer": folders,
    "search": search,
    "select": select,
    "empty_bin": empty_bin,
}
