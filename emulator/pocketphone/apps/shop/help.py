"""The shop's help, as it stands on its web site."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.shop import parts
from pocketphone.apps.shop.orders import RETURN_DAYS
from pocketphone.apps.site import heading, link, note, pair, said, web_page
from pocketphone.ui import Context, Widget

DELIVERY_PENCE = 299
_PATHS = {"delivery": "Delivery", "returns": "Returns", "contact": "Contact"}


def help_page(ctx: Context) -> Widget:
    path: str = ctx.args["path"]
    content = {"delivery": _delivery, "returns": _returns, "contact": _contact}[path](ctx)
    return web_page(
        ctx, "Help", f"shop.example.com/help/{path}", content, links=_PATHS, cookies=True
    )


def _delivery(ctx: Context) -> list[Widget]:
    return [
        heading("Delivery"),
        said("We send what you order on the next working day."),
        pair("Standard, 2 to 4 days", parts.price(ctx, DELIVERY_PENCE)),
        pair("Express, next day", parts.price(ctx, 2 * DELIVERY_PENCE)),
        pair("Parcel shop, 3 to 5 days", "Free"),
        note("What is marked \u201cFree delivery\u201d travels free whichever way you choose."),
        said("Not at home? Your parcel waits at the parcel shop for ten days."),
        link("Something is missing", partial(ctx.args.update, path="contact"), padding=(20, 12)),
    ]


def _returns(ctx: Context) -> list[Widget]:
    return [
        heading("Returns"),
        said(f"You may send anything back within {RETURN_DAYS} days."),
        said("1. Pack it so that it travels as well as it came."),
        said("2. Put the slip from the parcel on top."),
        said("3. Hand it in at any parcel shop."),
        note("Your money is back on your card five days after the parcel is with us."),
        link("See your orders", partial(ctx.go, "orders"), padding=(20, 12)),
    ]


def _contact(ctx: Context) -> list[Widget]:
    del ctx
    return [
        heading("Contact"),
        pair("Telephone", "(555) 555-0100"),
        pair("Monday to Friday", "8:00 AM \u2013 8:00 PM"),
        pair("Saturday", "9:00 AM \u2013 1:00 PM"),
        said("Have the number of your order at hand."),
    ]


PAGES = {"help": help_page}
