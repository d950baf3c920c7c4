"""The shop's help, as it stands on its web site."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.forms import Page
from pocketphone.apps.shop import parts
from pocketphone.apps.shop.orders import RETURN_DAYS
from pocketphone.apps.site import Leaf, booklet, leave_to, note, pair, turn_to
from pocketphone.ui import Context, Widget

DELIVERY_PENCE = 299


def _price(kind: str, pence: int, ctx: Context) -> Widget:
    return pair(kind, parts.price(ctx, pence))


_SITE = {
    "delivery": Leaf("Delivery", (
        "We send what you order on the next working day.",
        partial(_price, "Standard, 2 to 4 days", DELIVERY_PENCE),
        partial(_price, "Express, next day", 2 * DELIVERY_PENCE),
        pair("Parcel shop, 3 to 5 days", "Free"),
        note("What is marked \u201cFree delivery\u201d travels free whichever way you choose."),
        "Not at home? Your parcel waits at the parcel shop for ten days.",
        turn_to("Something is missing", "contact"),
    )),
    "returns": Leaf("Returns", (
        f"You may send anything back within {RETURN_DAYS} days.",
        "1. Pack it so that it travels as well as it came.",
        "2. Put the slip from the parcel on top.",
        "3. Hand it in at any parcel shop.",
        note("Your money is back on your card five days after the parcel is with us."),
        leave_to("See your orders", "orders"),
    )),
    "contact": Leaf("Contact", (
        pair("Telephone", "(555) 555-0100"),
        pair("Monday to Friday", "8:00 AM \u2013 8:00 PM"),
        pair("Saturday", "9:00 AM \u2013 1:00 PM"),
        "Have the number of your order at hand.",
    )),
}  # fmt: skip
PAGES: dict[str, Page] = {
    "help": partial(booklet, title="Help", host="shop.example.com/help", pages=_SITE)
}
