"""A conversation: its messages, the field to write the next one, and what a message can do."""

from __future__ import annotations

from copy import deepcopy
from datetime import datetime
from functools import partial

from pocketphone.apps import permission
from pocketphone.apps.chat.parts import bubble, chat_face, chat_row, status
from pocketphone.apps.chat.threads import (
    ME,
    Chat,
    Message,
    chat_of,
    name_of,
    open_chat,
    order,
    person_of,
    say,
)
from pocketphone.apps.others import hand_on
from pocketphone.apps.pick import Photograph, photo_of
from pocketphone.apps.words import matches
from pocketphone.ui import (
    VIEW,
    Column,
    Context,
    Handler,
    Icon,
    IconButton,
    Intent,
    List,
    Row,
    Swiped,
    Text,
    TextField,
    Widget,
    actions,
    confirm,
    dialog,
    empty,
    list_row,
    menu,
    more_options,
    scaffold,
    search_field,
    sheet,
    switch_row,
)
from pocketphone.ui.controls import CheckBox


def chat(ctx: Context) -> Widget:
    one = chat_of(ctx, ctx.args["id"])
    if one is None:
        nothing = empty("message-off-outline", "This chat was deleted")
        return scaffold(nothing, title="", back=ctx.back)
    peer = Row(
        id="peer",
        weight=1,
        height=56,
        gap=12,
        on_tap=partial(ctx.go, "info", id=one["id"]),
        children=[
            chat_face(one, 40),
            Column(
                node="",
                weight=1,
                children=[
                    Text(id="peer_name", ref="", value=one["name"], style="title_small", lines=1),
                    Text(
                        id="peer_status",
                        ref="",
                        value=status(ctx, one),
                        style="caption",
                        color="on_surface_dim",
                    ),
                ],
            ),
        ],
    )
    call = IconButton(
        ref="call", icon="phone", visible=one["kind"] == "person", on_tap=partial(_call, ctx, one)
    )
    more = more_options(partial(ctx.go, "chat_menu", id=one["id"]), id="chat_more")
    start = Text(ref="", value="Say hello!", align="center", color="on_surface_dim", padding=48)
    said = List(
        id="messages",
        ref="",
        weight=1,
        at_end=True,
        padding=(0, 8),
        children=_messages(ctx, one) or [start],
    )
    return scaffold(
        Column(node="", children=[said, *_writing(ctx, one)]),
        title=peer,
        back=ctx.back,
        actions=[call, more],
    )


def _messages(ctx: Context, one: Chat) -> list[Widget]:
    """The bubbles, with the day above those of one day; a swipe to the right answers one."""
    rows: list[Widget] = []
    day = None
    for message in one["messages"]:
        then = datetime.fromisoformat(message["at"])
        if then.date() != day:
            day = then.date()
            today = day == ctx.minute.date()
            rows.append(
                Text(
                    ref="",
                    key=f"day/{day}",
                    value="Today" if today else f"{then:%a}, {then.day} {then:%b}",
                    style="caption",
                    color="on_surface_dim",
                    align="center",
                    padding=(0, 10),
                )
            )
        group = one["kind"] == "group" and message["from"] != ME
        shown = bubble(
            ctx,
            message,
            author=name_of(ctx, message["from"]) if group else "",
            said=_answered_text(one, message),
            held=partial(ctx.go, "message_menu", id=one["id"], message=message["id"]),
        )
        answer = partial(ctx.args.update, reply=message["id"])
        rows.append(Swiped(node="", key=f"at/{message['id']}", on_right=answer, children=[shown]))
    return rows


def _answered_text(one: Chat, message: Message) -> str:
    """The text of the message that this one answers."""
    said = (each for each in one["messages"] if each["id"] == message["reply"])
    return next((each["text"] or "Photo" for each in said), "")


def _writing(ctx: Context, one: Chat) -> list[Widget]:
    """The field with its icons; above it what is answered, changed or attached."""
    photo, strips = photo_of(ctx, ctx.args.get("photo")), []
    for name, icon in (("reply", "reply"), ("edit", "pencil-outline")):
        about = next((m for m in one["messages"] if m["id"] == ctx.args.get(name)), None)
        if about is not None:
            strips.append(_strip(ctx, name, Icon(name=icon, color="primary"), about["text"]))
    if photo is not None:
        thumb = Photograph(photo=photo, width=40, height=40, radius=6)
        strips.append(_strip(ctx, "photo", thumb, photo["title"]))

    def typed(text: str) -> None:
        one["draft"] = text

    ready = bool(one["draft"].strip()) or photo is not None
    enter = ctx.state["settings"]["enter_sends"]
    row = Row(
        node="",
        width="fill",
        padding=(4, 6),
        align="end",
        children=[
            IconButton(
                ref="attach",
                icon="paperclip",
                on_tap=partial(permission.ask, ctx, "photos", "pick", into="photo"),
            ),
            TextField(
                id="message_field",
                hint="Message",
                value=one["draft"],
                kind="pill",
                weight=1,
                multiline=not enter,
                on_change=typed,
                on_submit=partial(_send, ctx, one) if enter else None,
            ),
            IconButton(
                id="send",
                icon="send",
                color="primary",
                enabled=ready,
                on_tap=partial(_send, ctx, one),
            ),
        ],
    )
    return [*strips, row]


def _strip(ctx: Context, name: str, leading: Widget, text: str) -> Widget:
    close = IconButton(
        id=f"close_{name}", icon="close", on_tap=partial(ctx.args.update, {name: None})
    )
    words = Text(id=f"{name}_text", ref="", value=text, style="body_small", lines=1, weight=1)
    return Row(node="", padding=(16, 0, 4, 0), gap=12, children=[leading, words, close])


def _send(ctx: Context, one: Chat) -> None:
    text, photo = one["draft"].strip(), photo_of(ctx, ctx.args.get("photo"))
    if not text and photo is None:
        return
    edited = next((m for m in one["messages"] if m["id"] == ctx.args.get("edit")), None)
    if edited is not None:
        edited.update(text=text, edited=True)
    else:
        say(ctx, one, text, photo=deepcopy(photo), reply=ctx.args.get("reply"))
    one["draft"] = ""
    ctx.args.update(photo=None, reply=None, edit=None)
    ctx.ui.scroll.clear()


def _call(ctx: Context, one: Chat) -> None:
    other = person_of(ctx, one["members"][0])
    hand_on(ctx, Intent(action=VIEW, data=f"tel:{other['phone'] if other else ''}"), "can call")


# what a chat and a message can do


def chat_menu(ctx: Context) -> Widget:
    one = chat_of(ctx, ctx.args["id"]) or {"muted": False}

    def opens(page: str, **args: object) -> None:
        ctx.back()
        ctx.go(page, **args)

    def mute() -> None:
        one["muted"] = not one["muted"]
        ctx.back()

    return menu(
        [
            ("Search", partial(opens, "search", query="")),
            ("Unmute" if one["muted"] else "Mute", mute),
            ("Clear history", partial(opens, "clear", id=ctx.args["id"])),
            ("Delete chat", partial(opens, "delete_chats", ids=[ctx.args["id"]])),
        ]
    )


def clear(ctx: Context) -> Widget:
    one = chat_of(ctx, ctx.args["id"])
    return confirm(
        ctx,
        "Clear history?",
        "The messages are lost, the chat stays in the list.",
        yes="Clear",
        then=one["messages"].clear if one else None,
    )


def message_menu(ctx: Context) -> Widget:
    """What a long press on a message offers."""
    one = chat_of(ctx, ctx.args["id"])
    said = (
        next((m for m in one["messages"] if m["id"] == ctx.args["message"]), None) if one else None
    )
    if one is None or said is None:
        return sheet(title="This message was deleted")

    def star() -> None:
        said["starred"] = not said["starred"]
        ctx.back()

    def copy() -> None:
        ctx.phone.clipboard = said["text"]
        ctx.back()
        ctx.toast("Copied")

    def begin(name: str) -> None:
        ctx.back()
        ctx.args[name] = said["id"]
        if name == "edit":
            one["draft"] = said["text"]

    def opens(page: str, **args: object) -> None:
        ctx.back()
        ctx.go(page, **args)

    rows: list[tuple[str, str, Handler]] = [
        ("Reply", "reply", partial(begin, "reply")),
        ("Copy", "content-copy", copy),
        ("Forward", "share", partial(opens, "forward", query="", text=said["text"],
                                     photo=said["photo"])),
        ("Remove star" if said["starred"] else "Star", "star-outline", star),
    ]  # fmt: skip
    if said["from"] == ME:
        rows.append(("Edit", "pencil-outline", partial(begin, "edit")))
    rows.append(
        ("Delete", "trash-can-outline", partial(opens, "delete_message", **ctx.args, all=False))
    )
    return sheet(*actions(rows))


def delete_message(ctx: Context) -> Widget:
    one = chat_of(ctx, ctx.args["id"])

    def delete() -> None:
        if one is not None:
            kept = [m for m in one["messages"] if m["id"] != ctx.args["message"]]
            one["messages"] = kept
        ctx.back()

    both = switch_row(
        f"Also delete for {one['name'] if one else ''}",
        ctx.args["all"],
        ctx.edit("all"),
        kind=CheckBox,
    )
    return dialog(
        "Delete message?",
        body=Column(node="", padding=(8, 0), children=[both]),
        cancel=("Cancel", ctx.back),
        confirm=("Delete", delete),
    )


def forward(ctx: Context) -> Widget:
    """Choose the chat that `text` or `photo` is sent to: for SEND of other apps, and Forward."""
    query = ctx.args.get("query", "")

    def send(one: Chat) -> None:
        photo = ctx.args.get("photo")
        if not isinstance(photo, dict):  # an id, where another app sent it
            photo = photo_of(ctx, photo)
        say(ctx, one, ctx.args.get("text", ""), photo=deepcopy(photo))
        ctx.replace("chat", id=one["id"])

    def begin(id_: int) -> None:
        send(open_chat(ctx, "person", name_of(ctx, id_), [id_]))

    chats = [one for one in order(ctx.state["chats"]) if matches(query, one["name"])]
    talking = {one["members"][0] for one in ctx.state["chats"] if one["kind"] == "person"}
    rows = [chat_row(ctx, one, partial(send, one)) for one in chats] + [
        list_row(
            one["name"],
            "No chat yet",
            id="person",
            ref=f"person/{one['id']}",
            key=f"person/{one['id']}",
            on_tap=partial(begin, one["id"]),
        )
        for one in ctx.state["people"]
        if one["id"] not in talking and matches(query, one["name"])
    ]
    field = Row(node="", weight=1, children=search_field(ctx, "Send to", autofocus=False))
    nobody = empty("account-search-outline", f"Nobody is called \u201c{query}\u201d")
    return scaffold(
        List(id="targets", ref="", children=rows) if rows else nobody,
        title=field,
        close=ctx.back,
    )


PAGES = {
    "chat": chat,
    "chat_menu": chat_menu,
    "clear": clear,
    "message_menu": message_menu,
    "delete_message": delete_message,
    "forward": forward,
}
