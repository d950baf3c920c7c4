"""The languages that the phone can speak."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.settings.facts import LANGUAGES
from pocketphone.apps.settings.rows import put, value_of
from pocketphone.ui import (
    Context,
    List,
    Radio,
    Widget,
    confirm,
    scaffold,
    section,
    switch_row,
)

KEY = "system/system_locales"


def locales(ctx: Context) -> Widget:
    held = value_of(ctx, KEY)
    rows = [
        switch_row(
            name,
            tag == held,
            partial(_ask, ctx, tag),
            ref=f"locale/{tag}",
            key=tag,
            kind=Radio,
        )
        for tag, name in LANGUAGES.items()
    ]
    body = List(id="locale_list", ref="", children=[section(ctx.say("System language")), *rows])
    return scaffold(body, title=ctx.say("Languages"), back=ctx.back)


def _ask(ctx: Context, tag: str, on: bool) -> None:
    if on:
        ctx.go("speak", tag=tag)


def speak(ctx: Context) -> Widget:
    """The question before the phone speaks another language."""
    tag = ctx.args["tag"]
    return confirm(
        ctx,
        ctx.say("Change the system language to {language}?", language=LANGUAGES[tag]),
        ctx.say("Apps that do not speak it stay in English."),
        yes=ctx.say("Change"),
        no=ctx.say("Cancel"),
        then=partial(put, ctx, KEY, tag),
    )


PAGES = {"locales": locales, "speak": speak}
