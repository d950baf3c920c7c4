"""The page that writes a mail: its addresses, its text, and what comes with it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from pocketphone.apps.mail import parts, sending
from pocketphone.apps.mail.draft import chips_of, draft, edit, settle, take, typed, typing
from pocketphone.apps.mail.mails import TO, files, suggested
from pocketphone.apps.mail.people import known, name_with_contacts
from pocketphone.apps.photos.pictures import Photograph
from pocketphone.apps.pick import photo_of, picker
from pocketphone.ui import (
    Chip,
    Column,
    Context,
    Divider,
    Icon,
    IconButton,
    List,
    Row,
    Scroll,
    Stack,
    Strip,
    Text,
    TextField,
    Widget,
    list_row,
    menu,
    more_options,
    scaffold,
    sheet,
)

_NAMES = {"to": "To", "cc": "Cc", "bcc": "Bcc"}


def compose(ctx: Context) -> Widget:
    one = draft(ctx)
    fields = [_addresses(ctx, "to")]
    if ctx.args.get("expanded") or one["cc"] or one["bcc"]:
        fields += [_addresses(ctx, "cc"), _addresses(ctx, "bcc")]
    kind = next((kind for kind in TO if typing(ctx).get(kind)), "")
    people = suggested(known(ctx), typing(ctx).get(kind, ""), one[kind]) if kind else []
    rest: list[Widget] = [_suggestion(ctx, kind, who) for who in people] or [
        _line(ctx, "subject", "Subject", one["subject"]),
        Divider(),
        *(_attachments(ctx, place) for place in range(len(one["attachments"]))),
        _line(ctx, "body", "Compose email", one["body"]),
    ]
    return scaffold(
        Scroll(id="compose", ref="", children=[_sender(ctx), Divider(), *fields, *rest],
               padding=(0, 0, 0, 48)),
        title="",
        back=partial(_leave, ctx),
        actions=[
            IconButton(id="add_attachment", icon="paperclip", description="Attach",
                       on_tap=partial(ctx.go, "attach")),
            IconButton(id="send", icon="send-outline", on_tap=partial(sending.checked, ctx),
                       description="Send", color="primary"),
            more_options(partial(ctx.go, "compose_menu")),
        ],
    )  # fmt: skip


def _leave(ctx: Context) -> None:
    kept = "id" in ctx.args
    ctx.back()
    if kept:
        ctx.toast("Draft saved")


def _sender(ctx: Context) -> Widget:
    return Row(
        width="fill",
        padding=(16, 12),
        gap=16,
        children=[
            Text(value="From", style="body_small", color="on_surface_dim", width=52, ref=""),
            Text(id="from_account_name", ref="", value=ctx.state["me"]["email"], lines=1, weight=1),
        ],
    )


def _addresses(ctx: Context, kind: str) -> Widget:
    """One line of addresses: its chips, and the field behind them."""
    chips = [
        Chip(id="peoplekit_chip", ref=f"{kind}/{email}", key=email, description=email,
             label=name_with_contacts(ctx, email),
             on_tap=partial(ctx.go, "recipient", kind=kind, email=email))
        for email in chips_of(ctx, kind)
    ]  # fmt: skip
    field = TextField(
        id=kind,
        hint="Add more" if chips else _NAMES[kind],
        value=typing(ctx).get(kind, ""),
        input="email",
        kind="plain",
        width="fill",
        padding=(0, 10),
        autofocus=kind == "to" and not chips,
        on_change=partial(typed, ctx, kind),
        on_submit=partial(settle, ctx),
    )
    expander = IconButton(
        id="add_cc_bcc",
        icon="chevron-down",
        description="Add Cc/Bcc",
        visible=kind == "to" and not ctx.args.get("expanded"),
        on_tap=partial(ctx.args.update, expanded=True),
    )
    caption = Text(value=_NAMES[kind], style="body_small", color="on_surface_dim", width=52,
                   padding=(0, 14, 0, 0), visible=bool(chips), ref="")  # fmt: skip
    held = Strip(width="fill", gap=6, visible=bool(chips), padding=(0, 6, 0, 0), children=chips)
    line = Row(
        width="fill",
        padding=(16, 0, 4, 0),
        gap=16,
        align="start",
        children=[caption, Column(node="", weight=1, children=[held, field]), expander],
    )
    return Column(node="", key=kind, children=[line, Divider()])


def _suggestion(ctx: Context, kind: str, who: Mapping[str, str]) -> Widget:
    return list_row(
        who["name"],
        who["email"],
        id="suggestion",
        ref=f"suggestion/{who['email']}",
        key=f"suggestion/{who['email']}",
        leading=parts.disc(ctx.state, who["email"]),
        on_tap=partial(take, ctx, kind, who["email"]),
    )


def _line(ctx: Context, name: str, hint: str, value: str) -> Widget:
    def change(text: str) -> None:
        settle(ctx)
        edit(ctx, **{name: text})

    return TextField(
        id=name,
        key=name,
        hint=hint,
        value=value,
        kind="plain",
        width="fill",
        padding=(16, 14),
        multiline=name == "body",
        on_change=change,
    )


def _attachments(ctx: Context, place: int) -> Widget:
    one = draft(ctx)
    file = one["attachments"][place]
    photo = photo_of(ctx, file["photo"])

    def drop() -> None:
        edit(ctx, attachments=[kept for kept in one["attachments"] if kept is not file])

    icon = Icon(name="file-document-outline")
    picture = Photograph(photo=photo, width=48, height=48, radius=8) if photo else icon
    row = list_row(
        file["name"],
        file["size"],
        id="attachment",
        leading=picture,
        trailing=IconButton(icon="close", ref=f"drop/{place}", on_tap=drop),
    )
    return Stack(node="", key=f"file/{place}", width="fill", children=[row])


# what lies over the page


def attach(ctx: Context) -> Widget:
    def instead(page: str) -> None:
        ctx.back()
        ctx.go(page)

    return menu([("Photo", partial(instead, "pick")), ("File", partial(instead, "files"))])


def files_page(ctx: Context) -> Widget:
    def take(file: Mapping[str, Any]) -> None:
        ctx.back()
        _attach(ctx, file)

    rows = [
        list_row(file["name"], file["size"], id="file", ref=f"file/{file['name']}",
                 key=file["name"], leading=Icon(name="file-document-outline"),
                 on_tap=partial(take, file))
        for file in files()
    ]  # fmt: skip
    return scaffold(List(id="files", ref="", children=rows), title="Choose a file", close=ctx.back)


def _attach(ctx: Context, file: Mapping[str, Any]) -> None:
    settle(ctx)
    edit(ctx, attachments=[*draft(ctx)["attachments"], dict(file)])


def _attach_photo(ctx: Context, asked: Mapping[str, Any], id_: int) -> None:
    del asked
    photo = photo_of(ctx, id_)
    assert photo is not None
    _attach(ctx, photo_file(photo))


def photo_file(photo: Mapping[str, Any]) -> dict[str, Any]:
    """A photo as it is attached."""
    size = f"{photo['width'] * photo['height'] / 4e6:.1f} MB"
    return {"kind": "photo", "photo": photo["id"], "name": f"{photo['title']}.jpg", "size": size}


def recipient(ctx: Context) -> Widget:
    """Who a chip stands for, and the way to take it out."""
    kind, email = ctx.args["kind"], ctx.args["email"]

    def drop() -> None:
        ctx.back()
        edit(ctx, **{kind: [who for who in draft(ctx)[kind] if who != email]})

    head = list_row(name_with_contacts(ctx, email), email, leading=parts.disc(ctx.state, email))
    out = list_row("Take out", id="drop", leading=Icon(name="close"), on_tap=drop)
    return sheet(head, out)


PAGES = {
    "compose": compose,
    "attach": attach,
    "files": files_page,
    "pick": picker(_attach_photo),
    "recipient": recipient,
    **sending.PAGES,
}
