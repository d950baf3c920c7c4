"""The sheet that hands a text to another app, the same in every app that shares."""

from __future__ import annotations

from functools import partial

from pocketphone.ui import (
    Column,
    Context,
    Icon,
    Intent,
    Stack,
    Text,
    Widget,
    list_row,
    sheet,
)

SEND = "android.intent.action.SEND"


def share(ctx: Context) -> Widget:
    """Where to send `text`: an app that takes texts, or the clipboard.

    What was shared is kept in the app's state, as `shared: [{"text", "to"}]`.
    """
    text: str = ctx.args["text"]
    intent = Intent(action=SEND, mime="text/plain", extras={"android.intent.extra.TEXT": text})
    targets = [component.split("/")[0] for component in ctx.phone.resolve(intent)]

    def shared(to: str) -> None:
        ctx.state.setdefault("shared", []).append({"text": text, "to": to})
        ctx.back()

    def copy() -> None:
        shared("clipboard")
        ctx.phone.clipboard = text
        ctx.toast(ctx.say("Copied"))

    def send(package: str) -> None:
        shared(package)
        ctx.start(Intent(action=SEND, mime=intent.mime, extras=intent.extras, package=package))

    rows = [
        list_row(
            ctx.say("Copy"),
            id="target",
            ref="share/copy",
            leading=_disc("content-copy"),
            on_tap=copy,
        )
    ]
    for package in targets:
        app = ctx.phone.installed[package]
        rows.append(
            list_row(
                ctx.label(app),
                id="target",
                ref=f"share/{package}",
                key=package,
                leading=_disc(app.icon),
                on_tap=partial(send, package),
            )
        )
    preview = Text(
        id="preview",
        value=text,
        style="body_small",
        color="on_surface_dim",
        lines=3,
        padding=(24, 8, 24, 12),
    )
    return sheet(Column(node="", children=[preview, *rows]), title=ctx.say("Share"))


def _disc(icon: str) -> Widget:
    return Stack(
        width=40,
        height=40,
        radius=20,
        background="container",
        at=[(0.5, 0.5)],
        children=[Icon(name=icon, color="on_container", size=20, node="")],
    )
