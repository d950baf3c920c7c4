"""Clock's help: web pages, as in a WebView."""

from __future__ import annotations

from pocketphone.apps.site import heading, said, web_page
from pocketphone.ui import Context, Widget


def guide(ctx: Context) -> Widget:
    path: str = ctx.args["path"]
    pages = {
        "alarms": (
            ctx.say("Alarms"),
            ctx.say("An alarm without days rings once."),
            ctx.say("Hold an alarm to choose it, and others with it, to delete them."),
        ),
        "timer": (
            ctx.say("Timer"),
            ctx.say("A saved timer fills in its time; the arrow starts it."),
            ctx.say("Draw a saved timer aside to remove it."),
        ),
        "bedtime": (
            ctx.say("Bedtime"),
            ctx.say("Clock reminds you before bedtime and plays a sound to fall asleep to."),
        ),
    }
    title, *told = pages[path]
    links = {name: words[0] for name, words in pages.items()}
    content = [heading(title), *map(said, told)]
    address = f"support.example.com/clock/{path}"
    return web_page(ctx, ctx.say("Clock Help"), address, content, links=links)


PAGES = {"help": guide}
