"""The sheets that hand something on: an app's own, and Android's where several apps answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pocketphone.ui import (
    Context,
    Intent,
    List,
    Text,
    Widget,
    disc,
    list_row,
    sheet,
)

SEND = "android.intent.action.SEND"
TEXT, STREAM = "android.intent.extra.TEXT", "android.intent.extra.STREAM"
PHOTOS = "content://photos/"
_RESOLVER = "com.android.intentresolver/com.android.intentresolver.ResolverActivity"


def photo_in(uri: str) -> int | None:
    """The id of the photo at "content://photos/7"."""
    number = uri.removeprefix(PHOTOS)
    return int(number) if number != uri and number.isdecimal() else None


def share(ctx: Context) -> Widget:
    """Where to send `text`: an app that takes texts, or the clipboard. With a `photo`, its id, that
    is sent, to an app that takes pictures.

    What was shared is kept in the app's state, as `shared: [{"text", "photo", "to"}]`.
    """
    text: str = ctx.args["text"]
    photo: int | None = ctx.args.get("photo")
    extras = {TEXT: text} if photo is None else {STREAM: f"{PHOTOS}{photo}"}
    mime = "text/plain" if photo is None else "image/jpeg"
    intent = Intent(action=SEND, mime=mime, extras=extras)

    def shared(to: str) -> None:
        what = {"text": text, "to": to} | ({} if photo is None else {"photo": photo})
        ctx.state.setdefault("shared", []).append(what)
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
            leading=disc("content-copy", "container", ink="on_container"),
            on_tap=copy,
        ),
        *_targets(ctx, intent, send),
    ]
    preview = Text(
        id="preview",
        value=text,
        style="body_small",
        color="on_surface_dim",
        lines=3,
        padding=(24, 8, 24, 12),
    )
    return sheet(preview, List(id="targets", ref="", children=rows), title=ctx.say("Share"))


def chooser(ctx: Context) -> Widget:
    """Android's question which of the apps that answer an intent is to have it."""
    intent = Intent(**ctx.args["intent"])

    def chosen(package: str) -> None:
        ctx.back()
        ctx.start(replace(intent, package=package))

    title = ctx.say("Share with" if intent.action == SEND else "Open with")
    asked = sheet(List(id="targets", ref="", children=_targets(ctx, intent, chosen)), title=title)
    return replace(asked, component=_RESOLVER)


def _targets(ctx: Context, intent: Intent, take: Callable[[str], object]) -> list[Widget]:
    """A row for each app that answers the intent; a touch on one takes its package."""
    packages = [component.split("/")[0] for component in ctx.phone.resolve(intent)]
    apps = [ctx.phone.installed[package] for package in packages]
    return [
        list_row(
            ctx.label(app),
            id="target",
            ref=f"share/{app.package}",
            key=app.package,
            leading=disc(app.icon, "container", ink="on_container"),
            on_tap=partial(take, app.package),
        )
        for app in apps
    ]
