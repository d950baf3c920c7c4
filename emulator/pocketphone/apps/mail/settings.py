"""The settings of Mail."""

from __future__ import annotations

from functools import partial
from operator import setitem

from pocketphone.apps.forms import Choice, Form, Heading, Ids, Layout, Link, Page, Toggle
from pocketphone.ui import Context, Widget, ask_text, list_row

_SWIPES = {"archive": "Archive", "bin": "Move to bin", "none": "Nothing"}


def _account(ctx: Context) -> list[Widget]:
    return [list_row(ctx.state["me"]["email"], ctx.state["me"]["name"], id="account")]


def _signature(ctx: Context) -> str:
    return ctx.state["settings"]["signature"] or "None"


SETTINGS = Form("Settings", [
    Heading("Account"),
    _account,
    Link("Signature", "signature", _signature),
    Heading("Inbox"),
    Choice("Swipe action", "swipe", _SWIPES, page="swipe"),
    Toggle("Notifications", "notifications", "Tell me of new mails"),
    Toggle("Ask before sending", "ask", "A question before each mail leaves"),
    Heading("About"),
    Link("Mail in numbers", "numbers", "Folders, and who writes most"),
    Link("Help", "help", args={"path": "writing"}),
])  # fmt: skip


def signature(ctx: Context) -> Widget:
    kept = ctx.state["settings"]
    text: str = ctx.args.setdefault("text", kept["signature"])
    return ask_text(ctx, "Signature", "text", id="signature_text", hint="Signature", yes="OK",
                    then=partial(setitem, kept, "signature", text.strip()))  # fmt: skip


LAYOUT = Layout(ids=Ids(toggle=("setting", "{name}")))
PAGES: dict[str, Page] = {**LAYOUT.pages({"settings": SETTINGS}), "signature": signature}
