"""The settings of Mail."""

from __future__ import annotations

from functools import partial
from operator import setitem

from pocketphone.ui import (
    Context,
    Widget,
    ask_text,
    ask_which,
    kept_switch,
    list_row,
    section,
    settings_page,
)

_SWIPES = (("archive", "Archive"), ("bin", "Move to bin"), ("none", "Nothing"))


def settings(ctx: Context) -> Widget:
    kept = ctx.state["settings"]
    rows = [
        section("Account"),
        list_row(ctx.state["me"]["email"], ctx.state["me"]["name"], id="account"),
        list_row("Signature", kept["signature"] or "None", id="signature",
                 on_tap=partial(ctx.go, "signature")),
        section("Inbox"),
        list_row("Swipe action", dict(_SWIPES)[kept["swipe"]], id="swipe",
                 on_tap=partial(ctx.go, "swipe")),
        kept_switch(kept, "notifications", "Notifications", "Tell me of new mails", id="setting",
                    ref="notifications"),
        kept_switch(kept, "ask", "Ask before sending", "A question before each mail leaves",
                    id="setting", ref="ask"),
        section("About"),
        list_row("Mail in numbers", "Folders, and who writes most", id="numbers",
                 on_tap=partial(ctx.go, "numbers")),
        list_row("Help", id="help", on_tap=partial(ctx.go, "help", path="writing")),
    ]  # fmt: skip
    return settings_page(ctx, "Settings", *rows)


def signature(ctx: Context) -> Widget:
    kept = ctx.state["settings"]
    text: str = ctx.args.setdefault("text", kept["signature"])
    return ask_text(ctx, "Signature", "text", id="signature_text", hint="Signature", yes="OK",
                    then=partial(setitem, kept, "signature", text.strip()))  # fmt: skip


def swipe(ctx: Context) -> Widget:
    kept = ctx.state["settings"]
    keep = partial(setitem, kept, "swipe")
    return ask_which(ctx, "Swipe action", dict(_SWIPES), kept["swipe"], keep)


PAGES = {"settings": settings, "signature": signature, "swipe": swipe}
