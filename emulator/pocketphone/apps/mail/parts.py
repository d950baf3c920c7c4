"""What several pages of Mail are made of, and what they change in its state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from pocketphone.apps import faces
from pocketphone.apps.mail.mails import (
    FOLDERS,
    Mail,
    inside,
    name_of,
    of_firm,
    thread_of,
    when,
)
from pocketphone.ui import (
    Column,
    Context,
    Icon,
    IconButton,
    Rgb,
    Row,
    Stack,
    State,
    Swiped,
    Text,
    Widget,
    avatar,
)
from pocketphone.ui.theme import Weight

_STAR: Rgb = (236, 164, 20)
_INKS: tuple[Rgb, ...] = (
    (62, 108, 182),
    (178, 74, 66),
    (46, 125, 90),
    (140, 88, 168),
    (176, 110, 30),
)


def mail_of(state: State, id_: int | None) -> Mail | None:
    return next((one for one in state["mails"] if one["id"] == id_), None)


def title_of(state: State, key: str) -> str:
    """What a folder or a label is called."""
    return str(FOLDERS.get(key) or state["labels"].get(key.partition("/")[2], ""))


def of_threads(state: State, threads: Collection[int]) -> list[Mail]:
    """All mails of some threads but the drafts and what is binned already."""
    return [
        one
        for one in state["mails"]
        if one["thread"] in threads and one["folder"] not in ("drafts", "bin")
    ]


def move(ctx: Context, mails: Sequence[Mail], folder: str) -> None:
    """Put mails into a folder, with a way back. What the owner sent leaves for the bin only."""
    moved = [
        one for one in mails if folder == "bin" or one["folder"] in ("inbox", "archive", "bin")
    ]
    held = [(one, one["folder"]) for one in moved]

    def undo() -> None:
        for one, before in held:
            one["folder"] = before

    for one in moved:
        one["folder"] = folder
    told = {"archive": "Archived", "bin": "Moved to bin", "inbox": "Moved to inbox"}[folder]
    ctx.snackbar(told, "Undo", undo)


def mark(mails: Sequence[Mail], field: str, value: object) -> None:
    for one in mails:
        one[field] = value


# widgets


def disc(state: State, email: str, size: float = 40, *, name: str = "") -> Widget:
    """A person's face; for a firm or an unknown sender the first letter."""
    own = email == state["me"]["email"]
    name = name or (state["me"]["name"] if own else name_of(state, email))
    if name == email or of_firm(email):
        return avatar(name[:1].upper(), _INKS[sum(map(ord, name)) % len(_INKS)], size)
    return faces.face(name, size)


def star(one: Mail) -> Widget:
    """A toggle whose state shows in its colour and in `checked` alone."""
    on: bool = one["starred"]
    return IconButton(
        id="star",
        ref=f"star/{one['id']}",
        icon="star" if on else "star-outline",
        color=_STAR if on else "outline",
        on=on,
        on_tap=partial(mark, [one], "starred", not on),
    )


def thread_row(ctx: Context, mails: Sequence[Mail], key: str) -> Widget:
    """A thread in a folder: a touch opens it, holding it begins a selection, a finger drawn aside
    archives it (or what the settings say)."""
    latest, chosen = mails[0], ctx.args.get("ids") if ctx.page == "select" else None
    thread: int = latest["thread"]
    on = chosen is not None and thread in chosen
    sweep: str = ctx.state["settings"]["swipe"]
    swept = chosen is None and sweep != "none" and key == "inbox"
    away = partial(move, ctx, of_threads(ctx.state, [thread]), sweep) if swept else None

    def toggle() -> None:
        assert chosen is not None
        if not on:
            chosen.append(thread)
        elif len(chosen) > 1:
            chosen.remove(thread)
        else:
            ctx.back()

    def select() -> None:
        ctx.go_in_place("select", ids=[thread], key=key)

    who = disc(ctx.state, latest["to"][0] if key in _OURS and latest["to"] else latest["from"])
    ticked = Icon(name="check-circle", color="primary", size=40)
    row = Row(
        id="thread",
        ref=f"thread/{thread}",
        node="android.view.ViewGroup",
        width="fill",
        padding=(16, 10, 4, 10),
        gap=16,
        align="start",
        selected=on,
        background="container" if on else "background",
        on_tap=partial(_open_mail, ctx, mails, key) if chosen is None else toggle,
        on_long_press=select if chosen is None and key not in _ALONE else None,
        children=[
            ticked if on else who,
            _lines(ctx, mails, key),
            Column(
                node="",
                align="end",
                children=[
                    Text(id="date", ref="", style="caption",
                         value=when(latest["send_at"] or latest["at"], ctx.minute),
                         color="on_surface_dim", padding=(0, 2, 12, 0)),
                    star(latest),
                ],
            ),
        ],
    )  # fmt: skip
    return Swiped(node="", key=thread, width="fill", on_left=away, on_right=away, children=[row])


_ALONE, _OURS = ("drafts", "scheduled", "bin"), ("drafts", "scheduled", "sent")


def _open_mail(ctx: Context, mails: Sequence[Mail], key: str) -> None:
    latest = mails[0]
    if key == "drafts":
        ctx.go("compose", id=latest["id"])
        return
    mark(thread_of(ctx.state["mails"], latest["thread"]), "read", True)
    ctx.go("thread", thread=latest["thread"], open=[latest["id"]])


def _lines(ctx: Context, mails: Sequence[Mail], key: str) -> Widget:
    """Who writes, about what, and how it begins."""
    latest = mails[0]
    whole = thread_of(ctx.state["mails"], latest["thread"]) or list(mails)
    new = any(not one["read"] for one in whole)
    weight: Weight = "Bold" if new else "Regular"
    ink = "on_surface" if new else "on_surface_dim"
    files = [file["name"] for one in mails for file in one["attachments"]]
    return Column(
        weight=1,
        gap=1,
        children=[
            Text(id="senders", ref="", value=_people(ctx.state, whole, latest, key), style="body",
                 bold=weight, color="error" if key == "drafts" else "on_surface", lines=1),
            Text(id="subject", ref="", value=latest["subject"] or "(no subject)",
                 style="body_small", bold=weight, color=ink, lines=1),
            Text(id="snippet", ref="", value=" ".join(latest["body"].split()) or "(no text)",
                 style="body_small", color="on_surface_dim", lines=1),
            Row(
                visible=bool(files),
                gap=6,
                padding=(0, 4, 0, 2),
                children=[Icon(node="", name="paperclip", size=16),
                          Text(id="file", ref="", value=files[0] if files else "",
                               style="label_small", color="on_surface_dim", lines=1)],
            ),
        ],
    )  # fmt: skip


def _people(state: State, whole: Sequence[Mail], latest: Mail, key: str) -> str:
    if key in _OURS:
        to = ", ".join(name_of(state, who) for who in latest["to"])
        return f"Draft to {to}".removesuffix(" to ") if key == "drafts" else f"To {to}"
    firsts = dict.fromkeys(name_of(state, one["from"]) for one in whole)
    if len(firsts) == 1:
        names = next(iter(firsts))
    else:
        names = ", ".join(name.split()[0] for name in firsts)
    return f"{names} ({len(whole)})" if len(whole) > 1 else names


def unread(ctx: Context, key: str) -> int:
    mails = inside(ctx.state["mails"], key, ctx.minute)
    return len({one["thread"] for one in mails if not one["read"]})


def label_chips(state: State, mails: Sequence[Mail]) -> Widget:
    """The labels of a thread."""
    keys = dict.fromkeys(label for one in mails for label in one["labels"])
    return Row(
        node="",
        gap=6,
        visible=bool(keys),
        children=[
            Stack(
                key=key,
                radius=6,
                background="container",
                padding=(8, 3),
                children=[Text(id="label", ref="", value=state["labels"].get(key, key),
                               style="label_small", color="on_container")],
            )
            for key in keys
        ],
    )  # fmt: skip
