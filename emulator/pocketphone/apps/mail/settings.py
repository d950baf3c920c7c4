"""The settings of Mail."""

from __future__ import annotations

from functools import partial
from operator import setitem

from pocketphone.ui import (
    Context,
    List,
    Widget,
    ask_text,
    ask_which,
    list_row,
    scaffold,
    section,
    switch_row,
)

_SWIPES = (("archive", "Archive"), ("bin", "Move to bin"), ("none", "Nothing"))


def settings(ctx: Context) -> Widget:
    kept = ctx.state["settings"]

    def switch(name: str, on: bool) -> None:
        kept[name] = on

    rows = [
        section("Account"),
        list_row(ctx.state["me"]["email"], ctx.state["me"]["name"], id="account"),
        list_row("Signature", kept["signature"] or "None", id="signature",
                 on_tap=partial(ctx.go, "signature")),
        section("Inbox"),
        list_row("Swipe action", dict(_SWIPES)[kept["swipe"]], id="swipe",
                 on_tap=partial(ctx.go, "swipe")),
        switch_row("Notifications", kept["notifications"], partial(switch, "notifications"),
                   "Tell me of new mails", id="setting", ref="notifications"),
        switch_row("Ask before sending", kept["ask"], partial(switch, "ask"),
                   "A question before each mail leaves", id="setting", ref="ask"),
    ]  # fmt: skip
    return scaffold(List(id="settings_list", ref="", children=rows), title="Settings",
                    back=ctx.back)  # fmt: skip


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
