"""Whom to write to: people, new groups, and the pages about them."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.chat.parts import chat_face, enter, person_row, status
from pocketphone.apps.chat.threads import Chat, Person, chat_of, name_of, open_chat, person_of
from pocketphone.apps.faces import face
from pocketphone.apps.others import hand_on
from pocketphone.apps.pick import Photograph
from pocketphone.apps.share import PHOTOS
from pocketphone.apps.words import digits, matches
from pocketphone.ui import (
    VIEW,
    Chip,
    Column,
    Context,
    Divider,
    Fab,
    Grid,
    Icon,
    Intent,
    List,
    Row,
    Strip,
    Text,
    TextField,
    Widget,
    confirm,
    empty,
    list_row,
    scaffold,
    search_field,
    section,
    switch_row,
)

_NAME_MOST = 40
INSERT, CONTACT = "android.intent.action.INSERT", "vnd.android.cursor.dir/contact"


def _matching(ctx: Context) -> list[Person]:
    """The people that the page's query means, by name or number."""
    query = ctx.args.get("query", "")
    number = digits(query)
    found = [
        one
        for one in ctx.state["people"]
        if matches(query, one["name"]) or (len(number) > 2 and number in one["digits"])
    ]
    return sorted(found, key=lambda one: str(one["name_lower"]))


def _nobody(ctx: Context) -> Widget:
    return empty("account-search-outline", f"Nobody is called \u201c{ctx.args['query']}\u201d")


def people(ctx: Context) -> Widget:
    def begin(one: Person) -> None:
        where = open_chat(ctx, "person", one["name"], [one["id"]])
        ctx.back()
        enter(ctx, where)

    def contact() -> None:
        hand_on(ctx, Intent(action=INSERT, mime=CONTACT), "keeps contacts")

    found = _matching(ctx)
    rows: list[Widget] = [person_row(one, partial(begin, one)) for one in found]
    if not ctx.args.get("query"):
        group = partial(ctx.go, "members", query="", ids=[])
        rows[:0] = [
            list_row("New group", id="new_group", on_tap=group,
                     leading=Icon(name="account-multiple-plus-outline", width=44)),
            list_row("New contact", id="new_contact", on_tap=contact,
                     leading=Icon(name="account-plus-outline", width=44)),
            section("People on Chat"),
        ]  # fmt: skip
    field = search_field(ctx, "Search people", autofocus=False)
    return scaffold(
        List(id="people", ref="", children=rows) if rows else _nobody(ctx),
        title=Row(node="", weight=1, children=field),
        back=ctx.back,
    )


def members(ctx: Context) -> Widget:
    """The first page of a new group: who is in it."""
    ids: list[int] = ctx.args["ids"]

    def toggle(id_: int) -> None:
        if id_ in ids:
            ids.remove(id_)
        else:
            ids.append(id_)
        ctx.args["query"] = ""

    chips = Strip(
        id="chosen",
        ref="",
        width="fill",
        gap=8,
        padding=(16, 4),
        visible=bool(ids),
        children=[
            Chip(
                id="chip",
                ref=f"chip/{id_}",
                key=id_,
                label=name_of(ctx, id_),
                icon="close",
                on_tap=partial(toggle, id_),
            )
            for id_ in ids
        ],
    )
    rows = [
        person_row(one, partial(toggle, one["id"]), chosen=one["id"] in ids)
        for one in _matching(ctx)
    ]
    listed = List(id="candidates", ref="", weight=1, children=rows, padding=(0, 0, 0, 88))
    field = search_field(ctx, "Who would you like to add?", id="candidate_field", autofocus=False)
    return scaffold(
        Column(node="", children=[chips, listed if rows else _nobody(ctx)]),
        title=Row(node="", weight=1, children=field),
        back=ctx.back,
        fab=Fab(
            id="next",
            icon="arrow-right",
            visible=bool(ids),
            on_tap=partial(ctx.go, "group", ids=ids, name=""),
        ),
    )


def group(ctx: Context) -> Widget:
    """The second page of a new group: its name."""
    ids: list[int] = ctx.args["ids"]
    error = ctx.args.get("error", "")
    field = TextField(
        id="group_name",
        hint="Group name",
        value=ctx.args["name"],
        most=_NAME_MOST,
        autofocus=True,
        weight=1,
        on_change=ctx.edit("name"),
        on_submit=ctx.hide_keyboard,
    )
    wrong = Text(
        id="name_error", value=error, style="caption", color="error", visible=bool(error),
        padding=(76, 0, 16, 0),
    )  # fmt: skip
    rows = [
        list_row(name_of(ctx, id_), id="member", ref=f"member/{id_}", key=id_,
                 leading=face(name_of(ctx, id_), 40))
        for id_ in ids
    ]  # fmt: skip
    head = Row(
        padding=(16, 12),
        gap=16,
        width="fill",
        children=[Icon(name="account-group", size=44, color="primary"), field],
    )
    count = section(f"{len(ids) + 1} members, with you")
    return scaffold(
        List(id="group_form", ref="", children=[head, wrong, count, *rows]),
        title="New group",
        back=ctx.back,
        fab=Fab(
            id="create", icon="check", description="Create group", on_tap=partial(_create, ctx)
        ),
    )


def _create(ctx: Context) -> None:
    name = ctx.args["name"].strip()
    if not name:
        ctx.args["error"] = "Enter a name for the group"
        return
    made = open_chat(ctx, "group", name, sorted(ctx.args["ids"]))
    ctx.home()
    ctx.go("chat", id=made["id"])


def info(ctx: Context) -> Widget:
    """The page about a chat: its person, or its members."""
    one = chat_of(ctx, ctx.args["id"])
    if one is None:
        nothing = empty("message-off-outline", "This chat was deleted")
        return scaffold(nothing, title="", back=ctx.back)

    def mute(on: bool) -> None:
        one["muted"] = not on

    head = Column(
        node="",
        align="center",
        gap=8,
        padding=(16, 8, 16, 20),
        children=[
            chat_face(one, 112),
            Text(id="info_name", ref="", value=one["name"], style="headline", align="center"),
            Text(ref="", value=status(ctx, one), style="body_small", color="on_surface_dim"),
        ],
    )
    shared = sum(message["photo"] is not None for message in one["messages"])
    rows = [
        head,
        *(_about(ctx, one) if one["kind"] == "person" else _members(ctx, one)),
        Divider(padding=(0, 8)),
        switch_row("Notifications", not one["muted"], mute, id="notify"),
        list_row(
            "Photos in this chat",
            f"{shared}",
            id="shared_photos",
            on_tap=partial(ctx.go, "photos", id=one["id"]),
        ),
        list_row(
            "Delete chat",
            id="delete_chat",
            leading=Icon(name="trash-can-outline", color="error"),
            on_tap=partial(ctx.go, "delete_chats", ids=[one["id"]]),
        ),
    ]
    return scaffold(List(id="info_list", ref="", children=rows), title="", back=ctx.back)


def _about(ctx: Context, one: Chat) -> list[Widget]:
    other = person_of(ctx, one["members"][0])
    if other is None:
        return []
    label = "Unblock" if other["blocked"] else "Block"
    return [
        list_row(other["phone"], "Mobile", id="phone", leading=Icon(name="phone-outline")),
        list_row(other["about"], "About", id="about", leading=Icon(name="information-outline")),
        list_row(
            label,
            id="block",
            leading=Icon(name="cancel"),
            on_tap=partial(ctx.go, "block", id=other["id"]),
        ),
    ]


def _members(ctx: Context, one: Chat) -> list[Widget]:
    rows = [
        list_row(name_of(ctx, id_), id="member", ref=f"member/{id_}", key=id_,
                 leading=face(name_of(ctx, id_), 40))
        for id_ in one["members"]
    ]  # fmt: skip
    return [section("Members"), list_row("You", id="member", ref="member/0"), *rows]


def block(ctx: Context) -> Widget:
    one = person_of(ctx, ctx.args["id"]) or {"name": "", "blocked": False}
    verb = "Unblock" if one["blocked"] else "Block"
    return confirm(
        ctx,
        f"{verb} {one['name']}?",
        "Blocked people cannot write to you." if verb == "Block" else "",
        yes=verb,
        then=partial(one.update, blocked=not one["blocked"]),
    )


def blocked(ctx: Context) -> Widget:
    """Those who are blocked; a touch on one asks whether to let them write again."""
    rows = [
        person_row(one, partial(ctx.go, "block", id=one["id"]))
        for one in ctx.state["people"]
        if one["blocked"]
    ]
    nobody = empty("account-cancel-outline", "Nobody is blocked", "Block people on their page.")
    return scaffold(
        List(id="blocked_list", ref="", children=rows) if rows else nobody,
        title="Blocked people",
        back=ctx.back,
    )


def photos(ctx: Context) -> Widget:
    """The photos of a chat; one that the phone still has opens in Photos."""
    one = chat_of(ctx, ctx.args["id"])
    sent = [each["photo"] for each in (one["messages"] if one else []) if each["photo"]]

    def view(id_: int) -> None:
        hand_on(ctx, Intent(action=VIEW, data=f"{PHOTOS}{id_}"), "shows photos")

    tiles = [
        Photograph(
            photo=photo,
            shape=1,
            id="shared_photo",
            ref=f"photo/{place}",
            key=place,
            description=photo["title"],
            on_tap=partial(view, photo["id"]),
        )
        for place, photo in enumerate(sent)
    ]
    nothing = empty("image-outline", "No photos yet", "Photos that you send appear here.")
    grid = Grid(columns=3, width="fill", gap=2, children=tiles)
    return scaffold(
        List(id="shared_list", ref="", children=[grid]) if tiles else nothing,
        title="Photos",
        back=ctx.back,
    )


PAGES = {
    "blocked": blocked,
    "photos": photos,
    "people": people,
    "members": members,
    "group": group,
    "info": info,
    "block": block,
}
