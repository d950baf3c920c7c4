"""The page that writes a mail. What is written is a draft at once, however the page is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from pocketphone.apps.mail import parts
from pocketphone.apps.mail.mails import (
    ADDRESS,
    TO,
    Mail,
    files,
    later,
    mail,
    moment_text,
    name_of,
    suggested,
)
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
    choices,
    dialog,
    list_row,
    menu,
    scaffold,
    sheet,
)

_NAMES = {"to": "To", "cc": "Cc", "bcc": "Bcc"}
_HALF_HOURS = range(14, 44)  # of a day: from 7:00 to 21:30
_DAYS_AHEAD = 14


# the draft


def begin(ctx: Context, **fields: Any) -> None:
    """Open the page for a new mail that has some fields already, and the signature."""
    signature: str = ctx.state["settings"]["signature"]
    body = f"{fields.get('body', '')}\n\n{signature}" if signature else fields.get("body", "")
    ctx.go("compose", given=fields | {"body": body})


def answer(ctx: Context, one: Mail, *, everyone: bool = False) -> None:
    me: str = ctx.state["me"]["email"]
    writer = one["to"] if one["from"] == me else [one["from"]]
    others = [who for who in [*one["to"], *one["cc"]] if who not in (me, *writer)]
    begin(ctx, to=writer, cc=others if everyone else [], thread=one["thread"],
          subject=_prefixed("Re: ", one["subject"]))  # fmt: skip


def forward(ctx: Context, one: Mail) -> None:
    quoted = f"\n\nForwarded from {name_of(ctx.state, one['from'])}:\n{one['body']}"
    begin(ctx, subject=_prefixed("Fwd: ", one["subject"]), body=quoted,
          attachments=list(one["attachments"]))  # fmt: skip


def _prefixed(prefix: str, subject: str) -> str:
    return subject if subject.startswith(prefix) else prefix + subject


def _draft(ctx: Context) -> Mail:
    """The mail as it is; one that nothing was written of is in no folder yet."""
    known = parts.mail_of(ctx.state, ctx.args.get("id"))
    return known or mail(0, **ctx.args.get("given", {}))


def edit(ctx: Context, **fields: Any) -> None:
    """Change the draft, which is kept from its first change on."""
    mails: list[Mail] = ctx.state["mails"]
    one = _draft(ctx)
    if one["id"] == 0:
        id_ = max((known["id"] for known in mails), default=0) + 1
        given = {
            "thread": 1000 + id_,
            "from": ctx.state["me"]["email"],
            **ctx.args.get("given", {}),
        }
        one = mail(id_, **given)
        mails.append(one)
        ctx.args["id"] = id_
    one.update(fields, at=ctx.now.isoformat(timespec="minutes"))
    one.update(subject_lower=one["subject"].lower(), body_lower=one["body"].lower())


def _typing(ctx: Context) -> dict[str, str]:
    """What stands in the address fields and is no chip yet; the draft counts it already."""
    typing: dict[str, str] = ctx.args.setdefault("typing", {})
    return typing


def _chips(ctx: Context, kind: str) -> list[str]:
    everyone: list[str] = _draft(ctx)[kind]
    return everyone[:-1] if _typing(ctx).get(kind, "").strip() else everyone


def _typed(ctx: Context, kind: str, text: str) -> None:
    """The address field holds `text`: a blank or a comma ends an address."""
    held = _chips(ctx, kind)
    if text and text[-1] in " ,;" and ADDRESS.fullmatch(text.strip(" ,;")):
        _take(ctx, kind, text.strip(" ,;"))
        return
    _typing(ctx)[kind] = text
    edit(ctx, **{kind: [*held, text.strip().lower()] if text.strip() else held})


def _take(ctx: Context, kind: str, email: str) -> None:
    """An address becomes a chip."""
    held = _chips(ctx, kind)
    _typing(ctx)[kind] = ""
    edit(ctx, **{kind: [*held, email.lower()] if email.lower() not in held else held})


def _settle(ctx: Context) -> None:
    """All addresses become chips: the person went on to another field."""
    _typing(ctx).clear()


# the page


def compose(ctx: Context) -> Widget:
    one = _draft(ctx)
    fields = [_addresses(ctx, "to")]
    if ctx.args.get("expanded") or one["cc"] or one["bcc"]:
        fields += [_addresses(ctx, "cc"), _addresses(ctx, "bcc")]
    kind = next((kind for kind in TO if _typing(ctx).get(kind)), "")
    people = suggested(ctx.state["people"], _typing(ctx).get(kind, ""), one[kind]) if kind else []
    rest: list[Widget] = [_suggestion(ctx, kind, who) for who in people] or [
        _line(ctx, "subject", "Subject", one["subject"]),
        Divider(),
        *(_attached(ctx, place) for place in range(len(one["attachments"]))),
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
            IconButton(id="send", icon="send-outline", on_tap=partial(_checked, ctx),
                       description="Send", color="primary"),
            IconButton(id="menu_overflow", icon="dots-vertical", description="More options",
                       on_tap=partial(ctx.go, "compose_menu")),
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
             label=name_of(ctx.state, email),
             on_tap=partial(ctx.go, "recipient", kind=kind, email=email))
        for email in _chips(ctx, kind)
    ]  # fmt: skip
    field = TextField(
        id=kind,
        hint="Add more" if chips else _NAMES[kind],
        value=_typing(ctx).get(kind, ""),
        input="email",
        kind="plain",
        width="fill",
        padding=(0, 10),
        autofocus=kind == "to" and not chips,
        on_change=partial(_typed, ctx, kind),
        on_submit=partial(_settle, ctx),
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
        on_tap=partial(_take, ctx, kind, who["email"]),
    )


def _line(ctx: Context, name: str, hint: str, value: str) -> Widget:
    def change(text: str) -> None:
        _settle(ctx)
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


def _attached(ctx: Context, place: int) -> Widget:
    one = _draft(ctx)
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
    _settle(ctx)
    edit(ctx, attachments=[*_draft(ctx)["attachments"], dict(file)])


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
        edit(ctx, **{kind: [who for who in _draft(ctx)[kind] if who != email]})

    head = list_row(name_of(ctx.state, email), email, leading=parts.disc(ctx.state, email))
    out = list_row("Take out", id="drop", leading=Icon(name="close"), on_tap=drop)
    return sheet(head, out)


def compose_menu(ctx: Context) -> Widget:
    def schedule() -> None:
        ctx.back()
        _checked(ctx, schedule=True)

    def discard() -> None:
        ctx.back()
        if "id" in ctx.args:
            ctx.go("discard", id=ctx.args["id"])
        else:
            ctx.back()

    return menu([("Schedule send", schedule), ("Discard", discard)])


def discard(ctx: Context) -> Widget:
    def gone() -> None:
        held, id_ = ctx.state["mails"], ctx.args["id"]
        held[:] = [one for one in held if one["id"] != id_]
        ctx.back()
        ctx.back()
        ctx.snackbar("Draft discarded")

    return dialog(
        "Discard draft?",
        "What you have written will be lost.",
        cancel=("Cancel", ctx.back),
        confirm=("Discard", gone),
    )


# sending


def _checked(ctx: Context, *, schedule: bool = False) -> None:
    """Send the mail, now or later, where it can be sent; else say what is missing."""
    _settle(ctx)
    one = _draft(ctx)
    everyone = [who for kind in TO for who in one[kind]]
    wrong = next((who for who in everyone if not ADDRESS.fullmatch(who)), "")
    if wrong:
        ctx.go("refused", text=f"The address \u201c{wrong}\u201d is not valid.")
    elif not everyone:
        ctx.go("refused", text="Add at least one recipient.")
    elif not one["subject"].strip():
        ctx.go("sure", question="Send this mail without a subject?", schedule=schedule)
    elif schedule:
        ctx.go("schedule")
    elif ctx.state["settings"]["ask"]:
        ctx.go("sure", question=f"Send \u201c{one['subject']}\u201d now?", schedule=False)
    else:
        send(ctx)


def send(ctx: Context) -> None:
    """The draft is sent, and the page is left."""
    edit(ctx, folder="sent")
    one = _draft(ctx)
    ctx.back()

    def undo() -> None:
        one["folder"] = "drafts"
        ctx.go("compose", id=one["id"])

    ctx.snackbar("Sent", "Undo", undo)


def refused(ctx: Context) -> Widget:
    return dialog("This mail cannot be sent", ctx.args["text"], confirm=("OK", ctx.back))


def sure(ctx: Context) -> Widget:
    schedule: bool = ctx.args["schedule"]

    def go_on() -> None:
        ctx.back()
        if schedule:
            ctx.go("schedule")
        else:
            send(ctx)

    return dialog(
        "Are you sure?",
        ctx.args["question"],
        cancel=("Cancel", ctx.back),
        confirm=("Schedule" if schedule else "Send", go_on),
    )


def _scheduled(ctx: Context, at: datetime, pages: int) -> None:
    """The draft is sent at that time; `pages` lie over the one it was written on."""
    for _ in range(pages):
        ctx.back()
    edit(ctx, folder="scheduled", send_at=at.isoformat(timespec="minutes"))
    ctx.back()
    ctx.snackbar(f"Scheduled for {moment_text(at.isoformat())}")


def schedule(ctx: Context) -> Widget:
    rows = [
        list_row(label, moment_text(at.isoformat()), id="moment", ref=f"schedule/{label}",
                 key=label, leading=Icon(name="clock-outline"),
                 on_tap=partial(_scheduled, ctx, at, 1))
        for label, at in later(ctx.minute)
    ]  # fmt: skip
    pick = list_row("Pick date and time", id="pick_time", leading=Icon(name="calendar-outline"),
                    on_tap=partial(ctx.go, "pick_day"))  # fmt: skip
    return dialog("Schedule send", body=Column(node="", padding=(8, 0), children=[*rows, pick]),
                  cancel=("Cancel", ctx.back))  # fmt: skip


def pick_day(ctx: Context) -> Widget:
    days = [ctx.minute + timedelta(days=ahead) for ahead in range(1, _DAYS_AHEAD + 1)]
    return choices(
        "Pick a day",
        [(f"{day:%A}, {day.day} {day:%B}", False,
          partial(ctx.go, "pick_hour", day=f"{day:%Y-%m-%d}")) for day in days],
        cancel=("Cancel", ctx.back),
    )  # fmt: skip


def pick_hour(ctx: Context) -> Widget:
    day = datetime.fromisoformat(ctx.args["day"])
    moments: Sequence[datetime] = [day + timedelta(minutes=30 * half) for half in _HALF_HOURS]
    return choices(
        f"{day:%A}, {day.day} {day:%B}",
        [(f"{at:%H:%M}", False, partial(_scheduled, ctx, at, 3)) for at in moments],
        cancel=("Cancel", ctx.back),
    )


PAGES = {
    "compose": compose,
    "attach": attach,
    "files": files_page,
    "pick": picker(_attach_photo),
    "recipient": recipient,
    "compose_menu": compose_menu,
    "discard": discard,
    "refused": refused,
    "sure": sure,
    "schedule": schedule,
    "pick_day": pick_day,
    "pick_hour": pick_hour,
}
