"""The mail that is being written: a draft from its first change on, however its page is left."""

from __future__ import annotations

from typing import Any

from pocketphone.apps.mail import parts
from pocketphone.apps.mail.mails import ADDRESS, TO, Mail, mail, name_of
from pocketphone.ui import Context


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
          subject=_add_prefix("Re: ", one["subject"]))  # fmt: skip


def forward(ctx: Context, one: Mail) -> None:
    quoted = f"\n\nForwarded from {name_of(ctx.state, one['from'])}:\n{one['body']}"
    begin(ctx, subject=_add_prefix("Fwd: ", one["subject"]), body=quoted,
          attachments=list(one["attachments"]))  # fmt: skip


def _add_prefix(prefix: str, subject: str) -> str:
    return subject if subject.startswith(prefix) else prefix + subject


def draft(ctx: Context) -> Mail:
    """The mail as it is; one that nothing was written of is in no folder yet."""
    known = parts.mail_of(ctx.state, ctx.args.get("id"))
    return known or mail(0, **ctx.args.get("given", {}))


def edit(ctx: Context, **fields: Any) -> None:
    """Change the draft, which is kept from its first change on."""
    mails: list[Mail] = ctx.state["mails"]
    one = draft(ctx)
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


def typing(ctx: Context) -> dict[str, str]:
    """What stands in the address fields and is no chip yet; the draft counts it already."""
    typing: dict[str, str] = ctx.args.setdefault("typing", {})
    return typing


def chips_of(ctx: Context, kind: str) -> list[str]:
    everyone: list[str] = draft(ctx)[kind]
    return everyone[:-1] if typing(ctx).get(kind, "").strip() else everyone


def typed(ctx: Context, kind: str, text: str) -> None:
    """The address field holds `text`: a blank or a comma ends an address."""
    held = chips_of(ctx, kind)
    if text and text[-1] in " ,;" and ADDRESS.fullmatch(text.strip(" ,;")):
        take(ctx, kind, text.strip(" ,;"))
        return
    typing(ctx)[kind] = text
    edit(ctx, **{kind: [*held, text.strip().lower()] if text.strip() else held})


def take(ctx: Context, kind: str, email: str) -> None:
    """An address becomes a chip."""
    held = chips_of(ctx, kind)
    typing(ctx)[kind] = ""
    edit(ctx, **{kind: [*held, email.lower()] if email.lower() not in held else held})


def settle(ctx: Context) -> None:
    """All addresses become chips, each once: the person went on to another field."""
    typing(ctx).clear()
    one = draft(ctx)
    once = {kind: list(dict.fromkeys(one[kind])) for kind in TO}
    if any(once[kind] != one[kind] for kind in TO):
        edit(ctx, **once)
