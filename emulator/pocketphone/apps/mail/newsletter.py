"""What firms send: a page of HTML inside the mail, the site behind it, and the way out."""

from __future__ import annotations

from functools import partial

from pocketphone.apps import site
from pocketphone.apps.mail import parts
from pocketphone.apps.mail.mails import Mail, name_of
from pocketphone.ui import Column, Context, Row, Text, Widget, confirm, empty, scaffold


def letter(ctx: Context, one: Mail) -> Widget:
    """The text of such a mail, as a WebView draws it: nothing in it has a resource id."""
    firm, gone = name_of(ctx.state, one["from"]), one["from"] in ctx.state["unsubscribed"]
    online = site.button("Read it online", partial(ctx.go, "web", mail=one["id"], path="letter"))
    out = site.link(
        "Unsubscribe", partial(ctx.go, "unsubscribe", email=one["from"]), padding=(20, 8)
    )
    banner = Text(
        ref="",
        value=firm,
        style="title",
        color=site.PAPER,
        background=site.LINK,
        padding=(20, 16),
        width="fill",
    )
    content = [
        banner,
        site.heading(one["subject"]),
        site.paragraph(one["body"]),
        Row(node=site.VIEW, padding=(20, 12), width="fill", children=[online]),
        site.note(f"{firm} writes to you because you once gave them your address."),
        site.note("You have unsubscribed.") if gone else out,
    ]
    return Column(
        key="letter",
        node="android.webkit.WebView",
        ref="web",
        width="fill",
        padding=(0, 0, 0, 12),
        background=site.PAPER,
        children=[Column(node=site.VIEW, width="fill", gap=4, children=content)],
    )


def web(ctx: Context) -> Widget:
    """The letter on the firm's own site."""
    one = parts.mail_of(ctx.state, ctx.args["mail"])
    if one is None:
        return scaffold(empty("web-off", "This page cannot be opened"), title="", close=ctx.back)
    firm = name_of(ctx.state, one["from"])
    pages = {
        "letter": site.Leaf("Letter", (one["subject"], one["body"])),
        "about": site.Leaf("About us", (
            f"{firm} is in Port Alder, and has been for a long time.",
            "You find us between the harbour and the hill.")),
        "privacy": site.Leaf("Privacy", (
            "We keep your address to write to you, and for nothing else.",
            "Unsubscribe at the foot of any letter, and it is deleted.")),
    }  # fmt: skip
    return site.booklet(ctx, firm, one["from"].partition("@")[2], pages)


def unsubscribe(ctx: Context) -> Widget:
    email: str = ctx.args["email"]
    firm = name_of(ctx.state, email)

    def leave() -> None:
        ctx.state["unsubscribed"].append(email)
        ctx.snackbar(f"Unsubscribed from {firm}")

    return confirm(
        ctx, "Unsubscribe?", f"{firm} will write to you no more.", yes="Unsubscribe", then=leave
    )


PAGES = {"web": web, "unsubscribe": unsubscribe}
