"""What the law wants to be said: web pages, as Android shows them."""

from __future__ import annotations

from pocketphone.apps.site import booklet
from pocketphone.ui import Context, Widget

_SITE = "legal.example.com"


def legal(ctx: Context) -> Widget:
    ctx.args.setdefault("path", "terms")
    pages = {
        "terms": (
            ctx.say("Terms of use"),
            (
                ctx.say("This phone is simulated: nothing that is done on it reaches anyone."),
                ctx.say("It comes as it is, without any warranty."),
            ),
        ),
        "licences": (
            ctx.say("Open-source licences"),
            [ctx.say("The letters are Roboto and Noto, the icons are Material Design Icons.")],
        ),
    }
    return booklet(ctx, ctx.say("Legal information"), _SITE, pages, cookies=False)


PAGES = {"legal": legal}
