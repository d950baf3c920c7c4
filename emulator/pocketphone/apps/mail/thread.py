"""The page on which the mails of a thread are read, and what can be done with them."""

from __future__ import annotations

from functools import partial
from typing import Any

from pocketphone.apps.mail import newsletter, parts
from pocketphone.apps.mail.draft import answer, forward
from pocketphone.apps.mail.mails import (
    Mail,
    folder_of,
    moment_text,
    name_of,
    of_firm,
    thread_of,
)
from pocketphone.apps.others import hand_on
from pocketphone.apps.photos.pictures import Photograph
from pocketphone.apps.pick import photo_of
from pocketphone.ui import (
    VIEW,
    Button,
    Column,
    Context,
    Divider,
    Icon,
    IconButton,
    Intent,
    List,
    Row,
    Stack,
    Text,
    Widget,
    dialog,
    empty,
    list_row,
    menu,
    more_options,
    scaffold,
    switch_row,
)
from pocketphone.ui.controls import CheckBox


def thread(ctx: Context) -> Widget:
    """The mails of a thread, the last one unfolded."""
    mails = thread_of(ctx.state["mails"], ctx.args["thread"])
    if not mails:
        return scaffold(empty("email-off-outline", "No such mail"), title="", back=ctx.back)
    last = mails[-1]
    head = Column(
        gap=8,
        padding=(16, 4, 16, 12),
        align="start",
        children=[
            Text(id="subject_view", ref="", value=mails[0]["subject"] or "(no subject)",
                 style="title"),
            parts.label_chips(ctx.state, mails),
        ],
    )  # fmt: skip
    rows: list[Widget] = [head]
    for one in mails:
        rows += [_mail(ctx, one), Divider(key=f"line/{one['id']}")]
    buttons = (
        ("reply", "Reply", "reply", partial(answer, ctx, last)),
        ("reply_all", "Reply all", "reply-all", partial(answer, ctx, last, everyone=True)),
        ("forward", "Forward", "share", partial(forward, ctx, last)),
    )
    several = len({*last["to"], *last["cc"]}) > 1
    foot = Row(
        key="foot",
        width="fill",
        gap=8,
        padding=(16, 20, 16, 24),
        children=[
            Button(id=id_, label=label, icon=icon, kind="outlined", weight=1, on_tap=handler,
                   visible=several or id_ != "reply_all")
            for id_, label, icon, handler in buttons
        ],
    )  # fmt: skip
    return scaffold(
        List(id="conversation_list_view", ref="", children=[*rows, foot]),
        title="",
        back=ctx.back,
        actions=_actions(ctx, mails),
    )


def _actions(ctx: Context, mails: list[Mail]) -> list[Widget]:
    def put(folder: str) -> None:
        ctx.back()
        parts.move(ctx, mails, folder)

    def unread() -> None:
        ctx.back()
        parts.mark(mails[-1:], "read", False)

    kept = any(one["folder"] == "inbox" for one in mails)
    binned = mails[0]["folder"] == "bin"
    return [
        IconButton(id="archive", icon="archive-outline", description="Archive", visible=kept,
                   on_tap=partial(put, "archive")),
        IconButton(id="move_to_inbox", icon="inbox-arrow-down-outline", visible=not kept,
                   description="Move to inbox", on_tap=partial(put, "inbox")),
        IconButton(id="delete", icon="trash-can-outline", description="Move to bin",
                   visible=not binned, on_tap=partial(put, "bin")),
        IconButton(id="mark_unread", icon="email-outline", on_tap=unread),
        more_options(partial(ctx.go, "thread_menu", thread=ctx.args["thread"])),
    ]  # fmt: skip


def _mail(ctx: Context, one: Mail) -> Widget:
    """One mail: folded it is a row, unfolded its text and what came with it."""
    unfolded: list[int] = ctx.args["open"]
    shown = one["id"] in unfolded

    def fold() -> None:
        if shown:
            unfolded.remove(one["id"])
        else:
            unfolded.append(one["id"])
            one["read"] = True

    others = ", ".join(name_of(ctx.state, who) for who in [*one["to"], *one["cc"]])
    head = Row(
        id="message_header",
        ref=f"mail/{one['id']}",
        width="fill",
        gap=12,
        padding=(16, 12, 4, 8),
        align="start",
        on_tap=fold,
        children=[
            parts.disc(ctx.state, one["from"]),
            Column(
                weight=1,
                children=[
                    Text(id="sender_name", ref="", value=name_of(ctx.state, one["from"]),
                         style="title_small", lines=1),
                    Text(id="recipient_summary" if shown else "snippet", ref="",
                         value=f"to {others}" if shown else one["body"], style="body_small",
                         color="on_surface_dim", lines=1),
                    Text(id="upper_date", ref="", value=_moment(ctx, one), style="caption",
                         color="on_surface_dim", lines=1),
                ],
            ),
            parts.star(one),
        ],
    )  # fmt: skip
    if not shown:
        return Column(node="", key=one["id"], children=[head])
    plain = Text(id="message_text", ref="", value=one["body"], padding=(16, 8, 16, 16))
    text = newsletter.letter(ctx, one) if of_firm(one["from"]) else plain
    files = [_attachment(ctx, file) for file in one["attachments"]]
    return Column(node="", key=one["id"], children=[head, text, *files])


def _moment(ctx: Context, one: Mail) -> str:
    if folder_of(one, ctx.minute) == "scheduled":
        return f"Scheduled for {moment_text(one['send_at'])}"
    return moment_text(one["send_at"] or one["at"])


def _attachment(ctx: Context, file: dict[str, Any]) -> Widget:
    """A file that came along; a photo is shown."""
    photo = photo_of(ctx, file["photo"])

    def view() -> None:
        if photo is None:
            ctx.snackbar(f"No app on this phone can open {file['name']}")
            return
        hand_on(ctx, Intent(action=VIEW, data=f"content://photos/{photo['id']}"), "shows photos")

    picture = [Photograph(photo=photo, shape=0.6, radius=12)] if photo else []
    return Stack(
        node="",
        key=file["name"],
        padding=(16, 0, 16, 12),
        width="fill",
        children=[
            Column(
                id="attachment",
                ref=f"attachment/{file['name']}",
                width="fill",
                radius=12,
                background="surface_high",
                on_tap=view,
                children=[*picture, list_row(file["name"], file["size"], title_id="file_name",
                                             leading=Icon(name="file-document-outline"))],
            )
        ],
    )  # fmt: skip


def thread_menu(ctx: Context) -> Widget:
    number: int = ctx.args["thread"]
    mails = thread_of(ctx.state["mails"], number)

    def label() -> None:
        ctx.back()
        ctx.go("labels", threads=[number])

    def starred() -> None:
        ctx.back()
        parts.mark(mails[-1:], "starred", True)

    def cancel() -> None:
        ctx.back()
        for one in mails:
            if one["folder"] == "scheduled":
                one.update(folder="drafts", send_at="")
        ctx.back()
        ctx.snackbar("Back among the drafts")

    waiting = any(folder_of(one, ctx.minute) == "scheduled" for one in mails)
    return menu(
        [("Change labels", label), ("Add star", starred)]
        + [("Cancel scheduled mail", cancel)] * waiting
    )


def labels(ctx: Context) -> Widget:
    """Which labels some threads bear. What is ticked holds when it is done."""
    mails = parts.of_threads(ctx.state, ctx.args["threads"])
    held = {key for one in mails for key in one["labels"]}
    ticked: list[str] = ctx.args.setdefault("ticked", sorted(held))

    def tick(key: str, on: bool) -> None:
        if on:
            ticked.append(key)
        else:
            ticked.remove(key)

    def done() -> None:
        for one in mails:
            one["labels"] = [key for key in ctx.state["labels"] if key in ticked]
        ctx.back()
        if ctx.page == "select":
            ctx.back()

    rows = [
        switch_row(name, key in ticked, partial(tick, key), id="label", ref=f"label/{key}",
                   key=key, kind=CheckBox, leading=Icon(name="label-outline"))
        for key, name in ctx.state["labels"].items()
    ]  # fmt: skip
    return dialog(
        "Label as",
        body=Column(node="", padding=(8, 0), children=rows),
        cancel=("Cancel", ctx.back),
        confirm=("OK", done),
    )


PAGES = {"thread": thread, "thread_menu": thread_menu, "labels": labels}
