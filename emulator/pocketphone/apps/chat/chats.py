"""The list of chats, what a long press does to them, the drawer, and the search."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.chat.parts import chat_row, enter, own_face, person_row
from pocketphone.apps.chat.threads import ME, Chat, chat_of, name_of, open_chat, order, when
from pocketphone.apps.words import matches
from pocketphone.ui import (
    Column,
    Context,
    Fab,
    Icon,
    IconButton,
    List,
    Row,
    Swiped,
    Tab,
    Text,
    Widget,
    confirm,
    drawer,
    empty,
    filter_chips,
    list_row,
    menu,
    scaffold,
    search_field,
    section,
)

_MOST_FOUND = 30  # messages that a search shows, of the chats used last
_FILTERS = {"all": "All", "unread": "Unread", "groups": "Groups"}


def chats(ctx: Context) -> Widget:
    shown = ctx.args.get("filter", "all")
    archived = [one for one in ctx.state["chats"] if one["archived"]]
    rows: list[Widget] = [
        _swipe_row(ctx, one) for one in order(ctx.state["chats"]) if _under(one, shown)
    ]
    if archived and shown == "all":
        rows.append(
            list_row(
                "Archived chats",
                ", ".join(one["name"] for one in archived),
                id="archived_row",
                leading=Icon(name="archive-outline", width=52),
                on_tap=partial(ctx.go, "archive"),
            )
        )
    chips = filter_chips(ctx, "filter", _FILTERS.items(), shown, id="folders", chip="folder")
    nothing = empty("message-outline", "No chats here")
    body = List(id="chat_list", ref="", key=shown, weight=1, children=rows, padding=(0, 0, 0, 88))
    opener = IconButton(
        id="menu", icon="menu", description="Open navigation menu", on_tap=partial(ctx.go, "drawer")
    )
    title = Text(value="Chat", style="title", ref="", padding=(8, 0))
    return scaffold(
        Column(node="", children=[chips, body if rows else nothing]),
        title=Row(node="", weight=1, children=[opener, title]),
        actions=[
            IconButton(
                id="search",
                icon="magnify",
                description="Search",
                on_tap=partial(ctx.go, "search", query=""),
            )
        ],
        fab=Fab(
            id="new_message",
            icon="pencil",
            description="New message",
            on_tap=partial(ctx.go, "people", query=""),
        ),
    )


def _under(one: Chat, shown: str) -> bool:
    if one["archived"]:
        return False
    return shown == "all" or (one["unread"] > 0 if shown == "unread" else one["kind"] == "group")


def _swipe_row(ctx: Context, one: Chat) -> Widget:
    """A chat of the list: a swipe to the left puts it into the archive."""

    def archive() -> None:
        one["archived"] = True
        ctx.snackbar("Chat archived", "Undo", partial(one.update, archived=False))

    tap = partial(enter, ctx, one)
    held = partial(ctx.go_in_place, "select", ids=[one["id"]], filter=ctx.args.get("filter", "all"))
    return Swiped(
        node="",
        key=one["id"],
        on_left=archive,
        children=[chat_row(ctx, one, tap, held=held)],
    )


def select(ctx: Context) -> Widget:
    """The list while chats are chosen, with what can be done to them in the bar."""
    ids: list[int] = ctx.args["ids"]
    chosen = [one for one in ctx.state["chats"] if one["id"] in ids]

    def toggle(id_: int) -> None:
        if id_ in ids:
            ids.remove(id_)
        else:
            ids.append(id_)
        if not ids:
            ctx.back()

    rows = [
        chat_row(ctx, one, partial(toggle, one["id"]), chosen=one["id"] in ids)
        for one in order(ctx.state["chats"])
        if _under(one, ctx.args.get("filter", "all"))
    ]
    pinned, muted = (all(one[name] for one in chosen) for name in ("pinned", "muted"))
    deeds = (
        ("pin", "pin-off" if pinned else "pin", "Unpin" if pinned else "Pin",
         partial(_set, ctx, "pinned", not pinned)),
        ("mute", "volume-high" if muted else "volume-off", "",
         partial(_set, ctx, "muted", not muted)),
        ("delete", "trash-can-outline", "Delete", partial(ctx.go, "delete_chats", ids=ids)),
        ("more", "dots-vertical", "More options", partial(ctx.go, "select_menu", ids=ids)),
    )  # fmt: skip
    return scaffold(
        List(id="chat_list", ref="", key=ctx.args.get("filter", "all"), children=rows),
        title=str(len(ids)),
        close=ctx.back,
        actions=[
            IconButton(id=f"action_{name}", icon=icon, description=label, on_tap=tap)
            for name, icon, label, tap in deeds
        ],
    )


def _set(ctx: Context, name: str, value: object) -> None:
    for id_ in ctx.args["ids"]:
        if (one := chat_of(ctx, id_)) is not None:
            one[name] = value
    ctx.back()


def select_menu(ctx: Context) -> Widget:
    def change(name: str, value: object) -> None:
        _set(ctx, name, value)  # closes the menu
        ctx.back()

    return menu(
        [
            ("Mark as unread", partial(change, "unread", 1)),
            ("Mark as read", partial(change, "unread", 0)),
            ("Archive", partial(change, "archived", True)),
        ]
    )


def delete_chats(ctx: Context) -> Widget:
    """Asks before chats are lost; called from the selection or from the chat itself."""
    ids: list[int] = ctx.args["ids"]
    named = [one["name"] for one in ctx.state["chats"] if one["id"] in ids]

    def delete() -> None:
        ctx.state["chats"] = [one for one in ctx.state["chats"] if one["id"] not in ids]
        ctx.home()
        ctx.snackbar("Chat deleted" if len(ids) == 1 else f"{len(ids)} chats deleted")

    return confirm(
        ctx,
        "Delete chat?" if len(ids) == 1 else f"Delete {len(ids)} chats?",
        f"All messages of {', '.join(named)} will be lost.",
        yes="Delete",
        then=delete,
    )


def archive(ctx: Context) -> Widget:
    def restore(one: Chat) -> None:
        one["archived"] = False
        ctx.snackbar("Back among the chats")

    rows = [
        chat_row(ctx, one, partial(enter, ctx, one), held=partial(restore, one))
        for one in order(ctx.state["chats"])
        if one["archived"]
    ]
    hint = "Swipe a chat to the left to put it here."
    return scaffold(
        List(id="archive_list", ref="", children=rows)
        if rows
        else empty("archive-outline", "The archive is empty", hint),
        title="Archived chats",
        back=ctx.back,
    )


def navigation(ctx: Context) -> Widget:
    me = ctx.state["me"]

    def opens(page: str, **args: object) -> None:
        ctx.back()
        ctx.go(page, **args)

    head = Column(
        id="drawer_header",
        node="android.widget.FrameLayout",
        description="My profile",
        padding=(24, 24, 24, 16),
        gap=4,
        align="start",
        background="surface_high",
        on_tap=partial(opens, "me"),
        children=[
            own_face(ctx, 60, me["photo"]),
            Text(id="drawer_name", ref="", value=me["name"], style="title_small", lines=1),
            Text(id="drawer_phone", ref="", value=me["phone"], style="body_small"),
        ],
    )
    items = [
        Tab("nav_group", "New group", "account-multiple-plus-outline",
            partial(opens, "members", query="", ids=[])),
        Tab("nav_people", "People", "account-outline", partial(opens, "people", query="")),
        Tab("nav_starred", "Starred messages", "star-outline", partial(opens, "starred")),
        Tab("nav_archive", "Archived chats", "archive-outline", partial(opens, "archive")),
        None,
        Tab("nav_settings", "Settings", "cog-outline", partial(opens, "settings")),
    ]  # fmt: skip
    return drawer(head, items)


def starred(ctx: Context) -> Widget:
    rows = [
        list_row(
            message["text"] or "Photo",
            f"{name_of(ctx, message['from'])} · {one['name']}",
            id="starred",
            ref=f"starred/{one['id']}/{message['id']}",
            key=f"{one['id']}/{message['id']}",
            leading=Icon(name="star", color="primary"),
            on_tap=partial(enter, ctx, one),
        )
        for one in ctx.state["chats"]
        for message in one["messages"]
        if message["starred"]
    ]
    hint = "Hold a message to give it a star."
    return scaffold(
        List(id="starred_list", ref="", children=rows)
        if rows
        else empty("star-outline", "No starred messages", hint),
        title="Starred messages",
        back=ctx.back,
    )


def search(ctx: Context) -> Widget:
    """Chats, people and messages that a query finds."""
    query = ctx.args.get("query", "")
    rows = _results(ctx, query) if query.strip() else []
    if rows:
        body: Widget = List(id="found", ref="", children=rows)
    elif query.strip():
        body = empty("magnify-close", f"Nothing found for \u201c{query}\u201d")
    else:
        body = empty("magnify", "Search chats, people and messages")
    return scaffold(body, title=Row(node="", weight=1, children=search_field(ctx, "Search")),
                    back=ctx.back)  # fmt: skip


def _results(ctx: Context, query: str) -> list[Widget]:
    named = [one for one in order(ctx.state["chats"]) if matches(query, one["name"])]
    talking = {one["members"][0] for one in named if one["kind"] == "person"}

    def begin(id_: int) -> None:
        ctx.replace("chat", id=open_chat(ctx, "person", name_of(ctx, id_), [id_])["id"])

    rows = [chat_row(ctx, one, partial(enter, ctx, one)) for one in named]
    people = [
        person_row(one, partial(begin, one["id"]))
        for one in ctx.state["people"]
        if one["id"] not in talking and matches(query, one["name"])
    ]
    said = [
        list_row(
            one["name"],
            f"{'You: ' if message['from'] == ME else ''}{message['text']}",
            id="found_message",
            ref=f"found/{one['id']}/{message['id']}",
            key=f"{one['id']}/{message['id']}",
            trailing=Text(ref="", value=when(ctx, message["at"]), style="caption"),
            on_tap=partial(enter, ctx, one),
        )
        for one in order(ctx.state["chats"])
        for message in one["messages"]
        if matches(query, message["text"])
    ]
    parts = (("Chats", rows), ("People", people), ("Messages", said[:_MOST_FOUND]))
    return [row for title, some in parts if some for row in (section(title), *some)]


PAGES = {
    "chats": chats,
    "select": select,
    "select_menu": select_menu,
    "delete_chats": delete_chats,
    "archive": archive,
    "drawer": navigation,
    "starred": starred,
    "search": search,
}
