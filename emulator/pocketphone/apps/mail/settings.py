"""The settings of Mail."""

from __future__ import annotations

from functools import partial

from pocketphone.ui import (
    Column,
    Context,
    List,
    TextField,
    Widget,
    choices,
    dialog,
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

    def done() -> None:
        kept["signature"] = text.strip()
        ctx.back()

    field = TextField(id="signature_text", hint="Signature", value=text, kind="outlined",
                      width="fill", autofocus=True, on_change=ctx.edit("text"))  # fmt: skip
    return dialog(
        "Signature",
        body=Column(padding=(24, 0), children=[field]),
        cancel=("Cancel", ctx.back),
        confirm=("OK", done),
    )


def swipe(ctx: Context) -> Widget:
    kept = ctx.state["settings"]

    def choose(name: str) -> None:
        kept["swipe"] = name
        ctx.back()

    return choices(
        "Swipe action",
        [(label, kept["swipe"] == name, partial(choose, name)) for name, label in _SWIPES],
        cancel=("Cancel", ctx.back),
    )


PAGES = {"settings": settings, "signature": signature, "swipe": swipe}
