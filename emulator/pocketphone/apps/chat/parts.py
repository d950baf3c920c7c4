"""What the pages of Chat share: faces, rows of chats and people, fields, bubbles."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pocketphone.apps.chat.threads import ME, Chat, Message, Person, name_of, person_of, when
from pocketphone.apps.faces import face
from pocketphone.apps.pick import Photograph, photo_of
from pocketphone.ui import (
    Column,
    Context,
    Handler,
    Icon,
    Rgb,
    Row,
    Text,
    Widget,
    disc,
    list_row,
)

_GROUND: tuple[Rgb, ...] = (
    (176, 96, 60), (60, 110, 170), (84, 130, 70), (140, 84, 160), (40, 128, 134),
)  # fmt: skip


def own_face(ctx: Context, size: float, photo: int | None) -> Widget:
    """The owner's picture: that photo of the phone, else a portrait."""
    chosen = photo_of(ctx, photo)
    if chosen is None:
        return face(ctx.state["me"]["username"], size)
    return Photograph(photo=chosen, width=size, height=size, radius=size / 2, ref="")


def chat_face(one: Chat, size: float = 52) -> Widget:
    """A person's portrait, or a disc for a group."""
    if one["kind"] == "person":
        return face(one["name"], size)
    return disc("account-group", _GROUND[one["id"] % len(_GROUND)], size=size)


def status(ctx: Context, one: Chat) -> str:
    """What stands below a chat's name: who is there, or when the other was."""
    if one["kind"] == "group":
        return f"{len(one['members']) + 1} members"
    other = person_of(ctx, one["members"][0])
    if other is None or ctx.state["settings"]["last_seen"] == "nobody":
        return "last seen recently"
    seen = datetime.fromisoformat(other["seen"])
    fresh = (ctx.minute - seen).total_seconds() < 300
    return "online" if fresh else f"last seen {when(ctx, other['seen'])}"


def snippet(ctx: Context, one: Chat) -> str:
    """The last thing said, as a list shows it."""
    if one["draft"].strip():
        return f"Draft: {one['draft'].strip()}"
    if not one["messages"]:
        return "No messages yet"
    last = one["messages"][-1]
    said = last["text"] or "Photo"
    if last["from"] == ME:
        return f"You: {said}"
    return f"{name_of(ctx, last['from']).split()[0]}: {said}" if one["kind"] == "group" else said


def chat_row(
    ctx: Context, one: Chat, on_tap: Handler, *, held: Handler | None = None, chosen: bool = False
) -> Widget:
    """A chat: face, name and last message; time, and how much is unread."""
    fresh = one["unread"] > 0
    time = when(ctx, one["messages"][-1]["at"]) if one["messages"] else ""
    badge = Text(
        id="unread",
        ref="",
        value=str(one["unread"]),
        style="label_small",
        color="on_primary",
        background="primary",
        align="center",
        padding=(7, 2),
        radius=10,
        visible=fresh,
    )
    pin = Icon(id="pin", ref="", name="pin", size=16, visible=one["pinned"], description="Pinned")
    name = Text(id="chat_name", ref="", value=one["name"], style="title_small", lines=1)
    muted = Icon(name="volume-off", size=16, visible=one["muted"], description="Muted")
    last = Text(
        id="chat_last",
        ref="",
        value=snippet(ctx, one),
        style="body_small",
        color="on_surface" if fresh else "on_surface_dim",
        lines=1,
    )
    clock = Text(
        id="chat_time",
        ref="",
        value=time,
        style="caption",
        color="primary" if fresh else "on_surface_dim",
    )
    words = Column(
        node="", weight=1, gap=2, children=[Row(node="", gap=4, children=[name, muted]), last]
    )
    marks = Row(node="", gap=4, height=22, children=[pin, badge])
    return Row(
        id="chat_row",
        ref=f"chat/{one['id']}",
        key=f"chat/{one['id']}",
        node="android.view.ViewGroup",
        width="fill",
        padding=(16, 10),
        gap=14,
        selected=chosen,
        background="container" if chosen else None,
        on_tap=on_tap,
        on_long_press=held,
        children=[
            chat_face(one),
            words,
            Column(node="", align="end", gap=2, children=[clock, marks]),
        ],
    )


def enter(ctx: Context, one: Chat) -> None:
    """Open a chat, which reads what is new in it."""
    one["unread"] = 0
    ctx.go("chat", id=one["id"])


def person_row(one: Person, on_tap: Handler, *, chosen: bool | None = None) -> Widget:
    """A person; with `chosen` a tick where they are among those chosen."""
    tick = Icon(
        name="check-circle" if chosen else "circle-outline",
        color="primary" if chosen else "outline_dim",
        description="Chosen" if chosen else "",
    )
    return list_row(
        one["name"],
        one["about"],
        id="person",
        ref=f"person/{one['id']}",
        key=f"person/{one['id']}",
        title_id="person_name",
        summary_id="person_about",
        leading=face(one["name"], 44),
        trailing=None if chosen is None else tick,
        selected=bool(chosen),
        on_tap=on_tap,
    )


def text_style(ctx: Context) -> str:
    """The style nearest to the chosen size of messages."""
    size = ctx.state["settings"]["text_size"]
    return "body_small" if size < 15 else "body" if size < 19 else "title"


def bubble(
    ctx: Context, one: Message, *, author: str = "", held: Handler | None = None, said: str = ""
) -> Widget:
    """A message: the owner's on the right, the others' on the left; `said` is what it answers."""
    own = one["from"] == ME
    ink = "on_container" if own else "on_surface"
    parts: list[Widget] = []
    if author:
        parts.append(
            Text(id="message_author", ref="", value=author, style="label", color="primary")
        )
    if said:
        parts.append(
            Text(
                ref="",
                value=said,
                style="caption",
                lines=1,
                padding=(8, 4),
                radius=6,
                border="outline",
            )
        )
    if one["photo"] is not None:
        parts.append(
            Photograph(id="message_photo", photo=one["photo"], shape=0.75, width=220, radius=10)
        )
    if one["text"]:
        parts.append(
            Text(id="message_text", ref="", value=one["text"], style=text_style(ctx), color=ink)
        )
    parts.append(_footer(one, own))
    body = Column(
        node="",
        align="end" if own else "start",
        padding=(12, 7, 12, 5),
        gap=2,
        radius=ctx.state["settings"]["corners"],
        background="container" if own else "surface_highest",
        children=parts,
    )
    return Row(
        id="message",
        ref=f"message/{one['id']}",
        key=f"message/{one['id']}",
        node="android.view.ViewGroup",
        width="fill",
        padding=(72, 3, 12, 3) if own else (12, 3, 72, 3),
        spread="end" if own else "start",
        on_long_press=held,
        children=[body],
    )


def _footer(one: Message, own: bool) -> Widget:
    """The time of a message, its star, and ticks where the owner wrote it."""
    then = datetime.fromisoformat(one["at"])
    time = f"edited {then:%H:%M}" if one["edited"] else f"{then:%H:%M}"
    small = Icon(name="check-all", size=14, color="primary", node="", visible=own)
    return Row(
        node="",
        gap=4,
        children=[
            replace(small, name="star", visible=one["starred"]),
            Text(id="message_time", ref="", value=time, style="caption", color="on_surface_dim"),
            small,
        ],
    )
