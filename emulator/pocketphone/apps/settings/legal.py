"""What the law wants to be said: web pages, as Android shows them."""

from __future__ import annotations

from pocketphone.apps.site import heading, said, web_page
from pocketphone.ui import Context, Widget


def legal(ctx: Context) -> Widget:
    path: str = ctx.args.setdefault("path", "terms")
    pages = {
        "terms": (
            ctx.say("Terms of use"),
            ctx.say("This phone is simulated: nothing that is done on it reaches anyone."),
            ctx.say("It comes as it is, without any warranty."),
        ),
        "licences": (
            ctx.say("Open-source licences"),
            ctx.say("The letters are Roboto and Noto, the icons are Material Design Icons."),
        ),
    }
    title, *told = pages[path]
    links = {name: words[0] for name, words in pages.items()}
    address = f"legal.example.com/{path}"
    content = [heading(title), *map(said, told)]
    return web_page(ctx, ctx.say("Legal information"), address, content, links=links)


PAGES = {"legal": legal}
