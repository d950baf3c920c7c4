"""The help of Contacts, a small site."""

from __future__ import annotations

from functools import partial

from pocketphone.apps import site
from pocketphone.apps.forms import Page

_PAGES = {
    "contacts": site.Leaf("Contacts", (
        "Hold a contact to choose several at once.",
        "A contact needs a name or a number; everything else can wait.",
        "The star at the top of a contact puts it among the favourites.")),
    "calls": site.Leaf("Calls", (
        "Recents shows the calls that you make here. With your permission it also shows what the "
        "phone has logged: calls that came in, and calls you missed.",
        "Hold a call to copy its number, or to remove it.",
        "Cleared calls cannot be had back.")),
    "privacy": site.Leaf("Privacy", (
        "Contacts are kept on this phone alone.",
        "Other apps have to ask you before they see them.")),
}  # fmt: skip

PAGES: dict[str, Page] = {
    "help": partial(site.booklet, title="Help", host="contacts.example.com/help", pages=_PAGES)
}
