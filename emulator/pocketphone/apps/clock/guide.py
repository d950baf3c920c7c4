"""Clock's help: web pages, as in a WebView."""

from __future__ import annotations

from pocketphone.apps.site import booklet
from pocketphone.ui import Context, Widget

_SITE = "support.example.com/clock"


def guide(ctx: Context) -> Widget:
    pages = {
        "alarms": (
            ctx.say("Alarms"),
            (
                ctx.say("An alarm without days rings once."),
                ctx.say("Hold an alarm to choose it, and others with it, to delete them."),
            ),
        ),
        "timer": (
            ctx.say("Timer"),
            (
                ctx.say("A saved timer fills in its time; the arrow starts it."),
                ctx.say("Draw a saved timer aside to remove it."),
            ),
        ),
        "bedtime": (
            ctx.say("Bedtime"),
            [ctx.say("Clock reminds you before bedtime and plays a sound to fall asleep to.")],
        ),
    }
    return booklet(ctx, ctx.say("Clock Help"), _SITE, pages, cookies=False)


PAGES = {"help": guide}
